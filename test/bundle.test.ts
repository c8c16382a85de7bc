import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { statSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { program, startChild } from './helpers/child.js';
import { bundledPackages } from './helpers/bundled-packages.js';
import { serviceEnv, temporaryFolder } from './helpers/context.js';
import { listen, shut } from './helpers/hostile-server.js';
import { goodAnswers } from './helpers/hostile-answers.js';
import { words } from './helpers/pvg.js';

/** The built program as files (`npm run build` comes first). */
const root = join(import.meta.dirname, '..');
const teller = join(import.meta.dirname, 'fixtures', 'tell-loaded.cjs');
const purchase = '--product-id gems_100 --package com.example.game --receipt demo-purchased';

/** What of dist/ a command line loads. */
async function loaded(line: string, env: Record<string, string> = {}): Promise<string[]> {
  const home = temporaryFolder();
  const child = startChild(process.execPath, ['--require', teller, program, ...words(line)], {
    cwd: home,
    env: { PATH: process.env['PATH'], HOME: home, ...env },
  });
  await child.ended;
  return (/^loaded (.*)$/m.exec(child.err())?.[1] ?? child.err()).split(' ').sort();
}

describe('a command loads its own file and the packages that it needs', () => {
  it.each([
    ['--version', ['commands/none', 'packages/commander']],
    ['--help', ['commands/none', 'packages/commander']],
    ['sign gateway --profile local --body {}', ['commands/sign', 'packages/commander']],
    ['explain-error 409', ['commands/explain-error', 'packages/commander']],
    [
      'explain-error out-base64',
      ['commands/diagnose', 'commands/explain-error', 'packages/commander'],
    ],
    [`lookup --profile local ${purchase} --json`, ['commands/lookup', 'packages/commander']],
    ['vectors', ['commands/pvg', 'packages/commander']],
    // Words that do not begin with the command are for the file that has them all.
    ['--json explain-error 409', ['commands/pvg', 'packages/commander']],
  ])('%s', async (line, expected) => {
    expect(await loaded(line)).toEqual(expected);
  });

  it('a look-up beside a stored profile: it is read without the package that writes it', async () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'profiles'), { mode: 0o700 });
    const file = join(folder, 'profiles', 'game-dev.json');
    writeFileSync(file, JSON.stringify({ environment: 'dev', clientSecret: 's' }), { mode: 0o600 });
    const line = `lookup --profile local ${purchase} --json`;
    expect(await loaded(line, { PVG_CONFIG_DIR: folder })).toEqual([
      'commands/lookup',
      'packages/commander',
    ]);
  });

  it('a look-up over the network: the part of undici for one call', async () => {
    const server = createServer((_, response) => response.end(JSON.stringify(goodAnswers.lookup)));
    const env = serviceEnv(await listen(server));
    expect(await loaded(`lookup ${purchase} --json`, env)).toEqual([
      'commands/lookup',
      'packages/commander',
      'packages/undici-client',
    ]);
    await shut(server);
  });

  it('a look-up through a proxy: all of undici, which asks the proxy', async () => {
    const asked: string[] = [];
    const proxy = createServer().on('connect', ({ url }: IncomingMessage, socket: Duplex) => {
      asked.push(url ?? '');
      socket.end('HTTP/1.1 403 No\r\n\r\n');
    });
    const env = { ...serviceEnv('https://service.invalid/iap'), HTTPS_PROXY: await listen(proxy) };
    expect(await loaded(`lookup ${purchase} --json`, env)).toEqual([
      'commands/lookup',
      'packages/commander',
      'packages/undici',
      'packages/undici-client',
    ]);
    expect(new Set(asked)).toEqual(new Set(['service.invalid:443']));
    await shut(proxy);
  });
});

/** Files of commands whose code is that of another one. */
const sharedFiles: ReadonlyMap<string, string> = new Map([
  ['commands/session.js', 'lookup'],
  ['commands/version.js', 'none'],
]);
const builtFile = (name: string): string => readFileSync(join(root, 'dist', name), 'utf8');

it('each file that is compiled as a whole lets V8 compile lazily again, in its first line', () => {
  const files = ['commands', 'packages'].flatMap((folder) =>
    readdirSync(join(root, 'dist', folder)).map((name) => `${folder}/${name}`),
  );
  const firstLines = files
    .filter((name) => !sharedFiles.has(name))
    .map((name) => builtFile(name).split('\n', 1)[0]);
  expect(new Set(firstLines)).toEqual(
    new Set([expect.stringContaining("FlagsFromString('--lazy')")]),
  );
});

it.each([...sharedFiles])(
  '%s loads that of %s under the same flags: else V8 refuses what the other has kept',
  (name, other) => {
    expect(builtFile(name).trim()).toBe(`module.exports = require('./${other}.js');`);
  },
);

/** A copy of bin and dist, with what a test takes from it. */
function copied(): string {
  const folder = temporaryFolder();
  for (const name of ['bin', 'dist', 'package.json'])
    cpSync(join(root, name), join(folder, name), { recursive: true });
  return folder;
}
const run = (folder: string, line: string, env: Record<string, string> = {}) =>
  spawnSync(process.execPath, [join(folder, 'bin', 'pvg.js'), ...words(line)], {
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], HOME: temporaryFolder(), ...env },
  });

it('a terminal with colours is painted', () => {
  const { status, stdout } = run(root, 'explain-error 409', { FORCE_COLOR: '1' });
  expect([status, stdout]).toEqual([0, expect.stringContaining('\u001b[1m')]);
});

describe('a pvg that is not whole says so in a line, with status 1', () => {
  it('not built', () => {
    const folder = copied();
    rmSync(join(folder, 'dist'), { recursive: true });
    expect(run(folder, '--version')).toMatchObject({
      status: 1,
      stdout: '',
      stderr: 'pvg is not built: run `npm ci` in its folder.\n',
    });
  });

  const cut = (file: string): void => truncateSync(file, Math.floor(statSync(file).size / 2));
  const empty = (file: string): void => truncateSync(file);

  it.each<[what: string, file: string, damage: (file: string) => void, named?: string]>([
    ['its own file is cut short', 'commands/explain-error.js', cut],
    ['its own file is empty', 'commands/explain-error.js', empty],
    ['a package is missing', 'packages/commander.js', rmSync],
    ['a package is empty', 'packages/commander.js', empty],
    ['what tells what the others are is cut', 'package.json', cut, 'commands'],
    ['a package that is loaded later is missing', 'packages/chalk.js', rmSync],
    ['a package that is loaded later is cut short', 'packages/chalk.js', cut],
  ])('%s', (_what, name, damage, named = name) => {
    const folder = copied();
    damage(join(folder, 'dist', name));
    const { status, stdout, stderr } = run(folder, 'explain-error 409', { FORCE_COLOR: '1' });
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/A file of pvg is missing or damaged: .*\.\s+Install pvg again\./);
    expect(stderr).toContain(join('dist', named));
    expect(stderr).not.toMatch(/\n +at /);
  });
});

describe.runIf(process.platform !== 'win32')(
  'compiled code is kept in a folder of the user alone',
  () => {
    const keeps = Number(process.versions.node.split('.')[0]) >= 22;

    it.runIf(keeps)('made 0700', () => {
      const home = temporaryFolder();
      expect(run(root, '--version', { HOME: home }).status).toBe(0);
      const folder = join(home, '.cache', 'pvg');
      expect(statSync(folder).mode & 0o777).toBe(0o700);
      expect(readdirSync(folder)).not.toEqual([]);
    });

    it.runIf(keeps).each([
      ['a link', (folder: string, other: string) => symlinkSync(other, folder)],
      ['a folder that others may write to', (folder: string) => mkdirSync(folder, { mode: 0o777 })],
      ['a file', (folder: string) => writeFileSync(folder, '')],
    ])('and not in %s', (_what, make) => {
      const home = temporaryFolder();
      const other = temporaryFolder();
      mkdirSync(join(home, '.cache'));
      const mask = process.umask(0);
      make(join(home, '.cache', 'pvg'), other);
      process.umask(mask);
      expect(run(root, '--version', { HOME: home })).toMatchObject({ status: 0, stderr: '' });
      for (const each of [other, join(home, '.cache', 'pvg')])
        if (statSync(each).isDirectory()) expect(readdirSync(each)).toEqual([]);
    });

    it.each(['/proc', '/dev/null', '', 'relative'])(
      'nor where there can be none: HOME=%s',
      (home) => {
        expect(run(root, '--version', { HOME: home })).toMatchObject({ status: 0, stderr: '' });
      },
    );
  },
);

it('THIRD-PARTY-NOTICES.txt has the licence of every package that the sources import', () => {
  const notices = readFileSync(join(root, 'dist', 'THIRD-PARTY-NOTICES.txt'), 'utf8');
  const imported = bundledPackages();
  expect(imported).toContain('commander');
  for (const name of imported) expect(notices).toContain(`\n${name} `);
  // Compiled into undici, whose own licence does not name it.
  expect(notices).toMatch(/\nllhttp \(MIT\)[^]*Copyright Fedor Indutny/);
  // Optional for cli-table3, which pvg gives no colours.
  expect(notices).not.toContain('@colors/colors');
});
