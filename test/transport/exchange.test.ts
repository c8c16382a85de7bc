import { describe, expect, it } from 'vitest';
import {
  WireFailure,
  type WireFailureKind,
  type WireRequest,
  type WireResponse,
} from '../../src/contract/wire.js';
import { sendWithRetries, retryAfterMs, retryPolicy } from '../../src/transport/exchange.js';
import type { RetryOptions, Retries } from '../../src/transport/exchange.js';

const startMs = 1_790_000_000_000;

const answer = (status: number, headers: Record<string, string> = {}): WireResponse => ({
  status,
  headers: Object.entries(headers),
  body: new Uint8Array(),
});

const failure = (
  kind: WireFailureKind,
  status?: number,
  headers: Record<string, string> = {},
): WireFailure =>
  new WireFailure(
    kind,
    '…',
    status === undefined ? {} : { status, headers: Object.entries(headers) },
  );

const ok = answer(200);
const lost = failure('lost');
const refusedConnection = new WireFailure('not-reached', 'refused', { code: 'ECONNREFUSED' });

/** An error that is no failure of the wire is a mistake of ours. */
type Outcome = WireResponse | Error;

type Given = Partial<RetryOptions & Retries> & {
  readonly answerMs?: number;
  readonly random?: number;
};

/** Runs an exchange over outcomes in a row (the last one stays) on a clock that moves only by waiting and answering. */
async function run(outcomes: readonly Outcome[], given: Given = {}) {
  const { answerMs = 0, random = 0.5, retries = 3, repeatable = true, ...options } = given;
  const [waitsMs, stamps, left]: [number[], number[], Outcome[]] = [[], [], [...outcomes]];
  let nowMs = startMs;
  const sleep = async (ms: number, signal?: AbortSignal): Promise<void> => {
    waitsMs.push(ms);
    nowMs += ms;
    await Promise.resolve(signal?.throwIfAborted());
  };
  const clock = { now: () => nowMs, elapsed: () => nowMs - startMs, sleep };
  const send = (): Promise<WireResponse> => {
    const outcome = (left.length > 1 ? left.shift() : left[0]) ?? ok;
    nowMs += answerMs;
    return outcome instanceof Error ? Promise.reject(outcome) : Promise.resolve(outcome);
  };
  const build = (unixSeconds: number): WireRequest => {
    stamps.push(unixSeconds);
    return { method: 'POST', url: '', headers: [], body: Buffer.from(String(unixSeconds)) };
  };
  const waitAfter = retryPolicy({ retries, repeatable }, () => random);
  const exchange = await sendWithRetries({ send, clock }, build, {
    timeoutMs: 1000,
    waitAfter,
    ...options,
  });
  return { made: exchange, waitsMs, stamps };
}

describe('which outcomes are tried again', () => {
  const always = [4, 4] as const;
  const onlyLookUps = [4, 1] as const;
  const never = [1, 1] as const;
  it.each<readonly [string, Outcome, readonly [lookUp: number, verify: number]]>([
    ['200', ok, never],
    ['401', answer(401), never],
    ['409', answer(409), never],
    ['429 without Retry-After', answer(429), never],
    ['429 with Retry-After 30', answer(429, { 'retry-after': '30' }), onlyLookUps],
    ['429 with Retry-After 31', answer(429, { 'retry-after': '31' }), never],
    ['429 cut, with Retry-After 2', failure('cut', 429, { 'retry-after': '2' }), onlyLookUps],
    ['400 lost in its body', failure('lost', 400), never],
    ['500', answer(500), always],
    ['503 with Retry-After 30', answer(503, { 'retry-after': '30' }), always],
    ['503 with Retry-After 31', answer(503, { 'retry-after': '31' }), never],
    ['503 with an odd Retry-After', answer(503, { 'retry-after': 'soon' }), always],
    ['503 cut', failure('cut', 503), always],
    ['599', answer(599), always],
    ['600, which is no status of HTTP', answer(600), never],
    ['999', answer(999), never],
    ['lost', lost, onlyLookUps],
    ['200 cut', failure('cut', 200), onlyLookUps],
    ['a redirect cut', failure('cut', 300), never],
    ['garbled', failure('garbled'), never],
    ['oversized', failure('oversized', 200), never],
    ['not reached', failure('not-reached'), never],
    ['connection refused', refusedConnection, onlyLookUps],
    ['no such name', new WireFailure('not-reached', 'no name', { code: 'ENOTFOUND' }), never],
  ])('%s', async (_, outcome, attempts) => {
    const lookUp = await run([outcome], { repeatable: true });
    const verify = await run([outcome], { repeatable: false });
    expect([lookUp.made.attempts.length, verify.made.attempts.length]).toEqual(attempts);
    expect(lookUp.made.last.outcome).toBe(outcome);
  });

  it('none with no retries, and as many as asked for', async () => {
    expect((await run([lost], { retries: 0 })).made.attempts).toHaveLength(1);
    expect((await run([lost], { retries: 7 })).made.attempts).toHaveLength(8);
  });

  it('stops at the first that is final', async () => {
    const { made: exchange } = await run([answer(500), lost, ok, lost]);
    expect(exchange.attempts.map(({ outcome }) => outcome)).toEqual([answer(500), lost, ok]);
  });
});

describe('waits', () => {
  it('grow by two up to eight seconds, of which chance shortens a half', async () => {
    const longest = [500, 1000, 2000, 4000, 8000, 8000];
    expect((await run([answer(500)], { retries: 6, random: 1 })).waitsMs).toEqual(longest);
    expect((await run([answer(500)], { random: 0 })).waitsMs).toEqual([250, 500, 1000]);
  });

  it('are at least what Retry-After says, also of a 5xx', async () => {
    expect((await run([answer(503, { 'retry-after': '7' }), ok])).waitsMs).toEqual([7000]);
    expect((await run([answer(503, { 'retry-after': '0' }), ok])).waitsMs).toEqual([375]);
    expect((await run([answer(429, { 'retry-after': '0' }), ok])).waitsMs).toEqual([0]);
  });

  it('are told before they begin', async () => {
    const told: unknown[] = [];
    await run([lost, ok], { onRetry: ({ outcome }, waitMs) => told.push([outcome, waitMs]) });
    expect(told).toEqual([[lost, 375]]);
  });
});

describe('Retry-After', () => {
  it.each([
    ['0', 0],
    ['30', 30_000],
    [' 5 ', 5000],
    ['31', undefined],
    ['-1', undefined],
    ['', undefined],
    ['1e1', undefined],
    [new Date(startMs + 12_000).toUTCString(), 12_000],
    [new Date(startMs - 60_000).toUTCString(), 0],
    [new Date(startMs + 30_000).toUTCString(), 30_000],
    [new Date(startMs + 31_000).toUTCString(), undefined],
    ['Tomorrow GMT', undefined],
  ])('%j is %s', (text, expected) => {
    expect(retryAfterMs(answer(429, { 'retry-after': text }), startMs)).toBe(expected);
  });

  it('that stands twice counts as none', () => {
    const header = ['retry-after', '1'] as const;
    expect(retryAfterMs({ headers: [header, header] }, startMs)).toBeUndefined();
  });
});

describe('each attempt', () => {
  it('is built anew, with the second in which it is sent', async () => {
    const { made: exchange, stamps } = await run(
      [answer(503, { 'retry-after': '5' }), answer(500), ok],
      {
        random: 1,
      },
    );
    expect(stamps).toEqual([1_790_000_000, 1_790_000_005, 1_790_000_006]);
    expect(exchange.attempts.map(({ request }) => String(request.body))).toEqual(
      stamps.map(String),
    );
  });

  it('tells when it began and ended, and the exchange how long all took', async () => {
    const { made: exchange } = await run([lost, ok], { answerMs: 40 });
    const first = { startedAtMs: startMs, endedAtMs: startMs + 40, elapsedMs: 40 };
    const second = { startedAtMs: startMs + 415, endedAtMs: startMs + 455, elapsedMs: 40 };
    expect(exchange).toMatchObject({ attempts: [first, second], elapsedMs: 455 });
  });
});

describe('an attempt before the last one may have been processed', () => {
  it.each<readonly [string, readonly Outcome[], boolean]>([
    ['none before', [answer(409)], false],
    ['a 500 before', [answer(500), answer(409)], true],
    ['a 502 before', [answer(502), answer(409)], true],
    ['one that was not reached before', [refusedConnection, answer(409)], false],
    ['a lost one before', [lost, answer(409)], true],
    ['a cut one before', [failure('cut', 200), answer(409)], true],
    ['a 429 before', [answer(429, { 'retry-after': '1' }), answer(409)], false],
    ['the last one itself', [lost], false],
  ])('%s', async (_, outcomes, unclear) => {
    expect((await run(outcomes, { retries: outcomes.length - 1 })).made.unclearBefore).toBe(
      unclear,
    );
  });
});

describe('clock skew', () => {
  const dated = (offsetS: number): WireResponse =>
    answer(200, { date: new Date(startMs + offsetS * 1000).toUTCString() });

  const twice = { ...ok, headers: [...dated(0).headers, ...dated(0).headers] };
  const cut = failure('cut', 400, { date: new Date(startMs + 400_000).toUTCString() });
  it.each<[string, Outcome, number | undefined, answerMs?: number]>([
    ['none', dated(0), 0],
    ['of a second behind is none', dated(-1), 0],
    ['ahead', dated(2), 2],
    ['behind', dated(-2), -2],
    ['none at any moment of an attempt that took long', dated(5), 0, 10_000],
    ['after an attempt that took long', dated(13), 3, 10_000],
    ['of an answer that broke off', cut, 400],
    ['unknown without a date', ok, undefined],
    ['unknown with an odd date', answer(200, { date: 'today' }), undefined],
    ['unknown with two dates', twice, undefined],
  ])('%s', async (_, outcome, skewS, answerMs = 0) => {
    expect((await run([outcome], { answerMs })).made.clockSkewS).toBe(skewS);
  });
});

describe('an interruption', () => {
  const reason = new Error('by the user');
  it('before an attempt ends the exchange with its reason', async () => {
    await expect(run([ok], { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  });

  it('while waiting does too', async () => {
    const controller = new AbortController();
    const onRetry = (): void => controller.abort(reason);
    await expect(run([answer(500), ok], { signal: controller.signal, onRetry })).rejects.toBe(
      reason,
    );
  });

  it('is not a mistake of ours, which is passed on as it is', async () => {
    const mistake = new TypeError('ours');
    await expect(run([mistake])).rejects.toBe(mistake);
  });
});
