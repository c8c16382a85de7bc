import type { JournalCall } from '../../desk/wire.js';
import { useDesk } from './desk-context.js';
import { OpenTicketButton } from './open-ticket-button.js';
import { findOtherTickets } from './ticket-lines.js';

const mostShown = 3;

/** Warns if the tickets of several players have the same purchase: each may claim what another one paid. */
export function OtherTickets({
  entries,
}: {
  readonly entries: readonly Pick<JournalCall, 'case'>[];
}) {
  const { ticket } = useDesk();
  const tickets = findOtherTickets(entries, ticket);
  if (tickets.length === 0) return null;
  const hiddenCount = tickets.length - mostShown;
  return (
    <p class="warning">
      The same purchase is in {tickets.length === 1 ? 'another ticket' : 'other tickets'}: are they
      of the same player?{' '}
      <span class="tickets">
        {tickets.slice(0, mostShown).map((other) => (
          <OpenTicketButton ticket={other} key={other} />
        ))}
        {hiddenCount > 0 && `and ${hiddenCount} more`}
      </span>
    </p>
  );
}
