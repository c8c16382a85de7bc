import type { Context } from '../../context.js';
import type { JournalEntry } from './entry.js';
import { readJournal } from './journal.js';

const most = 9;

/** Products that an answer has confirmed, the newest first: a misspelt one must not be offered. */
export async function confirmedProducts(
  context: Context,
  isWanted: (call: JournalEntry) => boolean = () => true,
): Promise<string[]> {
  const { entries } = await readJournal(context, { containing: ['"product":"'] });
  const confirmed = entries.filter((call) => (call.exit === 0 || call.exit === 7) && isWanted(call));
  const products = new Set(confirmed.reverse().flatMap(({ product }) => product ?? []));
  return [...products].slice(0, most);
}
