import type { Environment } from '../contract/environments.js';
import { lookupKinds, type Outcome } from '../service/outcome.js';
import { isStoreClosed, type VerdictId } from '../service/policy.js';
import { isAmong } from '../text/is-among.js';
import { unreadOrderOf } from '../service/subject.js';
import { nonEmptyTexts } from '../text/sentences.js';
import { codeWords } from './code-words.js';
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
  if (isStoreClosed(outcome)) return { ...verdict, ...storeAccessRefused };
  if (kind === 'verified-doubtful' && isOnlyWithoutId(anomalies)) {
    return { ...verdict, ...withoutTransactionId };
  }
  const isOtherOrder = anomalies.some(({ id }) => id === 'other-order');
  if (operation !== 'lookup') return verdict;
  if (isOtherOrder) return { ...verdict, ...wrongReceipt };
  return unreadOrderOf(outcome) === undefined ? verdict : { ...verdict, ...orderToRead };
}

function rejectedVerdict(code: string | undefined): Verdict {
  const says = 'The gateway does not confirm this purchase.';
  const verdict = { ...verdictById('not-confirmed'), says };
  // For one of the listed causes of VERIFICATION_FAILED the operator has to act, so `who` comes from the words of the code.
  return code === 'VERIFICATION_FAILED' ? { ...verdict, who: codeWords(code).who } : verdict;
}

export const storeAccessRefused = {
  says: 'The store refused the gateway’s credentials, so it gave no result for this purchase.',
  who: 'the operator',
  next: 'The operator must fix the store’s credentials of this game; waiting does not help.',
} as const;

/** Whether a success is doubtful only because its transaction id is missing or unusable (§7.1), and not also because of another order, an unpaid state or two order ids that differ. */
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

/** All sentences that a line of the journal with this verdict may have as its `not`: that of the verdict, and those that may replace it. */
export function bansOfVerdict(id: string): readonly string[] {
  const { not } = isVerdict(id) ? verdictById(id) : {};
  const replacements = [wrongReceipt, orderToRead, orderToChoose, withoutTransactionId];
  return nonEmptyTexts(...replacements.map((words) => words.not), not);
}

/** Who acts on an answer about another order. */
const wrongReceipt = {
  who: 'you',
  not: 'Do not act on what is said here: it is about the other order.',
  next: 'Get the receipt of the order in the ticket, and look that up.',
} as const;

/** Who acts on an answer whose order nobody could compare with the ticket. */
const orderToRead = {
  who: 'you',
  not: 'Do not act on what is said here before you have compared the order ids.',
  next: 'Read the order id in the ticket again, or ask the player for it as text. Then look up again with it.',
} as const;

/** Who acts on an answer about one of several orders that a ticket names. */
export const orderToChoose = {
  who: 'you',
  not: 'Do not act on what is said here before you know which order the ticket is about.',
  next: 'If it is about the order of this answer, look that up again with its order id. If it is about the other one, get the receipt of that order and look it up.',
} as const;

/** Shown with every verdict that a purchase is paid, because a look-up does not show what happened to the money afterwards (§1.1, §6). */
export const refundCaveat =
  'A look-up shows neither refunds nor chargebacks: the store’s own reports do.';

export function caveatOf(verdictId = ''): string | undefined {
  const isPaid = isAmong(lookupKinds, verdictId) && verdictId.startsWith('paid-');
  return isPaid ? refundCaveat : undefined;
}

export function sectionsOfVerdict(id = ''): readonly string[] {
  return isVerdict(id) ? (verdictById(id).sections ?? []) : [];
}

/** The question whether the environment is right, for a purchase that was not confirmed; undefined on prod. */
export function environmentQuestion(
  environment: Environment,
  isLocal: boolean,
): string | undefined {
  if (environment === 'prod') return undefined;
  return isLocal
    ? 'Is this the right environment? `local` is the emulator on this computer: it knows its demo purchases only. A real purchase needs a profile of your game: `pvg profile list`.'
    : 'Is this the right environment? This is dev. A purchase from the live game needs a prod profile.';
}

/** What an answer means for the person asking, who acts next, and what not to do. */
export const verdictWords = {
  'paid-and-recorded': {
    says: 'Paid at the store, and recorded by the gateway for this game.',
    who: 'the game’s developers, if the player did not get the item',
    not: 'Do not grant the item before they have checked.',
    next: 'The gateway has a verify call on record. The developers check in their own records whether the item was delivered.',
  },
  'paid-recorded-with-error': {
    says: 'Paid at the store; the gateway recorded it for this game, with an error.',
    who: 'the game’s developers',
    not: 'Do not grant on this answer alone: it does not show how the recorded verify ended.',
    next: 'They look at the recorded error, and check in their own records whether the item was delivered.',
    sections: ['§3'],
  },
  'paid-never-received': {
    says: 'Paid at the store, but the gateway has no verify on record.',
    who: 'the game’s developers',
    not: 'Do not verify from here: the game’s own verify would then get HTTP 409, and the game must not grant.',
    next: 'The game must send its own verify, and grant only if that succeeds.',
    sections: ['§3.1', '§7.1'],
  },
  'paid-recorded-elsewhere': {
    says: 'Paid at the store; the gateway recorded it, but not for this game.',
    who: 'the game’s developers and the operator',
    not: 'Do not grant.',
    next: 'The developers check which client id their server used. The operator can look at the gateway’s record.',
  },
  pending: {
    says: 'The payment is pending at the store: not paid yet.',
    who: 'the player, if they have not paid yet; if they say that they have, you, later',
    not: 'Do not grant.',
    next: 'Look up the purchase again later. While the store shows it as pending, only the store’s support can say why.',
  },
  cancelled: {
    says: 'The store reports this purchase as cancelled.',
    who: 'nobody',
    not: 'Do not grant.',
    next: 'This answer does not say whether money was returned: see the store’s own reports.',
    sections: ['§1.1'],
  },
  'cancelled-after-recorded': {
    says: 'The store reports this purchase as cancelled, and the gateway has a verify of it on record.',
    who: 'the game’s developers',
    not: 'Do not grant it now.',
    next: 'They check whether the item was granted before the purchase was cancelled. This answer does not say when it was cancelled, or whether money was returned: see the store’s own reports.',
    sections: ['§1.1'],
  },
  'store-unavailable': {
    says: 'The store gave no result for this purchase.',
    who: 'you, later',
    not: 'Do not grant or refuse on this answer: it says nothing about the purchase.',
    next: 'Look up the purchase again in a few minutes. If that still fails after an hour, tell the operator.',
  },
  'not-confirmed': {
    says: 'The store does not confirm this purchase.',
    who: 'you, with the game’s developers',
    not: 'Do not grant.',
    next: 'Check that receipt, product and package belong to the same purchase, and that the receipt is complete.',
  },
  unknown: {
    says: 'The answer does not say enough to judge this purchase.',
    who: 'the operator',
    not: 'Do not act on this answer alone.',
    next: 'Show the operator the whole answer, and what is unusual in it.',
  },
  verified: {
    says: 'The store confirms the purchase, and the gateway has now recorded it.',
    who: 'the game’s developers',
    not: 'Do not grant it twice.',
    next: 'Tell them about this verify: the game’s own verify of this receipt now gets HTTP 409, on which it must not grant. They check whether the item was delivered, and grant it only if it was not.',
    sections: ['§3.1', '§7.1'],
  },
  'verified-other-product': {
    says: 'The store confirms a purchase, and the gateway has now recorded it, but for a different product from the one asked for.',
    who: 'the game’s developers and the operator',
    not: 'Do not grant the product that was asked for.',
    next: 'They find out which product was bought.',
  },
  'verified-doubtful': {
    says: 'The gateway has now recorded a purchase, but its answer contradicts itself or what was asked for.',
    who: 'the operator',
    not: 'Do not grant.',
    next: 'Show the operator the whole answer, and what is unusual in it.',
    sections: ['§7.1'],
  },
  'already-verified': {
    says: 'The gateway has verified this receipt before.',
    who: 'the game’s developers',
    not: 'Do not grant it again.',
    next: 'Check in the game’s own records whether the item was delivered.',
  },
  completed: {
    says: 'Yes: the player has completed verification.',
    who: 'the game’s developers, if the player misses a bonus for it or if the game still asks for it; else nobody',
    next: 'The game’s app may skip the SDK’s verification screen. This answer is final: a yes never becomes a no. It does not say what the game gave for it: the developers check that in their own records.',
    sections: ['§2.6', '§3.2'],
  },
  'not-completed': {
    says: 'No record of completed verification for this username.',
    who: 'you, then the player',
    next: 'Check the name first: the contract shows the same answer for a misspelt or unknown one. If it is right, the game opens the SDK’s verification screen with a fresh token. Check again afterwards: pvg does not store a “no”.',
    sections: ['§2.6', '§3.3'],
  },
} as const satisfies Record<VerdictId, Omit<Verdict, 'id'>>;

export function isVerdict(kind: string): kind is VerdictId {
  return Object.hasOwn(verdictWords, kind);
}
