import { useState } from 'preact/hooks';
import type { JournalAnswer, ShownLine, RemarkEntry } from '../../desk/wire.js';
import { shortTime } from './browser.js';
import { languageWords, useDesk, type Desk } from './desk-context.js';
import { MoveForm } from './move-form.js';
import { isCallEntry, isReplyEntry, entryWords } from './journal-entry.js';

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
  const desk = useDesk();
  const [sign, words] = entrySignAndWords(entry, desk);
  return (
    <>
      <span class={`sign ${sign}`} aria-hidden="true" />
      <div>
        {words}
        <EntryPlace entry={entry} />
        {canMove && entry.command !== 'move' && <MoveForm lineId={entry.id} />}
      </div>
    </>
  );
}

function entrySignAndWords(entry: ShownLine, desk: Desk): [sign: string, words: string] {
  if (isCallEntry(entry)) return [entry.tone, entryWords(entry)];
  if (!isReplyEntry(entry)) {
    return [entry.command === 'refusal' ? 'careful' : 'note-sign', remarkWords(entry)];
  }
  const names = entry.languages.map((code) => languageWords(desk, code)).join(', ');
  return ['reply-sign', `Reply in ${names}: ${entry.situation ?? 'several purchases'}`];
}

function remarkWords({ command, text, call, case: ticket }: RemarkEntry): string {
  if (command === 'move') {
    return `Moved ${call ?? text ?? 'a call'} to ${ticket ?? 'another ticket'}`;
  }
  return command === 'refusal' ? `Not sent: ${text ?? ''}` : `Note: ${text ?? ''}`;
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
