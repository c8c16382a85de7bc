import type { JournalAnswer, ShownLine } from '../../desk/wire.js';
import { dayTime } from './browser.js';
import { useDesk } from './desk-context.js';
import { formatLine, formatOrders } from './journal-entry.js';
import { sortNewestFirst } from './ticket-lines.js';

interface JournalTableProps {
  readonly journal: JournalAnswer;
  /** How many lines the journal has for this filter; the table may show only the newest of them. */
  readonly total: number;
}

/** The newest lines, a row each: calls, replies, notes, moves and refused pastes. */
export function JournalTable({ journal, total }: JournalTableProps) {
  const { entries, replies, remarks } = journal;
  const lines = sortNewestFirst<ShownLine>([...entries, ...replies, ...remarks]);
  if (lines.length === 0) {
    return <p class="soft">The journal has nothing of these days with this filter.</p>;
  }
  return (
    <section class="rows">
      <h2>Newest lines</h2>
      {lines.length < total && (
        <p class="soft">
          The newest {lines.length} of {total} lines.
        </p>
      )}
      <table>
        <thead>
          <tr>
            <th class="when">When</th>
            <th class="outcome">Outcome</th>
            <th class="order">Order id</th>
            <th>Ticket</th>
            <th class="profile">Profile</th>
            <th>Person</th>
          </tr>
        </thead>
        <tbody>
          {lines.map((entry) => (
            <JournalRow entry={entry} key={entry.id} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

function JournalRow({ entry }: { readonly entry: ShownLine }) {
  const desk = useDesk();
  const { sign, text } = formatLine(entry, desk);
  const { case: caseId } = entry;
  const canOpen = caseId !== null;
  return (
    <tr class={canOpen ? 'opens' : ''} onClick={() => canOpen && desk.openTicket(caseId)}>
      <td data-name="When">
        <time dateTime={entry.at}>{dayTime(entry.at)}</time>
      </td>
      <td class="gist" data-name="Outcome">
        <span class={`sign ${sign}`} aria-hidden="true" /> {text}
      </td>
      <OptionalCell name="Order id" value={formatOrders(entry)} />
      <TicketCell ticket={entry.case} />
      <td data-name="Profile" class={entry.profile === null ? 'empty' : ''}>
        {entry.environment === 'prod' && <span class="env prod">PROD</span>} {entry.profile}
      </td>
      <OptionalCell name="Person" value={entry.user} />
    </tr>
  );
}

/** The ticket as a button, which the keyboard can reach. It has no handler: its click bubbles to the row, which opens the ticket. */
function TicketCell({ ticket }: { readonly ticket: string | null }) {
  if (ticket === null) return <OptionalCell name="Ticket" value={null} />;
  return (
    <td data-name="Ticket">
      <button type="button" class="quiet">
        <bdi>{ticket}</bdi>
      </button>
    </td>
  );
}

interface OptionalCellProps {
  readonly name: string;
  readonly value: string | null;
}

/** A cell that a narrow page leaves out if it is empty. */
function OptionalCell({ name, value }: OptionalCellProps) {
  return (
    <td data-name={name} class={value === null ? 'empty' : ''}>
      <bdi>{value ?? '–'}</bdi>
    </td>
  );
}
