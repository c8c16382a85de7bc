import { useState } from 'preact/hooks';
import type { JournalAnswer, ShownRemark, ShownLine } from '../../desk/wire.js';
import { shortTime } from './browser.js';
import { Prose } from '../shared/prose.js';
import { useDesk } from './desk-context.js';
import { buildHistory, type HistoryLine } from './history-lines.js';
import { MoveForm } from './move-form.js';
import { OpenTicketButton } from './open-ticket-button.js';
import { formatOrders, isReplyEntry, formatLine } from './journal-entry.js';
import { sortNewestFirst, shortPlayer } from './ticket-lines.js';

const shownAtFirst = 8;

interface CallsListProps {
  readonly journal: JournalAnswer;
  /** Lines may be given to another ticket. */
  readonly canMove?: boolean;
}

/** Calls, replies and notes of the journal, newest first. */
export function CallsList({ journal, canMove = false }: CallsListProps) {
  const desk = useDesk();
  const [isComplete, setComplete] = useState(false);
  const { entries, replies, remarks } = journal;
  const sorted = sortNewestFirst<ShownLine>([...entries, ...replies, ...remarks]);
  const all = buildHistory(sorted, (entry) => formatLine(entry, desk), desk.start.situations);
  return (
    <>
      <ol class="calls">
        {all.slice(0, isComplete ? all.length : shownAtFirst).map((line) => (
          <li key={line.entry.id}>
            <LineRow line={line} canMove={canMove} />
          </li>
        ))}
      </ol>
      {all.length > shownAtFirst && !isComplete && (
        <button type="button" onClick={() => setComplete(true)}>
          Show all {all.length}
        </button>
      )}
    </>
  );
}

interface LineRowProps {
  readonly line: HistoryLine;
  readonly canMove: boolean;
}

function LineRow({ line: { entry, ids, words }, canMove }: LineRowProps) {
  const { sign, text, next } = words;
  const times = ids.length > 1 ? ` (${ids.length} times)` : '';
  const gist = `${text}${times}`;
  return (
    <>
      <span class={`sign ${sign}`} aria-hidden="true" />
      <div>
        <EntryGist entry={entry} gist={gist} />
        {next !== '' && (
          <p class="line-next">
            <Prose text={next} />
          </p>
        )}
        <EntryOrigin entry={entry} gist={gist} />
        {entry.command === 'move' && <MovedTicket entry={entry} />}
        {canMove && entry.command !== 'move' && <MoveForm lineIds={ids} />}
      </div>
    </>
  );
}

/** A button that opens the other ticket of a move. */
function MovedTicket({ entry }: { readonly entry: ShownRemark }) {
  const { ticket } = useDesk();
  const tickets = [entry.case, entry.moved_from].flatMap((each) => each ?? []);
  const other = tickets.find((each) => each.toLowerCase() !== ticket.toLowerCase());
  return other === undefined ? null : <OpenTicketButton ticket={other} />;
}

interface EntryPartProps {
  readonly entry: ShownLine;
  /** What the line says, and how often it stands there. */
  readonly gist: string;
}

/** What the line says; a reply opens to its text. */
function EntryGist({ entry, gist }: EntryPartProps) {
  if (!isReplyEntry(entry) || entry.texts.length === 0) return <>{gist}</>;
  return (
    <details class="gist">
      <summary>{gist}</summary>
      {entry.texts.map((text) => (
        <p key={text}>
          <Prose text={text} />
        </p>
      ))}
    </details>
  );
}

/** When the line was written, its ticket if that is another one, and who and what it is about. */
function EntryOrigin({ entry, gist }: EntryPartProps) {
  const environment = entry.environment === 'prod' ? 'PROD' : entry.environment;
  const { ticket } = useDesk();
  const { player, case: caseId } = entry;
  const otherTicket = caseId?.toLowerCase() === ticket.toLowerCase() ? null : caseId;
  const playerName = player === null ? null : shortPlayer(player);
  const parts = [otherTicket, environment, entry.user, playerName].filter((part) => part !== null);
  const orders = formatOrders(entry);
  return (
    <small>
      <time dateTime={entry.at}>{shortTime(entry.at)}</time>
      {parts.map((part) => (
        <>
          {' · '}
          <bdi>{part}</bdi>
        </>
      ))}
      {orders !== null && !gist.includes(orders) && <bdi class="order-id">{orders}</bdi>}
    </small>
  );
}
