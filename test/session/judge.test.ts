import { describe, expect, it } from 'vitest';
import type { Judgement } from '../../src/contract/judgement.js';
import { JsonObject } from '../../src/text/json/json.js';
import { sessionErrors } from '../../src/session/errors.js';
import { judgeSession } from '../../src/session/judge.js';
import { fingerprint } from '../../src/signing/digest.js';
import { WireFailure } from '../../src/contract/wire.js';
import { exchangeOf, response, type GivenResponse } from '../support/exchange.js';

const minted = {
  sessionToken: 'hush-token',
  expiresAt: '2026-09-21T14:28:20Z',
  xmdtRequired: false,
  xmdtCompleted: false,
};
const failure = (code: string): object => ({ code, message: 'in the service’s words' });
const words = ['--username', 'player-42', '--role-id', 'knight'];

const judge = (given: GivenResponse, check = false): Judgement =>
  judgeSession(exchangeOf(response(given)), { check, words });
const short = ({ exit, advice, verdict, error }: Judgement): string =>
  [exit, advice, verdict?.id ?? '-', error?.code ?? '-'].join(' ');

it.each(Object.entries(sessionErrors))('%s ends as its entry in the catalogue says', (code, entry) => {
  const { exit, advice } = judge({ status: entry.status, body: failure(code) });
  expect([exit, advice]).toEqual([entry.exit, entry.advice]);
});

describe('a session', () => {
  it.each([
    [true, '0 none completed -', ['pvg', 'report', '--last', '--out', 'ticket.html']],
    [false, '0 none not-completed -', ['pvg', 'session', ...words, '--check']],
  ])('with xmdtCompleted %s', (xmdtCompleted, expected, nextCommand) => {
    const judgement = judge({ body: { ...minted, xmdtCompleted } });
    expect(short(judgement)).toBe(expected);
    expect(judgement).toMatchObject({ exit: 0, anomalies: [], nextCommand });
  });

  it('names its token by fingerprint only', () => {
    const { facts, answer } = judge({ body: minted });
    expect(facts).toContainEqual({
      label: 'Token',
      value: `sha256:${fingerprint('hush-token')}… (withheld)`,
    });
    expect(JSON.stringify(facts)).not.toContain('hush');
    expect((answer as JsonObject).get('sessionToken')).toBe('hush-token');
  });

  it.each([
    ['400 invalid_request', 400, '5 fix-request - invalid_request'],
    ['401 missing_headers', 401, '4 fix-request - missing_headers'],
    ['401 invalid_signature', 401, '4 fix-request - invalid_signature'],
    ['401 surprise', 401, '4 fix-request - surprise'],
    ['403 unknown_service', 403, '4 fix-request - unknown_service'],
    ['403 banned', 403, '5 fix-request - banned'],
    ['409 xmdt_disabled', 409, '5 fix-request - xmdt_disabled'],
    ['409 email_required_unsupported', 409, '5 fix-request - email_required_unsupported'],
    ['429 rate_limited', 429, '9 retry-later - rate_limited'],
    ['500 internal_error', 500, '8 retry-later - internal_error'],
    ['503 unheard_of', 503, '8 retry-later - unheard_of'],
  ])('of §7.2 with %s', (name, status, expected) => {
    const code = name.slice(4);
    const judgement = judge({ status, body: failure(code) });
    expect(short(judgement)).toBe(expected);
    expect(judgement.nextCommand).toEqual(['pvg', 'explain-error', code]);
  });

  it('blames no clock for a 401: there is no timestamp', () => {
    const outcome = response({ status: 401, body: failure('invalid_signature') });
    const { error } = judgeSession(exchangeOf(outcome, { clockSkewS: 9_000 }), { check: false });
    expect(error?.hint).not.toMatch(/clock|9000/);
  });

  it('passes on how long to wait', () => {
    const judgement = judge({
      status: 429,
      headers: [['retry-after', '120']],
      body: failure('rate_limited'),
    });
    expect(judgement.error?.hint).toContain('wait 120 s');
  });

  it.each([
    ['no token', { ...minted, sessionToken: undefined }, 200],
    ['a token that is no string', { ...minted, sessionToken: 1 }, 200],
    ['no completion', { ...minted, xmdtCompleted: undefined }, 200],
    ['completion "true"', { ...minted, xmdtCompleted: 'true' }, 200],
    ['completion twice', '{"sessionToken":"hush-token","xmdtCompleted":false,"xmdtCompleted":true}', 200],
    ['two tokens', '{"sessionToken":"hush-token","sessionToken":"hush-too","xmdtCompleted":true}', 200],
    ['another 2xx', minted, 201],
    ['an error without code', { message: 'm' }, 400],
    ['an error code that is no string', { code: 400 }, 400],
    ['the shape of the gateway', { success: false, error: 'UNAUTHORIZED' }, 401],
    ['a cut body', '{"sessionToken":"hush-token', 200],
    ['a cut body with a mark', '\ufeff{"sessionToken":"hush-token', 200],
    ['a body in UTF-16', Buffer.from('{"sessionToken":"hush-token"}', 'utf16le'), 200],
    ['a list', '["hush-token"]', 200],
    ['the bare token', '"hush-token"', 200],
  ])('has no shape of the contract with %s, and a check shows no token', (_, body, status) => {
    for (const check of [true, false]) {
      const judgement = judge({ status, body }, check);
      expect(short(judgement)).toBe('12 check - no-contract-shape');
      expect(JSON.stringify([judgement.error, judgement.facts])).not.toMatch(/h\W*u\W*s\W*h/);
    }
  });

  it.each([
    ['an answer', minted, 200],
    ['one without shape', { ...minted, xmdtCompleted: 1 }, 200],
    ['an error', { ...failure('xmdt_disabled'), sessionToken: 'hush-token' }, 409],
    ['a failure', { ...minted }, 500],
    ['a redirect', { ...minted }, 307],
  ])('drops the token from %s when only checking', (_, body, status) => {
    const judgement = judge({ status, body }, true);
    expect(JSON.stringify(judgement)).not.toContain('hush');
    expect(judgement.answer).toBeInstanceOf(JsonObject);
  });

  it.each([
    ['an answer', minted, 200, false],
    ['an error', failure('xmdt_disabled'), 409, false],
    ['a cut body', '{"sessionToken":"hush-token', 200, true],
    ['two tokens', '{"sessionToken":"hush-token","sessionToken":"hush-too"}', 200, true],
    ['a token that is no string', { sessionToken: ['hush-token'] }, 200, true],
    ['a token deeper', { data: { sessionToken: 'hush-token' } }, 200, true],
    ['a list', ['hush-token'], 200, true],
    ['a failure that is cut', '{"sessionToken":"hush-token', 500, true],
  ])(
    'keeps the bytes of %s back when only checking, where a token may hide in them',
    (_, body, status, held) => {
      const judgement = judge({ status, body }, true);
      expect(judgement.withholdRaw ?? false).toBe(held);
      expect(JSON.stringify(judgement)).not.toContain('hush');
      expect(judge({ status, body }).withholdRaw).toBeUndefined();
    },
  );

  it.each([
    ['an expiry in words', { ...minted, expiresAt: 'soon' }, 'expiresAt'],
    ['an expiry in another zone', { ...minted, expiresAt: '2026-09-21T16:28:20+02:00' }, 'expiresAt'],
    ['an expiry on no day', { ...minted, expiresAt: '2026-13-41T14:28:20Z' }, 'expiresAt'],
    ['an expiry in the past', { ...minted, expiresAt: '2026-09-21T14:13:19Z' }, 'expiresAt'],
    ['an expiry far ahead', { ...minted, expiresAt: '2036-09-21T14:13:20Z' }, 'expiresAt'],
    ['no expiry', { ...minted, expiresAt: undefined }, 'expiresAt'],
    ['xmdtRequired as text', { ...minted, xmdtRequired: 'no' }, 'xmdtRequired'],
    ['an empty token', { ...minted, sessionToken: '' }, 'sessionToken'],
  ])('with %s is judged all the same, and it is said', (_, body, field) => {
    const judgement = judge({ body });
    expect(judgement.exit).toBe(0);
    expect(judgement.anomalies.map((anomaly) => anomaly.field)).toEqual([field]);
  });

  it.each([
    ['lost', '10 retry-later - outcome-unknown'],
    ['not-reached', '11 retry-later - not-reached'],
    ['oversized', '12 check - no-contract-shape'],
  ] as const)('%s may be repeated', (kind, expected) => {
    const judgement = judgeSession(exchangeOf(new WireFailure(kind, 'x')), { check: false });
    expect(short(judgement)).toBe(expected);
    expect(judgement.error?.hint).toMatch(/safe/);
  });
});
