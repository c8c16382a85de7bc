import { placeholderTexts } from '../contract/placeholder-texts.js';
import {
  acknowledgementStates,
  neverReceivedReason,
  purchaseStates,
  verifiedState,
} from '../contract/states.js';
import { type Json, JsonNumber, JsonObject, JsonSyntaxError } from '../text/json/json.js';
import { tryJson } from '../text/json/parse.js';
import { utf8Text } from '../text/utf8.js';
import { anomaly, type Anomaly, bodyProblem, type BodyProblem } from './outcome.js';

/**
 * How bodies of answers are read. Also the fields that no verdict depends on (§2.2–2.6), and what each should be: only
 * unusual ones are reported.
 */

/** `null` is the type of a member that the contract shows only as null, such as `environment`. */
type JsonType = 'string' | 'integer' | 'boolean' | 'object' | 'null' | 'string-or-null';

/** The type of a member, or its only possible values. */
type Expected = JsonType | readonly (string | number)[];

const typeChecks: Readonly<Record<JsonType, (value: Json) => boolean>> = {
  string: (value) => typeof value === 'string',
  boolean: (value) => typeof value === 'boolean',
  object: (value) => value instanceof JsonObject,
  null: (value) => value === null,
  'string-or-null': (value) => value === null || typeof value === 'string',
  integer: (value) => value instanceof JsonNumber && Number.isInteger(value.value),
};

function isExpected(value: Json, expectedType: Expected): boolean {
  if (typeof expectedType === 'string') return typeChecks[expectedType](value);
  return expectedType.some((listed) => {
    if (typeof listed === 'string') return value === listed;
    return value instanceof JsonNumber && value.source === String(listed);
  });
}

/** The members of a purchase (§2.3). */
const purchaseMembers = {
  platform: ['android'],
  environment: 'null',
  quantity: 'integer',
  purchase_date_ms: 'integer',
  purchase_state: Object.keys(purchaseStates).map(Number),
  region_code: 'string',
  acknowledgement_state: Object.keys(acknowledgementStates).map(Number),
  order_id: 'string',
} as const;

const idMembers = { transaction_id: 'string', product_id: 'string' } as const;

const recordMembers = {
  tx_mgmt_id: 'integer',
  current_state: [verifiedState],
  last_error_code: 'string-or-null',
  last_error_message: 'string-or-null',
  recorded_for_this_game: 'boolean',
} as const;

/**
 * The members of one kind of object. `expected`: those that this file checks. `listed`: the names of all that the contract
 * lists, also those that the code for the verdict checks.
 */
interface Shape {
  readonly expected: readonly { readonly name: string; readonly expectedType: Expected }[];
  readonly listed: ReadonlySet<string>;
}

const defineShape = (
  expected: Readonly<Record<string, Expected>>,
  ...alsoListed: readonly string[]
): Shape => ({
  expected: Object.entries(expected).map(([name, expectedType]) => ({ name, expectedType })),
  listed: new Set([...Object.keys(expected), ...alsoListed]),
});

/** The objects in an answer. */
export const shapes = {
  verify: defineShape({ ...idMembers, receipt_info: 'object' }, 'success'),
  receiptInfo: defineShape(purchaseMembers),
  transaction: defineShape({ ...idMembers, ...purchaseMembers, gateway: 'object' }),
  /** §2.4: the member `gateway` of a transaction, if its `found` is true; `noRecord` if it is false. */
  record: defineShape({ found: 'boolean', ...recordMembers }, 'reason'),
  noRecord: defineShape({ reason: [neverReceivedReason] }, 'found', ...Object.keys(recordMembers)),
  lookup: defineShape(
    { order_id: 'string', game_id: 'integer', environment: 'null' },
    'found',
    'transactions',
  ),
  rejection: defineShape(
    { order_id: 'null', game_id: 'integer', status: 'integer', error: 'string' },
    'found',
  ),
  session: defineShape(
    { expiresAt: 'string', xmdtRequired: 'boolean' },
    'sessionToken',
    'xmdtCompleted',
  ),
} as const;

/** Every member that is missing, empty or not as the contract shows it, and every one that it does not list. */
export function fieldAnomalies(
  object: JsonObject,
  { expected, listed }: Shape,
  path = '',
): Anomaly[] {
  const anomalies: Anomaly[] = [];
  for (const { name, expectedType } of expected) {
    const found = memberAnomaly(object, { name, expectedType, path: memberPath(path, name) });
    if (found !== undefined) anomalies.push(found);
  }
  anomalies.push(...unlistedMembers(object, listed, path));
  return anomalies;
}

interface ExpectedMember {
  readonly name: string;
  readonly expectedType: Expected;
  readonly path: string;
}

function memberAnomaly(
  object: JsonObject,
  { name, expectedType, path }: ExpectedMember,
): Anomaly | undefined {
  const value = object.getUnique(name);
  if (value === undefined) {
    if (!object.has(name)) return anomaly('missing', path);
    return anomaly('contradictory', path, 'a second member of that name');
  }
  if (isExpected(value, expectedType)) {
    return isEmptyText(value) ? anomaly('empty', path) : undefined;
  }
  if (typeof expectedType !== 'string') return anomaly('not-listed', path);
  return anomaly('wrong-type', path, jsonTypeOf(value), expectedType);
}

// Both limits hold because a hostile answer may have a million unlisted members, with names of any length.
const mostReportedNames = 20;
const longestReportedName = 64;

/** Reports each unlisted name once, and only the first `mostReportedNames` names. */
export function unlistedMembers(
  object: JsonObject,
  listed: ReadonlySet<string>,
  path = '',
): Anomaly[] {
  const unlisted = object.members.filter(([name]) => !listed.has(name));
  const names = [...new Set(unlisted.map(([name]) => name))].slice(0, mostReportedNames);
  return names.map((name) => anomaly('unlisted', memberPath(path, name)));
}

function memberPath(path: string, name: string): string {
  const shownName = name.slice(0, longestReportedName);
  return path === '' ? shownName : `${path}.${shownName}`;
}

/** Reads bytes as UTF-8 and JSON, whatever the content type says. `object`: the JSON object, or why there is none. */
export function readBody(bytes: Uint8Array): {
  readonly json: Json;
  readonly object: JsonObject | BodyProblem;
} {
  const text = utf8Text(bytes)?.replace(/^\ufeff/, '');
  if (text === undefined) return { json: null, object: bodyProblem('not-utf8') };
  if (text.trim() === '') return { json: null, object: bodyProblem('empty') };
  const json = tryJson(text);
  if (json instanceof JsonSyntaxError) return { json: null, object: notJson(text, json) };
  return {
    json,
    object: json instanceof JsonObject ? json : bodyProblem('not-an-object', jsonTypeOf(json)),
  };
}

/** The members of a body, or none if the body is not an object. */
export function membersIn({ object }: ReturnType<typeof readBody>): JsonObject {
  return object instanceof JsonObject ? object : new JsonObject([]);
}

function notJson(text: string, { isCut: cut, message }: JsonSyntaxError): BodyProblem {
  if (/^\s*</.test(text)) return bodyProblem('html');
  // A cut text that does not begin as an object, a list or a string may be something else than JSON: `tru`.
  return cut && /^\s*[{["]/.test(text) ? bodyProblem('cut') : bodyProblem('not-json', message);
}

/** The JSON type of a value. */
export function jsonTypeOf(value: Json): string {
  if (value === null) return 'null';
  if (value instanceof JsonNumber) return 'number';
  return Array.isArray(value) ? 'array' : typeof value;
}

/** A member that appears exactly once: one that appears twice counts as missing. */
export function uniqueMember(object: Json | undefined, name: string): Json | undefined {
  return object instanceof JsonObject ? object.getUnique(name) : undefined;
}

/** The digits of a number that appears exactly once, as they came; empty for anything else. */
export function numberText(object: Json | undefined, name: string): string {
  const value = uniqueMember(object, name);
  return value instanceof JsonNumber ? value.source : '';
}

/** Whether a text is empty, or has only blanks and invisible characters: nobody can use such a member. */
export function isEmptyText(value: Json | undefined): boolean {
  return (
    typeof value === 'string' &&
    // Nearly every text has one of these characters; the pattern below takes long to compile, so it comes second.
    !/[!-~]/.test(value) &&
    /^[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]*$/u.test(value)
  );
}

/** Whether an id can be used: it is no empty text, and no word such as `null` or `n/a`. */
export function isUsableId(value: Json | undefined): value is string {
  return (
    typeof value === 'string' &&
    !isEmptyText(value) &&
    !placeholderTexts.has(value.trim().toLowerCase())
  );
}

/** Why a member that the verdict depends on cannot be used. */
export function memberProblem(object: JsonObject, name: string, wanted: string): BodyProblem {
  const value = uniqueMember(object, name);
  if (value !== undefined) return bodyProblem('member-type', name, jsonTypeOf(value), wanted);
  return bodyProblem(object.has(name) ? 'member-twice' : 'member-missing', name);
}
