import { createServer as createHttpServer, type IncomingMessage } from 'node:http';
import { createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { describe, expect, it } from 'vitest';
import {
  WireFailure,
  type LocalObstacle,
  type WireRequest,
  type WireResponse,
} from '../../src/contract/wire.js';
import { asWireFailure } from '../../src/transport/failures.js';
import { openNetwork } from '../../src/transport/network.js';
import { listen, shut } from '../helpers/hostile-server.js';
import { givenTime } from '../helpers/keeps-up.js';
import { selfSigned } from '../helpers/self-signed.js';
import { call, failure, longMs, post, start } from '../helpers/network.js';

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
    const needed = ['host', new URL(origin).host, 'connection', 'close'];
    const own = ['user-agent', 'pvg/1.2.3', 'accept-encoding', 'identity', 'content-length', '7'];
    expect(seen?.message.rawHeaders).toEqual([...needed, ...headers.flat(), ...own]);
  });

  it('is not sent with a header value that would change on its way', async () => {
    let requests = 0;
    const origin = await start(createServer(() => (requests += 1)));
    const details = { code: 'ERR_INVALID_CHAR' };
    for (const value of [
      'a\r\nX-Evil: 1',
      'a\nb',
      'a\0b',
      'café',
      ' leading',
      'trailing ',
      '\x7f',
    ]) {
      const outcome = sent(origin, { headers: [['X-Client-ID', value]] });
      await expect(outcome, value).rejects.toMatchObject({ kind: 'not-reached', details });
    }
    expect(requests).toBe(0);
  });

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
        socket.once('data', () =>
          socket.end('HTTP/1.1 200 OK\r\nDate: a\r\nDATE: b\r\nX: \u00e9\r\n\r\n'),
        );
      }),
    );
    const { headers } = (await call(origin)) as WireResponse;
    expect(headers.map((each) => each.join('='))).toEqual(['date=a', 'date=b', 'x=é']);
  });
});

describe('a service that is not reached', () => {
  it('because nothing listens', async () => {
    const server = createServer();
    const origin = await listen(server);
    await shut(server);
    const details = { code: 'ECONNREFUSED' };
    for (const url of [origin, origin.replace('127.0.0.1', 'localhost')])
      await expect(call(url)).resolves.toMatchObject({ kind: 'not-reached', details });
  });

  const destroying = createServer((socket) => socket.once('data', () => socket.destroy()));
  it.each<[string, Server, number?]>([
    [
      'the certificate of the server is self-signed and not trusted here',
      createTlsServer(selfSigned),
    ],
    [
      'the server does not speak TLS at that port',
      createHttpServer((_, response) => response.end()),
    ],
    ['the connection was closed before the request could be sent', destroying],
    [
      'the server accepted the connection, but the TLS handshake did not end within 0.4 s',
      createServer(),
      400,
    ],
  ])('because %s', async (says, server, timeoutMs = longMs) => {
    const origin = await start(server);
    const outcome = failure(call(origin.replace('http:', 'https:'), {}, { timeoutMs }));
    expect(await outcome).toBe(`not-reached: ${says}`);
  });
});

describe('an interruption', () => {
  it.each(['http:', 'https:'])(
    'ends a call that waits, with its reason, over %s',
    async (scheme) => {
      const controller = new AbortController();
      const reason = new Error('by the user');
      // Of TLS what comes first is the beginning of the handshake.
      const origin = await start(
        createServer((socket) => socket.once('data', () => controller.abort(reason))),
      );
      const sent = call(origin.replace('http:', scheme), {}, { signal: controller.signal });
      await expect(sent).rejects.toBe(reason);
    },
  );

  it('before the call lets nothing be sent', async () => {
    let connections = 0;
    const origin = await start(createServer(() => (connections += 1)));
    const reason = new Error('before');
    await expect(call(origin, {}, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    expect(connections).toBe(0);
  });

  it('is heard by many calls at once without a warning of node', async () => {
    const warnings: string[] = [];
    const onWarning = ({ name }: Error): void => void warnings.push(name);
    process.on('warning', onWarning);
    const origin = await start(createHttpServer((_, response) => response.end('{}')));
    const { signal } = new AbortController();
    await Promise.all(Array.from({ length: 40 }, () => call(origin, {}, { signal })));
    await new Promise(setImmediate);
    process.off('warning', onWarning);
    expect(warnings).not.toContain('MaxListenersExceededWarning');
  });
});

describe('connections', () => {
  it.each([
    ['a new one for each call', false, 150],
    ['one for all when asked to keep them', true, 1],
  ])(
    'are %s, and lose no answer when idle ones are reset',
    async (_, keepConnections, expected) => {
      const sockets = new Set<Socket>();
      const server = createHttpServer((message, response) => {
        sockets.add(message.socket);
        message.resume();
        response.end('{}');
      });
      const send = openNetwork({ env: {}, version: '1', keepConnections });
      const origin = await start(server);
      const ask = async (): Promise<void> => {
        await expect(send(post(origin), { timeoutMs: longMs })).resolves.toMatchObject({
          status: 200,
        });
      };
      for (let at = 0; at < 150; at += 1) await ask();
      expect(sockets.size).toBe(expected);
      for (let at = 0; at < 150; at += 1) {
        // The next call begins before anybody could notice it.
        for (const socket of sockets) socket.resetAndDestroy();
        await ask();
      }
    },
  );
});

describe('an error of the network', () => {
  const withCode = (code: string): Error =>
    Object.assign(new Error('a text of the library'), { code });

  it.each([
    ['ENOTFOUND', 'host name is not known'],
    ['EAI_AGAIN', 'name server'],
    ['EHOSTUNREACH', 'host cannot be reached'],
    ['ENETUNREACH', 'network cannot be reached'],
    ['ETIMEDOUT', 'in time'],
    ['SELF_SIGNED_CERT_IN_CHAIN', 'self-signed'],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'intermediate'],
    ['CERT_UNTRUSTED', 'is not trusted here'],
    ['ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION', 'TLS handshake failed'],
    ['UND_ERR_INVALID_ARG', 'cannot be written as HTTP'],
    ['SOMETHING_NEW', 'could not be made'],
  ])(
    'before anything was written every error means not reached, and says why: %s: %s',
    (code, words) => {
      const failure = asWireFailure(withCode(code), { written: false });
      expect(failure).toMatchObject({ kind: 'not-reached', details: { code } });
      expect(failure.message).toContain(words);
    },
  );

  it.each<[string, LocalObstacle | undefined]>([
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'unknown-authority'],
    ['SELF_SIGNED_CERT_IN_CHAIN', 'unknown-authority'],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'unknown-authority'],
    ['UNABLE_TO_GET_ISSUER_CERT', 'unknown-authority'],
    ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'unknown-authority'],
    ['CERT_UNTRUSTED', 'unknown-authority'],
    ['UND_ERR_PRX_TLS', 'proxy-certificate'],
    ['EACCES', 'not-allowed'],
    ['EPERM', 'not-allowed'],
    // Only the operator of the service can renew it.
    ['CERT_HAS_EXPIRED', undefined],
    ['ECONNREFUSED', undefined],
  ])('names the setting of this computer that has to change: %s: %s', (code, obstacle) => {
    expect(asWireFailure(withCode(code), { written: false }).details.obstacle).toBe(obstacle);
    expect(asWireFailure(withCode(code), { written: true }).details.obstacle).toBeUndefined();
  });

  it.each([
    [{ code: 'ECONNRESET' }, withCode('ECONNRESET')],
    [{ code: 'SOMETHING_NEW' }, withCode('SOMETHING_NEW')],
    [{}, 'a value that is no error'],
  ])('after writing it means lost: %j', (details, error) => {
    expect(asWireFailure(error, { written: true })).toMatchObject({ kind: 'lost', details });
  });

  it('takes the code of the first address when node tried several, and a failure as it is', () => {
    const several = new AggregateError([withCode('ENETUNREACH'), withCode('ECONNREFUSED')]);
    expect(asWireFailure(several, { written: false }).details.code).toBe('ENETUNREACH');
    const failure = new WireFailure('cut', 'as it was');
    expect(asWireFailure(failure, { written: true })).toBe(failure);
  });
});

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
  const silent =
    'the proxy AT was reached, but no connection through it to the server was ready within 0.4 s';
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
    [
      'talks nonsense',
      says('220 smtp\r\n'),
      'the connection could not be made, through the proxy AT',
    ],
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
    const withoutSeconds = (text: string): string =>
      text.replace(/within [\d.]+ s/, 'within 0.4 s');
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

  it.each([false, true])(
    'that nobody listens at was not reached (kept: %s)',
    async (keepConnections) => {
      const env = { HTTPS_PROXY: 'http://me:s3cret@127.0.0.1:1' };
      const send = openNetwork({ env, version: '1', keepConnections });
      const sent = send(post(target), { timeoutMs: longMs }).catch(
        (error: unknown) => error as WireFailure,
      );
      expect(await failure(sent)).toMatch(
        /^not-reached: the proxy 127\.0\.0\.1:1 was not reached: the conn/,
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
    for (const address of [
      'http://me:s3cret@',
      'socks5://me:s3cret@127.0.0.1:1',
      'http://[s3cret',
    ]) {
      const outcome = await call(target, { HTTPS_PROXY: address });
      expect(outcome).toMatchObject({ kind: 'not-reached', details: { code: 'ERR_INVALID_URL' } });
      const { message, cause } = outcome as WireFailure;
      expect(JSON.stringify([message, cause])).not.toMatch(/s3cret/);
    }
  });
});
