import { describe, expect, it } from 'vitest';
import { Pace, type News, type PaceOptions, type RowTrouble } from '../../src/batch/pace.js';
import { answer, sharedClock } from '../helpers/batch.js';
import { exchangeOf } from '../helpers/exchange.js';

/** The rules of `pace.ts`, one by one, by a clock that passes while all wait. */

function paceAt(options: Partial<PaceOptions> = {}) {
  const clock = sharedClock();
  const news: News[] = [];
  const pace = new Pace({
    ...{ clock, random: () => 1, ceiling: 16, perSecond: undefined, retries: 3 },
    onNews: (kind) => void news.push(kind),
    ...options,
  });
  const fail = async (row?: RowTrouble, status = 502, asked?: string): Promise<number> => {
    const turn = await pace.turn(row ?? {});
    const headers = asked === undefined ? [] : [['retry-after', asked] as const];
    return pace.failed(exchangeOf(answer(status, 'x', headers)).last, row, turn === 'probe');
  };
  const succeed = async (): Promise<void> => {
    await pace.turn({});
    pace.answered();
  };
  return { pace, clock, news, fail, succeed };
}

describe('whose fault a failure is', () => {
  it('is the row’s when another row is answered before its turn: as often as retries say, and once more', async () => {
    const { pace, fail, succeed } = paceAt({ retries: 2 });
    const row: RowTrouble = {};
    for (const waitMs of [200, 400, 800]) {
      expect(await fail(row)).toBe(waitMs);
      await succeed();
    }
    expect(await pace.turn(row)).toBe('failed');
  });

  it('is unknown while nobody is answered: a probe goes first', async () => {
    const { pace, fail } = paceAt({ retries: 0 });
    const row: RowTrouble = {};
    await fail(row);
    expect(await pace.turn(row)).toBe('probe');
    pace.answered();
    expect(await pace.turn(row)).toBe('failed');
  });

  it('is the service’s if the probe fails too: the row has all its attempts again', async () => {
    const { pace, fail } = paceAt({ retries: 0 });
    const row: RowTrouble = {};
    await fail(row);
    expect(await pace.turn(row)).toBe('probe');
    pace.failed(exchangeOf(answer(502, 'x')).last, undefined, true);
    expect(pace.isOut).toBe(true);
    await pace.turn({});
    pace.answered();
    expect(await pace.turn(row)).toBe('ask');
  });

  it.each([429, 503])('is never the row’s after %d, up to thirty times', async (status) => {
    const { pace, fail, succeed } = paceAt({ retries: 0 });
    const row: RowTrouble = {};
    for (let time = 1; time <= 31; time += 1) {
      await fail(row, status);
      await succeed();
    }
    expect(row.refusals).toBe(30);
    expect(await pace.turn(row)).toBe('failed');
  });

  it('of an answer that would come again is the row’s at once', async () => {
    const { pace, fail, succeed } = paceAt();
    const row: RowTrouble = {};
    await fail(row, 404);
    await succeed();
    expect(await pace.turn(row)).toBe('failed');
  });
});

describe('an outage', () => {
  it('is doubted after eight failures in a row, not after seven', async () => {
    const { pace, fail } = paceAt();
    for (let time = 1; time <= 7; time += 1) await fail({});
    expect(pace.limit).toBe(16);
    await fail({});
    expect(pace.limit).toBe(1);
    pace.answered();
    expect(pace.limit).toBe(2);
  });

  it.each([
    ['after answers', true, 502, 9_000],
    ['without any', false, 502, 5_000],
    ['of refusals', true, 429, 120_000],
  ])('ends the run after its time: %s', async (_, wasThere, status, lastsMs) => {
    const { pace, clock, fail, succeed, news } = paceAt();
    if (wasThere) await succeed();
    let asked = 0;
    while (pace.ended === undefined) {
      await fail(undefined, status);
      asked += 1;
    }
    expect(pace.ended).toEqual({ kind: 'outage' });
    expect(clock.elapsed()).toBeGreaterThanOrEqual(lastsMs);
    expect(clock.elapsed()).toBeLessThanOrEqual(lastsMs * 1.05 + 500);
    expect(asked).toBeLessThanOrEqual(8 + (3 * lastsMs) / 1000);
    expect(news.filter((kind) => kind === 'silent')).toHaveLength(1);
    await expect(pace.turn({})).rejects.toThrow('ended');
  });
});

it('The time without answers begins anew with each answer', async () => {
  const { pace, clock, fail, succeed } = paceAt();
  await succeed();
  for (let round = 1; round <= 2; round += 1) {
    const endMs = clock.elapsed() + 8_000;
    while (clock.elapsed() < endMs) await fail();
    await pace.turn({});
    pace.answered();
  }
  expect(pace.ended).toBeUndefined();
});

it('A row that itself is the probe loses no attempt', async () => {
  const { pace, fail, succeed } = paceAt({ retries: 0 });
  for (let time = 1; time <= 8; time += 1) await fail();
  const row: RowTrouble = {};
  await fail(row);
  await succeed();
  expect(await pace.turn(row)).toBe('ask');
});

it.each([
  [429, 500],
  [502, 0],
])('Eight in a row of %d hold all up for %d ms before the first probe', async (status, waitMs) => {
  const { pace, clock, fail } = paceAt();
  for (let time = 1; time <= 8; time += 1) await fail({}, status);
  expect(await pace.turn({})).toBe('probe');
  expect(clock.elapsed()).toBe(waitMs);
});

describe('Retry-After', () => {
  it('that is waited for is no outage', async () => {
    const { pace, clock, fail, succeed } = paceAt();
    await succeed();
    for (let time = 1; time <= 10; time += 1) await fail({}, 503, '60');
    expect(clock.elapsed()).toBeGreaterThan(60_000);
    expect(pace.ended).toBeUndefined();
  });

  it('holds up its row alone while others are answered, and all in doubt', async () => {
    const { pace, clock, fail, succeed } = paceAt();
    expect(await fail({}, 503, '60')).toBe(60_000);
    await succeed();
    expect(clock.elapsed()).toBe(0);
    for (let time = 1; time <= 8; time += 1) await fail({}, 503, '60');
    await pace.turn({});
    expect(clock.elapsed()).toBe(60_000);
  });

  it.each([
    ['3600', undefined],
    ['3601', 'asked-to-wait'],
  ])('of more than an hour ends the run: %s', async (asked, kind) => {
    const { pace, fail } = paceAt();
    await fail({}, 429, asked);
    expect(pace.ended?.kind).toBe(kind);
  });
});

it('A row that has failed lets the next one in the queue go on', async () => {
  const { pace } = paceAt({ ceiling: 1, retries: 0 });
  const row: RowTrouble = {};
  await pace.turn(row);
  pace.failed(exchangeOf(answer(502, 'x')).last, row, false);
  await pace.turn({});
  const waiting = [pace.turn(row), pace.turn({})];
  pace.answered();
  expect(await Promise.all(waiting)).toEqual(['failed', 'ask']);
});

describe('the pace', () => {
  /** A service that takes so many a second, for so long: how many it refused, and took. */
  async function against(perSecond: number, forMs: number, ceiling: number, most?: number) {
    const { pace, clock } = paceAt({ ceiling, perSecond: most });
    let [tokens, atMs, refused, taken] = [perSecond, 0, 0, 0];
    const worker = async (): Promise<void> => {
      let row: RowTrouble = {};
      while (clock.elapsed() < forMs) {
        const turn = await pace.turn(row);
        const isCounted = clock.elapsed() < forMs;
        await clock.sleep(5);
        tokens = Math.min(perSecond, tokens + ((clock.elapsed() - atMs) * perSecond) / 1000);
        atMs = clock.elapsed();
        if (tokens >= 1) {
          [tokens, taken] = [tokens - 1, taken + (isCounted ? 1 : 0)];
          pace.answered();
          if (turn === 'ask') row = {};
        } else {
          refused += 1;
          const { last } = exchangeOf(answer(429, 'x'));
          await clock.sleep(
            pace.failed(last, turn === 'probe' ? undefined : row, turn === 'probe'),
          );
        }
      }
    };
    await Promise.all(Array.from({ length: ceiling * 8 }, worker));
    return { refused, taken };
  }

  it.each([4, 64])('falls to what gets through, and no lower: %d at a time', async (ceiling) => {
    const { refused, taken } = await against(100, 20_000, ceiling);
    expect(taken).toBeGreaterThan(0.95 * 2_000);
    expect(refused).toBeLessThan(0.5 * taken);
  });

  it('keeps to --rate', async () => {
    const { refused, taken } = await against(1_000, 10_000, 16, 50);
    expect(refused).toBe(0);
    expect(taken).toBeGreaterThan(485);
    expect(taken).toBeLessThan(502);
  });
});

describe('--rate', () => {
  /** The process is busy for 90 ms in each 5 s: whoever would wake then wakes behind it. */
  async function startsOf(perSecond: number, forMs: number): Promise<number[]> {
    const clock = sharedClock();
    const late = (ms: number): number => Math.max(0, 4_090 - ((clock.elapsed() + ms) % 5_000));
    const sleep = (ms: number, signal?: AbortSignal): Promise<void> =>
      clock.sleep(ms + (late(ms) <= 90 ? late(ms) : 0), signal);
    const { pace } = paceAt({ clock: { elapsed: clock.elapsed, sleep }, ceiling: 64, perSecond });
    const starts: number[] = [];
    const worker = async (): Promise<void> => {
      while (clock.elapsed() < forMs) {
        await pace.turn({});
        starts.push(clock.elapsed());
        await clock.sleep(1);
        pace.answered();
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
