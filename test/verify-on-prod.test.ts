import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from './support/context.js';
import { emulatorEnv, realNetwork, startEmulator, type RunningListener } from './support/listener.js';
import { json, pvg } from './support/pvg.js';

const purchase = '--product-id gems_100 --package com.example.game';

let emulator: RunningListener;
beforeAll(async () => {
  emulator = await startEmulator();
});
afterAll(async () => {
  expect(await emulator.stop()).toBe(0);
});

describe('verify on prod', () => {
  const prod = (line: string, home = temporaryFolder()) =>
    pvg(line, { env: emulatorEnv(emulator.url, 'prod'), send: realNetwork(), home });

  it('is refused without --confirm: only a look-up was sent, and what it would do is said', async () => {
    const ended = await prod(`verify ${purchase} --receipt demo-unacknowledged --json`);
    expect(json(ended)).toMatchObject({
      exit: 13,
      verdict: { id: 'paid-never-received' },
      error: { code: 'verify-guarded' },
    });
    const after = json(await prod(`lookup ${purchase} --receipt demo-unacknowledged --json`));
    expect(after).toMatchObject({ verdict: { id: 'paid-never-received' } });
  });

  it.each(['demo-canceled', 'demo-pending', 'demo-package-mismatch'])(
    'of %s proposes no --confirm: the store would reject it',
    async (receipt) => {
      const ended = await prod(`verify ${purchase} --receipt ${receipt}`);
      expect(ended.status).toBe(13);
      expect(ended.out + ended.err).toContain('would be rejected with HTTP 422');
      expect(ended.out + ended.err).not.toContain('--confirm');
    },
  );

  it.each([
    ['demo-other-game', /the operator/, /Next: pvg profile list$/],
    [
      'demo-recorded-error',
      /it does not show how the recorded verify ended/,
      /Next: pvg report --last --out \S+\.html$/,
    ],
  ])('of %s stops with 7, and says who acts by its own verdict', async (receipt, who, next) => {
    const ended = await prod(`verify ${purchase} --receipt ${receipt} --confirm prod`);
    expect(ended.status).toBe(7);
    expect(ended.out).toMatch(who);
    expect(ended.out).toContain('has a verify of this purchase on record, so pvg did not send another');
    expect(ended.out).not.toContain('409');
    expect(ended.out.trimEnd()).toMatch(next);
  });

  it('is refused in spite of --confirm when the look-up is about another order', async () => {
    const line = `verify ${purchase} --receipt demo-unacknowledged --confirm prod --order-id GPA.1 --json`;
    const ended = await prod(line);
    expect(json(ended)).toMatchObject({ exit: 13, error: { code: 'verify-guarded' } });
    expect(ended.out).toContain('not about GPA.1');
  });

  it('stops with 7 where the gateway already has the purchase, confirmed or not', async () => {
    const line = `verify ${purchase} --receipt demo-recorded`;
    expect((await prod(line)).status).toBe(7);
    expect((await prod(`${line} --confirm prod`)).status).toBe(7);
    expect(json(await prod(`${line} --confirm prod --json`))).toMatchObject({
      advice: 'already-verified',
      verdict: { id: 'paid-and-recorded' },
      error: { code: 'already-recorded' },
    });
  });
});
