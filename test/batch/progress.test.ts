import { describe, expect, it } from 'vitest';
import { showProgress, type ProgressFacts } from '../../src/batch/progress.js';
import { Summary } from '../../src/batch/summary.js';
import { allPaid, csv, env, workplace } from '../support/batch.js';

/** How far a batch is, on stderr. */

const place = workplace();

describe('progress', () => {
  const watch = async (options: string, columns: number, more: object = {}): Promise<string> => {
    place.put('in.csv', csv(300));
    const ticks: (() => void)[] = [];
    let times = 0;
    const ended = await place.batch(
      `in.csv ${options}`,
      (request, given) => {
        times += 1;
        if (times % 50 === 0) for (const tick of ticks) tick();
        return allPaid(request, given);
      },
      { columns, every: (_: number, call: () => void) => (ticks.push(call), () => undefined), ...more },
    );
    expect(ended.status).toBe(0);
    return ended.err;
  };

  it.each([40, 60, 80, 120])('is a bar of whole words within %i columns', async (columns) => {
    const told = await watch('--out out.ndjson', columns, { terminal: true });
    const drawn = told.split(/[\r\n]|\p{Cc}\[[\d;?]*[A-Za-z]/u).filter((text) => /[█░]/u.test(text));
    expect(drawn.length).toBeGreaterThan(0);
    for (const text of drawn) {
      expect(text.length).toBeLessThan(columns);
      expect(text).toMatch(/^[█░]+ \d+ of 300 rows( · (\S+\/s|\d+ s left|paid-and-recorded \d+))*$/u);
    }
  });

  it.each([
    ['rows on the same terminal', '', { terminal: true }],
    ['no terminal', '--out out.ndjson', {}],
    ['ACCESSIBLE', '--out out.ndjson', { terminal: true, env: { ...env, ACCESSIBLE: '1' } }],
  ])('is lines and no bar: %s', async (_, options, more) => {
    const told = await watch(options, 80, more);
    expect(told).not.toMatch(/[█░]/u);
    expect(told).toMatch(/^1\d % · \d+ of 300 rows/m);
  });

  const lines = async (facts: Partial<ProgressFacts>) => {
    let told = '';
    let tick = (): void => undefined;
    let nowMs = 0;
    const summary = new Summary();
    const progress = await showProgress(
      {
        stderr: {
          columns: 80,
          isTerminal: false,
          write: (text) => Promise.resolve(void (told += String(text))),
        },
        clock: { elapsed: () => nowMs, every: (_, call) => ((tick = call), () => undefined) },
        draws: false,
      },
      {
        summary,
        expectedRows: () => undefined,
        passedOver: () => 0,
        slowness: () => '',
        ...facts,
      },
    );
    return {
      after: (ms: number, rows: number): void => {
        nowMs += ms;
        for (let row = 0; row < rows; row += 1) summary.addBefore({ exit: 0, counts: 'pending' });
        tick();
      },
      told: async (): Promise<string> => {
        await progress.stop();
        return told;
      },
    };
  };

  it('never has more done than there is', async () => {
    const { after, told } = await lines({
      expectedRows: () => ({ rows: 31.5, exact: false }),
      passedOver: () => 7,
    });
    after(0, 40);
    expect(await told()).toMatch(/^100 % · 47 of about 47 rows/);
  });

  it('has the rate of the last seconds: none while nothing is answered', async () => {
    const { after, told } = await lines({ expectedRows: () => ({ rows: 1_000, exact: true }) });
    after(10_000, 100);
    after(10_000, 0);
    after(10_000, 50);
    const rates = (await told()).split('\n').map((line) => /(\S+)\/s(?: · (.*) left)?/.exec(line)?.slice(1));
    expect(rates).toEqual([['10', '1 min 30 s'], ['0.0', undefined], ['5.0', '2 min 50 s'], undefined]);
  });

  it('says how many rows there will be by the size of what was read', async () => {
    const many = 3_000;
    place.put('in.csv', csv(many));
    const ticks: (() => void)[] = [];
    let times = 0;
    const ended = await place.batch(
      'in.csv --out out.ndjson',
      (request, given) => {
        times += 1;
        if (times % 500 === 0) for (const tick of ticks) tick();
        return allPaid(request, given);
      },
      { every: (_: number, call: () => void) => (ticks.push(call), () => undefined) },
    );
    const guesses = [...ended.err.matchAll(/of (?:about )?(\d+) rows/g)].map(([, rows]) => Number(rows));
    expect(guesses.length).toBeGreaterThan(3);
    for (const guess of guesses) expect(Math.abs(guess - many)).toBeLessThan(many / 10);
  });

  it('is nothing with --quiet', async () => {
    expect(await watch('--out out.ndjson --quiet', 80, { terminal: true })).toBe('');
  });
});
