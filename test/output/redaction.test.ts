import { describe, expect, it } from 'vitest';
import type { Send, WireRequest, WireResponse } from '../../src/contract/wire.js';
import { headerValue } from '../../src/contract/wire.js';
import { json, pvg } from '../support/pvg.js';

const address = 'https://service.example';
const env = (more: Record<string, string> = {}): Record<string, string> => ({
  PVG_ENVIRONMENT: 'dev',
  PVG_GATEWAY_URL: address,
  PVG_CLIENT_ID: 'my-client',
  PVG_CLIENT_SECRET: 'not-a-demo-s3cret',
  PVG_SESSION_URL: address,
  PVG_GAME_ID: 'game',
  PVG_SECRET_KEY: 'not-a-demo-k3y',
  ...more,
});
const lookup = 'lookup --product-id gems_100 --package com.example.game --receipt demo-recorded';
const answering =
  (answer: (request: WireRequest) => Partial<WireResponse> & { body: Uint8Array }): Send =>
  (request) =>
    Promise.resolve({ status: 200, headers: [], ...answer(request) });

describe('a signature that the service repeats', () => {
  it.each(['--json', '--raw', '--verbose', ''])('is in no output: %s', async (option) => {
    let signature = '';
    const send = answering(({ headers }) => {
      signature = headerValue(headers, 'x-signature') ?? '';
      const body = { success: false, error: 'UNAUTHORIZED', message: `got ${signature}` };
      return { status: 401, headers: [['x-got', signature]], body: Buffer.from(JSON.stringify(body)) };
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
  const rejection = Buffer.from(
    '{"order_id":null,"game_id":1,"found":false,"status":404,"error":"no lookup"}',
  );

  it('leaves the names that scripts branch on, and nothing of the answer', async () => {
    for (const secret of ['lookup', 'not-confirmed', 'gateway', 'do-not-grant']) {
      const given = { env: env({ PVG_CLIENT_SECRET: secret }), send: answering(() => ({ body: rejection })) };
      expect(json(await pvg(`${lookup} --json`, given))).toMatchObject({
        command: 'lookup',
        environment: 'dev',
        interface: 'gateway',
        verdict: { id: 'not-confirmed' },
        advice: 'do-not-grant',
        error: { code: 'not-confirmed' },
        answer: { error: secret === 'lookup' ? 'no [withheld]' : 'no lookup' },
      });
      expect((await pvg(`${lookup} --query verdict.id`, given)).out).toBe('"not-confirmed"\n');
    }
  });

  it('is taken out of names, numbers and codes that the service chose', async () => {
    const body = Buffer.from('{"success":false,"error":"c0de","message":"","c0de":12345678}');
    for (const secret of ['c0de', '12345678']) {
      const send = answering(() => ({ status: 400, body }));
      const { out } = await pvg(`${lookup} --json`, { env: env({ PVG_CLIENT_SECRET: secret }), send });
      expect(out).not.toContain(secret);
    }
  });
});

describe('--verbose', () => {
  it('shows a token or a receipt nowhere in an answer that repeats it', async () => {
    const token = 'hush/token=1';
    const send = answering(() => ({
      headers: [['set-cookie', `t=${token}`] as const, ['x-t', encodeURIComponent(token)] as const],
      body: Buffer.from(
        JSON.stringify({
          sessionToken: token,
          xmdtCompleted: false,
          echo: [{ at: token }, { sessionToken: token }],
        }),
      ),
    }));
    const { err, status } = await pvg('session --username a --verbose', { env: env(), send });
    expect(status).toBe(0);
    expect(err).toMatch(/< set-cookie: t=\[withheld\]/);
    expect(err).not.toMatch(/hush/);
  });
});

describe('session --check', () => {
  it.each([
    '{"sessionToken":"hush-token',
    '{"sessionToken":"hush-a","sessionToken":"hush-b"}',
    '"hush-token"',
  ])('never passes on bytes in which a token may hide: %s', async (body) => {
    for (const option of ['--raw', '--json', '--verbose', '']) {
      const send = answering(() => ({ body: Buffer.from(body) }));
      const { out, err, status } = await pvg(`session --username a --check ${option}`, { env: env(), send });
      expect(status).toBe(12);
      expect(out + err).not.toContain('hush');
      expect(out + err).not.toBe('');
    }
  });
});

describe('--verbose', () => {
  const receipt = 'tok-AbCdEfGh12345678IjKlMnOpQrStUv';
  const line = `lookup --product-id gems_100 --package com.example.game --receipt ${receipt} --verbose --retries 0`;
  const secret = 'Sk-Live_9fQzT7wXyLmN4pRb2VcG';

  it.each([
    ['the secret', secret],
    ['the receipt', receipt],
  ])('shows no beginning of %s where a long body is cut', async (_, value) => {
    for (let pad = 3_900; pad < 4_000; pad += 7) {
      const body = Buffer.from(
        JSON.stringify({ success: false, error: 'X', message: 'a'.repeat(pad) + value }),
      );
      const ended = await pvg(line, {
        env: env({ PVG_CLIENT_SECRET: secret }),
        send: answering(() => ({ status: 400, body })),
      });
      expect(ended.err).not.toContain(value.slice(0, 12));
    }
  });

  it.each([
    ['in capitals', (text: string) => text.toUpperCase()],
    [
      'percent-encoded',
      (text: string) => text.replace(/[^]/g, (unit) => `%${unit.charCodeAt(0).toString(16)}`),
    ],
    ['cut off', (text: string) => text.slice(0, -1)],
  ])('shows no receipt that a header repeats %s', async (_, form) => {
    const body = Buffer.from(JSON.stringify({ success: false, error: 'X', message: 'm', receipt }));
    const send = answering(() => ({ status: 400, headers: [['x-got', form(receipt)]], body }));
    const ended = await pvg(line, { env: env(), send });
    expect(ended.err).toContain('x-got: [withheld]');
  });
});

describe('--debug', () => {
  it.each([
    'lookup --debug --client-secret=CanarySecret77Xyz',
    'lookup --debug -sCanarySecret77Xyz',
    'lookup --debug --as=CanarySecret77Xyz',
    'sign CanarySecret77Xyz --body {} --debug',
    '--debug CanarySecret77Xyz',
    'profile CanarySecret77Xyz --debug',
  ])('repeats nothing of what was mistyped: pvg %s', async (words) => {
    const { out, err, status } = await pvg(words, { env: env() });
    expect(status).toBe(2);
    expect(err).toMatch(/\n {4}at /);
    expect(out + err).not.toContain('Canary');
  });
});

describe('NODE_TLS_REJECT_UNAUTHORIZED=0', () => {
  const found = Buffer.from('{"found":true,"transactions":[]}');
  const off = { NODE_TLS_REJECT_UNAUTHORIZED: '0' };
  const ask = (more: Record<string, string>, line = lookup) => {
    let asked = 0;
    const send = answering(() => {
      asked += 1;
      return { body: found };
    });
    return pvg(`${line} --json`, { env: env(more), send }).then((ended) => ({ ...ended, asked }));
  };

  it('is refused for prod, before anything is sent', async () => {
    const ended = await ask({ ...off, PVG_ENVIRONMENT: 'prod' });
    expect(ended).toMatchObject({ status: 13, asked: 0 });
    expect(json(ended)).toMatchObject({ error: { code: 'tls-off' } });
  });

  it('is said for dev', async () => {
    const ended = await ask(off);
    expect(ended).toMatchObject({ status: 0, asked: 1 });
    expect(ended.err).toContain('NODE_TLS_REJECT_UNAUTHORIZED');
  });

  it.each([
    [
      'an address of this computer',
      { ...off, PVG_ENVIRONMENT: 'prod', PVG_GATEWAY_URL: 'http://127.0.0.1:1' },
    ],
    ['another value', { NODE_TLS_REJECT_UNAUTHORIZED: '1', PVG_ENVIRONMENT: 'prod' }],
  ])('does not concern %s', async (_, more) => {
    const ended = await ask(more);
    expect(ended).toMatchObject({ status: 0, asked: 1 });
    expect(ended.err).not.toContain('NODE_TLS');
  });
});
