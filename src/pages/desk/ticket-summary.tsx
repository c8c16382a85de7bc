import { useState } from 'preact/hooks';
import { askTool } from './client.js';
import { useDesk } from './desk-context.js';
import { LineForm } from './line-form.js';
import { ReplyChoice } from './other-reply.js';
import { FetchedReply } from './reply-block.js';
import type { EndedRun } from './tool-run.js';

interface TicketSummaryProps {
  /** Ids of the calls that were just made. */
  readonly callIds: readonly string[];
  /** Some were made before the number of the ticket was written. */
  readonly isWithoutTicket: boolean;
  /** One of these calls, whose text is that of all. */
  readonly ended: EndedRun | undefined;
}

/** After several look-ups: one reply about all purchases of the ticket, and its report. */
export function TicketSummary({ callIds, isWithoutTicket, ended }: TicketSummaryProps) {
  const { ticket, ticketJournal } = useDesk();
  const [question, setQuestion] = useState('');
  const isKept = (callId: string): boolean =>
    ticket !== '' && ticketJournal?.lines.entries.some(({ id }) => id === callId) === true;
  const idsWithoutTicket = isWithoutTicket ? callIds.filter((callId) => !isKept(callId)) : [];
  return (
    <section class="sheet summary" aria-labelledby="all-of-ticket">
      <h2 id="all-of-ticket">For the ticket: one reply about all</h2>
      {ticket === '' || idsWithoutTicket.length > 0 ? (
        <TicketForm callIds={idsWithoutTicket} key={ticket} />
      ) : (
        <ReplyChoice
          question={question}
          onQuestion={setQuestion}
          mentioned={ended?.result.questions ?? []}
          player={ended?.shown.mentioned_player}
        >
          <FetchedReply heading={`One reply for ${ticket}`} situation="" />
        </ReplyChoice>
      )}
    </section>
  );
}

/** The look-ups were made without a ticket: they get one. */
function TicketForm({ callIds }: Pick<TicketSummaryProps, 'callIds'>) {
  const { ticket: written, changeTicket, journalChanged } = useDesk();
  const [typed, setTyped] = useState(written);
  const assign = async (ticket: string): Promise<string | undefined> => {
    for (const id of callIds) {
      const { result, shown } = await askTool({ tool: 'move_call', values: { id, ticket } });
      if (!result.ok) return shown.headline;
    }
    changeTicket(ticket);
    journalChanged();
    return undefined;
  };
  return (
    <LineForm
      id="ticket-of-all"
      label="Number of the ticket"
      hint="The look-ups above go under it. It then has one reply and one report."
      button="Use this ticket"
      typed={typed}
      onTyped={setTyped}
      submit={assign}
    />
  );
}
