import type { DeskSituation, ShownLine } from '../../desk/wire.js';
import { isCallEntry, isReplyEntry } from './journal-entry.js';
import { giveOperator, type LineWords } from './refused-line.js';
import { questionOfReply } from './ticket-lines.js';

/** A line of the ticket so far; the same paste refused several times stands as one. */
export interface HistoryLine {
  readonly entry: ShownLine;
  readonly ids: readonly [string, ...string[]];
  readonly words: LineWords;
}

/**
 * What was done, the newest first. What to do stands once: with the reply to the player’s
 * question and the newest line of each purchase, and with no refused text after which something was looked up.
 *
 * @param lines the newest first
 */
export function historyLines(
  lines: readonly ShownLine[],
  wordsOf: (entry: ShownLine) => LineWords,
  situations: readonly DeskSituation[],
): readonly HistoryLine[] {
  const shown: HistoryLine[] = [];
  const advised = new Set<string>();
  const overruled = new Set<string | null>();
  for (const entry of lines) {
    const words = wordsOf(entry);
    const same = shown.findIndex((line) => isSameRefusal(line, entry, words));
    const line = shown[same];
    if (line !== undefined) {
      shown[same] = { ...line, ids: [...line.ids, entry.id] };
      continue;
    }
    const question = isReplyEntry(entry) ? questionOfReply(entry, situations) : undefined;
    const next = question === undefined ? words.next : adviceOf(question, entry);
    const about = purchaseOf(entry);
    const isSaid = advised.has(about) || advised.has(next);
    const isSettled = entry.command === 'refusal' && isLookedUp(entry, shown, lines);
    const isShown = !isSaid && !isSettled;
    const forItem = overruled.has(entry.case) ? itemAdvice(entry) : next;
    shown.push({ entry, ids: [entry.id], words: { ...words, next: isShown ? forItem : '' } });
    // A reply says what its question needs; what to do about the item stays with the look-up.
    if (next !== '' && isShown) advised.add(next);
    if (next !== '' && isShown && question === undefined) advised.add(about);
    if (question !== undefined) overruled.add(entry.case);
  }
  return shown;
}

/** Something was looked up for the ticket since, or the order itself at any time. */
function isLookedUp(
  entry: ShownLine,
  newer: readonly HistoryLine[],
  lines: readonly ShownLine[],
): boolean {
  const { case: caseId, order_id: orderId } = entry;
  const isOfOrder = (line: ShownLine): boolean =>
    isCallEntry(line) && orderId !== null && line.order_id === orderId;
  const isOfTicket = (line: ShownLine): boolean => isCallEntry(line) && line.case === caseId;
  return newer.some((line) => isOfTicket(line.entry)) || lines.some(isOfOrder);
}

function isSameRefusal(line: HistoryLine, entry: ShownLine, { words }: LineWords): boolean {
  const areRefusals = line.entry.command === 'refusal' && entry.command === 'refusal';
  return areRefusals && line.words.words === words && line.entry.order_id === entry.order_id;
}

function purchaseOf({ id, receipt, player, order_id: orderId }: ShownLine): string {
  return receipt ?? player ?? orderId ?? id;
}

/** Who acts next is said by the question: two such sentences would contradict each other. */
function itemAdvice(entry: ShownLine): string {
  return isCallEntry(entry) ? (entry.for_item ?? '') : '';
}

function adviceOf({ id, who, not, next }: DeskSituation, { order_id: orderId }: ShownLine): string {
  const knownNext = id === 'ios' && orderId !== null ? giveOperator(orderId) : next;
  return [`Who acts next: ${who}.`, not, knownNext].filter((part) => part !== '').join(' ');
}
