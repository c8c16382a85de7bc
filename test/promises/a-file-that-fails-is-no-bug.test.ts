import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { FileError, type Files } from '../../src/file-access.js';
import { runProgram } from '../../src/program.js';
import { allPaid, csv } from '../helpers/batch.js';
import { serviceEnv, temporaryFolder, testContext } from '../helpers/context.js';

/** A command whose file cannot be used says which one and why, and never that pvg has a bug. */

/** Those that can fail. */
const failing: readonly (keyof Files)[] = [
  ...([
    'read',
    'readIfThere',
    'write',
    'writeAtomically',
    'append',
    'piecesFromEnd',
    'readFrom',
  ] as const),
  ...(['listNames', 'remove', 'rename', 'fileType', 'lock', 'lockWhenFree'] as const),
  ...(['open', 'openAppend', 'openLines'] as const),
];

const lines: readonly (readonly string[])[] = [
  ['batch', 'in.csv', '--out', 'out.csv', '--resume'],
  ['batch', 'in.csv', '--out', 'new.csv', '--summary', 's.json', '--failed', 'f.csv'],
  ['batch', 'in.csv', '--out', 'new.csv', '--merge', 'out.csv', '--report', 'r.html'],
  ['reconcile', '--lookups', 'out.csv', '--granted', 'in.csv', '--out', 'rows.ndjson'],
  ['reconcile', '--lookups', 'out.csv', '--granted', 'in.csv', '--against', 'old.ndjson'],
  ['diagnose', 'requests'],
  ['lookup', '@receipt.txt', '--product-id', 'gems', '--package', 'com.a.b', '--report', 'r.md'],
  ['profile', 'list'],
  ['profile', 'import', 'receipt.txt'],
  ['journal', 'list'],
  ['journal', 'delete', '--yes'],
  ['report', '--last', '--out', 'x.html'],
  ['conform', '--vectors', 'old.ndjson', '--junit', 'j.xml', '--', 'true'],
  ['doctor'],
];

/** A folder with what the lines name. */
function workingFolder(): string {
  const home = temporaryFolder();
  writeFileSync(join(home, 'in.csv'), csv(3));
  writeFileSync(join(home, 'receipt.txt'), 'token-1');
  writeFileSync(join(home, 'old.ndjson'), '{}\n');
  mkdirSync(join(home, 'requests'));
  return home;
}

async function endedWith(
  home: string,
  line: readonly string[],
  files: (files: Files) => Partial<Files>,
): Promise<{ status: number; said: string }> {
  const made = testContext({ env: serviceEnv('https://gw.example'), home, send: allPaid });
  const context = { ...made, files: { ...made.files, ...files(made.files) } };
  const status = await runProgram(context, line);
  return { status, said: made.stdout.text() + made.stderr.text() };
}

describe.each(failing)('A failure of files.%s', (method) => {
  it.each(lines.map((line) => [line.join(' '), line] as const))('in %s', async (_, line) => {
    const home = workingFolder();
    await endedWith(home, ['batch', 'in.csv', '--out', 'out.csv'], () => ({}));
    for (const code of ['EACCES', 'EIO', 'ENAMETOOLONG']) {
      const { status, said } = await endedWith(home, line, () => ({
        [method]: (path: string) => {
          const error = new FileError(code, path);
          return method === 'piecesFromEnd' ? failingPieces(error) : Promise.reject(error);
        },
      }));
      expect([status, said]).not.toEqual([1, expect.anything()]);
      expect(said).not.toContain('bug in pvg');
    }
  });
});

describe('A failure while an open file is read', () => {
  it.each(lines.map((line) => [line.join(' '), line] as const))('in %s', async (_, line) => {
    const home = workingFolder();
    await endedWith(home, ['batch', 'in.csv', '--out', 'out.csv'], () => ({}));
    const { status, said } = await endedWith(home, line, ({ open }) => ({
      open: async (path) => {
        const file = await open(path);
        return { ...file, chunks: failingPieces(new FileError('EIO', path)) };
      },
    }));
    expect([status, said]).not.toEqual([1, expect.anything()]);
  });
});

async function* failingPieces(error: FileError): AsyncGenerator<Buffer> {
  yield await Promise.reject<Buffer>(error);
}

it('listen names the folder of --save, whatever the system says about it', async () => {
  const home = temporaryFolder();
  const folder = 'x'.repeat(300);
  const { status, said } = await endedWith(
    home,
    ['listen', '--port', '0', '--save', folder],
    () => ({}),
  );
  expect([status, said]).toEqual([2, expect.stringContaining('--save')]);
  expect(said).toContain('ENAMETOOLONG');
});

describe('A file from which another one is made is the one that is named', () => {
  it('as the rows beside a CSV', async () => {
    const home = workingFolder();
    const line = ['batch', 'in.csv', '--out', 'out.csv', '--json'];
    const { status, said } = await endedWith(home, line, ({ open }) => ({
      open: async (path) => {
        const file = await open(path);
        if (path === 'in.csv') return file;
        return { ...file, chunks: failingPieces(new FileError('EIO', path)) };
      },
    }));
    expect(status).toBe(14);
    expect(said).toMatch(/out\.csv could not be written: pvg cannot read \.out\.csv\.ndjson:/);
  });

  it('as a part of a merge', async () => {
    const home = workingFolder();
    await endedWith(home, ['batch', 'in.csv', '--out', 'part.ndjson'], () => ({}));
    const line = ['batch', 'in.csv', '--out', 'out.ndjson', '--merge', 'part.ndjson'];
    const { status, said } = await endedWith(home, line, ({ openLines }) => ({
      openLines: async (path) => {
        const file = await openLines(path);
        const lineAt = (): never => {
          throw new FileError('EIO', path);
        };
        return { ...file, lineAt };
      },
    }));
    expect(status).toBe(2);
    expect(said).toContain('pvg cannot read part.ndjson');
    expect(said).not.toContain('could not be written');
  });
});
