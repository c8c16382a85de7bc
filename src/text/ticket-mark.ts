/**
 * A ticket without the `#` in front of it, which some people write and some do not. The shell takes an unquoted one for the
 * beginning of a comment, so commands are written without it.
 */
export function withoutTicketMark(ticket: string): string {
  return ticket.trim().replace(/^(?:[#\uFF03]\s*)+(?=[^#\uFF03\s])/, '');
}
