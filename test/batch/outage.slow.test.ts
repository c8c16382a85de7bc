import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { OpenFile } from '../../src/context.js';
import { runProgram } from '../../src/program.js';
import { WireFailure, type Send, type WireRequest, type WireResponse } from '../../src/contract/wire.js';
import {
  temporaryFolder,
  testContext,
  type TestContext,
  type TestContextOptions,
} from '../support/context.js';
import { answer, env, paid as paidFor, sharedClock } from '../support/batch.js';
import { words } from '../support/pvg.js';

/** What a service that answers nobody does to a run: `src/batch/outage.ts`, seen from outside. */

const minutes = 60_000;

let home: string;
beforeEach(() => {
  home = temporaryFolder();
});
afterEach(() => {
  rmSync(home, { recursive: true, force: true });
});

const paid = paidFor('GPA.1');
const numberOf = ({ body }: WireRequest): number =>
  Number(/token-(\d+)/.exec(Buffer.from(body).toString())?.[1]);
type Outcome = () => WireResponse | WireFailure;
const troubles: Readonly<Record<string, Outcome>> = {
  '429': () => answer(429, 'busy'),
  '502': () => answer(502, { success: false, error: 'VERIFIER_ERROR', message: 'x' }),
  '503 with Retry-After': () => answer(503, 'busy', [['retry-after', '120']]),
  'no connection': () => new WireFailure('not-reached', 'the connection was refused'),
  'no answer': () => new WireFailure('lost', 'no answer in time'),
  'a portal’s page': () => answer(200, '<html>'),
};
const notThere = (): WireResponse => answer(404, 'Not found', [['content-type', 'text/plain']]);

interface Ended {
  readonly status: number;
  readonly err: string;
  readonly asked: number;
  readonly context: TestContext;
}

/** Runs `pvg batch` against a service that answers by the time and by the number of the row. */
async function run(
  options: string,
  outcome: (elapsedMs: number, row: number, asked: number) => WireResponse | WireFailure,
  { rows, tookMs = 50, every }: { rows: number; tookMs?: number; every?: TestContextOptions['every'] },
): Promise<Ended> {
  const lines = Array.from({ length: rows }, (_, at) => `token-${String(at + 1)},gems,com.example\n`);
  writeFileSync(join(home, 'in.csv'), `receipt,product_id,package\n${lines.join('')}`);
  let asked = 0;
  const clock = sharedClock();
  const send: Send = async (request) => {
    asked += 1;
    const number = asked;
    await clock.sleep(tookMs);
    const found = outcome(clock.elapsed(), numberOf(request), number);
    if (found instanceof WireFailure) throw found;
    return found;
  };
  const made = testContext({ home, env, send, ...(every && { every }) });
  const context = {
    ...made,
    clock: { ...made.clock, ...clock },
    files: {
      ...made.files,
      open: (path: string) => (path === 'in.csv' ? inMemory() : made.files.open(path)),
    },
  };
  const status = await runProgram(context, ['batch', 'in.csv', ...words(options)]);
  return { status, err: context.stderr.text(), asked, context };
}

/** The input without a disk: while that is waited for, the clock of the test would run on. */
function inMemory(): Promise<OpenFile> {
  const bytes = readFileSync(join(home, 'in.csv'));
  const chunks = async function* (): AsyncGenerator<Uint8Array> {
    yield await Promise.resolve(bytes);
  };
  return Promise.resolve({ size: bytes.length, chunks: chunks(), close: () => Promise.resolve() });
}

interface Written {
  readonly row: number;
  readonly ok: boolean;
  readonly exit: number;
}
const written = (): Written[] =>
  readFileSync(join(home, 'out.ndjson'), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Written)
    .sort((one, other) => one.row - other.row);

describe('an outage of ten minutes', () => {
  it.each(Object.entries(troubles))('costs no row and few requests: %s', async (_, trouble) => {
    const ended = await run(
      '--out out.ndjson',
      (elapsedMs) => (elapsedMs > 5_000 && elapsedMs < 10 * minutes ? trouble() : paid),
      { rows: 2_000, tookMs: 200 },
    );
    expect(ended.status).toBe(0);
    expect(written().map(({ row, ok }) => [row, ok])).toEqual(
      Array.from({ length: 2_000 }, (__, at) => [at + 1, true]),
    );
    // 50 rows with four attempts each tell that it is one; then one a minute.
    expect(ended.asked - 2_000).toBeLessThan(300);
  });
});

describe('a short outage', () => {
  const short = Object.entries(troubles).filter(([name]) => name !== '503 with Retry-After');
  const cases = short.flatMap(([name, trouble]) =>
    [1, 20, 49, 200, 400].flatMap((rows) =>
      [20_000, 60_000].map((lastsMs) => [name, rows, lastsMs, trouble] as const),
    ),
  );

  it.each(cases)('costs no row: %s, the last of %i rows, %i ms', async (_, rows, lastsMs, trouble) => {
    let beganMs: number | undefined;
    const ended = await run(
      '--out out.ndjson',
      (elapsedMs, row, asked) => {
        // The service has answered once: only then is it an outage and not a wrong address.
        if (asked === 1) return answer(503, 'busy');
        if (row > rows / 2) beganMs ??= elapsedMs;
        return beganMs !== undefined && elapsedMs < beganMs + lastsMs ? trouble() : paid;
      },
      { rows },
    );
    expect(ended.status).toBe(0);
    expect(written().filter(({ ok }) => ok)).toHaveLength(rows);
    expect(ended.context.clock.elapsed()).toBeLessThan(3 * minutes);
  });

  it('costs no row where the next one follows', async () => {
    const ended = await run(
      '--out out.ndjson',
      (elapsedMs) => (elapsedMs > 2_000 && elapsedMs % 24_000 < 20_000 ? answer(503, 'busy') : paid),
      { rows: 200 },
    );
    expect(ended.status).toBe(0);
  });
});

it('is told while nobody is answered, also before a row has failed', async () => {
  let tick = (): void => undefined;
  const ended = await run('--out out.ndjson', () => (tick(), paid), {
    rows: 1,
    tookMs: 7_000,
    every: (_, call) => ((tick = call), () => undefined),
  });
  expect(ended.err).toContain('no answers for 7 s');
});

describe('an outage that does not end', () => {
  it.each([
    ['429', 9],
    ['502', 8],
    ['503 with Retry-After', 8],
    ['no connection', 11],
    ['no answer', 10],
    ['a portal’s page', 12],
  ])('ends the run after a quarter of an hour, to be resumed: %s', async (name, status) => {
    const trouble = troubles[name] as Outcome;
    const ended = await run('--out out.ndjson', (_, __, asked) => (asked > 100 ? trouble() : paid), {
      rows: 5_000,
      tookMs: 200,
    });
    expect(ended.status).toBe(status);
    expect(ended.err).toContain('No row got an answer for 15 min');
    expect(ended.err).toContain('pvg batch in.csv --out out.ndjson --resume');
    expect(ended.asked).toBeLessThan(400);
    expect(written().every(({ ok }) => ok)).toBe(true);
    expect((await run('--out out.ndjson --resume', () => paid, { rows: 5_000 })).status).toBe(0);
    expect(written().map(({ row, ok }) => [row, ok])).toEqual(
      Array.from({ length: 5_000 }, (_, at) => [at + 1, true]),
    );
  });

  describe.each([
    ['no connection', 11],
    ['no answer', 10],
    ['a portal’s page', 12],
    ['a page that is not there', 12],
  ])('ends it at once where nothing was ever answered: %s', (name, status) => {
    it.each([...(status === 11 ? [1] : []), 2, 5, 20, 400, 1_100, 100_000])('with %i rows', async (rows) => {
      const ended = await run('--out out.ndjson', troubles[name] ?? notThere, { rows });
      expect(ended.status).toBe(status);
      expect(ended.err).toContain('No row of this run got an answer');
      expect(ended.err).toContain('--resume');
      expect(ended.context.clock.elapsed()).toBeLessThan(minutes);
      expect(written()).toEqual([]);
    });
  });

  it('ends nothing at once where one row was answered', async () => {
    const refused = troubles['no connection'] as Outcome;
    const ended = await run('--out out.ndjson', (_, row) => (row === 3 ? paid : refused()), { rows: 6 });
    expect(ended.status).toBe(20);
    expect(written().map(({ exit }) => exit)).toEqual([11, 11, 0, 11, 11, 11]);
    expect(ended.context.clock.elapsed()).toBeLessThan(2 * minutes);
  });
});

describe('rows that had no answer in an earlier run', () => {
  const troubled: Parameters<typeof run>[1] = (_, row) => (row === 2 ? answer(502, 'x') : paid);

  it('fail again within half a minute, though nobody else is asked', async () => {
    expect((await run('--out out.ndjson', troubled, { rows: 3 })).status).toBe(20);
    const again = await run('--out out.ndjson --resume', troubled, { rows: 3 });
    expect(again.status).toBe(20);
    expect(again.context.clock.elapsed()).toBeLessThan(30_000);
    expect(written().map(({ exit }) => exit)).toEqual([0, 8, 0]);
  });

  it('wait for the end of an outage like all others where a fresh row waits too', async () => {
    expect((await run('--out out.ndjson', troubled, { rows: 3 })).status).toBe(20);
    const again = await run(
      '--out out.ndjson --resume',
      (elapsedMs) => (elapsedMs < 60_000 ? answer(503, 'busy') : paid),
      { rows: 4 },
    );
    expect(again.status).toBe(0);
    expect(written().map(({ exit }) => exit)).toEqual([0, 0, 0, 0]);
  });
});

describe('rows that have a trouble of their own', () => {
  it.each([
    ['429', 1],
    ['502', 1],
    ['429', 5],
    ['502', 5],
    ['502', 20],
    ['429', 45],
  ])(
    'fail within two minutes where the service is overloaded from the start: %s, %i rows',
    async (name, rows) => {
      const ended = await run('--out out.ndjson', troubles[name] as Outcome, { rows });
      expect(ended.status).toBe(20);
      expect(written()).toHaveLength(rows);
      expect(ended.asked).toBeLessThan(200);
      expect(ended.context.clock.elapsed()).toBeLessThan(2 * minutes);
    },
  );

  it.each(Object.entries({ ...troubles, 'a page that is not there': notThere }))(
    'fail at once among others that are answered: %s',
    async (name, trouble) => {
      if (name === '503 with Retry-After') return;
      const endedAt: number[] = [];
      const ended = await run(
        '--out out.ndjson',
        (elapsedMs, row) => {
          if (row === 10) endedAt.push(elapsedMs);
          return row === 10 ? trouble() : paid;
        },
        { rows: 2_000 },
      );
      expect(ended.status).toBe(20);
      expect(written().filter(({ ok }) => !ok)).toHaveLength(1);
      expect(endedAt.length).toBeLessThanOrEqual(4);
    },
  );

  it('fail among others that are answered', async () => {
    const ended = await run('--out out.ndjson', (_, row) => (row % 7 === 0 ? answer(502, 'x') : paid), {
      rows: 500,
    });
    expect(ended.status).toBe(20);
    for (const { row, exit } of written()) expect([row, exit]).toEqual([row, row % 7 === 0 ? 8 : 0]);
    expect(written()).toHaveLength(500);
  });

  it.each(['', '--concurrency 64'])(
    'fail where they are many one after the other, and those behind them are answered: %s',
    async (options) => {
      const ended = await run(
        `--out out.ndjson ${options}`,
        (_, row) => (row > 200 && row <= 260 ? answer(502, 'x') : paid),
        { rows: 500 },
      );
      expect(ended.status).toBe(20);
      for (const { row, exit } of written())
        expect([row, exit]).toEqual([row, row > 200 && row <= 260 ? 8 : 0]);
      expect(written()).toHaveLength(500);
    },
  );

  it.each(['', '--retries 1 --concurrency 16', '--retries 0 --concurrency 16'])(
    'fail where they are the first, and hold up the others for seconds only: %s',
    async (options) => {
      let lastOfOthersMs = 0;
      const ended = await run(
        `--out out.ndjson ${options}`,
        (elapsedMs, row) => {
          if (row <= 60) return answer(502, 'x');
          lastOfOthersMs = elapsedMs;
          return paid;
        },
        { rows: 2_000, tookMs: 1 },
      );
      expect(ended.status).toBe(20);
      for (const { row, exit } of written()) expect([row, exit]).toEqual([row, row <= 60 ? 8 : 0]);
      expect(written()).toHaveLength(2_000);
      expect(lastOfOthersMs).toBeLessThan(30_000);
      expect(ended.context.clock.elapsed()).toBeLessThan(minutes);
    },
  );

  it.each(['', '--retries 0', '--retries 1 --concurrency 16'])(
    'fail when the others are done, be they ever so many: %s',
    async (options) => {
      const ended = await run(
        `--out out.ndjson ${options}`,
        (_, row) => (row % 3 === 0 ? answer(502, 'x') : paid),
        { rows: 200, tookMs: 0 },
      );
      expect(ended.status).toBe(20);
      for (const { row, exit } of written()) expect([row, exit]).toEqual([row, row % 3 === 0 ? 8 : 0]);
      expect(written()).toHaveLength(200);
      expect(ended.context.clock.elapsed()).toBeLessThan(minutes);
    },
  );

  it('fail in the end where they are the last', async () => {
    const ended = await run('--out out.ndjson', (_, row) => (row > 100 ? answer(502, 'x') : paid), {
      rows: 165,
    });
    expect(ended.status).toBe(20);
    expect(written().map(({ exit }) => exit)).toEqual(
      Array.from({ length: 165 }, (_, at) => (at < 100 ? 0 : 8)),
    );
  });
});

describe('Retry-After', () => {
  it.each([
    ['3600', '429', 9],
    ['1800', '503', 8],
  ])('is waited for up to an hour: %s', async (seconds, status) => {
    let first = true;
    const ended = await run(
      '--out out.ndjson',
      () => {
        if (!first) return paid;
        first = false;
        return answer(Number(status), 'busy', [['retry-after', seconds]]);
      },
      { rows: 50 },
    );
    expect(ended.status).toBe(0);
    expect(ended.context.clock.elapsed()).toBeGreaterThanOrEqual(Number(seconds) * 1000);
  });

  it.each([
    ['3601', 429, 9, '1 h'],
    ['7200', 503, 8, '2 h'],
    ['864000', 429, 9, '10 days'],
    ['9'.repeat(400), 429, 9, 'forever'],
    ['Fri, 01 Jan 2100 00:00:00 GMT', 429, 9, 'days'],
  ])('of more ends the run, to be resumed: %s', async (text, code, status, told) => {
    const ended = await run(
      '--out out.ndjson',
      (_, __, asked) => (asked > 10 ? answer(code, 'busy', [['retry-after', text]]) : paid),
      { rows: 50 },
    );
    expect(ended.status).toBe(status);
    expect(ended.err).toContain('The service asks to wait');
    expect(ended.err).toContain(told);
    expect(ended.err).toContain('--resume');
    expect(ended.asked).toBeLessThan(20);
    expect(written().every(({ ok }) => ok)).toBe(true);
  });
});
