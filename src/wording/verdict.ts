import type { Environment } from '../contract/environments.js';
import { lookupKinds, type Outcome } from '../service/outcome.js';
import type { VerdictId } from '../service/policy.js';
import { codeWords } from './code-words.js';
import { storeStatus } from './answer-details.js';
import { isVerdict, verdictWords } from './verdict-words.js';
import type { Verdict } from './description.js';

export function verdictById(id: VerdictId): Verdict {
  return { id, ...verdictWords[id] };
}

/** What the answer means for the person asking; null if it is no answer about the purchase or the player. */
export function describeVerdict(outcome: Outcome): Verdict | null {
  const { kind, operation, code, anomalies } = outcome;
  if (kind === 'rejected') return rejectedVerdict(code);
  if (!isVerdict(kind)) return null;
  const verdict = verdictById(kind);
  // The store did not let the gateway in (§2.4).
  if (/^40[13]$/.test(storeStatus(outcome))) return { ...verdict, ...storeAccessRefused };
  if (kind === 'verified-doubtful' && isOnlyWithoutId(anomalies)) {
    return { ...verdict, ...withoutTransactionId };
  }
  const isOtherOrder = anomalies.some(({ id }) => id === 'other-order');
  return operation === 'lookup' && isOtherOrder ? { ...verdict, ...wrongReceipt } : verdict;
}

function rejectedVerdict(code: string | undefined): Verdict {
  const says = 'The gateway does not confirm this purchase.';
  const verdict = { ...verdictById('not-confirmed'), says };
  // One of its listed causes is the operator's.
  return code === 'VERIFICATION_FAILED' ? { ...verdict, who: codeWords(code).who } : verdict;
}

const storeAccessRefused = {
  says: 'The store refused the gateway’s credentials, so it gave no result for this purchase.',
  who: 'the operator',
  next: 'The operator must fix the store’s credentials of this game; waiting does not help.',
} as const;

/** Whether nothing but the transaction id makes a success doubtful (§7.1). */
const isOnlyWithoutId = (anomalies: Outcome['anomalies']): boolean =>
  anomalies.some(({ field }) => field === 'transaction_id') &&
  !anomalies.some(
    ({ id, field }) =>
      id === 'other-order' ||
      field === 'receipt_info.purchase_state' ||
      (id === 'contradictory' && field === 'receipt_info.order_id'),
  );

const withoutTransactionId = {
  says: 'The gateway has now recorded the purchase, but its answer has no transaction id.',
  not: 'Do not grant: without a transaction id the game cannot see whether it has delivered this purchase before.',
  next: 'Show the operator the whole answer.',
} as const;

/** Who acts on an answer about another order. */
const wrongReceipt = {
  who: 'you',
  not: 'Do not act on what is said here: it is about the other order.',
  next: 'Get the receipt of the order in the ticket, and look that up.',
} as const;

/** Said under every verdict that a purchase is paid: no look-up covers what happened to the money afterwards (§1.1, §6). */
export const refundCaveat =
  'A look-up shows neither refunds nor chargebacks: the store’s own reports do.';

export function caveatOf(verdictId = ''): string | undefined {
  const isPaid = lookupKinds.some((kind) => kind === verdictId && kind.startsWith('paid-'));
  return isPaid ? refundCaveat : undefined;
}

export function sectionsOfVerdict(id = ''): readonly string[] {
  return isVerdict(id) ? (verdictById(id).sections ?? []) : [];
}

/** The first question about a purchase that a test environment does not confirm. */
export function environmentQuestion(
  environment: Environment,
  isLocal: boolean,
): string | undefined {
  if (environment === 'prod') return undefined;
  return isLocal
    ? 'Is this the right environment? `local` is the emulator on this computer: it knows its demo purchases only. A real purchase needs a profile of your game: `pvg profile list`.'
    : 'Is this the right environment? This is dev. A purchase from the live game needs a prod profile: `pvg profile list`.';
}
