import type { FailureCode } from '../failure.js';
import type { severalAnswers, Situation } from '../support/replies/situations.js';
import type { verdictWords } from '../wording/verdict.js';

/** Names of outcomes, replies and questions as people of a support desk say them. Ids are for programs. */

type NamedOutcome = keyof typeof verdictWords | Situation | typeof severalAnswers | FailureOfPaste;

/** The failures with which a pasted text is not sent. For a paste, `not-shown` is always an iOS purchase. */
type FailureOfPaste = Extract<FailureCode, 'input-unreadable' | 'receipt-doubtful' | 'not-shown'>;

export const outcomeNames: Readonly<Record<NamedOutcome, string>> = {
  // Verdicts
  'paid-and-recorded': 'Paid and recorded',
  'paid-recorded-with-error': 'Paid, recorded with an error',
  'paid-never-received': 'Paid, no verify on record',
  'paid-recorded-elsewhere': 'Paid, not recorded for this game',
  pending: 'Payment pending: not paid yet',
  cancelled: 'Cancelled',
  'cancelled-after-recorded': 'Cancelled after it was recorded',
  'store-unavailable': 'No result from the store',
  'not-confirmed': 'Not confirmed by the store',
  unknown: 'The answer does not say enough',
  verified: 'Verified from here',
  'verified-other-product': 'Verified from here, for another product',
  'verified-doubtful': 'Verified from here, with a doubtful answer',
  'already-verified': 'Verified before',
  completed: 'Verification completed',
  'not-completed': 'No completed verification known',
  // Situations of replies
  'need-receipt': 'The order number is known, and the receipt is missing',
  'need-order-id': 'The order number is missing, or only in a picture',
  ios: 'It was bought on an iPhone or iPad',
  'service-down': 'The service did not answer, so nothing is known yet',
  refund: 'The player wants the money back',
  chargeback: 'The player writes about a chargeback',
  'paid-twice': 'The player says: paid twice',
  'somebody-else-paid': 'The player says that somebody else paid',
  'other-order': 'The order number and the receipt are of different purchases',
  'need-username': 'The player’s exact name in the game is missing',
  'verification-completed': 'The player has completed verification',
  'verification-not-completed': 'The player has not done the verification yet',
  'verification-not-recorded': 'The player says that it is done, and no check shows it',
  'several-answers': 'All purchases of the ticket',
  // Failures
  'input-unreadable': 'Not sent: the text cannot be read',
  'receipt-doubtful': 'Not sent: the receipt is not whole',
  'not-shown': 'Not sent: an iOS purchase',
};
