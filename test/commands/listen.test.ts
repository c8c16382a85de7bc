import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { readRequests } from '../../src/diagnosis/read/read-requests.js';
import { PvgError } from '../../src/failure.js';
import { records } from '../../src/contract/interfaces.js';
import { signedHeaders } from '../../src/signing/scheme.js';
import { shownFingerprint } from '../../src/signing/digest.js';
import { type WireRequest } from '../../src/contract/wire.js';
import { fixedUnixSeconds, temporaryFolder } from '../support/context.js';
import { ask, send, startListener, until, type RunningListener } from '../support/listener.js';
import { pvg } from '../support/pvg.js';
import { lookupCall, purchaseBody, sessionCall, verifyCall, withHeader } from '../support/signed.js';

const player = { gameId: 'demo', username: 'player-1' };
const spaced = '{"gameId": "demo", "username": "player-1"}';

/** Sent with spaces, signed without: the usual mistake. */
const mismatch = (base: string): WireRequest => ({
  ...sessionCall(player, { base }),
  body: Buffer.from(spaced),
});

const running: RunningListener[] = [];
const start = async (...args: Parameters<typeof startListener>): Promise<RunningListener> => {
  const listener = await startListener(...args);
  running.push(listener);
  return listener;
};
afterEach(async () => {
  for (const listener of running.splice(0)) await listener.stop();
});

describe('pvg listen', () => {
  it('says where it listens, who answers and where the page is, and ends well', async () => {
    for (const reason of [new PvgError('interrupted', 'i'), new PvgError('terminated', 't')]) {
      const { url, context, stop } = await startListener();
      expect(await stop(reason)).toBe(0);
      expect(context.stderr.text().replace(/#[\w-]{22}\n/, '#KEY\n')).toBe(
        `listening on ${url}\nprofile local (dev): the emulator answers; page: ${url}/#KEY\n`,
      );
      expect(context.stdout.text()).toBe('');
    }
  });

  it('answers a right signature as the service would, and says so in one line', async () => {
    const { url, lines } = await start();
    expect((await send(sessionCall(player, { base: url }))).status).toBe(200);
    expect((await send(verifyCall(purchaseBody('demo-purchased'), { base: url }))).status).toBe(200);
    expect((await send(verifyCall(purchaseBody('demo-purchased'), { base: url }))).status).toBe(409);
    expect(await lines(3)).toEqual([
      '✔ 14:13:20  ok             session         200  The signature is right.',
      '✔ 14:13:20  ok             gateway/verify  200  The signature is right.',
      '✘ 14:13:20  refused        gateway/verify  409  DUPLICATE_TRANSACTION: The signature is right, but the request was refused. ' +
        'The gateway has verified this receipt before. The same path and body came 2 times since 14:13:20.',
    ]);
  });

  it('names the cause of a mismatch in one line, and more with -v and --lang', async () => {
    const plain = await start();
    await send(mismatch(plain.url));
    expect(await plain.lines(1)).toEqual([
      expect.stringMatching(
        /^✘ 14:13:20 {2}mismatch {7}session {9}401 {2}body-json-compact: Compact JSON \(without spaces\) was signed/,
      ),
    ]);
    const verbose = await start('--profile local -v --lang python');
    await send(mismatch(verbose.url));
    await verbose.lines(10);
    const out = verbose.context.stdout.text();
    for (const part of ['Difference', 'Sent', 'Signed', '42 bytes', '39 bytes', 'hmac.new(']) {
      expect(out).toContain(part);
    }
  });

  it('works with the credentials of the profile, not the demo ones', async () => {
    const env = {
      PVG_ENVIRONMENT: 'dev',
      PVG_CLIENT_ID: 'mine',
      PVG_CLIENT_SECRET: 'my-own-secret',
      PVG_GAME_ID: 'my-game',
      PVG_SECRET_KEY: 'my-own-key',
    };
    const { url, lines, context } = await start('', { env });
    const own = { secret: 'my-own-secret', clientId: 'mine', base: url };
    const body = { gameId: 'my-game', username: 'player-1' };
    expect((await send(lookupCall(purchaseBody('demo-recorded'), own))).status).toBe(200);
    expect((await send(sessionCall(body, { secret: 'my-own-key', base: url }))).status).toBe(200);
    expect((await send(lookupCall(purchaseBody('demo-recorded'), { base: url }))).status).toBe(401);
    await lines(2);
    expect(context.stdout.text()).not.toContain('my-own');
  });

  it('diagnoses what has a secret, and says where the profile has none', async () => {
    const { url, lines } = await start('', { env: { PVG_ENVIRONMENT: 'dev', PVG_SECRET_KEY: 'a-key' } });
    await send(lookupCall(purchaseBody('demo-recorded'), { base: url }));
    expect((await lines(1))[0]).toMatch(
      /not diagnosed {2}gateway\/lookup {2}401 {2}The profile has no client secret\.$/,
    );
  });

  it.each([
    [
      'a wrong content type',
      415,
      (url: string) => withHeader(sessionCall(player, { base: url }), 'Content-Type', 'text/plain'),
    ],
    ['no content type', 415, (url: string) => withHeader(sessionCall(player, { base: url }), 'Content-Type')],
    [
      'another path',
      404,
      (url: string) => ({ ...lookupCall(purchaseBody('x'), { base: url }), url: `${url}/iap/verify` }),
    ],
  ])('diagnoses a request of %s too, and answers %d', async (_what, status, call) => {
    const { url, objects } = await start('--profile local --json');
    expect((await send(call(url))).status).toBe(status);
    expect((await objects(1))[0]).toMatchObject({ match: true, answered: { status } });
  });

  it('tells a missing signature, another method and bytes that are nothing', async () => {
    const { url, objects } = await start('--profile local --json');
    await send(withHeader(sessionCall(player, { base: url }), 'X-Signature'));
    await ask(`${url}/xmdt/session`, {
      method: 'PUT',
      headers: Object.fromEntries(sessionCall(player).headers),
    });
    await ask(`${url}/somewhere`, { body: Buffer.from([0, 255, 254, 1]) });
    const told = await objects(3);
    expect(told.map(({ verdict, answered }) => [(verdict as { id: string }).id, answered])).toEqual([
      ['signature-missing', { status: 401, by: 'emulator', code: 'missing_headers', says: null }],
      [expect.any(String), { status: 405, by: 'refused', code: null, says: 'Only POST is answered.' }],
      [
        'not-judged',
        { status: 415, by: 'refused', code: null, says: 'The Content-Type must be application/json.' },
      ],
    ]);
  });

  it('tells a skewed clock beside a right signature', async () => {
    const { url, objects } = await start('--profile local --json');
    const timestamp = String(fixedUnixSeconds - 1_000);
    expect((await send(lookupCall(purchaseBody('demo-recorded'), { base: url, timestamp }))).status).toBe(
      401,
    );
    expect(await objects(1)).toMatchObject([{ match: true, lint: [{ id: 'ts-clock-skew' }] }]);
  });

  it('makes what a stranger wrote harmless on the terminal', async () => {
    const { url, lines, context } = await start('--profile local -v');
    const name = '\u001b]0;x\u0007\u202e\u009b';
    const signed = sessionCall(`{"gameId":"demo","n":"${name}"}`, { base: url });
    await send({ ...signed, body: Buffer.from(`{"gameId": "demo", "n": "${name}"}`) });
    await lines(8);
    const out = context.stdout.text().replaceAll('\n', '');
    expect(out).toContain('\\u{1b}]0;x\\u{7}\\u{202e}');
    expect(out).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  });

  const wrong: [says: string, line: string, status: number][] = [
    ['a port that is none', '--profile local --port 70000', 2],
    ['a language that is none', '--profile local --lang cobol', 2],
    ['--confirm without --forward', '--profile local --confirm local', 2],
    ['--forward with the profile local', '--profile local --forward', 2],
    ['no profile', '', 3],
  ];
  it.each(wrong)('refuses %s', async (_says, line, status) => {
    expect((await pvg(`listen ${line}`)).status).toBe(status);
  });

  it('refuses a profile without any secret', async () => {
    const ended = await pvg('listen', { env: { PVG_ENVIRONMENT: 'dev', PVG_CLIENT_ID: 'c' } });
    expect(ended).toMatchObject({
      status: 3,
      err: expect.stringContaining('There is no client secret and no secret key') as string,
    });
  });
});

describe('the answer of pvg listen', () => {
  it('does not hint at the expected signature, nor tell one wrong signature from another', async () => {
    const { url, context, lines } = await start();
    const right = lookupCall(purchaseBody('demo-recorded'), { base: url });
    const signature = right.headers.at(-1)?.[1] ?? '';
    const late = lookupCall(purchaseBody('demo-recorded'), { base: url, timestamp: '1' });
    const answers = [
      await send(withHeader(right, 'X-Signature', signature.toUpperCase())),
      await send(withHeader(right, 'X-Signature', signature.slice(0, 32))),
      await send(withHeader(right, 'X-Signature')),
      await send(withHeader(right, 'X-Client-ID', 'other')),
      await send(late),
    ];
    const comparable = answers.map(({ status, headers, text }) => ({
      status,
      headers: { ...headers, date: '' },
      text,
    }));
    expect(new Set(comparable.map((each) => JSON.stringify(each))).size).toBe(1);
    expect(comparable[0]).toMatchObject({
      status: 401,
      text: '{"success":false,"error":"UNAUTHORIZED","message":"Invalid credentials or signature."}',
    });
    await lines(5);
    const shown = await ask(`${url}/requests.json`, { method: 'GET' });
    for (const place of [context.stdout.text(), context.stderr.text(), shown.text])
      expect(place.toLowerCase()).not.toContain(signature.slice(0, 32));
  });
});

describe('pvg listen --json', () => {
  it('prints one object a request, with the members of every command', async () => {
    const { url, objects } = await start('--profile local --json');
    await send(mismatch(url));
    const [told] = await objects(1);
    expect(told).toMatchObject({
      schema: 1,
      command: 'listen',
      profile: 'local',
      environment: 'dev',
      interface: 'session',
      ok: false,
      exit: 6,
      verdict: { id: 'cause-found' },
      error: null,
      at: '2026-09-21T14:13:20.000Z',
      operation: 'session',
      method: 'POST',
      path: '/xmdt/session',
      match: false,
      lint: [],
      answered: { status: 401, by: 'emulator', code: 'invalid_signature', says: null },
      replay_of: null,
      times: 1,
      saved: null,
      body_bytes: 42,
      body_fingerprint: shownFingerprint(spaced),
    });
    expect(told?.['tried']).toBeGreaterThan(1);
    expect((told?.['findings'] as unknown[])[0]).toMatchObject({
      causes: [expect.stringMatching(/^body-json-/)],
      says: expect.any(String) as string,
      fix: expect.any(String) as string,
      difference: { sentLength: 42, signedLength: 39 },
    });
  });

  it('picks from each with --query', async () => {
    const { url, lines } = await start(`--profile local --query 'verdict.id'`);
    await send(sessionCall(player, { base: url }));
    expect(await lines(1)).toEqual(['"signature-right"']);
  });

  it('names a receipt by its fingerprint', async () => {
    const { url, objects, context } = await start('--profile local --json');
    const signed = lookupCall(purchaseBody('demo-recorded'), { base: url });
    const body = Buffer.from(`${JSON.stringify(purchaseBody('demo-recorded'))}\n`);
    await send({ ...signed, body });
    // The difference lies right behind the receipt.
    const reordered = JSON.stringify({ os_id: 1, receipt: 'demo-recorded' });
    const timestamp = String(fixedUnixSeconds);
    const headers = signedHeaders(records.gateway, 'demo-client-secret', {
      clientId: 'demo-client',
      timestamp,
      body: Buffer.from(reordered),
    });
    await send({ ...signed, headers, body: Buffer.from(`${reordered} `) });
    await objects(2);
    const shown = await ask(`${url}/requests.json`, { method: 'GET' });
    for (const text of [context.stdout.text(), shown.text]) {
      expect(text).not.toContain('demo-recorded');
      expect(text).toContain(shownFingerprint('demo-recorded'));
    }
  });
});

/** A file is written beside what is told of its request, not before it. */
const filesIn = (folder: string, count: number): Promise<string[]> =>
  until(() => {
    const names = readdirSync(folder).sort();
    return Promise.resolve(names.length >= count ? names : undefined);
  });

describe('pvg listen --save', () => {
  it('keeps each request as a file that pvg diagnose reads to the byte', async () => {
    const folder = join(temporaryFolder(), 'new', 'requests');
    const { url, lines, context } = await start(`--profile local --save ${folder}`);
    const binary = Buffer.from([0x7b, 0xff, 0x00, 0x0a]);
    await send(mismatch(url));
    await ask(`${url}/iap/gateway/verify?x=1`, {
      headers: {
        'X-Signature': ['one', 'two'],
        'X-Client-ID': 'demo-client',
        'Content-Type': 'application/json',
      },
      body: binary,
    });
    await ask(`${url}/`, { method: 'GET' });
    await lines(2);
    expect(context.stderr.text()).toContain('with its receipt and signature');
    const names = await filesIn(folder, 3);
    expect(names).toEqual([
      '.gitignore',
      '2026-09-21T14-13-20.000Z-1-session.json',
      '2026-09-21T14-13-20.000Z-2-gateway.json',
    ]);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    const read = names.slice(1).map((name) => {
      expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600);
      return readRequests(readFileSync(join(folder, name)))[0];
    });
    expect(read[0]).toMatchObject({
      ok: true,
      request: {
        interface: 'session',
        method: 'POST',
        url: `${url}/xmdt/session`,
        receivedAt: fixedUnixSeconds,
      },
    });
    const [first, second] = read.map((each) => (each?.ok === true ? each.request : undefined));
    expect(Buffer.from(first?.body ?? [])).toEqual(Buffer.from(spaced));
    expect(Buffer.from(second?.body ?? [])).toEqual(binary);
    expect(second?.url).toBe(`${url}/iap/gateway/verify?x=1`);
    expect(second?.headers.filter(([name]) => name === 'X-Signature')).toEqual([
      ['X-Signature', 'one'],
      ['X-Signature', 'two'],
    ]);
    const again = await pvg(['diagnose', join(folder, names[1] ?? ''), '--profile', 'local', '--json']);
    expect(again.status).toBe(6);
    expect(again.out).toContain('body-json-');
  });

  it('adds nothing to a folder that is there but the requests', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'mine'), 'kept');
    const { url, lines } = await start(`--profile local --save ${folder}`);
    await send(sessionCall(player, { base: url }));
    await lines(1);
    await running.pop()?.stop();
    expect(readdirSync(folder).sort()).toEqual(['2026-09-21T14-13-20.000Z-1-session.json', 'mine']);
  });

  it('refuses what is no folder before it listens', async () => {
    const file = join(temporaryFolder(), 'file');
    writeFileSync(file, 'x');
    expect((await pvg(['listen', '--profile', 'local', '--save', file])).status).toBe(2);
    expect(readFileSync(file, 'utf8')).toBe('x');
  });

  it.skipIf(process.getuid?.() === 0)('says once that it cannot write, and goes on', async () => {
    const folder = join(temporaryFolder(), 'closed');
    mkdirSync(folder, { mode: 0o500 });
    const { url, lines, context } = await start(`--profile local --save ${folder}`);
    await send(sessionCall(player, { base: url }));
    await send(sessionCall(player, { base: url }));
    await lines(2);
    chmodSync(folder, 0o700);
    expect(context.stderr.text().match(/could not be saved/g)).toHaveLength(1);
  });
});

describe('the shell of pvg listen', () => {
  it.each([
    ['a foreign Host', { Host: 'example.com' }],
    ['a foreign Origin', { Origin: 'http://example.com' }],
    ['an Origin that is none', { Origin: 'null' }],
  ])('refuses %s, on the page too, and says so', async (_what, headers) => {
    const { url, lines } = await start();
    expect((await send(sessionCall(player, { base: url }), headers)).status).toBe(403);
    expect((await ask(`${url}/`, { method: 'GET', headers })).status).toBe(403);
    expect((await ask(`${url}/requests.json`, { method: 'GET', headers })).status).toBe(403);
    expect((await lines(3))[0]).toMatch(
      /not diagnosed {2}session {9}403 {2}The request was refused before its body was read\. Answered: /,
    );
  });

  it('refuses a body over 1 MB and one that is announced so', async () => {
    const { url, objects } = await start('--profile local --json');
    const headers = { 'Content-Type': 'application/json' };
    const body = Buffer.alloc(1024 * 1024 + 1, ' ');
    expect((await ask(`${url}/xmdt/session`, { headers, body })).status).toBe(413);
    expect(await objects(1)).toMatchObject([
      { match: null, body_bytes: null, answered: { status: 413, by: 'refused' } },
    ]);
  });

  it('shows its page with a policy that allows nothing foreign, and its news to no other site', async () => {
    const { url } = await start();
    const page = await ask(`${url}/`, { method: 'GET' });
    expect(page).toMatchObject({ status: 200, headers: { 'content-type': 'text/html; charset=utf-8' } });
    expect(page.headers['content-security-policy']).toMatch(
      /^default-src 'none'; script-src 'sha256-[^']+'; style-src 'sha256-[^']+'; connect-src 'self'; img-src data:;/,
    );
    expect(page.text.match(/https?:\/\//g)).toBe(null);
    const cross = { 'Sec-Fetch-Site': 'cross-site' };
    expect((await ask(`${url}/requests.json`, { method: 'GET', headers: cross })).status).toBe(405);
    const own = { 'Sec-Fetch-Site': 'same-origin' };
    expect((await ask(`${url}/requests.json`, { method: 'GET', headers: own })).status).toBe(200);
  });

  it('gives its page what is new since it last asked', async () => {
    const { url, lines } = await start();
    const news = async (query = ''): Promise<{ run: string; last: number; requests: { word: string }[] }> =>
      JSON.parse((await ask(`${url}/requests.json${query}`, { method: 'GET' })).text) as never;
    await send(sessionCall(player, { base: url }));
    await lines(1);
    const first = await news();
    expect(first).toMatchObject({ last: 1, requests: [{ word: 'ok' }] });
    await send(mismatch(url));
    await lines(2);
    expect((await news(`?run=${first.run}&after=1`)).requests).toMatchObject([{ word: 'mismatch' }]);
    expect((await news('?run=another&after=1')).requests).toHaveLength(2);
  });

  it('survives garbage and slow connections', async () => {
    const { url, context } = await start();
    const port = Number(new URL(url).port);
    const garbage = [
      'hello\r\n\r\n',
      '\u0016\u0003\u0001',
      'POST /xmdt/session HTTP/1.1\r\nHost: loc',
      'GET / HTTP/9\r\n\r\n',
      '',
    ];
    const closed = (bytes: string): Promise<void> =>
      new Promise((resolve) => {
        const socket = connect(port, '127.0.0.1', () => socket.end(bytes, 'latin1'));
        socket
          .on('error', () => undefined)
          .on('close', () => {
            resolve();
          })
          .resume();
      });
    const slow = Array.from({ length: 20 }, () => {
      const socket = connect(port, '127.0.0.1', () =>
        socket.write('POST /xmdt/session HTTP/1.1\r\nHost: localhost\r\n'),
      );
      socket.on('error', () => undefined);
      return socket;
    });
    for (let round = 0; round < 10; round += 1)
      await Promise.all(Array.from({ length: 20 }, (_, at) => closed(garbage[at % garbage.length] ?? '')));
    expect((await send(sessionCall(player, { base: url }))).status).toBe(200);
    slow.forEach((socket) => socket.destroy());
    expect(context.stderr.text()).not.toContain('fault');
  });

  it('ends with 141 when nobody reads its output any more', async () => {
    const listener = await startListener();
    const closedPipe = new PvgError('pipe-closed', 'the reader of standard output closed it');
    Object.assign(listener.context.stdout, { write: () => Promise.reject(closedPipe) });
    await send(sessionCall(player, { base: listener.url }));
    expect(await listener.ended).toBe(141);
  });
});
