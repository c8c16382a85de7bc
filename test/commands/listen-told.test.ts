import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { Send, WireRequest } from '../../src/contract/wire.js';
import { PvgError } from '../../src/failure.js';
import { temporaryFolder } from '../support/context.js';
import { ask, send, startListener, type RunningListener } from '../support/listener.js';
import { pvg } from '../support/pvg.js';
import { lookupCall, purchaseBody, sessionCall, verifyCall, withHeader } from '../support/signed.js';

const player = { gameId: 'demo', username: 'player-1' };

const running: RunningListener[] = [];
const start = async (...args: Parameters<typeof startListener>): Promise<RunningListener> => {
  const listener = await startListener(...args);
  running.push(listener);
  return listener;
};
afterEach(async () => {
  for (const listener of running.splice(0)) await listener.stop();
});

describe('a request with a right signature that was answered with a refusal', () => {
  const purchase = (receipt: string, changes: Record<string, unknown> = {}) => purchaseBody(receipt, changes);
  const refused: [says: string, status: number, code: string | null, call: (base: string) => WireRequest][] =
    [
      [
        'a missing member',
        400,
        'MISSING_FIELDS',
        (base) => verifyCall(purchase('demo-purchased', { package: undefined }), { base }),
      ],
      [
        'another os_id',
        400,
        'INVALID_OS_ID',
        (base) => verifyCall(purchase('demo-purchased', { os_id: 3 }), { base }),
      ],
      [
        'another product',
        422,
        'PRODUCT_MISMATCH',
        (base) => verifyCall(purchase('demo-purchased', { product_id: 'other' }), { base }),
      ],
      [
        'a receipt that the store rejects',
        422,
        'VERIFICATION_FAILED',
        (base) => verifyCall(purchase('demo-canceled'), { base }),
      ],
      [
        'an old timestamp',
        401,
        'UNAUTHORIZED',
        (base) => lookupCall(purchase('demo-recorded'), { base, timestamp: '1790000' }),
      ],
      ['no game', 400, 'invalid_request', (base) => sessionCall({ username: 'p' }, { base })],
      [
        'an unknown game',
        403,
        'unknown_service',
        (base) => sessionCall({ gameId: 'other', username: 'p' }, { base }),
      ],
      [
        'no JSON type',
        415,
        null,
        (base) => withHeader(sessionCall(player, { base }), 'Content-Type', 'text/plain'),
      ],
      [
        'an unknown path',
        404,
        null,
        (base) => ({ ...sessionCall(player, { base }), url: `${base}/xmdt/sessions` }),
      ],
    ];
  it.each(refused)('is never ok: %s (%d)', async (_says, status, code, call) => {
    const { url, objects } = await start('--profile local --json');
    await send(call(url));
    const [told] = await objects(1);
    expect(told).toMatchObject({ ok: false, exit: 5, match: true, answered: { status, code } });
    expect(['refused', 'cannot-succeed']).toContain((told?.['verdict'] as { id: string }).id);
    const page = await ask(`${url}/requests.json`, { method: 'GET' });
    expect(JSON.parse(page.text)).toMatchObject({ requests: [{ status, tone: 'bad' }] });
  });

  const answers: [says: string, status: number, body: string, id: string][] = [
    ['a listed refusal', 412, '{"success":false,"error":"ENVIRONMENT_MISMATCH","message":"m"}', 'refused'],
    ['a limit', 429, '{"code":"rate_limited","message":"m"}', 'refused'],
    ['a failure of the service', 502, '{"success":false,"error":"VERIFIER_ERROR","message":"m"}', 'refused'],
    ['a page of a proxy', 503, '<html>', 'refused'],
    ['a redirect', 302, '', 'refused'],
    ['a refusal with status 200', 200, '{"success":false,"error":"UNAUTHORIZED","message":"m"}', 'refused'],
    ['a success', 200, '{"success":true}', 'signature-right'],
  ];
  it.each(answers)('is told as it was answered by the service: %s', async (_says, status, body, id) => {
    const service: Send = () => Promise.resolve({ status, headers: [], body: Buffer.from(body) });
    const env = {
      PVG_ENVIRONMENT: 'dev',
      PVG_GATEWAY_URL: 'https://gateway.example',
      PVG_CLIENT_ID: 'demo-client',
      PVG_CLIENT_SECRET: 'demo-client-secret',
    };
    const { url, objects } = await start('--forward --json', { env, send: service });
    await send(lookupCall(purchaseBody('r'), { base: url }));
    expect(await objects(1)).toMatchObject([{ match: true, verdict: { id }, answered: { status } }]);
  });
});

describe('a request that the contract does not show', () => {
  const unknown: [says: string, path: string, headers: Record<string, string>, body: string][] = [
    ['a callback', '/refunds', {}, '{"transaction_id":"1","type":"REFUND"}'],
    [
      'a callback with members of a verify',
      '/refunds',
      {},
      '{"receipt":"r","product_id":"gems_100","os_id":2}',
    ],
    ['a callback that is signed somehow', '/x', { 'X-Client-ID': 'c', 'X-Signature': 'v1=abc' }, '{"a":1}'],
    ['text', '/hook', { 'Content-Type': 'text/plain' }, 'refund 1'],
    ['a mistyped path', '/iap/gateway/verfy', {}, '{"receipt":"r"}'],
  ];
  it.each(unknown)('is not judged: %s', async (_says, path, headers, body) => {
    const { url, objects } = await start('--profile local --json');
    await ask(`${url}${path}`, { headers: { 'Content-Type': 'application/json', ...headers }, body });
    expect(await objects(1)).toMatchObject([
      { verdict: { id: 'not-judged' }, match: null, findings: [], lint: [], advice: 'none' },
    ]);
  });

  it('is saved as it came, and the line says where', async () => {
    const folder = join(temporaryFolder(), 'requests');
    const { url, lines } = await start(`--profile local --save ${folder}`);
    await ask(`${url}/refunds?a=1`, { headers: { 'Content-Type': 'text/xml' }, body: '<refund/>\r\n' });
    const [line] = await lines(1);
    const name = readdirSync(folder).find((each) => each.endsWith('.json')) ?? '';
    expect(line).toMatch(/^! 14:13:20 {2}not judged/);
    expect(line).toContain(`It is saved as it came: ${join(folder, name)}`);
    expect(JSON.parse(readFileSync(join(folder, name), 'utf8'))).toMatchObject({
      method: 'POST',
      url: `${url}/refunds?a=1`,
      headers: { 'Content-Type': 'text/xml' },
      body: '<refund/>\r\n',
    });
  });

  it('names a similar path of the contract', async () => {
    const { url, lines } = await start();
    await ask(`${url}/xmdt/sesion`, { headers: { 'Content-Type': 'application/json' }, body: '{}' });
    expect((await lines(1))[0]).toContain('A similar path is `/xmdt/session`.');
  });
});

describe('the same request again within moments', () => {
  it('has a line of its own that says how often it came', async () => {
    const { url, objects } = await start('--profile local --json');
    for (let at = 0; at < 3; at += 1) await send(sessionCall(player, { base: url }));
    await send(sessionCall({ ...player, username: 'player-2' }, { base: url }));
    expect((await objects(4)).map(({ times }) => times)).toEqual([1, 2, 3, 1]);
  });
});

describe('pvg listen --expect', () => {
  const right = (url: string): WireRequest => sessionCall(player, { base: url });
  const wrong = (url: string): WireRequest => withHeader(right(url), 'X-Signature');
  const other = (url: string): WireRequest => sessionCall({ gameId: 'other', username: 'p' }, { base: url });

  const cases: [says: string, calls: ((url: string) => WireRequest)[], status: number, note: string][] = [
    ['all are right', [right, right], 0, '2 of 2 expected requests are right.'],
    ['one has no signature', [right, wrong], 6, '1 of 2 expected requests is right.'],
    ['one is right but refused', [other, right], 6, '1 of 2 expected requests is right.'],
  ];
  it.each(cases)('ends by itself: %s', async (_says, calls, status, note) => {
    const listener = await startListener('--profile local --expect 2');
    for (const call of calls) await send(call(listener.url));
    expect(await listener.ended).toBe(status);
    expect(listener.context.stderr.text()).toContain(note);
  });

  it('ends with 6 when it is stopped before all came', async () => {
    const listener = await startListener('--profile local --expect 2');
    await send(right(listener.url));
    await listener.lines(1);
    expect(await listener.stop(new PvgError('terminated', 't'))).toBe(6);
    expect(listener.context.stderr.text()).toContain('1 of 2 expected requests is right; 1 did not come.');
  });

  it.each(['0', '-1', '1.5', 'x'])('refuses %s', async (count) => {
    expect((await pvg(`listen --profile local --expect=${count}`)).status).toBe(2);
  });
});
