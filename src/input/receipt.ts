import { looksLikeToken } from '../contract/purchase-token.js';
import { PvgError } from '../failure.js';
import { JsonObject } from '../text/json/json.js';
import { jsonIn } from '../text/json/parse.js';
import { isPlainText } from '../text/json/plain-text.js';

/** Why a text is hardly a receipt: each with the way on. A receipt is opaque (§2.1): nothing is repaired. */
interface ReceiptDoubt {
  readonly says: string;
  readonly hint: string;
  readonly nextCommand?: string;
}

const force = 'To send it as it is: `--force`.';

/** What a purchaseToken has nothing of, and how such a thing comes into a pasted one. */
interface Foreign {
  readonly pattern: RegExp;
  readonly what: (found: string) => string;
  readonly more?: (found: string) => string;
  readonly hint: string;
}

const codePoint = (character: string): string =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;

// The order is that of plainness: what stands first explains what comes after it.
const foreignTexts = (): readonly Foreign[] => [
  {
    pattern: /\uFEFF/gu,
    what: () => 'a byte order mark (U+FEFF)',
    hint: 'A purchaseToken has none: save the file as UTF-8 without a byte order mark.',
  },
  {
    pattern: /\u2026|\.{3,}/gu,
    what: (found) => `an ellipsis (${found.startsWith('.') ? '...' : codePoint(found)})`,
    hint: 'A program has shown it shortened, and the rest is missing: copy it whole, from the game’s server log or as a file.',
  },
  {
    pattern: /[<>]/gu,
    what: () => 'an angle bracket',
    hint: 'It is a placeholder to be filled in, or a chat program wrapped it: give the token alone.',
  },
  {
    pattern: /["'`\u00AB\u00BB\u2018-\u201F\u2039\u203A\u300C\u300D]/gu,
    what: (found) => `a quotation mark (${codePoint(found)})`,
    hint: 'A purchaseToken has none: a chat program or a JSON text put it there. Give what stands between the marks.',
  },
  {
    pattern: /\s/gu,
    what: () => 'white space',
    more: (found) =>
      found === ' ' ? '' : ` (${/[\r\n\u2028\u2029]/.test(found) ? 'a line break' : codePoint(found)})`,
    hint: 'A purchaseToken has none: copy it again, in one piece.',
  },
  {
    pattern: /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}]/gu,
    what: (found) => `an invisible character (${codePoint(found)})`,
    hint: 'A chat program or a web page puts such characters in: copy it again from where it was first written.',
  },
  {
    pattern: /%[0-9A-Fa-f]{2}/gu,
    what: () => 'a percent sign with two hex digits',
    hint: 'It was copied out of a web address, where characters are written so: take it from the game’s server log.',
  },
  {
    pattern: /\\/gu,
    what: () => 'a backslash',
    hint: 'It was copied out of JSON inside JSON: give the JSON itself with `--purchase-json @<file>`.',
  },
  {
    pattern: /[^\x21-\x7E]/gu,
    what: (found) => `a character that no keyboard writes into a token (${codePoint(found)})`,
    hint: 'A program has replaced something, a hyphen by a dash perhaps: copy it again from where it was first written.',
  },
];

// Nearly every receipt is of this form, and nothing of this form is doubtful but an order id.
const plain = /^[A-Za-z][\w.-]*$/;

/** The first thing that makes a text look unlike a receipt, or undefined. */
export function doubtReceipt(receipt: string): ReceiptDoubt | undefined {
  if (plain.test(receipt) && !receipt.includes('..') && !/^gpa/i.test(receipt)) return undefined;
  const bare = receipt.replace(/^[\s\uFEFF"'`<\u2018-\u201F]+/u, '');
  const other = otherThings.find(({ is }) => is(receipt, bare));
  if (other !== undefined) {
    // Nothing else can have this form: of a token not a part may be repeated.
    const nextCommand = orderId.test(receipt) ? `pvg journal find ${receipt}` : undefined;
    return { says: other.says, hint: `${other.hint} ${force}`, ...(nextCommand && { nextCommand }) };
  }
  // What a token is made of: nothing in it can be foreign.
  if (/^[\w.~:+/=-]+$/.test(receipt) && !receipt.includes('...')) return undefined;
  for (const { pattern, what, more, hint } of foreignTexts()) {
    const places = [...receipt.matchAll(pattern)];
    const [first] = places;
    if (first === undefined) continue;
    const [found] = first;
    // In characters as people count them.
    const at = `${String([...receipt.slice(0, first.index)].length + 1)} of ${String([...receipt].length)}`;
    const others = places.length > 1 ? `, and at ${String(places.length - 1)} more` : '';
    return {
      says: `The receipt has ${what(found)} at character ${at}${more?.(found) ?? ''}${others}.`,
      hint: `${hint} ${force}`,
    };
  }
  return undefined;
}

/** The store's form, of a renewal with its number behind: `GPA.1234-5678-9012-34567..0`. */
const orderId = /^GPA\.\d{4}-\d{4}-\d{4}-\d{5}(?:\.\.\d{1,3})?$/i;

/** What is something else as a whole; `bare`: without what a chat program leaves around a text. */
interface Other {
  readonly is: (receipt: string, bare: string) => boolean;
  readonly says: string;
  readonly hint: string;
}

const beforeSpreadsheet = 'Take the file from before the spreadsheet, or import that column as text.';

const otherThings: readonly Other[] = [
  {
    is: (_, bare) => /^gpa\.[\d-]/i.test(bare),
    says: 'The receipt looks like an order id of the store (GPA.…), not like a purchaseToken.',
    hint: 'This service finds an Android purchase by its purchaseToken only (§2.1, §4.2), a long text in the game’s server log: ask the game’s developers for it. Only the journal of earlier calls knows order ids.',
  },
  {
    is: (receipt, bare) =>
      isJson(receipt) || isJson(bare) || /purchaseToken\\?"|Purchase\. Json: \{/.test(receipt),
    says: 'The receipt is a whole purchase JSON, not the purchaseToken inside it.',
    hint: 'Give the JSON with `--purchase-json @<file>`: it takes package, product and token from it.',
  },
  {
    is: (receipt) => /^[+-]?\d+(?:[.,]\d+)?E[+-]?\d+$/i.test(receipt),
    says: 'The receipt is a number as a spreadsheet shortens it, and most of its digits are lost.',
    hint: beforeSpreadsheet,
  },
  {
    is: (receipt) => /^#(?:[A-Z]+[/0-9A-Z]*[?!]|N\/A|#+)$/i.test(receipt),
    says: 'The receipt is an error of a spreadsheet, which took the token for a formula.',
    hint: beforeSpreadsheet,
  },
  {
    is: (_, bare) => /^https?:\/\//i.test(bare),
    says: 'The receipt is a web address, not a purchaseToken.',
    hint: 'Ask the game for the token: its server log has what it would send.',
  },
  {
    is: (_, bare) => /^purchase_?token\s*[:=]/i.test(bare),
    says: 'The receipt begins with the name of the member, not with the token.',
    hint: 'Leave out `purchaseToken` and what follows it, up to the token itself.',
  },
];

/** @throws {PvgError} `receipt-doubtful`; `usage` for an empty one, which no --force sends (§2.1: required). */
export function checkReceipt(receipt: string, forced: boolean): void {
  if (receipt === '') {
    throw new PvgError('usage', '--receipt is empty.', {
      hint: 'Give the receipt as text, `@<file>` or `-`; where a command shows "$RECEIPT", put it there.',
      section: '§2.1',
    });
  }
  const doubt = forced ? undefined : doubtReceipt(receipt);
  if (doubt === undefined) return;
  const { says, ...wayOn } = doubt;
  throw new PvgError('receipt-doubtful', says, { ...wayOn, section: '§2.1' });
}

/**
 * Product and package are names of the store: white space or an invisible character at an end of one was pasted with
 * it. @throws {PvgError} `receipt-doubtful`
 */
export function checkName(option: string, name: string | undefined, forced: boolean): void {
  if (!forced && name !== undefined && looksLikeToken(name)) {
    throw new PvgError('receipt-doubtful', `${option} looks like a purchaseToken, not like a name.`, {
      hint: `The token belongs to \`--receipt\`. ${force}`,
      section: '§2.1',
    });
  }
  // The classes of Unicode take longer to load than most look-ups take to send.
  if (name === undefined || (isPlainText(name) && name.trim() === name)) return;
  const [, ahead, behind] = /^([\s\p{Cc}\p{Cf}]?).*?([\s\p{Cc}\p{Cf}]?)$/su.exec(name) ?? [];
  if (forced || (!ahead && !behind)) return;
  throw new PvgError(
    'receipt-doubtful',
    `${option} ${ahead ? 'begins' : 'ends'} with white space or an invisible character (${codePoint((ahead || behind) ?? '')}).`,
    { hint: `Copy it again without. ${force}`, section: '§2.1' },
  );
}

function isJson(text: string): boolean {
  if (!/^\s*[{[]/.test(text)) return false;
  const json = jsonIn(text.replace(/^\uFEFF/, ''));
  return json instanceof JsonObject || Array.isArray(json);
}
