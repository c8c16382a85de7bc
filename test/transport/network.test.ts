import { createServer as createHttpServer, type IncomingMessage } from 'node:http';
import { createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { describe, expect, it } from 'vitest';
import { WireFailure, type WireRequest, type WireResponse } from '../../src/contract/wire.js';
import { asWireFailure } from '../../src/transport/failures.js';
import { openNetwork } from '../../src/transport/network.js';
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
    const needed = ['host', new URL(origin).host, 'connection', 'close'];
    const own = ['user-agent', 'pvg/1.2.3', 'accept-encoding', 'identity', 'content-length', '7'];
    expect(seen?.message.rawHeaders).toEqual([...needed, ...headers.flat(), ...own]);
  });

  it('is not sent with a header value that would change on its way', async () => {
    let requests = 0;
    const origin = await start(createServer(() => (requests += 1)));
    const details = { code: 'ERR_INVALID_CHAR' };
    for (const value of ['a\r\nX-Evil: 1', 'a\nb', 'a\0b', 'café', ' leading', 'trailing ', '\x7f']) {
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
        socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\nDate: a\r\nDATE: b\r\nX: \u00e9\r\n\r\n'));
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

describe('an interruption', () => {
  it.each(['http:', 'https:'])('ends a call that waits, with its reason, over %s', async (scheme) => {
    const controller = new AbortController();
    const reason = new Error('by the user');
    // Of TLS what comes first is the beginning of the handshake.
    const origin = await start(createServer((socket) => socket.once('data', () => controller.abort(reason))));
    const sent = call(origin.replace('http:', scheme), {}, { signal: controller.signal });
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
  ])('are %s, and lose no answer when idle ones are reset', async (_, keepConnections, expected) => {
    const sockets = new Set<Socket>();
    const server = createHttpServer((message, response) => {
      sockets.add(message.socket);
      message.resume();
      response.end('{}');
    });
    const send = openNetwork({ env: {}, version: '1', keepConnections });
    const origin = await start(server);
    const ask = async (): Promise<void> => {
      await expect(send(post(origin), { timeoutMs: longMs })).resolves.toMatchObject({ status: 200 });
    };
    for (let at = 0; at < 150; at += 1) await ask();
    expect(sockets.size).toBe(expected);
    for (let at = 0; at < 150; at += 1) {
      // The next call begins before anybody could notice it.
      for (const socket of sockets) socket.resetAndDestroy();
      await ask();
    }
  });
});

describe('an error of the network', () => {
  const withCode = (code: string): Error => Object.assign(new Error('a text of the library'), { code });

  it.each([
    ['ENOTFOUND', 'host name is not known'],
    ['EAI_AGAIN', 'name server'],
    ['EHOSTUNREACH', 'host cannot be reached'],
    ['ENETUNREACH', 'network cannot be reached'],
    ['ETIMEDOUT', 'in time'],
    ['SELF_SIGNED_CERT_IN_CHAIN', 'self-signed'],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'intermediate'],
    ['ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION', 'TLS handshake failed'],
    ['UND_ERR_INVALID_ARG', 'cannot be written as HTTP'],
    ['SOMETHING_NEW', 'could not be made'],
  ])('before anything was written every error means not reached, and says why: %s: %s', (code, words) => {
    const failure = asWireFailure(withCode(code), { written: false });
    expect(failure).toMatchObject({ kind: 'not-reached', details: { code } });
    expect(failure.message).toContain(words);
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
