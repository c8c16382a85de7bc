import type { NewestAnswer, ShownRemark } from '../../desk/wire.js';

/** A refused paste of the journal, in the page’s words. */

/** One line of the journal in a few words, with the class of its sign. */
export interface LineWords {
  readonly sign: string;
  readonly text: string;
  /** Who acts, and what they do; empty if the words say all. */
  readonly next: string;
}

/** What the journal has about the orders of refused texts. */
export interface KnownOrders {
  readonly ticketJournal?: { readonly orderAnswers: ReadonlyMap<string, NewestAnswer> } | undefined;
}

/** The line of a refused paste. */
export function formatRefusal(remark: ShownRemark, known: KnownOrders = {}): LineWords {
  const { code, situation, order_id: orderId } = remark;
  // No situation: the text has a receipt. Then this code means that it has several purchases.
  if (situation === null && code === 'input-unreadable') return choiceLine;
  const answer = known.ticketJournal?.orderAnswers.get(orderId ?? '');
  const { who, next } = answer ?? findRefusedNext(remark);
  const advice = next === '' ? '' : `Who acts next: ${who}. ${next}`;
  return { sign: 'careful', text: nameRefused(remark), next: advice };
}

const choiceLine: LineWords = {
  sign: 'note-sign',
  text: 'A text with several purchases, to choose from',
  next: '',
};

const hasCode = /\b[A-Z]{4}/;

function nameRefused(remark: ShownRemark): string {
  const { situation, order_ids: orderIds, text, receipt_problem: receiptProblem } = remark;
  if (situation === 'ios') return 'An iOS purchase, which cannot be looked up here';
  if (situation === 'need-username') {
    return 'A text about the verification of a player: nothing was checked yet';
  }
  const reason = text ?? 'Nothing was sent';
  // No situation: nothing is missing but a choice or a name. A code such as that of an error stands in capitals.
  const isReasonBest = situation === null || receiptProblem === 'damaged' || hasCode.test(reason);
  if (isReasonBest) return reason;
  const [first, ...others] = orderIds;
  if (first === undefined) return 'A text without a receipt and without an order id';
  return others.length === 0
    ? `Order ${first}, without its receipt`
    : `Orders ${orderIds.join(', ')}, without their receipts`;
}

/** Who acts next on a refused paste. The number of Apple’s e-mail may be known already. */
export function findRefusedNext({
  action,
  situation,
  order_id: orderId,
}: ShownRemark): ShownRemark['action'] {
  const hasNumber = situation === 'ios' && orderId !== null;
  return hasNumber ? { ...action, next: giveOperator(orderId) } : action;
}

/** The number of Apple’s e-mail is known, so nobody looks for it. */
export function giveOperator(appleNumber: string): string {
  return `Give the operator Apple’s order id ${appleNumber}.`;
}
