import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import * as system from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { FileError, type Files } from '../../src/context.js';
import { openFiles, type FilesOptions } from '../../src/edge/files.js';
import { coded, type FileSystem } from '../../src/edge/system.js';

let folder: string;
let files: Files;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pvg-files-'));
  files = openFiles(folder);
});

const at = (name: string): string => join(folder, name);
const modeOf = (path: string): number => statSync(path).mode & 0o777;
const windows = process.platform === 'win32';

describe('read', () => {
  it('gives the bytes, by a path relative to the working folder or absolute', async () => {
    const bytes = Buffer.from([0, 255, 10, 13]);
    writeFileSync(at('a'), bytes);
    expect(Buffer.from(await files.read('a'))).toEqual(bytes);
    expect(Buffer.from(await files.read(at('a')))).toEqual(bytes);
  });

  it('gives a large file whole', async () => {
    const bytes = Buffer.alloc(3_000_001, 'abc');
    writeFileSync(at('a'), bytes);
    expect(Buffer.from(await files.read('a')).equals(bytes)).toBe(true);
  });

  it('says what is wrong by its code and path, and nothing of the content', async () => {
    mkdirSync(at('d'));
    writeFileSync(at('f'), 's3cret');
    await expect(files.read('none')).rejects.toMatchObject({
      name: 'FileError',
      code: 'ENOENT',
      path: 'none',
    });
    await expect(files.read('d')).rejects.toMatchObject({ name: 'FileError', code: 'EISDIR' });
    await expect(files.read('f/g')).rejects.toMatchObject({ code: 'ENOTDIR' });
    await expect(files.read('a\0b')).rejects.toBeInstanceOf(FileError);
  });

  it('gives undefined only where there is no file and that was asked for', async () => {
    mkdirSync(at('d'));
    await expect(files.readIfThere('none')).resolves.toBeUndefined();
    await expect(files.readIfThere('d')).rejects.toMatchObject({ code: 'EISDIR' });
  });

  it.runIf(!windows)('reads a pipe to its end', async () => {
    spawnSync('mkfifo', [at('pipe')]);
    const reading = files.read('pipe');
    await system.writeFile(at('pipe'), 'through a pipe');
    expect(Buffer.from(await reading).toString()).toBe('through a pipe');
  });
});

describe('names, rename and remove', () => {
  it('list a folder, and nothing where there is none', async () => {
    writeFileSync(at('b'), '');
    writeFileSync(at('a'), '');
    await expect(files.names('.')).resolves.toEqual(['a', 'b']);
    await expect(files.names('none')).resolves.toEqual([]);
    await expect(files.names('a/b')).resolves.toEqual([]);
  });

  it('move and delete a file, and say whether there was one', async () => {
    writeFileSync(at('a'), 'text');
    await files.rename('a', 'b');
    await expect(files.remove('b')).resolves.toBe(true);
    await expect(files.remove('b')).resolves.toBe(false);
    await expect(files.rename('a', 'b')).rejects.toMatchObject({ name: 'FileError', code: 'ENOENT' });
    mkdirSync(at('d'));
    await expect(files.remove('d')).rejects.toMatchObject({ name: 'FileError' });
  });
});

it('sweep removes what killed writers left of any file, and what other programs made beside it', async () => {
  const left = ['.f.4711-0123456789ab.tmp', '.g.4711-0123456789ab.tmp', '.g.4711-0123456789ab.tmp.tmp-1234'];
  const kept = ['.f.12-0123456789ab.tmp', '.f.tmp', 'f.4711-0123456789ab.tmp'];
  for (const name of [...left, ...kept]) writeFileSync(at(name), 'left');
  const sweeping = openFiles(folder, { isRunning: (pid) => pid === 12 });
  await sweeping.sweep('.');
  await sweeping.sweep('none');
  expect(readdirSync(folder).sort()).toEqual(kept.sort());
});

describe('link', () => {
  it('gives a file a second name, and never one that is taken', async () => {
    writeFileSync(at('f'), 'text');
    await files.link('f', 'a/b');
    expect(readFileSync(at('a/b'), 'utf8')).toBe('text');
    await expect(files.link('f', 'a/b')).rejects.toMatchObject({ code: 'EEXIST', path: 'a/b' });
    await expect(files.link('none', 'g')).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('copies where the file system knows no second names', async () => {
    const none: FileSystem = {
      ...system,
      link: () => Promise.reject(Object.assign(new Error('no'), { code: 'EPERM' })),
    };
    writeFileSync(at('f'), 'text');
    await openFiles(folder, { system: none }).link('f', 'g');
    expect(readFileSync(at('g'), 'utf8')).toBe('text');
    await expect(openFiles(folder, { system: none }).link('f', 'g')).rejects.toMatchObject({
      code: 'EEXIST',
    });
  });
});

it.runIf(!windows)(
  'tighten leaves a file and a folder to their owner, and what a link leads to as it is',
  async () => {
    for (const name of ['f', 'victim']) {
      writeFileSync(at(name), '');
      chmodSync(at(name), 0o644);
    }
    mkdirSync(at('d'));
    chmodSync(at('d'), 0o755);
    symlinkSync(at('victim'), at('link'));
    for (const name of ['f', 'd', 'link']) await files.tighten(name);
    expect(['f', 'd', 'victim'].map((name) => modeOf(at(name)))).toEqual([0o600, 0o700, 0o644]);
  },
);

describe('look', () => {
  const sees = async (name: string, options?: FilesOptions) =>
    (options ? openFiles(folder, options) : files).look(name);

  it.runIf(!windows)('tells kind, mode and owner of what a path leads to', async () => {
    writeFileSync(at('f'), '', { mode: 0o640 });
    symlinkSync(at('f'), at('link'));
    mkdirSync(at('d'), { mode: 0o750 });
    spawnSync('mkfifo', ['-m', '600', at('pipe')]);
    expect(
      await Promise.all(['f', 'link', 'd', 'pipe', 'none', 'f/below'].map((name) => sees(name))),
    ).toEqual([
      { kind: 'file', mode: 0o640, isOwn: true },
      { kind: 'file', mode: 0o640, isOwn: true },
      { kind: 'folder', mode: 0o750, isOwn: true },
      { kind: 'other', mode: 0o600, isOwn: true },
      undefined,
      undefined,
    ]);
  });

  it.runIf(!windows)('knows what belongs to another user', async () => {
    writeFileSync(at('f'), '');
    expect(await sees('f', { userId: (process.getuid?.() ?? 0) + 1 })).toMatchObject({ isOwn: false });
  });

  it('takes all for its owner’s alone where users have no number', async () => {
    writeFileSync(at('f'), '', { mode: 0o644 });
    mkdirSync(at('d'), { mode: 0o755 });
    const nobody = { userId: undefined };
    expect(await sees('f', nobody)).toEqual({ kind: 'file', mode: 0o600, isOwn: true });
    expect(await sees('d', nobody)).toEqual({ kind: 'folder', mode: 0o700, isOwn: true });
  });
});

describe('writingFails', () => {
  it.each([
    ['a folder', 'd', undefined],
    ['one yet to be made', 'd/new/newer', undefined],
    ['a file', 'f', 'ENOTDIR'],
    ['what lies below a file', 'f/below', 'ENOTDIR'],
  ])('tells why no file can be made in %s, and makes none', async (_, name, code) => {
    mkdirSync(at('d'));
    writeFileSync(at('f'), '');
    expect(await files.writingFails(name)).toBe(code);
    expect(readdirSync(folder, { recursive: true }).sort()).toEqual(['d', 'f']);
  });

  it('knows a file system that takes none', async () => {
    const readOnly = { ...system, access: () => Promise.reject(coded('EROFS')) };
    expect(await openFiles(folder, { system: readOnly }).writingFails('.')).toBe('EROFS');
  });
});

it('names the folders upward, nearest first', () => {
  const upward = files.foldersUpward();
  expect(upward.slice(0, 2)).toEqual([folder, dirname(folder)]);
  expect(upward.at(-1)).toBe(dirname(upward.at(-1) ?? ''));
});
