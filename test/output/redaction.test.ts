import { describe, expect, it } from 'vitest';
import type { Send, WireRequest, WireResponse } from '../../src/contract/wire.js';
import { headerValue } from '../../src/contract/wire.js';
import { serviceEnv } from '../helpers/context.js';
import { json, pvg } from '../helpers/pvg.js';

/** What no output of a command shows, whatever the service repeats. */

const env = (more: Record<string, string> = {}) => serviceEnv('https://service.example', more);
const lookup = 'lookup --product-id gems_100 --package com.example.game --receipt demo-recorded';
const answering =
  (answer: (request: WireRequest) => Partial<WireResponse>): Send =>
  (request) =>
    Promise.resolve({ status: 200, headers: [], body: Buffer.from('{}'), ...answer(request) });
const bodyOf = (json: object): Buffer => Buffer.from(JSON.stringify(json));
const refusing = (message: string, more: Partial<WireResponse> = {}): Send =>
  answering(() => ({
    status: 400,
    body: bodyOf({ success: false, error: 'X', message }),
    ...more,
  }));

describe('a signature that the service repeats', () => {
  it.each(['--json', '--raw', '--verbose', ''])('is in no output: %s', async (option) => {
    let signature = '';
    const send = answering(({ headers }) => {
      signature = headerValue(headers, 'x-signature') ?? '';
      const body = bodyOf({ success: false, error: 'UNAUTHORIZED', message: `got ${signature}` });
      return { status: 401, headers: [['x-got', signature]], body };
    });
    const { out, err, status } = await pvg(`${lookup} ${option}`, { env: env(), send });
    expect(status).toBe(4);
    expect(signature).toMatch(/^[0-9a-f]{64}$/);
    expect(out + err).not.toContain(signature);
    expect(out + err).toContain('[withheld]');
  });

  it('is printed by a dry run, which is asked for it', async () => {
    const { out } = await pvg(`${lookup} --dry-run`, { env: env() });
    expect(out).toMatch(/X-Signature: [0-9a-f]{64}/);
  });
});

describe('a secret that is a word of pvg’s own', () => {
  it.each(['lookup', 'not-confirmed', 'gateway', 'do-not-grant'])(
    '%s leaves the names that scripts branch on, and nothing of the answer',
    async (secret) => {
      const body = bodyOf({
        order_id: null,
        game_id: 1,
        found: false,
        status: 404,
        error: 'no lookup',
      });
      const given = { env: env({ PVG_CLIENT_SECRET: secret }), send: answering(() => ({ body })) };
      expect(json(await pvg(`${lookup} --json`, given))).toMatchObject({
        ...{ command: 'lookup', environment: 'dev', interface: 'gateway', advice: 'do-not-grant' },
        verdict: { id: 'not-confirmed' },
        error: { code: 'not-confirmed' },
        answer: { error: secret === 'lookup' ? 'no [withheld]' : 'no lookup' },
      });
      expect((await pvg(`${lookup} --query verdict.id`, given)).out).toBe('"not-confirmed"\n');
    },
  );

  it.each(['c0de', '12345678'])('%s is taken out of what the service chose', async (secret) => {
    const body = Buffer.from('{"success":false,"error":"c0de","message":"","c0de":12345678}');
    const send = answering(() => ({ status: 400, body }));
    const { out } = await pvg(`${lookup} --json`, {
      env: env({ PVG_CLIENT_SECRET: secret }),
      send,
    });
    expect(out).not.toContain(secret);
  });
});

/** Which bodies these are: test/service. */
it.each(['--raw', '--json', '--verbose', ''])(
  'session --check %s never passes on bytes in which a token may hide',
  async (option) => {
    const send = answering(() => ({ body: Buffer.from('{"sessionToken":"hush-token') }));
    const { out, err, status } = await pvg(`session --username a --check ${option}`, {
      env: env(),
      send,
    });
    expect(status).toBe(12);
    expect(out + err).not.toMatch(/hush|^$/);
  },
);

it.each(['--json', '--raw', '--verbose', ''])(
  'a token is in no output of an answer that is not JSON: %s',
  async (option) => {
    const send = answering(() => ({
      headers: [['x-t', String.raw`hush\x41token`] as const],
      body: Buffer.from(String.raw`{"sessionToken":"hush\x41token","echo":"hush\x41token"}`),
    }));
    const { out, err } = await pvg(`session --username a ${option} --debug`, { env: env(), send });
    expect(out + err).not.toMatch(/hush/);
  },
);

describe('--verbose', () => {
  const receipt = 'tok-AbCdEfGh12345678IjKlMnOpQrStUv';
  const secret = 'Sk-Live_9fQzT7wXyLmN4pRb2VcG';
  const line = `lookup --product-id gems_100 --package com.example.game --receipt ${receipt} --verbose --retries 0`;

  it('shows a token nowhere in an answer that repeats it', async () => {
    const token = 'hush/token=1';
    const send = answering(() => ({
      headers: [['set-cookie', `t=${token}`] as const, ['x-t', encodeURIComponent(token)] as const],
      body: bodyOf({ sessionToken: token, xmdtCompleted: false, echo: [{ at: token }] }),
    }));
    const { err, status } = await pvg('session --username a --verbose', { env: env(), send });
    expect(status).toBe(0);
    expect(err).toMatch(/< set-cookie: t=\[withheld\]/);
    expect(err).not.toMatch(/hush/);
  });

  it.each([
    ['the secret', secret],
    ['the receipt', receipt],
  ])('shows no beginning of %s where a long body is cut', async (_, value) => {
    for (let pad = 3_900; pad < 4_000; pad += 7) {
      const send = refusing('a'.repeat(pad) + value);
      const ended = await pvg(line, { env: env({ PVG_CLIENT_SECRET: secret }), send });
      expect(ended.err).not.toContain(value.slice(0, 12));
    }
  });

  it.each([
    ['in capitals', receipt.toUpperCase()],
    ['percent-encoded', receipt.replace(/[^]/g, (unit) => `%${unit.charCodeAt(0).toString(16)}`)],
    ['cut off', receipt.slice(0, -1)],
  ])('shows no receipt that a header repeats %s', async (_, repeated) => {
    const send = refusing('m', { headers: [['x-got', repeated]] });
    expect((await pvg(line, { env: env(), send })).err).toContain('x-got: [withheld]');
  });
});

it.each([
  'lookup --debug --client-secret=CanarySecret77Xyz',
  'lookup --debug -sCanarySecret77Xyz',
  'lookup --debug --as=CanarySecret77Xyz',
  'sign CanarySecret77Xyz --body {} --debug',
  '--debug CanarySecret77Xyz',
])('--debug repeats nothing of what was mistyped: pvg %s', async (words) => {
  const { out, err, status } = await pvg(words, { env: env() });
  expect(status).toBe(2);
  expect(err).toMatch(/\n {4}at /);
  expect(out + err).not.toContain('Canary');
});

it.each<[string, Record<string, string>, status: number, isSaid: boolean]>([
  ['is refused for prod, before anything is sent', { PVG_ENVIRONMENT: 'prod' }, 13, true],
  ['is said for dev', {}, 0, true],
  [
    'does not concern an address of this computer',
    { PVG_ENVIRONMENT: 'prod', PVG_GATEWAY_URL: 'http://127.0.0.1:1' },
    0,
    false,
  ],
  [
    'with another value is fine',
    { NODE_TLS_REJECT_UNAUTHORIZED: '1', PVG_ENVIRONMENT: 'prod' },
    0,
    false,
  ],
])('NODE_TLS_REJECT_UNAUTHORIZED=0 %s', async (_, more, status, isSaid) => {
  let asked = 0;
  const send = answering(() => {
    asked += 1;
    return { body: bodyOf({ found: true, transactions: [] }) };
  });
  const ended = await pvg(lookup, {
    env: env({ NODE_TLS_REJECT_UNAUTHORIZED: '0', ...more }),
    send,
  });
  expect({ status: ended.status, asked }).toEqual({ status, asked: status === 0 ? 1 : 0 });
  expect(ended.err.includes('NODE_TLS_REJECT_UNAUTHORIZED')).toBe(isSaid);
});
