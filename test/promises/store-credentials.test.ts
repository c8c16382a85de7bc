import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Send } from '../../src/contract/wire.js';
import { serviceEnv, temporaryFolder } from '../support/context.js';
import { answering } from '../support/exchange.js';
import { json, pvg } from '../support/pvg.js';

const lookup = 'lookup --product-id gems_100 --package com.example.game --receipt AEuhp4KnSzQ9dX27';
const env = serviceEnv('https://gateway.example', { PVG_ENVIRONMENT: 'prod' });
const rejected = (status: number): Send =>
  answering(200, { order_id: null, game_id: 7, found: false, status, error: 'the store said no' });

/** What the replies that ask the player for something have in common. */
const asksForProof = /order confirmation/i;

describe('a store that refuses the gateway’s credentials says nothing about the purchase', () => {
  it.each([401, 403])('%i: the operator acts, nobody doubts the agent’s data', async (status) => {
    const ended = await pvg(`${lookup} --json`, { env, send: rejected(status) });
    const { verdict, ...result } = json(ended) as { verdict: { next: string } };
    expect(result).toMatchObject({ exit: 8, advice: 'retry-later', error: { code: 'store-unavailable' } });
    expect(ended.status).toBe(8);
    expect(verdict).toMatchObject({ id: 'store-unavailable' });
    expect(verdict.next).toMatch(/operator.*credentials|credentials.*operator/s);
    expect(verdict.next).toMatch(/waiting does not help/i);
    expect(ended.out).not.toMatch(/belong to the same purchase|guess/i);
  });

  it.each([500, 503])('%i: a store that failed is waited for', async (status) => {
    const ended = await pvg(`${lookup} --json`, { env, send: rejected(status) });
    const verdict = { id: 'store-unavailable' };
    expect(json(ended)).toMatchObject({ exit: 8, advice: 'retry-later', verdict });
    expect(ended.out).not.toMatch(/waiting does not help|credentials/i);
  });

  it.each([401, 403, 503])('%i: no reply asks the player for proof', async (status) => {
    const home = temporaryFolder();
    const given = { env, home, send: rejected(status) };
    const now = await pvg(`${lookup} --reply en`, given);
    expect(now.status).toBe(8);
    expect(now.out + now.err).toMatch(/Reply to the player/);
    expect(now.out + now.err).not.toMatch(asksForProof);
    expect((await pvg('reply en --last', given)).out).not.toMatch(asksForProof);
  });

  it('is a failed row of a batch, which --resume asks again', async () => {
    const home = temporaryFolder();
    const [input, out] = [join(home, 'in.csv'), join(home, 'out.ndjson')];
    writeFileSync(input, 'receipt,product_id,package\nAEuhp4KnSzQ9dX27,gems_100,com.example.game\n');
    const batch = `batch ${input} --out ${out} --retries 0`;
    expect((await pvg(batch, { env, home, send: rejected(401) })).status).toBe(20);
    const found = rejected(404);
    expect((await pvg(`${batch} --resume`, { env, home, send: found })).status).toBe(0);
  });

  it('is shown by the emulator, whose demo game has no credentials for one purchase', async () => {
    const demo = lookup.replace('AEuhp4KnSzQ9dX27', 'demo-store-unconfigured');
    const ended = await pvg(`${demo} --profile local --reply en`);
    expect(ended.status).toBe(8);
    expect(ended.out + ended.err).toMatch(/operator/);
    expect(ended.out + ended.err).not.toMatch(asksForProof);
  });
});

it('VERIFICATION_FAILED of a look-up may be the store’s credentials: no reply asks the player for proof', async () => {
  const body = { success: false, error: 'VERIFICATION_FAILED', message: 'Rejected.' };
  const ended = await pvg(`${lookup} --reply en`, { env, send: answering(422, body) });
  expect(ended.status).toBe(6);
  expect(ended.out).toMatch(/operator/);
  expect(ended.out).not.toMatch(asksForProof);
});
