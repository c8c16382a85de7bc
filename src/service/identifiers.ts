import { JsonNumber, type Json } from '../text/json/json.js';
import type { Outcome } from './outcome.js';
import { uniqueMember } from './read.js';

interface Identifiers {
  readonly order_id: string | null;
  readonly purchase_state: string | null;
}

/** The order id and the state in the answer to a verify or a look-up, as they came (§2.2, §2.3). */
export function identifiersIn({
  answer,
  judgedPart,
}: Pick<Outcome, 'answer' | 'judgedPart'>): Identifiers {
  return {
    order_id:
      textOrDigits(judgedPart, 'order_id') ??
      textOrDigits(answer, 'order_id') ??
      textOrDigits(uniqueMember(answer, 'receipt_info'), 'order_id') ??
      textOrDigits(answer, 'transaction_id'),
    purchase_state: textOrDigits(judgedPart, 'purchase_state'),
  };
}

function textOrDigits(object: Json | undefined, member: string): string | null {
  const value = uniqueMember(object, member);
  if (value instanceof JsonNumber) return value.source;
  return typeof value === 'string' && value !== '' ? value : null;
}
