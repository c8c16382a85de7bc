import { EventEmitter, once } from 'node:events';
import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Listening } from '../../src/context.js';
import { openServer } from '../../src/edge/serve.js';
import { maxBodyBytes, serveSends } from '../../src/emulator/server.js';
import type { Send } from '../../src/contract/wire.js';
import { lookupCall, purchaseBody, sessionCall } from '../support/signed.js';
import { fixedUnixSeconds } from '../support/context.js';
import { emulatedWorld } from '../support/world.js';

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

const lookup = () => lookupCall(purchaseBody('demo-purchased'));
const session = () => sessionCall({ gameId: 'demo', username: 'player-1' });

let server: Listening;
const events = new EventEmitter();
/** Tells when somebody sleeps, and sleeps until the signal. */
const clock = {
  now: () => fixedUnixSeconds * 1000,
  sleep: (_ms: number, signal?: AbortSignal) => {
    events.emit('sleeping');
    return new Promise<void>((_resolve, reject) => {
      signal?.addEventListener('abort', () => {
        reject(new TypeError('aborted'));
      });
    });
  },
};

beforeAll(async () => {
  const service = emulatedWorld({ clock });
  const broken: Send = () => Promise.reject(new TypeError('ours'));
  server = await serveSends(openServer, {
    port: 0,
    maxConnections: 1_024,
    route: (path) => (path === '/broken' ? { ...service, send: broken } : service),
  });
});
afterAll(() => server.close());

interface Call {
  readonly method?: string;
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body?: Uint8Array;
}

function ask({ method = 'POST', path, headers, body }: Call): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(
      { host: '127.0.0.1', port: server.port, method, path, headers, agent: false },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () => {
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            text: Buffer.concat(chunks).toString(),
          });
        });
      },
    );
    request.on('error', reject);
    request.end(body);
  });
}

const callOf = (request: ReturnType<typeof lookup>, headers: Record<string, string> = {}): Call => ({
  path: new URL(request.url).pathname,
  headers: { ...Object.fromEntries(request.headers), ...headers },
  body: request.body,
});

/** What comes back for these very bytes. */
const speak = (bytes: string | Buffer): Promise<string> =>
  new Promise((resolve) => {
    const chunks: Buffer[] = [];
    const socket = connect(server.port, '127.0.0.1', () => socket.end(bytes));
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    socket.on('error', () => undefined);
    socket.on('close', () => {
      resolve(Buffer.concat(chunks).toString('latin1'));
    });
  });

describe('a server around the emulators', () => {
  it('answers both interfaces', async () => {
    const answers = await Promise.all([ask(callOf(lookup())), ask(callOf(session()))]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(answers[0]?.headers).toMatchObject({ 'content-type': 'application/json' });
  });

  it('has no CORS header and one Date', async () => {
    const { headers } = await ask(callOf(lookup()));
    expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
    expect(headers.date).toMatch(/ GMT$/);
  });

  it('marks on the wire what the contract does not show', async () => {
    const { status, headers, text } = await ask({ ...callOf(lookup()), path: '/other' });
    expect([status, headers['x-pvg-not-shown'], JSON.parse(text)]).toEqual([
      404,
      '4',
      { success: false, error: 'HTTP_404', message: 'No such path.' },
    ]);
  });

  const hosts: [host: string, status: number][] = [
    ['127.0.0.1', 200],
    ['127.0.0.1:8787', 200],
    ['localhost', 200],
    ['LOCALHOST:1', 200],
    ['[::1]:8787', 200],
    ['example.com', 403],
    ['localhost.example.com', 403],
    ['127.0.0.1.example.com:8787', 403],
    ['127.0.0.2', 403],
    ['localhost:8787@example.com', 403],
  ];
  it.each(hosts)('to the Host %s answers %d', async (host, status) => {
    expect(await ask(callOf(lookup(), { Host: host }))).toMatchObject({ status });
  });

  it.each([
    ['http://example.com'],
    ['https://127.0.0.1'],
    ['http://127.0.0.1:1'],
    ['null'],
    ['http://localhost.example.com'],
    [''],
  ])('refuses the Origin "%s"', async (origin) => {
    expect(await ask(callOf(lookup(), { Origin: origin }))).toMatchObject({ status: 403 });
  });

  it('refuses the preflight of a web page', async () => {
    const headers = { Origin: 'http://example.com', 'Access-Control-Request-Method': 'POST' };
    expect(await ask({ method: 'OPTIONS', path: '/xmdt/session', headers })).toMatchObject({ status: 403 });
  });

  it.each(['GET', 'PUT', 'DELETE', 'OPTIONS', 'HEAD'])('answers %s with 405', async (method) => {
    const { status, headers } = await ask({ method, path: '/xmdt/session', headers: {} });
    expect([status, headers.allow]).toEqual([405, 'POST']);
  });

  const types: [contentType: string, status: number][] = [
    ['application/json; charset=utf-8', 200],
    ['Application/JSON', 200],
    ['application/json ;charset=utf-8', 200],
    ['application/jsonp', 415],
    ['text/plain', 415],
    ['text/plain; application/json', 415],
    ['application/x-www-form-urlencoded', 415],
  ];
  it.each(types)('to the Content-Type %s answers %d', async (contentType, status) => {
    expect(await ask(callOf(lookup(), { 'Content-Type': contentType }))).toMatchObject({ status });
  });

  it('refuses a body that is announced as over 1 MB, in the shape of the interface asked', async () => {
    const body = Buffer.alloc(maxBodyBytes + 1, ' ');
    const headers = { 'Content-Type': 'application/json' };
    const answer = await ask({ path: '/xmdt/session', headers, body });
    expect(answer).toMatchObject({ status: 413, headers: { 'x-pvg-not-shown': '8', connection: 'close' } });
    expect(JSON.parse(answer.text)).toEqual({ code: 'http_413', message: 'The body is over 1 MB.' });
  });

  it('refuses a chunked body as soon as it is over 1 MB', async () => {
    const headers = { 'Content-Type': 'application/json', 'Transfer-Encoding': 'chunked' };
    const body = Buffer.alloc(3 * maxBodyBytes, ' ');
    expect(await ask({ path: '/xmdt/session', headers, body })).toMatchObject({ status: 413 });
  });

  it('ends a connection that goes on and on', async () => {
    const head = 'POST /xmdt/session HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n';
    const endless = Buffer.alloc(20 * maxBodyBytes, ' ');
    const answer = await speak(
      Buffer.concat([Buffer.from(`${head}Content-Length: 99999999\r\n\r\n`), endless]),
    );
    expect(answer === '' || answer.startsWith('HTTP/1.1 413')).toBe(true);
  });

  it('takes a body of exactly 1 MB', async () => {
    const text = JSON.stringify({ gameId: 'demo', username: 'player-1', filler: '' });
    const filled = text.replace('""', `"${'x'.repeat(maxBodyBytes - text.length)}"`);
    expect(await ask(callOf(sessionCall(filled)))).toMatchObject({ status: 200 });
  });

  it('answers 500, and nothing of the error, where an answer failed', async () => {
    const answer = await ask({ ...callOf(lookup()), path: '/broken' });
    expect(answer).toMatchObject({ status: 500, headers: { 'x-pvg-not-shown': '7' } });
  });
});

describe('the server survives', () => {
  const garbage: [says: string, bytes: string | Buffer][] = [
    ['no HTTP', 'hello\r\n\r\n'],
    ['TLS', Buffer.from('16030100c4010000c0', 'hex')],
    ['binary noise', Buffer.from([0, 255, 1, 254, 10, 13])],
    ['nothing', ''],
    ['half a request', 'POST /xmdt/session HTTP/1.1\r\nHost: localh'],
    [
      'a body that breaks off',
      'POST /xmdt/session HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n{"ga',
    ],
    ['two lengths', 'POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n{}'],
    [
      'a bad chunk',
      'POST /xmdt/session HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n',
    ],
    [
      'no Host',
      'POST /xmdt/session HTTP/1.0\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}',
    ],
    [
      'two Hosts',
      'POST /xmdt/session HTTP/1.1\r\nHost: localhost\r\nHost: example.com\r\nContent-Length: 2\r\n\r\n{}',
    ],
    [
      'an absolute target',
      'POST http://example.com/xmdt/session HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\n{}',
    ],
    ['CONNECT', 'CONNECT example.com:443 HTTP/1.1\r\nHost: localhost\r\n\r\n'],
    ['an upgrade', 'GET / HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n'],
    ['20 KB of headers', `POST / HTTP/1.1\r\nHost: localhost\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`],
  ];
  it.each(garbage)('%s', async (_says, bytes) => {
    const answer = await speak(bytes);
    expect(answer === '' || /^HTTP\/1\.1 4\d\d /.test(answer)).toBe(true);
    expect(await ask(callOf(session()))).toMatchObject({ status: 200 });
  });

  it('callers that hang up before the answer', async () => {
    const slow = lookupCall(purchaseBody('demo-slow'));
    const { path, headers, body } = callOf(slow);
    await new Promise<void>((resolve) => {
      const request = httpRequest({ host: '127.0.0.1', port: server.port, method: 'POST', path, headers });
      request.on('error', () => {
        resolve();
      });
      events.once('sleeping', () => request.destroy());
      request.end(body);
    });
    expect(await ask(callOf(session()))).toMatchObject({ status: 200 });
  });

  it('being closed in the middle of a slow answer', async () => {
    const service = emulatedWorld({ clock });
    const own = await serveSends(openServer, {
      port: 0,
      maxConnections: 10,
      route: () => service,
    });
    const { path, headers, body } = callOf(lookupCall(purchaseBody('demo-slow')));
    const sleeping = once(events, 'sleeping');
    const ended = new Promise((resolve) => {
      const request = httpRequest({ host: '127.0.0.1', port: own.port, method: 'POST', path, headers });
      request.on('error', resolve);
      request.end(body);
    });
    await sleeping;
    await own.close();
    expect(await ended).toMatchObject({ code: 'ECONNRESET' });
  });
});

describe('the port', () => {
  it('is on 127.0.0.1 alone', async () => {
    const refused = await new Promise((resolve) => {
      const socket = connect(server.port, '::1', () => {
        resolve('connected');
        socket.destroy();
      });
      socket.on('error', () => {
        resolve('refused');
      });
    });
    expect(refused).toBe('refused');
  });

  it('that is taken is a mistake in --port', async () => {
    const options = { port: server.port, maxConnections: 1, maxHeaderBytes: 16_384, headersTimeoutMs: 1_000 };
    await expect(openServer(options, () => undefined)).rejects.toMatchObject({
      code: 'usage',
      message: expect.stringContaining(`Port ${String(server.port)} is in use`) as string,
      details: { hint: expect.stringContaining('--port 0') as string },
    });
  });
});
