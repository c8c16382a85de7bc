import type { JournalCall, ShownRemark, ReplyEntry, ShownLine } from '../../desk/wire.js';
import { type KnownWords, formatLanguage } from './language-words.js';
import { formatRefusal, type KnownOrders, type LineWords } from './refused-line.js';

/** Lines of the journal at a glance. */

export function isCallEntry(entry: ShownLine): entry is JournalCall {
  return 'phase' in entry;
}

export function isReplyEntry(entry: ShownLine): entry is ReplyEntry {
  return entry.command === 'reply';
}

/** The orders that somebody asked about, without the one that the answer is about. */
function findAskedOrders(entry: ShownLine): readonly string[] {
  if (!isCallEntry(entry)) return [];
  return entry.asked_order_ids.filter((orderId) => orderId !== entry.order_id);
}

/** The order ids of a line: a reply and a refusal may name several; null without one. */
export function formatOrders(entry: ShownLine): string | null {
  if (!isCallEntry(entry)) return entry.order_ids.join(', ') || null;
  const asked = findAskedOrders(entry);
  if (asked.length === 0) return entry.order_id;
  return `${entry.order_id ?? ''} (asked about ${asked.join(', ')})`;
}

/** What a call found. If its receipt is probably cut, that is said too, because the whole receipt may be confirmed. */
function formatCall({ verdict, error, code, command, facts }: JournalCall): string {
  const doubt = facts.find(({ id }) => id === 'probably-cut');
  const says = verdict?.says ?? error?.says ?? code ?? command;
  return doubt === undefined ? says : `${says} ${doubt.value}`;
}

export function formatLine(entry: ShownLine, known: KnownWords & KnownOrders): LineWords {
  if (isCallEntry(entry)) {
    const next = entry.verdict?.next ?? entry.error?.hint ?? '';
    return { sign: entry.tone, text: formatCall(entry), next };
  }
  if (isReplyEntry(entry)) {
    return { sign: 'reply-sign', text: formatReply(entry, known), next: '' };
  }
  if (entry.command === 'refusal') return formatRefusal(entry, known);
  return { sign: 'note-sign', text: formatRemark(entry), next: '' };
}

function formatReply({ languages, situation }: ReplyEntry, known: KnownWords): string {
  const names = languages.map((code) => formatLanguage(known, code)).join(', ');
  const id = situation ?? 'several-answers';
  return `Reply in ${names}: ${known.start.words[id] ?? id}`;
}

function formatRemark(remark: ShownRemark): string {
  return remark.command === 'move' ? formatMove(remark) : `Note: ${remark.text ?? ''}`;
}

/** A move of all lines of a ticket has their number as its text; a move of one line has no text. */
function formatMove({ text, case: caseId, moved_from: movedFrom }: ShownRemark): string {
  const origin = movedFrom ?? 'no ticket';
  return `Moved ${text ?? '1 line'} from ${origin} to ${caseId ?? 'another ticket'}`;
}
