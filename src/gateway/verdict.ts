import { once } from '../contract/answer.js';
import { verdictNamed, type Verdict, type VerdictMeaning } from '../contract/judgement.js';
import { gatewayErrors } from './errors.js';
import { JsonNumber, JsonObject, type Json } from '../text/json/json.js';

export const gameVerifies = 'The game must send its own verify, and grant only if that succeeds.';

/** Said with the verdict of a look-up; before a verify the guard has its own words for it. */
const verifyWarning =
  'Do not verify from here: the game’s own verify would then get HTTP 409, and the game must not grant.';

/** What a look-up's answer means for the person asking, and who acts next: pure, over one transaction. */
export const lookupVerdicts = {
  'paid-and-recorded': {
    says: 'Paid at the store, and recorded by the gateway for this game.',
    who: 'the game’s developers, if the player did not get the item',
    next: 'The gateway has a verify call on record. The developers check in their own records whether the item was delivered.',
    advice: 'none',
    recorded: true,
  },
  'paid-recorded-with-error': {
    says: 'Paid at the store; the gateway recorded it for this game, with an error.',
    who: 'the game’s developers',
    next: 'They look at the recorded error, and check in their own records whether the item was delivered. Do not grant on this answer alone: it does not show how the recorded verify ended.',
    sections: ['§3'],
    advice: 'check',
    recorded: true,
  },
  'paid-never-received': {
    says: 'Paid at the store, but the gateway has no verify on record.',
    who: 'the game’s developers',
    next: `${gameVerifies} ${verifyWarning}`,
    sections: ['§3.1', '§7.1'],
    advice: 'check',
    recorded: false,
  },
  'paid-recorded-elsewhere': {
    says: 'Paid at the store; the gateway recorded it, but not for this game.',
    who: 'the game’s developers and the operator',
    next: 'Do not grant. The developers check which client id their server used. The operator can look at the gateway’s record.',
    advice: 'do-not-grant',
    recorded: true,
  },
  pending: {
    says: 'The payment is pending at the store: not paid yet.',
    who: 'the player, if they have not paid yet',
    next: 'Do not grant. Look up the purchase again later.',
    advice: 'do-not-grant',
  },
  cancelled: {
    says: 'The store reports this purchase as cancelled.',
    who: 'nobody',
    next: 'Do not grant. This answer does not say whether money was returned: see the store’s own reports.',
    sections: ['§1.1'],
    advice: 'do-not-grant',
  },
  'cancelled-after-recorded': {
    says: 'The store reports this purchase as cancelled, and the gateway has a verify of it on record.',
    who: 'the game’s developers',
    next: 'They check whether the item was granted before the purchase was cancelled. Do not grant it now. This answer does not say when it was cancelled, or whether money was returned: see the store’s own reports.',
    sections: ['§1.1'],
    advice: 'check',
    recorded: true,
  },
  'store-unavailable': {
    says: 'The store gave no result for this purchase.',
    who: 'nobody yet',
    next: 'This says nothing about the purchase, so do not grant or refuse on it. Look up the purchase again later.',
    advice: 'retry-later',
  },
  'not-confirmed': {
    says: 'The store does not confirm this purchase.',
    who: 'you, with the game’s developers',
    next: 'Do not grant. Check that receipt, product and package belong to the same purchase, and that the receipt is complete.',
    advice: 'do-not-grant',
  },
  unknown: {
    says: 'The answer does not say enough to judge this purchase.',
    who: 'the operator',
    next: 'Do not act on this answer alone. Show the operator the whole answer, and what is unusual in it.',
    advice: 'check',
  },
} as const satisfies Record<string, LookupMeaning>;

interface LookupMeaning extends VerdictMeaning {
  /** Whether it shows a verify on record; absent if the answer does not say. */
  readonly recorded?: boolean;
}

const { means, who, fix } = gatewayErrors.DUPLICATE_TRANSACTION;

/** What a verify's answer means; a rejected one has the id of a rejected look-up, but its own words. */
export const verifyVerdicts = {
  verified: {
    says: 'The store confirms the purchase, and the gateway has now recorded it.',
    who: 'the game’s developers',
    next: 'Tell them about this verify: the game’s own verify of this receipt now gets HTTP 409, on which it must not grant. They check whether the item was delivered, and grant it once at most.',
    sections: ['§3.1', '§7.1'],
    advice: 'grant',
  },
  // The gateway compares the product with the store's record (§2.1): such an answer contradicts its own check.
  'verified-other-product': {
    says: 'The store confirms a purchase, and the gateway has now recorded it, but for a different product from the one asked for.',
    who: 'the game’s developers and the operator',
    next: 'Do not grant the product that was asked for. They find out which product was bought.',
    advice: 'check',
  },
  'already-verified': { says: means, who, next: fix, advice: 'already-verified' },
} as const satisfies Record<string, VerdictMeaning>;

export type LookupVerdictId = keyof typeof lookupVerdicts;

/** The same object each time, so that a batch prints its JSON only once. */
export const lookupVerdict = (id: LookupVerdictId): Verdict => verdicts[id];

const verdicts = Object.fromEntries(
  Object.entries(lookupVerdicts).map(([id, meaning]) => [id, verdictNamed(id, meaning)]),
) as Readonly<Record<LookupVerdictId, Verdict>>;

/** Whether the verdict of a look-up shows a verify on record; undefined if it does not say. */
export const showsRecord = (id: string | undefined): boolean | undefined =>
  Object.entries<LookupMeaning>(lookupVerdicts).find(([known]) => known === id)?.[1].recorded;

/** The only state of a record that the contract lists (§3). */
export const verifiedState = 'gateway_verified';

export const neverReceivedReason = 'NEVER_RECEIVED_BY_GATEWAY';

/** The verdict on one element of `transactions` (§2.4). A member that is missing or appears twice is not guessed. */
export function verdictOf(transaction: Json | undefined): LookupVerdictId {
  if (!(transaction instanceof JsonObject)) return 'unknown';
  const state = once(transaction, 'purchase_state');
  const number = state instanceof JsonNumber ? state.source : undefined;
  const record = once(transaction, 'gateway');
  const isRecorded = record instanceof JsonObject && once(record, 'found') === true;
  // A purchase that is not paid yet cannot have been verified.
  if (number === '2') return isRecorded ? 'unknown' : 'pending';
  if (number === '1') return isRecorded ? 'cancelled-after-recorded' : 'cancelled';
  return number === '0' ? verdictOfRecord(record) : 'unknown';
}

/** The only reason the contract lists (§2.4); a missing reason contradicts nothing. */
const saysNeverReceived = (record: JsonObject): boolean =>
  !record.has('reason') || once(record, 'reason') === neverReceivedReason;

function verdictOfRecord(record: Json | undefined): LookupVerdictId {
  if (!(record instanceof JsonObject)) return 'unknown';
  const found = once(record, 'found');
  const forThisGame = once(record, 'recorded_for_this_game');
  if (found === false)
    return forThisGame !== true && saysNeverReceived(record) ? 'paid-never-received' : 'unknown';
  if (found !== true || typeof forThisGame !== 'boolean') return 'unknown';
  if (!forThisGame) return 'paid-recorded-elsewhere';
  if (['current_state', 'last_error_code', 'last_error_message'].some((name) => record.count(name) > 1))
    return 'unknown';
  // What another state means is not shown (§3).
  if (record.has('current_state') && record.get('current_state') !== verifiedState) return 'unknown';
  const hasError = ['last_error_code', 'last_error_message'].some(
    (name) => (record.get(name) ?? null) !== null,
  );
  return hasError ? 'paid-recorded-with-error' : 'paid-and-recorded';
}
