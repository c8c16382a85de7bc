import { PvgError } from '../failure.js';
import { JsonObject } from '../json/json.js';
import { parseJson } from '../json/parse.js';

/** Why a text is hardly a receipt: each with the way on. A receipt is opaque (§2.1): nothing is repaired. */
export interface ReceiptDoubt {
  readonly says: string;
  readonly hint: string;
}

const force = 'To send it as it is: `--force`.';

/** The first thing that makes a text look unlike a receipt, or undefined. */
export function doubtReceipt(receipt: string): ReceiptDoubt | undefined {
  if (/^\s*gpa\.[\d-]/i.test(receipt)) {
    return {
      says: 'The receipt looks like an order id of the store (GPA.…), not like a purchaseToken.',
      hint: `This service finds an Android purchase by its purchaseToken only (§2.1, §4.2): ask the game for it. ${force}`,
    };
  }
  if (isJsonObject(receipt)) {
    return {
      says: 'The receipt is a whole purchase JSON, not the purchaseToken inside it.',
      hint: `Give the JSON with \`--purchase-json @<file>\`: it takes package, product and token from it. ${force}`,
    };
  }
  const mark = receipt.indexOf('\uFEFF');
  if (mark !== -1) {
    return {
      says: `The receipt has a byte order mark (U+FEFF) at character ${String(mark + 1)} of ${String(receipt.length)}.`,
      hint: `A purchaseToken has none: save the file as UTF-8 without a byte order mark. ${force}`,
    };
  }
  const space = /\s/u.exec(receipt);
  if (space) {
    return {
      says: `The receipt has white space at character ${String(space.index + 1)} of ${String(receipt.length)}.`,
      hint: `A purchaseToken has none: copy it again, in one piece. ${force}`,
    };
  }
  return undefined;
}

/** @throws {PvgError} `receipt-doubtful`; `usage` for an empty one, which no --force sends (§2.1: required). */
export function checkReceipt(receipt: string, forced: boolean): void {
  if (receipt === '') {
    throw new PvgError('usage', '--receipt is empty.', {
      hint: 'Give the receipt as text, `@<file>` or `-`.',
      section: '§2.1',
    });
  }
  const doubt = forced ? undefined : doubtReceipt(receipt);
  if (doubt) throw new PvgError('receipt-doubtful', doubt.says, { hint: doubt.hint, section: '§2.1' });
}

function isJsonObject(text: string): boolean {
  if (!/^\s*\{/.test(text)) return false;
  try {
    return parseJson(text.replace(/^\uFEFF/, '')) instanceof JsonObject;
  } catch {
    return false;
  }
}
