import { EventEmitter, once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { Listening, Serve } from '../../src/context.js';
import { openServer } from '../../src/system/serve.js';
import { serveEmulated } from '../../src/emulator/server.js';
import { emulateService, type EmulatedService } from '../../src/emulator/service.js';
import { readEntries } from '../../src/emulator/entry-list.js';
import { RequestLog } from '../../src/emulator/request-log.js';
import { ruleList } from '../../src/emulator/script.js';
import { maxBodyBytes } from '../../src/web/incoming.js';
import type { WireRequest } from '../../src/contract/wire.js';
import { fixedUnixSeconds } from '../helpers/context.js';
import { ask, send } from '../helpers/listener.js';
import {
  lookupCall,
  purchaseBody,
  sessionCall,
  verifyCall,
  withHeader,
} from '../helpers/signed.js';
import { emulatedWorld } from '../helpers/world.js';

let server: Listening;
const base = () => `http://127.0.0.1:${String(server.port)}`;
const lookup = () => lookupCall(purchaseBody('demo-purchased'), { base: base() });
const session = () => sessionCall({ gameId: 'demo', username: 'player-1' }, { base: base() });
const lookupAt = (path: string): WireRequest => ({ ...lookup(), url: `${base()}${path}` });
const statusOf = async (request: WireRequest) => (await send(request)).status;

const events = new EventEmitter();
/** Tells when somebody sleeps, and sleeps until the signal. */
const clock = {
  now: () => fixedUnixSeconds * 1000,
  sleep: async (_ms: number, signal = new AbortController().signal): Promise<void> => {
    events.emit('sleeping');
    await once(signal, 'abort');
    throw new TypeError('aborted');
  },
};

beforeAll(async () => {
  const { service } = emulatedWorld({ clock });
  const broken: EmulatedService['send'] = () => Promise.reject(new TypeError('ours'));
  const route = (path: string) => (path === '/broken' ? { ...service, send: broken } : service);
  server = await serveEmulated(openServer, { port: 0, maxConnections: 1_024, route });
});
afterAll(() => server.close());

const head = 'POST /xmdt/session HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n';

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
  const aDate = expect.stringMatching(/ GMT$/) as string;
  it('answers both interfaces, with one Date and no CORS header', async () => {
    for (const { status, headers } of await Promise.all([send(lookup()), send(session())])) {
      expect([status, headers['content-type'], headers.date]).toEqual([
        200,
        'application/json',
        aDate,
      ]);
      expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
    }
  });

  it('says first that a path is none of the service, whatever its content type', async () => {
    const { status } = await send(lookupAt('/iap/gateway/verfy'), { 'Content-Type': 'text/plain' });
    expect(status).toBe(404);
  });

  it('marks on the wire what the contract does not show', async () => {
    const { status, headers, text } = await send(lookupAt('/other'));
    expect([status, headers['x-pvg-not-shown']]).toEqual([404, '4']);
    expect(JSON.parse(text)).toEqual({
      success: false,
      error: 'HTTP_404',
      message: 'No such path.',
    });
  });

  it.each([
    [200, '127.0.0.1', '127.0.0.1:8787', 'localhost', 'LOCALHOST:1', '[::1]:8787'],
    [
      403,
      'example.com',
      'localhost.example.com',
      '127.0.0.1.example.com:8787',
      '127.0.0.2',
      'localhost:1@h',
    ],
  ])('answers %d to the Hosts %s %s %s %s %s', async (status, ...hosts) => {
    for (const host of hosts)
      expect((await send(lookup(), { Host: String(host) })).status).toBe(status);
  });

  it('refuses every Origin, and the preflight of a web page', async () => {
    for (const origin of ['http://example.com', 'https://127.0.0.1', base(), 'null', ''])
      expect((await send(lookup(), { Origin: origin })).status).toBe(403);
    const headers = { Origin: 'http://example.com', 'Access-Control-Request-Method': 'POST' };
    expect((await ask(session().url, { method: 'OPTIONS', headers })).status).toBe(403);
  });

  it('answers another method with 405', async () => {
    for (const method of ['GET', 'PUT', 'DELETE', 'OPTIONS', 'HEAD'])
      expect(await ask(session().url, { method })).toMatchObject({
        status: 405,
        headers: { allow: 'POST' },
      });
  });

  it.each([
    [200, 'application/json; charset=utf-8', 'Application/JSON', 'application/json ;charset=utf-8'],
    [415, 'application/jsonp', 'text/plain; application/json', 'application/x-www-form-urlencoded'],
  ])('answers %d to the Content-Types %s, %s, %s', async (status, ...types) => {
    for (const type of types)
      expect(await statusOf(withHeader(lookup(), 'Content-Type', String(type)))).toBe(status);
  });

  it('refuses a body over 1 MB in the shape of the interface asked, chunked or not, and takes one of 1 MB', async () => {
    const headers = { 'Content-Type': 'application/json' };
    const body = Buffer.alloc(maxBodyBytes + 1, ' ');
    const answer = await ask(session().url, { headers, body });
    expect(answer).toMatchObject({
      status: 413,
      headers: { 'x-pvg-not-shown': '8', connection: 'close' },
    });
    expect(JSON.parse(answer.text)).toEqual({
      code: 'http_413',
      message: 'The body is over 1 MB.',
    });
    const chunked = { ...headers, 'Transfer-Encoding': 'chunked' };
    const large = Buffer.alloc(3 * maxBodyBytes, ' ');
    expect((await ask(session().url, { headers: chunked, body: large })).status).toBe(413);
    const text = JSON.stringify({ gameId: 'demo', username: 'player-1', filler: '' });
    const filled = text.replace('""', `"${'x'.repeat(maxBodyBytes - text.length)}"`);
    expect(await statusOf(sessionCall(filled, { base: base() }))).toBe(200);
  });

  it('ends a connection that goes on and on', async () => {
    const endless = Buffer.alloc(20 * maxBodyBytes, ' ');
    const bytes = Buffer.concat([Buffer.from(`${head}Content-Length: 99999999\r\n\r\n`), endless]);
    expect(await speak(bytes)).toMatch(/^$|^HTTP\/1.1 413/);
  });

  it('answers 500, and nothing of the error, where an answer failed', async () => {
    const { status, headers, text } = await send(lookupAt('/broken'));
    expect([status, headers['x-pvg-not-shown']]).toEqual([500, '7']);
    expect(text).not.toContain('ours');
  });
});

describe('the server survives', () => {
  it.each<[says: string, bytes: string | Buffer]>([
    ['no HTTP', 'hello\r\n\r\n'],
    ['TLS', Buffer.from('16030100c4010000c0', 'hex')],
    ['binary noise', Buffer.from([0, 255, 1, 254, 10, 13])],
    ['nothing', ''],
    ['half a request', 'POST /xmdt/session HTTP/1.1\r\nHost: localh'],
    ['a body that breaks off', `${head}Content-Length: 50\r\n\r\n{"ga`],
    [
      'two lengths',
      'POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n{}',
    ],
    ['a bad chunk', `${head}Transfer-Encoding: chunked\r\n\r\nzz\r\n`],
    ['no Host', `${head.replace('Host: localhost\r\n', '')}Content-Length: 2\r\n\r\n{}`],
    ['two Hosts', `${head}Host: example.com\r\nContent-Length: 2\r\n\r\n{}`],
    [
      'an absolute target',
      `${head.replace('/xmdt', 'http://example.com/xmdt')}Content-Length: 2\r\n\r\n{}`,
    ],
    ['CONNECT', 'CONNECT example.com:443 HTTP/1.1\r\nHost: localhost\r\n\r\n'],
    [
      'an upgrade',
      'GET / HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
    ],
    ['20 KB of headers', `POST / HTTP/1.1\r\nHost: localhost\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`],
  ])('%s', async (_says, bytes) => {
    expect(await speak(bytes)).toMatch(/^$|^HTTP\/1\.1 4\d\d /);
    expect(await statusOf(session())).toBe(200);
  });

  it('callers that hang up before the answer', async () => {
    const { url, headers, body } = lookupCall(purchaseBody('demo-slow'), { base: base() });
    const left = new AbortController();
    events.once('sleeping', () => {
      left.abort();
    });
    const { signal } = left;
    const asked = fetch(url, {
      method: 'POST',
      headers: headers.map(([...each]) => each),
      body,
      signal,
    });
    await expect(asked).rejects.toThrow();
    expect(await statusOf(session())).toBe(200);
  });

  it('being closed in the middle of a slow answer', async () => {
    const route = () => emulatedWorld({ clock }).service;
    const own = await serveEmulated(openServer, { port: 0, maxConnections: 10, route });
    const sleeping = once(events, 'sleeping');
    const slow = lookupCall(purchaseBody('demo-slow'), {
      base: `http://127.0.0.1:${String(own.port)}`,
    });
    const ended = send(slow).catch((error: unknown) => error);
    await sleeping;
    await own.close();
    expect(await ended).toMatchObject({ code: 'ECONNRESET' });
  });
});

describe('a rule with a late answer', () => {
  it('records the purchase before it waits; a caller who gave up meanwhile is gone', async () => {
    const moments = new EventEmitter();
    const untilGone = async (): Promise<void> => {
      const gone = once(moments, 'gone');
      moments.emit('waiting');
      await gone;
    };
    const { world } = emulatedWorld({ clock: { ...clock, sleep: untilGone } });
    const late = { requests: '1', do: 'answer-late', wait_ms: 12_000 };
    world.script.replace(readEntries([late], ruleList, 'the rules'));
    const log = new RequestLog({ keepsHeaders: false });
    const service = emulateService(world, log);
    const serve: Serve = (options, handler) =>
      openServer(options, (request, response) => {
        response.on('close', () => moments.emit('gone'));
        handler(request, response);
      });
    const own = await serveEmulated(serve, { port: 0, maxConnections: 2, route: () => service });
    onTestFinished(() => own.close());
    const call = verifyCall(purchaseBody('demo-purchased'), {
      base: `http://127.0.0.1:${String(own.port)}`,
    });
    const headers = Object.fromEntries(call.headers);
    const sent = httpRequest(call.url, { method: 'POST', headers, agent: false }).end(call.body);
    sent.on('error', () => undefined);
    await once(moments, 'waiting');
    sent.destroy();
    await once(moments, 'gone');
    expect(await statusOf(call)).toBe(409);
    expect(log.find()).toMatchObject([
      { outcome: 'gone', status: null, code: null, rule: 'script rule 1' },
      { outcome: 'answered', status: 409, rule: null },
    ]);
    expect(log.find({ outcome: 'gone' })).toHaveLength(1);
  });
});

describe('the port', () => {
  it('is on 127.0.0.1 alone', async () => {
    const socket = connect(server.port, '::1');
    const [error] = (await Promise.race([
      once(socket, 'error'),
      once(socket, 'connect'),
    ])) as unknown[];
    expect(error).toBeInstanceOf(Error);
  });

  it('that is taken is a mistake in --port', async () => {
    const options = { port: server.port, maxConnections: 1 };
    const message = expect.stringContaining(`Port ${String(server.port)} is in use`) as string;
    await expect(openServer(options, () => undefined)).rejects.toMatchObject({
      code: 'usage',
      message,
    });
  });
});
