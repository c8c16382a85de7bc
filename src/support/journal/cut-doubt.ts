import type { Context } from '../../context.js';
import type { JournalEntry } from './entry.js';
import type { EntryFact } from './entry-answer.js';
import { readJournal } from './journal.js';

/** The doubt that a receipt was cut belongs to the receipt: one look-up that knew it speaks for all of the same receipt. */

/** The calls, each with the doubt that any call about its receipt has, whenever that one was made and for which ticket. */
export async function withCutDoubts(
  context: Context,
  calls: readonly JournalEntry[],
): Promise<readonly JournalEntry[]> {
  const callsWithoutDoubt = calls.filter(
    (call) => isNotConfirmed(call) && cutDoubtOf(call) === undefined,
  );
  const receipts = [...new Set(callsWithoutDoubt.flatMap(({ receipt }) => receipt ?? []))];
  if (receipts.length === 0) return calls;
  const doubted = await readJournal(context, receipts, { ofAllProfiles: true, mayMatter: isDoubt });
  const doubts = new Map(doubted.calls.map((call) => [call.receipt, cutDoubtOf(call)]));
  return calls.map((call) => {
    const doubt = callsWithoutDoubt.includes(call) ? doubts.get(call.receipt) : undefined;
    return doubt === undefined ? call : { ...call, facts: [doubt, ...call.facts] };
  });
}

const isDoubt = (line: string): boolean => line.includes('"probably-cut"');

function isNotConfirmed({ verdict }: JournalEntry): boolean {
  return verdict?.id === 'not-confirmed';
}

function cutDoubtOf({ facts }: JournalEntry): EntryFact | undefined {
  return facts.find(({ id }) => id === 'probably-cut');
}
