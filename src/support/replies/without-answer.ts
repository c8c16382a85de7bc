import type { Context } from '../../context.js';
import { PvgError } from '../../failure.js';
import type { GlobalOptions } from '../../input/options.js';
import { appleNumberOf } from '../../input/pasted/look-alikes.js';
import { optionWords, shellLine } from '../../text/shell.js';
import { isOfCase } from '../journal/choosing.js';
import { isRemark, type RemarkEntry } from '../journal/entry.js';
import { requireNewest } from '../journal/journal.js';
import type { Situation } from './situations.js';

/**
 * A ticket of which the journal has pastes that were refused, and no answer: nothing was looked up, so nobody knows what to
 * tell the player, but what was refused says which sentence fits. @throws {PvgError} `no-reply`
 */
export async function refuseWithoutAnswer(
  context: Context,
  globals: GlobalOptions,
  caseId: string,
): Promise<void> {
  const { lines } = await requireNewest(context, globals, {
    containing: [caseId],
    isWanted: ({ kept }) => kept.command === 'refusal' && isOfCase(kept, caseId),
    most: 1,
  });
  const refusal = lines.find(isRemark);
  if (refusal === undefined) return;
  throw new PvgError(
    'no-reply',
    'Nothing was looked up for this ticket: pvg refused what was pasted.',
    {
      hint: `The newest reason: ${refusal.text ?? 'not kept'} Look up the receipt, or reply for a situation: \`pvg reply --list\` shows them.`,
      nextCommand: shellLine(situationLine(refusal, caseId)),
    },
  );
}

/** The reply must not say that we have an order number if the paste had none, or one that was only read from a picture. */
function situationLine({ order_id: orderId, text }: RemarkEntry, caseId: string): string[] {
  if (orderId === null || isGuessedOrder(orderId, text)) {
    return replyLine('need-order-id', { '--case': caseId });
  }
  // An order of Apple cannot be looked up at all; with any other the receipt is still missing.
  return appleNumberOf(orderId) !== undefined
    ? replyLine('ios', { '--order-id': orderId, '--case': caseId })
    : replyLine('need-receipt', { '--case': caseId });
}

/** A refusal repeats an order id only where it corrected what was read from a picture. */
export function isGuessedOrder(orderId: string, refusal: string | null): boolean {
  return refusal?.includes(orderId) === true;
}

function replyLine(situation: Situation, options: Readonly<Record<string, string>>): string[] {
  return ['pvg', 'reply', 'en', '--for', situation, ...optionWords(options)];
}
