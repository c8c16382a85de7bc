import { hasWholeForm } from '../../contract/purchase-token.js';
import { joinWithAnd } from '../../text/sentences.js';
import type { NumberedPurchase } from './numbered.js';

/** Tells of receipts in a text that do not belong to a purchase. */

/**
 * The middle of a store’s token, with all that may belong to it. It has no left border: in an escaped line break before a token,
 * as in `\nabc…`, the `n` would count as a letter of the same word.
 */
const tokenInLine = /[a-z]{16}\.AO-[\w-]{4,}/g;

/** `"receipt": "…"`, `purchase_token=…`: of another store, or of a request that does not say which store. */
const valueUnderReceiptName =
  /(?<!\w)(receipt|purchase[_\s]?token|token)\\*["']?\s*(?:=>|[:=])\s*\\*["']?([\w.~+/-]+)/gi;

/** In characters: a shorter text is a word in the place of a receipt, as in `receipt: none`. */
const fewestCharactersOfReceipt = 20;

/** How many lines a message names: nobody looks up more by hand. */
const mostLines = 10;

/**
 * A sentence about the receipts that do not belong to a purchase; undefined if there are none. A part of a receipt that was
 * read does not count: mail breaks lines and escapes marks, so the text may have only a part of it in one piece.
 */
export function describeLeftOut(
  text: string,
  purchases: readonly Pick<NumberedPurchase, 'receipt'>[],
): string | undefined {
  const receiptsOfPurchases = purchases.map(({ receipt }) => receipt);
  const lines = text.split(/\r?\n/).flatMap((line, index) => {
    const isLeftOut = findReceipts(line).some(
      (receipt) => !receiptsOfPurchases.some(sharesText(receipt)),
    );
    return isLeftOut ? [String(index + 1)] : [];
  });
  if (lines.length === 0) return undefined;
  const isOne = lines.length === 1;
  const shownLines = lines.slice(0, mostLines);
  const lineList = joinWithAnd(lines.length > mostLines ? [...shownLines, 'more'] : shownLines);
  return isOne
    ? `Left out: line ${lineList} has another receipt, which pvg cannot read as a purchase there. Paste it alone to look it up.`
    : `Left out: lines ${lineList} have other receipts, which pvg cannot read as purchases there. Paste each alone to look it up.`;
}

function findReceipts(line: string): readonly string[] {
  const labelledReceipts = [...line.matchAll(valueUnderReceiptName)].flatMap(
    ([, name = '', value = '']) => (isReceipt(name, value) ? [value] : []),
  );
  return [...(line.match(tokenInLine) ?? []), ...labelledReceipts];
}

/** Whether a value is a receipt. The name `token` alone does not show it: other programs have tokens of their own. */
function isReceipt(name: string, value: string): boolean {
  if (hasWholeForm(value)) return true;
  return (
    name.toLowerCase() !== 'token' && value.length >= fewestCharactersOfReceipt && /\d/.test(value)
  );
}

/** Whether a receipt has this text, or the text has the receipt. */
function sharesText(text: string): (receipt: string) => boolean {
  return (receipt) => receipt.includes(text) || text.includes(receipt);
}
