import { useState } from 'preact/hooks';
import type { JournalAnswer, ShownLine } from '../../desk/wire.js';
import { shortTime } from './browser.js';
import { Prose } from '../shared/prose.js';
import { useDesk } from './desk-context.js';
import { MoveForm } from './move-form.js';
import { isCallEntry, isReplyEntry, lineWords } from './journal-entry.js';

const firstShown = 8;

interface CallsListProps {
  readonly journal: JournalAnswer;
  /** Lines may be given to another ticket. */
  readonly canMove?: boolean;
}

/** Calls, replies and notes of the journal, newest first. */
export function CallsList({ journal, canMove = false }: CallsListProps) {
  const [isComplete, setComplete] = useState(false);
  const { entries, replies, remarks } = journal;
  const all: ShownLine[] = [...entries, ...replies, ...remarks];
  all.sort((one, other) => other.at.localeCompare(one.at));
  return (
    <>
      <ol class="calls">
        {all.slice(0, isComplete ? all.length : firstShown).map((entry) => (
          <li key={entry.id}>
            <EntryRow entry={entry} canMove={canMove} />
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
}

function EntryRow({ entry, canMove }: EntryRowProps) {
  const { sign, words } = lineWords(entry, useDesk());
  return (
    <>
      <span class={`sign ${sign}`} aria-hidden="true" />
      <div>
        <EntryGist entry={entry} words={words} />
        <EntryPlace entry={entry} />
        {canMove && entry.command !== 'move' && <MoveForm lineId={entry.id} />}
      </div>
    </>
  );
}

/** A line that has more to say opens: a reply its text, a call what was to be done. */
function EntryGist({ entry, words }: { readonly entry: ShownLine; readonly words: string }) {
  const texts = openedTexts(entry);
  if (texts.length === 0) return <>{words}</>;
  return (
    <details class="gist">
      <summary>{words}</summary>
      {texts.map((text) => (
        <p key={text}>
          <Prose text={text} />
        </p>
      ))}
    </details>
  );
}

function openedTexts(entry: ShownLine): readonly string[] {
  if (isReplyEntry(entry)) return entry.texts;
  if (!isCallEntry(entry) || entry.verdict === null) return [];
  return [entry.verdict.next];
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
