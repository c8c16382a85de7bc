import { type Json, readMember } from '../text/json/json.js';
import type { Outcome } from './outcome.js';

/** Why a verify on prod is not sent. */
export type GuardReason =
  'look-up-failed' | 'already-recorded' | 'other-purchase' | 'would-be-rejected' | 'unconfirmed';

/**
 * Rule 1 of the command line, pvg's own policy: what stops a verify on prod. undefined: it may be sent.
 * `lookup`: what the look-up before it said; undefined if none is possible (iOS, a body without the fields).
 */
export function guardVerify(
  lookup: Outcome | undefined,
  isConfirmed: boolean,
): GuardReason | undefined {
  if (lookup === undefined) return isConfirmed ? undefined : 'unconfirmed';
  const { exit } = lookup;
  if (exit !== 0 && exit !== 6) return 'look-up-failed';
  if (hasRecord(lookup.answer)) return 'already-recorded';
  // A verify would record the purchase of another ticket.
  const isOtherPurchase = lookup.anomalies.some(
    ({ id }) => id === 'other-order' || id === 'other-product',
  );
  if (isConfirmed && !isOtherPurchase) return undefined;
  if (['not-confirmed', 'rejected', 'pending', 'cancelled'].includes(lookup.kind)) {
    return 'would-be-rejected';
  }
  return isOtherPurchase ? 'other-purchase' : 'unconfirmed';
}

/** Whether the gateway has a verify of any purchase found on record, whatever its verdict. */
function hasRecord(answer: Json): boolean {
  const transactions = readMember(answer, 'transactions');
  const elements: readonly Json[] = Array.isArray(transactions) ? transactions : [];
  return elements.some(
    (transaction) => readMember(readMember(transaction, 'gateway'), 'found') === true,
  );
}
