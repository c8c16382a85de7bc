import { isSameOrder } from '../contract/order-id.js';
import type { FurtherPurchase } from '../input/pasted-purchase.js';
import { describeChoice } from '../input/pasted/choices.js';
import { withNotesAtTerminal, type CommandResult } from '../output/command-result.js';
import type { JournalEntry } from '../support/journal/entry.js';
import { replySituation } from '../support/replies/situations.js';
import { nextLanguages, type TicketLines } from '../support/replies/ticket-lines.js';
import { withoutDemo } from '../support/report/subjects.js';
import { counted } from '../text/sentences.js';
import { replyLine } from '../text/reply-line.js';
import { optionWithValue } from '../text/shell.js';
import type { CompletedCall } from './call-service.js';
import type { Connection } from './connection.js';

/** The next command after a look-up: that of the next purchase of the same text. After the last one it is the reply about all purchases. */

interface LookedUp {
  readonly connection: Connection;
  readonly completed: CompletedCall;
  readonly further: readonly FurtherPurchase[];
  readonly ticket: TicketLines;
}

/** Changes the next command of a look-up. A failed look-up keeps its own. */
export function withNextInTicket(
  result: CommandResult,
  { connection, completed, further, ticket }: LookedUp,
): CommandResult {
  if (completed.description.verdict === null) return result;
  const calls = [...ticket.calls, completed.entry];
  const isOpen = ({ choice }: FurtherPurchase): boolean =>
    !calls.some((call) => isAnsweredAbout(call, choice));
  const openPurchases =
    connection.caseId === undefined ? selectLaterInText(further) : further.filter(isOpen);
  const [next] = openPurchases;
  if (next !== undefined) {
    const names = openPurchases.map(({ choice }) => describeChoice(choice)).join(', ');
    const note = `${counted(openPurchases.length, 'more purchase')} in this text: ${names}.`;
    return withNext(withNotesAtTerminal(result, note), next.line);
  }
  const { caseId } = connection;
  const isSettled = completed.description.nextStep === 'report';
  if (caseId === undefined || !isSettled || !hasSeveralAnswers(calls)) return result;
  const typedLanguages = connection.typedOptions.flatMap(([option, value]) =>
    option === '--reply' && typeof value === 'string' ? value.split(',') : [],
  );
  const languages = nextLanguages(typedLanguages, ticket);
  return withNext(result, replyLine(languages, optionWithValue('--case', caseId)));
}

function withNext(result: CommandResult, nextCommand: string): CommandResult {
  return { ...result, view: { ...result.view, nextCommand } };
}

/** The purchases that stand after this one in the text. Without a ticket it is not known which were looked up, so the text is gone through once. */
function selectLaterInText(further: readonly FurtherPurchase[]): readonly FurtherPurchase[] {
  return further.filter(({ isBefore }) => !isBefore);
}

function isAnsweredAbout(
  call: JournalEntry,
  { orderId, productId, fingerprint }: FurtherPurchase['choice'],
): boolean {
  if (call.command !== 'lookup' || call.verdict === null) return false;
  // The fingerprint of a choice begins with `sha256:`, that of a line of the journal does not.
  const isSameReceipt = call.receipt !== null && fingerprint.endsWith(`:${call.receipt}`);
  if (isSameReceipt) return productId === undefined || call.product === productId;
  return orderId !== undefined && call.order_id !== null && isSameOrder(call.order_id, orderId);
}

/** Whether the ticket has two answered purchases or more, and each of them leads to a reply. */
function hasSeveralAnswers(calls: readonly JournalEntry[]): boolean {
  const lookups = withoutDemo(calls).filter(({ command }) => command === 'lookup');
  const newest = new Map(lookups.map((call) => [call.receipt, call]));
  const answered = [...newest.values()].filter(({ verdict }) => verdict !== null);
  return (
    answered.length > 1 && answered.every((call) => replySituation(call).situation !== undefined)
  );
}
