import { describe, expect, it } from 'vitest';
import { PaceNotes } from '../../src/batch/pace-notes.js';
import { Pace, type PaceNews, type PaceOptions, type RowTrouble } from '../../src/batch/pace.js';
import { Turns } from '../../src/batch/turns.js';
import { WireFailure } from '../../src/contract/wire.js';
import { answer, sharedClock } from '../helpers/batch.js';
import { exchangeOf } from '../helpers/exchange.js';

/** The rules of the pace, one by one, on a clock that passes while all wait. */

function paceAt(options: Partial<PaceOptions> = {}) {
  const clock = sharedClock();
  const news: PaceNews['kind'][] = [];
  const pace = new Pace({
    clock,
    random: () => 1,
    ceiling: 16,
    perSecond: undefined,
    retries: 3,
    patienceMs: 900_000,
    onNews: ({ kind }) => void news.push(kind),
    ...options,
  });
  /** @param status 0: no answer @returns how long the row waits */
  const fail = async (row?: RowTrouble, status = 502, askedS?: string): Promise<number> => {
    const turn = await pace.turn(row ?? {});
    const headers = askedS === undefined ? [] : [['retry-after', askedS] as const];
    const outcome =
      status === 0 ? new WireFailure('lost', 'no answer') : answer(status, 'x', headers);
    const attempt = exchangeOf(outcome).last;
    return pace.fail({ attempt, row, isProbe: turn === 'probe' });
  };
  const succeed = async (): Promise<void> => {
    await pace.turn({});
    pace.succeed();
  };
  return { pace, clock, news, fail, succeed };
}

describe('whose fault a failure is', () => {
  it('is the row’s if another is answered before its turn: as often as retries say, and once more', async () => {
    const { pace, fail, succeed } = paceAt({ retries: 2 });
    const row: RowTrouble = {};
    for (const waitMs of [200, 400, 800]) {
      expect(await fail(row)).toBe(waitMs);
      await succeed();
    }
    expect(await pace.turn(row)).toBe('failed');
  });

  it('is not known while nobody is answered: a probe goes first', async () => {
    const { pace, fail } = paceAt({ retries: 0 });
    const row: RowTrouble = {};
    await fail(row);
    expect(await pace.turn(row)).toBe('probe');
    pace.succeed();
    expect(await pace.turn(row)).toBe('failed');
  });

  it('is the service’s if the probe fails too: the row has all its attempts again', async () => {
    const { pace, fail, succeed } = paceAt({ retries: 0 });
    const row: RowTrouble = {};
    await fail(row);
    await fail(row);
    expect(pace.isOut).toBe(true);
    await succeed();
    expect(pace.isOut).toBe(false);
    expect(await pace.turn(row)).toBe('look-up');
  });

  it.each([429, 503])('is never the row’s after %d, up to thirty times', async (status) => {
    const { pace, fail, succeed } = paceAt({ retries: 0 });
    const row: RowTrouble = {};
    for (let count = 1; count <= 30; count += 1) {
      await fail(row, status);
      await succeed();
    }
    expect(await pace.turn(row)).toBe('look-up');
    pace.succeed();
    await fail(row, status);
    await succeed();
    expect(await pace.turn(row)).toBe('failed');
  });

  it.each([300, 404, 499, 600])(
    'is the row’s at once where it would come again: %d',
    async (status) => {
      const { pace, fail, succeed } = paceAt();
      const row: RowTrouble = {};
      await fail(row, status);
      await succeed();
      expect(await pace.turn(row)).toBe('failed');
    },
  );

  it.each([0, 200, 299, 500, 599])('is the row’s only after its attempts: %d', async (status) => {
    const { pace, fail, succeed } = paceAt({ retries: 1 });
    const row: RowTrouble = {};
    await fail(row, status);
    await succeed();
    expect(await pace.turn(row)).toBe('look-up');
  });
});

describe('a row waits', () => {
  it('longer each time, up to 8 s, half of it at random', async () => {
    const { fail, succeed } = paceAt({ random: () => 0, retries: 100 });
    const row: RowTrouble = {};
    const waitsMs: number[] = [];
    for (let count = 0; count < 8; count += 1) {
      waitsMs.push(await fail(row));
      await succeed();
    }
    expect(waitsMs).toEqual([100, 200, 400, 800, 1_600, 3_200, 4_000, 4_000]);
  });

  it('as long as Retry-After says, alone', async () => {
    const { pace, fail, news } = paceAt();
    expect(await fail({}, 429, '60')).toBe(60_000);
    expect([pace.pausedMs(), news]).toEqual([0, []]);
  });

  it.each([
    ['3600', undefined],
    ['3601', 'asked-to-wait'],
    ['Fri, 01 Jan 2100 00:00:00 GMT', 'asked-to-wait'],
    ['soon', undefined],
  ])('an hour at most, or the run ends: %s', async (askedS, kind) => {
    const { pace, fail } = paceAt();
    await fail({}, 429, askedS);
    expect(pace.ended?.kind).toBe(kind);
    expect(pace.over.aborted).toBe(kind !== undefined);
  });
});

describe('a doubt', () => {
  it('comes with the eighth failure in a row, not with the seventh, and ends with an answer', async () => {
    const { pace, fail } = paceAt();
    for (let count = 1; count <= 7; count += 1) await fail({});
    expect(pace.limit).toBe(16);
    await fail({});
    expect(pace.limit).toBe(1);
    expect(await pace.turn({})).toBe('probe');
    pace.succeed();
    expect(pace.limit).toBe(16);
  });

  it('after refusals leaves one at a time, and one more with each answer', async () => {
    const { pace, fail, succeed } = paceAt({ ceiling: 3 });
    for (let count = 1; count <= 8; count += 1) await fail({}, 429);
    expect(pace.pausedMs()).toBe(500);
    const limits: number[] = [];
    for (let count = 1; count <= 3; count += 1) {
      await succeed();
      limits.push(pace.limit);
    }
    expect(limits).toEqual([2, 3, 3]);
  });

  it('in which the service asks to wait holds all, and is told', async () => {
    const { pace, fail, news } = paceAt();
    for (let count = 1; count <= 8; count += 1) await fail({}, 429, '60');
    expect([pace.pausedMs(), news]).toEqual([60_000, ['asked']]);
  });
});

describe('an outage', () => {
  it('ends with an answer: one at a time, and one more with each', async () => {
    const { pace, fail, succeed, news } = paceAt({ ceiling: 3 });
    const row: RowTrouble = {};
    for (let count = 1; count <= 6; count += 1) await fail(row);
    expect(news).toEqual(['silent']);
    const limits: number[] = [];
    for (let count = 1; count <= 3; count += 1) {
      await succeed();
      limits.push(pace.limit);
    }
    expect([limits, news]).toEqual([
      [1, 2, 3],
      ['silent', 'back'],
    ]);
  });

  it('of less than a second is not told', async () => {
    const { pace, fail, succeed, news } = paceAt();
    const row: RowTrouble = {};
    for (let count = 1; count <= 3; count += 1) await fail(row);
    expect(pace.isOut).toBe(true);
    await succeed();
    expect(news).toEqual([]);
  });

  it.each([
    ['after answers', true, 502, 900_000, 'outage', 900_000],
    ['of refusals', true, 429, 900_000, 'outage', 900_000],
    ['from the start, with answers that say nothing', false, 502, 900_000, 'outage', 900_000],
    ['without an answer of any kind', false, 0, 900_000, 'never-answered', 5_000],
    ['with little patience', true, 502, 9_000, 'outage', 9_000],
    ['with less patience than a silent service gets', false, 0, 2_000, 'never-answered', 2_000],
  ])('ends the run after its time: %s', async (_, wasThere, status, patienceMs, kind, lastsMs) => {
    const { pace, clock, fail, succeed, news } = paceAt({ patienceMs });
    if (wasThere) await succeed();
    const row: RowTrouble = {};
    let attempts = 0;
    while (pace.ended === undefined) {
      await fail(row, status);
      attempts += 1;
    }
    expect(pace.ended).toEqual({ kind });
    expect(clock.elapsed()).toBeGreaterThanOrEqual(lastsMs);
    expect(clock.elapsed()).toBeLessThanOrEqual(lastsMs + 1_000);
    // Pauses grow to a twentieth of the outage.
    expect(attempts).toBeLessThanOrEqual(Math.min(3 * (lastsMs / 1000), 120) + 8);
    expect(news.filter((each) => each === 'silent')).toHaveLength(1);
    await expect(pace.turn({})).rejects.toThrow('ended');
  });

  it('does not count the time for which the service asks, up to an hour', async () => {
    const { pace, clock, fail, succeed } = paceAt({ patienceMs: 60_000 });
    await succeed();
    while (pace.ended === undefined) await fail({}, 503, '600');
    expect(pace.ended).toEqual({ kind: 'outage' });
    expect(clock.elapsed()).toBeGreaterThanOrEqual(3_600_000);
    expect(clock.elapsed()).toBeLessThanOrEqual(3_600_000 + 2 * 600_000);
  });

  it('begins anew after each answer', async () => {
    const { pace, clock, fail, succeed } = paceAt({ patienceMs: 9_000 });
    for (let round = 1; round <= 3; round += 1) {
      await succeed();
      const endMs = clock.elapsed() + 8_000;
      while (clock.elapsed() < endMs) await fail({});
    }
    expect(pace.ended).toBeUndefined();
  });
});

describe('--rate', () => {
  /** The process is busy for 90 ms in each 5 s: whoever would wake then wakes behind it. */
  async function startsOf(perSecond: number, forMs: number): Promise<number[]> {
    const clock = sharedClock();
    const lateMs = (ms: number): number => Math.max(0, 4_090 - ((clock.elapsed() + ms) % 5_000));
    const sleep = (ms: number, signal?: AbortSignal): Promise<void> =>
      clock.sleep(ms + (lateMs(ms) <= 90 ? lateMs(ms) : 0), signal);
    const turns = new Turns({ elapsed: clock.elapsed, sleep }, 64);
    const startsMs: number[] = [];
    const worker = async (): Promise<void> => {
      while (clock.elapsed() < forMs) {
        for (let wait = turns.wait(); wait !== undefined; wait = turns.wait()) await wait;
        turns.begin(perSecond);
        startsMs.push(clock.elapsed());
        await clock.sleep(1);
        turns.leave();
      }
    };
    await Promise.all(Array.from({ length: 64 }, worker));
    return startsMs.filter((startMs) => startMs < forMs);
  }

  it.each([0.5, 7.5, 100, 400])(
    'is reached, and exceeded by no more than late timers make up for: %d',
    async (perSecond) => {
      const forMs = perSecond < 10 ? 60_000 : 11_000;
      const startsMs = await startsOf(perSecond, forMs);
      expect((startsMs.length * 1000) / forMs).toBeGreaterThanOrEqual(0.97 * perSecond);
      // As many starts as a second may have take at least that second.
      const most = Math.ceil(perSecond);
      // Nor does it begin with a burst.
      expect(startsMs.filter((startMs) => startMs < 90).length).toBeLessThanOrEqual(
        Math.ceil(perSecond / 10),
      );
      const gapsMs = startsMs.slice(most).map((startMs, index) => startMs - (startsMs[index] ?? 0));
      expect(Math.min(...gapsMs)).toBeGreaterThanOrEqual(
        Math.floor((most * 1000) / perSecond) - 11,
      );
    },
  );

  it('a pause holds up who waits for a turn already, and an end wakes everybody', async () => {
    const clock = sharedClock();
    const turns = new Turns(clock, 1);
    turns.begin(10);
    const second = turns.wait();
    turns.pauseUntil(60_000);
    turns.leave();
    await second;
    await turns.wait();
    expect([clock.elapsed(), turns.wait()]).toEqual([60_000, undefined]);
    turns.begin(10);
    const queued = turns.wait();
    turns.stop();
    await queued;
    expect(turns.over.aborted).toBe(true);
  });
});

it('News of a kind is told once a minute, with how often it came', () => {
  let nowMs = 0;
  const notes = new PaceNotes({ elapsed: () => nowMs });
  const asked = { kind: 'asked', waitMs: 2_000, status: 429 } as const;
  const sentences = [0, 1, 59_999, 60_000, 60_001].map((ms) => {
    nowMs = ms;
    return notes.sentenceFor(asked);
  });
  expect(sentences.map((sentence) => sentence !== undefined)).toEqual([
    true,
    false,
    false,
    true,
    false,
  ]);
  expect(sentences[3]).toMatch(/\b2 times/);
  expect(notes.sentenceFor({ ...asked, kind: 'back' })).toBeDefined();
});
