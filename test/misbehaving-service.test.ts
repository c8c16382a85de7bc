import { createServer, type Server, type RequestListener } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { emulatorEnv, realNetwork } from './support/listener.js';
import { listen } from './support/hostile-server.js';
import { json, pvg } from './support/pvg.js';

const purchase = '--product-id gems_100 --package com.example.game';

describe('a service that misbehaves', () => {
  let server: Server | undefined;
  afterEach(() => {
    server?.closeAllConnections();
    server?.close();
  });
  const answering = (listener: RequestListener): Promise<string> => listen((server = createServer(listener)));
  const ask = (url: string, line: string) => pvg(line, { env: emulatorEnv(url), send: realNetwork() });
  const lookup = `lookup ${purchase} --receipt demo-recorded`;
  const verify = `verify ${purchase} --receipt demo-recorded`;

  it.each([
    [
      'a verify whose answer was lost is not repeated, and a look-up is offered',
      verify,
      1,
      'Next: pvg lookup',
    ],
    ['a look-up whose answer is lost is repeated, and that is said to be safe', lookup, 4, 'safe'],
  ])('10: %s', async (_what, line, times, says) => {
    let requests = 0;
    const url = await answering((request) => {
      requests += 1;
      request.on('end', () => request.socket.destroy()).resume();
    });
    const ended = await ask(url, line);
    expect([ended.status, requests]).toEqual([10, times]);
    expect(ended.err).toContain(says);
  });

  it('names the origin of a redirect and follows it not', async () => {
    const url = await answering((_, response) => {
      response.writeHead(302, { location: 'https://elsewhere.example/secret/path?token=1' }).end();
    });
    const { err } = await ask(url, lookup);
    expect(err).toContain('https://elsewhere.example');
    expect(err).not.toContain('token=1');
  });

  it('keeps integers beyond 2^53 digit for digit', async () => {
    const url = await answering((_, response) => {
      response.end(
        '{"found":true,"game_id":9007199254740993,"transactions":[{"quantity":123456789012345678901234567890}]}',
      );
    });
    const { out } = await ask(url, `${lookup} --json`);
    expect(out).toContain('"game_id": 9007199254740993');
    expect(out).toContain('"quantity": 123456789012345678901234567890');
  });

  it('shows control characters of an answer instead of obeying them', async () => {
    const hostile = '\u001b]0;owned\u0007\u202e\u009b31m';
    const url = await answering((_, response) => {
      response.writeHead(422).end(JSON.stringify({ success: false, error: `X${hostile}`, message: hostile }));
    });
    for (const option of ['', '--json', '--verbose']) {
      const { out, err } = await ask(url, `${lookup} ${option}`);
      expect((out + err).replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}]/u);
    }
  });

  it('an answer that repeats the secret does not get it printed', async () => {
    const body = '{"success":false,"error":"UNAUTHORIZED","message":"not-a-demo-s3cret is wrong"}';
    const url = await answering((_, response) => response.writeHead(401).end(body));
    for (const option of ['', '--json', '--raw', '--verbose']) {
      const { out, err, status } = await pvg(`${lookup} ${option}`, {
        env: { ...emulatorEnv(url), PVG_CLIENT_SECRET: 'not-a-demo-s3cret' },
        send: realNetwork(),
      });
      expect(status).toBe(4);
      expect(out + err).not.toContain('not-a-demo-s3cret');
      expect(out + err).toContain('[withheld]');
    }
  });

  it.each([
    ['x-request-id', 'req-4711'],
    ['traceparent', '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'],
  ])('passes on what the operator finds the call by: %s', async (header, value) => {
    const url = await answering((_, response) =>
      response
        .writeHead(429, { [header]: value, 'retry-after': '120' })
        .end('{"success":false,"error":"TOO_MANY","message":""}'),
    );
    expect(json(await ask(url, `${lookup} --json`))).toMatchObject({
      exit: 9,
      http: { status: 429, attempts: 1, retry_after_s: 120, request_id: value },
    });
    expect((await ask(url, lookup)).out + (await ask(url, lookup)).err).toContain(value);
  });

  it('says null where the service names no call and no wait', async () => {
    const url = await answering((_, response) =>
      response.writeHead(400).end('{"success":false,"error":"X","message":""}'),
    );
    expect(json(await ask(url, `${lookup} --json`))).toMatchObject({
      http: { retry_after_s: null, request_id: null },
    });
  });

  it('tells the clock’s skew with a 401', async () => {
    const url = await answering((_, response) => {
      response.sendDate = false;
      response
        .writeHead(401, { date: new Date((1_790_000_000 + 600) * 1000).toUTCString() })
        .end('{"success":false,"error":"UNAUTHORIZED","message":""}');
    });
    const ended = await ask(url, `${lookup} --json`);
    expect(json(ended)).toMatchObject({ exit: 4, http: { clock_skew_s: 600 } });
    expect((json(ended)['error'] as { hint: string }).hint).toMatch(/600 s/);
  });
});
