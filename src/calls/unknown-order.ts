import type { Context } from '../context.js';
import { PvgError } from '../failure.js';
import { listOrderIds, matchesTypedName } from '../support/journal/calls.js';
import type { KeptEntry } from '../support/journal/entry.js';
import { findNewest } from '../support/journal/journal.js';
import { questionLine } from '../support/replies/question-notes.js';
import type { TicketLines } from '../support/replies/ticket-lines.js';
import type { Refusal } from '../support/ticket-refusal.js';
import { replyLine, replyOptions } from '../text/reply-line.js';
import { shellLine } from '../text/shell.js';

/** The way on for a refused order of which the journal has nothing: a search would find the refusal itself. */

interface RefusedOrder {
  readonly refusal: Refusal;
  readonly languages: readonly string[];
  readonly ticket: Pick<TicketLines, 'replies'>;
}

/**
 * Makes the next command the reply to the order; if the text mentions a question that no reply answers yet, the reply to that,
 * as after a look-up. Without an order number, the reply that asks for the number stays first.
 */
export async function withReplyToOrder(
  context: Context,
  failure: PvgError,
  refused: RefusedOrder,
): Promise<PvgError> {
  const { refusal, languages, ticket } = refused;
  const withReply = await withReplyToUnknownOrder(context, failure, refused);
  const { code, message, details } = withReply;
  const { caseId } = refusal;
  const orderReplies = [replyOptions('need-receipt', caseId), ['--order-id']];
  const { nextCommand = '' } = details;
  const isAboutOrder = orderReplies.some((words) =>
    nextCommand.startsWith(replyLine(languages, words)),
  );
  const { questions = [] } = context;
  const open = questions.filter(
    (each) => !ticket.replies.some(({ situation }) => situation === each),
  );
  const question = questionLine(open, caseId, languages);
  if (!isAboutOrder || caseId === undefined || question === undefined) return withReply;
  return new PvgError(code, message, { ...details, nextCommand: question });
}

async function withReplyToUnknownOrder(
  context: Context,
  failure: PvgError,
  { refusal: { orders, caseId, kept }, languages }: RefusedOrder,
): Promise<PvgError> {
  const { code, message, details } = failure;
  const orderIds = orders.map(({ orderId }) => orderId);
  const searches = orderIds.map((orderId) => shellLine(['pvg', 'journal', 'find', orderId]));
  const leadsToSearch = searches.includes(details.nextCommand ?? '');
  if (!leadsToSearch || caseId === undefined || kept?.situation !== 'need-receipt') return failure;
  const isOther = (line: KeptEntry): boolean =>
    !(line.command === 'refusal' && matchesTypedName(line.case, caseId)) &&
    listOrderIds(line).some((each) => orderIds.includes(each));
  const otherLine = await findNewest(context, {
    containing: orderIds,
    isWanted: ({ kept: line }) => isOther(line),
  });
  if (otherLine !== undefined) return failure;
  const nextCommand = replyLine(languages, replyOptions('need-receipt', caseId));
  return new PvgError(code, message, { ...details, nextCommand });
}
