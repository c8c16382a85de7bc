import {
  ftruncateSync,
  readdirSync,
  readFileSync,
  readSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import * as system from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openFiles, type FilesOptions } from '../../src/edge/files.js';
import { placeOfProcesses } from '../../src/edge/processes.js';
import type { FileSystem } from '../../src/edge/system.js';
import { resultsPath } from '../../src/batch/results-file.js';
import { exitStatuses } from '../../src/failure.js';
import { runProgram } from '../../src/program.js';
import type { Send } from '../../src/contract/wire.js';
import { cells, csv, env } from '../support/batch.js';
import { temporaryFolder, testContext } from '../support/context.js';
import { effort } from '../support/effort.js';
import { words } from '../support/pvg.js';

/**
 * Each single file operation of a batch fails, in turn: no row is lost or doubled, and no failure is told as success.
 * The real system is below; only the call that fails is not made.
 */

const rows = 20;
const step = effort(10, 1);
const dead = 4_000_000;
const hows = ['EIO', 'ENOSPC', 'ENOSPC from then on', 'short write'] as const;
type How = (typeof hows)[number];

/** The system's calls, counted; the one numbered `at` fails. */
function brittle(at: number, how: How | undefined): { options: FilesOptions; made: () => number } {
  let made = 0;
  const fails = (): boolean => {
    made += 1;
    return how === 'ENOSPC from then on' ? made >= at : made === at;
  };
  const failure = (): Error => {
    const code = how === 'EIO' ? 'EIO' : 'ENOSPC';
    return Object.assign(new Error(`${code}: put in by the test`), { code });
  };
  const trying = async <Result>(operation: () => Promise<Result>, writes = false): Promise<Result> => {
    // A full disk says so to whoever writes.
    if (fails() && how !== 'short write' && (writes || how === 'EIO')) throw failure();
    return operation();
  };
  const handleOf = (handle: FileHandle): FileHandle =>
    new Proxy(handle, {
      get: (target, name) => {
        const value: unknown = Reflect.get(target, name);
        if (typeof value !== 'function') return value;
        const call = value.bind(target) as (...given: unknown[]) => Promise<unknown>;
        if (name === 'write') {
          return async (data: Uint8Array, offset = 0, length = data.length - offset) => {
            if (!fails()) return call(data, offset, length);
            if (how !== 'short write') throw failure();
            return call(data, offset, Math.ceil(length / 2));
          };
        }
        if (name === 'close') {
          return async () => {
            await call();
            await trying(() => Promise.resolve());
          };
        }
        return (...given: unknown[]) => trying(() => call(...given), name === 'sync');
      },
    });
  const failing: FileSystem = {
    open: async (...given) => handleOf(await trying(() => system.open(...given), given[1] !== 'r')),
    rename: (...given) => trying(() => system.rename(...given), true),
    link: system.link,
    access: system.access,
    unlink: (path) => trying(() => system.unlink(path)),
    chmod: system.chmod,
    mkdir: ((...given: Parameters<typeof system.mkdir>) =>
      trying(() => system.mkdir(...given), true)) as never,
    readdir: ((path: string) => trying(() => system.readdir(path))) as never,
    stat: ((path: string) => trying(() => system.stat(path))) as never,
    lstat: ((path: string) => trying(() => system.lstat(path))) as never,
    utimes: system.utimes,
  };
  return {
    made: () => made,
    options: {
      pid: dead + 1,
      isRunning: () => false,
      system: failing,
      synchronous: {
        write: (descriptor, data, offset, length, position) => {
          if (!fails()) return writeSync(descriptor, data, offset, length, position);
          if (how !== 'short write') throw failure();
          return writeSync(descriptor, data, offset, Math.ceil(length / 2), position);
        },
        read: (descriptor, into, offset, length, position) => {
          if (fails() && how === 'EIO') throw failure();
          return readSync(descriptor, into, offset, length, position);
        },
        truncate: (descriptor, length) => {
          if (fails() && how === 'EIO') throw failure();
          ftruncateSync(descriptor, length);
        },
      },
    },
  };
}

let home: string;
beforeEach(() => {
  home = temporaryFolder();
});
afterEach(() => {
  rmSync(home, { recursive: true, force: true });
});

/** In turns of the event loop, so that the output is written in several pieces. */
const send: Send = async ({ body }) => {
  await new Promise((resolve) => setImmediate(resolve));
  const { receipt } = JSON.parse(Buffer.from(body).toString()) as { receipt: string };
  const text = `{"order_id":"GPA.${receipt}","found":true,"transactions":[{"purchase_state":0,"gateway":{"found":true,"recorded_for_this_game":true}}]}`;
  return { status: 200, headers: [], body: Buffer.from(text) };
};
/** The same, but for one row that fails. */
const failingOne: Send = (request, options) =>
  Buffer.from(request.body).includes('"token-3"')
    ? Promise.resolve({ status: 502, headers: [], body: Buffer.from('x') })
    : send(request, options);

interface Ended {
  readonly status: number;
  readonly err: string;
}

async function run(line: string, options: FilesOptions = {}, answers: Send = send): Promise<Ended> {
  const context = testContext({ home, env, send: answers });
  const files = openFiles(home, { pid: dead + 2, isRunning: () => false, ...options });
  const status = await runProgram({ ...context, files }, words(line));
  return { status, err: context.stderr.text() };
}

/** Numbers and order ids of the rows in an output. */
function rowsIn(name: string): string[] {
  const text = readFileSync(join(home, name), 'utf8');
  if (name.endsWith('.ndjson')) {
    return text
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as { row: number; answer: { order_id: string } | null })
      .map(({ row, answer }) => `${String(row)} ${answer?.order_id ?? ''}`);
  }
  const [head = [], ...records] = cells(text);
  return records.map((cells) => `${cells[0] ?? ''} ${cells[head.indexOf('answer.order_id')] ?? ''}`);
}
const whole = Array.from({ length: rows }, (_, at) => `${String(at + 1)} GPA.token-${String(at + 1)}`);
const sorted = (found: readonly string[]): string[] =>
  [...found].sort((one, other) => parseInt(one) - parseInt(other));

type Start = 'fresh' | 'resume' | 'overwrite';

const cases = (['ndjson', 'csv'] as const).flatMap((format) =>
  (['fresh', 'resume', 'overwrite'] as const).map((start) => [format, start] as const),
);

const numbered = cases.map((each, at) => [...each, at] as const);

describe.each(numbered)('%s, %s: whichever file operation of a batch fails', (format, start, number) => {
  const out = `out.${format}`;
  const results = resultsPath(out, format);
  const line = `batch in.csv --out ${out} --report sum.html`;
  let before: Buffer;

  /** What the run finds: for resuming, an output with a row that failed, a torn line, and a killed run's hold on it. */
  const prepare = (): void => {
    for (const name of readdirSync(home)) rmSync(join(home, name), { recursive: true });
    writeFileSync(join(home, 'in.csv'), csv(rows));
    if (start === 'fresh') return;
    writeFileSync(join(home, out), before);
    writeFileSync(join(home, results), before);
    writeFileSync(join(home, `.${results}.in-use`), JSON.stringify({ pid: dead, host: placeOfProcesses() }));
  };
  const more: Readonly<Record<Start, string>> = { fresh: '', resume: '--resume', overwrite: '--overwrite' };

  it.each(hows)('%s', async (how) => {
    before = Buffer.alloc(0);
    writeFileSync(join(home, 'in.csv'), csv(rows));
    if (start !== 'fresh') {
      await run(`batch in.csv --out ${out} --retries 0`, {}, failingOne);
      before = readFileSync(join(home, results));
      before = before.subarray(0, Math.floor(before.length / 2));
    }
    prepare();
    const counted = brittle(0, undefined);
    expect(await run(`${line} ${more[start]}`, counted.options)).toMatchObject({ status: 0 });
    expect(counted.made()).toBeGreaterThan(15);

    // In short, other calls for each of the ways.
    const first = 1 + ((number + 3 * hows.indexOf(how)) % step);
    for (let at = first; at <= counted.made(); at += step) {
      prepare();
      const { options } = brittle(at, how);
      const ended = await run(`${line} ${more[start]}`, options);
      const told = `${how} at ${String(at)}: ${ended.err}`;
      expect(Object.keys(exitStatuses), told).toContain(String(ended.status));
      expect(ended.status, told).not.toBe(1);
      expect(told).not.toMatch(/\n {4}at /);
      if (ended.status === 0) expect(sorted(rowsIn(out)), told).toEqual(whole);
      const healed = await run(`${line} --resume`);
      expect([healed.status, healed.err], told).toEqual([0, healed.err]);
      expect(sorted(rowsIn(out)), told).toEqual(whole);
    }
  });
});
