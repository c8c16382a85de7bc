import type { ComponentChildren } from 'preact';
import { useDesk } from './desk-context.js';
import { FetchedReply } from './reply-block.js';
import { countPurchases } from './ticket-lines.js';

interface TicketReplyProps {
  /** About one purchase. */
  readonly children: ComponentChildren;
}

/** Puts one reply about all purchases of the ticket before the reply about this purchase alone. */
export function TicketReply({ children }: TicketReplyProps) {
  const { ticket, ticketJournal } = useDesk();
  const lines = ticketJournal?.lines;
  if (ticket === '' || lines === undefined || countPurchases(lines) < 2) return <>{children}</>;
  return (
    <>
      <FetchedReply
        heading={`One reply for all ${countPurchases(lines)} purchases of ${ticket}`}
        situation=""
        key={lines.entries[0]?.id}
      />
      <details>
        <summary>A reply about this purchase alone</summary>
        {children}
      </details>
    </>
  );
}
