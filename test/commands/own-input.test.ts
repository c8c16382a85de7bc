import { describe, expect, it } from 'vitest';
import { unknownName } from '../../src/calls/own-input.js';
import { temporaryFolder } from '../support/context.js';
import { json, pvg } from '../support/pvg.js';

/** Not confirmed is not fraud: what the agent may have mistyped is said before anything about the player. */

const line = (product: string, receipt: string, more = ''): string =>
  `lookup --profile local --product-id ${product} --package com.example.game --receipt ${receipt} ${more}`;

const hintOf = (ended: Awaited<ReturnType<typeof pvg>>): string =>
  (json(ended)['error'] as { hint: string }).hint;

describe('a purchase that a test environment does not confirm', () => {
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

  it('leads to the profiles, also in --json', async () => {
    const ended = await pvg(line('gems_100', 'no-such-receipt', '--json'));
    expect(hintOf(ended)).toMatch(/^Is this the right environment\? .*`pvg profile list`/);
    expect((await pvg(line('gems_100', 'no-such-receipt'))).out).toMatch(/Next: pvg profile list\n$/);
  });
});

describe('a product that the journal does not know', () => {
  const looked = async (...lines: readonly string[]) => {
    const home = temporaryFolder();
    let ended = await pvg(line('gems_100', 'demo-recorded'), { home });
    for (const each of lines) ended = await pvg(each, { home });
    return ended;
  };

  it('may be misspelt: the right one is offered, and no reply to the player', async () => {
    const { out, status } = await looked(line('gems_10', 'demo-recorded', '--reply en'));
    expect(status).toBe(6);
    expect(out).toContain('Did you mean `gems_100`?');
    expect(out).toContain('There is no reply for the player yet');
    expect(out).not.toMatch(/Thank you|swap/);
  });

  it('wrapped in quotation marks is offered without them', async () => {
    const wrapped = line('\'"gems_100"\'', 'demo-recorded', '--force --json');
    expect(hintOf(await looked(wrapped))).toContain('Did you mean `gems_100`?');
  });

  it('of another shape is told what was confirmed before', async () => {
    const { out } = await looked(line('starter-pack', 'no-such-receipt'));
    expect(out).toContain('Confirmed before: `gems_100`.');
  });

  it('says nothing of a product that is known: the reply is there', async () => {
    const { out } = await looked(line('gems_100', 'no-such-receipt', '--reply en'));
    expect(out).not.toContain('--product-id');
    expect(out).toContain('Thank you');
  });

  it('is not learnt from answers that doubt it', async () => {
    const { out } = await looked(
      line('gems_10', 'demo-recorded', '--order-id GPA.1'),
      line('gems_10', 'no-such-receipt'),
    );
    expect(out).toContain('Did you mean `gems_100`?');
  });
});

it('a product mismatch has no reply, with an empty journal too', async () => {
  const { out } = await pvg(line('coins', 'demo-recorded', '--reply en'));
  expect(out).toMatch(/^Is `--product-id` right\?/m);
  expect(out).not.toMatch(/Thank you|swap|right environment/);
});

describe('an unknown name', () => {
  const known = [
    { product: 'gems_100', package: 'com.example.game' },
    { product: 'coins', package: 'com.example.other' },
  ];
  it.each([
    ['gems_100', 'com.example.game', undefined],
    ['gems_10', 'com.example.game', '--product-id'],
    ['coins', 'com.example.game', '--product-id'],
    ['coins', 'com.example.gmae', '--package'],
    ['gems_100', undefined, undefined],
  ])('%s of %s: %s', (productId, packageName, option) => {
    const doubt = unknownName(known, { productId, package: packageName });
    if (option === undefined) expect(doubt).toBeUndefined();
    else expect(doubt?.fact.value).toContain(option);
  });

  it('is none where nothing is known', () => {
    expect(unknownName([], { productId: 'x', package: 'y' })).toBeUndefined();
  });
});
