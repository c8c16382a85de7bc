import { isSameOrder } from '../../contract/order-id.js';
import { isAmong } from '../../text/is-among.js';
import { joinSentences, nonEmptyTexts } from '../../text/sentences.js';
import { replyPhrase } from '../../text/reply-line.js';
import { optionWords, shellLine } from '../../text/shell.js';
import { nextWords } from '../../wording/description.js';
import { callerName, entryOutcome, hasProbableOrder, minuteUtc } from '../journal/calls.js';
import { isMovedAway } from '../journal/choosing.js';
import { isAnswerAbout } from '../journal/order-answers.js';
import { verdictWords } from '../../wording/verdict.js';
import type { JournalEntry, KeptEntry, RemarkEntry, ReplyEntry } from '../journal/entry.js';
import { inTime } from '../journal/journal.js';
import { questions } from '../replies/situations.js';
import type { Case } from './case.js';
import type { OpenSection, ReportFact } from './section.js';

/** What a ticket waits for, besides what the answers to its calls say: who acts next, and what not to do. */

interface Action {
  /** What is known. */
  readonly says: string;
  readonly who: string;
  readonly not: string;
  readonly next: string;
  /** The order id that it is about is not confirmed. */
  readonly isProbable?: true;
}

const notLookedUp = 'Do not grant: nothing was looked up.';

/** By the id of the reply that fits. The store and the bank decide about the money (§1.1, §6). */
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
    next: 'Ask the player for the order number as text, and the game’s developers for the receipt.',
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
    says: 'The payment was disputed or taken back.',
    who: 'you, with whoever gets the store’s own reports',
    not: 'Do not grant the item, and promise no money: the store or the bank decides.',
    next: 'A look-up shows no chargebacks. Ask them whether the order is in these reports.',
  },
  'paid-twice': {
    says: 'The player says that they paid twice.',
    who: 'the game’s developers',
    not: 'Do not grant before they have compared both orders.',
    next: 'Look up each of the two orders. The developers compare them with the items that they granted.',
  },
  'somebody-else-paid': {
    says: 'Somebody else paid: a gift, or a member of the family.',
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

/** The paste names a purchase, and its receipt is cut, masked or missing. */
const withoutWholeReceipt: Action = {
  says: 'The purchase is named, and its whole receipt and its order id are missing.',
  who: 'you, then the game’s developers',
  not: notLookedUp,
  next: 'Ask the developers for the whole receipt, and look it up. If they need the order number for that, ask the player for it.',
};

/** The answer stands on the same page, among the calls for other tickets. */
function answeredElsewhere({ orderId, refusal }: OpenOrder): Action {
  const { case: caseId } = refusal;
  const options = optionWords({ '--order-id': orderId, '--case': caseId });
  return {
    says: 'This order was looked up for another ticket.',
    who: 'you',
    not: 'Do not ask for the receipt again before you have read that answer.',
    next: `Read it below, among the calls of other tickets. The reply by it: \`pvg reply <language> ${shellLine(options)}\`.`,
  };
}

const lookUpAgain: Action = {
  says: 'Nothing was looked up yet.',
  who: 'you',
  not: 'Do not grant on what is here.',
  next: 'Look up the purchase again, with what the refusal below asks for.',
};

const nothingKnown: Action = {
  ...lookUpAgain,
  next: 'Ask the game’s developers for the receipt, and look it up.',
};

/**
 * The replies that somebody chose for the questions of the player, the newest of each, the newest first. A ticket keeps its
 * questions, whatever the look-ups say; a wrong order is only one until the next reply.
 */
export function chosenQuestions({ replies }: Pick<Case, 'replies'>): readonly ReplyEntry[] {
  const chosen = replies.filter(({ call }) => call === null).reverse();
  const asked = chosen.filter(
    (reply) =>
      isAmong(questions, reply.situation) ||
      (reply.situation === 'other-order' && reply === replies.at(-1)),
  );
  return asked.filter(
    ({ situation }, index) => asked.findIndex((each) => each.situation === situation) === index,
  );
}

/** The question of the player first, then each purchase that could not be looked up. */
export function openSections(supportCase: Case): OpenSection[] {
  const { calls, remarks, replies, isOneSubjectOnly } = supportCase;
  const [newest, ...earlier] = chosenQuestions(supportCase);
  const asked = newest === undefined ? [] : [questionSection(newest)];
  // A part of a ticket does not have the calls about its other purchases.
  const refusals = isOneSubjectOnly ? [] : openRefusals(remarks, calls);
  const sections = [
    ...asked,
    ...earlier.map(earlierQuestionSection),
    ...refusals.map((open) => refusalSection(open, supportCase)),
  ];
  if (sections.length > 0 || calls.length > 0) return sections;
  const last = replies.at(-1);
  if (last === undefined) {
    return [movedSection(supportCase) ?? openSection('Purchase', nothingKnown)];
  }
  const { order_id: orderId } = last;
  const facts = orderId === null ? [] : orderFacts(orderId, supportCase);
  const section = replySection(last);
  const isOfVerdict = actionOfVerdict(last.situation ?? '') !== undefined;
  const action = isOfVerdict ? actionOfAnswer(orderId, supportCase.orderAnswers) : undefined;
  const today = action ? openSection(section.subject.kind, action, orderId) : section;
  return [{ ...today, facts }];
}

/** Whatever the ticket had has another ticket now; undefined if nothing was moved away. */
function movedSection({ id, remarks }: Pick<Case, 'id' | 'remarks'>): OpenSection | undefined {
  const movedTo = remarks.findLast((remark) => isMovedAway(remark, id ?? ''))?.case ?? null;
  if (movedTo === null) return undefined;
  const action: Action = {
    says: `What was kept with this ticket was moved to ${movedTo}.`,
    who: 'you',
    not: '',
    next: `Go on with the page of that ticket: \`${shellLine(['pvg', 'report', ...optionWords({ '--case': movedTo })])}\`.`,
  };
  return openSection('Moved to', action, movedTo);
}

/** What a refused paste is about: one of the orders that it names. */
export interface OpenOrder {
  /** null if the paste names none. */
  readonly orderId: string | null;
  readonly refusal: RemarkEntry;
}

/** The newest refusal of each order, unless it was looked up since. */
export function openRefusals(
  remarks: readonly RemarkEntry[],
  calls: readonly JournalEntry[],
): readonly OpenOrder[] {
  const orders = remarks.filter(({ command }) => command === 'refusal').flatMap(openOrdersOf);
  const newest = new Map(orders.map((order) => [order.orderId, order]));
  const hasOrder = orders.some(({ orderId }) => orderId !== null);
  return [...newest.values()].filter((open) => {
    // The case has it only while one of its purchases was not looked up.
    if (open.refusal.receipts.length > 0) return true;
    // What was pasted without an order id may be about any of the others.
    if (open.orderId === null && hasOrder) return false;
    return !calls.some((call) => settles(call, open));
  });
}

/** Look-ups for other tickets of the orders that this one waits for. */
export function answersOfOpenOrders(supportCase: Case): readonly JournalEntry[] {
  const { calls, remarks, callsOfOtherCases } = supportCase;
  const orderIds = openRefusals(remarks, calls).flatMap(({ orderId }) => orderId ?? []);
  return callsOfOtherCases.filter((call) =>
    orderIds.some((orderId) => isAnswerAbout(call, orderId)),
  );
}

function openOrdersOf(refusal: RemarkEntry): readonly OpenOrder[] {
  const { order_ids: orderIds, receipts } = refusal;
  // Which of the orders is open is not known of a text with several purchases.
  if (orderIds.length === 0 || receipts.length > 0) return [{ orderId: null, refusal }];
  return orderIds.map((orderId) => ({ orderId, refusal }));
}

/** An answer without an order id may be about any purchase; a check of the player is about none. */
function settles(call: JournalEntry, { orderId, refusal }: OpenOrder): boolean {
  if (call.command === 'session' && orderId !== null) return false;
  const isSameOne =
    call.order_id !== null && orderId !== null && isSameOrder(call.order_id, orderId);
  const isUnclear = call.order_id === null || orderId === null;
  return isSameOne || (isUnclear && call.at >= refusal.at);
}

function actionAfter(open: OpenOrder, supportCase: Case): Action {
  const { replies, callsOfOtherCases, orderAnswers } = supportCase;
  const { orderId, refusal } = open;
  const later = replies.filter(({ at: repliedAt }) => repliedAt >= refusal.at);
  const isAnswered =
    orderId !== null && callsOfOtherCases.some((call) => isAnswerAbout(call, orderId));
  if (refusal.situation === 'need-receipt' && isAnswered) {
    // A reply about another order of the same ticket says nothing about this one.
    const reply = later.findLast((each) => namesOrder(each, orderId));
    const actionThen = actionOfVerdict(reply?.situation ?? '');
    if (actionThen === undefined) return answeredElsewhere(open);
    return actionOfAnswer(orderId, orderAnswers) ?? actionThen;
  }
  const reply = later.findLast((each) => {
    if (orderId === null) return true;
    // The reply that asks for an order number is about none that is known.
    if (each.situation === 'need-order-id') return false;
    return each.order_ids.length === 0 || namesOrder(each, orderId);
  });
  const actionThen = actions[reply?.situation ?? ''];
  if (actionThen !== undefined) return actionThen;
  const isProbable = orderId !== null && hasProbableOrder(refusal);
  return isProbable ? probableOrder(open) : actionOfRefusal(refusal);
}

/** A picture was read: whoever sees it, or the player, has to confirm the order id. */
function probableOrder({ orderId, refusal: { case: caseId } }: OpenOrder): Action {
  const reply = (words: Readonly<Record<string, string | null>>): string =>
    replyPhrase([], optionWords({ ...words, '--case': caseId }));
  const known = reply({ '--for': 'need-receipt', '--order-id': orderId });
  return {
    says: 'A probable order id is known, read from a picture: it is not confirmed yet.',
    who: 'you, then the player',
    not: notLookedUp,
    isProbable: true,
    next: `Compare it with the picture. If it is right, ask the developers for its receipt: \`${known}\` tells the player so. If nobody can read it, \`${reply({ '--for': 'need-order-id' })}\` asks the player for it as text.`,
  };
}

/** What is known of the order today: a reply says what was known when it was printed. */
function actionOfAnswer(
  orderId: string | null,
  orderAnswers: readonly JournalEntry[],
): Action | undefined {
  const answer = orderAnswers.find((call) => orderId !== null && isAnswerAbout(call, orderId));
  if (answer === undefined) return undefined;
  const { error, verdict } = answer;
  const { who = '' } = error ?? verdict ?? {};
  const next = error === null ? verdict?.next : joinSentences(error.first, error.hint);
  return { says: entryOutcome(answer).says, who, not: '', next: next ?? '' };
}

function actionOfRefusal(refusal: RemarkEntry): Action {
  if (namesPurchase(refusal)) return withoutWholeReceipt;
  return actions[refusal.situation ?? ''] ?? lookUpAgain;
}

/** Without an order id: then the order number is not the first thing to ask for. */
export function namesPurchase({ situation, product }: RemarkEntry): boolean {
  return situation === 'need-order-id' && product !== null;
}

function namesOrder(
  { order_ids: orderIds }: Pick<ReplyEntry, 'order_ids'>,
  orderId: string,
): boolean {
  return orderIds.some((other) => isSameOrder(other, orderId));
}

function refusalSection(open: OpenOrder, supportCase: Case): OpenSection {
  const { orderId, refusal } = open;
  const { product, package: packageName, situation } = refusal;
  const action = actionAfter(open, supportCase);
  const kind = isAboutPlayer(situation ?? '') ? 'Player' : 'Purchase';
  const names = nonEmptyTexts(product, packageName).join(' in ');
  const isProbable = action.isProbable === true;
  return {
    ...openSection(kind, action, isProbable ? null : orderId),
    facts: [
      ...(orderId === null ? [] : orderFacts(orderId, supportCase, isProbable)),
      ...(names === '' ? [] : [{ label: 'Asked for', value: names }]),
      { label: 'Refused', value: `${minuteUtc(refusal.at)}: ${refusal.text ?? ''}` },
    ],
  };
}

/** Since when an order is known, who gave it, and what any ticket found out about it. */
function orderFacts(
  orderId: string,
  { remarks, replies, callsOfOtherCases }: Case,
  isProbable = false,
): ReportFact[] {
  const given = inTime([...remarks, ...replies]).find((line) => namesOrder(line, orderId));
  const lookups = callsOfOtherCases.filter(({ order_id: found }) =>
    isSameOrder(orderId, found ?? ''),
  );
  const earlier = lookups.map((call) => ({
    label: 'Earlier call',
    value: `${whenAndWho(call)}${call.case === null ? '' : ` for ${call.case}`}: ${entryOutcome(call).says}`,
  }));
  return [
    { label: isProbable ? 'Probable order id' : 'Order id', value: orderId },
    ...(given === undefined ? [] : [{ label: 'Given', value: whenAndWho(given) }]),
    ...earlier,
  ];
}

/** `2026-11-21 14:02 UTC by maria on desk-3`. */
function whenAndWho(line: KeptEntry): string {
  const who = callerName(line);
  return `${minuteUtc(line.at)}${who === null ? '' : ` by ${who}`}`;
}

export function isAboutPlayer(situation: string): boolean {
  return situation === 'need-username' || situation.startsWith('verification-');
}

function questionSection(reply: ReplyEntry): OpenSection {
  // A wrong order is what somebody found out, and no question.
  if (reply.situation === 'other-order') return replySection(reply);
  return { ...replySection(reply), subject: { kind: 'The player’s question', name: '' } };
}

/** One page has one sentence that says who acts next about the question. */
function earlierQuestionSection(reply: ReplyEntry): OpenSection {
  const { who, not, next } = actionOfSituation(reply.situation ?? '');
  return { ...questionSection(reply), next: `For this question: ${who}. ${not} ${next}` };
}

function replySection({ situation, order_id: orderId }: ReplyEntry): OpenSection {
  const id = situation ?? '';
  const action = actionOfSituation(id);
  const kind = isAboutPlayer(id) ? 'Player' : 'Purchase';
  return openSection(kind, action, orderId);
}

/** Who acts, what nobody may do and what to do, where a player is told this. */
export function actionOfSituation(id: string): Action {
  return actions[id] ?? actionOfVerdict(id) ?? nothingKnown;
}

/** Somebody chose the reply for an outcome; no call of the ticket has it. */
function actionOfVerdict(id: string): Action | undefined {
  const verdictId = id.replace('verification-', '');
  const words = Object.entries(verdictWords).find(([each]) => each === verdictId)?.[1];
  if (words === undefined) return undefined;
  const { who, next } = words;
  return { says: words.says, who, next, not: 'not' in words ? words.not : '' };
}

function openSection(kind: string, action: Action, name: string | null = null): OpenSection {
  return {
    kind: 'open',
    subject: { kind, name: name ?? '' },
    headline: action.says,
    next: nextWords(action),
    facts: [],
  };
}
