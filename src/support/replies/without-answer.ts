import type { Context } from '../../context.js';
import { PvgError } from '../../failure.js';
import type { GlobalOptions } from '../../input/options.js';
import { joinSentences, joinWithAnd } from '../../text/sentences.js';
import { optionWords, shellLine } from '../../text/shell.js';
import { caseReportArgv, minuteUtc, ticketWords } from '../journal/calls.js';
import { isOfCase } from '../journal/choosing.js';
import { namedOrdersWords, readNamedOrders, type NamedOrder } from '../journal/order-answers.js';
import { isRemark, type RemarkEntry, type ReplyEntry } from '../journal/entry.js';
import { requireNewest } from '../journal/journal.js';
import { replyAct, replyWords } from '../journal/outcome-words.js';
import { namesOrder } from '../report/actions.js';
import { pageLine } from '../report/page-file.js';
import { replyAboutAnswer } from './reply-orders.js';
import { situationOfRefused } from './refused-situation.js';
import { replySituation, type WantedReply } from './situations.js';

interface WantedWithoutAnswer extends WantedReply {
  /** The profile that was typed: the next command keeps it. */
  readonly profile: string | undefined;
  readonly replies: readonly ReplyEntry[];
}

/**
 * For a ticket without an answer: throws if a paste of the ticket was refused, and proposes the command that follows from that
 * paste. Without a refused paste it returns. @throws {PvgError} `no-reply`
 */
export async function throwIfRefusedPaste(
  context: Context,
  globals: GlobalOptions,
  wanted: WantedWithoutAnswer & { readonly caseId: string },
): Promise<void> {
  const { caseId } = wanted;
  // `requireNewest` fails only if the journal cannot be read; it may find no line.
  const { lines } = await requireNewest(context, globals, {
    containing: [caseId],
    isWanted: ({ kept }) => kept.command === 'refusal' && isOfCase(kept, caseId),
    most: 1,
  });
  const refusal = lines.find(isRemark);
  if (refusal === undefined) return;
  const orders = await readNamedOrders(context, refusal.order_ids, caseId);
  const { replies } = wanted;
  const printedReplies = listPrintedReplies(refusal, orders, replies);
  if (printedReplies.length > 0) throw await printedError(context, caseId, printedReplies);
  // Only an answer from which a reply can be made counts here, and only if none was printed yet.
  const answered = orders.find(
    (order) =>
      order.answer !== undefined &&
      replySituation(order.answer).situation !== undefined &&
      replyAboutAnswer(order, replies) === undefined,
  );
  if (answered?.answer !== undefined) {
    const options = optionWords({ '--order-id': answered.orderId, '--case': caseId });
    const order = orders.length === 1 ? 'Its order' : 'An order of it';
    const where = ticketWords(answered.answer);
    const says = `Nothing was looked up for this ticket. ${order} was, ${where}.`;
    throw new PvgError('no-reply', says, {
      hint: namedOrdersWords(orders),
      nextCommand: shellLine(['pvg', 'reply', ...wanted.languages, ...options]),
    });
  }
  throw new PvgError(
    'no-reply',
    'Nothing was looked up for this ticket: pvg refused what was pasted.',
    {
      hint: `The newest reason: ${refusal.text ?? 'not kept.'} Look up the receipt, or choose a reply.`,
      hintAtTerminal: '`pvg reply --list` shows them.',
      nextCommand: shellLine(chooseCommand(refusal, wanted)),
    },
  );
}

/** The replies that tell the player all that is known about the refused paste; none if one is still missing. */
function listPrintedReplies(
  refusal: RemarkEntry,
  orders: readonly NamedOrder[],
  replies: readonly ReplyEntry[],
): readonly ReplyEntry[] {
  const situation = situationOfRefused([refusal]);
  const later = replies.filter((reply) => reply.at >= refusal.at && reply.situation === situation);
  const replyAbout = (order: NamedOrder): ReplyEntry | undefined => {
    if (order.answer !== undefined) return replyAboutAnswer(order, replies);
    return later.findLast((reply) => namesOrder(reply, order.orderId));
  };
  const found = orders.length === 0 ? [later.at(-1)] : orders.map(replyAbout);
  const printedReplies = found.filter((reply) => reply !== undefined);
  return printedReplies.length < found.length ? [] : [...new Set(printedReplies)];
}

/** pvg proposes no reply a second time: the report shows what is left to do. */
async function printedError(
  context: Context,
  caseId: string,
  replies: readonly ReplyEntry[],
): Promise<PvgError> {
  const sentences = replies.map((reply) => {
    const about = reply.order_ids.length === 0 ? '' : ` about ${joinWithAnd(reply.order_ids)}`;
    return `A reply${about} was ${replyAct(reply)} on ${minuteUtc(reply.at)}: ${replyWords(reply)}.`;
  });
  const says = 'Nothing was looked up for this ticket, and the replies that fit were made already.';
  return new PvgError('no-reply', says, {
    hint: joinSentences(...sentences, 'The report says who acts next.'),
    hintAtTerminal: 'To print a reply again, choose it with `--for <situation>`.',
    nextCommand: await pageLine(context, caseReportArgv(caseId)),
  });
}

/** The command after a refused paste: the reply that fits it, or another look-up if the player need not be asked. */
function chooseCommand(
  refusal: RemarkEntry,
  { caseId, languages, profile }: WantedWithoutAnswer,
): string[] {
  const { order_id: orderId } = refusal;
  const situation = situationOfRefused([refusal]);
  const ticket = optionWords({ '--profile': profile, '--case': caseId });
  if (situation === undefined) return ['pvg', 'lookup', '-', ...ticket];
  // Only `ios` needs its number here: the other replies find their order ids in the ticket.
  const number = optionWords({ '--order-id': situation === 'ios' ? orderId : null });
  return ['pvg', 'reply', ...languages, '--for', situation, ...number, ...ticket];
}
