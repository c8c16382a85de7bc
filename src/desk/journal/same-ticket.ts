import type { Context } from '../../context.js';
import { callsIn, isSamePlace, outcomeOf } from './calls.js';
import type { JournalEntry } from './entry.js';
import { readJournal } from './journal.js';

const mostNamed = 3;

/** The other purchases that a ticket has: a player who was charged twice has two, and each has its own answer. */
export async function saysOtherPurchases(context: Context, call: JournalEntry): Promise<string | undefined> {
  const { case: caseId, receipt } = call;
  if (caseId === null || receipt === null) return undefined;
  const { entries } = await readJournal(context, { containing: [caseId] });
  const others = new Map<string, JournalEntry>();
  for (const each of callsIn(entries))
    if (each.case === caseId && each.receipt !== null && each.receipt !== receipt && isSamePlace(each, call))
      others.set(each.receipt, each);
  if (others.size === 0) return undefined;
  const named = [...others.values()]
    .slice(-mostNamed)
    .map((each) => `${each.order_id ?? each.product ?? 'unknown'} (${outcomeOf(each).word})`);
  return `${caseId} has ${others.size === 1 ? 'another purchase' : 'other purchases'}: ${named.join(', ')}. Each has its own receipt.`;
}
