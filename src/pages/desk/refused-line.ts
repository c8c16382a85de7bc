import type { DeskSituation, NewestAnswer, RemarkEntry } from '../../desk/wire.js';

/** A refused paste of the journal, in the page’s words. */

/** One line of the journal in a few words, with the class of its sign. */
export interface LineWords {
  readonly sign: string;
  readonly text: string;
  /** Who acts, and what they do; empty if the words say all. */
  readonly next: string;
}

/** Where it is found who acts next: the situations of the start, and what the journal has about the order. */
export interface ActorSources {
  readonly start: { readonly situations: readonly DeskSituation[] };
  readonly ticketJournal?: { readonly orderAnswers: ReadonlyMap<string, NewestAnswer> } | undefined;
}

/** The line of a refused paste. */
export function formatRefusal(remark: RemarkEntry, known: ActorSources): LineWords {
  const { code, situation, order_id: orderId } = remark;
  // No situation: the text has a receipt. Then this code means that it has several purchases.
  if (situation === null && code === 'input-unreadable') return choiceLine;
  const answer = known.ticketJournal?.orderAnswers.get(orderId ?? '');
  const { who, next } = answer ?? findRefusedNext(remark, known);
  const advice = next === '' ? '' : `Who acts next: ${who}. ${next}`;
  return { sign: 'careful', text: nameRefused(remark), next: advice };
}

const choiceLine: LineWords = {
  sign: 'note-sign',
  text: 'A text with several purchases, to choose from',
  next: '',
};

const hasCode = /\b[A-Z]{4}/;

function nameRefused(remark: RemarkEntry): string {
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

/** Who acts next on a refused paste, and what nobody may do (`not`), as the terminal says it (`findRefusalAction` in src/support/report). */
export function findRefusedNext(
  { situation, order_id: orderId, product, receipt_problem: problem }: RemarkEntry,
  { start }: Pick<ActorSources, 'start'>,
): Pick<DeskSituation, 'who' | 'not' | 'next'> {
  // The developers have the receipt of a purchase whose product is named, so they, not the player, are asked for it.
  const isNamed = situation === 'need-order-id' && product !== null;
  const id = isNamed ? 'need-receipt' : situation;
  const fitting = start.situations.find((each) => each.id === id);
  const { who = 'you', not = '', next = '' } = fitting ?? {};
  if (situation === 'ios' && orderId !== null) return { who, not, next: giveOperator(orderId) };
  return { who, not, next: isNamed || problem === 'damaged' ? askForWhole : next };
}

/** The number of Apple’s e-mail is known, so nobody looks for it. */
export function giveOperator(appleNumber: string): string {
  return `Give the operator Apple’s order id ${appleNumber}.`;
}

/** What to do with a receipt that cannot be sent. */
const askForWhole = 'Ask the game’s developers for the whole receipt, and paste it here.';
