import { CallsList } from './calls-list.js';
import { useDesk } from './desk-context.js';
import { NoteForm } from './note-form.js';
import { ReportActions } from './report-actions.js';
import { hasLines, type TicketJournal } from './ticket-journal.js';

/** This ticket so far, or the newest calls without a ticket. */
export function TicketHistory() {
  const { ticket, ticketJournal } = useDesk();
  const isBegun = ticketJournal !== undefined && hasLines(ticketJournal);
  return (
    <aside aria-labelledby="so-far">
      <h2 id="so-far">{ticket === '' ? 'Newest calls' : `${ticket} so far`}</h2>
      {ticket !== '' && <NoteForm />}
      <HistoryList journal={ticketJournal} />
      {/* The report of a ticket needs no id of a call. */}
      {ticket !== '' && isBegun && <ReportActions id="" />}
    </aside>
  );
}

function HistoryList({ journal }: { readonly journal: TicketJournal | undefined }) {
  if (journal === undefined) return null;
  const { ticket, lines } = journal;
  const hasTicket = ticket !== '';
  if (hasLines(journal)) {
    return <CallsList journal={lines} canMove={hasTicket} key={ticket} />;
  }
  return <p class="soft">{hasTicket ? 'Nothing was done for this ticket yet.' : 'No call yet.'}</p>;
}
