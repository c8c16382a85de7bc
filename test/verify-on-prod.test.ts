import { describe, expect, it } from 'vitest';
import { WireFailure, type Send } from '../src/contract/wire.js';
import { failure } from './helpers/answers.js';
import { answering } from './helpers/exchange.js';
import { emulatorEnv } from './helpers/listener.js';
import { json, pvg } from './helpers/pvg.js';
import { emulatedWorld } from './helpers/world.js';

const prod = (command: string, receipt: string, more = '') => {
  const line = `${command} --product-id gems_100 --package com.example.game --receipt ${receipt} ${more}`;
  return pvg(line.trim(), { env: emulatorEnv('https://emulator.test', 'prod'), send });
};
const { send } = emulatedWorld();

describe('verify on prod', () => {
  it.each<[more: string, says: RegExp]>([
    ['', /--confirm/],
    // Confirmed or not: the purchase is another one than was asked about.
    ['--confirm prod --order-id GPA.1111-1111-1111-11111', /not about GPA\.1111/],
  ])('is refused, and only a look-up was sent: %s', async (more, says) => {
    const ended = await prod('verify', 'demo-unacknowledged', `${more} --json`.trim());
    const verdict = { id: 'paid-never-received' };
    expect(json(ended)).toMatchObject({ exit: 13, verdict, error: { code: 'verify-guarded' } });
    expect(ended.out).toMatch(says);
    expect(json(await prod('lookup', 'demo-unacknowledged', '--json'))).toMatchObject({ verdict });
  });

  it.each<[string, Send]>([
    ['was not reached', () => Promise.reject(new WireFailure('not-reached', 'refused'))],
    ['failed', answering(502, failure('VERIFIER_ERROR'))],
    ['had no time', answering(429, failure('X'))],
  ])('whose service %s leads to a look-up, not to another verify', async (_, failing) => {
    const line =
      'verify --product-id gems_100 --package com.example.game --receipt demo-purchased --retries 0';
    const guarded = { env: emulatorEnv('https://emulator.test', 'prod'), send: failing };
    const unguarded = { env: emulatorEnv('https://emulator.test', 'dev'), send: failing };
    for (const [more, world] of [
      [' --confirm prod', guarded],
      ['', unguarded],
    ] as const) {
      const { err } = await pvg(`${line}${more}`, world);
      expect(err).not.toMatch(/Try again|repeat the command/);
      expect(err).toMatch(/Look (?:it|up the purchase)[^]* before[^]*Next: pvg lookup /);
    }
    expect((await pvg(`${line} --confirm prod`, guarded)).err).toContain('Nothing was recorded.');
  });

  it.each(['demo-canceled', 'demo-pending', 'demo-package-mismatch'])(
    'of %s proposes no --confirm: the store would reject it',
    async (receipt) => {
      const ended = await prod('verify', receipt);
      expect(ended.status).toBe(13);
      expect(ended.out + ended.err).toContain('would be rejected with HTTP 422');
      expect(ended.out + ended.err).not.toContain('--confirm');
    },
  );

  it.each([
    ['demo-recorded', 'paid-and-recorded', /Next: pvg report/],
    ['demo-other-game', 'paid-recorded-elsewhere', /the operator[^]*Next: pvg report/],
    ['demo-recorded-error', 'paid-recorded-with-error', /Next: pvg report/],
  ])(
    'of %s stops with 7, confirmed or not, and says who acts by its own verdict',
    async (receipt, id, next) => {
      for (const more of ['', '--confirm prod']) {
        const { status, out } = await prod('verify', receipt, more);
        expect([status, out.trimEnd()]).toEqual([7, expect.stringMatching(next)]);
        expect(out).not.toMatch(/\b409\b/);
      }
      const told = {
        advice: 'already-verified',
        verdict: { id },
        error: { code: 'already-recorded' },
      };
      expect(json(await prod('verify', receipt, '--confirm prod --json'))).toMatchObject(told);
    },
  );
});
