import { spawnSync } from 'node:child_process';
import {
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
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { FileError, type Files } from '../../src/context.js';
import { openFiles } from '../../src/edge/files.js';

let folder: string;
let files: Files;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pvg-files-'));
  files = openFiles(folder);
});

const at = (name: string): string => join(folder, name);
const modeOf = (path: string): number => statSync(path).mode & 0o777;
const windows = process.platform === 'win32';

describe('append', () => {
  it('makes the file and its folders for their owner alone, and says that the file is new', async () => {
    await expect(files.append('a/b/log', '\none')).resolves.toBe(true);
    await expect(files.append('a/b/log', '\ntwo')).resolves.toBe(false);
    expect(readFileSync(at('a/b/log'), 'utf8')).toBe('\none\ntwo');
    if (!windows) expect([modeOf(at('a/b/log')), modeOf(at('a/b'))]).toEqual([0o600, 0o700]);
  });

  it.runIf(!windows)(
    'gives a new file the mode that is asked for, and leaves that of an old one',
    async () => {
      await files.append('log', '\none', 0o640);
      expect(modeOf(at('log'))).toBe(0o640);
      await files.append('log', '\ntwo', 0o644);
      expect(modeOf(at('log'))).toBe(0o640);
    },
  );

  it.runIf(!windows)('never writes through a symlink, nor into what is no file', async () => {
    writeFileSync(at('victim'), 'text');
    symlinkSync(at('victim'), at('link'));
    await expect(files.append('link', 'one')).rejects.toMatchObject({ code: 'ELOOP' });
    expect(readFileSync(at('victim'), 'utf8')).toBe('text');
    spawnSync('mkfifo', [at('pipe')]);
    await expect(files.append('pipe', 'one')).rejects.toMatchObject({ code: 'ENXIO' });
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

  it('says ENOSPC for a short write', async () => {
    const short = writing((real, data) => real.write(data.subarray(0, 3)));
    await expect(openFiles(folder, { system: short }).append('log', '\nfirst')).rejects.toMatchObject({
      code: 'ENOSPC',
    });
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
