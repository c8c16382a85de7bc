import { interfaces, operations } from '../../contract/interfaces.js';
import { adviceNamed, factIds, type Advice, type Fact } from '../../contract/judgement.js';
import { type ExitStatus, exitStatuses } from '../../failure.js';
import {
  emptyOf,
  listOf,
  membersOf,
  needed,
  number,
  oneOf,
  orElse,
  readLine,
  text,
  texts,
  time,
  type LineOf,
} from './line.js';

const factTexts = texts(['label', 'value'], ['id']);

/** A fact from before there were ids is only shown. */
function fact(value: unknown): Fact | null {
  const found = factTexts(value);
  if (found === null) return null;
  const id = factIds.find((each) => each === found.id);
  return { ...(id && { id }), label: found.label, value: found.value };
}

const exitStatus = (value: unknown): ExitStatus | null =>
  typeof value === 'number' && Object.hasOwn(exitStatuses, value) ? (value as ExitStatus) : null;

const advice = (value: unknown): Advice | null => adviceNamed(text(value) ?? undefined);

const error = membersOf({
  code: needed(text),
  says: needed(text),
  hint: needed(text),
  section: text,
});

const errorTexts = texts([], ['first', 'who']);

const operator = membersOf({
  // Digits as they came: beyond 2^53 a number would lose some.
  tx_mgmt_id: text,
  game_id: text,
  current_state: text,
  last_error_code: text,
});

const members = {
  /** Sorts by time: `20261121T032531Z-3f9a1c`. */
  id: needed(text),
  at: needed(time),
  /** `batch`: a run of look-ups, whose rows are in the file that `facts` names. */
  command: needed(oneOf(...operations, 'batch')),
  /** `sent`: written before a verify goes out; without a later `answered` of the same id its answer is not known. */
  phase: needed(oneOf('sent', 'answered')),
  profile: text,
  environment: needed(oneOf('dev', 'prod')),
  interface: needed(oneOf(...interfaces)),
  /** Scheme, host and port of the address called, without path and user. `local` for the emulator in this process. */
  origin: text,
  product: text,
  package: text,
  /** Receipt and player are fingerprints. */
  receipt: text,
  player: text,
  request_sha256: text,
  order_id: text,
  purchase_state: text,
  status: number,
  /** The service's own code, or pvg's. */
  code: text,
  exit: exitStatus,
  verdict: texts(['id', 'says', 'next'], ['who']),
  advice,
  case: text,
  attempts: orElse(number, 0),
  duration_ms: orElse(number, 0),
  /** Seconds to add to this computer's clock to get the server's. */
  clock_skew_s: number,
  facts: listOf(fact),
  anomalies: listOf(texts(['field', 'says'], ['section'])),
  error: (value: unknown) => {
    const found = error(value);
    return found && { ...errorTexts(value), ...found };
  },
  /** What the operator needs to find the record (§2.4), as it came. */
  operator,
  /** Who made the call and on which machine: names from the operating system. */
  user: text,
  host: text,
  version: orElse(text, ''),
};

/**
 * One call as the journal keeps it: enough for the ticket, never a receipt, a token, a secret or a player's name.
 * Times are ISO 8601 UTC; what does not apply is null.
 */
export type JournalEntry = LineOf<typeof members>;

type Known = 'id' | 'at' | 'command' | 'phase' | 'environment' | 'interface';

export const entryWith = (known: Pick<JournalEntry, Known> & Partial<JournalEntry>): JournalEntry => ({
  ...(emptyOf(members) as Omit<JournalEntry, Known>),
  ...known,
});

export const parseEntry = (line: string): JournalEntry | undefined => readLine(members, line);

/** When the first entry of a file was made, in milliseconds; undefined if the file does not begin with one. */
export const madeAtMs = (beginning: string): number | undefined =>
  stampMs(/^\{"id":"(\w+)-/.exec(beginning)?.[1] ?? '');

export function stampMs(stamp: string): number | undefined {
  const iso = stamp.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\dZ)$/, '$1-$2-$3T$4:$5:$6');
  const ms = iso === stamp ? Number.NaN : Date.parse(iso);
  return Number.isNaN(ms) ? undefined : ms;
}
