import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { platform } from 'node:process';
import { describe, expect, it } from 'vitest';
import { PvgError } from '../../src/failure.js';
import { FileError, type Files } from '../../src/file-access.js';
import type { Send } from '../../src/contract/wire.js';
import { allPaid, answer, csv, env, rowsOf, unasked, workplace } from '../helpers/batch.js';
import { program, startPvg } from '../helpers/child.js';
import { temporaryFolder } from '../helpers/context.js';
import { hostileServer } from '../helpers/hostile-server.js';
import { pvg } from '../helpers/pvg.js';
import { checkSchema } from '../helpers/schemas.js';
import { ended as printed, rightSignature, signerProgram } from '../helpers/signer.js';

const place = workplace();
const header = 'receipt,product_id,package\n';

interface Closing {
  readonly exit: number;
  readonly ok: boolean;
  readonly error: { readonly code: string } | null;
  readonly answer: Readonly<Record<'rows' | 'answered' | 'failed' | 'earlier', number>> &
    Readonly<Record<'by_verdict' | 'by_failure', Readonly<Record<string, number>>>>;
}

const closingIn = (text: string): Closing => {
  const closing = JSON.parse(text) as Closing;
  checkSchema('batch-summary', closing);
  const { rows, answered, failed, by_verdict: verdicts, by_failure: failures } = closing.answer;
  const sums = [verdicts, failures].map((of) =>
    Object.values(of).reduce((sum, count) => sum + count, 0),
  );
  expect([...sums, answered + failed]).toEqual([answered, failed, rows]);
  return closing;
};

/** What last night left: a run of three rows that went well. */
async function lastNight(): Promise<string> {
  place.put('in.csv', csv(3));
  const run = await place.batch('in.csv --out o.ndjson --summary sum.json');
  expect(run.status).toBe(0);
  return place.got('sum.json');
}

interface Tonight {
  readonly line: string;
  readonly exit: number;
  readonly code: string;
  readonly send?: Send;
  readonly env?: Record<string, string>;
  readonly arrange?: () => void;
}

/** Runs that end early, for every reason that pvg sees. */
const early: Readonly<Record<string, Tonight>> = {
  'the input has no rows': {
    ...{ line: 'in.csv', exit: 2, code: 'input-unreadable' },
    arrange: () => {
      place.put('in.csv', header);
    },
  },
  'the input is not there': { line: 'nothing.csv', exit: 2, code: 'input-unreadable' },
  'the header lacks a column': {
    ...{ line: 'in.csv', exit: 2, code: 'input-unreadable' },
    arrange: () => {
      place.put('in.csv', 'a,b\n1,2\n');
    },
  },
  'no profile is there': { line: 'in.csv', exit: 3, code: 'profile-missing', env: {} },
  'the profile is unknown': { line: 'in.csv --profile other', exit: 3, code: 'profile-unknown' },
  'the secret is missing': {
    ...{ line: 'in.csv', exit: 3, code: 'secret-missing' },
    env: Object.fromEntries(Object.entries(env).filter(([name]) => name !== 'PVG_CLIENT_SECRET')),
  },
  'the timeout is no number': { line: 'in.csv --timeout x', exit: 2, code: 'usage' },
  'the results are of another profile': {
    ...{ line: 'in.csv --resume', exit: 2, code: 'usage' },
    env: { ...env, PVG_ENVIRONMENT: 'prod' },
  },
  'the results are damaged': {
    ...{ line: 'in.csv --resume', exit: 2, code: 'usage' },
    arrange: () => {
      place.put('o.ndjson', 'mine\n');
    },
  },
  'the credentials are refused': {
    ...{ line: 'in.csv', exit: 4, code: 'UNAUTHORIZED' },
    send: () =>
      Promise.resolve(answer(401, { success: false, error: 'UNAUTHORIZED', message: 'x' })),
  },
  'a program error ends it': {
    ...{ line: 'in.csv', exit: 1, code: 'internal' },
    send: () => Promise.reject(new TypeError('a bug')),
  },
};

describe('--summary of a run that ends early', () => {
  it.each(Object.keys(early))('says so: %s', async (name) => {
    await lastNight();
    const { line, exit, code, arrange, ...options } = early[name] as Tonight;
    arrange?.();
    const way = line.includes('--resume') ? '' : '--overwrite';
    const ended = await place.batch(
      `${line} --out o.ndjson --summary sum.json --json ${way}`.trim(),
      options.send ?? unasked,
      options.env === undefined ? {} : { env: options.env },
    );
    expect(ended.status).toBe(exit);
    const closing = closingIn(place.got('sum.json'));
    expect(closing).toMatchObject({ exit, ok: false, error: { code } });
    // The same object, on one line.
    expect(ended.out.trim().split('\n')).toHaveLength(1);
    expect(closingIn(ended.out)).toEqual({ ...closing, answer: { ...closing.answer } });
  });

  it.each(Object.keys(early))('is written where there was none: %s', async (name) => {
    const { line, exit, arrange, ...options } = early[name] as Tonight;
    if (line.includes('--resume')) await lastNight();
    place.put('in.csv', csv(3));
    arrange?.();
    const ended = await place.batch(
      `${line} --out o.ndjson --summary tonight.json`,
      options.send ?? unasked,
      options.env === undefined ? {} : { env: options.env },
    );
    expect([ended.status, closingIn(place.got('tonight.json')).exit]).toEqual([exit, exit]);
  });

  it('says so when it is interrupted before it asks', async () => {
    await lastNight();
    const end = new AbortController();
    end.abort(new PvgError('interrupted', 'Interrupted.'));
    const ended = await place.batch(
      'in.csv --out o.ndjson --summary sum.json --overwrite',
      unasked,
      {
        interrupt: end.signal,
      },
    );
    expect([ended.status, closingIn(place.got('sum.json')).exit]).toEqual([130, 130]);
  });

  it('has the counts so far where earlier results were read', async () => {
    await lastNight();
    const end = new AbortController();
    const whole = place.got('o.ndjson');
    const twoLines = whole.split('\n', 2).join('\n').length + 1;
    async function* chunks(): AsyncGenerator<Uint8Array> {
      yield await Promise.resolve(Buffer.from(whole.slice(0, twoLines)));
      end.abort(new PvgError('terminated', 'Terminated.'));
      yield Buffer.from(whole.slice(twoLines));
    }
    const files = ({ open }: Files): Partial<Files> => ({
      open: async (path) => {
        const opened = await open(path);
        return path === 'o.ndjson' ? { ...opened, chunks: chunks() } : opened;
      },
    });
    const ended = await place.batch('in.csv --out o.ndjson --summary sum.json --resume', unasked, {
      ...{ files, interrupt: end.signal },
    });
    expect(ended.status).toBe(143);
    expect(closingIn(place.got('sum.json'))).toMatchObject({
      exit: 143,
      answer: { rows: 2, earlier: 2 },
    });
  });

  it('keeps the status of the run when it cannot be written', async () => {
    await lastNight();
    const files = ({ write }: Files): Partial<Files> => ({
      write: (path, ...given) =>
        path.endsWith('sum.json')
          ? Promise.reject(new FileError('ENOSPC', path))
          : write(path, ...given),
    });
    const line = 'nothing.csv --out o.ndjson --summary sum.json --overwrite';
    const ended = await place.batch(line, unasked, { files });
    expect([ended.status, existsSync(place.at('sum.json'))]).toEqual([2, false]);
    expect(ended.err).toMatch(/sum\.json/);
  });

  it.each(['SIGKILL', 'SIGTERM', 'SIGINT'] as const)(
    'is gone or new when %s ends the process',
    async (signal) => {
      await lastNight();
      const server = await hostileServer();
      const child = startPvg(
        ['batch', 'in.csv', '--out', 'n.ndjson', '--summary', 'sum.json', '--overwrite'],
        {
          cwd: place.home,
          env: { ...place.processEnv, PVG_GATEWAY_URL: `${server.origin}/hang-before-headers` },
        },
      );
      await server.asked;
      child.process.kill(signal);
      const status = await child.ended;
      await server.close();
      expect(['SIGKILL', 130, 143]).toContain(status);
      if (signal === 'SIGKILL') expect(existsSync(place.at('sum.json'))).toBe(false);
      else expect(closingIn(place.got('sum.json')).exit).toBe(status);
    },
  );
});

describe.runIf(platform === 'linux')('--summary where standard output takes nothing', () => {
  const end = (line: string) =>
    spawnSync('/bin/sh', ['-c', `exec "$0" "$1" batch ${line}`, process.execPath, program], {
      ...{ cwd: place.home, env: place.processEnv, encoding: 'utf8' },
    });
  const overwriting = 'in.csv --profile local --summary sum.json --overwrite';

  it.each([
    ...['--json >&-', '>&-', '--out o.ndjson --json >&-', '--query exit >&-'],
    ...['--out o.ndjson --json > /dev/full', '--out o.ndjson --query exit > /dev/full'],
    ...['--format csv > /dev/full', '> /dev/full'],
    ...['--out o.csv --json > /dev/full'],
  ])('has the status of the process, and no success of an earlier run: %s', async (line) => {
    await lastNight();
    const ended = end(`${overwriting} ${line}`);
    expect([ended.status, closingIn(place.got('sum.json'))]).toEqual([
      14,
      expect.objectContaining({ exit: 14, ok: false }),
    ]);
  });

  it('has the counts of the run whose end could not be printed', async () => {
    await lastNight();
    place.put('in.csv', `${csv(3)}token-1,gems,com.example\n`);
    const ended = end(`${overwriting} --out o.ndjson --json > /dev/full`);
    expect(ended.status).toBe(14);
    expect(closingIn(place.got('sum.json')).answer).toMatchObject({ rows: 4, repeated: 1 });
  });
});

describe('A file of --summary', () => {
  const foreign: Readonly<Record<string, string>> = {
    ...{
      text: 'mine',
      'an empty file': '',
      'an array': '[]',
      'no object': '7',
      'a cut object': '{"schema":1',
    },
    'the object of another command': JSON.stringify({
      schema: 1,
      command: 'lookup',
      answer: { by_verdict: {} },
    }),
    'a row of results': JSON.stringify({ row: 1, command: 'batch' }),
    'what a dry run prints': JSON.stringify({
      schema: 1,
      command: 'batch',
      answer: { format: 'csv' },
    }),
  };

  it.each(
    Object.keys(foreign).flatMap((name) =>
      ['--overwrite', '--resume'].map((way) => [name, way] as const),
    ),
  )('that is no summary is refused and stays: %s, %s', async (name, way) => {
    place.put('in.csv', csv(1));
    place.put('sum.json', foreign[name] ?? '');
    const ended = await place.batch(`in.csv --out o.ndjson --summary sum.json ${way}`, unasked);
    expect([ended.status, place.got('sum.json')]).toEqual([2, foreign[name]]);
  });

  it.runIf(platform !== 'win32')(
    'that is a link, a pipe or large is refused and stays',
    async () => {
      const before = await lastNight();
      symlinkSync('sum.json', place.at('link.json'));
      symlinkSync('nowhere', place.at('dangling.json'));
      spawnSync('mkfifo', [place.at('pipe.json')]);
      writeFileSync(place.at('large.json'), before);
      truncateSync(place.at('large.json'), 80 * 1024 * 1024);
      mkdirSync(place.at('folder.json'));
      for (const name of ['link', 'dangling', 'pipe', 'large', 'folder']) {
        const line = `in.csv --out p.ndjson --summary ${name}.json --overwrite`;
        expect([name, (await place.batch(line, unasked)).status]).toEqual([name, 2]);
      }
      expect(place.got('sum.json')).toBe(before);
    },
  );

  it.each([
    ['without --overwrite and --resume', 'in.csv --out p.ndjson', 2],
    [
      'when another file of the command line is refused',
      'in.csv --out o.ndjson --report nowhere/r.html',
      2,
    ],
    ['when an option is wrong', 'in.csv --out p.ndjson --overwrite --concurrency 0', 2],
    ['when an option is unknown', 'in.csv --out p.ndjson --overwrite --summry x', 2],
    ['when two files are one', 'in.csv --out in.csv --overwrite', 2],
    ['in a dry run', 'in.csv --out p.ndjson --overwrite --dry-run', 0],
  ])('of an earlier run stays as it is %s', async (_, line, status) => {
    const before = await lastNight();
    expect((await place.batch(`${line} --summary sum.json`, unasked)).status).toBe(status);
    expect(place.got('sum.json')).toBe(before);
  });

  it.each(['--overwrite', '--resume'])('is of this run when all goes well %s', async (way) => {
    await lastNight();
    place.put('in.csv', csv(5));
    const seen: boolean[] = [];
    const ended = await place.batch(
      `in.csv --out o.ndjson --summary sum.json ${way}`,
      (request, options) => {
        seen.push(existsSync(place.at('sum.json')));
        return allPaid(request, options);
      },
    );
    expect([ended.status, new Set(seen)]).toEqual([0, new Set([false])]);
    expect(closingIn(place.got('sum.json')).answer).toMatchObject({ rows: 5, answered: 5 });
  });
});

describe('--json of a batch that ends early prints one line of the same shape', () => {
  const lastLine = (text: string): string => text.trim().split('\n').at(-1) ?? '';

  const lines: readonly (readonly [string, number])[] = [
    ['nothing.csv', 2],
    ['in.csv --profile other', 3],
    ['in.csv --concurrency 0', 2],
    ['in.csv --nonsense', 2],
    ['in.csv --concurrency', 2],
    ['', 2],
    ['in.csv --summary other/sum.json', 2],
    ['in.csv --raw', 2],
  ];

  it.each(lines)(
    'on standard error, where the rows own standard output: %j',
    async (line, status) => {
      place.put('in.csv', csv(2));
      const ended = await place.batch(`--json ${line}`.trim(), unasked);
      expect([ended.status, ended.out]).toEqual([status, '']);
      expect(closingIn(lastLine(ended.err))).toMatchObject({ exit: status, answer: { rows: 0 } });
    },
  );

  it.each(lines)('on standard output with --out: %j', async (line, status) => {
    place.put('in.csv', csv(2));
    const ended = await place.batch(`--json --out o.ndjson ${line}`.trim(), unasked);
    expect(ended.status).toBe(status);
    expect(ended.out.trim().split('\n')).toHaveLength(1);
    expect(closingIn(ended.out)).toMatchObject({ exit: status, answer: { rows: 0 } });
    expect(ended.err).not.toBe('');
  });

  it('repeats no word of a command line that it could not read', async () => {
    const ended = await place.batch('--json --client-secret hush-hush-hush in.csv', unasked);
    expect([ended.status, ended.out + ended.err]).toEqual([2, expect.not.stringContaining('hush')]);
  });

  it('never into the input', async () => {
    place.put('in.csv', csv(2));
    const run = spawnSync(
      process.execPath,
      [program, 'batch', 'in.csv', '--json', '--out', 'o.ndjson'],
      {
        ...{ cwd: place.home, env: place.processEnv, encoding: 'utf8' },
        stdio: ['ignore', openSync(place.at('in.csv'), 'a'), 'pipe'],
      },
    );
    expect([run.status, place.got('in.csv')]).toEqual([2, csv(2)]);
    expect(closingIn(lastLine(run.stderr)).exit).toBe(2);
  });

  it('after rows were printed, beside them', async () => {
    place.put('in.csv', `${csv(3)}"t"x,g,p\n`);
    const ended = await place.batch('in.csv --json');
    expect([ended.status, rowsOf(ended.out).length]).toEqual([2, 3]);
    expect(closingIn(lastLine(ended.err))).toMatchObject({
      exit: 2,
      answer: { rows: 3, answered: 3 },
    });
  });

  it('with --query, nothing for what the object does not have', async () => {
    const ended = await place.batch('nothing.csv --query answer.rows', unasked);
    expect([ended.status, lastLine(ended.err)]).toEqual([2, '0']);
  });
});

describe('--junit of a signer’s check', () => {
  const right = signerProgram((signed) => printed(`${rightSignature(signed)}\n`));
  const conform = (home: string, more: readonly string[], execute = right) =>
    pvg(['conform', '--junit', join(home, 'signer.xml'), ...more, '--', 'sign'], { execute });

  it('is of its own run: nothing of an earlier one is left when it ends early', async () => {
    const home = temporaryFolder();
    const file = join(home, 'signer.xml');
    expect((await conform(home, [])).status).toBe(0);
    expect(readFileSync(file, 'utf8')).toContain('<testsuites');
    let wasThere = true;
    const failing = signerProgram(() => {
      wasThere = existsSync(file);
      throw new PvgError('interrupted', 'Interrupted.');
    });
    expect([(await conform(home, [], failing)).status, wasThere, existsSync(file)]).toEqual([
      130,
      false,
      false,
    ]);
    await conform(home, []);
    expect([(await conform(home, ['--vectors', 'nothing.json'])).status, existsSync(file)]).toEqual(
      [2, false],
    );
  });

  it('that pvg did not write stays until the new one is there', async () => {
    const home = temporaryFolder();
    const file = join(home, 'signer.xml');
    writeFileSync(file, '<testsuites name="mine"/>');
    expect((await conform(home, ['--vectors', 'nothing.json'])).status).toBe(2);
    expect(readFileSync(file, 'utf8')).toBe('<testsuites name="mine"/>');
  });
});
