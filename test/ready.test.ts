import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from './helpers/context.js';

const root = join(import.meta.dirname, '..');
const newest = process.versions.node;

/** A checkout with everything that is looked for; `spoil` takes something from it. */
function checkout(): string {
  const folder = temporaryFolder();
  for (const name of ['scripts/ready.cjs', 'scripts/newest.cjs'])
    cpSync(join(root, name), join(folder, name));
  const { engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const build = "node --eval \"require('fs').writeFileSync('is-built', '')\"";
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ engines, scripts: { build } }));
  mkdirSync(join(folder, 'src', 'room'), { recursive: true });
  writeFileSync(join(folder, 'src', 'room', 'file.ts'), '');
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
  const isBuilt = existsSync(join(folder, 'is-built'));
  return { status, stderr: stderr.replaceAll(folder, '…'), isBuilt };
}
const without = (name: string) => (folder: string) =>
  rmSync(join(folder, name), { recursive: true });

const touchSource = (folder: string) => {
  const inAMinute = Date.now() / 1000 + 60;
  utimesSync(join(folder, 'src/room/file.ts'), inAMinute, inAMinute);
};

const noPackages =
  'The packages that build and test pvg are not installed. Run `npm ci` without --omit=dev.';
const unwritable =
  'The folder of pvg cannot be written (EACCES). Copy it to a folder of your own and run `npm ci` there.';
const noTemporary =
  'The folder for temporary files, …/tmp, cannot be written (ENOENT). Choose another folder with TMPDIR.';

describe('before the build and the tests, one line tells', () => {
  it.each(['20.18.0', '8.17.0', '20.9.0'])('a Node that is too old: %s', (version) => {
    const { status, stderr } = ready('build', { version });
    expect([status, stderr]).toEqual([
      1,
      expect.stringMatching(/^pvg needs Node 20\.18\.1 .*`npm ci`\.\n$/),
    ]);
  });

  it.each<[what: string, spoil: (folder: string) => void, stderr: string]>([
    ['esbuild is missing', without('node_modules/esbuild'), noPackages],
    ['vitest is missing', without('node_modules/vitest'), noPackages],
    ['there is no folder for temporary files', without('tmp'), noTemporary],
    [
      'a folder cannot be written',
      (folder) => chmodSync(join(folder, 'node_modules'), 0o555),
      unwritable,
    ],
  ])('that %s', (_what, spoil, stderr) => {
    const refused = { status: 1, stderr: `${stderr}\n`, isBuilt: false };
    expect(ready('test', { spoil })).toEqual(refused);
  });

  it.each(['20.18.1', '20.19.0', '22.0.0', '26.1.0'])(
    'nothing where all is well: %s',
    (version) => {
      for (const purpose of ['build', 'test'] as const)
        expect(ready(purpose, { version })).toEqual({ status: 0, stderr: '', isBuilt: false });
    },
  );

  it.each<[what: string, spoil: (folder: string) => void, named: string]>([
    ['is missing', without('build'), 'pvg is not built.'],
    ['has no bundle', without('dist'), 'src/room/file.ts is newer than the build.'],
    ['is older than a source', touchSource, 'src/room/file.ts is newer than the build.'],
  ])('the tests build what they run if it %s', (_what, spoil, named) => {
    const { status, stderr, isBuilt } = ready('test', { spoil });
    expect({ status, isBuilt, named: stderr.split('\n')[0] }).toEqual({
      status: 0,
      isBuilt: true,
      named,
    });
  });
});
