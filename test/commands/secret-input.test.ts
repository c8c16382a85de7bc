import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { serviceEnv, temporaryFolder } from '../helpers/context.js';
import { json, pvg } from '../helpers/pvg.js';

/** What is said where a secret does not come in as it should. */

const folder = temporaryFolder();
const secret = 'a-secret-of-the-test';
const secretFile = join(folder, 'secret');
writeFileSync(secretFile, secret, { mode: 0o600 });
const withoutSecret = (more: Readonly<Record<string, string>> = {}) =>
  serviceEnv('https://gw.example', { PVG_CLIENT_SECRET: '', PVG_SECRET_KEY: '', ...more });
const purchase = ['--product-id', 'gems_100', '--package', 'com.example.game'];

it('two options for standard input are refused before it is read', async () => {
  const line = ['lookup', ...purchase, '--receipt', '-', '--client-secret-file', '-', '--json'];
  const env = serviceEnv('https://gw.example');
  const ended = await pvg(line, { env, stdin: secret });
  const { error } = json(ended);
  expect(error).toMatchObject({ code: 'usage' });
  expect(ended.err).toContain('cannot both read standard input');
  expect(ended.err).not.toContain('must be replaced');
});

it('an empty standard input is called so', async () => {
  const line = ['lookup', ...purchase, '--receipt', 'demo-recorded', '--client-secret-file', '-'];
  const ended = await pvg(line, { env: withoutSecret(), stdin: '' });
  expect(ended.err).toContain('Standard input (--client-secret-file) is empty.');
});

it('a secret file of two lines is nobody’s but the caller’s: no ticket, no developers', async () => {
  const twoLines = join(folder, 'two-lines');
  writeFileSync(twoLines, 'one\ntwo\n', { mode: 0o600 });
  const receipt = ['--receipt', 'demo-recorded', '--case', 'TICKET-1'];
  const line = ['lookup', ...purchase, ...receipt, '--client-secret-file', twoLines];
  const { err, status } = await pvg(line, { env: withoutSecret() });
  expect([status, err]).toEqual([2, expect.stringContaining('more than one line')]);
  expect(err).not.toMatch(/Who acts next|Do not grant|developers|TICKET-1/);
});

it('who has no secret is led to a file first', async () => {
  const line = ['lookup', ...purchase, '--receipt', 'demo-recorded', '--json'];
  const { error } = json(await pvg(line, { env: withoutSecret() }));
  expect(error).toMatchObject({
    code: 'secret-missing',
    hint: expect.stringMatching(/^Set PVG_CLIENT_SECRET_FILE \(or PVG_CLIENT_SECRET\)/) as string,
  });
});

interface Check {
  readonly id: string;
  readonly fix: string | null;
}

async function fixOf(id: string, env: Readonly<Record<string, string>>): Promise<unknown> {
  const { checks } = json(await pvg('doctor --json', { env }))['answer'] as {
    checks: readonly Check[];
  };
  return checks.find((check) => check.id === id)?.fix;
}

it('a file with two lines is counted', async () => {
  const path = join(folder, 'two-lines');
  writeFileSync(path, 'one\ntwo\n', { mode: 0o600 });
  const env = withoutSecret({ PVG_CLIENT_SECRET_FILE: path });
  expect(await fixOf('secret-files', env)).toBe('wc -l <"$(printenv PVG_CLIENT_SECRET_FILE)"');
});

it('a misspelt variable is taken where its value is missing, and unset elsewhere', async () => {
  const misspelt = { PVG_CLIENT_SECRETFILE: secretFile };
  expect(await fixOf('unknown-variables', withoutSecret(misspelt))).toBe(
    'export PVG_CLIENT_SECRET_FILE="$PVG_CLIENT_SECRETFILE"',
  );
  const whole = serviceEnv('https://gw.example', misspelt);
  expect(await fixOf('unknown-variables', whole)).toBe('unset PVG_CLIENT_SECRETFILE');
});
