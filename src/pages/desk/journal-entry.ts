import type { JournalEntry, RemarkEntry, ReplyEntry } from '../../desk/wire.js';

/** Lines of the journal at a glance. */

export type KeptEntry = JournalEntry | ReplyEntry | RemarkEntry;

export function isCall(entry: KeptEntry): entry is JournalEntry {
  return 'phase' in entry;
}

export function isReply(entry: KeptEntry): entry is ReplyEntry {
  return entry.command === 'reply';
}

export function toneOf({ exit, advice }: JournalEntry): 'good' | 'careful' | 'bad' {
  if (exit !== 0) return 'bad';
  return advice === 'none' || advice === 'already-verified' ? 'good' : 'careful';
}

export function outcomeWords({ verdict, error, code, command }: JournalEntry): string {
  return verdict?.says ?? error?.says ?? code ?? command;
}
