import type { Context } from '../context.js';
import { isSameOrder } from '../contract/order-id.js';
import { isAboutOtherOrder, ordersOfTicket } from '../support/journal/calls.js';
import type { JournalEntry } from '../support/journal/entry.js';
import { namedOrdersWords, readNamedOrders } from '../support/journal/order-answers.js';
import { replySituation } from '../support/replies/situations.js';
import { joinSentences } from '../text/sentences.js';
import { replyLine } from '../text/reply-line.js';
import { optionWords } from '../text/shell.js';
import type { CompletedCall } from './call-service.js';

/** The answer is about another order than the ticket, and somebody looked up the order of the ticket before: then its receipt is not needed. */

interface AskedAnswer {
  readonly orderId: string;
  /** What was found, as a sentence. */
  readonly words: string;
}

/** The first order of the ticket that has an answer from which a reply can be made; undefined if the call is about that order, or nobody looked it up. */
async function findAskedAnswer(
  context: Context,
  entry: JournalEntry,
): Promise<AskedAnswer | undefined> {
  if (!isAboutOtherOrder(entry)) return undefined;
  const { order_id: answeredId, case: caseId } = entry;
  // The purchase JSON of the other order is a part of the text, so its order id is among these.
  const otherIds = ordersOfTicket(entry).filter((each) => !isSameOrder(each, answeredId ?? ''));
  const orders = await readNamedOrders(context, otherIds, caseId ?? undefined);
  const answered = orders.find(
    ({ answer }) => answer !== undefined && replySituation(answer).situation !== undefined,
  );
  if (answered === undefined) return undefined;
  return { orderId: answered.orderId, words: namedOrdersWords([answered]) };
}

/** Says what was found about the order of the ticket, in the place of the advice to get its receipt. */
export async function describeAskedAnswer(
  context: Context,
  completed: CompletedCall,
): Promise<CompletedCall> {
  const { description, entry } = completed;
  const { verdict } = description;
  const asked = await findAskedAnswer(context, entry);
  if (asked === undefined || verdict === null) return completed;
  const next = joinSentences(asked.words, 'Read that answer: the ticket names that order.');
  return { ...completed, description: { ...description, verdict: { ...verdict, next } } };
}

/** The command for the reply about the order of the ticket; undefined without a ticket, because nobody knows for whom it would be. */
export async function replyToAskedAnswer(
  context: Context,
  entry: JournalEntry,
  languages: readonly string[],
): Promise<string | undefined> {
  const { case: caseId } = entry;
  const asked = caseId === null ? undefined : await findAskedAnswer(context, entry);
  if (asked === undefined) return undefined;
  const words = optionWords({ '--order-id': asked.orderId, '--case': caseId });
  return replyLine(languages, words);
}
