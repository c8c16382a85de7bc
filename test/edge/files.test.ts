import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  lstatSync,
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
import { openFiles } from '../../src/edge/files.js';
import type { FileSystem } from '../../src/edge/system.js';

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

describe('append', () => {
  it('makes the file and its folders for their owner alone', async () => {
    await expect(files.append('a/b/log', 'one')).resolves.toEqual({ bytes: 4, beginning: 'one\n' });
    await expect(files.append('a/b/log', 'two')).resolves.toEqual({ bytes: 8, beginning: 'one\ntwo\n' });
    expect(readFileSync(at('a/b/log'), 'utf8')).toBe('one\ntwo\n');
    if (!windows) expect([modeOf(at('a/b/log')), modeOf(at('a/b'))]).toEqual([0o600, 0o700]);
  });

  it('closes a line that an ended writer left torn', async () => {
    writeFileSync(at('log'), 'one\ntor');
    await files.append('log', 'two');
    expect(readFileSync(at('log'), 'utf8')).toBe('one\ntor\ntwo\n');
  });

  it('tells only the beginning of a long file', async () => {
    writeFileSync(at('log'), `${'x'.repeat(5_000)}\n`);
    await expect(files.append('log', 'two')).resolves.toEqual({ bytes: 5_005, beginning: 'x'.repeat(64) });
  });

  it.runIf(!windows)('makes a file tight that others may read', async () => {
    writeFileSync(at('log'), '', { mode: 0o644 });
    await files.append('log', 'one');
    expect(modeOf(at('log'))).toBe(0o600);
  });

  it.runIf(!windows)('never writes through a symlink, nor into what is no file', async () => {
    writeFileSync(at('victim'), 'text');
    symlinkSync(at('victim'), at('link'));
    await expect(files.append('link', 'one')).rejects.toMatchObject({ code: 'ELOOP' });
    expect(readFileSync(at('victim'), 'utf8')).toBe('text');
    spawnSync('mkfifo', [at('pipe')]);
    await expect(files.append('pipe', 'one')).rejects.toMatchObject({ code: 'EINVAL' });
    mkdirSync(at('d'));
    await expect(files.append('d', 'one')).rejects.toMatchObject({ code: 'EISDIR' });
  });

  /** The real calls, but each write of a handle goes through `write`. */
  const writing = (write: (real: system.FileHandle, data: Buffer) => Promise<{ bytesWritten: number }>) => ({
    ...system,
    open: async (...words: Parameters<typeof system.open>) => {
      const handle = await system.open(...words);
      return new Proxy(handle, {
        get: (target, name) => {
          if (name === 'write') return (data: Buffer) => write(target, data);
          const value: unknown = Reflect.get(target, name, target);
          return typeof value === 'function' ? (value.bind(target) as unknown) : value;
        },
      });
    },
  });

  it('says ENOSPC for a short write, and the next line stands apart', async () => {
    const short = writing((real, data) => real.write(data.subarray(0, 3)));
    await expect(openFiles(folder, { system: short }).append('log', 'first')).rejects.toMatchObject({
      code: 'ENOSPC',
    });
    await files.append('log', 'second');
    expect(readFileSync(at('log'), 'utf8')).toBe('fir\nsecond\n');
  });

  it.each([
    ['ended its line', 'other\n', 'one\nother\nmine\n'],
    ['was killed in the middle', 'oth', 'one\nothmine\nmine\n'],
  ])('keeps the line when another writer came between and %s', async (_what, between, expected) => {
    writeFileSync(at('log'), 'one\n');
    let first = true;
    const raced = writing(async (real, data) => {
      if (first) await system.appendFile(at('log'), between);
      first = false;
      return real.write(data);
    });
    await openFiles(folder, { system: raced }).append('log', 'mine');
    expect(readFileSync(at('log'), 'utf8')).toBe(expected);
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

describe('create', () => {
  it('makes a new file for its owner alone', async () => {
    await files.create('new', 'text');
    expect(readFileSync(at('new'), 'utf8')).toBe('text');
    if (!windows) expect(modeOf(at('new'))).toBe(0o600);
  });

  it('never writes over a file or through a symlink', async () => {
    writeFileSync(at('old'), 'old');
    symlinkSync(at('victim'), at('dangling'));
    symlinkSync(at('old'), at('link'));
    for (const name of ['old', 'dangling', 'link']) {
      await expect(files.create(name, 'new')).rejects.toMatchObject({ code: 'EEXIST', path: name });
    }
    expect(readFileSync(at('old'), 'utf8')).toBe('old');
    expect(existsSync(at('victim'))).toBe(false);
  });
});

describe('replace', () => {
  it('makes the file and missing folders for their owner alone', async () => {
    await files.replace('a/b/c', 'text');
    expect(readFileSync(at('a/b/c'), 'utf8')).toBe('text');
    if (!windows) expect([at('a'), at('a/b'), at('a/b/c')].map(modeOf)).toEqual([0o700, 0o700, 0o600]);
  });

  it.runIf(process.platform === 'linux' && existsSync('/proc'))(
    'ends where no folder can be made, with the code of the system',
    async () => {
      await expect(files.replace('/proc/nope/deep/f', 'text')).rejects.toMatchObject({
        code: expect.stringMatching(/^E(NOENT|ACCES|PERM|ROFS)$/) as string,
        path: '/proc/nope/deep/f',
      });
    },
  );

  it('says so where a file stands in the way of a folder', async () => {
    writeFileSync(at('file'), '');
    await expect(files.replace('file/f', 'text')).rejects.toMatchObject({ code: 'ENOTDIR' });
    await expect(files.replace('file/deep/f', 'text')).rejects.toMatchObject({ code: 'ENOTDIR' });
  });

  it('makes one folder for many at once', async () => {
    await Promise.all(['1', '2', '3', '4'].map((name) => files.replace(`a/b/${name}`, name)));
    expect(readdirSync(at('a/b'))).toEqual(['1', '2', '3', '4']);
  });

  it('replaces the whole file and leaves nothing beside it', async () => {
    writeFileSync(at('f'), 'a much longer text than the new one', { mode: 0o644 });
    await files.replace('f', Buffer.from('short'));
    expect(readFileSync(at('f'), 'utf8')).toBe('short');
    expect(readdirSync(folder)).toEqual(['f']);
    if (!windows) expect(modeOf(at('f'))).toBe(0o600);
  });

  it('replaces a symlink and not what it points to', async () => {
    writeFileSync(at('victim'), 'victim');
    symlinkSync(at('victim'), at('link'));
    await files.replace('link', 'new');
    expect(readFileSync(at('victim'), 'utf8')).toBe('victim');
    expect(lstatSync(at('link')).isSymbolicLink()).toBe(false);
  });

  it('over a folder fails and leaves nothing beside it', async () => {
    mkdirSync(at('d'));
    await expect(files.replace('d', 'x')).rejects.toBeInstanceOf(FileError);
    expect(readdirSync(folder)).toEqual(['d']);
  });

  it('is done by many at once, and one of them stands whole', async () => {
    const texts = Array.from({ length: 30 }, (_, index) => String(index).repeat(10_000));
    await Promise.all(texts.map((text) => files.replace('f', text)));
    expect(texts).toContain(readFileSync(at('f'), 'utf8'));
    expect(readdirSync(folder)).toEqual(['f']);
  });

  it('removes what a killed writer of the same file left, and nothing else', async () => {
    const orphan = '.f.4711-0123456789ab.tmp';
    const ofALivingOne = '.f.12-0123456789ab.tmp';
    const others = ['.g.4711-0123456789ab.tmp', '.f.tmp', 'f.4711-0123456789ab.tmp'];
    for (const name of [orphan, ofALivingOne, ...others]) writeFileSync(at(name), 'left');
    await openFiles(folder, { pid: 1, isRunning: (pid) => pid === 12 }).replace('f', 'new');
    expect(readdirSync(folder).sort()).toEqual(['f', ofALivingOne, ...others].sort());
  });
});

describe('stage', () => {
  const other = (text: string) => (path: string) => system.writeFile(path, text, { mode: 0o644 });

  it('puts what another program wrote in the place of the old file, for its owner alone', async () => {
    writeFileSync(at('f'), 'old');
    await files.stage('f', other('new'));
    expect(readFileSync(at('f'), 'utf8')).toBe('new');
    expect(readdirSync(folder)).toEqual(['f']);
    if (!windows) expect(modeOf(at('f'))).toBe(0o600);
  });

  it('never over a file when it is to be new', async () => {
    await files.stage('a/f', other('first'), { isNew: true });
    await expect(files.stage('a/f', other('second'), { isNew: true })).rejects.toMatchObject({
      code: 'EEXIST',
    });
    expect(readFileSync(at('a/f'), 'utf8')).toBe('first');
    expect(readdirSync(at('a'))).toEqual(['f']);
  });

  it('leaves the old file where the other program fails', async () => {
    writeFileSync(at('f'), 'old');
    const failing = async (path: string): Promise<void> => {
      await other('half')(path);
      throw new TypeError('not my day');
    };
    await expect(files.stage('f', failing)).rejects.toBeInstanceOf(TypeError);
    expect(readFileSync(at('f'), 'utf8')).toBe('old');
    expect(readdirSync(folder)).toEqual(['f']);
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

describe('mode', () => {
  it.runIf(!windows)('is that of a regular file, links followed, and of nothing else', async () => {
    writeFileSync(at('f'), '', { mode: 0o640 });
    symlinkSync(at('f'), at('link'));
    mkdirSync(at('d'));
    spawnSync('mkfifo', [at('pipe')]);
    const modes = await Promise.all(['f', 'link', 'd', 'pipe', 'none'].map((name) => files.mode(name)));
    expect(modes).toEqual([0o640, 0o640, undefined, undefined, undefined]);
  });
});

describe('whichever call of the system fails', () => {
  /** A file system of which the call number `failing` fails; writes are short, as on a disk that fills. */
  function brittle(failing: number, code: string): { system: FileSystem; calls: () => string[] } {
    const calls: string[] = [];
    const counted = async <Result>(name: string, operation: () => Promise<Result>): Promise<Result> => {
      calls.push(name);
      if (calls.length === failing) throw Object.assign(new Error(code), { code });
      return operation();
    };
    const open: FileSystem['open'] = async (...parameters) => {
      const handle = await counted('open', () => system.open(...parameters));
      return new Proxy(handle, {
        get: (target, name) => {
          const value: unknown = Reflect.get(target, name);
          if (typeof value !== 'function') return value;
          const call = value.bind(target) as (...values: unknown[]) => Promise<unknown>;
          if (name === 'write') {
            return (data: Uint8Array) => counted('write', () => call(data, 0, Math.min(data.length, 4)));
          }
          if (name === 'sync' || name === 'stat') return () => counted(name, () => call());
          return call;
        },
      });
    };
    return {
      calls: () => calls,
      system: {
        open,
        rename: (from, to) => counted('rename', () => system.rename(from, to)),
        link: system.link,
        unlink: system.unlink,
        chmod: system.chmod,
        stat: ((path) => counted('stat', () => system.stat(path))) as FileSystem['stat'],
        mkdir: system.mkdir,
        readdir: system.readdir,
        lstat: system.lstat,
        utimes: system.utimes,
      },
    };
  }

  it('replace goes through these calls', async () => {
    const { system: all, calls } = brittle(0, '');
    await openFiles(folder, { system: all }).replace('f', 'new text');
    expect(calls()).toEqual(['stat', 'open', 'write', 'write', 'sync', 'stat', 'rename', 'open', 'sync']);
  });

  it.each([1, 2, 3, 4, 5, 6, 7, 8, 9])(
    'number %i: the file is whole, old or new, and nothing is beside it',
    async (number) => {
      writeFileSync(at('f'), 'old text');
      const { system: failing } = brittle(number, 'ENOSPC');
      await expect(openFiles(folder, { system: failing }).replace('f', 'new text')).rejects.toMatchObject({
        name: 'FileError',
        code: 'ENOSPC',
        path: 'f',
      });
      expect(readFileSync(at('f'), 'utf8')).toBe(number < 8 ? 'old text' : 'new text');
      expect(readdirSync(folder)).toEqual(['f']);
    },
  );

  it.each([1, 2, 3, 4, 5])('number %i: create leaves no part of a file', async (number) => {
    const { system: failing } = brittle(number, 'ENOSPC');
    await expect(openFiles(folder, { system: failing }).create('f', 'new text')).rejects.toMatchObject({
      code: 'ENOSPC',
    });
    expect(readdirSync(folder)).toEqual([]);
  });

  it('a folder that cannot be synced is no failure', async () => {
    const { system: failing } = brittle(9, 'EINVAL');
    await openFiles(folder, { system: failing }).replace('f', 'new text');
    expect(readFileSync(at('f'), 'utf8')).toBe('new text');
  });

  it('a rename that a scanner holds up is tried again', async () => {
    const { system: failing, calls } = brittle(7, 'EPERM');
    await openFiles(folder, { system: failing }).replace('f', 'new text');
    expect(readFileSync(at('f'), 'utf8')).toBe('new text');
    expect(calls().filter((name) => name === 'rename')).toHaveLength(2);
  });

  it('a size that is not what was written is a failure', async () => {
    const short: FileSystem = {
      ...system,
      open: async (...parameters) => {
        const handle = await system.open(...parameters);
        return new Proxy(handle, {
          get: (target, name) => {
            if (name === 'stat') return () => Promise.resolve({ size: 1 });
            const value: unknown = Reflect.get(target, name);
            return typeof value === 'function' ? (value.bind(target) as unknown) : value;
          },
        });
      },
    };
    writeFileSync(at('f'), 'old');
    await expect(openFiles(folder, { system: short }).replace('f', 'new')).rejects.toMatchObject({
      code: 'EIO',
    });
    expect(readFileSync(at('f'), 'utf8')).toBe('old');
  });
});

it('names the folders upward, nearest first', () => {
  const upward = files.foldersUpward();
  expect(upward.slice(0, 2)).toEqual([folder, dirname(folder)]);
  expect(upward.at(-1)).toBe(dirname(upward.at(-1) ?? ''));
});

describe('isTaken', () => {
  it.each<[string, boolean, () => void]>([
    ['a file', true, () => writeFileSync(at('name'), '')],
    ['a folder', true, () => mkdirSync(at('name'))],
    ['a symlink that leads nowhere', true, () => symlinkSync(at('nowhere'), at('name'))],
    ['nothing', false, () => undefined],
  ])('%s: %s', async (_, taken, make) => {
    make();
    expect(await files.isTaken('name')).toBe(taken);
  });

  it('is not what lies below a missing folder or a file', async () => {
    writeFileSync(at('f'), '');
    expect(await files.isTaken('missing/name')).toBe(false);
    expect(await files.isTaken('f/name')).toBe(false);
  });
});
