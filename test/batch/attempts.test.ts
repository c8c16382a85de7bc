import { describe, expect, it } from 'vitest';
import { Pace } from '../../src/batch/pace.js';
import { WireFailure, type Send } from '../../src/contract/wire.js';
import { allPaid, answer, asked, byRow, csv, paid, rowsOf, workplace } from '../support/batch.js';

/** How many look-ups at once, how often, and how often again. */

const place = workplace();

describe('pace', () => {
  const inFlight = () => {
    let [now, most] = [0, 0];
    const send: Send = async (request) => {
      now += 1;
      most = Math.max(most, now);
      await new Promise(setImmediate);
      now -= 1;
      return allPaid(request, { timeoutMs: 1 });
    };
    return { send, most: () => most };
  };

  it.each([
    ['', 4],
    ['--concurrency 1', 1],
    ['--concurrency 32', 32],
  ])('keeps to the number of look-ups at once: %s', async (options, expected) => {
    place.put('in.csv', csv(100));
    const counted = inFlight();
    const ended = await place.batch(`in.csv ${options}`, counted.send);
    expect(counted.most()).toBe(expected);
    expect(ended.err.includes('Looking up 4 purchases at a time')).toBe(options === '');
  });

  it('keeps to --rate', async () => {
    place.put('in.csv', csv(50));
    const ended = await place.batch('in.csv --rate 10');
    const slept = ended.context.slept.reduce((sum, ms) => sum + ms, 0);
    expect(slept).toBeGreaterThan(4_700);
    expect(slept).toBeLessThan(5_100);
  });

  it.each([
    ['429', () => answer(429, 'busy')],
    ['502', () => answer(502, { success: false, error: 'VERIFIER_ERROR', message: 'x' })],
    ['HTML', () => answer(200, '<html>')],
    ['an empty body', () => answer(200, '')],
    ['a reset', () => new WireFailure('lost', 'the connection ended before an answer came')],
    ['a cut body', () => new WireFailure('cut', 'it broke off', { status: 200 })],
    ['a refused connection', () => new WireFailure('not-reached', 'the connection was refused')],
  ])('tries a row again, signed anew: %s', async (_, fault) => {
    place.put('in.csv', csv(1));
    const signatures = new Set<string>();
    let clock = 1_790_000_000_000;
    const ended = await place.batch(
      'in.csv',
      (request) => {
        signatures.add(request.headers.find(([name]) => name === 'X-Signature')?.[1] ?? '');
        const outcome = signatures.size < 4 ? fault() : paid('GPA.1');
        return outcome instanceof WireFailure ? Promise.reject(outcome) : Promise.resolve(outcome);
      },
      { now: () => (clock += 1000) },
    );
    expect(signatures.size).toBe(4);
    expect(ended.status).toBe(0);
    expect(rowsOf(ended.out)).toMatchObject([{ ok: true, answer: { order_id: 'GPA.1' } }]);
  });

  it.each([
    ['400', answer(400, { success: false, error: 'MISSING_FIELDS', message: 'x' }), 5, 0],
    ['404 HTML', answer(404, '<html>'), 12, 20],
    ['302', answer(302, '', [['location', 'https://other.example/']]), 12, 20],
  ])('asks once where a further attempt changes nothing: %s', async (_, outcome, exit, status) => {
    place.put('in.csv', csv(1));
    let times = 0;
    const ended = await place.batch('in.csv', () => {
      times += 1;
      return Promise.resolve(outcome);
    });
    expect(times).toBe(1);
    expect(rowsOf(ended.out)).toMatchObject([{ exit }]);
    expect(ended.status).toBe(status);
  });

  it('gives a row up after its retries, and goes on', async () => {
    place.put('in.csv', csv(3));
    let times = 0;
    const ended = await place.batch('in.csv --retries 2', (request, options) => {
      if (asked(request)['receipt'] !== 'token-2') return allPaid(request, options);
      times += 1;
      return Promise.resolve(answer(503, 'busy'));
    });
    expect(times).toBe(3);
    expect(ended.status).toBe(20);
    expect(byRow(ended.out).map(({ exit }) => exit)).toEqual([0, 8, 0]);
  });

  it('waits as long as Retry-After says, with all rows', async () => {
    place.put('in.csv', csv(3));
    let first = true;
    const ended = await place.batch('in.csv', (request, options) => {
      if (!first) return allPaid(request, options);
      first = false;
      return Promise.resolve(answer(429, 'busy', [['retry-after', '120']]));
    });
    expect(ended.status).toBe(0);
    expect(ended.context.slept.some((ms) => ms > 119_000 && ms <= 120_000)).toBe(true);
    expect(ended.err).toContain('The service asked to wait up to 120 s');
  });

  it('repeats what a closed kept connection lost without counting it', async () => {
    place.put('in.csv', csv(1));
    let times = 0;
    const ended = await place.batch('in.csv --retries 0', () => {
      times += 1;
      const stale = new WireFailure('lost', 'closed', { staleConnection: true });
      return times <= 3 ? Promise.reject(stale) : Promise.resolve(paid('GPA.1'));
    });
    expect(times).toBe(4);
    expect(ended.status).toBe(0);
  });

  it.each([2.5, 7, 100, 1_000])(
    'has no second with more than the rate, %d, and keeps it',
    async (perSecond) => {
      const pace = new Pace({ ceiling: 64, perSecond });
      const starts: number[] = [];
      for (let nowMs = 0; nowMs < 60_000; nowMs += 1) {
        // The process was busy for a moment, now and then.
        if (nowMs % 5_000 === 4_000) nowMs += 90;
        while (pace.waitMs(nowMs) === 0) {
          pace.started(nowMs);
          starts.push(nowMs);
        }
      }
      const most = Math.max(
        ...starts.map((atMs, at) => {
          let end = at;
          while ((starts[end] ?? Infinity) < atMs + 1_000) end += 1;
          return end - at;
        }),
      );
      expect(most).toBeLessThanOrEqual(perSecond + 1);
      expect(starts.length / 60).toBeGreaterThanOrEqual(0.97 * perSecond);
    },
  );

  it('slows down by half at trouble and comes back one by one', async () => {
    const pace = new Pace({ ceiling: 16, perSecond: undefined });
    pace.overloaded(1, 10, undefined);
    expect(pace.limit).toBe(8);
    // What was sent before is the same trouble.
    pace.overloaded(9, 11, undefined);
    expect(pace.limit).toBe(8);
    pace.overloaded(12, 20, undefined);
    expect(pace.limit).toBe(4);
    for (let answers = 0; answers < 5; answers += 1) pace.succeeded();
    expect(pace.limit).toBe(5);
    for (let answers = 0; answers < 500; answers += 1) pace.succeeded();
    expect(pace.limit).toBe(16);
  });
});
