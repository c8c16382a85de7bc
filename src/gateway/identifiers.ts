import { once } from '../contract/answer.js';
import { JsonNumber, JsonObject, type Json } from '../text/json/json.js';
import type { Asked } from './request.js';
import { isOrderAskedFor } from './same-order.js';

/** The store's order id, and the numbers by which the operator finds a record (§2.2, §2.4); digits as they came. */
export interface PurchaseIdentifiers {
  readonly orderId: string | null;
  /** `purchase_state` (§2.3). */
  readonly purchaseState: string | null;
  readonly operator: {
    readonly tx_mgmt_id: string | null;
    readonly game_id: string | null;
    readonly current_state: string | null;
    readonly last_error_code: string | null;
  } | null;
}

/** Of the answer to a verify or a look-up. Of several transactions the first for the product and the order asked for counts. */
export function identifiersIn(answer: Json, asked: Asked): PurchaseIdentifiers {
  if (!(answer instanceof JsonObject)) return { orderId: null, purchaseState: null, operator: null };
  const transactions = once(answer, 'transactions');
  const all = Array.isArray(transactions) ? transactions : [];
  const ofProduct = all.filter((each) => once(objectIn(each), 'product_id') === asked.productId);
  const transaction = ofProduct.find((each) => isOrderAskedFor(each, asked)) ?? ofProduct[0] ?? all[0];
  const record = objectIn(once(objectIn(transaction), 'gateway'));
  const gameId = word(once(answer, 'game_id'));
  return {
    orderId:
      word(once(objectIn(transaction), 'order_id')) ??
      word(once(answer, 'order_id')) ??
      word(once(objectIn(once(answer, 'receipt_info')), 'order_id')) ??
      word(once(answer, 'transaction_id')),
    purchaseState: word(once(objectIn(transaction), 'purchase_state')),
    operator:
      record === undefined && gameId === null
        ? null
        : {
            tx_mgmt_id: word(once(record, 'tx_mgmt_id')),
            game_id: gameId,
            current_state: word(once(record, 'current_state')),
            last_error_code: word(once(record, 'last_error_code')),
          },
  };
}

const objectIn = (value: Json | undefined): JsonObject | undefined =>
  value instanceof JsonObject ? value : undefined;

const word = (value: Json | undefined): string | null => {
  if (value instanceof JsonNumber) return value.source;
  return typeof value === 'string' && value !== '' ? value : null;
};
