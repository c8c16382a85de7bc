import { describe, expect, it } from 'vitest';
import type { DiagnosisOutcome, LintFinding } from '../../src/diagnosis/outcome.js';
import type { EmulatedResponse } from '../../src/emulator/answers.js';
import {
  judgeDiagnosis,
  paidCaveat,
  readRefusal,
  requestTooLarge,
} from '../../src/listen/judgement.js';
import { buildEntry, entryRow } from '../../src/listen/entry.js';
import { receivedRequest } from '../../src/listen/request.js';
import { codeWords } from '../../src/wording/code-words.js';
import { paid } from '../helpers/batch.js';

const noBody = { headers: [], text: '{}' };

/** A request of the program under test, and what it was answered. */
const answered = (answer: Partial<EmulatedResponse>, target = '/xmdt/session') =>
  receivedRequest({
    number: 1,
    method: 'POST',
    target,
    headers: [],
    body: Buffer.from('{}'),
    answer: { status: 200, ...noBody, ...answer },
    receivedAtMs: 0,
    elapsedMs: 1,
    answeredBy: 'emulator',
  });

describe('an answer', () => {
  it.each([
    [199, true],
    [200, false],
    [299, false],
    [300, true],
    [302, true],
    [399, true],
    [400, true],
    [500, true],
  ])('with the status %s refuses the request: %s', (status, isRefused) => {
    expect(readRefusal(answered({ status }), false) !== undefined).toBe(isRefused);
  });

  it('with a code of the contract refuses it in the words of the contract', () => {
    const { means, fix } = codeWords('UNAUTHORIZED');
    const refusal = readRefusal(answered({ status: 401, code: 'UNAUTHORIZED' }), false);
    expect(refusal).toEqual({ code: 'UNAUTHORIZED', says: means, fix });
  });

  it('with a 400 says which member was wrong, which the contract’s own words do not', () => {
    const because = 'The member os_id is missing.';
    const refusal = readRefusal(answered({ status: 400, code: 'MISSING_FIELDS', because }), false);
    expect(refusal?.says.startsWith(because)).toBe(true);
    expect(refusal).toMatchObject({ code: 'MISSING_FIELDS', fix: '' });
  });

  it.each([
    [404, 'The request was wrong: fix it, do not retry blindly.'],
    [503, 'Retry with exponential back-off.'],
  ])('without a code has what to do by its status: %s', (status, fix) => {
    expect(readRefusal(answered({ status }), false)).toMatchObject({ code: undefined, fix });
  });

  it.each([true, false])('about an unknown receipt is excused by --signature-only: %s', (only) => {
    const answer = { status: 422, code: 'VERIFICATION_FAILED', isUnknownReceipt: true } as const;
    expect(readRefusal(answered(answer), only)).toMatchObject({ isExcused: only });
    const known = readRefusal(answered({ ...answer, isUnknownReceipt: false }), only);
    expect(known?.isExcused).toBeUndefined();
  });

  it('of a pending purchase finds nothing wrong with the request', () => {
    const answer = { status: 422, code: 'VERIFICATION_FAILED', isPending: true } as const;
    expect(readRefusal(answered(answer), false)).toMatchObject({
      says: expect.stringContaining('pending') as string,
      fix: expect.stringMatching(/^Nothing is wrong with the request\./) as string,
    });
  });
});

it.each<[what: string, target: string, text: string, isSaid: boolean]>([
  [
    'a look-up of a paid purchase',
    '/iap/gateway/lookup-receipt',
    Buffer.from(paid('GPA.1').body).toString(),
    true,
  ],
  ['a look-up that found nothing', '/iap/gateway/lookup-receipt', '{"found":false}', false],
  ['a verify', '/iap/gateway/verify', Buffer.from(paid('GPA.1').body).toString(), false],
  ['a session', '/xmdt/session', Buffer.from(paid('GPA.1').body).toString(), false],
])('what a paid purchase does not say is said of %s alone', (_what, target, text, isSaid) => {
  const caveat = paidCaveat(answered({ text }, target));
  expect(caveat).toMatch(isSaid ? /refund/ : /^$/);
});

it.each([
  [401, 'refused'],
  [200, 'not allowed'],
])('one that cannot succeed and was answered with %s has the word %j', (status, word) => {
  const found = { id: 'cannot-succeed', says: 'So.', fix: 'Do so.', causes: [] } as const;
  const entry = buildEntry({
    ...{ request: answered({ status }), found, saved: null, signatureOnly: false },
    ...{ moreStored: false, source: undefined },
  });
  expect(entryRow(entry, 'UTC').judgement).toBe(word);
});

it('a request that is too large is judged without a diagnosis, and has what to do', () => {
  const judged = requestTooLarge('It has 5 MB.');
  expect(judged).toMatchObject({ id: 'too-large', says: 'It has 5 MB.', causes: [] });
  expect(judged.fix).not.toBe('');
});

describe('a diagnosis', () => {
  const finding = { causes: ['secret-trimmed'], says: 'So.', fix: 'Do so.', difference: null };
  const problem = (id: string, effect: LintFinding['effect'] = 'refused'): LintFinding => ({
    ...{ id, effect, says: 'It is wrong.', fix: 'Correct it.' },
  });
  const judge = (
    outcome: DiagnosisOutcome,
    { lint = [] as readonly LintFinding[], tried = 1, isRefused = false } = {},
  ) => {
    const diagnosis = { outcome, lint, tried, spent: 1, expected: null, fileEnd: null };
    const refusal = { code: undefined, says: 'It was refused.', fix: 'Ask.' };
    return judgeDiagnosis(diagnosis, isRefused ? refusal : undefined);
  };
  const right = { kind: 'right' } as const;
  const unknown = { kind: 'unknown', cutShort: null } as const;
  const tooLarge = [problem('request-too-large')];
  const missing = problem('hdr-signature-missing');

  it.each<[what: string, judged: ReturnType<typeof judge>, id: string, causes: string[]]>([
    ['a right signature', judge(right), 'signature-right', []],
    ['one beside a problem', judge(right, { lint: [problem('x')] }), 'signature-right', ['x']],
    ['a right one that was refused', judge(right, { isRefused: true }), 'refused', []],
    [
      'a right one that cannot succeed, refused',
      judge({ kind: 'refused-anyway' }, { lint: [problem('x')], isRefused: true }),
      'cannot-succeed',
      ['x'],
    ],
    ['a cause', judge({ kind: 'explained', finding }), 'cause-found', ['secret-trimmed']],
    [
      'a cause, refused',
      judge({ kind: 'explained', finding }, { isRefused: true }),
      'cause-found',
      ['secret-trimmed'],
    ],
    [
      'no signature',
      judge({ kind: 'bad-header', problem: missing, isSigned: false }, { lint: [missing] }),
      'signature-missing',
      ['hdr-signature-missing'],
    ],
    ['nothing', judge(unknown), 'cause-unknown', []],
    [
      'nothing in a large body of which some ways were tried',
      judge(unknown, { lint: tooLarge }),
      'cause-unknown',
      ['request-too-large'],
    ],
    [
      'nothing, because it is too large to try any way',
      judge(unknown, { lint: tooLarge, tried: 0 }),
      'too-large',
      ['request-too-large'],
    ],
    ['nothing, without trying', judge(unknown, { tried: 0 }), 'cause-unknown', []],
  ])('that finds %s has its own id', (_what, judged, id, causes) => {
    expect(judged).toMatchObject({ id, causes });
  });

  it('says nothing to do where the signature is right and nothing else is wrong', () => {
    expect(judge(right).fix).toBe('');
    expect(judge(right, { lint: [problem('x')] }).fix).toBe('Correct it.');
    expect(judge({ kind: 'explained', finding }).fix).toBe('Do so.');
  });

  it('says of a refused request with a right signature why it was refused and what to do', () => {
    const alone = judge(right, { isRefused: true });
    expect(alone.says).toContain('The signature is right, but the request was refused.');
    expect([alone.says.endsWith('It was refused.'), alone.fix]).toEqual([true, 'Ask.']);
    const beside = judge(right, { lint: [problem('x')], isRefused: true });
    expect(beside.says).toContain('It is wrong.');
    expect(beside.says.endsWith('It was refused.')).toBe(true);
  });
});
