import { useState } from 'preact/hooks';
import { askTool } from './client.js';
import { useDesk } from './desk-context.js';
import { OpenTicketButton } from './open-ticket-button.js';
import { findNewTicket } from './ticket-lines.js';
import type { EndedRun } from './tool-run.js';

interface TicketOfCallProps {
  readonly ended: EndedRun;
  /** One of several look-ups, which get their ticket together in TicketSummary. */
  readonly isOneOfSeveral: boolean;
}

/** Says where the answer is kept, if that is not the ticket that is written above. */
export function TicketOfCall({ ended, isOneOfSeveral }: TicketOfCallProps) {
  const { ticket, ticketJournal } = useDesk();
  const callId = ended.result.call_id;
  const lines = ticketJournal?.lines;
  if (callId === null || ticket === '' || lines === undefined) return null;
  const other = findNewTicket(callId, lines, ticket);
  if (other !== undefined) {
    return (
      <p class="warning">
        This answer was moved to <bdi>{other}</bdi>. <OpenTicketButton ticket={other} />
      </p>
    );
  }
  const isKeptHere = lines.entries.some(({ id }) => id === callId);
  if (ended.askedTicket !== '' || isKeptHere || isOneOfSeveral) return null;
  return <PutUnderTicket callId={callId} />;
}

/** Offers to move a call to the ticket: it was made before the number of the ticket was written. */
function PutUnderTicket({ callId }: { readonly callId: string }) {
  const { ticket, journalChanged, announce } = useDesk();
  const [problem, setProblem] = useState('');
  const put = async (): Promise<void> => {
    try {
      const values = { id: callId, ticket };
      const { result, shown } = await askTool({ tool: 'move_call', values });
      if (!result.ok) return setProblem(shown.headline);
      announce(shown.headline);
      journalChanged();
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    }
  };
  return (
    <p class="warning">
      This answer is not kept under <bdi>{ticket}</bdi>: it was looked up without a ticket.{' '}
      <button type="button" onClick={() => void put()}>
        Put it under <bdi>{ticket}</bdi>
      </button>
      {problem !== '' && <span role="alert"> {problem}</span>}
    </p>
  );
}
