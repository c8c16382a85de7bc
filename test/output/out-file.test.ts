import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Context } from '../../src/context.js';
import { FileError } from '../../src/file-access.js';
import { requireFree, writeOutFile, type OutFile } from '../../src/output/out-file.js';
import { openFiles } from '../../src/system/files.js';
import { temporaryFolder, testContext } from '../helpers/context.js';

let folder: string;
let context: Pick<Context, 'files'>;
beforeEach(() => {
  folder = temporaryFolder();
  context = { files: openFiles(folder) };
});
const at = (name: string): string => join(folder, name);
const fileAt = (path: string, more: Partial<OutFile> = {}): OutFile => ({
  option: '--report',
  path,
  overwrite: false,
  ...more,
});

describe('a file that the user names', () => {
  it('is written, and replaces one that appeared meanwhile only with --overwrite', async () => {
    await writeOutFile(context, fileAt('page'), 'first');
    const next = 'pvg report --overwrite';
    await expect(writeOutFile(context, fileAt('page', { next }), 'second')).rejects.toMatchObject({
      code: 'output-exists',
      details: { nextCommand: next },
    });
    expect(readFileSync(at('page'), 'utf8')).toBe('first');
    await writeOutFile(context, fileAt('page', { overwrite: true }), 'third');
    expect(readFileSync(at('page'), 'utf8')).toBe('third');
  });

  it.each(['ENOSPC', 'EACCES', 'EROFS', 'EIO'])(
    'that cannot be written does not seem to be there: %s',
    async (code) => {
      const { files } = testContext();
      const write = (path: string) => Promise.reject(new FileError(code, path));
      const failing = { files: { ...files, write } };
      await expect(writeOutFile(failing, fileAt('page'), 'text')).rejects.toMatchObject({
        code: 'output-unwritable',
        details: { hint: 'Choose another file with `--report`.' },
      });
    },
  );

  it('passes on what is not a trouble of the file', async () => {
    const mistake = new TypeError('ours');
    const files = { ...testContext().files, write: () => Promise.reject(mistake) };
    await expect(writeOutFile({ files }, fileAt('page'), 'text')).rejects.toBe(mistake);
  });

  it.each<[what: string, path: string, more: Partial<OutFile>, code: string | undefined]>([
    ['that is not there', 'new', {}, undefined],
    ['that is there', 'file', {}, 'output-exists'],
    ['that is there, to overwrite it', 'file', { overwrite: true }, undefined],
    ['that is there, to go on with it', 'file', { resumes: true }, undefined],
    ['that is a link', 'link', {}, 'output-exists'],
    ['that is a link, to overwrite it', 'link', { overwrite: true }, undefined],
    ['that is a link, to go on with it', 'link', { resumes: true }, 'usage'],
    ['that is a folder', 'folder', { overwrite: true }, 'usage'],
    ['in a folder that is not there', 'none/file', {}, 'usage'],
    ['in a file', 'file/file', {}, 'usage'],
  ])('is checked before anything is asked for: one %s', async (_what, path, more, code) => {
    writeFileSync(at('file'), 'text');
    mkdirSync(at('folder'));
    symlinkSync(at('file'), at('link'));
    const checked = requireFree(context, fileAt(path, more));
    if (code === undefined) await expect(checked).resolves.toBeUndefined();
    else await expect(checked).rejects.toMatchObject({ code });
    expect(readFileSync(at('file'), 'utf8')).toBe('text');
  });
});
