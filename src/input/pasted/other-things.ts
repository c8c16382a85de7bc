/** A text that is something else than a receipt, and the way on. */
export interface OtherThing {
  /** An article and a noun: `an e-mail address`. */
  readonly is: string;
  readonly hint: string;
  /** Of an iOS purchase: it cannot be looked up at all. */
  readonly ofApple?: boolean;
  readonly nextCommand?: string;
  /** The order id as the journal has it. */
  readonly orderId?: string;
}

interface Kind extends OtherThing {
  /** `bare`: the text without what a chat program leaves around it. */
  readonly matches: (bare: string) => boolean;
}

/** The store's forms; a renewal has its number at the end: `GPA.1234-5678-9012-34567..0`. */
const orderId = /^GPA\.\d{4}-\d{4}-\d{4}-\d{5}(?:\.\.\d{1,3})?$|^SOP\.[\d.-]+$|^\d{20}(?:\.\d{16})?$/i;

const askForReceipt = 'Ask the game’s developers for the receipt. It is in the game’s server log.';
const notByOrderId =
  'An order id cannot be looked up at the gateway, only in the journal of earlier calls. Ask the game’s developers for the receipt (the purchase token), a long text in the game’s server log.';
const notOfApple =
  'pvg cannot look up an iOS purchase: the contract does not show how. Ask the operator about it, and keep it with the ticket: `pvg journal note`. The command below prints a reply for the player.';
const asking = 'pvg lookup --ask developers';
const fillIn = 'Replace it with the receipt itself, or save the receipt in a file and use `@<file>`.';

const kinds: readonly Kind[] = [
  {
    matches: (bare) => /^gpa\.[\d-]/i.test(bare),
    is: 'an order id of the store (GPA.…)',
    hint: notByOrderId,
  },
  {
    matches: (bare) => /^\d{4}-\d{4}-\d{4}-\d{5}(?:\.\.\d{1,3})?$/.test(bare),
    is: 'an order id of the store without its beginning (GPA)',
    hint: notByOrderId,
  },
  {
    matches: (bare) => /^SOP\.[\w.-]+$|^\d{20}(?:\.\d{16})?$/i.test(bare),
    is: 'an old order number of the store',
    hint: notByOrderId,
  },
  {
    matches: (bare) => /^\d{14,17}$/.test(bare),
    is: 'a transaction id of Apple’s App Store',
    hint: notOfApple,
    ofApple: true,
    nextCommand: 'pvg reply en --for ios',
  },
  {
    matches: (bare) => /^M[A-Z0-9]{9,10}$/.test(bare) && /\d/.test(bare),
    is: 'an order id of Apple’s App Store',
    hint: notOfApple,
    ofApple: true,
    nextCommand: 'pvg reply en --for ios',
  },
  {
    matches: (bare) => /^MI[A-Z][A-Za-z0-9+/\s]{40,}={0,2}$/.test(bare),
    is: 'an iOS receipt',
    hint: notOfApple,
    ofApple: true,
    nextCommand: 'pvg reply en --for ios',
  },
  {
    matches: (bare) => /^eyJ[\w-]+\.[\w-]+\.[\w-]+$/.test(bare),
    is: 'a signed transaction of Apple’s App Store, or another signed token (JWT)',
    hint: notOfApple,
    ofApple: true,
    nextCommand: 'pvg reply en --for ios',
  },
  {
    matches: (bare) => /^\d+$/.test(bare),
    is: 'a number',
    hint: askForReceipt,
    nextCommand: asking,
  },
  {
    matches: (bare) => /^(?:mailto:)?[^\s@"'<>]+@[^\s@"'<>]+\.[a-z]{2,}$/i.test(bare),
    is: 'an e-mail address',
    hint: askForReceipt,
    nextCommand: asking,
  },
  {
    matches: (bare) => /^https?:\/\//i.test(bare),
    is: 'a web address',
    hint: askForReceipt,
    nextCommand: asking,
  },
  {
    matches: (bare) => /^[a-z][a-z0-9_]*(?:\.[a-z0-9_]+)+$/.test(bare),
    is: 'the name of a product or a package',
    hint: 'Use `--product-id` for the product and `--package` for the package. Ask the game’s developers for the receipt.',
    nextCommand: asking,
  },
  {
    matches: (bare) => /^@?\$(?:env:)?\{?[A-Z_]\w*\}?$|^%[A-Z_]\w*%$/i.test(bare),
    is: 'the name of a variable',
    hint: fillIn,
  },
  {
    matches: (bare) =>
      /^(?:your[ _-]?)?(?:the[ _-]?)?(?:purchase[ _-]?)?(?:token|receipt)(?:[ _-]?here)?$/i.test(bare) ||
      /^(?:\{[^{}":]*\}|\[[^[\]"{}]*\])$/.test(bare),
    is: 'a placeholder',
    hint: fillIn,
  },
  {
    matches: (bare) => /^sha256:[0-9a-f]{12}|^[0-9a-f]{12}$/i.test(bare),
    is: 'a fingerprint, which stands for a receipt',
    hint: '`pvg journal find` finds calls by it. For a new look-up, ask the game’s developers for the receipt.',
    nextCommand: asking,
  },
  {
    matches: (bare) => /^\d{8}T\d{6}Z-[0-9a-f]{6}$/.test(bare),
    is: 'the id of a call in the journal',
    hint: '`pvg journal show` shows the call.',
    nextCommand: 'pvg journal list',
  },
  {
    matches: (bare) => (bare.match(/[a-z]{16}\.AO-/gi)?.length ?? 0) > 1,
    is: 'more than one receipt',
    hint: 'Look up one purchase at a time, or all of them with `pvg batch`.',
    nextCommand: 'pvg batch --help',
  },
  {
    matches: (bare) => /^[+-]?\d+(?:[.,]\d+)?E[+-]?\d+$/i.test(bare),
    is: 'a number that a spreadsheet shortened',
    hint: 'Use the file as it was before the spreadsheet, or import that column as text.',
  },
  {
    matches: (bare) => /^#(?:[A-Z]+[/0-9A-Z]*[?!]|N\/A|#+)$/i.test(bare),
    is: 'an error of a spreadsheet, which read the receipt as a formula',
    hint: 'Use the file as it was before the spreadsheet, or import that column as text.',
  },
];

const around = /[\s\uFEFF"'`<>\u00AB\u00BB\u2018-\u201F]/u;

function bareOf(text: string): string {
  let [start, end] = [0, text.length];
  while (start < end && around.test(text.charAt(start))) start += 1;
  while (end > start && around.test(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end);
}

/** undefined for a text that may be a receipt. */
export function otherThing(text: string): OtherThing | undefined {
  const bare = bareOf(text);
  const kind = kinds.find(({ matches }) => matches(bare));
  if (kind === undefined) return undefined;
  const { is, hint, ofApple, nextCommand } = kind;
  const order = /^\d{4}-/.test(bare) ? `GPA.${bare}` : bare;
  // Only an order id has this form, so it may be repeated; no part of a receipt may.
  const isOrder = orderId.test(order) && bare === text.trim();
  return {
    ...{ is, hint },
    ...(ofApple && { ofApple }),
    ...(nextCommand && { nextCommand }),
    ...(isOrder && { orderId: order }),
  };
}
