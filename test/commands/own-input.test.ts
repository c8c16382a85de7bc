import { expect, it } from 'vitest';
import { json, pvg } from '../helpers/pvg.js';

/** Not confirmed is not fraud: what the agent may have mistyped is said before anything about the player. */

const line = (product: string, receipt: string, more = ''): string =>
  `lookup --profile local --product-id ${product} --package com.example.game --receipt ${receipt} ${more}`;

it.each([
  ['lookup', 'no-such-receipt'],
  ['verify', 'no-such-receipt'],
  ['verify', 'demo-canceled'],
])('%s of %s asks first whether the environment is right', async (command, receipt) => {
  const ended = await pvg(line('gems_100', receipt).replace('lookup', command));
  expect(ended.status).toBe(6);
  const [, first] = ended.out.split('\n');
  expect(first).toMatch(/^Is this the right environment\? `local` is the emulator/);
});

it('a purchase that is not confirmed leads to the profiles, also in --json', async () => {
  const { error } = json(await pvg(line('gems_100', 'no-such-receipt', '--json')));
  expect(error).toMatchObject({
    hint: expect.stringMatching(/right environment.*`pvg profile list`/) as string,
  });
  expect((await pvg(line('gems_100', 'no-such-receipt'))).out).toMatch(/Next: pvg profile list\n$/);
});

it('a product mismatch has no reply, with an empty journal too', async () => {
  const { out } = await pvg(line('coins', 'demo-recorded', '--reply en'));
  expect(out).toMatch(/^Is the product id right\?/m);
  expect(out).not.toMatch(/Thank you|swap|right environment/);
});
