import { expect, it } from 'vitest';
import { temporaryFolder } from '../helpers/context.js';
import { pvg } from '../helpers/pvg.js';

/** With a read-only profile, nobody is taught how to write the verify that pvg never sends. */

async function verifyWith(options: string) {
  const home = temporaryFolder();
  const store = `profile add desk --environment dev ${options} --gateway-url https://s.example`;
  const env = { PVG_CLIENT_SECRET: 'x'.repeat(32) };
  await pvg(`${store} --client-id c --no-input`, { home, env });
  return pvg('verify @t2.txt --case S-102 --profile desk', { home, env, columns: 4000 });
}

it('a verify of a file without its option leads to the look-up', async () => {
  const { status, err } = await verifyWith('--read-only');
  expect(status).toBe(13);
  expect(err).toMatch(/^✘ This profile is read-only/);
  expect(err).not.toContain('--purchase-json');
  expect(err).toContain('Next: pvg lookup @t2.txt --profile desk --case S-102\n');
});

it('a profile that may verify learns the option', async () => {
  const { status, err } = await verifyWith('');
  expect(status).toBe(2);
  expect(err).toContain('--purchase-json @<file>');
});
