import { describe, expect, it } from 'vitest';
import {
  interfaceOf,
  interfaces,
  type Operation,
  operations,
} from '../../src/contract/interfaces.js';
import { listedFailures } from '../../src/contract/listed.js';
import { wireFailureKinds, WireFailure } from '../../src/contract/wire.js';
import { lookupKinds, anomaly, bodyProblem } from '../../src/service/outcome.js';
import { bodyProblemIds, anomalyIds, type Outcome } from '../../src/service/outcome.js';
import { errorCodeOf, verdictIdOf } from '../../src/service/policy.js';
import { JsonNumber, JsonObject } from '../../src/text/json/json.js';
import { nextCommandFor } from '../../src/wording/next-command.js';
import { anomalyClause } from '../../src/wording/anomaly-words.js';
import { catalogue } from '../../src/wording/catalogue.js';
import { transactionFacts } from '../../src/wording/facts.js';
import { describeGuard } from '../../src/wording/guard-words.js';
import {
  calledAddress,
  clockHint,
  redirectOrigin,
  retryAfterSeconds,
  secondsBehindServer,
} from '../../src/wording/answer-details.js';
import { describeOutcome } from '../../src/wording/describe.js';
import { verdictWords } from '../../src/wording/verdict.js';
import { bought, failure, minted, refused } from '../helpers/answers.js';
import { askedAndroid, judged, kindsOf, outcomeOf } from '../helpers/judged.js';

/** Sentences are held by the transcripts; here are the ids beside them, and what no sentence may contain. */

const ios = { ...askedAndroid, osId: 2 };

/** Everything that a person reads about an outcome. */
function sentencesOf(outcome: Outcome, subject = askedAndroid): string[] {
  const described = { ...outcome, subject };
  const { verdict, error, facts, anomalies, nextStep } = describeOutcome(described);
  const ofVerdict = [verdict?.says, verdict?.who, verdict?.not, verdict?.next];
  const ofError = [error?.says, error?.first, error?.who, error?.not, error?.hint];
  const shown = facts.flatMap(({ label, value }) => [label, value]);
  const told = [
    ...ofVerdict,
    ...ofError,
    ...shown,
    ...anomalies.map(anomalyClause),
    nextCommandFor(described, {
      typedOptions: [],
      journalId: undefined,
      hasPage: false,
      nextStep,
      languages: [],
    }),
  ];
  return told.filter((text) => text !== undefined);
}

const codes = ['PRODUCT_MISMATCH', 'UNAUTHORIZED', undefined];
const statuses = [401, 422, 502, 999];
const besides = [
  {},
  ...codes.map((code) => ({ code })),
  ...statuses.map((status) => ({ status })),
  ...bodyProblemIds.map((id) => ({ bodyProblem: bodyProblem(id, 'string', 'object', 'integer') })),
  ...wireFailureKinds.map((each) => ({ failure: new WireFailure(each, 'x') })),
  ...anomalyIds.map((id) => ({ anomalies: [anomaly(id, 'field', 'one', 'two')] })),
  { anomalies: [anomaly('not-listed', 'error')] },
];
/** Every kind, with each of what such an outcome can have beside it. */
const everyOutcome = operations.flatMap((operation) =>
  kindsOf[operation].flatMap((kind) => besides.map((each) => outcomeOf(operation, kind, each))),
);

describe('words about any outcome', () => {
  it('have the ids that programs see, and say something', () => {
    for (const outcome of everyOutcome) {
      const { verdict, error, ...told } = describeOutcome(outcome);
      expect(verdict?.id ?? null).toBe(verdictIdOf(outcome.kind));
      expect(error && { code: error.code, section: error.section }).toEqual(errorCodeOf(outcome));
      const { exit, advice } = outcome;
      expect(told).toMatchObject({ exit, advice });
      expect(error?.says ?? verdict?.says).toMatch(/^\S.*\S/s);
      expect(error?.hint ?? verdict?.next).toMatch(/\S/);
    }
  });

  it('have no place that was not filled in, and end as sentences do', () => {
    for (const outcome of everyOutcome)
      for (const subject of [askedAndroid, ios])
        for (const sentence of sentencesOf(outcome, subject)) {
          expect(sentence).not.toMatch(
            /\$\d|undefined|\[object|NaN|null |\bfalse\.|^\s|\s$| {2}|\.\./,
          );
          expect(sentence).not.toBe('');
        }
  });

  it('never propose to look up an iOS purchase', () => {
    for (const outcome of everyOutcome.filter(({ operation }) => operation === 'verify'))
      expect(sentencesOf(outcome, ios).join('\n')).not.toMatch(/pvg lookup|look it up/i);
  });

  it('never send from a look-up to a look-up, or to a verify', () => {
    for (const outcome of everyOutcome) {
      const sentences = sentencesOf(outcome).join('\n');
      expect(sentences).not.toContain('pvg verify');
      const { operation, kind } = outcome;
      if (operation === 'lookup' && kind === 'rejected')
        expect(sentences).not.toContain('pvg lookup');
    }
  });

  it('name who acts on every verdict of a look-up, and call nothing refunded', () => {
    for (const kind of lookupKinds) {
      const { who, next, says } = verdictWords[kind];
      expect([who, next, says].join(' ')).not.toMatch(/refunded/i);
      expect(who).toMatch(/\w/);
    }
  });

  it('name who acts on a refusal that the contract does not list', () => {
    for (const status of [404, 418]) {
      const outcome = judged('lookup', { status, body: failure('TEAPOT') });
      expect(describeOutcome(outcome)).toMatchObject({ exit: 5 });
      expect(describeOutcome(outcome).error?.who).toMatch(/\w/);
    }
  });

  const receipt = 'hushAEuhp4KnSzQ9dX27';
  it.each<[Operation, number, unknown]>([
    ['verify', 400, failure(receipt)],
    ['verify', 200, `{"success":"${receipt}"}`],
    ['verify', 200, receipt],
    ['lookup', 422, failure(receipt)],
    ['lookup', 200, `{"found":"${receipt}","status":"${receipt}"}`],
    ['session', 200, minted],
    ['session', 200, { ...minted, xmdtCompleted: 'x' }],
    ['session', 400, refused(receipt)],
  ])('repeat no receipt and no token: %s %i %j', (operation, status, body) => {
    const outcome = judged(operation, { status, body }, { ...askedAndroid, receipt });
    expect(sentencesOf(outcome).join('\n')).not.toContain('hush');
  });

  it('of a confirmed verify that stopped keep what the look-up showed', () => {
    const lookup = describeOutcome(judged('lookup', { body: bought('') }));
    const confirmation = { name: 'prod', whose: 'the profile’s name', given: '' };
    const stops = [
      'already-recorded',
      'would-be-rejected',
      'other-purchase',
      'unconfirmed',
    ] as const;
    const ends = stops.map((stop) => {
      const { exit, advice, error, verdict } = describeGuard(stop, lookup, confirmation);
      return [exit, advice, error?.code, verdict?.id].join(' ');
    });
    const guarded = '13 none verify-guarded paid-and-recorded';
    const recorded = '7 already-verified already-recorded paid-and-recorded';
    expect(ends).toEqual([recorded, guarded, guarded, guarded]);
    const failed = describeOutcome(judged('lookup', { status: 502 }));
    const stopped = { exit: 8, error: { code: 'http-502' } };
    expect(describeGuard('look-up-failed', failed, confirmation)).toMatchObject(stopped);
  });
});

describe('what the words are made of', () => {
  const now = 1_790_000_000;
  it.each<[number | undefined, number | undefined, number | undefined, boolean]>([
    [12, now, 12, false],
    [300, now, 300, false],
    [301, now, 301, true],
    [-900, now, -900, true],
    [0, now + 600, -600, true],
    [600, now + 600, 0, false],
    [301, undefined, 301, true],
    [undefined, now, undefined, false],
  ])('a clock %s s behind with the timestamp %s', (clockSkewS, timestamp, behindS, isReason) => {
    const requestHeaders =
      timestamp === undefined ? [] : [['X-Timestamp', String(timestamp)] as const];
    const made = { requestHeaders, ...(clockSkewS !== undefined && { clockSkewS }) };
    const given = { status: 401, body: failure('UNAUTHORIZED') };
    const outcome = judged('verify', given, askedAndroid, made);
    expect(secondsBehindServer(outcome)).toBe(behindS);
    expect(clockHint(outcome).includes('may be the reason')).toBe(isReason);
    const { hint } = describeOutcome(outcome).error ?? {};
    expect(hint).toContain(clockHint(outcome));
    // What was measured comes first where it may be the reason.
    expect(hint?.startsWith(clockHint(outcome))).toBe(isReason);
  });

  it('a clock, not that of a session: its signature has no time', () => {
    const given = { status: 401, body: refused('invalid_signature') };
    const outcome = judged('session', given, {}, { clockSkewS: 9_000 });
    expect(describeOutcome(outcome).error?.hint).not.toMatch(/clock|9000/);
  });

  it.each<[string | undefined, string | undefined]>([
    ['https://login.example.net/next?token=hush', 'https://login.example.net'],
    ['https://user:hush@login.example.net/', 'https://login.example.net'],
    ['/elsewhere?token=hush', 'https://gateway.example.com'],
    ['data:text/html,hush', undefined],
    ['http://[', undefined],
    [undefined, undefined],
  ])('a redirect to %s is to %s', (location, origin) => {
    const headers = location === undefined ? [] : [['location', location] as const];
    const outcome = judged('verify', { status: 307, headers });
    expect(redirectOrigin(outcome)).toBe(origin);
    expect(sentencesOf(outcome).join('\n')).not.toContain('hush');
  });

  it('an address without user, password and query, and how long to wait', () => {
    const given = { status: 429, headers: [['retry-after', '120']] as const };
    const url = 'https://user:hush@gateway.example.com/base/path?key=hush';
    const outcome = judged('verify', given, askedAndroid, { url });
    expect(calledAddress(outcome)).toBe('POST https://gateway.example.com/base/path');
    expect(retryAfterSeconds(outcome)).toBe(120);
  });

  it.each<[string, string, number | undefined]>([
    ['1790000000000', '2026-09-21T14:13:20Z', 1_790_000_000_000],
    ['1790000000001', '2026-09-21T14:13:20.001Z', 1_790_000_000_001],
    ['8640000000000001', '8640000000000001', undefined],
    ['1.5', '1.5', undefined],
    ['1E400', '1E400', undefined],
  ])('the date %s is %s', (source, value, atMs) => {
    const facts = transactionFacts(
      new JsonObject([['purchase_date_ms', new JsonNumber(source)]]),
      judged('lookup', {}, askedAndroid),
    );
    expect(facts.map((fact) => [fact.value, fact.atMs])).toEqual([[value, atMs]]);
  });

  it.each<[string, string]>([
    ['0', '0 PURCHASED'],
    ['2', '2 PENDING'],
    ['7', '7 (not listed)'],
  ])('the state %s is %s', (source, value) => {
    const facts = transactionFacts(
      new JsonObject([['purchase_state', new JsonNumber(source)]]),
      judged('lookup', {}, askedAndroid),
    );
    expect(facts.map((fact) => [fact.label, fact.value])).toEqual([['State', value]]);
  });
});

describe('the catalogue', () => {
  it('has every row of §7.1 and §7.2', () => {
    for (const name of interfaces)
      expect(Object.keys(catalogue[name])).toEqual(Object.keys(listedFailures[name]));
    const codes = Object.values(catalogue).flatMap((each) => Object.entries(each));
    const advised = (retry: string, grant: string): string[] =>
      codes
        .filter(([, each]) => each.retry === retry && each.grant === grant)
        .map(([code]) => code);
    expect(advised('never', 'not-again')).toEqual(['DUPLICATE_TRANSACTION']);
    expect(advised('never', 'no')).toEqual(['PRODUCT_MISMATCH']);
    expect(advised('when-paid', 'no')).toEqual(['VERIFICATION_FAILED']);
    expect(advised('with-back-off', 'no')).toEqual(['VERIFIER_ERROR']);
    expect(advised('after-fixing', 'no')).toHaveLength(4);
    expect(advised('after-fixing', 'does-not-apply')).toHaveLength(6);
    expect(advised('later', 'does-not-apply')).toEqual(['rate_limited']);
    expect(advised('with-back-off', 'does-not-apply')).toEqual(['internal_error']);
    expect(catalogue.gateway['VERIFICATION_FAILED']?.causes).toHaveLength(3);
  });

  it.each(['verify', 'session'] as const)('says of each code of a %s how it ends', (operation) => {
    for (const [code, { status, exit, advice }] of Object.entries(
      catalogue[interfaceOf(operation)],
    )) {
      const body = operation === 'session' ? refused(code) : failure(code);
      const outcome = judged(operation, { status, body });
      expect([outcome, outcome.anomalies]).toMatchObject([{ exit, advice }, []]);
      expect(advice).not.toBe('grant');
    }
  });
});
