import type { JournalCall, ShownLine, ReplyEntry } from '../../desk/wire.js';

/** Lines of the journal at a glance. */

export function isCallEntry(entry: ShownLine): entry is JournalCall {
  return 'phase' in entry;
}

export function isReplyEntry(entry: ShownLine): entry is ReplyEntry {
  return entry.command === 'reply';
}

export function entryWords({ verdict, error, code, command }: JournalCall): string {
  return verdict?.says ?? error?.says ?? code ?? command;
}
