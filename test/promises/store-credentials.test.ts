import { describe, expect, it } from 'vitest';
import type { Send } from '../../src/contract/wire.js';
import { serviceEnv, temporaryFolder } from '../helpers/context.js';
import { failure, rejection } from '../helpers/answers.js';
import { answering } from '../helpers/exchange.js';
import { json, pvg } from '../helpers/pvg.js';

const purchase = '--product-id gems_100 --package com.example.game --receipt';
const lookup = `lookup ${purchase} AEuhp4KnSzQ9dX27`;
const env = serviceEnv('https://gateway.example', { PVG_ENVIRONMENT: 'prod' });
const rejected = (status: number): Send => answering(200, { ...rejection, status });

/** What the replies that ask the player for something have in common. */
const asksForProof = /order confirmation/i;

describe('a store that refuses the gateway’s credentials says nothing about the purchase', () => {
  it.each([
    [401, true],
    [403, true],
    [503, false],
  ])('%i: only the operator’s credentials are not waited for', async (status, isOperators) => {
    const ended = await pvg(`${lookup} --json`, { env, send: rejected(status) });
    const { verdict, ...result } = json(ended) as { verdict: { id: string; next: string } };
    expect(result).toMatchObject({
      exit: 8,
      advice: isOperators ? 'check' : 'retry-later',
      error: { code: 'store-unavailable' },
    });
    expect(verdict.id).toBe('store-unavailable');
    expect(/operator.*credentials.*waiting does not help/is.test(verdict.next)).toBe(isOperators);
  });

  it.each([401, 503])('%i: no reply asks the player for proof', async (status) => {
    const given = { env, home: temporaryFolder(), send: rejected(status) };
    const now = await pvg(`${lookup} --reply en`, given);
    expect(now.out + now.err).toMatch(/Reply to the player/);
    const later = await pvg('reply en --last', given);
    expect(now.out + now.err + later.out).not.toMatch(asksForProof);
  });

  it('is a failed row of a batch, which --resume asks again', async () => {
    const home = temporaryFolder();
    const stdin = 'receipt,product_id,package\nAEuhp4KnSzQ9dX27,gems_100,com.example.game\n';
    const batch = 'batch - --out out.ndjson --retries 0';
    expect((await pvg(batch, { env, home, stdin, send: rejected(401) })).status).toBe(20);
    expect((await pvg(`${batch} --resume`, { env, home, stdin, send: rejected(404) })).status).toBe(
      0,
    );
  });

  it('is shown by the emulator, whose demo game has no credentials for one purchase', async () => {
    const ended = await pvg(
      `lookup ${purchase} demo-store-unconfigured --profile local --reply en`,
    );
    expect([ended.status, ended.out + ended.err]).toEqual([8, expect.stringMatching(/operator/)]);
    expect(ended.out + ended.err).not.toMatch(asksForProof);
  });
});

it('VERIFICATION_FAILED of a look-up may be the store’s credentials: no reply asks the player for proof', async () => {
  const ended = await pvg(`${lookup} --reply en`, {
    env,
    send: answering(422, failure('VERIFICATION_FAILED')),
  });
  expect([ended.status, ended.out]).toEqual([6, expect.stringMatching(/operator/)]);
  expect(ended.out).not.toMatch(asksForProof);
});
