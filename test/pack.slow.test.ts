import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { execFileSync, spawnSync, type SpawnSyncReturns } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { publint } from 'publint';
import { beforeAll, describe, expect, it } from 'vitest';
import { expectPage } from './executable/executable.js';
import { temporaryFolder } from './helpers/context.js';
import { commandPages } from './helpers/examples.js';
import { words } from './helpers/pvg.js';

const root = join(import.meta.dirname, '..');

interface Packed {
  readonly filename: string;
  readonly unpackedSize: number;
  readonly files: readonly { readonly path: string }[];
}

/** What is wrong with the entries of a packed package, as Node and TypeScript find them. */
async function faultsOf(tarball: string): Promise<string[]> {
  const bytes = Uint8Array.from(readFileSync(tarball));
  const { messages } = await publint({ pack: { tarball: bytes.buffer } });
  const checked = await checkPackage(createPackageFromTarballData(bytes));
  if (!checked.types) return ['no types'];
  return [
    ...messages.map(({ code, path }) => `${code} ${path.join(' ')}`),
    ...checked.problems.map(
      (problem) => `${problem.kind}${'entrypoint' in problem ? ` ${problem.entrypoint}` : ''}`,
    ),
  ];
}

describe('the package', () => {
  let folder: string;
  let packed: Packed;
  let prefix: string;
  let installation: SpawnSyncReturns<string>;
  beforeAll(() => {
    folder = temporaryFolder();
    // --ignore-scripts: what is packed is what `npm run build` has made, and nothing is built twice.
    const said = execFileSync(
      'npm',
      ['pack', '--json', '--ignore-scripts', '--pack-destination', folder],
      {
        cwd: root,
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore'],
      },
    );
    const [first] = JSON.parse(said) as Packed[];
    if (first === undefined) throw new TypeError('npm packed nothing');
    packed = first;
    prefix = join(folder, 'installed');
    // An empty cache: npm 11 would take the optional package from a full one.
    const words = `install --global --offline --omit=optional --prefix ${prefix} ./${packed.filename}`;
    installation = spawnSync('npm', words.split(' '), {
      cwd: folder,
      encoding: 'utf8',
      env: {
        ...process.env,
        npm_config_update_notifier: 'false',
        npm_config_cache: join(folder, 'cache'),
      },
    });
  });

  it('holds what runs, the types of the library, the man page, the pages for the browser, the test vectors, its schemas, the OpenAPI file, the pages of the service and of its errors, the guides, the reference, the signers, the examples, the pictures of a terminal and of the page, what is told about it and the licences: no test, no source, no settings of whoever packed it', () => {
    const known =
      /^(bin\/(pvg\.js|package\.json)|dist\/.+\.(js|cjs|json|txt)|dist\/pages\/[a-z]+\.css|dist\/library\/[a-z]+\.d\.c?ts|dist\/languages\/[a-z]+\/([Ss]igner\.[a-z]+|traps\.json)|dist\/completion\/pvg\.(bash|zsh|fish|ps1)|dist\/man\/pvg\.1\.gz|docs\/(vectors\.json|openapi\.yaml|(README|service|errors|install|what-it-keeps|reliability|speed)\.md|terminal\.svg|desk\.webp|guides\/[a-z-]+\.md|reference\/(environment|exit-statuses|json)\.md|examples\/[a-z-]+\/(my_game\/)?[A-Za-z_.-]+)|docs\/schemas\/[a-z-]+\.schema\.json|(package|CHANGELOG|README|SECURITY|LICENSE)(\.json|\.md)?)$/;
    expect(packed.files.filter(({ path }) => !known.test(path))).toEqual([]);
    expect(packed.files.map(({ path }) => path)).toContain('dist/THIRD-PARTY-NOTICES.txt');
  });

  it('is less than 6 MB, unpacked', () => {
    expect(packed.unpackedSize).toBeLessThan(6e6);
  });

  it('installs without a network, alone, with no word too many, and runs', () => {
    const { status, stdout, stderr } = installation;
    expect(status, stderr).toBe(0);
    expect(stdout.trim()).toMatch(/^added 1 package in \S+$/);
    // It has no script that npm runs or warns of.
    expect(stderr).not.toMatch(/script|pvg/);
    expect(readdirSync(join(prefix, 'lib', 'node_modules'))).toEqual(['pvg']);
    expect(readdirSync(join(prefix, 'lib', 'node_modules', 'pvg'))).not.toContain('node_modules');
    expect(readdirSync(join(prefix, 'share', 'man', 'man1'))).toEqual(['pvg.1.gz']);
    const run = (line: string): string =>
      execFileSync(join(prefix, 'bin', 'pvg'), words(line), {
        encoding: 'utf8',
        env: { PATH: process.env['PATH'], HOME: folder, HTTPS_PROXY: 'http://127.0.0.1:1' },
      });
    const lookup = 'lookup --profile local --product-id gems_100 --package com.example.game';
    expect(run(`${lookup} --receipt demo-purchased --query verdict.id`)).toBe(
      '"paid-never-received"\n',
    );
  });

  it.each(commandPages)('prints what $page prints', (page) =>
    expectPage(page, join(prefix, 'bin', 'pvg')),
  );

  it('has entries that Node and TypeScript find', async () => {
    expect(await faultsOf(join(folder, packed.filename))).toEqual([]);
  });

  it.each([
    [
      'dist/library/signing.d.ts',
      'dist/library/sign.d.ts',
      'FILE_DOES_NOT_EXIST exports ./signing import types',
    ],
    [
      'dist/library/signing.js',
      'dist/library/sign.js',
      'FILE_DOES_NOT_EXIST exports ./signing import default',
    ],
    ['"./docs/vectors.json"', '"./docs/vector.json"', 'FILE_DOES_NOT_EXIST exports ./vectors.json'],
    ['./dist/library/signing.js', './bin/pvg.js', 'FalseESM'],
    ['"./dist/library/signing.cjs"', '"./dist/library/signing.js"', 'FalseCJS'],
  ])('finds a fault if %s is %s', async (right, wrong, fault) => {
    const spoiled = temporaryFolder();
    execFileSync('tar', ['-xzf', join(folder, packed.filename), '-C', spoiled]);
    const manifest = join(spoiled, 'package', 'package.json');
    const text = readFileSync(manifest, 'utf8');
    expect(text).toContain(right);
    writeFileSync(manifest, text.replace(right, wrong));
    const tarball = join(spoiled, 'spoiled.tgz');
    execFileSync('tar', ['-czf', tarball, '-C', spoiled, 'package']);
    expect(await faultsOf(tarball)).toContain(fault);
  });
});
