import type { Context } from '../context.js';
import { PvgError } from '../failure.js';
import { listOrderIds, matchesTypedName } from '../support/journal/calls.js';
import type { KeptEntry } from '../support/journal/entry.js';
import { findNewest } from '../support/journal/journal.js';
import type { Refusal } from '../support/ticket-refusal.js';
import { replyLine, replyOptions } from '../text/reply-line.js';
import { shellLine } from '../text/shell.js';

/** The way on for a refused order of which the journal has nothing: a search would find the refusal itself. */

interface RefusedOrder {
  readonly refusal: Refusal;
  readonly languages: readonly string[];
}

export async function withReplyToUnknownOrder(
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
