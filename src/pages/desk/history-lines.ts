import type { DeskSituation, ShownLine } from '../../desk/wire.js';
import { isCallEntry, isReplyEntry } from './journal-entry.js';
import { giveOperator, type LineWords } from './refused-line.js';
import { findQuestion } from './ticket-lines.js';

/** A line of the ticket so far; the same paste refused several times for a ticket stands as one. */
export interface HistoryLine {
  readonly entry: ShownLine;
  readonly ids: readonly [string, ...string[]];
  readonly words: LineWords;
}

/**
 * What was done, the newest first. Each advice stands once: at the newest line of a purchase, and at the reply to the player’s
 * question. A refused text after which something was looked up has no advice.
 *
 * @param lines the newest first
 */
export function buildHistory(
  lines: readonly ShownLine[],
  wordsOf: (entry: ShownLine) => LineWords,
  situations: readonly DeskSituation[],
): readonly HistoryLine[] {
  const history: HistoryLine[] = [];
  // The advice of newer lines, and the purchases and players that it is about.
  const saidAdvice = new Set<string>();
  const advisedSubjects = new Set<string>();
  /** Tickets with a newer reply to a question of the player. */
  const ticketsWithQuestion = new Set<string | null>();
  for (const entry of lines) {
    const words = wordsOf(entry);
    const index = history.findIndex((line) => isSameRefusal(line, entry, words));
    const sameLine = history[index];
    if (sameLine !== undefined) {
      history[index] = { ...sameLine, ids: [...sameLine.ids, entry.id] };
      continue;
    }
    const question = isReplyEntry(entry) ? findQuestion(entry, situations) : undefined;
    const next = question === undefined ? words.next : formatAdvice(question, entry);
    const subject = findSubject(entry);
    const isAdviceRepeated = advisedSubjects.has(subject) || saidAdvice.has(next);
    const isLookedUpSince = entry.command === 'refusal' && isLookedUp(entry, history, lines);
    const showsAdvice = !isAdviceRepeated && !isLookedUpSince;
    const shownAdvice = ticketsWithQuestion.has(entry.case) ? findItemAdvice(entry) : next;
    history.push({
      entry,
      ids: [entry.id],
      words: { ...words, next: showsAdvice ? shownAdvice : '' },
    });
    if (question !== undefined) ticketsWithQuestion.add(entry.case);
    if (next === '' || !showsAdvice) continue;
    saidAdvice.add(next);
    // The reply to a question says nothing about the item, so the look-up of the purchase keeps its own advice.
    if (question === undefined) advisedSubjects.add(subject);
  }
  return history;
}

/** Whether something was looked up for the ticket after this refusal, or its order was confirmed by a look-up at any time. */
function isLookedUp(
  entry: ShownLine,
  newer: readonly HistoryLine[],
  lines: readonly ShownLine[],
): boolean {
  const { case: caseId, order_id: orderId } = entry;
  const isOfOrder = (line: ShownLine): boolean =>
    isCallEntry(line) &&
    orderId !== null &&
    line.order_id === orderId &&
    line.verdict?.id !== 'not-confirmed';
  const isOfTicket = (line: ShownLine): boolean => isCallEntry(line) && line.case === caseId;
  return newer.some((line) => isOfTicket(line.entry)) || lines.some(isOfOrder);
}

function isSameRefusal(line: HistoryLine, entry: ShownLine, { text }: LineWords): boolean {
  const areRefusals = line.entry.command === 'refusal' && entry.command === 'refusal';
  const isOfTicket = line.entry.case === entry.case;
  const isOfOrder = line.entry.order_id === entry.order_id;
  return areRefusals && isOfTicket && isOfOrder && line.words.text === text;
}

function findSubject({ id, receipt, player, order_id: orderId }: ShownLine): string {
  return receipt ?? player ?? orderId ?? id;
}

/** What to do about the item alone. The question says who acts next, and a second such sentence would contradict it. */
function findItemAdvice(entry: ShownLine): string {
  return isCallEntry(entry) ? (entry.for_item ?? '') : '';
}

function formatAdvice(
  { id, who, not, next }: DeskSituation,
  { order_id: orderId }: ShownLine,
): string {
  const knownNext = id === 'ios' && orderId !== null ? giveOperator(orderId) : next;
  return [`Who acts next: ${who}.`, not, knownNext].filter((part) => part !== '').join(' ');
}
