import { createServer as createHttpServer, type IncomingMessage } from 'node:http';
import { createServer, type Server } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { describe, expect, it } from 'vitest';
import { openNetwork } from '../../src/transport/network.js';
import type { WireRequest } from '../../src/contract/wire.js';
import { listen, shut } from '../support/hostile-server.js';
import { selfSigned } from '../support/self-signed.js';
import { call, failure, longMs, post, start } from '../support/network.js';

const sent = (url: string, more: Partial<WireRequest>) =>
  openNetwork({ env: {}, version: '1.2.3' })(post(url, more), { timeoutMs: longMs });

describe('a request', () => {
  it('arrives byte for byte, with its headers as they were given and what HTTP needs', async () => {
    let seen: { message: IncomingMessage; body: Buffer } | undefined;
    const origin = await start(
      createHttpServer((message, response) => {
        const chunks: Buffer[] = [];
        message.on('data', (chunk: Buffer) => chunks.push(chunk));
        message.on('end', () => {
          seen = { message, body: Buffer.concat(chunks) };
          response.end('{}');
        });
      }),
    );
    const body = Buffer.from([0, 1, 254, 255, 123, 10, 13]);
    const headers = [['Content-Type', 'application/json'] as const, ['x-empty', ''] as const];
    await sent(`${origin}/base/iap?x=%20y`, { headers, body });
    expect(seen?.body).toEqual(body);
    expect(seen?.message).toMatchObject({ method: 'POST', url: '/base/iap?x=%20y' });
    expect(seen?.message.rawHeaders).toEqual([
      ...['host', new URL(origin).host, 'connection', 'close', ...headers.flat()],
      ...['user-agent', 'pvg/1.2.3', 'accept-encoding', 'identity', 'content-length', '7'],
    ]);
  });

  it.each(['a\r\nX-Evil: 1', 'a\nb', 'a\0b', 'café', ' leading', 'trailing ', '\x7f'])(
    'is not sent with a header value that would change on its way: %j',
    async (value) => {
      let requests = 0;
      const origin = await start(createServer(() => (requests += 1)));
      const outcome = sent(origin, { headers: [['X-Client-ID', value]] });
      const details = { code: 'ERR_INVALID_CHAR' };
      await expect(outcome).rejects.toMatchObject({ kind: 'not-reached', details });
      expect(requests).toBe(0);
    },
  );

  it.each(['http://example.com/', 'ftp://localhost/', 'nonsense'])(
    'to %s is a mistake of ours, and the address is not repeated',
    async (url) => {
      await expect(call(url)).rejects.toThrow(TypeError);
      await expect(call(url)).rejects.not.toThrow(url);
    },
  );
});

describe('an answer', () => {
  it('keeps headers that came twice as two, with lower-case names', async () => {
    const origin = await start(
      createServer((socket) => {
        socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\nDate: a\r\nDATE: b\r\nX: \u00e9\r\n\r\n'));
      }),
    );
    await expect(call(origin)).resolves.toMatchObject({
      headers: [
        ['date', 'a'],
        ['date', 'b'],
        ['x', 'é'],
      ],
    });
  });
});

describe('a service that is not reached', () => {
  it('because nothing listens', async () => {
    const server = createServer();
    const origin = await listen(server);
    await shut(server);
    expect(await failure(call(origin))).toBe(
      'not-reached: the connection was refused: nothing listens at that address and port',
    );
    await expect(call(origin.replace('127.0.0.1', 'localhost'))).resolves.toMatchObject({
      kind: 'not-reached',
      details: { code: 'ECONNREFUSED' },
    });
  });

  const destroying = createServer((socket) => socket.once('data', () => socket.destroy()));
  it.each<[string, Server, number?]>([
    ['the certificate of the server is self-signed and not trusted here', createTlsServer(selfSigned)],
    ['the server does not speak TLS at that port', createHttpServer((_, response) => response.end())],
    ['the connection was closed before the request could be sent', destroying],
    ['there was no connection within 0.4 s', createServer(), 400],
  ])('because %s', async (says, server, timeoutMs = longMs) => {
    const origin = await start(server);
    const outcome = failure(call(origin.replace('http:', 'https:'), {}, { timeoutMs }));
    expect(await outcome).toBe(`not-reached: ${says}`);
  });
});
