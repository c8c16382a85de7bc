import type { JournalEntry } from './entry.js';
import { isUnanswered } from './calls.js';

/** Earlier verifies of one receipt, and what they leave open. `calls`: of that receipt at that place, oldest first. */

/** No good answer came, so the gateway may have recorded the purchase: lost, 5xx, or in no shape of the contract. */
const isUnclear = (call: JournalEntry): boolean =>
  call.command === 'verify' && (isUnanswered(call) || call.exit === 8 || call.exit === 12);

/** Later calls that say whether the purchase was recorded when they were made. */
function saysOfRecord({ command, exit, verdict }: JournalEntry): 'recorded' | 'not-recorded' | undefined {
  if (command === 'verify' && (exit === 0 || exit === 7)) return 'recorded';
  if (command !== 'lookup' || exit !== 0) return undefined;
  if (verdict?.id === 'paid-never-received') return 'not-recorded';
  return recordedVerdicts.includes(verdict?.id ?? '') ? 'recorded' : undefined;
}

const recordedVerdicts = ['paid-and-recorded', 'paid-recorded-with-error', 'paid-recorded-elsewhere'];

const latest = (
  calls: readonly JournalEntry[],
  isWanted: (call: JournalEntry) => boolean,
  endedBy: (call: JournalEntry) => boolean,
): JournalEntry | undefined => {
  const at = calls.findLastIndex(isWanted);
  return at === -1 || calls.slice(at + 1).some(endedBy) ? undefined : calls[at];
};

/** The last verify of which nobody knows what became, with nothing later that would tell. */
export const openVerify = (calls: readonly JournalEntry[]): JournalEntry | undefined =>
  latest(calls, isUnclear, (call) => saysOfRecord(call) !== undefined);

/** The last verify from here that may be what a 409 speaks of. */
export const possibleRecorder = (calls: readonly JournalEntry[]): JournalEntry | undefined =>
  calls.findLast((call) => call.command === 'verify' && call.exit === 0) ??
  latest(calls, isUnclear, (call) => saysOfRecord(call) === 'not-recorded');

/** `2026-11-21 14:02 UTC`. */
export const minuteUtc = (iso: string): string => `${iso.slice(0, 16).replace('T', ' ')} UTC`;

const happened = ({ exit, status }: JournalEntry): string => {
  if (exit === 8) return `it ended with HTTP ${String(status ?? '5xx')}`;
  if (exit === 12) return 'its answer had no shape of the contract';
  return status === null ? 'its answer was lost' : 'its outcome stayed open';
};

/** Said with a look-up or a verify of the same receipt; `answer` is a look-up that may tell what became of it. */
export function saysOpen(call: JournalEntry, answer?: JournalEntry): string {
  const sent = `You sent a verify of this receipt from here at ${minuteUtc(call.at)}: ${happened(call)}`;
  const shown = `(\`pvg journal show ${call.id}\`)`;
  const told = answer && saysOfRecord(answer);
  if (told === undefined) return `${sent}, so whether it was recorded is not known ${shown}.`;
  return told === 'recorded'
    ? `${sent} ${shown}. A verify is recorded now; it may be that one.`
    : `${sent} ${shown}. By this look-up it was not recorded.`;
}

export const saysRecorder = (call: JournalEntry): string =>
  call.exit === 0
    ? `You verified this receipt from here at ${minuteUtc(call.at)}, with success: that may be the verify it speaks of (\`pvg journal show ${call.id}\`).`
    : `${saysOpen(call)} It may be the verify that the gateway recorded.`;
