import { isSameOrder } from '../../contract/order-id.js';
import { askForOrderNumber } from '../../input/pasted/reply-command.js';
import { isAmong } from '../../text/is-among.js';
import { replyPhrase } from '../../text/reply-line.js';
import { joinSentences } from '../../text/sentences.js';
import { optionWords, shellLine } from '../../text/shell.js';
import { bansOfVerdict, verdictWords } from '../../wording/verdict.js';
import { entryOutcome, hasProbableOrder, ticketWords } from '../journal/calls.js';
import type { JournalEntry, RemarkEntry, ReplyEntry } from '../journal/entry.js';
import { saysSomethingOfOrder } from '../journal/order-answers.js';
import type { EntryVerdict } from '../journal/entry-answer.js';
import { namedErrorIn } from '../explain/named-error.js';
import { isAboutPlayer, questions } from '../replies/situations.js';
import type { Case } from './case.js';
import type { OpenRefusal } from './open-refusals.js';

/** Who acts next about a ticket, and what not to do. */

export interface Action {
  /** What is known. */
  readonly says: string;
  /** Who acts next. */
  readonly who: string;
  /** What nobody may do; empty where nothing is to be said. */
  readonly not: string;
  readonly next: string;
  /** The action is about an order id that was read from a picture, and that nobody has confirmed. */
  readonly isProbable?: true;
}

const notLookedUp = 'Do not grant: nothing was looked up.';

/** What is left to do about two payments, once both were looked up. */
export const comparePayments = 'The developers compare them with the items that they granted.';

/** The action for each situation: its key is the id of the reply that fits. The store and the bank decide about the money (§1.1, §6). */
const actions: Readonly<Record<string, Action>> = {
  'need-receipt': {
    says: 'The order id is known, and the receipt is missing.',
    who: 'you, then the game’s developers',
    not: notLookedUp,
    next: 'Ask the developers for the receipt of this order: it is in the game’s server log. Then look it up.',
  },
  'need-order-id': {
    says: 'Neither a receipt nor an order id is known.',
    who: 'you, then the player',
    not: notLookedUp,
    next: askForOrderNumber,
  },
  ios: {
    says: 'It is an iOS purchase, which pvg cannot look up.',
    who: 'you, then the operator',
    not: notLookedUp,
    next: 'Give the operator the order number of Apple’s e-mail to the player. If it is not known, ask the player for it.',
  },
  'need-username': {
    says: 'The exact name of the player in the game is not known.',
    who: 'you, then the player',
    not: 'Do not tell the player a result: nothing was checked for this name.',
    next: 'Ask the player for the exact name in the game, as text. Then check it.',
  },
  'verification-not-recorded': {
    says: 'No completed verification is known for the name that was checked, and the player says that it is done.',
    who: 'you, then the player',
    not: 'Do not tell the player that it is done: no check shows that.',
    next: 'Ask the player for the exact name in the game, as text. Then check it.',
  },
  'service-down': {
    says: 'The service or the connection failed, so nothing is known yet.',
    who: 'you, later',
    not: 'Do not grant or refuse on this: it says nothing about the purchase.',
    next: 'Look up the purchase again.',
  },
  refund: {
    says: 'The player asks about a refund.',
    who: 'the player, with the store’s support',
    not: 'Do not promise a refund: the store decides.',
    next: 'A look-up shows no refunds. Whoever gets the store’s own reports checks whether the order is in them.',
  },
  chargeback: {
    says: 'The player writes about a chargeback. It is not known whether the payment was taken back.',
    who: 'you, with whoever gets the store’s own reports',
    not: 'Do not grant the item, and promise no money: the store or the bank decides.',
    next: 'A look-up shows no chargebacks. Ask them whether the order is in these reports.',
  },
  'paid-twice': {
    says: 'The player says that they paid twice.',
    who: 'the game’s developers',
    not: 'Do not grant before they have compared both orders.',
    next: `Look up each of the two orders. ${comparePayments}`,
  },
  'somebody-else-paid': {
    says: 'The player says that somebody else paid: a gift, or a member of the family.',
    who: 'the player, then the game’s developers',
    not: 'Do not grant before the character is known and checked.',
    next: 'The player names the character that the purchase is for. The developers check it.',
  },
  'other-order': {
    says: 'The order id and the receipt belong to different purchases.',
    who: 'you, then the player',
    not: 'Do not grant: it is not clear which purchase the ticket is about.',
    next: 'Ask the player which purchase is meant. Then look that up.',
  },
};

/** What to do about a paste that names the product of a purchase, but has neither its whole receipt nor its order id. */
const withoutWholeReceipt: Action = {
  says: 'The purchase is named, and its whole receipt and its order id are missing.',
  who: 'you, then the game’s developers',
  not: notLookedUp,
  next: 'Ask the developers for the whole receipt, and look it up. If they need the order number for that, ask the player for it.',
};

/** What to do about an order that was looked up, but not for this ticket: the same page shows that look-up further below. */
function buildElsewhereAction({ orderId, refusal }: OpenRefusal, call: JournalEntry): Action {
  const { case: caseId } = refusal;
  const options = optionWords({ '--order-id': orderId, '--case': caseId });
  return {
    says: `This order was looked up ${ticketWords(call)}.`,
    who: 'you',
    not: 'Do not ask for the receipt again before you have read that answer.',
    next: `Read it below, among the other calls. The reply by it: \`pvg reply <language> ${shellLine(options)}\`.`,
  };
}

const lookUpAgain: Action = {
  says: 'Nothing was looked up yet.',
  who: 'you',
  not: 'Do not grant on what is here.',
  next: 'Look up the purchase again, with what the refusal below asks for.',
};

export const nothingKnown: Action = {
  ...lookUpAgain,
  next: 'Ask the game’s developers for the receipt, and look it up.',
};

/**
 * What comes next for an order of a refused paste. It follows from the first of these that there is: a look-up for another
 * ticket, a reply that was printed after the refusal, the refusal itself. A reply to a question of the player does not count:
 * the question has its own section, and the order still waits for its look-up. A reply about the player says nothing about a
 * purchase, nor the other way round.
 */
export function chooseOpenAction(open: OpenRefusal, supportCase: Case): Action {
  const { replies, callsOfOtherCases, orderAnswers } = supportCase;
  const { orderId, refusal } = open;
  const later = replies.filter(
    ({ at: repliedAt, situation }) =>
      repliedAt >= refusal.at &&
      !isAmong(questions, situation) &&
      isAboutPlayer(situation ?? '') === isAboutPlayer(refusal.situation ?? ''),
  );
  const elsewhere = callsOfOtherCases.findLast(
    (call) => orderId !== null && saysSomethingOfOrder(call, orderId),
  );
  if (refusal.situation === 'need-receipt' && orderId !== null && elsewhere !== undefined) {
    // A reply about another order of the same ticket says nothing about this one.
    const reply = later.findLast((each) => namesOrder(each, orderId));
    const actionOfReply = findVerdictAction(reply?.situation);
    if (actionOfReply === undefined) return buildElsewhereAction(open, elsewhere);
    return findAnswerAction(orderId, orderAnswers) ?? actionOfReply;
  }
  const reply = later.findLast((each) => {
    // A paste without an order id may be what any later reply of the ticket is about.
    if (orderId === null) return true;
    // `need-order-id` asks for an order number, so it is about no order that is known already.
    if (each.situation === 'need-order-id') return false;
    return each.order_ids.length === 0 || namesOrder(each, orderId);
  });
  const actionOfReply = findSituationAction(reply?.situation);
  // The reply that the refusal led to asks for less than is known: the product leads the developers to the receipt.
  const asksForOrderOfKnownProduct =
    namesPurchase(refusal) && reply?.situation === refusal.situation;
  if (actionOfReply !== undefined && !asksForOrderOfKnownProduct) {
    const isAsking = isAmong(situationsWithoutReceipt, reply?.situation);
    return isAsking ? withNamedError(actionOfReply, refusal) : actionOfReply;
  }
  const isProbable = orderId !== null && hasProbableOrder(refusal);
  return isProbable ? buildProbableOrderAction(open) : findRefusalAction(refusal);
}

/** The order id was read from a picture, so whoever sees the picture, or the player, has to confirm it. */
function buildProbableOrderAction({ orderId, refusal: { case: caseId } }: OpenRefusal): Action {
  const replyCommand = (words: Readonly<Record<string, string | null>>): string =>
    replyPhrase([], optionWords({ ...words, '--case': caseId }));
  const orderKnownReply = replyCommand({ '--for': 'need-receipt', '--order-id': orderId });
  return {
    says: 'A probable order id is known, read from a picture: it is not confirmed yet.',
    who: 'you, then the player',
    not: notLookedUp,
    isProbable: true,
    next: `Compare it with the picture. If it is right, ask the developers for its receipt: \`${orderKnownReply}\` tells the player so. If nobody can read it, \`${replyCommand({ '--for': 'need-order-id' })}\` asks the player for it as text.`,
  };
}

/** The sentence of a kept verdict that says what nobody may do; empty without one. The journal keeps it as a part of `next`. */
export function keptNot({ id, next }: Pick<EntryVerdict, 'id' | 'next'>): string {
  return bansOfVerdict(id).find((not) => next.includes(not)) ?? '';
}

/** The action that follows from the newest answer about an order. A reply only says what was known when it was printed. */
export function findAnswerAction(
  orderId: string | null,
  orderAnswers: readonly JournalEntry[],
): Action | undefined {
  const answer = orderAnswers.find(
    (call) => orderId !== null && saysSomethingOfOrder(call, orderId),
  );
  if (answer === undefined) return undefined;
  const { error, verdict } = answer;
  const { who = '' } = error ?? verdict ?? {};
  const next = error === null ? verdict?.next : joinSentences(error.first, error.hint);
  return { says: entryOutcome(answer).says, who, not: '', next: next ?? '' };
}

type RefusalWords = Pick<RemarkEntry, 'situation' | 'product'> &
  Partial<Pick<RemarkEntry, 'text' | 'case'>>;

export function findRefusalAction(refusal: RefusalWords): Action {
  const usualAction = findSituationAction(refusal.situation) ?? lookUpAgain;
  const action = namesPurchase(refusal) ? withoutWholeReceipt : usualAction;
  return isAmong(situationsWithoutReceipt, refusal.situation)
    ? withNamedError(action, refusal)
    : action;
}

/** The replies to a text without a receipt. */
const situationsWithoutReceipt = ['need-receipt', 'need-order-id'] as const;

/** If the text has an error, its code tells more than what is missing, and it decides who acts next. */
function withNamedError(
  action: Action,
  { text, case: caseId }: Pick<RefusalWords, 'text' | 'case'>,
): Action {
  const error = namedErrorIn(text ?? '');
  if (error === undefined) return action;
  const { code, who } = error;
  const explain = shellLine(['pvg', 'explain-error', code, ...optionWords({ '--case': caseId })]);
  return {
    ...action,
    says: `The text has the error ${code}. ${action.says}`,
    who,
    next: `\`${explain}\` says what it means. ${action.next}`,
  };
}

/** Whether a refused paste names the product of its purchase: then the developers can find the receipt without the order number. */
export function namesPurchase({
  situation,
  product,
}: Pick<RemarkEntry, 'situation' | 'product'>): boolean {
  return situation === 'need-order-id' && product !== null;
}

export function namesOrder(
  { order_ids: orderIds }: Pick<ReplyEntry, 'order_ids'>,
  orderId: string,
): boolean {
  return orderIds.some((other) => isSameOrder(other, orderId));
}

/** The situation of a line of the journal, which may have none. */
type Situation = string | null | undefined;

/** The action that fits the reply of a situation. */
export function findAction(situation: Situation): Action {
  return findSituationAction(situation) ?? findVerdictAction(situation) ?? nothingKnown;
}

function findSituationAction(situation: Situation): Action | undefined {
  return typeof situation === 'string' ? actions[situation] : undefined;
}

/** The action of a verdict, for a reply that somebody chose although no call of the ticket has that verdict. */
export function findVerdictAction(situation: Situation): Action | undefined {
  // The reply of the verdict `completed` is the situation `verification-completed`.
  const verdictId = situation?.replace('verification-', '');
  const words = Object.entries(verdictWords).find(([each]) => each === verdictId)?.[1];
  if (words === undefined) return undefined;
  const { who, next } = words;
  return { says: words.says, who, next, not: 'not' in words ? words.not : '' };
}
