import type { Context } from '../../context.js';
import { PvgError } from '../../failure.js';
import type { GlobalOptions } from '../../input/options.js';
import { optionWords, shellLine } from '../../text/shell.js';
import { ticketWords } from '../journal/calls.js';
import { isOfCase } from '../journal/choosing.js';
import { namedOrdersWords, readNamedOrders } from '../journal/order-answers.js';
import { isRemark, type RemarkEntry } from '../journal/entry.js';
import { requireNewest } from '../journal/journal.js';
import { situationOfRefused } from './question-notes.js';
import { replySituation, type WantedReply } from './situations.js';

interface WantedWithoutAnswer extends WantedReply {
  /** The profile that was typed: the next command keeps it. */
  readonly profile: string | undefined;
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
  // Only an answer from which a reply can be made counts here.
  const answered = orders.find(
    ({ answer }) => answer !== undefined && replySituation(answer).situation !== undefined,
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
