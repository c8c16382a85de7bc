import { JsonNumber, JsonObject, type Json } from '../text/json/json.js';
import type { Outcome } from './outcome.js';
import { once } from './read.js';

/** The store's order id, and the numbers by which the operator finds a record (§2.2, §2.4); digits as they came. */
interface PurchaseIdentifiers {
  readonly order_id: string | null;
  /** §2.3. */
  readonly purchase_state: string | null;
  readonly operator: {
    readonly tx_mgmt_id: string | null;
    readonly game_id: string | null;
    readonly current_state: string | null;
    readonly last_error_code: string | null;
  } | null;
}

/** Of the answer to a verify or a look-up. */
export function identifiersIn(
  outcome: Pick<Outcome, 'answer'> & { readonly about?: Json },
): PurchaseIdentifiers {
  const { answer, about } = outcome;
  const record = once(about, 'gateway');
  const gameId = word(once(answer, 'game_id'));
  return {
    order_id:
      word(once(about, 'order_id')) ??
      word(once(answer, 'order_id')) ??
      word(once(once(answer, 'receipt_info'), 'order_id')) ??
      word(once(answer, 'transaction_id')),
    purchase_state: word(once(about, 'purchase_state')),
    operator:
      gameId === null && !(record instanceof JsonObject)
        ? null
        : {
            tx_mgmt_id: word(once(record, 'tx_mgmt_id')),
            game_id: gameId,
            current_state: word(once(record, 'current_state')),
            last_error_code: word(once(record, 'last_error_code')),
          },
  };
}

const word = (value: Json | undefined): string | null => {
  if (value instanceof JsonNumber) return value.source;
  return typeof value === 'string' && value !== '' ? value : null;
};
