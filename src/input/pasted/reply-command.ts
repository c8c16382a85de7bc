import { replyLine, replyOptions, replyPhrase } from '../../text/reply-line.js';

/** A sentence that asks for the order number, without which the game’s developers find nothing. */
export const askForOrderNumber =
  'Ask the player for the order number as text, and the game’s developers for the receipt.';

/** The command for a reply to the player, in backticks, as a part of a sentence. */
export function replyCommand(situation: string, ticket: string | undefined): string {
  return `\`${replyPhrase([], replyOptions(situation, ticket))}\``;
}

interface NextStepsForMasked {
  readonly hint: string;
  readonly hintAtTerminal: string;
  readonly nextCommand: string | undefined;
}

/** What to do about a receipt that a program masked: the developers have the whole one, and the player gets a reply meanwhile. */
export function nextStepsForMasked(
  orderId: string | undefined,
  ticket: string | undefined,
): NextStepsForMasked {
  const situation = orderId === undefined ? 'need-order-id' : 'need-receipt';
  // Its ticket has nothing but the refusal itself.
  const nextInTicket = ticket && replyLine([], replyOptions(situation, ticket));
  return {
    hint: 'A program left a part of it out. Ask the game’s developers for the whole receipt. It is in the game’s server log.',
    hintAtTerminal: `Meanwhile ${replyCommand(situation, ticket)} prints a reply for the player.`,
    nextCommand: nextInTicket ?? (orderId && `pvg journal find ${orderId}`),
  };
}
