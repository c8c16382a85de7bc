import { describe, expect, it } from 'vitest';
import { Gate, type GateOptions, type News, type RowTrouble } from '../../src/batch/pacing.js';
import { WireFailure } from '../../src/contract/wire.js';
import { answer, sharedClock } from '../helpers/batch.js';
import { exchangeOf } from '../helpers/exchange.js';

/** When an attempt may begin, and whether a failed one is the row's fault: by a clock that a test moves. */

const never = new AbortController().signal;

function gateAt(options: Partial<GateOptions> = {}) {
  let nowMs = 0;
  const news: News[] = [];
  const gate = new Gate({
    clock: { elapsed: () => nowMs, sleep: () => Promise.reject(new TypeError('slept')) },
    random: () => 1,
    ceiling: 16,
    perSecond: undefined,
    retries: 3,
    rowsLeft: () => Infinity,
    onNews: (kind) => void news.push(kind),
    ...options,
  });
  return { gate, news, at: (ms: number) => (nowMs = ms) };
}

const busy = answer(503, 'busy');
const refused = new WireFailure('not-reached', 'the connection was refused');
const askedToWait = (retryAfter: string) =>
  exchangeOf(answer(429, 'busy', [['retry-after', retryAfter]]));

describe('--rate', () => {
  /** The process is busy for 90 ms in each 5 s: whoever would wake then wakes behind it. */
  async function startsOf(perSecond: number, forMs: number): Promise<number[]> {
    const clock = sharedClock();
    const late = (ms: number): number => Math.max(0, 4_090 - ((clock.elapsed() + ms) % 5_000));
    const sleep = (ms: number, signal?: AbortSignal): Promise<void> =>
      clock.sleep(ms + (late(ms) <= 90 ? late(ms) : 0), signal);
    const { gate } = gateAt({ clock: { elapsed: clock.elapsed, sleep }, ceiling: 64, perSecond });
    const starts: number[] = [];
    const worker = async (): Promise<void> => {
      while (clock.elapsed() < forMs) {
        await gate.turn(never);
        starts.push(clock.elapsed());
        await clock.sleep(1);
        gate.answered();
      }
    };
    await Promise.all(Array.from({ length: 64 }, worker));
    return starts.filter((atMs) => atMs < forMs);
  }

  it.each([0.5, 7.5, 100, 400])(
    'is reached, and exceeded by no more than late timers make up for: %d',
    async (perSecond) => {
      const forMs = perSecond < 10 ? 60_000 : 11_000;
      const starts = await startsOf(perSecond, forMs);
      expect((starts.length * 1000) / forMs).toBeGreaterThanOrEqual(0.97 * perSecond);
      // As many starts as a second may have take at least that second.
      const most = Math.ceil(perSecond);
      // Nor does it begin with a burst.
      expect(starts.filter((atMs) => atMs < 90).length).toBeLessThanOrEqual(
        Math.ceil(perSecond / 10),
      );
      const shortest = Math.min(...starts.slice(most).map((atMs, at) => atMs - (starts[at] ?? 0)));
      expect(shortest).toBeGreaterThanOrEqual(Math.floor((most * 1000) / perSecond) - 11);
    },
  );
});

it('A pause or an outage that begins while a look-up waits for its turn holds it up too', async () => {
  const clock = sharedClock();
  const { gate } = gateAt({ clock, perSecond: 10, retries: 0 });
  await gate.turn(never);
  const starts = [1, 2, 3].map(() => Promise.resolve(gate.turn(never)).then(clock.elapsed));
  gate.failed(askedToWait('60'), {});
  expect(gate.isOut).toBe(true);
  expect(await Promise.race(starts)).toBeGreaterThanOrEqual(60_000);
  // In an outage one at a time: the others wait until it is answered.
  await clock.sleep(600_000);
  gate.answered();
  for (const each of (await Promise.all(starts)).sort((one, other) => one - other).slice(1))
    expect(each).toBeGreaterThan(600_000);
});

describe('the number at a time', () => {
  const failed = (
    { gate, at }: ReturnType<typeof gateAt>,
    atMs: number,
    tookMs: number,
  ): number => {
    void gate.turn(never);
    at(atMs);
    gate.failed(exchangeOf(busy, { elapsedMs: tookMs }), {});
    return gate.limit;
  };
  const answers = ({ gate }: ReturnType<typeof gateAt>, times: number): number => {
    for (let time = 0; time < times; time += 1) {
      void gate.turn(never);
      gate.answered();
    }
    return gate.limit;
  };

  it('halves at trouble, once for all that were sent before it, and comes back one by one', () => {
    const place = gateAt();
    expect(failed(place, 10, 9)).toBe(8);
    expect(failed(place, 11, 2)).toBe(8);
    expect(failed(place, 20, 8)).toBe(4);
    expect(answers(place, 4)).toBe(4);
    expect(answers(place, 1)).toBe(5);
    expect(answers(place, 500)).toBe(16);
    expect(place.news).toEqual(['slowed']);
    for (let round = 0; round < 9; round += 1) failed(place, 100 + round, 0);
    expect(place.gate.limit).toBe(1);
  });

  it.each(['in the queue', 'in a pause'])(
    'leaves its place when it is called off: %s',
    async (where) => {
      const clock = sharedClock();
      const { gate } = gateAt({ ceiling: 1, clock });
      void gate.turn(never);
      if (where === 'in a pause') gate.failed(askedToWait('60'), {});
      const end = new AbortController();
      const waiting = gate.turn(end.signal);
      end.abort(new TypeError('called off'));
      if (where === 'in the queue') gate.answered();
      await expect(waiting).rejects.toThrow('called off');
      await gate.turn(never);
      expect(clock.elapsed()).toBe(where === 'in a pause' ? 60_000 : 0);
    },
  );
});

describe('an attempt that failed', () => {
  it.each([
    // Also before the last attempt was under way.
    ['another row was answered since its previous attempt failed', 6, 'failed'],
    ['no other row was answered since then', 4, 'later'],
  ])('and was the last: %s', (_, answeredMs, expected) => {
    const { gate, at } = gateAt({ retries: 1 });
    const row: RowTrouble = {};
    const moments: (readonly [atMs: number, act: () => void])[] = [
      [5, () => expect(gate.failed(exchangeOf(refused, { elapsedMs: 4 }), row)).toBe(500)],
      [
        10,
        () =>
          expect(gate.failed(exchangeOf(refused, { attempts: 2, elapsedMs: 2 }), row)).toBe(
            expected,
          ),
      ],
      [answeredMs, () => gate.answered()],
    ];
    for (const [atMs, act] of moments.sort(([one], [other]) => one - other)) {
      void gate.turn(never);
      at(atMs);
      act();
    }
  });
});

describe('Retry-After', () => {
  it.each([
    ['3600', 3_600_000],
    ['3601', undefined],
    ['Fri, 01 Jan 2100 00:00:00 GMT', undefined],
    ['soon', 0],
  ])('of %s is waited for by all, and of more than an hour ends the run', async (text, waitsMs) => {
    const clock = sharedClock();
    const { gate } = gateAt({ clock });
    void gate.turn(never);
    gate.failed(askedToWait(text), {});
    const turn = Promise.resolve(gate.turn(never));
    if (waitsMs === undefined) await expect(turn).rejects.toThrow();
    else await turn;
    expect(clock.elapsed()).toBe(waitsMs ?? 0);
    expect(gate.ended?.kind).toBe(waitsMs === undefined ? 'asked-to-wait' : undefined);
  });
});
