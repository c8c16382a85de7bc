import {
  acknowledgementStates,
  neverReceivedReason,
  purchaseStates,
  verifiedState,
} from '../contract/states.js';
import { JsonNumber, JsonObject, type Json } from '../text/json/json.js';
import { anomaly, type Anomaly } from './outcome.js';
import { isEmptyText, jsonTypeOf } from './read.js';

/** The fields of the answers that decide nothing (§2.2–2.6): what each should be. Only what is unusual is said. */

type Type = 'string' | 'integer' | 'boolean' | 'object' | 'null' | 'string-or-null';

/** A type, or the only values. */
type Expected = Type | readonly (string | number)[];

const isOf: Readonly<Record<Type, (value: Json) => boolean>> = {
  string: (value) => typeof value === 'string',
  boolean: (value) => typeof value === 'boolean',
  object: (value) => value instanceof JsonObject,
  null: (value) => value === null,
  'string-or-null': (value) => value === null || typeof value === 'string',
  integer: (value) => value instanceof JsonNumber && Number.isInteger(value.value),
};

const isRight = (value: Json, wanted: Expected): boolean =>
  typeof wanted === 'string'
    ? isOf[wanted](value)
    : wanted.some((each) =>
        typeof each === 'number'
          ? value instanceof JsonNumber && value.source === String(each)
          : value === each,
      );

/** §2.3. */
const purchase = {
  platform: ['android'],
  environment: 'null',
  quantity: 'integer',
  purchase_date_ms: 'integer',
  purchase_state: Object.keys(purchaseStates).map(Number),
  region_code: 'string',
  acknowledgement_state: Object.keys(acknowledgementStates).map(Number),
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
  readonly expected: readonly { readonly name: string; readonly wanted: Expected }[];
  readonly listed: ReadonlySet<string>;
}

const shape = (
  expected: Readonly<Record<string, Expected>>,
  ...elsewhere: readonly string[]
): Shape => ({
  expected: Object.entries(expected).map(([name, wanted]) => ({ name, wanted })),
  listed: new Set([...Object.keys(expected), ...elsewhere]),
});

/** The objects in an answer. */
export const shapes = {
  verify: shape({ ...names, receipt_info: 'object' }, 'success'),
  receiptInfo: shape(purchase),
  transaction: shape({ ...names, ...purchase, gateway: 'object' }),
  /** §2.4, of `gateway` by its `found`. */
  record: shape({ found: 'boolean', ...record }, 'reason'),
  noRecord: shape({ reason: [neverReceivedReason] }, 'found', ...Object.keys(record)),
  lookup: shape(
    { order_id: 'string', game_id: 'integer', environment: 'null' },
    'found',
    'transactions',
  ),
  rejection: shape(
    { order_id: 'null', game_id: 'integer', status: 'integer', error: 'string' },
    'found',
  ),
  session: shape({ expiresAt: 'string', xmdtRequired: 'boolean' }, 'sessionToken', 'xmdtCompleted'),
} as const;

/** Every member that is missing, empty or not as the contract shows it, and every one that it does not list. */
export function fieldAnomalies(
  object: JsonObject,
  { expected, listed }: Shape,
  path = '',
): Anomaly[] {
  const found: Anomaly[] = [];
  for (const { name, wanted } of expected) {
    const value = object.once(name);
    const place = placeOf(path, name);
    if (value !== undefined && isRight(value, wanted)) {
      if (isEmptyText(value)) found.push(anomaly('empty', place));
      continue;
    }
    if (value === undefined && !object.has(name)) found.push(anomaly('missing', place));
    else if (value === undefined) {
      found.push(anomaly('contradictory', place, 'a second member of that name'));
    } else if (typeof wanted !== 'string') found.push(anomaly('not-listed', place));
    else found.push(anomaly('wrong-type', place, jsonTypeOf(value), wanted));
  }
  found.push(...unlistedMembers(object, listed, path));
  return found;
}

// A hostile answer may have a million of them, with names of any length.
const mostSaid = 20;
const longestNameSaid = 64;

/** Once each, and only the first of very many. */
export function unlistedMembers(
  object: JsonObject,
  listed: ReadonlySet<string>,
  path = '',
): Anomaly[] {
  const unlisted = object.members.filter((member) => !listed.has(member[0]));
  if (unlisted.length === 0) return [];
  return [...new Set(unlisted.map(([name]) => name))]
    .slice(0, mostSaid)
    .map((name) => anomaly('unlisted', placeOf(path, name)));
}

const placeOf = (path: string, name: string): string =>
  `${path === '' ? '' : `${path}.`}${name.slice(0, longestNameSaid)}`;
