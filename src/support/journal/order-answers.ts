import type { Context } from '../../context.js';
import { isSameOrder } from '../../contract/purchase-token.js';
import { minuteUtc } from './calls.js';
import type { JournalEntry } from './entry.js';
import { readJournal } from './journal.js';
import { isOff } from './places.js';

/** An order id that somebody looked up with its receipt, for any ticket, has its answer in the journal. */

const mostLines = 200;

/** Oldest first. */
export async function answersAboutOrder(
  context: Context,
  orderId: string,
): Promise<readonly JournalEntry[]> {
  if (isOff(context)) return [];
  const { calls } = await readJournal(context, [orderId], { most: mostLines });
  return calls.filter(
    ({ verdict, order_id: order }) =>
      verdict !== null && order !== null && isSameOrder(order, orderId),
  );
}

/** `It was looked up on 2026-11-21 14:02 UTC for T-7: Paid at the store, …`. */
export function answerSentence({ at: time, case: ticket, verdict }: JournalEntry): string {
  const ticketWords = ticket === null ? '' : ` for ${ticket}`;
  return `It was looked up on ${minuteUtc(time)}${ticketWords}: ${verdict?.says ?? ''}`;
}
