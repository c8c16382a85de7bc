import { looksLikeToken } from '../contract/purchase-token.js';
import { PvgError } from '../failure.js';
import { counted } from '../text/counted.js';
import { JsonObject } from '../text/json/json.js';
import { jsonIn } from '../text/json/parse.js';
import { codePoint } from './hidden.js';
import { refuseHidden } from './leftovers.js';
import { isProse, orderIdIn, otherThing } from './pasted/other-things.js';

/** Why a text is probably not a receipt, and what to do. A receipt is opaque (§2.1), so nothing is repaired. */
interface ReceiptDoubt {
  readonly says: string;
  readonly hint: string;
  readonly nextCommand?: string;
}

const force = 'To send it anyway, add `--force`.';

/** A character that a purchase token does not contain, and how it gets into a pasted one. */
interface Foreign {
  readonly pattern: RegExp;
  readonly what: (found: string) => string;
  readonly more?: (found: string) => string;
  readonly hint: string;
}

// The plainest comes first: it explains those after it.
const foreignTexts: readonly Foreign[] = [
  {
    pattern: /\uFEFF/gu,
    what: () => 'a byte order mark (U+FEFF)',
    hint: 'Save the file as UTF-8 without a byte order mark.',
  },
  {
    pattern: /\u2026|(?<!\.)\.{3,}/gu,
    what: (found) => `an ellipsis (${found.startsWith('.') ? '...' : codePoint(found)})`,
    hint: 'A program shortened it, and the rest is missing. Copy the complete receipt from the game’s server log, or use a file.',
  },
  {
    pattern: /[<>]/gu,
    what: () => 'an angle bracket',
    hint: 'It is a placeholder that you must replace, or a chat program added the brackets. Use the receipt without brackets.',
  },
  {
    pattern: /["'`\u00AB\u00BB\u2018-\u201F\u2039\u203A\u300C\u300D]/gu,
    what: (found) => `a quotation mark (${codePoint(found)})`,
    hint: 'A chat program or JSON added it. Use only the text between the quotation marks.',
  },
  {
    pattern: /\s/gu,
    what: () => 'white space',
    more: (found) =>
      found === ' ' ? '' : ` (${/[\r\n\u2028\u2029]/.test(found) ? 'a line break' : codePoint(found)})`,
    hint: 'Copy the receipt again, in one piece.',
  },
  {
    pattern: /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}]/gu,
    what: (found) => `an invisible character (${codePoint(found)})`,
    hint: 'A chat program or a web page added it. Copy the receipt again from the game’s server log.',
  },
  {
    pattern: /%[0-9A-Fa-f]{2}/gu,
    what: () => 'a percent sign with two hex digits',
    hint: 'It was copied from a web address, which changes some characters. Copy the receipt from the game’s server log.',
  },
  {
    pattern: /=[0-9A-F]{2}/gu,
    what: () => 'an equals sign with two hex digits',
    hint: 'It was copied from the source of an e-mail, which changes some characters. Copy the receipt from the game’s server log.',
  },
  {
    pattern: /&(?:[a-z]+|#\d+);/giu,
    what: () => 'a character as HTML writes it',
    hint: 'It was copied from the source of a page or an e-mail. Copy the receipt from the game’s server log.',
  },
  {
    pattern: /\\/gu,
    what: () => 'a backslash',
    hint: 'It was copied from JSON inside JSON. Use the JSON itself: `--purchase-json @<file>`.',
  },
  {
    pattern: /[^\x21-\x7E]/gu,
    what: (found) => `an unusual character (${codePoint(found)})`,
    hint: 'A program may have replaced a character, for example a hyphen with a dash. Copy the receipt again from the game’s server log.',
  },
];

type Names = [receipt: string, products: readonly (string | undefined)[], packageName: string | undefined];

/** A receipt that is the product or the package of its own purchase. */
export function doubtOwnName(...[receipt, products, packageName]: Names): ReceiptDoubt | undefined {
  const isProduct = products.includes(receipt);
  if (!isProduct && receipt !== packageName) return undefined;
  const [what, option] = isProduct ? ['product', '--product-id'] : ['package', '--package'];
  return {
    says: `This does not look like a receipt: it is a ${what}.`,
    hint: `Use \`${option}\` for the ${what}. Ask the game’s developers for the receipt. It is in the game’s server log. ${force}`,
  };
}

/** One long word of harmless characters: nothing below doubts it. */
const plainReceipt = /^(?!purchase|.*\.\.)[\w.:-]{24,}$/i;

/** The first thing that makes a text look unlike a receipt, or undefined. */
export function doubtReceipt(receipt: string): ReceiptDoubt | undefined {
  const other = otherThing(receipt);
  if (other !== undefined) {
    const { is, hint, ofApple, ...more } = other;
    if (ofApple) return { says: `This is ${is}, not a receipt of the Android store.`, hint, ...more };
    return { says: `This does not look like a receipt: it is ${is}.`, hint: `${hint} ${force}`, ...more };
  }
  if (plainReceipt.test(receipt)) return undefined;
  if (isProse(receipt)) return noReceiptIn(receipt);
  const wrapped = wrappings.find(({ is }) => is(receipt));
  if (wrapped !== undefined) return { says: wrapped.says, hint: `${wrapped.hint} ${force}` };
  for (const { pattern, what, more, hint } of foreignTexts) {
    const places = receipt.match(pattern) ?? [];
    const [found] = places;
    if (found === undefined) continue;
    // In characters as people count them.
    const at = `${String([...receipt.slice(0, receipt.search(pattern))].length + 1)} of ${String([...receipt].length)}`;
    const others = places.length > 1 ? ` (and in ${counted(places.length - 1, 'other place')})` : '';
    return {
      says: `The receipt has ${what(found)} at character ${at}${more?.(found) ?? ''}${others}.`,
      hint: `${hint} ${force}`,
    };
  }
  return undefined;
}

/** A mail that the player wrote, for example. */
function noReceiptIn(text: string): ReceiptDoubt {
  const orderId = orderIdIn(text);
  return {
    says: 'This text has no receipt in it.',
    hint: `A receipt is one long word, or a part of the store’s purchase JSON. ${
      orderId === undefined
        ? 'Ask the game’s developers for it.'
        : 'The text has an order id: the command below finds earlier calls with it.'
    } ${force}`,
    ...(orderId !== undefined && { nextCommand: `pvg journal find ${orderId}` }),
  };
}

/** A receipt with more around it. */
const wrappings: readonly { is: (receipt: string) => boolean; says: string; hint: string }[] = [
  {
    is: (receipt) =>
      isJson(receipt) ||
      isJson(receipt.replace(leading, '')) ||
      /purchaseToken\\?"|Purchase\. Json: \{/.test(receipt),
    says: 'This does not look like a receipt: it is JSON.',
    hint: 'If it is the store’s purchase JSON, use `pvg lookup @<file>` or `--purchase-json @<file>`: pvg reads package, product and receipt from it.',
  },
  {
    is: (receipt) => /^purchase_?token\s*[:=]/i.test(receipt.replace(leading, '')),
    says: 'The receipt begins with the name `purchaseToken`.',
    hint: 'Remove the name and the sign after it, so that only the receipt remains.',
  },
];

const leading = /^[\s\uFEFF"'`<\u2018-\u201F]+/u;

/** @throws {PvgError} `receipt-doubtful`; `usage` for an empty one, even with --force (§2.1: required). */
export function checkReceipt(receipt: string, forced: boolean): void {
  if (receipt === '') {
    throw new PvgError('usage', '--receipt is empty.', {
      hint: 'Use the receipt itself, `@<file>`, or `-` for standard input. In a command with "$RECEIPT", replace that with the receipt.',
      section: '§2.1',
    });
  }
  if (!forced) refuse(doubtReceipt(receipt));
}

/** @throws {PvgError} `receipt-doubtful` */
export const refuseOwnName = (...names: Names): void => {
  refuse(doubtOwnName(...names));
};

function refuse(doubt: ReceiptDoubt | undefined): void {
  if (doubt === undefined) return;
  const { says, ...wayOn } = doubt;
  throw new PvgError('receipt-doubtful', says, { ...wayOn, section: '§2.1' });
}

/** Product, package and order id are names from the store. @throws {PvgError} `receipt-doubtful` */
export function checkName(option: string, name: string | undefined, forced: boolean): void {
  if (forced || name === undefined) return;
  if (looksLikeToken(name)) {
    throw new PvgError('receipt-doubtful', `${option} looks like a receipt, not like a name.`, {
      hint: `Use \`--receipt\` for the receipt. ${force}`,
      section: '§2.1',
    });
  }
  if (/^["'`\u00AB\u2018-\u201F\u2039]|["'`\u00BB\u2018-\u201F\u203A]$/.test(name)) {
    throw new PvgError('receipt-doubtful', `${option} has quotation marks around it.`, {
      hint: `Use only the text between them. ${force}`,
      section: '§2.1',
    });
  }
  refuseHidden(option, name);
}

function isJson(text: string): boolean {
  if (!/^\s*[{[]/.test(text)) return false;
  const json = jsonIn(text.replace(/^\uFEFF/, ''));
  return json instanceof JsonObject || Array.isArray(json);
}
