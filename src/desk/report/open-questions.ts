import { notShown } from '../../contract/not-shown.js';
import { openVerify } from '../journal/earlier.js';
import type { JournalEntry } from '../journal/entry.js';
import { openByVerdict } from './words.js';

/** What neither the answer nor the contract says, and what nobody asked yet: so that nobody takes a gap for a no. */
export function openQuestions(entry: JournalEntry, history: readonly JournalEntry[]): string[] {
  return [
    ...(openByVerdict[entry.verdict?.id ?? ''] ?? []),
    ...lostVerifies(history),
    ...unanswered(entry, history),
    ...neverLookedUp(entry, history),
    ...undocumented(entry),
  ];
}

const isLookupWithVerdict = ({ command, verdict }: JournalEntry): boolean =>
  command === 'lookup' && verdict !== null;

/** Of each receipt the last verify of which nobody knows what became. */
const lostVerifies = (history: readonly JournalEntry[]): string[] =>
  [...new Set(history.map(({ receipt }) => receipt))]
    .map((receipt) => openVerify(history.filter((call) => receipt !== null && call.receipt === receipt)))
    .filter((verify) => verify !== undefined)
    .map(
      ({ at }) =>
        `Was the verify of ${at} recorded? Its answer was lost or does not say; a look-up of the same purchase shows it.`,
    );

/** A failed call after one that had an answer: the older verdict still stands for its time. */
function unanswered(entry: JournalEntry, history: readonly JournalEntry[]): string[] {
  if (entry.verdict !== null || entry.command === 'verify') return [];
  const earlier = history.slice(
    0,
    history.findIndex(({ id }) => id === entry.id),
  );
  const before = earlier.findLast(
    ({ verdict, command, receipt, player }) =>
      verdict !== null && command === entry.command && receipt === entry.receipt && player === entry.player,
  );
  return [
    entry.command === 'lookup'
      ? 'What do store and gateway have? This call did not tell; a look-up changes nothing and may be repeated.'
      : 'Has the player completed verification? This call did not tell; it may be repeated.',
    ...(before?.verdict
      ? [`Does the earlier answer still hold? At ${before.at}: ${before.verdict.says}`]
      : []),
  ];
}

/** Without a package it is hardly an Android purchase, and no other can be looked up (§4.2). */
const neverLookedUp = (entry: JournalEntry, history: readonly JournalEntry[]): string[] =>
  entry.command === 'verify' &&
  entry.package !== null &&
  !history.some(isLookupWithVerdict) &&
  openVerify([entry]) === undefined
    ? ['What do store and gateway have? Nobody looked the purchase up yet; a look-up is read-only.']
    : [];

function undocumented({ command, status, verdict, operator }: JournalEntry): string[] {
  const state = operator?.current_state ?? null;
  return [
    ...(command === 'lookup' && verdict === null && status !== null && status >= 400 && status < 500
      ? [`What does this status mean for a look-up? Not shown: ${notShown['lookup-statuses'].says} (§7.1).`]
      : []),
    ...(state !== null && state !== 'gateway_verified'
      ? [`What does the recorded state mean? Not shown: ${notShown['current-states'].says} (§3).`]
      : []),
  ];
}
