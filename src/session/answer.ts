import { aBoolean, aString, oddities, shown, type Expectation } from '../contract/answer.js';
import type { Anomaly, Fact } from '../contract/judgement.js';
import type { Json, JsonObject } from '../text/json/json.js';

/** What a session answer holds beside what decides: which fields are odd, and which a person wants to see (§2.6). */

const isUtcDate = (value: Json): value is string =>
  typeof value === 'string' &&
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|\+00:00)$/.test(value) &&
  !Number.isNaN(Date.parse(value));

const aUtcDate: Expectation = (value) =>
  aString(value) ?? (isUtcDate(value) ? undefined : 'is not an ISO 8601 UTC time');

const timeOf = (value: Json): Pick<Fact, 'atMs'> => (isUtcDate(value) ? { atMs: Date.parse(value) } : {});

const fields: Readonly<Record<string, Expectation>> = { expiresAt: aUtcDate, xmdtRequired: aBoolean };

export const sessionOddities = (answer: JsonObject): Anomaly[] => [
  ...oddities(answer, fields, ''),
  ...(answer.get('sessionToken') === '' ? [{ field: 'sessionToken', says: 'is empty' }] : []),
];

/** `tokenName`: how the token is named; undefined leaves it out. */
export function sessionFacts(answer: JsonObject, tokenName: string | undefined): Fact[] {
  const required = answer.get('xmdtRequired');
  const expires = answer.get('expiresAt');
  return [
    { label: 'Completed', value: answer.get('xmdtCompleted') === true ? 'yes' : 'no' },
    ...(required === undefined
      ? []
      : [{ label: 'xmdtRequired', value: `${shown(required)} (whether the SDK form shows a close button)` }]),
    ...(tokenName === undefined ? [] : [{ label: 'Token', value: tokenName }]),
    ...(tokenName === undefined || expires === undefined
      ? []
      : [{ label: 'Token expires', value: shown(expires), ...timeOf(expires) }]),
  ];
}
