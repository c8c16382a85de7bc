import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Send } from '../../src/contract/wire.js';
import { bought, failure, rejection } from '../helpers/answers.js';
import { serviceEnv, temporaryFolder } from '../helpers/context.js';
import { answer } from '../helpers/exchange.js';
import { json, pvg } from '../helpers/pvg.js';

/** A refusal of the request, or a failure, says nothing about the purchase: no command makes a verdict of it. */

const env = serviceEnv('https://service.example');
const purchase = '--product-id gems_100 --package com.example.game --receipt AEuhp4KnSzQ9dX27';

interface Refusal {
  readonly status: number;
  readonly body: object;
  readonly exit: number;
}

/** With `found` false, as a store rejection has it, but about the request. */
const withFound: readonly Refusal[] = [
  { status: 401, body: { found: false, error: 'UNAUTHORIZED' }, exit: 4 },
  { status: 403, body: { found: false, error: 'UNAUTHORIZED' }, exit: 5 },
  { status: 400, body: { success: false, found: false, error: 'MISSING_FIELDS' }, exit: 5 },
  { status: 400, body: { found: false, status: 400, error: 'MISSING_FIELDS' }, exit: 5 },
  { status: 404, body: { found: false, error: 'route not found' }, exit: 12 },
  { status: 404, body: { success: false, found: false, error: 'NOT_FOUND' }, exit: 12 },
  { status: 200, body: { found: false, error: 'VERIFIER_ERROR' }, exit: 8 },
  { status: 200, body: { found: false, success: false, error: 'VERIFIER_ERROR' }, exit: 8 },
  { status: 200, body: { found: false, status: '503', error: 'VERIFIER_ERROR' }, exit: 8 },
  { status: 200, body: { found: false, status: 503, error: 'VERIFIER_ERROR' }, exit: 8 },
  { status: 200, body: { found: false, error: 'INVALID_OS_ID' }, exit: 5 },
  { status: 422, body: { found: false, error: 'UNAUTHORIZED' }, exit: 4 },
  { status: 502, body: { found: false, error: 'VERIFIER_ERROR' }, exit: 8 },
  { status: 200, body: { ...rejection, status: 408 }, exit: 8 },
  { status: 200, body: { ...rejection, status: 429 }, exit: 8 },
  { status: 404, body: { ...rejection, status: 503 }, exit: 8 },
];

/** 422, with a code that the contract lists with another status: it means that code. */
const with422: readonly Refusal[] = [
  { status: 422, body: failure('MISSING_FIELDS'), exit: 5 },
  { status: 422, body: failure('INVALID_OS_ID'), exit: 5 },
  { status: 422, body: failure('ENVIRONMENT_MISMATCH'), exit: 5 },
  { status: 422, body: failure('UNAUTHORIZED'), exit: 4 },
  { status: 422, body: failure('VERIFIER_ERROR'), exit: 8 },
];

const ask = async (command: string, { status, body }: Refusal) => {
  const send: Send = () => Promise.resolve(answer(status, body));
  const ended = json(await pvg(`${command} ${purchase} --retries 0 --json`, { env, send }));
  const { exit, advice, verdict } = ended as {
    exit: number;
    advice: string;
    verdict: object | null;
  };
  return { exit, advice, verdictId: (verdict as { id: string } | null)?.id ?? null };
};

const isNoVerdict = (id: string | null): boolean => id === null || id === 'store-unavailable';

describe('a look-up', () => {
  it.each([...withFound, ...with422])('$status $body ends in $exit', async (refusal) => {
    const { exit, advice, verdictId } = await ask('lookup', refusal);
    expect([exit, isNoVerdict(verdictId)]).toEqual([refusal.exit, true]);
    expect(advice).not.toBe('do-not-grant');
  });

  it.each([
    [404, rejection],
    [422, failure('VERIFICATION_FAILED')],
    // Its status alone is that of a purchase that is not confirmed (§7.1).
    [422, failure('VALIDATION_ERROR')],
    [422, { success: false }],
    [422, failure('PRODUCT_MISMATCH')],
    [200, { ...rejection, status: 410 }],
    [403, rejection],
  ])('but %i %j is about the purchase', async (status, body) => {
    const told = await ask('lookup', { status, body, exit: 6 });
    expect(told).toEqual({ exit: 6, advice: 'do-not-grant', verdictId: 'not-confirmed' });
  });
});

describe('a verify', () => {
  it.each(with422)('$status $body ends in $exit', async (refusal) => {
    const { exit, verdictId } = await ask('verify', refusal);
    expect([exit, verdictId]).toEqual([refusal.exit, null]);
  });

  it('means the code of a duplicate, also with 422', async () => {
    const refusal = { status: 422, body: failure('DUPLICATE_TRANSACTION'), exit: 7 };
    for (const command of ['verify', 'lookup']) {
      expect(await ask(command, refusal)).toMatchObject({ exit: 7, advice: 'already-verified' });
    }
  });
});

describe('explain-error of the answer', () => {
  it.each([...withFound, ...with422])('$status $body', async ({ status, body, exit }) => {
    const stdin = `HTTP/1.1 ${status} X\r\n\r\n${JSON.stringify(body)}`;
    const result = json(await pvg('explain-error - --json', { stdin }));
    const { verdict } = result as { verdict: { id: string } | null };
    const explained = (result['answer'] ?? {}) as { exit?: number | null };
    expect(isNoVerdict(verdict?.id ?? null)).toBe(true);
    // A failure of §7.1 looks the same for a verify and a look-up: it is explained as one of a verify.
    if (!('success' in body)) expect(explained.exit ?? exit).toBe(exit);
  });
});

describe('a row of a batch', () => {
  const others = [...withFound, ...with422].filter(({ status }) => ![401, 403].includes(status));
  it.each(others)('$status $body has failed, and --resume asks again', async ({ status, body }) => {
    const home = temporaryFolder();
    const row = (receipt: string): string => `${receipt},gems_100,com.example.game\n`;
    const stdin = `receipt,product_id,package\n${row('AEuhp4KnSzQ9dX28')}${row('AEuhp4KnSzQ9dX27')}`;
    const isRefused = (text: Uint8Array): boolean => Buffer.from(text).includes('dX27');
    const send: Send = (request) =>
      Promise.resolve(isRefused(request.body) ? answer(status, body) : answer(200, bought('')));
    const line = 'batch - --out out.ndjson --retries 0 --concurrency 1';
    expect((await pvg(line, { env, home, stdin, send })).status).toBe(20);
    const asked: string[] = [];
    const repaired: Send = (request) => {
      asked.push(Buffer.from(request.body).toString());
      return Promise.resolve(answer(200, bought('')));
    };
    expect((await pvg(`${line} --resume`, { env, home, stdin, send: repaired })).status).toBe(0);
    expect(asked).toEqual([expect.stringContaining('dX27')]);
    expect(readFileSync(join(home, 'out.ndjson'), 'utf8')).not.toContain('not-confirmed');
  });
});
