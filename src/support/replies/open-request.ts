import { isAmong } from '../../text/is-among.js';
import { minuteUtc } from '../journal/calls.js';
import type { Situation } from './situations.js';
import type { TicketLines } from './ticket-lines.js';

/**
 * Warns of two replies that contradict each other: an earlier one asks the player for something, and this one says that
 * nothing is needed. The player would get both.
 */

/** What the texts of these situations ask for. Situations that ask for an order number are
 * left out: once it is known, nothing is asked any more. */
const requests: Readonly<Record<string, string>> = {
  'somebody-else-paid': 'the name of the character',
  'other-order': 'the store’s order confirmation',
  'not-confirmed': 'the store’s order confirmation',
} satisfies Partial<Record<Situation, string>>;

/** Their texts say that the player need not send anything for now. */
const requestsNothing = ['need-receipt', 'service-down', 'store-unavailable'] as const;

/** Says that the reply contradicts the ticket’s last request; undefined if it does not. */
export function openRequestNote(
  { replies }: Pick<TicketLines, 'replies'>,
  situation: string,
): string | undefined {
  if (!isAmong(requestsNothing, situation)) return undefined;
  const last = replies.findLast(
    (reply) => isAmong(requestsNothing, reply.situation) || requestOf(reply.situation),
  );
  const request = last && requestOf(last.situation);
  if (last === undefined || request === undefined) return undefined;
  return `This reply says that the player need not send anything, and the reply of ${minuteUtc(last.at)} (${last.situation ?? ''}) asks for ${request}. Send only one of them, or change the text.`;
}

function requestOf(situation: string | null): string | undefined {
  return situation !== null && Object.hasOwn(requests, situation) ? requests[situation] : undefined;
}
