import { describe, expect, it } from 'vitest';
import { WireFailure } from '../../src/contract/wire.js';
import { sessionTokenOf, removeToken } from '../../src/service/judge-session.js';
import { JsonObject, printJson } from '../../src/text/json/json.js';
import { describeOutcome } from '../../src/wording/describe.js';
import { failure, minted, refused } from '../helpers/answers.js';
import { judged, lineOf, seenIn } from '../helpers/judged.js';

const completed = 'completed 0 none report';
const not = 'not-completed 0 none check';
const foreign = 'foreign 12 check doctor no-contract-shape';
const unauthorized = 'credentials-refused 4 fix-request probe';
const refusedAs = 'refused 5 fix-request explain';
const failed = 'failed 8 retry-later explain';
type Row = [status: number, body: unknown, line: string, ...odd: string[]];
const withCode = (status: number, code: string, start: string, ...odd: string[]): Row => {
  return [status, refused(code), `${start} ${code}`, ...odd];
};

describe('a session', () => {
  it.each<Row>([
    [200, { ...minted, xmdtCompleted: true }, completed],
    [200, minted, not],
    [200, { ...minted, expiresAt: undefined }, not, 'missing expiresAt'],
    [200, { ...minted, expiresAt: 1 }, not, 'wrong-type expiresAt'],
    [200, { ...minted, xmdtRequired: 'no' }, not, 'wrong-type xmdtRequired'],
    [200, { ...minted, more: [] }, not, 'unlisted more'],
    [200, { ...minted, expiresAt: 'soon', sessionToken: '' }, not, 'empty sessionToken'],
    [200, { ...minted, expiresAt: '' }, not, 'empty expiresAt'],

    withCode(400, 'invalid_request', refusedAs),
    withCode(401, 'missing_headers', unauthorized),
    withCode(401, 'invalid_signature', unauthorized),
    withCode(401, 'surprise', unauthorized, 'not-listed code'),
    withCode(403, 'unknown_service', unauthorized),
    withCode(403, 'banned', refusedAs, 'not-listed code'),
    withCode(400, 'unknown_service', refusedAs, 'contradictory code'),
    withCode(409, 'xmdt_disabled', refusedAs),
    withCode(409, 'XMDT_DISABLED', refusedAs, 'not-listed code'),
    withCode(409, 'email_required_unsupported', refusedAs),
    withCode(422, 'odd', refusedAs, 'not-listed code'),
    withCode(429, 'rate_limited', 'limited 9 retry-later explain'),
    withCode(500, 'internal_error', failed),
    withCode(503, 'unheard_of', failed, 'not-listed code'),
    withCode(200, 'invalid_request', refusedAs, 'contradictory code'),
    withCode(200, 'missing_headers', unauthorized, 'contradictory code'),
    withCode(200, 'invalid_signature', unauthorized, 'contradictory code'),
    withCode(200, 'unknown_service', unauthorized, 'contradictory code'),
    withCode(200, 'xmdt_disabled', refusedAs, 'contradictory code'),
    withCode(200, 'email_required_unsupported', refusedAs, 'contradictory code'),
    withCode(200, 'rate_limited', 'limited 9 retry-later explain', 'contradictory code'),
    withCode(200, 'internal_error', failed, 'contradictory code'),
    [200, refused('banned'), foreign],
    [200, { ...minted, code: 'rate_limited' }, not, 'unlisted code'],
    [502, '<html>', `${failed} http-502`],
    [500, minted, `${failed} http-500`],
    [307, minted, 'redirected 12 check doctor no-contract-shape'],

    [200, { ...minted, sessionToken: undefined }, foreign],
    [200, { ...minted, sessionToken: 1 }, foreign],
    [200, { ...minted, xmdtCompleted: undefined }, foreign],
    [200, { ...minted, xmdtCompleted: 'true' }, foreign],
    [200, '{"sessionToken":"hush-token","xmdtCompleted":false,"xmdtCompleted":true}', foreign],
    [201, minted, foreign],
    [400, { message: 'm' }, foreign],
    [400, { code: 400 }, foreign],
    [401, failure('UNAUTHORIZED'), foreign],
  ])('%i %j', (status, body, line, ...odd) => {
    expect(seenIn(judged('session', { status, body }))).toEqual([line, ...odd]);
  });

  it('that said true before, which it cannot take back', () => {
    const now = (xmdtCompleted: boolean): string[] =>
      seenIn(
        judged(
          'session',
          { body: { ...minted, xmdtCompleted } },
          { completedSince: '2026-09-20T10:00:00Z' },
        ),
      );
    expect(now(true)).toEqual([completed]);
    expect(now(false)).toEqual(['not-completed 0 check check', 'contradictory xmdtCompleted']);
  });

  it.each([
    ['lost', 'lost 10 retry-later doctor outcome-unknown'],
    ['not-reached', 'not-reached 11 retry-later doctor not-reached'],
    ['oversized', 'broken 12 check doctor no-contract-shape'],
  ] as const)('%s', (kind, line) => {
    expect(lineOf(judged('session', new WireFailure(kind, 'x'), {}, { unclearBefore: true }))).toBe(
      line,
    );
  });
});

describe('a check, which shows no token', () => {
  const rest = { message: 'about a "sessionToken": "…"', list: [{ token: 1 }, 'sessionToken'] };
  const deep = '{"sessionToken":"hush-token"}';
  const [shown, withheld] = [true, false];
  it.each<[string, unknown, number, boolean]>([
    ['an answer', minted, 200, shown],
    ['one whose text names the member', { ...minted, ...rest }, 200, shown],
    ['an error', refused('xmdt_disabled'), 409, shown],
    [
      'an error with a token',
      { ...refused('xmdt_disabled'), sessionToken: 'hush-token' },
      409,
      shown,
    ],
    ['a failure with a token', minted, 500, shown],
    ['a redirect with a token', minted, 307, shown],
    [
      'two tokens',
      '{"sessionToken":"hush-1","sessionToken":"hush-2","copy":"hush-1"}',
      200,
      withheld,
    ],
    ['a token that is no string', { sessionToken: ['hush-token'] }, 200, withheld],
    ['a token deeper', { data: { sessionToken: 'hush-token' } }, 200, withheld],
    [
      'a token in a list',
      { ...minted, list: [{ sessionToken: { a: 'hush-token' } }] },
      200,
      withheld,
    ],
    [
      'a token at any depth',
      `{"a":${'['.repeat(20_000)}${deep}${']'.repeat(20_000)}}`,
      200,
      withheld,
    ],
    [
      'a token under another prototype',
      '{"__proto__":{"sessionToken":"hush-token"}}',
      200,
      withheld,
    ],
    ['a cut body', '{"sessionToken":"hush-token', 200, withheld],
    ['a cut body with a mark', '\ufeff{"sessionToken":"hush-token', 200, withheld],
    ['a failure that is cut', '{"sessionToken":"hush-token', 500, withheld],
    ['UTF-16', Buffer.from(deep, 'utf16le'), 200, withheld],
    ['a list', ['hush-token'], 200, withheld],
    ['the bare token', '"hush-token"', 200, withheld],
  ])('of %s', (_, body, status, isShown) => {
    const received = judged('session', { status, body });
    const outcome = removeToken(received);
    const { answer, isRawWithheld = false } = outcome;
    const description = describeOutcome(outcome, { showToken: false });
    expect(printJson(answer)).not.toContain('hush');
    expect(JSON.stringify([description.error, description.facts, description.verdict])).not.toMatch(
      /h\W*u\W*s\W*h/,
    );
    expect([answer !== null, !isRawWithheld]).toEqual([isShown, isShown]);
    if (isShown) expect(answer).toEqual((received.answer as JsonObject).without('sessionToken'));
  });

  it('and only of a session is a token known', () => {
    const bodies = [minted, { ...minted, sessionToken: 1 }, '[]'];
    const tokens = bodies.map((body) => sessionTokenOf(judged('session', { body })));
    expect(tokens).toEqual(['hush-token', undefined, undefined]);
  });
});
