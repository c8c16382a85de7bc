import type { JournalCall, RemarkEntry, ReplyEntry, ShownLine } from '../../desk/wire.js';
import { languageWords, type Desk } from './desk-context.js';
import { situationLabel } from './situation-label.js';

/** Lines of the journal at a glance. */

export function isCallEntry(entry: ShownLine): entry is JournalCall {
  return 'phase' in entry;
}

export function isReplyEntry(entry: ShownLine): entry is ReplyEntry {
  return entry.command === 'reply';
}

function entryWords({ verdict, error, code, command }: JournalCall): string {
  return verdict?.says ?? error?.says ?? code ?? command;
}

/** One line of the journal in a few words, with the class of its sign. */
interface LineWords {
  readonly sign: string;
  readonly words: string;
}

export function lineWords(entry: ShownLine, desk: Desk): LineWords {
  if (isCallEntry(entry)) return { sign: entry.tone, words: entryWords(entry) };
  if (isReplyEntry(entry)) return { sign: 'reply-sign', words: replyWords(entry, desk) };
  const sign = entry.command === 'refusal' ? 'careful' : 'note-sign';
  return { sign, words: remarkWords(entry) };
}

function replyWords({ languages, situation }: ReplyEntry, desk: Desk): string {
  const names = languages.map((code) => languageWords(desk, code)).join(', ');
  return `Reply in ${names}: ${situationLabel(situation ?? 'several purchases')}`;
}

function remarkWords(remark: RemarkEntry): string {
  const { command, text } = remark;
  if (command === 'move') return moveWords(remark);
  return command === 'refusal' ? `Not sent: ${text ?? ''}` : `Note: ${text ?? ''}`;
}

/** All lines of a ticket have no id, but their number as text. */
function moveWords({ text, case: ticket, moved_from: movedFrom }: RemarkEntry): string {
  const origin = movedFrom ?? 'no ticket';
  return `Moved ${text ?? '1 line'} from ${origin} to ${ticket ?? 'another ticket'}`;
}
