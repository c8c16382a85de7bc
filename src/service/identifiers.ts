import { JsonNumber, JsonObject, type Json } from '../text/json/json.js';
import type { Outcome } from './outcome.js';
import { once } from './read.js';

/** Of a verify or a look-up: order id and state, and the operator's numbers of the record (§2.2–2.4), as they came. */
export function identifiersIn({ answer, about }: Pick<Outcome, 'answer'> & { readonly about?: Json }) {
  const record = once(about, 'gateway');
  const gameId = wordIn(answer, 'game_id');
  const operator = {
    tx_mgmt_id: wordIn(record, 'tx_mgmt_id'),
    game_id: gameId,
    current_state: wordIn(record, 'current_state'),
    last_error_code: wordIn(record, 'last_error_code'),
  };
  return {
    order_id:
      wordIn(about, 'order_id') ??
      wordIn(answer, 'order_id') ??
      wordIn(once(answer, 'receipt_info'), 'order_id') ??
      wordIn(answer, 'transaction_id'),
    purchase_state: wordIn(about, 'purchase_state'),
    operator: gameId === null && !(record instanceof JsonObject) ? null : operator,
  };
}

const wordIn = (object: Json | undefined, name: string): string | null => {
  const value = once(object, name);
  if (value instanceof JsonNumber) return value.source;
  return typeof value === 'string' && value !== '' ? value : null;
};
