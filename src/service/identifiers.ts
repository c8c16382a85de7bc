import { JsonNumber, type Json } from '../text/json/json.js';
import type { Outcome } from './outcome.js';
import { uniqueMember } from './read.js';

/** Of a verify or a look-up: order id and state, as they came (§2.2, §2.3). */
export function identifiersIn({
  answer,
  about,
}: Pick<Outcome, 'answer'> & { readonly about?: Json }) {
  return {
    order_id:
      wordIn(about, 'order_id') ??
      wordIn(answer, 'order_id') ??
      wordIn(uniqueMember(answer, 'receipt_info'), 'order_id') ??
      wordIn(answer, 'transaction_id'),
    purchase_state: wordIn(about, 'purchase_state'),
  };
}

const wordIn = (object: Json | undefined, name: string): string | null => {
  const value = uniqueMember(object, name);
  if (value instanceof JsonNumber) return value.source;
  return typeof value === 'string' && value !== '' ? value : null;
};
