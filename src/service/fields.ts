import {
  acknowledgementStates,
  neverReceivedReason,
  purchaseStates,
  verifiedState,
} from '../contract/states.js';
import { JsonNumber, type Json, type JsonObject } from '../text/json/json.js';
import { odd, type Anomaly } from './outcome.js';
import { typeOf } from './read.js';

/** The fields of the answers that decide nothing (§2.2–2.6): what each should be. Only what is unusual is said. */

type Type = 'string' | 'integer' | 'boolean' | 'null' | 'string-or-null';

/** A type, or the only values. */
type Expected = Type | readonly (string | number)[];

const isOf: Readonly<Record<Type, (value: Json) => boolean>> = {
  string: (value) => typeof value === 'string',
  boolean: (value) => typeof value === 'boolean',
  null: (value) => value === null,
  'string-or-null': (value) => value === null || typeof value === 'string',
  // Digit for digit: 2^53 and more are integers too.
  integer: (value) =>
    value instanceof JsonNumber && (/^-?\d+$/.test(value.source) || Number.isInteger(value.value)),
};

const statesOf = (states: Readonly<Record<number, string>>): readonly number[] =>
  Object.keys(states).map(Number);

/** §2.3. */
const purchase = {
  platform: ['android'],
  environment: 'null',
  quantity: 'integer',
  purchase_date_ms: 'integer',
  purchase_state: statesOf(purchaseStates),
  region_code: 'string',
  acknowledgement_state: statesOf(acknowledgementStates),
  order_id: 'string',
} as const;

const names = { transaction_id: 'string', product_id: 'string' } as const;

const record = {
  tx_mgmt_id: 'integer',
  current_state: [verifiedState],
  last_error_code: 'string-or-null',
  last_error_message: 'string-or-null',
  recorded_for_this_game: 'boolean',
} as const;

/** What one kind of object has: members to check, and those that are checked elsewhere. */
interface Shape {
  readonly expected: readonly (readonly [name: string, Expected])[];
  readonly listed: ReadonlySet<string>;
}

const shape = (expected: Readonly<Record<string, Expected>>, ...elsewhere: readonly string[]): Shape => ({
  expected: Object.entries(expected),
  listed: new Set([...Object.keys(expected), ...elsewhere]),
});

/** The objects in an answer. */
export const shapes = {
  verify: shape(names, 'success', 'receipt_info'),
  receiptInfo: shape(purchase),
  transaction: shape({ ...names, ...purchase }, 'gateway'),
  /** §2.4, of `gateway` by its `found`. */
  record: shape(record, 'found'),
  noRecord: shape({ reason: [neverReceivedReason] }, 'found', ...Object.keys(record)),
  unclearRecord: shape({ found: 'boolean' }, 'reason', ...Object.keys(record)),
  lookup: shape({ order_id: 'string', game_id: 'integer', environment: 'null' }, 'found', 'transactions'),
  rejection: shape({ order_id: 'null', game_id: 'integer', status: 'integer', error: 'string' }, 'found'),
  session: shape({ expiresAt: 'string', xmdtRequired: 'boolean' }, 'sessionToken', 'xmdtCompleted'),
} as const;

/** Every member that is missing or not as the contract shows it, and every one that it does not list. */
export function oddFields(object: JsonObject, { expected, listed }: Shape, path: string): Anomaly[] {
  const found: Anomaly[] = [];
  for (const [name, wanted] of expected) {
    const value = object.once(name);
    if (value === undefined) found.push(odd(object.has(name) ? 'repeated' : 'missing', join(path, name)));
    else if (typeof wanted !== 'string') {
      if (!isAmong(wanted, value)) found.push(odd('not-listed', join(path, name)));
    } else if (!isOf[wanted](value)) found.push(odd('wrong-type', join(path, name), typeOf(value), wanted));
  }
  found.push(...unlistedMembers(object, listed, path));
  return found;
}

const isAmong = (wanted: readonly (string | number)[], value: Json): boolean =>
  value instanceof JsonNumber
    ? wanted.some((each) => String(each) === value.source)
    : wanted.some((each) => each === value);

// A hostile answer may have a million of them, with names of any length.
const mostSaid = 20;
const longestNameSaid = 64;

/** Once each, and only the first of very many. */
export function unlistedMembers(object: JsonObject, listed: ReadonlySet<string>, path = ''): Anomaly[] {
  const unlisted = object.members.filter((member) => !listed.has(member[0]));
  if (unlisted.length === 0) return [];
  const each = new Set(unlisted.map(([name]) => name));
  return [...each].slice(0, mostSaid).map((name) => odd('unlisted', join(path, name)));
}

const join = (path: string, name: string): string => {
  const short = name.slice(0, longestNameSaid);
  return path === '' ? short : `${path}.${short}`;
};
