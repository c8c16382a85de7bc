import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { program } from './helpers/child.js';
import { temporaryFolder } from './helpers/context.js';
import { words } from './helpers/pvg.js';

const nobody = { uid: 4_242_424, gid: 4_242_424 };

/** Where that user may look too: the checkout may lie where nobody else may. */
function openFolder(): string {
  const folder = temporaryFolder();
  for (let each = folder; each.includes('pvg-test'); each = dirname(each)) chmodSync(each, 0o755);
  return folder;
}

const folder = openFolder();

/** Only root can become such a user, who must then get at node and at the folder. */
const isPossible =
  process.getuid?.() === 0 &&
  spawnSync(process.execPath, ['-e', 'fs.readdirSync(process.argv[1])', folder], {
    cwd: '/',
    ...nobody,
  }).status === 0;

/**
 * A container that runs as a number the system has no name for, without HOME: the variables alone are enough.
 * `npm run build` comes first.
 */
describe.runIf(isPossible)('without HOME, and for a user whom the system does not know', () => {
  const purchase = '--product-id gems_100 --package com.example.game --receipt demo-purchased';
  const add =
    'profile add shop --environment dev --gateway-url https://g.example --client-id c --client-secret-file -';

  beforeAll(() => {
    const root = join(dirname(program), '..');
    for (const part of ['bin', 'dist', 'package.json'])
      cpSync(join(root, part), join(folder, part), { recursive: true });
  });

  function run(line: string, env: Record<string, string> = {}, input = '') {
    const typed = [join(folder, 'bin', 'pvg.js'), ...words(line)];
    const options = { encoding: 'utf8', cwd: '/', input, ...nobody } as const;
    const { status, stdout, stderr } = spawnSync(process.execPath, typed, { ...options, env });
    // Neither a stack nor code.
    expect(stdout + stderr).not.toMatch(/^\s+at |node:|Error:|fault|damaged/m);
    return { status, stdout, stderr };
  }

  it.each([
    `lookup --profile local ${purchase}`,
    'session --profile local --username demo-completed --check',
  ])('answers, and says once what is not kept: %s', (line) => {
    const { status, stdout, stderr } = run(`${line} --json`);
    expect([status, JSON.parse(stdout)]).toMatchObject([0, { ok: true, verdict: {} }]);
    expect(stderr.split('\n')).toHaveLength(2);
  });

  it('calls with the variables alone, a secret from a mounted file among them', () => {
    const secret = join(folder, 'mounted');
    writeFileSync(secret, 'my-secret');
    chmodSync(secret, 0o444);
    const address = { PVG_GATEWAY_URL: 'http://127.0.0.1:1', PVG_CLIENT_ID: 'client' };
    const env = { ...address, PVG_CLIENT_SECRET_FILE: secret, PVG_NO_JOURNAL: '1' };
    const { status, stdout } = run(`lookup ${purchase} --retries 0 --json`, env);
    expect([status, JSON.parse(stdout)]).toMatchObject([11, { error: { code: 'not-reached' } }]);
  });

  it('stores a profile where PVG_CONFIG_DIR names a folder', () => {
    const config = join(folder, 'config');
    mkdirSync(config);
    chmodSync(config, 0o777);
    expect(run(add, { PVG_CONFIG_DIR: config }, 'my-secret').status).toBe(0);
    expect(run('profile show shop', { PVG_CONFIG_DIR: config }).status).toBe(0);
  });

  it.each(['doctor', 'profile list', 'journal list', 'vectors', 'help'])(
    'works: pvg %s',
    (line) => {
      expect(run(line).status).toBe(0);
    },
  );

  it('says why a profile cannot be stored, and what to set', () => {
    const { status, stderr } = run(add, {}, 'my-secret');
    expect([status, stderr]).toEqual([3, expect.stringContaining('PVG_CONFIG_DIR')]);
  });
});
