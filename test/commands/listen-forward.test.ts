import { createServer, type Server } from 'node:http';
import { type AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { WireFailure, type Send } from '../../src/contract/wire.js';
import { send, startListener, type RunningListener } from '../support/listener.js';
import { realNetwork } from '../support/emulator.js';
import { lookupCall, purchaseBody, sessionCall, verifyCall } from '../support/signed.js';

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

describe('pvg listen --forward', () => {
  const servers: Server[] = [];
  afterEach(() => {
    for (const server of servers.splice(0)) server.close();
  });

  /** A service that keeps what reaches it. */
  async function service(status = 200) {
    const got: { url: string; rawHeaders: string[]; body: Buffer }[] = [];
    const server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        got.push({ url: request.url ?? '', rawHeaders: request.rawHeaders, body: Buffer.concat(chunks) });
        response.writeHead(status, {
          'Content-Type': 'application/json',
          'Set-Cookie': 'a=b',
          'Access-Control-Allow-Origin': '*',
          'X-Request-Id': 'r-1',
        });
        response.end('{"code":"from the service"}');
      });
    });
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return { url: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`, got };
  }

  const envOf = (url: string, environment = 'dev') => ({
    PVG_ENVIRONMENT: environment,
    PVG_GATEWAY_URL: `${url}/base`,
    PVG_CLIENT_ID: 'demo-client',
    PVG_CLIENT_SECRET: 'demo-client-secret',
    PVG_SESSION_URL: url,
    PVG_SECRET_KEY: 'demo-secret-key',
  });

  it('sends the exact bytes and the headers that are not of one connection, and answers with what came back', async () => {
    const upstream = await service(418);
    const { url, objects, context } = await start('--forward --json', {
      env: envOf(upstream.url),
      send: realNetwork(),
    });
    const body = Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x0a, 0x20, 0x0a]);
    const signed = lookupCall(body, { base: url });
    const answer = await send(signed, {
      Connection: 'close, X-Hop',
      'X-Hop': '1',
      'User-Agent': 'game/1',
      'Accept-Encoding': 'br',
    });
    expect(answer).toMatchObject({ status: 418, text: '{"code":"from the service"}' });
    expect(answer.headers).toMatchObject({ 'content-type': 'application/json', 'x-request-id': 'r-1' });
    expect(Object.keys(answer.headers)).not.toContain('set-cookie');
    expect(Object.keys(answer.headers)).not.toContain('access-control-allow-origin');
    expect(upstream.got).toHaveLength(1);
    const [{ url: path, rawHeaders, body: arrived } = { url: '', rawHeaders: [], body: Buffer.alloc(0) }] =
      upstream.got;
    expect(path).toBe('/base/iap/gateway/lookup-receipt');
    expect(arrived).toEqual(body);
    for (const [name, value] of signed.headers) expect(rawHeaders[rawHeaders.indexOf(name) + 1]).toBe(value);
    expect(rawHeaders).toContain('game/1');
    expect(rawHeaders.map((each) => each.toLowerCase())).not.toContain('x-hop');
    expect(rawHeaders).not.toContain(new URL(url).host);
    expect(await objects(1)).toMatchObject([{ match: true, answered: { status: 418, by: 'forward' } }]);
    expect(context.stderr.text()).toContain(`forwarding to ${upstream.url}/base and ${upstream.url}; page:`);
  });

  it('says that the service was not reached', async () => {
    const failing: Send = () => Promise.reject(new WireFailure('not-reached', 'the connection was refused'));
    const { url, objects } = await start('--forward --json', {
      env: envOf('http://127.0.0.1:1'),
      send: failing,
    });
    const answer = await send(sessionCall(player, { base: url }));
    expect(answer.status).toBe(502);
    expect(answer.headers['x-pvg-not-shown']).toBe('7');
    expect(JSON.parse(answer.text)).toEqual({
      code: 'http_502',
      message: 'The service did not send a complete answer.',
    });
    expect(await objects(1)).toMatchObject([
      {
        answered: {
          status: 502,
          by: 'forward',
          says: 'The service did not send a complete answer: the connection was refused.',
        },
      },
    ]);
  });

  it('passes a verify on to prod only when the profile is confirmed', async () => {
    const sent: string[] = [];
    const keeping: Send = (request) => {
      sent.push(new URL(request.url).pathname);
      return Promise.resolve({ status: 200, headers: [], body: Buffer.from('{}') });
    };
    const env = envOf('https://gateway.example', 'prod');
    const guarded = await start('--forward', { env, send: keeping });
    expect(guarded.context.stderr.text()).toMatch(
      /Verify calls are not forwarded: a verify RECORDS .* `--confirm` and the word prod/,
    );
    const odd = [
      '/iap/gateway/verify/',
      '/iap/gateway/%76erify',
      '/iap/gateway/VERIFY',
      '//iap/gateway/verify',
      '/x/iap/gateway/verify?a',
    ];
    const statuses: number[] = [];
    for (const path of ['/iap/gateway/verify', ...odd])
      statuses.push(
        (await send({ ...verifyCall(purchaseBody('r'), { base: guarded.url }), url: guarded.url + path }))
          .status,
      );
    expect(statuses).toEqual([403, 404, 404, 404, 403, 403]);
    expect((await send(lookupCall(purchaseBody('r'), { base: guarded.url }))).status).toBe(200);
    expect(sent).toEqual(['/base/iap/gateway/lookup-receipt']);
    expect((await guarded.lines(1))[0]).toContain(
      'Answered: Verify calls are not forwarded: a verify RECORDS the purchase on prod.',
    );

    const confirmed = await start('--forward --confirm prod', { env, send: keeping });
    expect((await send(verifyCall(purchaseBody('r'), { base: confirmed.url }))).status).toBe(200);
    expect(sent.at(-1)).toBe('/base/iap/gateway/verify');
  });

  it('never forwards to itself', async () => {
    const upstream = await service();
    const port = new URL(upstream.url).port;
    servers.splice(0).forEach((server) => server.close());
    const ended = await startListener(`--forward --port ${port}`, {
      env: envOf(`http://localhost:${port}`),
      send: () => Promise.reject(new TypeError('sent')),
    }).catch((error: unknown) => String(error));
    expect(ended).toMatch(/ended with 2: .*forward to itself/s);
  });
});
