import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { operations } from '../../src/contract/interfaces.js';
import { anomalyIds, bodyProblemIds } from '../../src/service/outcome.js';
import { errorCodeOf, policies, showsRecord, verdictIdOf } from '../../src/service/policy.js';
import { readBody } from '../../src/service/fields.js';
import { removeToken } from '../../src/service/judge-session.js';
import { JsonObject, printJson } from '../../src/text/json/json.js';
import { parseJson } from '../../src/text/json/parse.js';
import { describeOutcome } from '../../src/wording/describe.js';
import { goodAnswers, refusal } from '../helpers/hostile-answers.js';
import { rejection } from '../helpers/answers.js';
import { askedAndroid, judged, kindsOf, outcomeOf } from '../helpers/judged.js';

const operation = fc.constantFrom(...operations);
const status = fc.oneof(
  fc.constantFrom(200, 201, 307, 400, 401, 409, 422, 429, 500, 502, 999),
  fc.nat(999),
);

/** Answers of the contract in which chance replaced, removed or added members at any place. */
const deciding =
  'success error found transactions gateway purchase_state order_id product_id'.split(' ');
const others = 'receipt_info sessionToken xmdtCompleted code status __proto__ constructor'.split(
  ' ',
);
const names = [...deciding, ...others, ''];
const right = fc.constantFrom<unknown>(
  ...Object.values(goodAnswers),
  rejection,
  refusal('verify', 'DUPLICATE_TRANSACTION'),
  refusal('session', 'xmdt_disabled'),
);
const value = fc.constantFrom(...'null true false 0 1 7 "0" "x" [] [{}] {"a":1}'.split(' '));
const spoiled = fc
  .tuple(right, fc.array(fc.tuple(fc.nat(30), fc.constantFrom(...names), value), { maxLength: 4 }))
  .map(([answer, changes]) => changes.reduce(changed, JSON.stringify(answer)));

/** Puts a member before the value at a brace: it may stand twice then. */
function changed(text: string, [at, name, json]: readonly [number, string, string]): string {
  const braces = [...text.matchAll(/\{(?=")/g)];
  const place = (braces[at % braces.length]?.index ?? 0) + 1;
  return `${text.slice(0, place)}${JSON.stringify(name)}:${json},${text.slice(place)}`;
}

describe('any answer', () => {
  it('is judged with a listed kind, and told, whatever its bytes', () => {
    const body = fc.oneof(fc.uint8Array(), fc.string({ unit: 'binary' }), fc.json(), spoiled);
    fc.assert(
      fc.property(operation, status, body, fc.boolean(), (called, code, bytes, unclearBefore) => {
        const outcome = judged(called, { status: code, body: bytes }, askedAndroid, {
          unclearBefore,
        });
        expect(Object.keys(policies)).toContain(outcome.kind);
        for (const { id } of outcome.anomalies) expect(anomalyIds).toContain(id);
        if (outcome.bodyProblem) expect(bodyProblemIds).toContain(outcome.bodyProblem.id);
        expect(() => describeOutcome(outcome)).not.toThrow();
        expect(() => removeToken(outcome)).not.toThrow();
      }),
      { numRuns: 200 },
    );
  });

  it('that is JSON is kept as it came: its digits, its order, its repeated members', () => {
    const number = fc.stringMatching(/^-?(0|[1-9]\d{0,30})(\.\d{1,9})?([eE][+-]?\d{1,3})?$/);
    fc.assert(
      fc.property(operation, spoiled, number, (called, text, digits) => {
        const body = `{"a":${digits},"a":[${digits}],${text.slice(1)}`;
        expect(printJson(judged(called, { body }).answer)).toBe(printJson(parseJson(body)));
        expect(printJson(judged(called, { body }).answer)).toContain(
          `"a":${digits},"a":[${digits}]`,
        );
      }),
    );
  });

  it('grants only if success is true in a 200 of a verify', () => {
    fc.assert(
      fc.property(operation, status, spoiled, (called, code, body) => {
        const { advice, exit } = describeOutcome(
          judged(called, { status: code, body }, askedAndroid),
        );
        if (advice !== 'grant') return;
        const answer = readBody(new TextEncoder().encode(body)).object as JsonObject;
        expect([called, code, exit, answer.get('success')]).toEqual(['verify', 200, 0, true]);
      }),
      { numRuns: 1000 },
    );
  });
});

describe('a hostile answer', () => {
  const million = (member: string): string =>
    Array.from({ length: 1_000_000 }, () => member).join();
  const good = (member: string): string =>
    `{${member},${JSON.stringify(goodAnswers.verify).slice(1)}`;
  it.each<[string, string, number]>([
    ['a million times the same unlisted member', good(million('"a":1')), 1],
    ['a million times a listed member', good(million('"product_id":1')), 1],
    ['a million times the member that decides', good(million('"success":true')), 0],
    [
      'very many names',
      good(Array.from({ length: 200_000 }, (_, at) => `"n${String(at)}":1`).join()),
      20,
    ],
    ['a name of a megabyte', good(`"${'n'.repeat(1_000_000)}":1`), 1],
    ['many levels', good(`"a":${'['.repeat(900)}${']'.repeat(900)}`), 1],
    [
      'more levels than pvg reads',
      good(`"a":${'{"a":'.repeat(300_000)}1${'}'.repeat(300_000)}`),
      0,
    ],
  ])('%s', (_, body, most) => {
    const { anomalies } = judged('verify', { body });
    expect(anomalies).toHaveLength(most);
    for (const { field } of anomalies) expect(field.length).toBeLessThan(200);
  });
});

describe('pvg’s own policy', () => {
  it('shows a rejection as not confirmed, and no verdict where nothing was said about the purchase', () => {
    const kinds = ['rejected', 'own-duplicate', 'lost', 'refused', 'foreign'] as const;
    expect(kinds.map(verdictIdOf)).toEqual(['not-confirmed', null, null, null, null]);
  });

  it('has every kind in the table', () => {
    expect(new Set(Object.values(kindsOf).flat())).toEqual(new Set(Object.keys(policies)));
  });

  it('grants for one kind only, and an error never ends with 0', () => {
    const granting = operations.flatMap((operation) =>
      kindsOf[operation].filter((kind) => outcomeOf(operation, kind).advice === 'grant'),
    );
    expect(granting).toEqual(['verified']);
    for (const operation of operations)
      for (const kind of kindsOf[operation]) {
        const outcome = outcomeOf(operation, kind);
        expect([kind, errorCodeOf(outcome) === null]).toEqual([kind, outcome.exit === 0]);
      }
  });

  it('names a failure without a code by its status, with the section that lists it', () => {
    const ids = [
      { operation: 'verify', kind: 'failed', status: 503 },
      { operation: 'lookup', kind: 'credentials-refused', status: 401, code: 'UNAUTHORIZED' },
      { operation: 'session', kind: 'refused', status: 409, code: 'xmdt_disabled' },
    ] as const;
    const named = ids.map((each) => Object.values(errorCodeOf(each) ?? {}).join(' '));
    expect(named).toEqual(['http-503 §7.1', 'UNAUTHORIZED §5.1', 'xmdt_disabled §7.2']);
  });

  it('knows which verdicts show a verify on record, and which show that there is none', () => {
    const recorded = ['paid-and-recorded', 'paid-recorded-with-error', 'paid-recorded-elsewhere'];
    for (const kind of [...recorded, 'cancelled-after-recorded'])
      expect(showsRecord(kind)).toBe(true);
    expect(showsRecord('paid-never-received')).toBe(false);
    for (const kind of ['cancelled', 'unknown', undefined])
      expect(showsRecord(kind)).toBeUndefined();
  });
});
