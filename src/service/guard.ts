import { type Json, readMember } from '../text/json/json.js';
import type { Outcome } from './outcome.js';

/** Why a verify on prod is not sent. */
export type GuardReason =
  'look-up-failed' | 'already-recorded' | 'other-purchase' | 'would-be-rejected' | 'unconfirmed';

/**
 * Why a verify on prod is not sent; undefined if it may be sent. This is pvg's own policy: a careless verify must not take the
 * item from the player.
 * @param lookup the look-up before the verify; undefined if none is possible (iOS, a body without the fields)
 */
export function guardVerify(
  lookup: Outcome | undefined,
  isConfirmed: boolean,
): GuardReason | undefined {
  if (lookup === undefined) return isConfirmed ? undefined : 'unconfirmed';
  const { exit } = lookup;
  // 0 and 6 are the statuses of an answer about the purchase; 6 does not confirm it.
  if (exit !== 0 && exit !== 6) return 'look-up-failed';
  if (hasRecord(lookup.answer)) return 'already-recorded';
  // The look-up answered about another purchase: a verify would record that one. `--confirm` does not allow it.
  const isOtherPurchase = lookup.anomalies.some(
    ({ id }) => id === 'other-order' || id === 'other-product',
  );
  if (isConfirmed && !isOtherPurchase) return undefined;
  if (['not-confirmed', 'rejected', 'pending', 'cancelled'].includes(lookup.kind)) {
    return 'would-be-rejected';
  }
  return isOtherPurchase ? 'other-purchase' : 'unconfirmed';
}

/** Whether the gateway has a verify of any transaction of the answer on record, whatever the verdict of the look-up is. */
function hasRecord(answer: Json): boolean {
  const transactions = readMember(answer, 'transactions');
  const elements: readonly Json[] = Array.isArray(transactions) ? transactions : [];
  return elements.some(
    (transaction) => readMember(readMember(transaction, 'gateway'), 'found') === true,
  );
}
