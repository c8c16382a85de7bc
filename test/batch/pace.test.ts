import { describe, expect, it } from 'vitest';
import { Pace, type PaceNews, type PaceOptions, type Turn } from '../../src/batch/pace.js';
import type { RowTrouble } from '../../src/batch/row-trouble.js';
import { WireFailure } from '../../src/contract/wire.js';
import { answer, sharedClock } from '../helpers/batch.js';
import { exchangeOf } from '../helpers/exchange.js';

/** The rules of `pace.ts`, one by one, by a clock that passes while all wait. */

interface Failing {
  /** undefined: the attempt is about another purchase. */
  readonly row?: RowTrouble | undefined;
  /** 0: no answer came. */
  readonly status?: number;
  readonly retryAfter?: string | undefined;
}

function paceAt(options: Partial<PaceOptions> = {}) {
  const clock = options.clock ?? sharedClock();
  const news: PaceNews[] = [];
  const pace = new Pace({
    random: () => 1,
    ceiling: 16,
    perSecond: undefined,
    retries: 3,
    patienceMs: 900_000,
    onNews: (each) => void news.push(each),
    ...options,
    clock,
  });
  const endBadly = (turn: Turn, { row, status = 502, retryAfter }: Failing = {}) => {
    const headers = retryAfter === undefined ? [] : [['retry-after', retryAfter] as const];
    const outcome =
      status === 0 ? new WireFailure('lost', 'no answer') : answer(status, 'x', headers);
    return pace.failed({ attempt: exchangeOf(outcome).last, turn, row });
  };
  const fail = async (failing: Failing = {}) => {
    const turn = await pace.turn(failing.row ?? {});
    if (turn === 'failed') throw new TypeError('the row has failed');
    return endBadly(turn, failing);
  };
  const failTimes = async (times: number, failing: Failing = {}): Promise<void> => {
    for (let time = 1; time <= times; time += 1) await fail({ row: {}, ...failing });
  };
  const succeed = async (): Promise<void> => {
    await pace.turn({});
    pace.answered();
  };
  return { pace, clock, news, fail, failTimes, endBadly, succeed };
}

const kindsOf = (news: readonly PaceNews[]): string[] => news.map(({ kind }) => kind);

describe('A failure', () => {
  it('is the row’s own when another is answered before its turn, as often as retries say and once more', async () => {
    const { pace, fail, succeed } = paceAt({ retries: 2 });
    const row: RowTrouble = {};
    // The last wait is short: if it was the row's own, no attempt follows.
    for (const waitMs of [200, 400, 200]) {
      expect(await fail({ row })).toBe(waitMs);
      await succeed();
    }
    expect(await pace.turn(row)).toBe('failed');
  });

  /** Fails until the row has failed for good. @returns the waits after its attempts */
  const waitsUntilFailed = async (status: number, options: Partial<PaceOptions>) => {
    const { pace, endBadly, succeed } = paceAt(options);
    const row: RowTrouble = {};
    const waits: unknown[] = [];
    for (;;) {
      const turn = await pace.turn(row);
      if (turn === 'failed') return waits;
      waits.push(endBadly(turn, { row, status }));
      await succeed();
    }
  };

  it.each([
    [3_000, [200, 400, 800, 1_600]],
    [2_000, [200, 400, 800, 600]],
    // Fewer attempts than any other failure has are never made.
    [0, [200, 200, 200, 200]],
  ])('of one row with 503 is free as long as a patience of %i ms', async (patienceMs, waits) => {
    expect(await waitsUntilFailed(503, { patienceMs })).toEqual(waits);
  });

  it('of one row with 429 is free whatever the patience: the rate is that of all rows', async () => {
    expect(await waitsUntilFailed(429, { patienceMs: 3_000 })).toHaveLength(31);
    expect(await waitsUntilFailed(503, {})).toHaveLength(31);
  });

  it('makes its row wait twice as long each time, eight seconds at most, half of it at random', async () => {
    const { fail, succeed } = paceAt({ retries: 9, random: () => 0 });
    const row: RowTrouble = {};
    for (const waitMs of [100, 200, 400, 800, 1_600, 3_200, 4_000, 4_000]) {
      expect(await fail({ row })).toBe(waitMs);
      await succeed();
    }
  });

  it('is unclear while nobody is answered: a purchase with a known answer is asked about first', async () => {
    const { pace, fail } = paceAt({ retries: 0 });
    const row: RowTrouble = {};
    await fail({ row });
    expect(await pace.turn(row)).toBe('probe-known');
    pace.answered();
    expect(await pace.turn(row)).toBe('failed');
  });

  it('is the service’s if the probe fails, too: the row has its attempt again', async () => {
    const { pace, fail, endBadly } = paceAt({ retries: 0 });
    const row: RowTrouble = {};
    await fail({ row });
    expect(await pace.turn(row)).toBe('probe-known');
    endBadly('probe-known');
    expect(pace.isOutage).toBe(true);
    expect(await pace.turn({})).toBe('probe');
    pace.answered();
    expect(await pace.turn(row)).toBe('ask');
  });

  it('is not the row’s own if the row was itself the probe: others come first', async () => {
    const { pace, fail, failTimes, succeed } = paceAt({ retries: 0 });
    await failTimes(8);
    const row: RowTrouble = {};
    expect(await fail({ row })).toBe('later');
    await succeed();
    expect(await pace.turn(row)).toBe('ask');
  });

  it.each([429, 503])('with %d is never the row’s own, up to thirty times', async (status) => {
    const { pace, fail, succeed } = paceAt({ retries: 0 });
    const row: RowTrouble = {};
    for (let time = 1; time <= 31; time += 1) {
      await fail({ row, status });
      await succeed();
    }
    expect(row.refusals).toBe(30);
    expect(await pace.turn(row)).toBe('failed');
  });

  it.each([
    [404, 'failed'],
    [302, 'failed'],
    [600, 'failed'],
    [500, 'ask'],
    [599, 'ask'],
    [200, 'ask'],
    [299, 'ask'],
    [0, 'ask'],
  ])('with %d that would come again is the row’s at once: %s', async (status, next) => {
    const { pace, fail, succeed } = paceAt();
    const row: RowTrouble = {};
    expect(await fail({ row, status })).toBe(200);
    await succeed();
    expect(await pace.turn(row)).toBe(next);
  });

  it('of a row that has failed lets the next one in the queue go on', async () => {
    const { pace, endBadly } = paceAt({ ceiling: 1, retries: 0 });
    const row: RowTrouble = {};
    await pace.turn(row);
    endBadly('ask', { row });
    await pace.turn({});
    const waiting = [pace.turn(row), pace.turn({})];
    pace.answered();
    expect(await Promise.all(waiting)).toEqual(['failed', 'ask']);
  });
});

describe('Doubt', () => {
  it('begins after eight failures in a row, not after seven; one answer ends it', async () => {
    const { pace, failTimes } = paceAt();
    await failTimes(7);
    expect(pace.limit).toBe(16);
    await failTimes(1);
    expect(pace.limit).toBe(1);
    pace.answered();
    expect(pace.limit).toBe(16);
    await failTimes(7);
    expect(pace.limit).toBe(16);
  });

  it('asks about a known purchase and about a row in turn', async () => {
    const { pace, failTimes, endBadly } = paceAt();
    await failTimes(8);
    const turns: string[] = [];
    for (let probe = 1; probe <= 4; probe += 1) {
      const turn = await pace.turn({});
      turns.push(turn);
      if (turn !== 'failed') endBadly(turn);
    }
    expect(turns).toEqual(['probe-known', 'probe', 'probe-known', 'probe']);
    await pace.turn({});
    pace.answered();
    await failTimes(8);
    expect(await pace.turn({})).toBe('probe-known');
  });

  it.each([
    [429, 500],
    [503, 500],
    [502, 0],
  ])('after eight answers with %d lets the first probe begin after %d ms', async (status, ms) => {
    const { pace, clock, failTimes } = paceAt();
    await failTimes(8, { status });
    expect(await pace.turn({})).toBe('probe-known');
    expect(clock.elapsed()).toBe(ms);
  });

  it('about refusals ends with one more at a time for each answer', async () => {
    const { pace, failTimes } = paceAt();
    await failTimes(8, { status: 429 });
    pace.answered();
    expect(pace.limit).toBe(2);
    pace.answered();
    expect(pace.limit).toBe(3);
  });

  it('that an answer ended while the probe was under way begins no outage', async () => {
    const { pace, failTimes, endBadly } = paceAt();
    await failTimes(8);
    const turn = await pace.turn({});
    pace.answered();
    if (turn !== 'failed') endBadly(turn);
    expect([turn, pace.isOutage]).toEqual(['probe-known', false]);
  });
});

describe('An outage', () => {
  it.each([
    ['after answers', true, 502, 900_000, 'outage'],
    ['after answers, with another patience', true, 502, 20_000, 'outage'],
    ['of refusals', true, 429, 900_000, 'outage'],
    ['of answers with 502 from the start', false, 502, 900_000, 'outage'],
    ['of answers with 429 from the start', false, 429, 900_000, 'outage'],
    ['of pages that another server sends from the start', false, 404, 5_000, 'only-pages'],
    ['without an answer of any kind', false, 0, 5_000, 'never-answered'],
    ['without an answer, with less patience', false, 0, 3_000, 'never-answered'],
  ])('ends the run when its time is over: %s', async (_, wasThere, status, lastsMs, kind) => {
    const patienceMs = lastsMs === 5_000 ? 900_000 : lastsMs;
    const { pace, clock, fail, succeed, news } = paceAt({ patienceMs });
    if (wasThere) await succeed();
    let askedTimes = 0;
    while (pace.ended === undefined) {
      await fail({ status });
      askedTimes += 1;
    }
    expect(pace.ended).toEqual({ kind });
    expect(clock.elapsed()).toBe(lastsMs);
    expect(askedTimes).toBeLessThanOrEqual(9 + (2 * lastsMs) / 1000);
    const beginnings = news.filter((each) => ['silent', 'unreached'].includes(each.kind));
    const isServiceThere = wasThere || [429, 502].includes(status);
    expect(beginnings).toEqual([
      { kind: isServiceThere ? 'silent' : 'unreached', waitMs: lastsMs, status },
    ]);
    await expect(pace.turn({})).rejects.toThrow('ended');
  });

  it('takes a pause of a twentieth of its time, half a second at least', async () => {
    const { clock, fail, failTimes, succeed } = paceAt();
    await succeed();
    await failTimes(8);
    const moments: number[] = [];
    for (let probe = 1; probe <= 60; probe += 1) {
      await fail();
      moments.push(clock.elapsed());
    }
    const pauses = moments.slice(1).map((moment, index) => moment - (moments[index] ?? 0));
    expect(pauses[0]).toBe(500);
    expect(Math.max(...pauses)).toBeLessThanOrEqual(Math.max(...moments) / 20);
    expect(pauses.at(-1)).toBeGreaterThan(1_500);
  });

  it('ends with one more at a time for each answer, and is said', async () => {
    const { pace, fail, failTimes, news } = paceAt();
    await failTimes(8);
    await fail();
    expect(kindsOf(news)).toEqual(['silent']);
    await fail();
    expect(kindsOf(news)).toEqual(['silent', 'still-silent']);
    pace.answered();
    expect([pace.limit, pace.isOutage]).toEqual([2, false]);
    expect(kindsOf(news)).toEqual(['silent', 'still-silent', 'back']);
  });

  it.each([
    [502, 'keeps the learned rate: its time says nothing about that'],
    [429, 'lets the learned rate grow: it is about that'],
  ])('of answers with %d %s', async (status) => {
    const { pace, clock, fail, failTimes, succeed } = paceAt();
    for (let row = 1; row <= 20; row += 1) await succeed();
    await failTimes(7, { status: 429 });
    await succeed();
    await clock.sleep(1_000);
    await fail({ row: {}, status: 429 });
    const learned = pace.learnedPerSecond();
    expect(learned).toBeLessThan(Infinity);
    await failTimes(8, { status });
    const endMs = clock.elapsed() + 10_000;
    while (clock.elapsed() < endMs) await fail({ status });
    await pace.turn({});
    pace.answered();
    if (status === 429) expect(pace.learnedPerSecond()).toBeGreaterThan(3 * learned);
    else expect(pace.learnedPerSecond()).toBeLessThan(2 * learned);
  });

  it('has its whole time again after each answer', async () => {
    const { pace, clock, fail, succeed } = paceAt({ patienceMs: 10_000 });
    await succeed();
    for (let round = 1; round <= 2; round += 1) {
      const endMs = clock.elapsed() + 9_000;
      while (clock.elapsed() < endMs) await fail();
      await succeed();
    }
    expect(pace.ended).toBeUndefined();
  });
});

describe('Retry-After', () => {
  it('holds up its row alone while others are answered, and all in doubt', async () => {
    const { pace, clock, fail, failTimes, succeed, news } = paceAt();
    expect(await fail({ row: {}, status: 503, retryAfter: '60' })).toBe(60_000);
    await succeed();
    expect(clock.elapsed()).toBe(0);
    expect(kindsOf(news)).toEqual(['asked']);
    await failTimes(8, { status: 503, retryAfter: '60' });
    await pace.turn({});
    expect(clock.elapsed()).toBe(60_000);
    expect(kindsOf(news)).toContain('all-asked');
  });

  it.each([
    ['3600', undefined],
    ['3601', 'asked-to-wait'],
    ['Fri, 01 Jan 2100 00:00:00 GMT', 'asked-to-wait'],
    ['soon', undefined],
  ])('of more than an hour ends the run: %s', async (retryAfter, kind) => {
    const { pace, fail } = paceAt();
    await fail({ row: {}, status: 429, retryAfter });
    expect(pace.ended?.kind).toBe(kind);
  });

  it('of an answer that is no refusal is not obeyed', async () => {
    const { fail } = paceAt();
    expect(await fail({ row: {}, status: 404, retryAfter: '60' })).toBe(200);
  });

  it('does not use up the patience, up to an hour in all; answers that ask at once count once', async () => {
    const { pace, clock, fail, failTimes, succeed } = paceAt({ patienceMs: 60_000 });
    await succeed();
    await failTimes(8, { status: 503, retryAfter: '600' });
    while (pace.ended === undefined) await fail({ status: 503, retryAfter: '600' });
    expect(pace.ended).toEqual({ kind: 'outage' });
    // Six times ten minutes are for nothing; the patience ends within the seventh.
    expect(clock.elapsed()).toBe(7 * 600_000);
  });

  it('of the only row does not use up the patience either', async () => {
    const { pace, clock, fail } = paceAt({ patienceMs: 60_000 });
    const row: RowTrouble = {};
    const waitMs = await fail({ row, status: 503, retryAfter: '120' });
    await clock.sleep(Number(waitMs));
    await fail({ row, status: 503 });
    expect(pace.isOutage).toBe(true);
    expect(pace.ended).toBeUndefined();
  });
});

describe('A stop', () => {
  it('ends every wait', async () => {
    const { pace } = paceAt({ ceiling: 1 });
    await pace.turn({});
    const waiting = Promise.all([pace.turn({}), pace.turn({})]);
    pace.stop();
    await expect(waiting).rejects.toThrow('ended');
  });
});

describe('--rate', () => {
  /** The process is busy for 90 ms in each 5 s: whoever would wake then wakes behind it. */
  async function startsAt(perSecond: number, forMs: number): Promise<number[]> {
    const clock = sharedClock();
    const lateMs = (ms: number): number => Math.max(0, 4_090 - ((clock.elapsed() + ms) % 5_000));
    const sleep = (ms: number, signal?: AbortSignal): Promise<void> =>
      clock.sleep(ms + (lateMs(ms) <= 90 ? lateMs(ms) : 0), signal);
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
    return starts.filter((startMs) => startMs < forMs);
  }

  it.each([0.5, 7.5, 100, 400])(
    'is reached, and exceeded by no more than late timers make up for: %d',
    async (perSecond) => {
      const forMs = perSecond < 10 ? 60_000 : 11_000;
      const starts = await startsAt(perSecond, forMs);
      expect((starts.length * 1000) / forMs).toBeGreaterThanOrEqual(0.97 * perSecond);
      // As many starts as a second may have take at least that second.
      const most = Math.ceil(perSecond);
      // Nor does it begin with a burst.
      const early = starts.filter((startMs) => startMs < 90).length;
      expect(early).toBeLessThanOrEqual(Math.ceil(perSecond / 10));
      const spans = starts.slice(most).map((startMs, index) => startMs - (starts[index] ?? 0));
      expect(Math.min(...spans)).toBeGreaterThanOrEqual(Math.floor((most * 1000) / perSecond) - 11);
    },
  );

  it('is reached although every timer is late', async () => {
    const clock = sharedClock();
    const sleep = (ms: number, signal?: AbortSignal): Promise<void> => clock.sleep(ms + 5, signal);
    const { pace } = paceAt({ clock: { elapsed: clock.elapsed, sleep }, perSecond: 100 });
    let begun = 0;
    while (clock.elapsed() < 10_000) {
      await pace.turn({});
      begun += 1;
      pace.answered();
    }
    expect(begun).toBeGreaterThanOrEqual(990);
  });
});
