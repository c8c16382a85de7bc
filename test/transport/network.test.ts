import { createServer as createHttpServer, type IncomingMessage } from 'node:http';
import { createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { afterEach, describe, expect, it } from 'vitest';
import { openNetwork } from '../../src/transport/network.js';
import {
  WireFailure,
  type SendOptions,
  type WireRequest,
  type WireResponse,
} from '../../src/contract/wire.js';
import { listen, shut } from '../support/hostile-server.js';
import { givenTime } from '../support/keeps-up.js';
import { selfSigned } from '../support/self-signed.js';

const post = (url: string, more: Partial<WireRequest> = {}): WireRequest => ({
  method: 'POST',
  url,
  headers: [],
  body: Buffer.from('{}'),
  ...more,
});

/** Only there so that a test ends. */
const longMs = 600_000;
/** For those that end by it. */
const shortMs = 400;

const closing: (() => Promise<void>)[] = [];

afterEach(async () => {
  await Promise.all(closing.splice(0).map((close) => close()));
});

/** Starts it for one test; its sockets are ended with it. */
async function start(server: Server): Promise<string> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
  });
  closing.push(() => {
    for (const socket of sockets) socket.destroy();
    return shut(server);
  });
  return listen(server);
}

const call = (
  url: string,
  env: Record<string, string> = {},
  options: Partial<SendOptions> = {},
): Promise<WireResponse | WireFailure> =>
  openNetwork({ env, version: '1.2.3' })(post(url), { timeoutMs: longMs, ...options }).catch(
    (error: unknown) => {
      if (error instanceof WireFailure) return error;
      throw error;
    },
  );

const failure = async (outcome: Promise<WireResponse | WireFailure>): Promise<string> => {
  const ended = await outcome;
  return ended instanceof WireFailure ? `${ended.kind}: ${ended.message}` : `status ${String(ended.status)}`;
};

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
    await openNetwork({ env: {}, version: '1.2.3' })(post(`${origin}/base/iap?x=%20y`, { headers, body }), {
      timeoutMs: longMs,
    });
    expect(seen?.body).toEqual(body);
    expect(seen?.message.method).toBe('POST');
    expect(seen?.message.url).toBe('/base/iap?x=%20y');
    expect(seen?.message.rawHeaders).toEqual([
      'host',
      new URL(origin).host,
      'connection',
      'close',
      ...headers.flat(),
      'user-agent',
      'pvg/1.2.3',
      'accept-encoding',
      'identity',
      'content-length',
      '7',
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
    const request = post(origin, { headers: [['User-Agent', 'game']] });
    await openNetwork({ env: {}, version: '1' })(request, { timeoutMs: longMs });
    expect(agents).toEqual(['game']);
  });

  it('may have an empty body', async () => {
    const origin = await start(createHttpServer((_, response) => response.end('{}')));
    await expect(
      openNetwork({ env: {}, version: '1' })(post(origin, { body: new Uint8Array() }), { timeoutMs: longMs }),
    ).resolves.toMatchObject({ status: 200 });
  });

  it.each(['a\r\nX-Evil: 1', 'a\nb', 'a\0b', 'café', '日本', ' leading', 'trailing ', '\x7f', 'a\x1bb'])(
    'is not sent with a header value that would change on its way: %j',
    async (value) => {
      let requests = 0;
      const origin = await start(createServer(() => (requests += 1)));
      const sent = openNetwork({ env: {}, version: '1' })(
        post(origin, { headers: [['X-Client-ID', value]] }),
        {
          timeoutMs: longMs,
        },
      );
      await expect(sent).rejects.toMatchObject({
        kind: 'not-reached',
        details: { code: 'ERR_INVALID_CHAR' },
      });
      expect(requests).toBe(0);
    },
  );

  it.each(['bad name', 'X:Y', '', 'Transfer-Encoding', 'Expect'])(
    'is not sent with a header name that undici refuses: %j',
    async (name) => {
      const origin = await start(createServer());
      const sent = openNetwork({ env: {}, version: '1' })(post(origin, { headers: [[name, 'x']] }), {
        timeoutMs: longMs,
      });
      await expect(sent).rejects.toMatchObject({ name: 'WireFailure', kind: 'not-reached' });
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

describe('an interruption', () => {
  it('ends a call that waits, with the reason of the signal', async () => {
    const controller = new AbortController();
    const reason = new Error('by the user');
    const origin = await start(createServer((socket) => socket.once('data', () => controller.abort(reason))));
    await expect(call(origin, {}, { signal: controller.signal, timeoutMs: longMs })).rejects.toBe(reason);
  });

  it('ends a call that is still connecting', async () => {
    const controller = new AbortController();
    const reason = new Error('by the user');
    // What comes first is the beginning of the handshake.
    const origin = await start(createServer((socket) => socket.once('data', () => controller.abort(reason))));
    const sent = call(
      origin.replace('http:', 'https:'),
      {},
      { signal: controller.signal, timeoutMs: longMs },
    );
    await expect(sent).rejects.toBe(reason);
  });

  it('before the call lets nothing be sent', async () => {
    let connections = 0;
    const origin = await start(createServer(() => (connections += 1)));
    const reason = new Error('before');
    await expect(call(origin, {}, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    expect(connections).toBe(0);
  });

  it('is heard by many calls at once without a warning of node', async () => {
    const warnings: Error[] = [];
    // Other tests of this process may make node warn of something else.
    const onWarning = (warning: Error): void => {
      if (warning.name === 'MaxListenersExceededWarning') warnings.push(warning);
    };
    process.on('warning', onWarning);
    const origin = await start(createHttpServer((_, response) => response.end('{}')));
    const { signal } = new AbortController();
    await Promise.all(Array.from({ length: 40 }, () => call(origin, {}, { signal, timeoutMs: longMs })));
    await new Promise(setImmediate);
    process.off('warning', onWarning);
    expect(warnings).toEqual([]);
  });
});

describe('connections', () => {
  it('are not kept, so that no reset of an idle one loses an answer', async () => {
    const sockets = new Set<Socket>();
    const server = createHttpServer((message, response) => {
      sockets.add(message.socket);
      message.resume();
      response.end('{}');
    });
    const send = openNetwork({ env: {}, version: '1' });
    const origin = await start(server);
    for (let at = 0; at < 150; at += 1) {
      await expect(send(post(origin), { timeoutMs: longMs })).resolves.toMatchObject({ status: 200 });
      // The next call begins before anybody could notice it.
      for (const socket of sockets) socket.resetAndDestroy();
      sockets.clear();
    }
  });

  it.each([
    ['a new one for each call', false, 5],
    ['one for all when asked to keep them', true, 1],
  ])('are %s', async (_, keepConnections, expected) => {
    let connections = 0;
    const server = createHttpServer((__, response) => response.end('{}'));
    server.on('connection', () => (connections += 1));
    const origin = await start(server);
    const send = openNetwork({ env: {}, version: '1', keepConnections });
    for (let at = 0; at < 5; at += 1) await send(post(origin), { timeoutMs: longMs });
    expect(connections).toBe(expected);
  });
});

describe('a proxy', () => {
  const target = 'https://service.invalid/iap';

  interface FakeProxy {
    readonly address: string;
    readonly seen: string[];
  }

  const startProxy = async (answer: (socket: Socket) => void): Promise<FakeProxy> => {
    const seen: string[] = [];
    const address = await start(
      createServer((socket) => {
        socket.once('data', (data) => {
          seen.push(data.toString('latin1'));
          answer(socket);
        });
      }),
    );
    return { address, seen };
  };

  it.each<[string, (socket: Socket) => void, string]>([
    [
      'refuses',
      (socket) => socket.end('HTTP/1.1 403 No\r\n\r\n'),
      'not-reached: the proxy AT refused to open a connection (403)',
    ],
    [
      'wants a password',
      (socket) => socket.end('HTTP/1.1 407 Who\r\n\r\n'),
      'not-reached: the proxy AT asks for a user name and password (407)',
    ],
    [
      'says nothing',
      () => undefined,
      'not-reached: there was no connection within 0.4 s, through the proxy AT',
    ],
    [
      'closes',
      (socket) => socket.end(),
      'not-reached: the connection was closed before the request could be sent, through the proxy AT',
    ],
    [
      'resets',
      (socket) => socket.resetAndDestroy(),
      'not-reached: the connection was closed before the request could be sent, through the proxy AT',
    ],
    [
      'talks nonsense',
      (socket) => socket.end('220 smtp\r\n'),
      'not-reached: the connection could not be made, through the proxy AT',
    ],
    [
      'opens the way to somebody without TLS',
      (socket) => {
        socket.write('HTTP/1.1 200 OK\r\n\r\n');
        socket.once('data', () => socket.write('HTTP/1.1 400 Bad\r\n\r\n'));
      },
      'not-reached: the server does not speak TLS at that port, through the proxy AT',
    ],
    [
      'opens the way and falls silent',
      (socket) => socket.write('HTTP/1.1 200 OK\r\n\r\n'),
      'not-reached: there was no connection within 0.4 s, through the proxy AT',
    ],
  ])('that %s: the service is not reached', async (_, answer, expected) => {
    const proxy = await startProxy(answer);
    const at = proxy.address.replace('http://', '');
    const said = async (ms: number): Promise<string> => {
      const timeoutMs = expected.includes('within') ? ms : longMs;
      return failure(call(target, { HTTPS_PROXY: proxy.address }, { timeoutMs }));
    };
    const wanted = expected.replace('AT', at);
    // With more time the message tells of more seconds.
    const withoutSeconds = (text: string): string => text.replace(/within [\d.]+ s/, 'within 0.4 s');
    expect(withoutSeconds(await givenTime(said, () => proxy.seen.length > 0))).toBe(wanted);
    expect(proxy.seen).not.toEqual([]);
    expect(proxy.seen[0]).toMatch(/^CONNECT service\.invalid:443 HTTP\/1\.1\r\n/);
  });

  const refuse = (socket: Socket): void => void socket.end('HTTP/1.1 403 No\r\n\r\n');

  it('gets the password that its address holds, and no message repeats it', async () => {
    const proxy = await startProxy(refuse);
    const address = proxy.address.replace('//', '//me:s3cr%20t@');
    const outcome = await call(target, { https_proxy: address });
    expect(proxy.seen[0]).toContain(
      `proxy-authorization: Basic ${Buffer.from('me:s3cr t').toString('base64')}`,
    );
    expect(String((outcome as WireFailure).stack)).not.toMatch(/s3cr/);
    expect((outcome as WireFailure).message).toContain(proxy.address.replace('http://', ''));
  });

  it.each([false, true])(
    'that nobody listens at is what was not reached (kept: %s)',
    async (keepConnections) => {
      const env = { HTTPS_PROXY: 'http://me:s3cret@127.0.0.1:1' };
      const send = openNetwork({ env, version: '1', keepConnections });
      expect(
        await failure(
          send(post(target), { timeoutMs: longMs }).catch((error: unknown) => error as WireFailure),
        ),
      ).toBe(
        'not-reached: the proxy 127.0.0.1:1 was not reached: the connection was refused: nothing listens at that address and port',
      );
    },
  );

  it('may be written without a scheme, and HTTP_PROXY serves where HTTPS_PROXY is not set', async () => {
    const proxy = await startProxy(refuse);
    await call(target, { HTTP_PROXY: proxy.address.replace('http://', '') });
    expect(proxy.seen).toHaveLength(1);
  });

  it('is not asked for loopback', async () => {
    const proxy = await startProxy(refuse);
    const origin = await start(createHttpServer((_, response) => response.end('{}')));
    const env = { HTTPS_PROXY: proxy.address, HTTP_PROXY: proxy.address };
    expect(await failure(call(origin, env, { timeoutMs: longMs }))).toBe('status 200');
    expect(await failure(call(origin.replace('127.0.0.1', 'localhost'), env, { timeoutMs: longMs }))).toBe(
      'status 200',
    );
    expect(proxy.seen).toEqual([]);
  });

  it('is not asked for what NO_PROXY names', async () => {
    const proxy = await startProxy(refuse);
    const direct = await startProxy((socket) => socket.destroy());
    // This computer under a name that does not count as loopback.
    const url = direct.address.replace('http://127.0.0.1', 'https://0.0.0.0');
    expect(await call(url, { HTTPS_PROXY: proxy.address, NO_PROXY: '0.0.0.0' })).toMatchObject({
      kind: 'not-reached',
    });
    expect([direct.seen.length, proxy.seen.length]).toEqual([1, 0]);
    await call(url, { HTTPS_PROXY: proxy.address, NO_PROXY: 'other.example' });
    expect([direct.seen.length, proxy.seen.length]).toEqual([1, 1]);
  });

  it('that is no address is told without repeating it', async () => {
    for (const address of ['http://me:s3cret@', 'socks5://me:s3cret@127.0.0.1:1', 'http://[s3cret']) {
      const outcome = await call(target, { HTTPS_PROXY: address });
      expect(outcome).toMatchObject({ kind: 'not-reached', details: { code: 'ERR_INVALID_URL' } });
      expect(JSON.stringify([(outcome as WireFailure).message, (outcome as WireFailure).cause])).not.toMatch(
        /s3cret/,
      );
    }
  });
});
