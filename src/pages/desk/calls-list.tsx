import { useState } from 'preact/hooks';
import type { JournalAnswer, NewestAnswer, ShownLine } from '../../desk/wire.js';
import { shortTime } from './browser.js';
import { Prose } from '../shared/prose.js';
import { useDesk } from './desk-context.js';
import { MoveForm } from './move-form.js';
import { isReplyEntry, lineWords } from './journal-entry.js';
import { sortedNewestFirst } from './ticket-lines.js';
import type { OrderAnswers } from './ticket-journal.js';

const firstShown = 8;

interface CallsListProps {
  readonly journal: JournalAnswer;
  /** Lines may be given to another ticket. */
  readonly canMove?: boolean;
  readonly orderAnswers?: OrderAnswers;
}

/** Calls, replies and notes of the journal, newest first. */
export function CallsList(props: CallsListProps) {
  const { journal, canMove = false, orderAnswers } = props;
  const [isComplete, setComplete] = useState(false);
  const { entries, replies, remarks } = journal;
  const all = sortedNewestFirst<ShownLine>([...entries, ...replies, ...remarks]);
  return (
    <>
      <ol class="calls">
        {all.slice(0, isComplete ? all.length : firstShown).map((entry) => (
          <li key={entry.id}>
            <EntryRow
              entry={entry}
              canMove={canMove}
              orderAnswer={orderAnswers?.get(entry.order_id ?? '')}
            />
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

interface EntryRowProps {
  readonly entry: ShownLine;
  readonly canMove: boolean;
  readonly orderAnswer: NewestAnswer | undefined;
}

function EntryRow({ entry, canMove, orderAnswer }: EntryRowProps) {
  const { sign, words, next } = lineWords(entry, useDesk(), orderAnswer);
  return (
    <>
      <span class={`sign ${sign}`} aria-hidden="true" />
      <div>
        <EntryGist entry={entry} words={words} />
        {next !== '' && (
          <p class="line-next">
            <Prose text={next} />
          </p>
        )}
        <EntryPlace entry={entry} />
        {canMove && entry.command !== 'move' && <MoveForm lineId={entry.id} />}
      </div>
    </>
  );
}

/** A reply opens to its text. */
function EntryGist({ entry, words }: { readonly entry: ShownLine; readonly words: string }) {
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

function EntryPlace({ entry }: { readonly entry: ShownLine }) {
  const environment = entry.environment === 'prod' ? 'PROD' : entry.environment;
  const parts = [environment, entry.user].filter((part) => part !== null);
  return (
    <small>
      <time dateTime={entry.at}>{shortTime(entry.at)}</time>
      {parts.map((part) => (
        <>
          {' · '}
          <bdi>{part}</bdi>
        </>
      ))}
      {entry.order_id !== null && <bdi class="order-id">{entry.order_id}</bdi>}
    </small>
  );
}
