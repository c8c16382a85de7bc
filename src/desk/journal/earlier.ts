import type { JournalEntry } from './entry.js';
import { callerName, isCalledBy, isDoubtful, isUnanswered, type Caller } from './calls.js';
import type { FactId } from '../../view/words.js';
import { purchaseStates } from '../../contract/states.js';
import { showsRecord } from '../../service/policy.js';
import { shellLine } from '../../text/shell.js';

/** Earlier verifies of one receipt, and what is not known after them. `calls`: with that receipt at that place, oldest first. */

/** No clear answer came (lost, 5xx, or not as in the contract), so the gateway may have recorded the purchase. */
const isUnclear = (call: JournalEntry): boolean =>
  call.command === 'verify' && (isUnanswered(call) || call.exit === 8 || call.exit === 12);

/** Whether a call shows that the purchase was recorded by then; undefined if it does not say. */
function saysRecorded({ command, exit, verdict }: JournalEntry): boolean | undefined {
  if (command === 'verify' && (exit === 0 || exit === 7)) return true;
  return command === 'lookup' && exit === 0 ? showsRecord(verdict?.id) : undefined;
}

const latest = (
  calls: readonly JournalEntry[],
  isWanted: (call: JournalEntry) => boolean,
  endedBy: (call: JournalEntry) => boolean,
): JournalEntry | undefined => {
  const at = calls.findLastIndex(isWanted);
  return at === -1 || calls.slice(at + 1).some(endedBy) ? undefined : calls[at];
};

/** The last verify with an unknown outcome, unless a later call shows it. */
export const openVerify = (calls: readonly JournalEntry[]): JournalEntry | undefined =>
  latest(calls, isUnclear, (call) => saysRecorded(call) !== undefined);

/** The last verify in the journal that a 409 may mean. */
export const possibleRecorder = (calls: readonly JournalEntry[]): JournalEntry | undefined =>
  calls.findLast((call) => call.command === 'verify' && call.exit === 0) ??
  latest(calls, isUnclear, (call) => saysRecorded(call) === false);

/** `2026-11-21 14:02 UTC`. */
export const minuteUtc = (iso: string): string => `${iso.slice(0, 16).replace('T', ' ')} UTC`;

const happened = ({ exit, status }: JournalEntry): string => {
  if (exit === 8) return `it ended with HTTP ${String(status ?? '5xx')}`;
  if (exit === 12) return 'its answer did not match the contract';
  return status === null ? 'its answer was lost' : 'its outcome is not clear';
};

/** `from here`, or who did it where: a colleague on another computer. */
export const whence = (call: JournalEntry, here: Caller): string =>
  isCalledBy(call, here) ? 'from here' : `by ${callerName(call) ?? 'somebody else'}`;

/** Said with a look-up or a verify of the same receipt; `answer` is a look-up that may show its outcome. */
export function saysOpen(call: JournalEntry, here: Caller, answer?: JournalEntry): string {
  const sent = `A verify of this receipt was sent ${whence(call, here)} at ${minuteUtc(call.at)} (\`${shellLine(['pvg', 'journal', 'show', call.id])}\`): ${happened(call)}`;
  const recorded = answer && saysRecorded(answer);
  if (recorded === undefined) return `${sent}, so it is not known whether it was recorded.`;
  return recorded
    ? `${sent}. A verify is recorded now; it may be that one.`
    : `${sent}. This look-up shows that it was not recorded.`;
}

interface SupportedCause {
  /** Which of the three causes that §7.1 lists for VERIFICATION_FAILED; null if not known. */
  readonly cause: 1 | 2 | 3 | null;
  readonly says: string;
}

/**
 * §7.1 lists three causes: 1 a purchase state other than 0, 2 a package mismatch, 3 store credentials that are not
 * configured. Only what the failure itself says counts, and what a look-up of the same receipt shows; that the other
 * two are unlikely proves nothing.
 */
export function supportedCause(
  failure: JournalEntry,
  history: readonly JournalEntry[],
): SupportedCause | undefined {
  const lookup = [...history, failure].findLast(
    (call) =>
      call.command === 'lookup' &&
      (call.exit === 0 || call.exit === 6) &&
      // What was mistyped for another ticket shows nothing about this one.
      (call.case === failure.case || !isDoubtful(call)),
  );
  const shown = lookup && shownBy(lookup, failure);
  if (shown !== undefined && shown.cause !== null) return shown;
  return toldBy(failure) ?? shown;
}

const supporting = (cause: 1 | 2 | 3, says: string): SupportedCause => ({
  cause,
  says: `${says}. This points to the ${ordinals[cause]} of the listed causes.`,
});

const ordinals = { 1: 'first', 2: 'second', 3: 'third' } as const;

function toldBy(failure: JournalEntry): SupportedCause | undefined {
  const message = factOf(failure, 'message') ?? '';
  const cause = causeNamed(message);
  const whose = failure.command === 'verify' ? 'verify' : 'answer';
  return cause && supporting(cause, `The message of the ${whose} names ${named[cause].what} (${message})`);
}

function shownBy(lookup: JournalEntry, failure: JournalEntry): SupportedCause {
  const isItself = lookup.id === failure.id;
  const made = isItself ? 'This look-up' : `The look-up ${lookup.id}`;
  return lookup.exit === 0
    ? shownByPurchase(made, lookup, failure)
    : shownByRejection(made, factOf(lookup, 'store-detail'), isItself);
}

function shownByPurchase(made: string, lookup: JournalEntry, failure: JournalEntry): SupportedCause {
  const { purchase_state: state, package: asked } = lookup;
  const found = `${made} found the purchase`;
  const inState = state === null ? '' : ` in state ${state} ${stateWords[state] ?? '(not listed)'}`;
  if (state !== null && state !== '0') return supporting(1, `${found}${inState}`);
  if (asked !== null && failure.package !== null && asked !== failure.package)
    return supporting(2, `${found} with the package ${asked}, but the verify named ${failure.package}`);
  return untold(`${found}${inState}`);
}

const stateWords: Readonly<Record<string, string>> = purchaseStates;

function shownByRejection(made: string, detail: string | undefined, isItself: boolean): SupportedCause {
  const cause = detail === undefined ? undefined : causeNamed(detail);
  if (cause !== undefined)
    return supporting(
      cause,
      `${made} was rejected, and the store’s detail names ${named[cause].what} (${String(detail)})`,
    );
  const again = isItself ? '' : ' as well';
  return untold(`${made} was rejected by the store${again}${detail === undefined ? '' : ` (${detail})`}`);
}

const untold = (says: string): SupportedCause => ({
  cause: null,
  says: `${says}. The answer does not show which of the listed causes it is.`,
});

const named = {
  1: {
    what: 'the state of the purchase',
    words: /\bpurchase[ _]?state\b|\bpending\b|\bcancell?ed\b/i,
  },
  2: { what: 'the package', words: /\bpackage\b/i },
  3: { what: 'the store’s credentials', words: /\bcredentials?\b|\bservice[- ]account\b/i },
} as const;

/** The contract does not show the form of a detail or message (§2.2, §2.4): only its words count, if they name one cause. */
function causeNamed(text: string): 1 | 2 | 3 | undefined {
  const [only, ...others] = ([1, 2, 3] as const).filter((cause) => named[cause].words.test(text));
  return others.length === 0 ? only : undefined;
}

const factOf = ({ facts }: JournalEntry, wanted: FactId): string | undefined =>
  facts.find(({ id }) => id === wanted)?.value;
