import { useEffect, useState } from 'preact/hooks';
import type { FoundAnswer } from '../../desk/wire.js';
import { askTool } from './client.js';
import { useDesk } from './desk-context.js';
import { otherTickets } from './ticket-lines.js';

interface OtherTicketsProps {
  /** An order id, or the fingerprint of a receipt; empty if nothing is known. */
  readonly purchase: string;
}

/** One purchase in the tickets of several players: each may claim what another one paid. */
export function OtherTickets({ purchase }: OtherTicketsProps) {
  const { ticket, openTicket } = useDesk();
  const [found, setFound] = useState<FoundAnswer>();
  useEffect(() => {
    setFound(undefined);
    if (purchase === '') return;
    const request = { tool: 'find_calls', values: { what: purchase } };
    askTool<FoundAnswer | null>(request).then(
      ({ result }) => setFound(result.answer ?? undefined),
      () => undefined,
    );
  }, [purchase]);
  const tickets = otherTickets(found?.entries ?? [], ticket);
  if (tickets.length === 0) return null;
  return (
    <p class="warning">
      The same purchase is in {tickets.length === 1 ? 'another ticket' : 'other tickets'}: are they
      of the same player?{' '}
      {tickets.map((other) => (
        <button type="button" class="quiet" key={other} onClick={() => openTicket(other)}>
          Open <bdi>{other}</bdi>
        </button>
      ))}
    </p>
  );
}
