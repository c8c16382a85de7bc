import { createServer as createHttpServer, type IncomingMessage } from 'node:http';
import { createServer } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { describe, expect, it } from 'vitest';
import { openNetwork } from '../../src/transport/network.js';
import type { WireFailure, WireRequest } from '../../src/contract/wire.js';
import { listen, shut } from '../support/hostile-server.js';
import { selfSigned } from '../support/self-signed.js';
import { call, failure, longMs, post, shortMs, start } from '../support/network.js';

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
    const headers = [
      ['Content-Type', 'application/json'],
      ['X-Client-ID', 'a  b'],
      ['x-empty', ''],
      ['X-Signature', 'ABCdef0123'],
    ] as const;
    await sent(`${origin}/base/iap?x=%20y`, { headers, body });
    expect(seen?.body).toEqual(body);
    expect(seen?.message.method).toBe('POST');
    expect(seen?.message.url).toBe('/base/iap?x=%20y');
    expect(seen?.message.rawHeaders).toEqual([
      ...['host', new URL(origin).host, 'connection', 'close', ...headers.flat()],
      ...['user-agent', 'pvg/1.2.3', 'accept-encoding', 'identity', 'content-length', '7'],
    ]);
  });

  it('keeps a header of its own in the place of one of ours', async () => {
    let agents: string[] = [];
    const origin = await start(
      createHttpServer((message, response) => {
        agents = message.rawHeaders.filter((_, at, all) => /^user-agent$/i.test(all[at - 1] ?? ''));
        response.end();
      }),
    );
    await sent(origin, { headers: [['User-Agent', 'game']] });
    expect(agents).toEqual(['game']);
  });

  it('may have an empty body', async () => {
    const origin = await start(createHttpServer((_, response) => response.end('{}')));
    await expect(sent(origin, { body: new Uint8Array() })).resolves.toMatchObject({ status: 200 });
  });

  it.each(['a\r\nX-Evil: 1', 'a\nb', 'a\0b', 'café', '日本', ' leading', 'trailing ', '\x7f', 'a\x1bb'])(
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

  it.each(['bad name', 'X:Y', '', 'Transfer-Encoding', 'Expect'])(
    'is not sent with a header name that undici refuses: %j',
    async (name) => {
      const origin = await start(createServer());
      const outcome = sent(origin, { headers: [[name, 'x']] });
      await expect(outcome).rejects.toMatchObject({ name: 'WireFailure', kind: 'not-reached' });
    },
  );

  it.each([
    'http://example.com/',
    'ftp://localhost/',
    'nonsense',
    'http://127.0.0.1.example.com/',
    'file:///etc',
  ])('to %s is a mistake of ours, and the address is not repeated', async (url) => {
    await expect(call(url)).rejects.toThrow(TypeError);
    await expect(call(url)).rejects.not.toThrow(url);
  });
});

describe('an answer', () => {
  it('keeps headers that came twice as two, with lower-case names', async () => {
    const origin = await start(
      createServer((socket) => {
        socket.once('data', () =>
          socket.end(
            'HTTP/1.1 200 OK\r\nDate: a\r\nDATE: b\r\nX-Text: caf\u00e9\r\nContent-Length: 0\r\n\r\n',
          ),
        );
      }),
    );
    await expect(call(origin)).resolves.toMatchObject({
      headers: [
        ['date', 'a'],
        ['date', 'b'],
        ['x-text', 'café'],
        ['content-length', '0'],
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

  it('because its certificate is not trusted', async () => {
    const origin = await start(createTlsServer(selfSigned));
    const outcome = await call(origin.replace('http:', 'https:'));
    expect(outcome).toMatchObject({ kind: 'not-reached', details: { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' } });
    expect((outcome as WireFailure).message).toBe(
      'the certificate of the server is self-signed and not trusted here',
    );
  });

  it('because it does not speak TLS', async () => {
    const origin = await start(createHttpServer((_, response) => response.end()));
    const outcome = await call(origin.replace('http:', 'https:'));
    expect(outcome).toMatchObject({ kind: 'not-reached' });
    expect((outcome as WireFailure).message).toBe('the server does not speak TLS at that port');
  });

  it('because it closes during the handshake', async () => {
    const origin = await start(createServer((socket) => socket.once('data', () => socket.destroy())));
    expect(await failure(call(origin.replace('http:', 'https:')))).toBe(
      'not-reached: the connection was closed before the request could be sent',
    );
  });

  it('because the handshake does not end in time', async () => {
    const origin = await start(createServer());
    expect(await failure(call(origin.replace('http:', 'https:'), {}, { timeoutMs: shortMs }))).toBe(
      'not-reached: there was no connection within 0.4 s',
    );
  });
});
