import { describe, expect, it } from 'vitest';
import { WireFailure, type WireResponse } from '../../src/contract/wire.js';
import { answer, paid as paidFor } from '../helpers/batch.js';
import { seeded, simulatedRun } from '../helpers/simulated-run.js';

/** Whole runs against a service as nights have it, by a clock that passes while all wait: seconds, failed rows, requests. */

const paid = paidFor('GPA.1');
const bad = answer(502, 'x');
const reset = new WireFailure('lost', 'the connection ended before an answer came');

/** The waits of the last row, between attempts of its own. */
const lastRowMs = 4_000;

type Answer = WireResponse | WireFailure;

/** Errors at random: each attempt has the same chance. */
function atRandom(share: number, errors: readonly Answer[]): () => Answer {
  const random = seeded(7);
  return () => {
    if (random() >= share) return paid;
    return errors[Math.floor(random() * errors.length)] ?? bad;
  };
}

const mixed: readonly Answer[] = [
  ...[bad, bad, bad, bad],
  answer(500, 'x'),
  answer(503, 'x'),
  ...[reset, reset, reset],
  ...[answer(429, 'x'), answer(429, 'x'), answer(429, 'x')],
  answer(429, 'x', [['retry-after', '1']]),
];

describe('errors at random cost little more than their own attempts', () => {
  it.each([
    ['one in a hundred is 502', 0.01, [bad], 0.9],
    ['13 in a hundred, mixed', 0.13, mixed, 0.8],
    [
      'three in a hundred ask to wait a second',
      0.03,
      [answer(429, 'x', [['retry-after', '1']])],
      0.7,
    ],
  ] as const)('%s', async (_, share, errors, leastSpeed) => {
    const shape = { rows: 5_000, concurrency: 32, random: seeded(1) };
    const clean = await simulatedRun(() => paid, shape);
    const seen = await simulatedRun(atRandom(share, errors), shape);
    expect([seen.halt, seen.lines.rows]).toEqual([undefined, 5_000]);
    // A row may have four errors of its own.
    expect(seen.lines.failed.length).toBeLessThanOrEqual(share > 0.1 ? 3 : 0);
    expect(seen.elapsedMs).toBeLessThanOrEqual(clean.elapsedMs / leastSpeed + lastRowMs);
    expect(seen.asked / 5_000).toBeLessThanOrEqual(1 + 1.3 * share);
  });

  it('a third of the rows is bad: about as many attempts more as these have', async () => {
    const shape = { rows: 5_000, concurrency: 32, random: seeded(1) };
    const clean = await simulatedRun(() => paid, shape);
    const seen = await simulatedRun((_, row) => (row % 3 === 0 ? answer(500, 'x') : paid), shape);
    expect([seen.halt, seen.lines.failed.length]).toEqual([undefined, 1_666]);
    // A bad row has three attempts more.
    expect(seen.asked).toBeLessThanOrEqual(2 * 5_000 + 50);
    expect(seen.elapsedMs).toBeLessThanOrEqual(2 * clean.elapsedMs + lastRowMs);
  });
});

describe('a service that takes 100 a second fails no row', () => {
  const askedToWait = [
    ['', answer(429, 'x')],
    [', and asks to wait', answer(429, 'x', [['retry-after', '1']])],
  ] as const;
  it.each(
    askedToWait.flatMap(([name, busy]) => [4, 16, 64].map((most) => [most, name, busy] as const)),
  )('of %i at a time%s', async (concurrency, _, busy) => {
    let tokens = 100;
    let lastMs = 0;
    const seen = await simulatedRun(
      (elapsedMs) => {
        tokens = Math.min(100, tokens + ((elapsedMs - lastMs) * 100) / 1000);
        lastMs = elapsedMs;
        if (tokens < 1) return busy;
        tokens -= 1;
        return paid;
      },
      { rows: 2_000, tookMs: 5, concurrency, random: seeded(3) },
    );
    expect([seen.halt, seen.lines]).toEqual([undefined, { rows: 2_000, failed: [] }]);
    // 19 s is the best that can be.
    expect(seen.elapsedMs).toBeLessThan(29_000);
    expect(seen.asked / 2_000).toBeLessThan(1.4);
  });
});

describe('an outage', () => {
  it('for good ends when the patience does, with at most three requests a second', async () => {
    const goneMs = 2_000;
    const seen = await simulatedRun((elapsedMs) => (elapsedMs < goneMs ? paid : bad), {
      rows: 20_000,
      concurrency: 64,
      patienceMs: 60_000,
      random: seeded(5),
    });
    expect([seen.halt?.kind, seen.lines.failed]).toEqual(['outage', []]);
    expect(seen.elapsedMs).toBeGreaterThanOrEqual(goneMs + 60_000);
    expect(seen.elapsedMs).toBeLessThan(goneMs + 63_000);
    // Those that were under way when it began, and those before the doubt.
    const probesMs = seen.startsMs.filter((startMs) => startMs > goneMs + 500);
    expect(probesMs.length).toBeLessThanOrEqual(3 * 60);
  });

  it('of 20 s costs 20 s, and no row', async () => {
    const shape = { rows: 5_000, concurrency: 64, random: seeded(5) };
    const clean = await simulatedRun(() => paid, shape);
    const isOut = (elapsedMs: number): boolean => elapsedMs > 2_000 && elapsedMs < 22_000;
    const seen = await simulatedRun((elapsedMs) => (isOut(elapsedMs) ? reset : paid), shape);
    expect([seen.halt, seen.lines]).toEqual([undefined, { rows: 5_000, failed: [] }]);
    expect(seen.elapsedMs).toBeLessThan(clean.elapsedMs + 20_000 + 2_500);
  });
});
