import type { Context } from '../../context.js';
import { isDoubtful } from './calls.js';
import type { JournalEntry } from './entry.js';
import { readJournal } from './journal.js';

/** Purchases that an answer confirmed, as far as they are wanted: their products and packages are spelled right. */
export async function confirmedCalls(
  context: Context,
  isWanted: (call: JournalEntry) => boolean = () => true,
): Promise<JournalEntry[]> {
  const { calls } = await readJournal(context, { containing: ['"exit":0,'] });
  return calls.filter(
    (call) => call.interface === 'gateway' && call.exit === 0 && !isDoubtful(call) && isWanted(call),
  );
}

const mostOffered = 9;

/** The newest first. */
export const productsIn = (calls: readonly JournalEntry[]): string[] =>
  [...new Set([...calls].reverse().flatMap(({ product }) => product ?? []))].slice(0, mostOffered);
