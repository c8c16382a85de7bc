import { describe, expect, it } from 'vitest';
import type { News } from '../../src/batch/pacing.js';
import type { Written } from '../../src/batch/result.js';
import { toStdout } from '../../src/batch/results-file.js';
import type { RowField } from '../../src/batch/row.js';
import { BatchRun } from '../../src/batch/run.js';
import {
  WireFailure,
  type Send,
  type WireRequest,
  type WireResponse,
} from '../../src/contract/wire.js';
import { TableRow } from '../../src/tables/table.js';
import { answer, asked, paid as paidFor, sharedClock } from '../helpers/batch.js';
import { testContext } from '../helpers/context.js';

/** What a service that answers nobody does to a run, on a clock that passes while all wait. */

const minutes = 60_000;
const paid = paidFor('GPA.1');
type Outcome = () => WireResponse | WireFailure;
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

type Shape = Readonly<
  Record<'rows', number> & Partial<Record<'tookMs' | 'concurrency' | 'retries', number>>
>;

/** Asks a service that answers by the time and by the number of the row. */
async function run(
  outcome: (elapsedMs: number, row: number, asked: number) => WireResponse | WireFailure,
  { rows, tookMs = 50, concurrency = 4, retries = 3 }: Shape,
) {
  const clock = { ...sharedClock(), now: () => 0, every: () => () => undefined };
  let times = 0;
  const send: Send = async (request) => {
    const number = (times += 1);
    await clock.sleep(tookMs);
    const found = outcome(clock.elapsed(), Number(asked(request)['receipt']), number);
    if (found instanceof WireFailure) throw found;
    return found;
  };
  const build = (body: Uint8Array): WireRequest => ({
    method: 'POST',
    url: 'x:',
    headers: [],
    body,
  });
  async function* table(): AsyncGenerator<TableRow<RowField>[]> {
    for (let at = 1; at <= rows; at += 1) {
      const values = { receipt: String(at), product_id: 'g', package: 'p' };
      const content = { values, source: '{}', keys: [], written: '' };
      yield await Promise.resolve([new TableRow<RowField>(at, undefined, content)]);
    }
  }
  const context = { ...testContext(), clock };
  const written: Written[] = [];
  const news: News[] = [];
  const halt = await new BatchRun(context, {
    ...{
      table: { rows: table() },
      plan: { shard: undefined, perSecond: undefined, concurrency },
      retries,
    },
    ...{
      rows: { ofAll: {}, force: true, takesAnyOrder: false },
      failed: new AbortController().signal,
    },
    results: toStdout(context, String, () => undefined),
    place: '"call_id":null',
    asking: { send, clock, build, timeoutMs: 10_000 },
    onFirst: () => undefined,
    summary: { before: 0, add: (each) => void written.push(each) },
    onNews: (kind) => void news.push(kind),
  }).toEnd();
  const failed = written
    .filter(({ rowStatus: rowStatus }) => rowStatus === 'failed')
    .map(({ row }) => row);
  const lines = { rows: written.length, failed: failed.sort((one, other) => one - other) };
  return { halt, lines, asked: times, elapsedMs: clock.elapsed(), news };
}

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

  const silent = ['no connection', 'no answer', 'a portal’s page', 'a page that is not there'];
  const cases = silent.flatMap((name) =>
    [1, 2, 20, 101, 5_000].map((rows) => [name, rows] as const),
  );
  it.each(cases)(
    'ends it in seconds where nothing ever answered: %s, %i rows',
    async (name, rows) => {
      const seen = await run(troubles[name] as Outcome, { rows });
      expect([seen.halt?.kind, seen.lines]).toEqual(['outage', { rows: 0, failed: [] }]);
      expect(seen.elapsedMs).toBeLessThan(10_000);
    },
  );

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
      expect(times).toBe(isAskedOnce(name) ? 1 : 4);
      expect(seen.news).not.toContain('silent');
    },
  );

  it.each<[string, (row: number) => boolean, Shape]>([
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

  it.each([
    ['429', 1],
    ['502', 20],
  ])('fail 5 s a row after it is clear where none is answered: %s, %i rows', async (name, rows) => {
    const seen = await run(troubles[name] as Outcome, { rows });
    expect([seen.halt, seen.lines]).toEqual([undefined, nearly(rows, () => true)]);
    expect(seen.elapsedMs).toBeLessThan(15_000 + 5_500 * rows);
    expect(seen.asked).toBeLessThan(200);
  });
});
