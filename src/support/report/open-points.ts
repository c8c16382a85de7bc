import { isSameOrder } from '../../contract/order-id.js';
import { isAmong } from '../../text/is-among.js';
import { joinSentences, joinWithAnd, nonEmptyTexts } from '../../text/sentences.js';
import { optionWords, shellLine } from '../../text/shell.js';
import { nextWords } from '../../wording/description.js';
import {
  callerName,
  entryOutcome,
  minuteUtc,
  saysNothingOfOrder,
  warningsOf,
} from '../journal/calls.js';
import { isMovedAway } from '../journal/choosing.js';
import type { JournalEntry, KeptEntry, RemarkEntry, ReplyEntry } from '../journal/entry.js';
import { inTime } from '../journal/journal.js';
import { questionNames } from '../replies/asked-questions.js';
import { mentionNames } from '../replies/mentions.js';
import { isAboutPlayer, questions } from '../replies/situations.js';
import {
  type Action,
  chooseOpenAction,
  comparePayments,
  findAnswerAction,
  findAction,
  findVerdictAction,
  namesOrder,
  nothingKnown,
} from './actions.js';
import type { Case } from './case.js';
import { type OpenRefusal, findOpenRefusals } from './open-refusals.js';
import type { OpenSection, ReportFact } from './section.js';

/** What a ticket waits for besides the answers to its calls: the questions of the player, and the pastes that were refused. */

/**
 * The replies that somebody chose for a question of the player: of each question the newest reply, the newest question first.
 * A question stays, whatever the look-ups say. The reply `other-order` counts only while it is the last reply.
 */
export function listChosenQuestions({ replies }: Pick<Case, 'replies'>): readonly ReplyEntry[] {
  const chosen = replies.filter(({ call }) => call === null).reverse();
  const openQuestions = chosen.filter(
    (reply) =>
      isAmong(questions, reply.situation) ||
      (reply.situation === 'other-order' && reply === replies.at(-1)),
  );
  return openQuestions.filter(
    ({ situation }, index) =>
      openQuestions.findIndex((each) => each.situation === situation) === index,
  );
}

/** The question of the player first, then each purchase that could not be looked up. */
export function buildOpenSections(supportCase: Case): OpenSection[] {
  const { calls, remarks, replies, isOneSubjectOnly } = supportCase;
  const [newest, ...earlier] = listChosenQuestions(supportCase);
  const newestQuestion = newest === undefined ? [] : [questionSection(newest, supportCase)];
  // A part of a ticket does not have the calls about its other purchases.
  const refusals = isOneSubjectOnly ? [] : findOpenRefusals(remarks, calls);
  const sections = [
    ...newestQuestion,
    ...earlier.map((reply) => earlierQuestionSection(reply, supportCase)),
    ...refusals.map((open) => refusalSection(open, supportCase, newest !== undefined)),
  ];
  if (sections.length > 0 || calls.length > 0) return sections;
  const lastReply = replies.at(-1);
  if (lastReply !== undefined) return [lastReplySection(lastReply, supportCase)];
  return [movedSection(supportCase) ?? openSection('Purchase', nothingKnown)];
}

/** What the player was told last. If that was a verdict, a newer answer about the order takes its place. */
function lastReplySection(reply: ReplyEntry, supportCase: Case): OpenSection {
  const { order_id: orderId, situation } = reply;
  const facts = orderId === null ? [] : orderFacts(orderId, supportCase);
  const toldVerdict = findVerdictAction(situation) !== undefined;
  const action = toldVerdict ? findAnswerAction(orderId, supportCase.orderAnswers) : undefined;
  if (action === undefined) return { ...replySection(reply), facts };
  return { ...openSection(subjectKind(situation), action, orderId), facts };
}

/** Says to which ticket the lines of this one were moved; undefined if none was moved away. */
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

/** @param hasQuestion the question already says `Who acts next`, so this section says it only for the item */
function refusalSection(open: OpenRefusal, supportCase: Case, hasQuestion: boolean): OpenSection {
  const { orderId, refusal } = open;
  const { product, package: packageName, situation } = refusal;
  const action = chooseOpenAction(open, supportCase);
  const kind = subjectKind(situation);
  const names = nonEmptyTexts(product, packageName).join(' in ');
  const isProbable = action.isProbable === true;
  const section = openSection(kind, action, isProbable ? null : orderId);
  return {
    ...section,
    next: hasQuestion ? introduced('For the item', action) : section.next,
    facts: [
      ...(orderId === null ? [] : orderFacts(orderId, supportCase, isProbable)),
      ...(names === '' ? [] : [{ label: 'Asked for', value: names }]),
      ...mentionFacts(refusal),
      { label: 'Refused', value: `${minuteUtc(refusal.at)}: ${refusal.text ?? ''}` },
    ],
  };
}

/** Names what the refused text mentions, such as a refund: the page shows it nowhere else before a reply. */
function mentionFacts({ questions: mentioned, mentions }: RemarkEntry): ReportFact[] {
  const names = [...mentioned, ...mentions].flatMap(
    (id) => questionNames[id] ?? mentionNames[id] ?? [],
  );
  return names.length === 0 ? [] : [{ label: 'The text mentions', value: joinWithAnd(names) }];
}

/** When and by whom an order was first named for this ticket, and what look-ups for other tickets found out about it. */
function orderFacts(
  orderId: string,
  { remarks, replies, callsOfOtherCases }: Case,
  isProbable = false,
): ReportFact[] {
  const firstLine = inTime([...remarks, ...replies]).find((line) => namesOrder(line, orderId));
  const lookups = callsOfOtherCases.filter(({ order_id: found }) =>
    isSameOrder(orderId, found ?? ''),
  );
  const earlier = lookups.map((call) => ({
    label: 'Earlier call',
    value: `${whenAndWho(call)}${call.case === null ? '' : ` for ${call.case}`}: ${outcomeWords(call)}`,
  }));
  return [
    { label: isProbable ? 'Probable order id' : 'Order id', value: orderId },
    ...(firstLine === undefined ? [] : [{ label: 'Given', value: whenAndWho(firstLine) }]),
    ...earlier,
  ];
}

/** What a look-up found; if it says nothing about its order, with the warning that says why. */
function outcomeWords(call: JournalEntry): string {
  const { says } = entryOutcome(call);
  return joinSentences(says, saysNothingOfOrder(call) && warningsOf(call)[0]);
}

/** `2026-11-21 14:02 UTC by maria on desk-3`. */
function whenAndWho(line: KeptEntry): string {
  const who = callerName(line);
  return `${minuteUtc(line.at)}${who === null ? '' : ` by ${who}`}`;
}

function subjectKind(situation: string | null | undefined): 'Player' | 'Purchase' {
  return isAboutPlayer(situation ?? '') ? 'Player' : 'Purchase';
}

function questionSection(reply: ReplyEntry, supportCase: Case): OpenSection {
  // `other-order` is no question of the player: somebody found it out.
  if (reply.situation === 'other-order') return replySection(reply);
  const next = nextWords(findQuestionAction(reply, supportCase));
  const section = replySection(reply);
  const { situation } = reply;
  if (isMentioned(situation, supportCase)) {
    return { ...section, next, subject: { kind: 'The player’s question', name: '' } };
  }
  const name = questionNames[situation ?? ''] ?? situation ?? '';
  return {
    ...section,
    next,
    headline: `A reply is about ${name}. No text of this ticket that pvg has read mentions that.`,
    subject: { kind: 'The question of a reply', name: '' },
  };
}

/** Whether a text mentions the question. Somebody may choose its reply without one: the player asked elsewhere. */
function isMentioned(
  situation: string | null,
  { calls, remarks }: Pick<Case, 'calls' | 'remarks'>,
): boolean {
  return [...calls, ...remarks].some(({ questions: mentioned }) => isAmong(mentioned, situation));
}

function findQuestionAction({ situation }: ReplyEntry, supportCase: Case): Action {
  const action = findAction(situation);
  const isCompared = situation === 'paid-twice' && areBothLookedUp(supportCase);
  return isCompared ? { ...action, next: comparePayments } : action;
}

/** Two orders of the ticket have an answer, and no other waits for one. */
function areBothLookedUp({ calls, remarks }: Case): boolean {
  const lookups = calls.filter(({ command, verdict }) => command === 'lookup' && verdict !== null);
  const orders = new Set(lookups.flatMap(({ order_id: orderId }) => orderId ?? []));
  return orders.size > 1 && findOpenRefusals(remarks, calls).length === 0;
}

/** An earlier question is introduced with `For this question`: only the newest one says `Who acts next`. */
function earlierQuestionSection(reply: ReplyEntry, supportCase: Case): OpenSection {
  const section = questionSection(reply, supportCase);
  const { situation } = reply;
  const next = introduced('For this question', findQuestionAction(reply, supportCase));
  if (!isAmong(questions, situation)) return { ...section, next };
  const kind = isMentioned(situation, supportCase)
    ? 'The player’s earlier question'
    : 'The question of an earlier reply';
  return { ...section, next, subject: { kind, name: '' } };
}

/** Who acts and how, for a section below the one that says `Who acts next`. */
function introduced(introduction: string, { who, not, next }: Action): string {
  return joinSentences(`${introduction}: ${who}.`, not, next);
}

function replySection({ situation, order_id: orderId }: ReplyEntry): OpenSection {
  return openSection(subjectKind(situation), findAction(situation), orderId);
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
