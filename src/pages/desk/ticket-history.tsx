import { useEffect, useState } from 'preact/hooks';
import type { JournalAnswer } from '../../desk/wire.js';
import { CallsList } from './calls-list.js';
import { askTool } from './client.js';
import { useDesk } from './desk-context.js';
import { NoteForm } from './note-form.js';
import { TicketActions } from './ticket-actions.js';

const newestShown = '8';
/** While somebody types a ticket's number, not each letter asks. */
const typingMs = 250;

/** This ticket so far, or the newest calls without a ticket. */
export function TicketHistory() {
  const { ticket, journalVersion } = useDesk();
  const [journal, setJournal] = useState<JournalAnswer>();
  // The list of another ticket must not stand below this heading.
  useEffect(() => setJournal(undefined), [ticket]);
  useEffect(() => {
    let isOld = false;
    const request =
      ticket === ''
        ? { tool: 'list_calls', values: { limit: newestShown } }
        : { tool: 'find_calls', values: { what: ticket } };
    const timer = window.setTimeout(() => {
      askTool<JournalAnswer | null>(request).then(
        ({ result }) => {
          if (!isOld && result.answer !== null) setJournal(result.answer);
        },
        () => undefined,
      );
    }, typingMs);
    return () => {
      isOld = true;
      window.clearTimeout(timer);
    };
  }, [ticket, journalVersion]);
  const isBegun = journal !== undefined && hasLines(journal);
  return (
    <aside aria-labelledby="so-far">
      <h2 id="so-far">{ticket === '' ? 'Newest calls' : `${ticket} so far`}</h2>
      <HistoryList journal={journal} hasTicket={ticket !== ''} />
      {ticket !== '' && isBegun && <TicketActions id="" />}
      {ticket !== '' && <NoteForm />}
    </aside>
  );
}

function hasLines({ entries, replies, remarks }: JournalAnswer): boolean {
  return entries.length + replies.length + remarks.length > 0;
}

interface HistoryListProps {
  readonly journal: JournalAnswer | undefined;
  readonly hasTicket: boolean;
}

function HistoryList({ journal, hasTicket }: HistoryListProps) {
  if (journal === undefined) return null;
  if (hasLines(journal)) {
    return <CallsList journal={journal} canMove={hasTicket} />;
  }
  return <p class="soft">{hasTicket ? 'Nothing was done for this ticket yet.' : 'No call yet.'}</p>;
}
