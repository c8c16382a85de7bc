import { aBoolean, aString, oddities, shown, type Expectation } from '../contract/answer.js';
import type { Anomaly, Fact } from '../contract/judgement.js';
import type { Json, JsonObject } from '../text/json/json.js';

/** The fields of a session answer that decide nothing (§2.6): which are unusual, and which a person wants to see. */

const isUtcDate = (value: Json): value is string =>
  typeof value === 'string' &&
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|\+00:00)$/.test(value) &&
  !Number.isNaN(Date.parse(value));

const aUtcDate: Expectation = (value) =>
  aString(value) ?? (isUtcDate(value) ? undefined : 'is not an ISO 8601 UTC time');

const timeOf = (value: Json): Pick<Fact, 'atMs'> => (isUtcDate(value) ? { atMs: Date.parse(value) } : {});

const fields: Readonly<Record<string, Expectation>> = { expiresAt: aUtcDate, xmdtRequired: aBoolean };

/** `nowMs`: when the answer came, by the server's clock if that is known; undefined for an answer from a file. */
export const sessionOddities = (answer: JsonObject, nowMs: number | undefined): Anomaly[] => [
  ...oddities(answer, fields, '', ['sessionToken', 'xmdtCompleted']),
  ...oddExpiry(answer.get('expiresAt'), nowMs),
  ...(answer.get('sessionToken') === '' ? [{ field: 'sessionToken', says: 'is empty' }] : []),
];

// A token is valid for 15 minutes (§8); the rest allows for clocks that are wrong.
const longestAheadMs = 60 * 60_000;

function oddExpiry(value: Json | undefined, nowMs: number | undefined): Anomaly[] {
  if (nowMs === undefined || value === undefined || !isUtcDate(value)) return [];
  const aheadMs = Date.parse(value) - nowMs;
  if (aheadMs <= 0) return [{ field: 'expiresAt', says: 'is in the past: the token has already expired' }];
  return aheadMs > longestAheadMs
    ? [
        {
          field: 'expiresAt',
          says: 'is more than an hour ahead, but a token is valid for 15 minutes',
          section: '§2.6',
        },
      ]
    : [];
}

/** `tokenName`: how the token is shown; undefined: not at all. */
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
