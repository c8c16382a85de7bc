import { createServer as createHttpServer } from 'node:http';
import { createServer, type Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { openNetwork } from '../../src/transport/network.js';
import { WireFailure } from '../../src/contract/wire.js';
import { givenTime } from '../support/keeps-up.js';
import { call, failure, longMs, post, start } from '../support/network.js';

describe('a proxy', () => {
  const target = 'https://service.invalid/iap';

  const startProxy = async (answer: (socket: Socket) => void) => {
    const seen: string[] = [];
    const asked = (socket: Socket, data: Buffer): void => {
      seen.push(data.toString('latin1'));
      answer(socket);
    };
    const server = createServer((socket) => socket.once('data', (data) => asked(socket, data)));
    return { address: await start(server), seen };
  };

  const closed = 'the connection was closed before the request could be sent, through the proxy AT';
  const silent = 'there was no connection within 0.4 s, through the proxy AT';
  const says = (text: string) => (socket: Socket) => socket.end(text);
  const withoutTls = (socket: Socket): void => {
    socket.write('HTTP/1.1 200 OK\r\n\r\n');
    socket.once('data', () => socket.write('HTTP/1.1 400 Bad\r\n\r\n'));
  };
  it.each<[string, (socket: Socket) => void, string]>([
    ['refuses', says('HTTP/1.1 403 No\r\n\r\n'), 'the proxy AT refused to open a connection (403)'],
    [
      'wants a password',
      says('HTTP/1.1 407 No\r\n\r\n'),
      'the proxy AT asks for a user name and password (407)',
    ],
    ['says nothing', () => undefined, silent],
    ['resets', (socket) => socket.resetAndDestroy(), closed],
    ['talks nonsense', says('220 smtp\r\n'), 'the connection could not be made, through the proxy AT'],
    [
      'opens the way to somebody without TLS',
      withoutTls,
      'the server does not speak TLS at that port, through the proxy AT',
    ],
    ['opens the way and falls silent', (socket) => socket.write('HTTP/1.1 200 OK\r\n\r\n'), silent],
  ])('that %s: the service is not reached', async (_, answer, expected) => {
    const proxy = await startProxy(answer);
    const at = proxy.address.replace('http://', '');
    const said = async (ms: number): Promise<string> => {
      const timeoutMs = expected.includes('within') ? ms : longMs;
      return failure(call(target, { HTTPS_PROXY: proxy.address }, { timeoutMs }));
    };
    const wanted = `not-reached: ${expected.replace('AT', at)}`;
    // With more time the message tells of more seconds.
    const withoutSeconds = (text: string): string => text.replace(/within [\d.]+ s/, 'within 0.4 s');
    expect(withoutSeconds(await givenTime(said, () => proxy.seen.length > 0))).toBe(wanted);
    expect(proxy.seen[0]).toMatch(/^CONNECT service\.invalid:443 HTTP\/1\.1\r\n/);
  });

  const refuse = says('HTTP/1.1 403 No\r\n\r\n');

  it('gets the password that its address holds, and no message repeats it', async () => {
    const proxy = await startProxy(refuse);
    const address = proxy.address.replace('//', '//me:s3cr%20t@');
    const outcome = await call(target, { https_proxy: address });
    const basic = Buffer.from('me:s3cr t').toString('base64');
    expect(proxy.seen[0]).toContain(`proxy-authorization: Basic ${basic}`);
    expect(String((outcome as WireFailure).stack)).not.toMatch(/s3cr/);
    expect((outcome as WireFailure).message).toContain(proxy.address.replace('http://', ''));
  });

  it.each([false, true])('that nobody listens at was not reached (kept: %s)', async (keepConnections) => {
    const env = { HTTPS_PROXY: 'http://me:s3cret@127.0.0.1:1' };
    const send = openNetwork({ env, version: '1', keepConnections });
    const sent = send(post(target), { timeoutMs: longMs }).catch((error: unknown) => error as WireFailure);
    expect(await failure(sent)).toMatch(/^not-reached: the proxy 127\.0\.0\.1:1 was not reached: the conn/);
  });

  it('may be written without a scheme, and HTTP_PROXY serves where HTTPS_PROXY is not set', async () => {
    const proxy = await startProxy(refuse);
    await call(target, { HTTP_PROXY: proxy.address.replace('http://', '') });
    expect(proxy.seen).toHaveLength(1);
  });

  it('is not asked for loopback', async () => {
    const proxy = await startProxy(refuse);
    const origin = await start(createHttpServer((_, response) => response.end('{}')));
    const env = { HTTPS_PROXY: proxy.address, HTTP_PROXY: proxy.address };
    for (const url of [origin, origin.replace('127.0.0.1', 'localhost')])
      expect(await failure(call(url, env))).toBe('status 200');
    expect(proxy.seen).toEqual([]);
  });

  it('is not asked for what NO_PROXY names', async () => {
    const proxy = await startProxy(refuse);
    const direct = await startProxy((socket) => socket.destroy());
    // This computer under a name that does not count as loopback.
    const url = direct.address.replace('http://127.0.0.1', 'https://0.0.0.0');
    const named = await call(url, { HTTPS_PROXY: proxy.address, NO_PROXY: '0.0.0.0' });
    expect(named).toMatchObject({ kind: 'not-reached' });
    expect([direct.seen.length, proxy.seen.length]).toEqual([1, 0]);
    await call(url, { HTTPS_PROXY: proxy.address, NO_PROXY: 'other.example' });
    expect([direct.seen.length, proxy.seen.length]).toEqual([1, 1]);
  });

  it('that is no address is told without repeating it', async () => {
    for (const address of ['http://me:s3cret@', 'socks5://me:s3cret@127.0.0.1:1', 'http://[s3cret']) {
      const outcome = await call(target, { HTTPS_PROXY: address });
      expect(outcome).toMatchObject({ kind: 'not-reached', details: { code: 'ERR_INVALID_URL' } });
      const { message, cause } = outcome as WireFailure;
      expect(JSON.stringify([message, cause])).not.toMatch(/s3cret/);
    }
  });
});
