import { describe, expect, it } from 'vitest';
import { WireFailure } from '../../src/contract/wire.js';
import {
  randomFrom,
  runScene,
  type Scene,
  type SceneOutcome,
  type SceneRequest,
} from '../helpers/batch-scene.js';
import { answer, paid as paidFor } from '../helpers/batch.js';

/** Whole runs against services with the usual faults, in virtual time: how long, how many requests, no row lost. */

const paid = paidFor('GPA.1');
const bad = answer(502, 'x');
const reset = new WireFailure('lost', 'the connection ended before an answer came');
const tooMany = answer(429, 'busy');
const tooManyForASecond = answer(429, 'busy', [['retry-after', '1']]);

/** A share of the answers is one of these. */
function faulty(share: number, faults: readonly SceneOutcome[]): () => SceneOutcome {
  const random = randomFrom(7);
  return () => {
    if (random() >= share) return paid;
    return faults[Math.floor(random() * faults.length)] ?? bad;
  };
}

/** Takes so many a second and refuses the others at once. */
function bucketOf(perSecond: number, burst: number): (request: SceneRequest) => SceneOutcome {
  let tokens = burst;
  let countedMs = 0;
  return ({ nowMs }) => {
    tokens = Math.min(burst, tokens + ((nowMs - countedMs) * perSecond) / 1000);
    countedMs = nowMs;
    if (tokens < 1) return tooMany;
    tokens -= 1;
    return paid;
  };
}

const cleanMs = ({ rows, tookMs = 50, concurrency = 4 }: Scene): number =>
  (rows * tookMs) / concurrency;

const mixedFaults = [
  bad,
  bad,
  bad,
  bad,
  answer(500, 'x'),
  answer(503, 'x'),
  reset,
  reset,
  reset,
  tooMany,
  tooMany,
  tooMany,
  tooManyForASecond,
];

describe('A service with errors now and then', () => {
  it.each<[string, () => SceneOutcome, number]>([
    ['1 % 502', faulty(0.01, [bad]), 0.9],
    ['13 % mixed', faulty(0.13, mixedFaults), 0.7],
    // Rows that are asked to wait twice are the tail of it.
    ['3 % Retry-After: 1', faulty(0.03, [tooManyForASecond]), 0.7],
  ])('keeps its speed: %s', async (_, outcome, share) => {
    const scene = { rows: 4_000, concurrency: 32, random: randomFrom(3) };
    const seen = await runScene(outcome, scene);
    expect([seen.halt, seen.lines]).toEqual([undefined, { rows: 4_000, failed: [] }]);
    expect(cleanMs(scene) / seen.elapsedMs).toBeGreaterThan(share);
    expect(seen.news).not.toContain('silent');
  });

  it('costs nothing where there is none', async () => {
    const scene = { rows: 2_000, concurrency: 32 };
    const seen = await runScene(() => paid, scene);
    expect([seen.asked, seen.news]).toEqual([2_000, []]);
    expect(seen.elapsedMs).toBeLessThanOrEqual(cleanMs(scene) + 50);
  });
});

describe('A service that takes a hundred a second', () => {
  it.each([
    [4, 100],
    [16, 100],
    [64, 100],
    [64, 10],
  ])('loses no row: %i at a time, a burst of %i', async (concurrency, burst) => {
    const scene = { rows: 2_000, tookMs: 5, concurrency, random: randomFrom(3) };
    const seen = await runScene(bucketOf(100, burst), scene);
    expect([seen.halt, seen.lines]).toEqual([undefined, { rows: 2_000, failed: [] }]);
    expect(seen.elapsedMs).toBeLessThan(burst === 10 ? 26_000 : 22_000);
    expect(seen.asked).toBeLessThan(1.4 * 2_000);
    expect(seen.news.filter((kind) => kind === 'slowed').length).toBeLessThanOrEqual(1);
  });

  it('and in a full minute no more than six hundred loses no row either', async () => {
    const used = new Map<number, number>();
    const outcome = ({ nowMs }: SceneRequest): SceneOutcome => {
      const minute = Math.floor(nowMs / 60_000);
      used.set(minute, (used.get(minute) ?? 0) + 1);
      return (used.get(minute) ?? 0) <= 600 ? paid : tooMany;
    };
    const scene = { rows: 1_500, tookMs: 5, concurrency: 16, random: randomFrom(3) };
    const seen = await runScene(outcome, scene);
    expect([seen.halt, seen.lines]).toEqual([undefined, { rows: 1_500, failed: [] }]);
    expect(seen.elapsedMs).toBeLessThan(130_000);
    expect(seen.asked).toBeLessThan(1.3 * 1_500);
  });
});

describe('Rows that always fail', () => {
  const isThird = (row: number): boolean => row % 3 === 0;

  it.each([4, 32])('a third of them, cost their attempts alone: %i at a time', async (count) => {
    const scene = { rows: 3_000, concurrency: count, random: randomFrom(3) };
    const seen = await runScene(({ row }) => (isThird(row) ? answer(500, 'x') : paid), scene);
    expect(seen.halt).toBeUndefined();
    expect(seen.lines.failed).toHaveLength(1_000);
    expect(seen.lines.failed.every(isThird)).toBe(true);
    // Four attempts of each bad row are twice the requests of a clean file.
    const needed = 2 * cleanMs(scene);
    expect(seen.elapsedMs).toBeLessThan(1.15 * needed + 2_000);
    expect(seen.news).not.toContain('silent');
  });

  it('are judged at once in a run that continues another: all that is left is bad', async () => {
    const scene = { rows: 20, resumes: true, retries: 1 };
    const seen = await runScene(({ row }) => (row === 0 ? paid : bad), scene);
    expect(seen.halt).toBeUndefined();
    expect(seen.lines.failed).toHaveLength(20);
    expect(seen.elapsedMs).toBeLessThan(30_000);
  });
});

describe('An outage in which one of two gateways refuses and the other fails', () => {
  it.each([15, 60, 120])('of %i s costs little more than its time', async (seconds) => {
    const scene = { rows: 2_000, random: randomFrom(3) };
    const endMs = 2_000 + 1_000 * seconds;
    const isOut = (nowMs: number): boolean => nowMs >= 2_000 && nowMs <= endMs;
    const seen = await runScene(({ nowMs, count }) => {
      if (!isOut(nowMs)) return paid;
      return answer(count % 2 === 1 ? 503 : 502, 'x');
    }, scene);
    expect([seen.halt, seen.lines]).toEqual([undefined, { rows: 2_000, failed: [] }]);
    expect(seen.elapsedMs).toBeLessThan(cleanMs(scene) + 1_000 * seconds + 20_000);
  });
});

describe('A fault of pvg itself', () => {
  it('ends the run also while a row waits for its next attempt', async () => {
    const run = runScene(
      ({ row, count }) => {
        if (row === 2) throw new TypeError('a fault');
        return count === 1 ? bad : paid;
      },
      { rows: 5, concurrency: 1 },
    );
    await expect(run).rejects.toThrow('a fault');
  });
});

describe('A known purchase that got a trouble of its own', () => {
  it('does not look like an outage for long', async () => {
    // The only other answers are those of rows; the last one answered is the known purchase.
    const seen = await runScene(
      ({ row, count }) => (row === 1 && count > 1 ? bad : row > 1 && row < 30 ? bad : paid),
      { rows: 200, concurrency: 1, retries: 0 },
    );
    expect(seen.halt).toBeUndefined();
    expect(seen.lines).toEqual({
      rows: 200,
      failed: Array.from({ length: 28 }, (_, index) => index + 2),
    });
    expect(seen.elapsedMs).toBeLessThan(120_000);
  });
});
