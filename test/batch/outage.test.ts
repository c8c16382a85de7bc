import { describe, expect, it } from 'vitest';
import { WireFailure } from '../../src/contract/wire.js';
import { runScene, type Scene, type SceneOutcome } from '../helpers/batch-scene.js';
import { answer, paid as paidFor } from '../helpers/batch.js';

/** What a service that answers nobody does to a run, on a clock that passes while all wait. */

const minutes = 60_000;
const paid = paidFor('GPA.1');
type Outcome = () => SceneOutcome;
const troubles: Readonly<Record<string, Outcome>> = {
  '429': () => answer(429, 'busy'),
  '502': () => answer(502, { success: false, error: 'VERIFIER_ERROR', message: 'x' }),
  '503 with Retry-After': () => answer(503, 'busy', [['retry-after', '120']]),
  'no connection': () => new WireFailure('not-reached', 'the connection was refused'),
  'no answer': () => new WireFailure('lost', 'no answer in time'),
  'a portal’s page': () => answer(200, '<html>'),
  'a page that is not there': () => answer(404, 'Not found', [['content-type', 'text/plain']]),
};
const bad = troubles['502'] as Outcome;
const refused = troubles['no connection'] as Outcome;
/** Asked once, for another attempt changes nothing: who is asked as it begins fails. */
const isAskedOnce = (name: string): boolean => name === 'a page that is not there';
/** Of a row that has the trouble alone: a refusal does not use up its attempts. */
function attemptsOf(name: string): number {
  if (isAskedOnce(name)) return 1;
  return name === '429' ? 31 : 4;
}

/** Asks a service that answers by the time, by the number of the row and by how often it was asked. */
const run = (outcome: (nowMs: number, row: number, count: number) => SceneOutcome, scene: Scene) =>
  runScene(({ nowMs, row, count }) => outcome(nowMs, row, count), scene);

/** A line for each row, and failures of these alone. */
const nearly = (rows: number, isBad: (row: number) => boolean) => ({
  rows,
  failed: Array.from({ length: rows }, (_, at) => at + 1).filter(isBad),
});
const all = (rows: number) => nearly(rows, () => false);

describe('an outage costs no row', () => {
  it.each(Object.entries(troubles))(
    'and few requests, in ten minutes of it: %s',
    async (name, trouble) => {
      const isOut = (elapsedMs: number): boolean => elapsedMs > 5_000 && elapsedMs < 10 * minutes;
      const seen = await run((elapsedMs) => (isOut(elapsedMs) ? trouble() : paid), {
        rows: 1_000,
        tookMs: 200,
      });
      expect([seen.halt, seen.lines.rows]).toEqual([undefined, 1_000]);
      expect(seen.lines.failed.length).toBeLessThanOrEqual(isAskedOnce(name) ? 4 : 0);
      expect(seen.asked - 1_000).toBeLessThan(300);
    },
  );

  // Each of the last rows waits for 5 s.
  const lengths = [[20, 20_000] as const, [200, 20_000] as const, [400, 60_000] as const];
  const cases = Object.keys(troubles).flatMap((name) =>
    isAskedOnce(name) ? [] : lengths.map((length) => [name, ...length] as const),
  );
  it.each(cases)('in the second half: %s, %i rows, %i ms', async (name, rows, lastsMs) => {
    let beganMs: number | undefined;
    const seen = await run(
      (elapsedMs, row, number) => {
        if (number === 1) return paid;
        if (row > rows / 2) beganMs ??= elapsedMs;
        return beganMs !== undefined && elapsedMs < beganMs + lastsMs
          ? (troubles[name] ?? bad)()
          : paid;
      },
      { rows },
    );
    expect([seen.halt, seen.lines]).toEqual([undefined, all(rows)]);
    expect(seen.elapsedMs).toBeLessThan(6 * minutes);
  });

  it('while it comes again and again', async () => {
    const seen = await run(
      (elapsedMs) => (elapsedMs > 2_000 && elapsedMs % 60_000 < 25_000 ? bad() : paid),
      {
        rows: 5_000,
      },
    );
    expect([seen.halt, seen.lines]).toEqual([undefined, all(5_000)]);
  });

  it('with one worker, to which a row that always fails looks like one', async () => {
    const seen = await run(
      (elapsedMs, row) => (row === 40 || (elapsedMs > 5_000 && elapsedMs < 60_000) ? bad() : paid),
      { rows: 500, concurrency: 1 },
    );
    expect(seen.news.filter((kind) => kind === 'silent').length).toBeLessThanOrEqual(4);
    expect([seen.halt, seen.lines]).toEqual([undefined, nearly(500, (row) => row === 40)]);
  });
});

describe('an outage that does not end', () => {
  it.each(Object.entries(troubles))('ends the run after 15 minutes: %s', async (name, trouble) => {
    const seen = await run((_, __, number) => (number > 100 ? trouble() : paid), {
      rows: 5_000,
      tookMs: 200,
    });
    expect(seen.halt?.kind).toBe('outage');
    expect(seen.lines.failed.length).toBeLessThanOrEqual(isAskedOnce(name) ? 4 : 0);
    expect(seen.asked).toBeLessThan(400);
    expect(seen.elapsedMs).toBeGreaterThan(15 * minutes);
    // Of the pauses that the service asked for an hour does not count.
    expect(seen.elapsedMs).toBeLessThan((name === '503 with Retry-After' ? 80 : 17) * minutes);
  });

  const silent = [
    ['no connection', 'never-answered'],
    ['no answer', 'never-answered'],
    ['a portal’s page', 'only-pages'],
    ['a page that is not there', 'only-pages'],
  ] as const;
  const cases = silent.flatMap(([name, kind]) =>
    [1, 2, 20, 101, 5_000].map((rows) => [name, kind, rows] as const),
  );
  it.each(cases)(
    'ends it 5 s after the first failure where the service never answered: %s, %s, %i rows',
    async (name, kind, rows) => {
      const seen = await run(troubles[name] as Outcome, { rows });
      expect([seen.halt?.kind, seen.lines]).toEqual([kind, { rows: 0, failed: [] }]);
      expect(seen.elapsedMs).toBeGreaterThanOrEqual(5_000);
      expect(seen.elapsedMs).toBeLessThan(5_200);
    },
  );

  it('ends it after its patience, if that is shorter, also where nothing ever answered', async () => {
    const seen = await run(refused, { rows: 20, patienceMs: 2_000 });
    expect([seen.halt?.kind, seen.lines]).toEqual(['never-answered', { rows: 0, failed: [] }]);
    expect(seen.elapsedMs).toBeLessThan(2_200);
  });

  it('counts no attempt that is still under way as a failure', async () => {
    const seen = await run(refused, { rows: 20, tookMs: 10_000 });
    expect(seen.halt?.kind).toBe('never-answered');
    expect(seen.elapsedMs).toBeGreaterThanOrEqual(15_000);
  });

  it.each([
    ['429', 1],
    ['502', 20],
    ['502', 2_000],
  ])('waits for a service that answers so from the start: %s, %i rows', async (name, rows) => {
    const seen = await run(troubles[name] as Outcome, { rows });
    expect([seen.halt?.kind, seen.lines]).toEqual(['outage', { rows: 0, failed: [] }]);
    expect(seen.elapsedMs).toBeGreaterThanOrEqual(15 * minutes);
    expect(seen.elapsedMs).toBeLessThan(15 * minutes + 1_000);
  });

  it('keeps the answers that come while it ends the run', async () => {
    const tooLong = answer(429, 'busy', [['retry-after', '7200']]);
    const seen = await run((_, row) => (row === 1 ? tooLong : paid), { rows: 100 });
    expect([seen.halt?.kind, seen.lines]).toEqual(['asked-to-wait', { rows: 3, failed: [] }]);
    expect(seen.asked).toBe(4);
  });

  it.each([4, 32])('takes few requests, with %i at a time', async (concurrency) => {
    const patienceMs = 60_000;
    const seen = await run((_, __, number) => (number > 100 ? bad() : paid), {
      rows: 20_000,
      concurrency,
      patienceMs,
    });
    expect(seen.halt?.kind).toBe('outage');
    expect(seen.asked - 100).toBeLessThan((3 * patienceMs) / 1000);
    expect(seen.elapsedMs).toBeLessThan(patienceMs + 5_000);
  });

  it('ends nothing at once where one row was answered', async () => {
    const seen = await run((_, row) => (row === 3 ? paid : refused()), { rows: 6 });
    expect([seen.halt, seen.lines]).toEqual([undefined, nearly(6, (row) => row !== 3)]);
    expect(seen.elapsedMs).toBeLessThan(2 * minutes);
  });
});

describe('rows that have a trouble of their own', () => {
  const good = Object.entries(troubles).filter(([name]) => name !== '503 with Retry-After');
  it.each(good)(
    'fail after their attempts among others that are answered: %s',
    async (name, trouble) => {
      let times = 0;
      const seen = await run((_, row) => (row === 10 && (times += 1) > 0 ? trouble() : paid), {
        rows: 2_000,
      });
      expect(seen.lines).toEqual(nearly(2_000, (row) => row === 10));
      expect(times).toBe(attemptsOf(name));
      expect(seen.news).not.toContain('silent');
    },
  );

  it.each<[string, (row: number) => boolean, Scene]>([
    ['one in three, without retries', (row) => row % 3 === 0, { rows: 200, retries: 0 }],
    [
      'one in three, many at a time',
      (row) => row % 3 === 0,
      { rows: 200, retries: 1, concurrency: 16 },
    ],
    [
      'sixty in a row, many at a time',
      (row) => row > 200 && row <= 260,
      { rows: 500, concurrency: 64 },
    ],
    ['the first sixty, one at a time', (row) => row <= 60, { rows: 2_000, concurrency: 1 }],
    ['the first sixty', (row) => row <= 60, { rows: 2_000 }],
    [
      'the first sixty, without retries',
      (row) => row <= 60,
      { rows: 2_000, retries: 0, concurrency: 16 },
    ],
    ['the last sixty-five', (row) => row > 100, { rows: 165 }],
  ])('fail, and only those: %s', async (_, isBad, shape) => {
    let lastOfOthersMs = 0;
    const seen = await run((elapsedMs, row) => {
      if (isBad(row)) return bad();
      lastOfOthersMs = elapsedMs;
      return paid;
    }, shape);
    expect([seen.halt, seen.lines]).toEqual([undefined, nearly(shape.rows, isBad)]);
    expect(lastOfOthersMs).toBeLessThan(3 * minutes);
    expect(seen.elapsedMs).toBeLessThan(8 * minutes);
  });
});
