import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { readRequests } from '../../src/diagnosis/read/read-requests.js';
import { PvgError } from '../../src/failure.js';
import { shownFingerprint } from '../../src/signing/digest.js';
import type { WireRequest } from '../../src/contract/wire.js';
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

const idOf = (told: Record<string, unknown> | undefined): unknown => (told?.['verdict'] as { id: string }).id;

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
        'The gateway has verified this receipt before.',
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
    for (const part of ['Difference', 'Sent bytes', 'Signed bytes', 'hmac.new(']) {
      expect(out).toContain(part);
    }
  });

  it('works with the credentials of the profile, not the demo ones', async () => {
    const gateway = { PVG_CLIENT_ID: 'mine', PVG_CLIENT_SECRET: 'my-own-secret' };
    const session = { PVG_GAME_ID: 'my-game', PVG_SECRET_KEY: 'my-own-key' };
    const env = { PVG_ENVIRONMENT: 'dev', ...gateway, ...session };
    const { url, lines, context } = await start('', { env });
    const own = { secret: 'my-own-secret', clientId: 'mine', base: url };
    const body = { gameId: 'my-game', username: 'player-1' };
    expect((await send(lookupCall(purchaseBody('demo-recorded'), own))).status).toBe(200);
    expect((await send(sessionCall(body, { secret: 'my-own-key', base: url }))).status).toBe(200);
    expect((await send(lookupCall(purchaseBody('demo-recorded'), { base: url }))).status).toBe(401);
    await lines(2);
    expect(context.stdout.text()).not.toContain('my-own');
  });

  const purchased = (base: string, changes: Record<string, unknown> = {}) =>
    verifyCall(purchaseBody('demo-purchased', changes), { base });
  const right = (base: string) => sessionCall(player, { base });
  it.each<[says: string, id: string, status: number, call: (base: string) => WireRequest]>([
    ['right', 'signature-right', 200, right],
    ['changed after it was signed', 'cause-found', 401, mismatch],
    ['no signature', 'signature-missing', 401, (base) => withHeader(right(base), 'X-Signature')],
    ['over 1 MB', 'too-large', 413, (base) => sessionCall(Buffer.alloc(1024 * 1024 + 1, ' '), { base })],
    ['a missing member', 'cannot-succeed', 400, (base) => purchased(base, { package: undefined })],
    ['another product', 'refused', 422, (base) => purchased(base, { product_id: 'other' })],
    ['not paid', 'refused', 422, (base) => verifyCall(purchaseBody('demo-canceled'), { base })],
    ['old', 'cannot-succeed', 401, (base) => lookupCall(purchaseBody('x'), { base, timestamp: '1790000' })],
    ['another game', 'refused', 403, (base) => sessionCall({ gameId: 'other', username: 'p' }, { base })],
    ['no JSON type', 'cannot-succeed', 415, (base) => withHeader(right(base), 'Content-Type', 'text/plain')],
    ['a mistyped path', 'cannot-succeed', 404, (base) => ({ ...right(base), url: `${base}/xmdt/sessions` })],
    [
      'a callback',
      'not-judged',
      404,
      (base) => ({ ...sessionCall('{"type":"REFUND"}', { base, secret: 'other' }), url: `${base}/refunds` }),
    ],
  ])('tells what is %s, and never calls one ok that was refused: %s', async (_says, id, status, call) => {
    const { url, objects } = await start('--profile local --json');
    expect((await send(call(url))).status).toBe(status);
    const [object] = await objects(1);
    expect(object).toMatchObject({ ok: status === 200, answered: { status } });
    expect(idOf(object)).toBe(id);
  });

  it('says where the profile has no secret for a request', async () => {
    const { url, objects } = await start('--json', {
      env: { PVG_ENVIRONMENT: 'dev', PVG_SECRET_KEY: 'a-key' },
    });
    await send(lookupCall(purchaseBody('demo-recorded'), { base: url }));
    expect((await objects(1)).map(idOf)).toEqual(['not-diagnosed']);
  });

  it('tells another method and bytes that are nothing', async () => {
    const { url, objects } = await start('--profile local --json');
    const headers = Object.fromEntries(sessionCall(player).headers);
    await ask(`${url}/xmdt/session`, { method: 'PUT', headers });
    await ask(`${url}/somewhere`, { body: Buffer.from([0, 255, 254, 1]) });
    expect((await objects(2)).map(({ answered }) => answered)).toMatchObject([
      { status: 405, by: 'refused' },
      { status: 415, by: 'refused' },
    ]);
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

  it.each<[line: string, status: number, env?: Record<string, string>]>([
    ['--profile local --port 70000', 2],
    ['--profile local --lang cobol', 2],
    ['--profile local --forward', 2],
    ['--profile local --expect=0', 2],
    ['', 3],
    ['', 3, { PVG_ENVIRONMENT: 'dev', PVG_CLIENT_ID: 'c' }],
  ])('refuses %j: %d', async (line, status, env = {}) => {
    expect((await pvg(`listen ${line}`, { env })).status).toBe(status);
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
    const comparable = answers.map(({ headers, ...answer }) =>
      JSON.stringify({ ...answer, ...headers, date: '' }),
    );
    expect(new Set(comparable).size).toBe(1);
    expect(answers[0]).toMatchObject({
      status: 401,
      text: '{"success":false,"error":"UNAUTHORIZED","message":"Invalid credentials or signature."}',
    });
    await lines(5);
    for (const place of [context.stdout.text(), context.stderr.text()])
      expect(place.toLowerCase()).not.toContain(signature.slice(0, 32));
  });
});

describe('pvg listen --expect', () => {
  const right = (base: string): WireRequest => sessionCall(player, { base });
  const wrong = (base: string): WireRequest => withHeader(right(base), 'X-Signature');
  const other = (base: string): WireRequest => sessionCall({ gameId: 'other', username: 'p' }, { base });

  it.each<[says: string, calls: ((url: string) => WireRequest)[], status: number]>([
    ['all are right', [right, right], 0],
    ['one has no signature', [right, wrong], 6],
    ['one is right but refused', [other, right], 6],
  ])('ends by itself: %s', async (_says, calls, status) => {
    const listener = await startListener('--profile local --expect 2');
    for (const call of calls) await send(call(listener.url));
    expect(await listener.ended).toBe(status);
  });

  it('ends with 6 when it is stopped before all came', async () => {
    const listener = await startListener('--profile local --expect 2');
    await send(right(listener.url));
    await listener.lines(1);
    expect(await listener.stop(new PvgError('terminated', 't'))).toBe(6);
    expect(listener.context.stderr.text()).toContain('1 of 2 expected requests is right; 1 did not come.');
  });
});

describe('pvg listen --json', () => {
  it('prints one object a request, with the members of every command', async () => {
    const { url, objects } = await start('--profile local --json');
    await send(mismatch(url));
    const [told] = await objects(1);
    expect(told).toMatchObject({
      ...{ schema: 1, command: 'listen', profile: 'local', environment: 'dev', interface: 'session' },
      ...{ ok: false, exit: 6, verdict: { id: 'cause-found' }, error: null, at: '2026-09-21T14:13:20.000Z' },
      ...{ operation: 'session', method: 'POST', path: '/xmdt/session', match: false, lint: [], saved: null },
      answered: { status: 401, by: 'emulator', code: 'invalid_signature', says: null },
      ...{ body_bytes: 42, body_fingerprint: shownFingerprint(spaced) },
    });
    expect(told?.['tried']).toBeGreaterThan(1);
    expect((told?.['findings'] as unknown[])[0]).toMatchObject({
      causes: [expect.stringMatching(/^body-json-/)],
      says: expect.any(String) as string,
      fix: expect.any(String) as string,
      difference: { offset: expect.any(Number) as number },
    });
  });

  it('picks from each with --query', async () => {
    const { url, lines } = await start(`--profile local --query 'verdict.id'`);
    await send(sessionCall(player, { base: url }));
    expect(await lines(1)).toEqual(['"signature-right"']);
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
    const twice = { 'X-Signature': ['one', 'two'], 'X-Client-ID': 'demo-client' };
    const headers = { ...twice, 'Content-Type': 'application/json' };
    await ask(`${url}/iap/gateway/verify?x=1`, { headers, body: binary });
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
    const known = { interface: 'session', method: 'POST', url: `${url}/xmdt/session` };
    expect(read[0]).toMatchObject({ ok: true, request: { ...known, receivedAt: fixedUnixSeconds } });
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

  it.skipIf(process.getuid?.() === 0)('says of each that it cannot write, and goes on', async () => {
    const folder = join(temporaryFolder(), 'closed');
    mkdirSync(folder, { mode: 0o500 });
    const { url, lines, context } = await start(`--profile local --save ${folder}`);
    await send(sessionCall(player, { base: url }));
    await send(sessionCall(player, { base: url }));
    await lines(2);
    chmodSync(folder, 0o700);
    expect(context.stderr.text().match(/could not be saved/g)).toHaveLength(2);
  });
});

describe('the server of pvg listen', () => {
  it.each([
    ['a foreign Host', { Host: 'example.com' }],
    ['a foreign Origin', { Origin: 'http://example.com' }],
    ['an Origin that is none', { Origin: 'null' }],
  ])('refuses %s, on the page too', async (_what, headers) => {
    const { url, objects } = await start('--profile local --json');
    expect((await send(sessionCall(player, { base: url }), headers)).status).toBe(403);
    for (const page of ['', 'requests.json'])
      expect((await ask(`${url}/${page}`, { method: 'GET', headers })).status).toBe(403);
    expect((await objects(3)).map(idOf)).toEqual(['not-diagnosed', 'not-diagnosed', 'not-diagnosed']);
  });

  it('ends with 141 when nobody reads its output any more', async () => {
    const listener = await startListener();
    const closedPipe = new PvgError('pipe-closed', 'the reader of standard output closed it');
    Object.assign(listener.context.stdout, { write: () => Promise.reject(closedPipe) });
    await send(sessionCall(player, { base: listener.url }));
    expect(await listener.ended).toBe(141);
  });
});
