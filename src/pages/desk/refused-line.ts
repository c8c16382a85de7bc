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
  return { sign: 'careful', text: remark.says, next: advice };
}

const choiceLine: LineWords = {
  sign: 'note-sign',
  text: 'A text with several purchases, to choose from',
  next: '',
};

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
