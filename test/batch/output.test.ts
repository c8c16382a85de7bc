import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { platform } from 'node:process';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Send } from '../../src/contract/wire.js';
import { temporaryFolder } from '../support/context.js';
import { allPaid, csv, env, said, unasked } from '../support/batch.js';
import { pvg, words, type Ended } from '../support/pvg.js';

/** The files of `--out` and `--report`, and standard output: what is refused before, and what is told after. */

let home: string;
beforeEach(() => {
  home = temporaryFolder();
});
afterEach(() => {
  rmSync(home, { recursive: true, force: true });
});

const at = (name: string): string => join(home, name);
const put = (name: string, data: string): void => {
  writeFileSync(at(name), data);
};
const got = (name: string): string => readFileSync(at(name), 'utf8');
const batch = (options: string, send: Send = allPaid): Promise<Ended> =>
  pvg(['batch', ...words(options)], { home, env, send });

/** Asked for the fifth row, somebody does something to the output. */
const meanwhile = (act: () => void): Send => {
  let asked = 0;
  return async (request, options) => {
    asked += 1;
    await new Promise(setImmediate);
    if (asked === 5) act();
    return allPaid(request, options);
  };
};

describe.each(['ndjson', 'csv'])('an output that somebody meddles with while it is written: %s', (format) => {
  const out = `out.${format}`;
  const run = (act: () => void): Promise<Ended> => {
    put('in.csv', csv(20));
    return batch(`in.csv --out ${out} --concurrency 2`, meanwhile(act));
  };

  it('deleted: 14, and --resume starts again', async () => {
    const ended = await run(() => {
      rmSync(at(out));
    });
    expect(ended.status).toBe(14);
    expect(said(ended)).toContain(`${out} was deleted while pvg was writing to it`);
    expect(said(ended)).toContain('--resume');
    expect(existsSync(at(out))).toBe(false);
    expect((await batch(`in.csv --out ${out} --resume`)).status).toBe(0);
    expect(got(out)).toContain('token-20');
  });

  it.each([
    ['to nothing', 0],
    ['to a part', 10],
  ])('cut %s: 14', async (_, bytes) => {
    const ended = await run(() => {
      truncateSync(at(out), bytes);
    });
    expect(ended.status).toBe(14);
    expect(said(ended)).toContain(`${out} was changed by another program while pvg was writing to it`);
    expect(said(ended)).toContain('--overwrite');
    expect(got(out)).not.toContain('\0');
  });

  it('written to by another program: 14', async () => {
    const ended = await run(() => {
      appendFileSync(at(out), 'x'.repeat(100_000));
    });
    expect(ended.status).toBe(14);
    expect(said(ended)).toContain(`${out} was changed by another program while pvg was writing to it`);
  });

  it('renamed: 14, and with its name again --resume goes on from it', async () => {
    const ended = await run(() => {
      renameSync(at(out), at('kept'));
    });
    expect(ended.status).toBe(14);
    expect(said(ended)).toContain('give it its old name');
    expect(got('kept')).toContain('token-20');
    renameSync(at('kept'), at(out));
    expect((await batch(`in.csv --out ${out} --resume`, unasked)).status).toBe(0);
  });

  it('replaced by another file: 14, and that one stays as it is', async () => {
    const ended = await run(() => {
      rmSync(at(out));
      put(out, 'mine');
    });
    expect(ended.status).toBe(14);
    expect(got(out)).toBe('mine');
  });
});

describe.each([
  ['a run', ''],
  ['a dry run', '--dry-run'],
])('%s is refused before anything is sent', (_, way) => {
  const refused = async (options: string): Promise<Ended> => {
    put('in.csv', csv(1));
    const before = readdirSync(home).sort();
    const ended = await batch(`in.csv ${options} ${way}`, unasked);
    expect(ended.status).toBe(2);
    expect(readdirSync(home).sort()).toEqual(before);
    return ended;
  };

  it.each(['--out', '--report'])('where the file of %s exists', async (option) => {
    put('page.html', 'mine');
    expect(said(await refused(`${option} page.html`))).toContain(`The ${option} file exists already`);
    expect(got('page.html')).toBe('mine');
  });

  it.each(['--out', '--report'])(
    'where %s is a folder, a device or a link, and says which',
    async (option) => {
      mkdirSync(at('folder.html'));
      symlinkSync('nothing', at('link.html'));
      expect(said(await refused(`${option} folder.html`))).toContain('is a folder');
      expect(said(await refused(`${option} link.html`))).toContain('is a symbolic link');
      if (option === '--out' && platform !== 'win32')
        expect(said(await refused('--out /dev/null'))).toContain('is a pipe or a device');
    },
  );

  it.each(['--out', '--report'])('where there is no folder for %s', async (option) => {
    expect(said(await refused(`${option} nowhere/page.html`))).toMatch(
      /^(?!.*purchases at a time).*The folder of the --\w+ file does not exist/,
    );
    expect(said(await refused(`${option} in.csv/page.html`))).toMatch(
      /The path given with --\w+ leads through a file/,
    );
  });

  it('where --out is the input', async () => {
    expect(said(await refused('--out in.csv --overwrite'))).toContain('are the same file');
  });

  it('where --out is empty, as a variable that is not set leaves it', async () => {
    put('in.csv', csv(1));
    const ended = await pvg(['batch', 'in.csv', '--out', '', ...words(way)], { home, env, send: unasked });
    expect(ended.status).toBe(2);
    expect(said(ended)).toContain('--out is empty');
  });
});

describe('the page of --report', () => {
  it('is refused before anything is sent where no file can be made', async ({ skip }) => {
    if (platform !== 'linux') skip('there is no /proc');
    put('in.csv', csv(1));
    const ended = await batch('in.csv --report /proc/page.html --out out.ndjson', unasked);
    expect(ended.status).toBe(2);
    expect(said(ended)).toContain('pvg cannot create a file in the folder of --report');
    expect(readdirSync(home)).not.toContain('out.ndjson');
  });

  it('that cannot be written after the run costs the status alone: 14', async () => {
    put('in.csv', csv(20));
    mkdirSync(at('pages'));
    const ended = await batch(
      'in.csv --report pages/page.html --out out.ndjson',
      meanwhile(() => {
        rmSync(at('pages'), { recursive: true });
        put('pages', 'a file');
      }),
    );
    expect(ended.status).toBe(14);
    expect(said(ended)).toContain('page.html could not be written');
    expect(got('out.ndjson')).toContain('token-20');
  });
});

const bin = join(import.meta.dirname, '..', '..', 'bin', 'pvg.js');
const program = `"${process.execPath}" "${bin}" batch`;
const shell = (command: string): { status: number | null; stderr: string } =>
  spawnSync('bash', ['-c', command], {
    cwd: home,
    env: { ...env, PATH: process.env['PATH'], HOME: home },
    encoding: 'utf8',
  });

describe.skipIf(platform === 'win32')('standard output that is closed', () => {
  it.each([
    ['>&-', 14, 'Standard output is closed: the rows would be lost. Nothing was sent.'],
    ['--json >&-', 14, 'Standard output is closed'],
    ['> /dev/null', 0, '1 row'],
    ['--out out.ndjson >&-', 0, '1 row'],
    ['--dry-run >&-', 0, ''],
  ])('%s: %i', (line, status, says) => {
    put('in.csv', csv(1));
    const ended = shell(`${program} in.csv --profile local ${line}`);
    expect(ended.stderr).toContain(says);
    expect(ended.status).toBe(status);
  });
});

describe.skipIf(platform === 'win32')('standard output that is the input', () => {
  it.each([
    ['in.csv >> in.csv'],
    ['in.csv --json >> in.csv'],
    ['in.csv --query row >> in.csv'],
    ['in.csv --dry-run >> in.csv'],
    ['./in.csv >> "$PWD/in.csv"'],
    ['linked.csv >> in.csv'],
    ['- < in.csv >> in.csv'],
    ['/dev/stdin < in.csv >> in.csv'],
  ])('is refused, and what is in it stays: %s', (line) => {
    put('in.csv', csv(3));
    symlinkSync('in.csv', at('linked.csv'));
    const ended = shell(`${program} ${line}`);
    expect(ended.stderr.replace(/\s+/g, ' ')).toContain('Standard output and the input are the same file');
    expect(ended.status).toBe(2);
    expect(got('in.csv')).toBe(csv(3));
  });

  it('is taken where it is no regular file: both may be one terminal or one device', () => {
    const ended = shell(`${program} - < /dev/null > /dev/null`);
    expect(ended.stderr).toContain('The input is empty');
  });

  it('may be added to another file', () => {
    put('in.csv', csv(1));
    expect(shell(`${program} in.csv --dry-run >> rows`).status).toBe(0);
    expect(got('rows')).toContain('1 row, all can be looked up');
  });
});
