import { looksLikeToken } from '../contract/purchase-token.js';
import { PvgError } from '../failure.js';
import { JsonObject } from '../text/json/json.js';
import { jsonIn } from '../text/json/parse.js';
import { optionWords, shellLine, shellWord } from '../text/shell.js';
import { codePoint, refuseHidden } from './hidden.js';
import { isProse, orderIdIn, otherThing, type WayOn } from './pasted/named.js';

/** Why a text is probably not a receipt, and what to do. A receipt is opaque (§2.1), so nothing is repaired. */
interface ReceiptDoubt {
  readonly says: string;
  readonly hint: string;
  readonly nextCommand?: string | undefined;
}

const force = 'To send it anyway, add `--force`.';
const ask = 'Ask the game’s developers for the receipt. It is in the game’s server log.';
const again = 'Copy the receipt again, in one piece, from the game’s server log.';

const doubt = (says: string, hint: string, nextCommand?: string): ReceiptDoubt => ({
  says,
  hint: `${hint} ${force}`,
  nextCommand,
});

const hints: Readonly<Record<Exclude<WayOn, 'order' | 'apple'>, string>> = {
  ask,
  name: 'Use `--product-id` for the product and `--package` for the package. Ask the game’s developers for the receipt.',
  again,
  batch: 'Look up one purchase at a time, or all of them: `pvg batch <file>`.',
};

const orderHint = (ticket: string | undefined): string =>
  `An order id cannot be looked up at the gateway. Find earlier calls with \`pvg journal find <order id>\`. Ask the game’s developers for the receipt (the purchase token); meanwhile \`pvg reply <language> --for need-receipt${ticket === undefined ? '' : ` --case ${shellWord(ticket)}`}\` prints a reply for the player.`;

const appleHint =
  'pvg cannot look up an iOS purchase: the contract does not show how. Ask the operator about it. The command below prints a reply for the player.';

export const replyForIos = (ticket: string | undefined): string =>
  shellLine(['pvg', 'reply', 'en', '--for', 'ios', ...optionWords({ '--case': ticket })]);

/** What a purchase token does not contain. */
const foreign: readonly (readonly [pattern: RegExp, is: string, hint: string])[] = [
  [/\uFEFF|(?!\s)[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}]/u, 'an invisible character', again],
  [/\s/u, 'white space', again],
  [
    /["'`<>\\]|\.{3}|%[0-9A-Fa-f]{2}|=[0-9A-F]{2}|&(?:[A-Za-z]+|#\d+);|[^\x21-\x7E]/u,
    'an unusual character',
    `It may be a placeholder, or a mail or chat program changed or shortened it. ${again}`,
  ],
];

type Names = [receipt: string, products: readonly (string | undefined)[], packageName: string | undefined];

/** A receipt that is the product or the package of its own purchase. */
export function doubtOwnName(...[receipt, products, packageName]: Names): ReceiptDoubt | undefined {
  const isProduct = products.includes(receipt);
  if (!isProduct && receipt !== packageName) return undefined;
  const [what, option] = isProduct ? ['product', '--product-id'] : ['package', '--package'];
  return doubt(
    `This does not look like a receipt: it is a ${what}.`,
    `Use \`${option}\` for the ${what}. ${ask}`,
  );
}

/** One long word of harmless characters: nothing below doubts it. */
const plainReceipt = /^(?!purchase|.*\.\.)[\w.:-]{24,}$/i;

/** The first thing that makes a text look unlike a receipt, or undefined. */
export function doubtReceipt(receipt: string, ticket?: string): ReceiptDoubt | undefined {
  const other = otherThing(receipt);
  if (other?.way === 'apple')
    return {
      says: `This is ${other.is}, not a receipt of the Android store.`,
      hint: appleHint,
      nextCommand: replyForIos(ticket),
    };
  if (other !== undefined)
    return doubt(
      `This does not look like a receipt: it is ${other.is}.`,
      other.way === 'order' ? orderHint(ticket) : hints[other.way],
      other.orderId && `pvg journal find ${other.orderId}`,
    );
  if (plainReceipt.test(receipt)) return undefined;
  return isProse(receipt) ? noReceiptIn(receipt) : (doubtWrapped(receipt) ?? doubtCharacters(receipt));
}

function shown(found: string): string {
  if (/[\r\n]/.test(found)) return ' (a line break)';
  if (/^[!-~]$/.test(found)) return ` (${found})`;
  return /^[ -~]/.test(found) ? '' : ` (${codePoint(found)})`;
}

function doubtCharacters(receipt: string): ReceiptDoubt | undefined {
  for (const [pattern, is, hint] of foreign) {
    const found = pattern.exec(receipt);
    if (found === null) continue;
    // In characters as people count them.
    const at = `${[...receipt.slice(0, found.index)].length + 1} of ${[...receipt].length}`;
    return doubt(`The receipt has ${is}${shown(found[0])} at character ${at}.`, hint);
  }
  return undefined;
}

/** A mail that the player wrote, for example. */
function noReceiptIn(text: string): ReceiptDoubt {
  const orderId = orderIdIn(text);
  const hasOrder = 'The text has an order id: the command below finds earlier calls with it.';
  return doubt(
    'This text has no receipt in it.',
    `A receipt is one long word, or a part of the store’s purchase JSON. ${orderId === undefined ? ask : hasOrder}`,
    orderId && `pvg journal find ${orderId}`,
  );
}

/** A receipt with more around it. */
function doubtWrapped(receipt: string): ReceiptDoubt | undefined {
  const bare = receipt.replace(/^[\s\uFEFF"'`<\u2018-\u201F]+/u, '');
  if ([receipt, bare].some(isJson) || /purchaseToken\\?"|Purchase\. Json: \{/.test(receipt))
    return doubt(
      'This does not look like a receipt: it is JSON.',
      'If it is the store’s purchase JSON, use `pvg lookup @<file>` or `--purchase-json @<file>`: pvg reads package, product and receipt from it.',
    );
  if (!/^purchase_?token\s*[:=]/i.test(bare)) return undefined;
  return doubt(
    'The receipt begins with the name `purchaseToken`.',
    'Remove the name and the sign after it, so that only the receipt remains.',
  );
}

function isJson(text: string): boolean {
  const json = /^\s*[{[]/.test(text) ? jsonIn(text) : undefined;
  return json instanceof JsonObject || Array.isArray(json);
}

/** @throws {PvgError} `receipt-doubtful`; `usage` for an empty one, even with --force (§2.1: required). */
export function checkReceipt(receipt: string, forced: boolean, ticket?: string): void {
  if (receipt === '')
    throw new PvgError('usage', '--receipt is empty.', {
      hint: 'Use the receipt itself, `@<file>`, or `-` for standard input. In a command with "$RECEIPT", replace that with the receipt.',
      section: '§2.1',
    });
  if (!forced) refuse(doubtReceipt(receipt, ticket));
}

/** @throws {PvgError} `receipt-doubtful` */
export const refuseOwnName = (...names: Names): void => {
  refuse(doubtOwnName(...names));
};

function refuse(doubted: ReceiptDoubt | undefined): void {
  if (doubted === undefined) return;
  const { says, ...wayOn } = doubted;
  throw new PvgError('receipt-doubtful', says, { ...wayOn, section: '§2.1' });
}

/** Product, package and order id are names from the store. @throws {PvgError} `receipt-doubtful` */
export function checkName(option: string, name: string | undefined, forced: boolean): void {
  if (forced || name === undefined) return;
  if (looksLikeToken(name))
    refuse(doubt(`${option} looks like a receipt, not like a name.`, 'Use `--receipt` for the receipt.'));
  if (/^["'`\u00AB\u2018-\u201F\u2039]|["'`\u00BB\u2018-\u201F\u203A]$/.test(name))
    refuse(doubt(`${option} has quotation marks around it.`, 'Use only the text between them.'));
  refuseHidden(option, name);
}
