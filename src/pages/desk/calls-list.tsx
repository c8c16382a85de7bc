import { useState } from 'preact/hooks';
import type { JournalAnswer, RemarkEntry, ShownLine } from '../../desk/wire.js';
import { shortTime } from './browser.js';
import { Prose } from '../shared/prose.js';
import { useDesk } from './desk-context.js';
import { buildHistory, type HistoryLine } from './history-lines.js';
import { MoveForm } from './move-form.js';
import { OpenTicketButton } from './open-ticket-button.js';
import { formatOrders, isReplyEntry, formatLine } from './journal-entry.js';
import { sortNewestFirst, formatSubject } from './ticket-lines.js';

const firstShown = 8;

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
        {all.slice(0, isComplete ? all.length : firstShown).map((line) => (
          <li key={line.entry.id}>
            <LineRow line={line} canMove={canMove} />
          </li>
        ))}
      </ol>
      {all.length > firstShown && !isComplete && (
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
  const { sign, next } = words;
  const times = ids.length > 1 ? ` (${ids.length} times)` : '';
  const gist = `${words.words}${times}`;
  return (
    <>
      <span class={`sign ${sign}`} aria-hidden="true" />
      <div>
        <EntryGist entry={entry} words={gist} />
        {next !== '' && (
          <p class="line-next">
            <Prose text={next} />
          </p>
        )}
        <EntryPlace entry={entry} words={gist} />
        {entry.command === 'move' && <MovedPlace entry={entry} />}
        {canMove && entry.command !== 'move' && <MoveForm lineIds={ids} />}
      </div>
    </>
  );
}

/** The other ticket of a move. */
function MovedPlace({ entry }: { readonly entry: RemarkEntry }) {
  const { ticket } = useDesk();
  const places = [entry.case, entry.moved_from].flatMap((place) => place ?? []);
  const other = places.find((place) => place.toLowerCase() !== ticket.toLowerCase());
  return other === undefined ? null : <OpenTicketButton ticket={other} />;
}

interface EntryPartProps {
  readonly entry: ShownLine;
  readonly words: string;
}

/** A reply opens to its text. */
function EntryGist({ entry, words }: EntryPartProps) {
  if (!isReplyEntry(entry) || entry.texts.length === 0) return <>{words}</>;
  return (
    <details class="gist">
      <summary>{words}</summary>
      {entry.texts.map((text) => (
        <p key={text}>
          <Prose text={text} />
        </p>
      ))}
    </details>
  );
}

function EntryPlace({ entry, words }: EntryPartProps) {
  const environment = entry.environment === 'prod' ? 'PROD' : entry.environment;
  const { ticket } = useDesk();
  const { player, case: ofTicket } = entry;
  const other = ofTicket?.toLowerCase() === ticket.toLowerCase() ? null : ofTicket;
  const who = player === null ? null : formatSubject({ order_id: null, product: null, player });
  const parts = [other, environment, entry.user, who].filter((part) => part !== null);
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
      {orders !== null && !words.includes(orders) && <bdi class="order-id">{orders}</bdi>}
    </small>
  );
}
