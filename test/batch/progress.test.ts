import { describe, expect, it } from 'vitest';
import { showProgress } from '../../src/batch/progress.js';
import type { ResultSummary } from '../../src/batch/result.js';
import { BatchSummary } from '../../src/batch/summary.js';
import { allPaid, csv, env, workplace } from '../helpers/batch.js';
import { testContext } from '../helpers/context.js';

/** How far a batch is, on stderr. */

const place = workplace();

const watch = async (
  options: string,
  columns: number,
  more: object = {},
  rows = 300,
): Promise<string> => {
  place.put('in.csv', csv(rows));
  const ticks = new Set<() => void>();
  let times = 0;
  const ended = await place.batch(
    `in.csv ${options}`,
    (request, given) => {
      times += 1;
      if (times % (rows / 6) === 0) for (const tick of ticks) tick();
      return allPaid(request, given);
    },
    {
      columns,
      every: (_: number, call: () => void) => (ticks.add(call), () => ticks.delete(call)),
      ...more,
    },
  );
  expect(ended.status).toBe(0);
  return ended.err;
};

describe('Progress', () => {
  it.each([40, 60, 80, 120])(
    'is a line of whole words that is drawn again, within %i columns',
    async (columns) => {
      const told = await watch('--out out.ndjson', columns, { terminal: true });
      const drawn = told.split('\r\u001b[2K').filter((text) => text.includes('%'));
      expect(drawn.length).toBeGreaterThan(3);
      for (const text of drawn) {
        expect(text.length).toBeLessThan(columns);
        expect(text).toMatch(
          /^\d+ % · \d+ of 300 rows( · (\S+\/s|\d+ s left|paid-and-recorded \d+))*$/,
        );
      }
    },
  );

  it.each([
    ['rows on the same terminal', '', { terminal: true }],
    ['no terminal', '--out out.ndjson', {}],
    ['ACCESSIBLE', '--out out.ndjson', { terminal: true, env: { ...env, ACCESSIBLE: '1' } }],
  ])('is lines: %s', async (_, options, more) => {
    const told = await watch(options, 80, more);
    expect(told).not.toContain('\u001b[2K');
    expect(told.match(/^\d+ % · \d+ of 300 rows/gm)?.length).toBeGreaterThan(3);
  });

  it('is nothing with --quiet', async () => {
    expect(await watch('--out out.ndjson --quiet', 80, { terminal: true })).toBe('');
  });

  it('guesses how many rows there will be by the size of what was read', async () => {
    const told = await watch('--out out.ndjson', 80, {}, 30_000);
    const guesses = [...told.matchAll(/of (?:about )?(\d+) rows/g)].map(([, rows]) => Number(rows));
    expect(guesses.length).toBeGreaterThan(3);
    // What is read ahead is 64 kB: much of a small file, nothing of a large one.
    for (const guess of guesses.slice(-2)) expect(Math.abs(guess - 30_000)).toBeLessThan(3_000);
    expect(Math.max(...guesses)).toBeLessThan(33_000);
  });

  it('has the rate of the last seconds: none while nothing is answered; and what slows it down', () => {
    const [summary, { stderr }] = [new BatchSummary(() => undefined), testContext()];
    let [nowMs, tick] = [0, (): void => undefined];
    const clock: Parameters<typeof showProgress>[0]['clock'] = {
      elapsed: () => nowMs,
      every: (_, call) => ((tick = call), () => undefined),
    };
    showProgress(
      { stderr, clock, draws: false },
      {
        summary,
        run: { readRows: 1_000, otherRows: 0 },
        table: { size: 100, bytesRead: () => 100 },
        slowness: () => 'no answers',
      },
    );
    const anomalies: ResultSummary['anomalies'] = [];
    const pending = { outcomeId: 'pending', rowStatus: 'answered', anomalies } as ResultSummary;
    for (const rows of [100, 0, 50]) {
      nowMs += 10_000;
      for (let at = 0; at < rows; at += 1) summary.add(pending);
      tick();
    }
    const rates = stderr.text().matchAll(/ · no answers · (\S+)\/s(?: · (.*) left)?/g);
    expect([...rates].map(([, rate, left]) => [rate, left])).toEqual([
      ['10', '90 s'],
      ['0.0', undefined],
      ['5.0', '3 min'],
    ]);
  });
});
