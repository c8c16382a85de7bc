import { interfaces, operations } from '../../contract/interfaces.js';
import { type ExitStatus, exitStatuses, isOwnCode } from '../../failure.js';
import { anomalyIds, troubleIds, type Kind } from '../../service/outcome.js';
import { advices, policies } from '../../service/policy.js';
import { factIds, type ToldAnomaly } from '../../view/words.js';
import { wireFailureKinds } from '../../contract/wire.js';
import {
  foreign,
  lineWith,
  listOf,
  needed,
  number,
  objectOf,
  oneOf,
  orElse,
  readMembers,
  text,
  time,
  type Clean,
  type LineOf,
} from './line.js';

// A hostile answer may contain any number of texts of any length.
const longestText = 1_000;
export const longestRedacted = 20_000;
const mostListed = 100;

/** A fact from before there were ids is only shown. */
const fact = objectOf({ label: needed(text), value: needed(foreign) }, { id: oneOf(...factIds) });

const anomaly = objectOf(
  { field: needed(foreign) },
  { id: oneOf(...anomalyIds), values: listOf(foreign, 2), says: foreign },
);

const exitStatus = (value: unknown): ExitStatus | null =>
  typeof value === 'number' && Object.hasOwn(exitStatuses, value) ? (value as ExitStatus) : null;

/** What the call came to, as far as words need it. */
const outcome = objectOf(
  { kind: needed(oneOf(...(Object.keys(policies) as Kind[]))) },
  {
    trouble: objectOf({ id: needed(oneOf(...troubleIds)), values: listOf(foreign, 3) }),
    loss: objectOf({ kind: needed(oneOf(...wireFailureKinds)), says: needed(foreign) }, { code: text }),
    redirect: foreign,
    store_status: text,
    os: oneOf('ios'),
    unclear_before: (value: unknown) => value === true || null,
  },
);

const code = (value: unknown, clean: Clean): string | null =>
  typeof value === 'string' && isOwnCode(value) ? value : foreign(value, clean);

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
  /** Another stored profile whose values were in use. */
  values_of: text,
  interface: needed(oneOf(...interfaces)),
  /** Scheme, host and port of the address called, without path and user. `local` for the emulator in this process. */
  origin: foreign,
  product: foreign,
  package: foreign,
  /** Receipt and player are fingerprints. */
  receipt: text,
  player: text,
  request_sha256: text,
  order_id: foreign,
  purchase_state: foreign,
  status: number,
  /** The service's own code, or pvg's. */
  code,
  exit: exitStatus,
  /** From which verdict and error are made when it is read; null of pvg's own end, and in an old line. */
  outcome,
  /** Only old lines have it. */
  verdict: objectOf({ id: needed(text), says: needed(text), next: needed(text) }, { who: text }),
  advice: oneOf(...advices),
  case: foreign,
  attempts: orElse(number, 0),
  duration_ms: orElse(number, 0),
  /** Seconds to add to this computer's clock to get the server's. */
  clock_skew_s: number,
  facts: listOf(fact, mostListed),
  anomalies: listOf(anomaly, mostListed),
  /** pvg's own end, or of an old line. */
  error: objectOf(
    { code: needed(code), says: needed(foreign), hint: needed(foreign), section: text },
    { first: foreign, who: foreign },
  ),
  /** What the operator needs to find the record (§2.4). Digits as they came: beyond 2^53 a number would lose some. */
  operator: objectOf({
    tx_mgmt_id: foreign,
    game_id: foreign,
    current_state: foreign,
    last_error_code: foreign,
  }),
  /** Who made the call and on which machine: names from the operating system. */
  user: foreign,
  host: foreign,
  version: orElse(text, ''),
};

/**
 * One call as the journal keeps it: enough for the ticket, never a receipt, a token, a secret or a player's name.
 * Times are ISO 8601 UTC; what does not apply is null.
 */
export type JournalLine = LineOf<typeof members>;

/** The same as it is read: with its words. */
export type JournalEntry = Omit<JournalLine, 'anomalies'> & { readonly anomalies: readonly ToldAnomaly[] };

type Known = 'id' | 'at' | 'command' | 'phase' | 'environment' | 'interface';

export const entryWith = (known: Pick<JournalLine, Known> & Partial<JournalLine>): JournalLine =>
  lineWith(members, known);

type Redact = (text: string) => string;

const shortened =
  (redact: Redact): Clean =>
  (text) => {
    const redacted = redact(text.slice(0, longestRedacted));
    return redacted.length > longestText ? `${redacted.slice(0, longestText)}…` : redacted;
  };

/** Removes what must not be kept. pvg's own names, numbers and sentences stay. */
export const cleanedEntry = (entry: JournalLine, redact: Redact): JournalLine =>
  lineWith(members, entry, shortened(redact));

/** undefined for anything else. */
export const readEntry = (given: unknown): JournalLine | undefined => readMembers(members, given);

/** When the first entry of a file was made, in milliseconds; undefined if the file does not begin with one. */
export const madeAtMs = (beginning: string): number | undefined =>
  stampMs(/^\{"id":"(\w+)-/.exec(beginning)?.[1] ?? '');

export function stampMs(stamp: string): number | undefined {
  const iso = stamp.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\dZ)$/, '$1-$2-$3T$4:$5:$6');
  const ms = iso === stamp ? Number.NaN : Date.parse(iso);
  return Number.isNaN(ms) ? undefined : ms;
}
