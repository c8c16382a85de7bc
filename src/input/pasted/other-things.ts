/** A text that is something else than a receipt, and the way on. */
interface OtherThing {
  /** An article and a noun: `an e-mail address`. */
  readonly is: string;
  readonly hint: string;
  /** Of an iOS purchase: it cannot be looked up at all. */
  readonly ofApple?: boolean;
  readonly nextCommand?: string;
}

/** The store's forms; a renewal has its number at the end: `GPA.1234-5678-9012-34567..0`. */
const orderId = /^GPA\.\d{4}-\d{4}-\d{4}-\d{5}(?:\.\.\d{1,3})?$|^SOP\.[\d.-]+$|^\d{20}(?:\.\d{16})?$/i;

const notByOrderId = {
  hint: 'An order id cannot be looked up at the gateway. Find earlier calls with `pvg journal find <order id>`. Ask the game’s developers for the receipt (the purchase token); meanwhile `pvg reply <language> --for need-receipt` prints a reply for the player.',
};
const ofApple = {
  hint: 'pvg cannot look up an iOS purchase: the contract does not show how. Ask the operator about it. The command below prints a reply for the player.',
  ofApple: true,
  nextCommand: 'pvg reply en --for ios',
};
const ask = { hint: 'Ask the game’s developers for the receipt. It is in the game’s server log.' };
const fillIn = {
  hint: 'Replace it with the receipt itself, or save the receipt in a file and use `@<file>`.',
};
const beforeSpreadsheet = {
  hint: 'Use the file as it was before the spreadsheet, or import that column as text.',
};

/** Of the text without what a chat program leaves around it. */
const kinds: readonly (readonly [form: RegExp, is: string, wayOn: Omit<OtherThing, 'is'>])[] = [
  [/^gpa\.[\d-]/i, 'an order id of the store (GPA.…)', notByOrderId],
  [
    /^\d{4}-\d{4}-\d{4}-\d{5}(?:\.\.\d{1,3})?$/,
    'an order id of the store without its beginning (GPA)',
    notByOrderId,
  ],
  [/^SOP\.[\w.-]+$|^\d{20}(?:\.\d{16})?$/i, 'an old order number of the store', notByOrderId],
  [/^\d{14,17}$/, 'a transaction id of Apple’s App Store', ofApple],
  [/^(?=.*\d)M[A-Z0-9]{9,10}$/, 'an order id of Apple’s App Store', ofApple],
  [/^MI[A-Z][A-Za-z0-9+/\s]{40,}={0,2}$/, 'an iOS receipt', ofApple],
  [
    /^eyJ[\w-]+\.[\w-]+\.[\w-]+$/,
    'a signed transaction of Apple’s App Store, or another signed token (JWT)',
    ofApple,
  ],
  [/^\d+$/, 'a number', ask],
  [
    /^(?:\d{4}([-/.])\d{1,2}\1\d{1,2}|\d{1,2}([-/.])\d{1,2}\2\d{2,4})(?:[T ,]+\d{1,2}:\d\d.{0,20})?$/,
    'a date',
    ask,
  ],
  [
    /^\d{1,2}[-./ ](?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}[-./ ,]{1,2}\d{2,4}$/i,
    'a date',
    ask,
  ],
  [/^(?:tel:)?(?:\+[\d\s()./-]{6,22}|(?=.{6,19}$)\(?\d[\d\s()./-]+\d)$/, 'a phone number', ask],
  [/^(?:mailto:)?[^\s@"'<>]+@[^\s@"'<>]+\.[a-z]{2,}$/i, 'an e-mail address', ask],
  [/^https?:\/\//i, 'a web address', ask],
  [
    /^[a-z][a-z0-9_]*(?:\.[a-z0-9_]+)+$/,
    'the name of a product or a package',
    {
      hint: 'Use `--product-id` for the product and `--package` for the package. Ask the game’s developers for the receipt.',
    },
  ],
  [/^@?\$(?:env:)?\{?[A-Z_]\w*\}?$|^%[A-Z_]\w*%$/i, 'the name of a variable', fillIn],
  [
    /^(?:your[ _-]?)?(?:the[ _-]?)?(?:purchase[ _-]?)?(?:token|receipt)(?:[ _-]?here)?$/i,
    'a placeholder',
    fillIn,
  ],
  [/^(?:\{[^{}":]*\}|\[[^[\]"{}]*\])$/, 'a placeholder', fillIn],
  [
    /^sha256:[0-9a-f]{12}|^[0-9a-f]{12}$/i,
    'a fingerprint, which stands for a receipt',
    {
      hint: '`pvg journal find` finds calls by it. For a new look-up, ask the game’s developers for the receipt.',
    },
  ],
  [
    /^\d{8}T\d{6}Z-[0-9a-f]{6}$/,
    'the id of a call in the journal',
    {
      hint: '`pvg journal show` shows the call.',
      nextCommand: 'pvg journal list',
    },
  ],
  [
    /(?<=[a-z]{16})\.AO-.*[a-z]{16}\.AO-/is,
    'more than one receipt',
    {
      hint: 'Look up one purchase at a time, or all of them with `pvg batch`.',
      nextCommand: 'pvg batch --help',
    },
  ],
  [/^[+-]?\d+(?:[.,]\d+)?E[+-]?\d+$/i, 'a number that a spreadsheet shortened', beforeSpreadsheet],
  [
    /^#(?:[A-Z][/0-9A-Z]*[?!]|N\/A|#+)$/i,
    'an error of a spreadsheet, which read the receipt as a formula',
    beforeSpreadsheet,
  ],
];

/** A word without digits: a receipt of a test may be one, and a player’s name is one. */
export const mayBeName = (text: string): boolean => /^[A-Za-z']{2,19}$/.test(text);

/** A word of a language, with its punctuation; a number is one, too. */
// eslint-disable-next-line regexp/no-super-linear-backtracking -- only for words of up to 23 characters
const plainWord = /^\P{L}*(?:\p{Lu}?[\p{Ll}\p{M}]*|[\p{Lo}\p{M}]+)(?:['’-][\p{Ll}\p{M}]+)*\P{L}*$/u;

/** A text of ordinary words, such as a mail, with nothing in it that may be a receipt. */
export function isProse(text: string): boolean {
  const words = text.split(/\s+/).filter((word) => word !== '');
  if (words.some(mayBeReceipt)) return false;
  const plain = words.filter((word) => word.length < 24 && plainWord.test(word));
  // Some languages have no blanks between their words.
  return (
    (words.length >= 5 && plain.length >= 0.7 * words.length) ||
    (text.match(/[\p{Lo}\p{M}]/gu)?.length ?? 0) >= 10
  );
}

const mayBeReceipt = (word: string): boolean => /[\w~+/=-]{24}/.test(word) && /\d|\p{Ll}\p{Lu}/u.test(word);

/** The first order id in a text. */
export const orderIdIn = (text: string): string | undefined =>
  /\bGPA\.\d{4}-\d{4}-\d{4}-\d{5}(?:\.\.\d{1,3})?(?![\w-])/.exec(text)?.[0];

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
  const kind = kinds.find(([form]) => form.test(bare));
  if (kind === undefined) return undefined;
  const [, is, wayOn] = kind;
  const order = /^\d{4}-/.test(bare) ? `GPA.${bare}` : bare;
  // Only an order id has this form, so it may be repeated; no part of a receipt may.
  const isOrder = orderId.test(order) && bare === text.trim();
  return { is, ...wayOn, ...(isOrder && { nextCommand: `pvg journal find ${order}` }) };
}
