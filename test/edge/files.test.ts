import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, linkSync, lstatSync, mkdirSync, readdirSync } from 'node:fs';
import { readFileSync, rmSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { FileError, type Files } from '../../src/context.js';
import { openFiles } from '../../src/edge/files.js';
import { temporaryFolder } from '../support/context.js';

let folder: string;
let files: Files;
beforeEach(() => {
  folder = temporaryFolder();
  files = openFiles(folder);
});

const at = (name: string): string => join(folder, name);
const text = (name: string): string => readFileSync(at(name), 'utf8');
const modeOf = (name: string): number => statSync(at(name)).mode & 0o777;
const windows = process.platform === 'win32';

describe('read', () => {
  it('gives the bytes, by a path relative to the working folder or absolute', async () => {
    const bytes = Buffer.alloc(3_000_001, Buffer.from([0, 255, 10, 13]));
    writeFileSync(at('a'), bytes);
    for (const path of ['a', at('a')]) expect(bytes.equals(await files.read(path))).toBe(true);
  });

  it('says what is wrong by its code and path, and nothing of the content', async () => {
    mkdirSync(at('d'));
    writeFileSync(at('f'), 's3cret');
    for (const [path, code] of [
      ['none', 'ENOENT'],
      ['d', 'EISDIR'],
      ['f/g', 'ENOTDIR'],
    ])
      await expect(files.read(path ?? '')).rejects.toMatchObject({ name: 'FileError', code, path });
    await expect(files.read('a\0b')).rejects.toBeInstanceOf(FileError);
    await expect(files.readIfThere('none')).resolves.toBeUndefined();
    await expect(files.readIfThere('d')).rejects.toMatchObject({ code: 'EISDIR' });
  });

  it.runIf(!windows)('reads a pipe to its end, and not where a regular file is wanted', async () => {
    spawnSync('mkfifo', [at('pipe')]);
    const reading = files.read('pipe');
    await writeFile(at('pipe'), 'through a pipe');
    expect(Buffer.from(await reading).toString()).toBe('through a pipe');
    await expect(files.readIfThere('pipe')).rejects.toMatchObject({ code: 'EINVAL' });
  });
});

it('a folder is listed, and a file is removed', async () => {
  for (const name of ['b', 'a']) writeFileSync(at(name), '');
  expect([await files.names('.'), await files.names('none'), await files.names('a/b')]).toEqual([
    ['a', 'b'],
    [],
    [],
  ]);
  expect([await files.remove('a'), await files.remove('a')]).toEqual([true, false]);
  mkdirSync(at('d'));
  await expect(files.remove('d')).rejects.toMatchObject({ name: 'FileError' });
});

it('two paths of one file have an identity in common, and two files have none', async () => {
  mkdirSync(at('d'));
  writeFileSync(at('f'), '');
  if (!windows) symlinkSync(at('d'), at('link'));
  const common = async (one: string, other: string): Promise<boolean> => {
    const ids = await files.identities(one);
    return (await files.identities(other)).some((id) => ids.includes(id));
  };
  expect(await Promise.all([common('f', './d/../f'), common('f', 'g'), common('new', 'd/../new')])).toEqual([
    true,
    false,
    true,
  ]);
  if (!windows) expect(await common('d/new', 'link/new')).toBe(true);
});

describe('create', () => {
  it('makes a new file for its owner alone, never over a file or through a link', async () => {
    await files.create('new', 'text');
    expect(text('new')).toBe('text');
    if (!windows) expect(modeOf('new')).toBe(0o600);
    writeFileSync(at('old'), 'old');
    symlinkSync(at('victim'), at('dangling'));
    symlinkSync(at('old'), at('link'));
    for (const name of ['old', 'dangling', 'link'])
      await expect(files.create(name, 'new')).rejects.toMatchObject({ code: 'EEXIST', path: name });
    expect([text('old'), existsSync(at('victim'))]).toEqual(['old', false]);
  });
});

describe('append', () => {
  it('makes the file and its folders for their owner alone, and says that the file is new', async () => {
    expect([await files.append('a/b/log', '\none'), await files.append('a/b/log', '\ntwo')]).toEqual([
      true,
      false,
    ]);
    expect(text('a/b/log')).toBe('\none\ntwo');
    if (!windows) expect(['a/b/log', 'a/b'].map(modeOf)).toEqual([0o600, 0o700]);
  });

  it.runIf(!windows)(
    'gives a new file the mode that is asked for, and leaves that of an old one',
    async () => {
      for (const mode of [0o640, 0o644]) await files.append('log', '\none', mode);
      expect(modeOf('log')).toBe(0o640);
    },
  );

  it.runIf(!windows)('never writes through a link, nor into what is not a file', async () => {
    writeFileSync(at('victim'), 'text');
    symlinkSync(at('victim'), at('link'));
    spawnSync('mkfifo', [at('pipe')]);
    mkdirSync(at('d'));
    for (const name of ['link', 'pipe', 'd'])
      await expect(files.append(name, 'one')).rejects.toMatchObject({
        code: { link: 'ELOOP', pipe: 'ENXIO', d: 'EISDIR' }[name],
      });
    expect(text('victim')).toBe('text');
  });
});

describe('replace', () => {
  it('makes the file and missing folders for their owner alone, whole, with nothing beside it', async () => {
    await files.replace('a/b/c', 'a much longer text than the next one');
    await files.replace('a/b/c', Buffer.from('short'));
    expect([text('a/b/c'), readdirSync(at('a/b'))]).toEqual(['short', ['c']]);
    if (!windows) expect(['a', 'a/b', 'a/b/c'].map(modeOf)).toEqual([0o700, 0o700, 0o600]);
  });

  it.runIf(process.platform === 'linux')(
    'ends where no folder can be made, with the code of the system',
    async () => {
      const path = '/proc/nope/deep/f';
      const code = expect.stringMatching(/^E(NOENT|ACCES|PERM|ROFS)$/) as string;
      await expect(files.replace(path, 'text')).rejects.toMatchObject({ code, path });
      writeFileSync(at('file'), '');
      await expect(files.replace('file/deep/f', 'text')).rejects.toMatchObject({ code: 'ENOTDIR' });
    },
  );

  it('is done by many at once: one of them stands whole, and each folder is made once', async () => {
    const texts = Array.from({ length: 30 }, (_, index) => String(index).repeat(10_000));
    await Promise.all(
      texts.map((each, index) => files.replace(index % 2 === 0 ? 'a/b/f' : `a/b/${index}`, each)),
    );
    expect(texts).toContain(text('a/b/f'));
    expect(readdirSync(at('a/b'))).toHaveLength(16);
  });

  it('replaces a link and not what it points to; a folder and a pipe stay', async () => {
    writeFileSync(at('victim'), 'victim');
    symlinkSync(at('victim'), at('link'));
    await files.replace('link', 'new');
    expect([text('victim'), lstatSync(at('link')).isSymbolicLink()]).toEqual(['victim', false]);
    mkdirSync(at('d'));
    await expect(files.replace('d', 'x')).rejects.toBeInstanceOf(FileError);
    if (!windows) {
      spawnSync('mkfifo', [at('pipe')]);
      await expect(files.replace('pipe', 'x')).rejects.toMatchObject({ code: 'EINVAL' });
    }
    expect(readdirSync(folder).filter((name) => name.startsWith('.'))).toEqual([]);
  });

  it('removes what killed writers left more than an hour ago, and nothing else', async () => {
    const old = ['.f.0123456789ab.tmp', '.g.4711-0123456789ab.tmp', '.g.0123456789ab.tmp.tmp-1234'];
    const kept = ['.f.tmp', 'f.0123456789ab.tmp', '.h.0123456789ab.tmp'];
    const anHourAgo = Date.now() / 1000 - 3601;
    for (const name of [...old, ...kept]) {
      writeFileSync(at(name), 'left');
      if (name !== '.h.0123456789ab.tmp') utimesSync(at(name), anHourAgo, anHourAgo);
    }
    await files.replace('f', 'new');
    expect(readdirSync(folder).sort()).toEqual(['f', ...kept].sort());
  });
});

describe('stage', () => {
  const other = (content: string) => (path: string) => writeFile(path, content, { mode: 0o644 });

  it('puts what another program wrote in the place of the old file, for its owner alone', async () => {
    writeFileSync(at('f'), 'old');
    await files.stage('f', other('new'));
    expect([text('f'), readdirSync(folder)]).toEqual(['new', ['f']]);
    if (!windows) expect(modeOf('f')).toBe(0o600);
  });

  it('is never over a file when it is to be new', async () => {
    await files.stage('a/f', other('first'), true);
    await expect(files.stage('a/f', other('second'), true)).rejects.toMatchObject({ code: 'EEXIST' });
    expect([text('a/f'), readdirSync(at('a'))]).toEqual(['first', ['f']]);
  });

  it('leaves the old file where the other program fails', async () => {
    writeFileSync(at('f'), 'old');
    const failing = async (path: string): Promise<void> => {
      await other('half')(path);
      throw new TypeError('not my day');
    };
    await expect(files.stage('f', failing)).rejects.toBeInstanceOf(TypeError);
    expect([text('f'), readdirSync(folder)]).toEqual(['old', ['f']]);
  });
});

describe('openAppend', () => {
  it('goes on after the bytes to keep, and gives a line back', async () => {
    writeFileSync(at('f'), 'one\ntwo\ntorn');
    const file = await files.openAppend('f', { keepBytes: 8 });
    file.write('three\n');
    expect([text('f'), file.lineAt(4), file.lineAt(8)]).toEqual(['one\ntwo\nthree\n', 'two', 'three']);
    await file.close();
    await expect(files.openAppend('f', 'new')).rejects.toMatchObject({ code: 'EEXIST' });
  });

  it.runIf(!windows).each<[string, act: () => void]>([
    ['deleted', () => void rmSync(at('f'))],
    ['moved', () => [linkSync(at('f'), at('g')), rmSync(at('f'))]],
    ['cut', () => void writeFileSync(at('f'), '')],
  ])('tells at its end that another program changed it: %s', async (_, act) => {
    const file = await files.openAppend('f', 'new');
    file.write('one\n');
    act();
    await expect(file.close()).rejects.toMatchObject({ code: 'CHANGED' });
  });
});

describe('look and writingFails', () => {
  it.runIf(!windows)('tell kind, mode and owner of what a path leads to', async () => {
    writeFileSync(at('f'), '');
    mkdirSync(at('d'));
    chmodSync(at('f'), 0o640);
    chmodSync(at('d'), 0o750);
    symlinkSync(at('f'), at('link'));
    spawnSync('mkfifo', ['-m', '600', at('pipe')]);
    const names = ['f', 'link', 'd', 'pipe', 'none', 'f/below'];
    const seen = await Promise.all(names.map((name) => files.look(name)));
    expect(seen.map((each) => each && [each.kind, each.mode.toString(8), each.isOwn].join(' '))).toEqual([
      ...['file 640 true', 'file 640 true', 'folder 750 true', 'other 600 true', undefined, undefined],
    ]);
    expect(await Promise.all(names.map((name) => files.kind(name)))).toEqual([
      ...['file', 'link', 'folder', 'other', undefined, undefined],
    ]);
  });

  it.each([
    ['a folder', 'd', undefined],
    ['one yet to be made', 'd/new/newer', undefined],
    ['a file', 'f', 'ENOTDIR'],
    ['what lies below a file', 'f/below', 'ENOTDIR'],
  ])('tell why no file can be made in %s, and make none', async (_, name, code) => {
    mkdirSync(at('d'));
    writeFileSync(at('f'), '');
    expect(await files.writingFails(name)).toBe(code);
    expect(readdirSync(folder, { recursive: true }).sort()).toEqual(['d', 'f']);
  });
});

it('names the folders upward, nearest first', () => {
  const upward = files.foldersUpward();
  expect(upward.slice(0, 2)).toEqual([folder, dirname(folder)]);
  expect(upward.at(-1)).toBe(dirname(upward.at(-1) ?? ''));
});
