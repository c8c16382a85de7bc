import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from './support/context.js';

const root = join(import.meta.dirname, '..');
const newest = process.versions.node;

/** A checkout with everything that is looked for; `spoil` takes something from it. */
function checkout(): string {
  const folder = temporaryFolder();
  for (const name of ['scripts/ready.cjs', 'package.json']) cpSync(join(root, name), join(folder, name));
  for (const name of ['node_modules/esbuild', 'node_modules/vitest', 'build', 'dist', 'tmp'])
    mkdirSync(join(folder, name), { recursive: true });
  for (const name of ['build/main.js', 'dist/package.json']) writeFileSync(join(folder, name), '');
  // For whoever is not root.
  for (const name of ['', 'tmp', 'node_modules']) chmodSync(join(folder, name), 0o777);
  writeFileSync(
    join(folder, 'as.cjs'),
    "Object.defineProperty(process.versions, 'node', { value: process.env.AS });",
  );
  return folder;
}

/** As somebody who is not root: root may write everywhere. */
const nobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
function ready(
  purpose: 'build' | 'test',
  { version = newest, spoil }: { version?: string; spoil?: (folder: string) => void },
) {
  const folder = checkout();
  spoil?.(folder);
  const { status, stderr } = spawnSync(
    process.execPath,
    ['--require', join(folder, 'as.cjs'), join(folder, 'scripts', 'ready.cjs'), purpose],
    {
      cwd: folder,
      encoding: 'utf8',
      env: { PATH: process.env['PATH'], AS: version, TMPDIR: join(folder, 'tmp') },
      ...nobody,
    },
  );
  // So that it can be removed.
  for (const name of ['', 'node_modules']) chmodSync(join(folder, name), 0o777);
  return { status, stderr: stderr.replaceAll(folder, '…') };
}
const without =
  (name: string) =>
  (folder: string): void => {
    rmSync(join(folder, name), { recursive: true });
  };

describe('before the build and the tests, one line tells', () => {
  it.each(['20.18.0', '18.20.8', '8.17.0', '20.9.0'])('a Node that is too old: %s', (version) => {
    expect(ready('build', { version })).toEqual({
      status: 1,
      stderr: `pvg needs Node 20.18.1 or newer, but this is ${version}. Install a newer Node, then run \`npm ci\`.\n`,
    });
  });

  it.each(['node_modules/esbuild', 'node_modules/vitest'])('that packages are missing: %s', (name) => {
    expect(ready('test', { spoil: without(name) })).toEqual({
      status: 1,
      stderr: 'The packages that build and test pvg are not installed. Run `npm ci` without --omit=dev.\n',
    });
  });

  it.each(['build', 'dist'])('that nothing is built: %s', (name) => {
    expect(ready('test', { spoil: without(name) })).toEqual({
      status: 1,
      stderr: 'pvg is not built. Run `npm run build`.\n',
    });
  });

  it.runIf(process.platform !== 'win32').each([
    ['build', ''],
    ['test', 'node_modules'],
  ] as const)('a folder that cannot be written: %s', (purpose, name) => {
    const stderr =
      'The folder of pvg cannot be written (EACCES). Copy it to a folder of your own and run `npm ci` there.\n';
    const spoil = (folder: string): void => chmodSync(join(folder, name), 0o555);
    expect(ready(purpose, { spoil })).toEqual({ status: 1, stderr });
  });

  it('a folder for temporary files that is not there', () => {
    const stderr =
      'The folder for temporary files, …/tmp, cannot be written (ENOENT). Choose another folder with TMPDIR.\n';
    expect(ready('test', { spoil: without('tmp') })).toEqual({ status: 1, stderr });
  });

  it.each(['20.18.1', '20.19.0', '22.0.0', '26.1.0'])('nothing where all is well: %s', (version) => {
    for (const purpose of ['build', 'test'] as const)
      expect(ready(purpose, { version })).toEqual({ status: 0, stderr: '' });
  });
});
