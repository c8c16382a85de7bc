import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from './support/context.js';

const root = join(import.meta.dirname, '..');
const golden = join(import.meta.dirname, 'fixtures', 'packed-files.txt');

interface Packed {
  readonly filename: string;
  readonly files: readonly { readonly path: string }[];
}
let folder: string;
let packed: Packed;
beforeAll(() => {
  folder = temporaryFolder();
  // --ignore-scripts: what is packed is what `npm run build` has made, and nothing is built twice.
  const said = execFileSync('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', folder], {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
    shell: process.platform === 'win32',
  });
  const [first] = JSON.parse(said) as Packed[];
  if (first === undefined) throw new TypeError('npm packed nothing');
  packed = first;
});

describe('the package', () => {
  it('holds the files of the golden list and no others (`PVG_GOLDEN=write npx vitest run test/pack.test.ts` makes it anew)', () => {
    const files = packed.files
      .map(({ path }) => path.replace(/^(dist\/compiled\/)[^/]+/, '$1<version of V8>'))
      .sort();
    const list = `${files.join('\n')}\n`;
    if (process.env['PVG_GOLDEN'] === 'write') writeFileSync(golden, list);
    expect(list).toBe(readFileSync(golden, 'utf8'));
  });

  it('holds no test, no source map, no secret and no settings of whoever packed it', () => {
    const odd = packed.files.filter(({ path }) =>
      /(^|\/)(test|\.env|\.npmrc|node_modules|\.git)|\.(ts|map|key|pem|tgz)$/.test(path),
    );
    expect(odd).toEqual([]);
  });

  it('runs where it was unpacked beside its packages, with no network', () => {
    execFileSync('tar', ['-xzf', packed.filename], { cwd: folder });
    // As npm installs it: the packages of the lockfile, none of the development.
    mkdirSync(join(folder, 'app', 'node_modules'), { recursive: true });
    const installed = join(folder, 'app', 'node_modules', 'pvg');
    renameSync(join(folder, 'package'), installed);
    const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
      packages: Record<string, { dev?: boolean }>;
    };
    for (const [path, { dev }] of Object.entries(packages)) {
      if (path === '' || dev === true || !existsSync(join(root, path))) continue;
      mkdirSync(join(folder, 'app', path, '..'), { recursive: true });
      execFileSync('cp', ['-R', join(root, path), join(folder, 'app', path)]);
    }
    const run = (...words: string[]) =>
      execFileSync(process.execPath, [join(installed, 'bin', 'pvg.js'), ...words], {
        encoding: 'utf8',
        env: { PATH: process.env['PATH'], HOME: folder, HTTPS_PROXY: 'http://127.0.0.1:1' },
      });
    const found = JSON.parse(
      run(
        ...'lookup --profile local --product-id gems_100 --package com.example.game --receipt demo-purchased --json'.split(
          ' ',
        ),
      ),
    ) as object;
    expect(found).toMatchObject({ ok: true, verdict: { id: 'paid-never-received' } });
    expect(run('vectors').length).toBeGreaterThan(1_000);
    expect(readdirSync(installed)).toContain('package.json');
  });
});
