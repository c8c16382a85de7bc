import type { JournalEntry, KeptEntry, ReplyEntry } from '../../desk/wire.js';

/** Lines of the journal at a glance. */

export function isCallEntry(entry: KeptEntry): entry is JournalEntry {
  return 'phase' in entry;
}

export function isReplyEntry(entry: KeptEntry): entry is ReplyEntry {
  return entry.command === 'reply';
}

export function entryTone({ exit, advice }: JournalEntry): 'good' | 'careful' | 'bad' {
  if (exit !== 0) return 'bad';
  return advice === 'none' || advice === 'already-verified' ? 'good' : 'careful';
}

export function entryWords({ verdict, error, code, command }: JournalEntry): string {
  return verdict?.says ?? error?.says ?? code ?? command;
}
