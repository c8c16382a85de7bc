import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, lstatSync, mkdirSync, readdirSync } from 'node:fs';
import { readFileSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import fs, { writeFile } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FileError, type Files } from '../../src/file-access.js';
import { openFiles } from '../../src/system/files.js';
import { temporaryFolder } from '../helpers/context.js';

let folder: string;
let files: Files;
beforeEach(() => {
  folder = temporaryFolder();
  files = openFiles(folder);
});

const at = (name: string): string => join(folder, name);
const text = (name: string): string => readFileSync(at(name), 'utf8');
const windows = process.platform === 'win32';
const modesOf = (...names: string[]): string[] =>
  names.map((name) => (windows ? '' : (statSync(at(name)).mode & 0o777).toString(8)));
const ownersAlone = windows ? '' : '600';

/** `f` is a file, `d` a folder, `link` leads to `f`, and `pipe` is one. */
function makeKinds(): void {
  writeFileSync(at('f'), 'text');
  mkdirSync(at('d'));
  symlinkSync(at('f'), at('link'));
  if (!windows) spawnSync('mkfifo', ['-m', '600', at('pipe')]);
}

describe('read', () => {
  it('gives the bytes, by a path relative to the working folder or absolute', async () => {
    const bytes = Buffer.alloc(3_000_001, Buffer.from([0, 255, 10, 13]));
    writeFileSync(at('a'), bytes);
    for (const path of ['a', at('a')]) expect(bytes.equals(await files.read(path))).toBe(true);
  });

  it.each([
    ['none', 'ENOENT'],
    ['d', 'EISDIR'],
    ['f/g', 'ENOTDIR'],
    ['a\0b', 'ERR_INVALID_ARG_VALUE'],
  ])(
    'says what is wrong by its code and path, and nothing of the content: %j',
    async (path, code) => {
      makeKinds();
      await expect(files.read(path)).rejects.toMatchObject({ name: 'FileError', code, path });
    },
  );

  it('gives undefined for a file that need not be there', async () => {
    makeKinds();
    for (const path of ['none', 'f/g']) expect(await files.readIfThere(path)).toBeUndefined();
    await expect(files.readIfThere('d')).rejects.toMatchObject({ code: 'EISDIR' });
  });

  it.runIf(!windows)(
    'reads a pipe to its end, and not where a regular file is wanted',
    async () => {
      makeKinds();
      const reading = files.read('pipe');
      await writeFile(at('pipe'), 'through a pipe');
      expect(Buffer.from(await reading).toString()).toBe('through a pipe');
      await expect(files.readIfThere('pipe')).rejects.toMatchObject({ code: 'EINVAL' });
    },
  );
});

it('a folder is listed, and a file is removed', async () => {
  for (const name of ['b', 'a']) writeFileSync(at(name), '');
  const names = ['.', 'none', 'a/b'].map((name) => files.listNames(name));
  expect(await Promise.all(names)).toEqual([['a', 'b'], [], []]);
  expect([await files.remove('a'), await files.remove('a')]).toEqual([true, false]);
  mkdirSync(at('d'));
  await expect(files.remove('d')).rejects.toMatchObject({ name: 'FileError' });
});

describe('append', () => {
  it('makes the file and its folders for their owner alone, and says that the file is new', async () => {
    expect(await files.append('a/b/log', '\none')).toBe(true);
    expect(await files.append('a/b/log', '\ntwo')).toBe(false);
    expect(text('a/b/log')).toBe('\none\ntwo');
    if (!windows) expect(modesOf('a/b/log', 'a/b')).toEqual(['600', '700']);
  });

  it.runIf(!windows)('gives only a new file the mode that is asked for', async () => {
    for (const mode of [0o640, 0o644]) await files.append('log', '\none', mode);
    expect(modesOf('log')).toEqual(['640']);
  });

  it.runIf(!windows)('never writes through a link, nor into what is not a file', async () => {
    makeKinds();
    for (const [name, code] of Object.entries({ link: 'ELOOP', pipe: 'ENXIO', d: 'EISDIR' }))
      await expect(files.append(name, 'one')).rejects.toMatchObject({ code });
    expect(text('f')).toBe('text');
  });
});

describe('write, of a new file', () => {
  it('makes a new file for its owner alone, never over a file or through a link', async () => {
    await files.write('new', 'text', true);
    expect([text('new'), modesOf('new')]).toEqual(['text', [ownersAlone]]);
    makeKinds();
    symlinkSync(at('victim'), at('dangling'));
    for (const name of ['f', 'dangling', 'link'])
      await expect(files.write(name, 'new', true)).rejects.toMatchObject({
        code: 'EEXIST',
        path: name,
      });
    expect([text('f'), existsSync(at('victim'))]).toEqual(['text', false]);
  });
});

describe('write', () => {
  it('makes the file and missing folders for their owner alone, whole, with nothing beside it', async () => {
    await files.write('a/b/c', 'a much longer text than the next one');
    await files.write('a/b/c', Buffer.from('short'));
    expect([text('a/b/c'), readdirSync(at('a/b'))]).toEqual(['short', ['c']]);
    if (!windows) expect(modesOf('a', 'a/b', 'a/b/c')).toEqual(['700', '700', '600']);
  });

  it.runIf(process.platform === 'linux').each([
    ['/proc/nope/deep/f', /^E(NOENT|ACCES|PERM|ROFS)$/],
    ['f/deep/f', /^ENOTDIR$/],
  ])('ends where no folder can be made, with the code of the system: %s', async (path, code) => {
    makeKinds();
    const failed = { code: expect.stringMatching(code) as string, path };
    await expect(files.write(path, 'text')).rejects.toMatchObject(failed);
  });

  it('is done by many at once: one of them stands whole, and each folder is made once', async () => {
    const texts = Array.from({ length: 30 }, (_, index) => String(index).repeat(10_000));
    await Promise.all(
      texts.map((each, index) => files.write(index % 2 === 0 ? 'a/b/f' : `a/b/${index}`, each)),
    );
    expect(texts).toContain(text('a/b/f'));
    expect(readdirSync(at('a/b'))).toHaveLength(16);
  });

  it('replaces a link and not what it points to; a folder and a pipe stay', async () => {
    makeKinds();
    await files.write('link', 'new');
    expect([text('f'), lstatSync(at('link')).isSymbolicLink()]).toEqual(['text', false]);
    await expect(files.write('d', 'x')).rejects.toBeInstanceOf(FileError);
    if (!windows) await expect(files.write('pipe', 'x')).rejects.toMatchObject({ code: 'EINVAL' });
    expect(readdirSync(folder).filter((name) => name.startsWith('.'))).toEqual([]);
  });

  it('removes what killed writers left more than an hour ago, and nothing else', async () => {
    const old = ['.f.0123456789ab.tmp', '.g.4711-0123456789ab.tmp', '.g.0123456789ab.tmp.tmp-1234'];
    const kept = ['.f.tmp', 'f.0123456789ab.tmp', '.h.0123456789ab.tmp'];
    const nowS = Date.now() / 1000;
    for (const name of [...old, ...kept]) {
      writeFileSync(at(name), 'left');
      // The writer of one of them may still be at work: it has fifty minutes.
      const leftS = name === '.h.0123456789ab.tmp' ? nowS - 3000 : nowS - 3601;
      utimesSync(at(name), leftS, leftS);
    }
    await files.write('f', 'new');
    expect(readdirSync(folder).sort()).toEqual(['f', ...kept].sort());
  });
});

describe('writeAtomically', () => {
  const loosely = (content: string) => (path: string) => writeFile(path, content, { mode: 0o644 });

  it('puts what another program wrote in the place of the old file, for its owner alone', async () => {
    writeFileSync(at('f'), 'old');
    await files.writeAtomically('f', loosely('new'));
    expect([text('f'), readdirSync(folder), modesOf('f')]).toEqual(['new', ['f'], [ownersAlone]]);
  });

  it('leaves the old file where the other program fails', async () => {
    writeFileSync(at('f'), 'old');
    const failing = async (path: string): Promise<void> => {
      await loosely('half')(path);
      throw new TypeError('not my day');
    };
    await expect(files.writeAtomically('f', failing)).rejects.toBeInstanceOf(TypeError);
    expect([text('f'), readdirSync(folder)]).toEqual(['old', ['f']]);
  });
});

it('openAppend goes on after the bytes to keep, and gives a line back', async () => {
  writeFileSync(at('f'), 'one\ntwo\ntorn');
  const file = await files.openAppend('f', { keepBytes: 8 });
  file.write('three\n');
  expect([text('f'), file.lineAt(4), file.lineAt(8)]).toEqual([
    'one\ntwo\nthree\n',
    'two',
    'three',
  ]);
  await file.close();
  await expect(files.openAppend('f', 'new')).rejects.toMatchObject({ code: 'EEXIST' });
});

describe('status, fileType and writeErrorCode', () => {
  it.runIf(!windows).each<[string, string, string, string | undefined]>([
    ['f', 'file 640 true', 'file', 'ENOTDIR'],
    ['link', 'file 640 true', 'link', 'ENOTDIR'],
    ['d', 'folder 750 true', 'folder', undefined],
    ['pipe', 'other 600 true', 'other', 'ENOTDIR'],
    ['none', '', '', undefined],
    ['d/none/deeper', '', '', undefined],
    ['f/below', '', '', 'ENOTDIR'],
  ])(
    'tell of %s what it leads to, what it is, and why it can hold no file',
    async (name, ...told) => {
      makeKinds();
      chmodSync(at('f'), 0o640);
      chmodSync(at('d'), 0o750);
      const found = await files.status(name);
      const seen = found ? `${found.kind} ${found.mode.toString(8)} ${found.isOwn}` : '';
      expect([seen, (await files.fileType(name)) ?? '', await files.writeErrorCode(name)]).toEqual(
        told,
      );
      expect(readdirSync(folder, { recursive: true }).sort()).toEqual(['d', 'f', 'link', 'pipe']);
    },
  );
});

describe('where the system fails', () => {
  afterEach(() => {
    vi.restoreAllMocks();
    syncBuiltinESMExports();
  });

  it('a folder on a drive that is missing can hold no file', async () => {
    const missing = Object.assign(new Error('missing'), { code: 'ENOENT' });
    const access = vi.spyOn(fs, 'access').mockResolvedValue(undefined);
    for (let asked = 0; asked < 100; asked += 1) access.mockRejectedValueOnce(missing);
    syncBuiltinESMExports();
    expect(await files.writeErrorCode('deep/folder')).toBe('ENOENT');
  });

  it('a file whose status cannot be read is closed', async () => {
    writeFileSync(at('a'), 'text');
    const handle = await fs.open(at('a'));
    const failure = Object.assign(new Error('EIO'), { code: 'EIO' });
    vi.spyOn(handle, 'stat').mockRejectedValue(failure);
    vi.spyOn(fs, 'open').mockResolvedValue(handle);
    syncBuiltinESMExports();
    await expect(files.open('a')).rejects.toMatchObject({ code: 'EIO' });
    expect(handle.fd).toBe(-1);
  });
});

it('names the folders upward, nearest first', () => {
  const upward = files.foldersUpward();
  expect(upward.slice(0, 2)).toEqual([folder, dirname(folder)]);
  expect(upward.at(-1)).toBe(dirname(upward.at(-1) ?? ''));
});
