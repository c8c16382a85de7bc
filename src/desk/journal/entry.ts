import type { Environment } from '../../contract/environments.js';
import { type Interface, type Operation, interfaces, operations } from '../../contract/interfaces.js';
import {
  adviceNamed,
  type Advice,
  type Anomaly,
  type Fact,
  type JudgedError,
  type Verdict,
  factIds,
} from '../../contract/judgement.js';
import { type ExitStatus, exitStatuses } from '../../failure.js';
import { escapeUnsafe } from '../../text/json/print.js';
import type { Remark } from './remark.js';

/**
 * One call as the journal keeps it: enough for the ticket, never a receipt, a token, a secret or a player's name.
 * Times are ISO 8601 UTC; what does not apply is null.
 */
export interface JournalEntry {
  /** Sorts by time: `20261121T032531Z-3f9a1c`. */
  readonly id: string;
  readonly at: string;
  /** `batch`: a run of look-ups, whose rows are in the file that `facts` names. */
  readonly command: Operation | 'batch';
  /** `sent`: written before a verify goes out; without a later `answered` of the same id its answer is not known. */
  readonly phase: 'sent' | 'answered';
  readonly profile: string | null;
  readonly environment: Environment;
  readonly interface: Interface;
  /** Scheme, host and port of the address called, without path and user. `local` for the emulator in this process. */
  readonly origin: string | null;
  readonly product: string | null;
  readonly package: string | null;
  readonly receipt: string | null;
  readonly player: string | null;
  readonly request_sha256: string | null;
  readonly order_id: string | null;
  readonly purchase_state: string | null;
  readonly status: number | null;
  /** The service's own code, or pvg's. */
  readonly code: string | null;
  readonly exit: ExitStatus | null;
  readonly verdict: Verdict | null;
  readonly advice: Advice | null;
  readonly case: string | null;
  readonly attempts: number;
  readonly duration_ms: number;
  /** Seconds to add to this computer's clock to get the server's. */
  readonly clock_skew_s: number | null;
  readonly facts: readonly Fact[];
  readonly anomalies: readonly Anomaly[];
  readonly error: JudgedError | null;
  /** What the operator needs to find the record (§2.4), as it came. */
  readonly operator: OperatorFacts | null;
  /** Who made the call and on which machine: names from the operating system. */
  readonly user: string | null;
  readonly host: string | null;
  readonly version: string;
}

export interface OperatorFacts {
  /** Digits as they came: beyond 2^53 a number would lose some. */
  readonly tx_mgmt_id: string | null;
  readonly game_id: string | null;
  readonly current_state: string | null;
  readonly last_error_code: string | null;
}

/** One entry or remark as one line of NDJSON. The id comes first: the age of a file is read from its beginning. */
export const printEntry = ({ id, ...rest }: JournalEntry | Remark): string =>
  escapeUnsafe(JSON.stringify({ id, ...rest }));

/** When the first entry of a file was made, in milliseconds; undefined if the file does not begin with one. */
export const madeAtMs = (beginning: string): number | undefined =>
  stampMs(/^\{"id":"(\w+)-/.exec(beginning)?.[1] ?? '');

export function stampMs(stamp: string): number | undefined {
  const iso = stamp.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\dZ)$/, '$1-$2-$3T$4:$5:$6');
  const ms = iso === stamp ? Number.NaN : Date.parse(iso);
  return Number.isNaN(ms) ? undefined : ms;
}

export type LineObject = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is LineObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Its numbers are pvg's own and small, so the fast parser loses none of their digits. */
export function lineObject(line: string): LineObject | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** undefined for a damaged line. Members of later versions are dropped, missing ones are null: old entries stay readable. */
export function parseEntry(line: string): JournalEntry | undefined {
  const object = lineObject(line);
  if (object === undefined) return undefined;
  const id = text(object, 'id');
  const at = text(object, 'at');
  const command = oneOf(object, 'command', [...operations, 'batch']);
  const phase = oneOf(object, 'phase', ['sent', 'answered']);
  const environment = oneOf(object, 'environment', ['dev', 'prod']);
  const calledInterface = oneOf(object, 'interface', interfaces);
  const isComplete = id !== null && at !== null && !Number.isNaN(Date.parse(at));
  if (!isComplete || !command || !phase || !environment || !calledInterface) return undefined;
  return {
    id,
    at,
    command,
    phase,
    environment,
    interface: calledInterface,
    ...texts(object, plainTexts),
    status: number(object, 'status'),
    exit: exitOf(object),
    verdict: wholeTexts(object['verdict'], ['id', 'says', 'next'], ['who']),
    advice: adviceNamed(text(object, 'advice') ?? undefined),
    attempts: number(object, 'attempts') ?? 0,
    duration_ms: number(object, 'duration_ms') ?? 0,
    clock_skew_s: number(object, 'clock_skew_s'),
    facts: listIn(object['facts']).flatMap(factOf),
    anomalies: listIn(object['anomalies'])
      .map((each) => wholeTexts(each, ['field', 'says'], ['section']))
      .filter((anomaly) => anomaly !== null),
    error: errorOf(object['error']),
    operator: operatorOf(object['operator']),
    version: text(object, 'version') ?? '',
  };
}

const plainTexts = [
  'profile',
  'origin',
  'product',
  'package',
  'receipt',
  'player',
  'request_sha256',
  'order_id',
  'purchase_state',
  'code',
  'case',
  'user',
  'host',
] as const;

export const text = (object: LineObject, name: string): string | null => {
  const value = object[name];
  return typeof value === 'string' ? value : null;
};

const number = (object: LineObject, name: string): number | null => {
  const value = object[name];
  return typeof value === 'number' ? value : null;
};

const oneOf = <Word extends string>(
  object: LineObject,
  name: string,
  words: readonly Word[],
): Word | undefined => words.find((word) => word === object[name]);

const exitOf = (object: LineObject): JournalEntry['exit'] => {
  const exit = number(object, 'exit');
  return exit !== null && Object.hasOwn(exitStatuses, exit) ? (exit as JournalEntry['exit']) : null;
};

const texts = <Name extends string>(
  object: LineObject,
  names: readonly Name[],
): Record<Name, string | null> =>
  Object.fromEntries(names.map((name) => [name, text(object, name)])) as Record<Name, string | null>;

/** An object of texts; null if a needed one is missing. */
function wholeTexts<Needed extends string, Optional extends string = never>(
  value: unknown,
  needed: readonly Needed[],
  optional: readonly Optional[] = [],
): (Record<Needed, string> & Partial<Record<Optional, string>>) | null {
  if (!isObject(value) || needed.some((name) => text(value, name) === null)) return null;
  const found = Object.entries(texts(value, [...needed, ...optional])).filter(([, each]) => each !== null);
  return Object.fromEntries(found) as Record<Needed, string> & Partial<Record<Optional, string>>;
}

const listIn = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** A fact from before there were ids is only shown. A journal has many, so this is written for speed. */
function factOf(fact: unknown): Fact[] {
  if (!isObject(fact)) return [];
  const label = text(fact, 'label');
  const value = text(fact, 'value');
  if (label === null || value === null) return [];
  const id = factIds.find((each) => each === fact['id']);
  return [id === undefined ? { label, value } : { id, label, value }];
}

function errorOf(value: unknown): JournalEntry['error'] {
  const error = wholeTexts(value, ['code', 'says', 'hint'], ['first', 'who']);
  return error && { ...error, section: isObject(value) ? text(value, 'section') : null };
}

const operatorOf = (value: unknown): OperatorFacts | null =>
  isObject(value) ? texts(value, ['tx_mgmt_id', 'game_id', 'current_state', 'last_error_code']) : null;
