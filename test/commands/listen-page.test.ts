import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, describe, expect, it } from 'vitest';
import type { Send } from '../../src/contract/wire.js';
import { shownFingerprint } from '../../src/signing/digest.js';
import { fixedUnixSeconds, temporaryFolder } from '../support/context.js';
import { ask, send, startListener, type Got, type RunningListener } from '../support/listener.js';
import { pvg } from '../support/pvg.js';
import { lookupCall, purchaseBody, sessionCall, verifyCall, withHeader } from '../support/signed.js';

const player = { gameId: 'demo', username: 'player-1' };

const running: RunningListener[] = [];
const start = async (...args: Parameters<typeof startListener>): Promise<RunningListener> => {
  const listener = await startListener(...args);
  running.push(listener);
  return listener;
};
afterEach(async () => {
  for (const listener of running.splice(0)) await listener.stop();
});

const keyOf = ({ context }: RunningListener): string =>
  /page: \S+#(\S+)\n/.exec(context.stderr.text())?.[1] ?? '';

const json = { 'Content-Type': 'application/json' };

/** As the page asks for one request. */
const open = (
  listener: RunningListener,
  what = 'request.json',
  number = 1,
  key = keyOf(listener),
): Promise<Got> => ask(`${listener.url}/pvg/${what}?number=${String(number)}&key=${key}`, { method: 'GET' });

const replay = (
  listener: RunningListener,
  number = 1,
  headers: Record<string, string> = {},
  key = keyOf(listener),
) =>
  ask(`${listener.url}/pvg/replay?number=${String(number)}&key=${key}`, { headers: { ...json, ...headers } });

interface Opened {
  readonly start: string;
  readonly headers: [string[], string[]][];
  readonly body: { pieces: string[]; says: string } | null;
  readonly ladder: { label: string; expected: string; same: boolean | null; sent: [string, boolean][] }[];
  readonly curl: string | null;
  readonly file: string;
  readonly saved: string | null;
  readonly replay: string;
  readonly longer: string;
}
const opened = async (...args: Parameters<typeof open>): Promise<Opened> =>
  JSON.parse((await open(...args)).text) as Opened;

describe('an opened request on the page of pvg listen', () => {
  it('shows the headers and the body to the byte, what cannot be seen apart', async () => {
    const listener = await start();
    const body = '{"gameId": "demo",\r\n\t"username":"\u202eplayer"} ';
    await send(withHeader(sessionCall(body, { base: listener.url }), 'X-Signature', 'A B'));
    await listener.lines(1);
    const { start: first, headers, body: shown } = await opened(listener);
    expect(first).toBe('POST /xmdt/session');
    expect(headers).toContainEqual([['X-Signature'], ['A B']]);
    expect(shown).toEqual({
      pieces: ['{"gameId": "demo",', '\\r', '\n\t"username":"', '\\u{202e}', 'player"} '],
      says: '45 bytes.',
    });
  });

  it('shows the right values beside the sent signature, with the first place that differs', async () => {
    const listener = await start();
    const right = lookupCall(purchaseBody('demo-recorded'), { base: listener.url });
    const signature = right.headers.at(-1)?.[1] ?? '';
    await send(withHeader(right, 'X-Signature', `${signature.slice(0, 10)}!${signature.slice(11)}`));
    await listener.lines(1);
    const { ladder } = await opened(listener);
    expect(ladder.map(({ label, same }) => [label, same])).toEqual([
      ['Body hash', null],
      ['Message', null],
      ['Signature', false],
    ]);
    expect(ladder[1]?.expected).toBe(`demo-client.${String(fixedUnixSeconds)}.${ladder[0]?.expected ?? ''}`);
    expect(ladder[2]?.expected).toBe(signature);
    expect(ladder[2]?.sent).toEqual([
      [signature.slice(0, 10), false],
      ['!', true],
      [signature.slice(11), false],
    ]);
  });

  it('names a receipt by its fingerprint, also one that is written with escapes', async () => {
    const listener = await start();
    const receipt = 'a-receipt/that-is-long';
    const written = JSON.stringify(purchaseBody(receipt)).replace('receipt/', 'receipt\\/');
    await send(lookupCall(written, { base: listener.url }));
    await send(lookupCall(purchaseBody(receipt), { base: listener.url }));
    await listener.lines(2);
    for (const number of [1, 2])
      expect(JSON.stringify((await opened(listener, 'request.json', number)).body)).not.toContain(
        'that-is-long',
      );
    expect((await opened(listener, 'request.json', 2)).body?.pieces.join('')).toContain(
      shownFingerprint(receipt),
    );
  });

  it('withholds a secret that the request holds, and has no curl command for it', async () => {
    const secret = 'my-own-key';
    const listener = await start('', { env: { PVG_ENVIRONMENT: 'dev', PVG_SECRET_KEY: secret } });
    await send(withHeader(sessionCall(player, { base: listener.url, secret }), 'X-Key', secret));
    await listener.lines(1);
    expect((await open(listener)).text).not.toContain(secret);
    expect(await opened(listener)).toMatchObject({ curl: null });
    expect((await open(listener, 'file')).text).not.toContain(secret);
  });

  it('says where the request is saved, and gives the same file', async () => {
    const folder = join(temporaryFolder(), 'requests');
    const listener = await start(`--profile local --save ${folder}`);
    await send(withHeader(sessionCall(player, { base: listener.url }), 'X-Signature', 'f0'.repeat(32)));
    await listener.lines(1);
    const { saved, longer } = await opened(listener);
    expect(longer).toBe(`pvg diagnose ${saved ?? ''} --profile local --deep`);
    const file = await open(listener, 'file');
    expect(file.headers['content-disposition']).toMatch(/^attachment; filename="[\w.-]+-1-session\.json"$/);
    const again = await pvg(['diagnose', saved ?? '', '--profile', 'local', '--json', '--budget', '0.1']);
    expect(again.status).toBe(6);
    expect(JSON.parse(file.text)).toMatchObject({ interface: 'session', received_at: fixedUnixSeconds });
  });

  it('needs the key of the terminal: nobody else gets a request signed here', async () => {
    const listener = await start();
    await send(withHeader(lookupCall(purchaseBody('r'), { base: listener.url }), 'X-Signature', '00'));
    await listener.lines(1);
    for (const key of ['', 'x', 'x'.repeat(22)]) {
      for (const what of ['request.json', 'file'])
        expect((await open(listener, what, 1, key)).status).toBe(403);
      expect((await replay(listener, 1, {}, key)).status).toBe(403);
    }
    expect((await open(listener, 'request.json', 2)).status).toBe(404);
    expect((await ask(`${listener.url}/`, { method: 'GET' })).text).not.toContain(keyOf(listener));
    expect((await ask(`${listener.url}/requests.json`, { method: 'GET' })).text).not.toContain(
      keyOf(listener),
    );
  });

  it.each([
    ['a foreign Host', { Host: 'example.com' }, 403],
    ['a foreign Origin', { Origin: 'http://example.com' }, 403],
  ])('is refused to %s, the replay too', async (_what, headers, status) => {
    const listener = await start();
    await send(sessionCall(player, { base: listener.url }));
    await listener.lines(1);
    const key = keyOf(listener);
    const address = `${listener.url}/pvg/request.json?number=1&key=${key}`;
    expect((await ask(address, { method: 'GET', headers })).status).toBe(status);
    expect((await replay(listener, 1, headers)).status).toBe(status);
    // What is told is the foreign request, never a replay.
    expect((await listener.lines(3)).filter((line) => line.includes('This is a replay'))).toEqual([]);
  });
});

describe('the curl command of the page', () => {
  const cases: [says: string, body: Buffer][] = [
    ['quotation marks, dollars and backslashes', Buffer.from(`{"a":"it's $HOME \`x\` \\\\ !! \\n"}`)],
    ['line ends and blanks', Buffer.from(' {\r\n\t"a": 1}\n\n ')],
    ['bytes that are not text', Buffer.from([0, 0xff, 0x27, 0x5c, 0x25, 0x0a])],
    ['nothing', Buffer.alloc(0)],
    ['a file name that is none', Buffer.from('@/etc/hostname')],
    ['100 KB', Buffer.alloc(100_000, 'x')],
  ];
  it.each(cases)('sends the same bytes: %s', async (_says, body) => {
    const listener = await start();
    const name = 'Nguyễn';
    await ask(`${listener.url}/iap/gateway/verify?a=[1]&b={2}`, {
      headers: {
        ...json,
        'X-Empty': '',
        'X-Two': ['1', '2'],
        'X-Name': Buffer.from(name).toString('latin1'),
      },
      body,
    });
    await listener.lines(1);
    const { curl } = await opened(listener);
    const got = await received(curl ?? '', listener.url);
    expect(got.body).toEqual(body);
    expect(got.url).toBe(`/iap/gateway/verify?a=[1]&b={2}`);
    const values = (wanted: string): string[] =>
      got.rawHeaders.filter((_, at) => at % 2 === 1 && got.rawHeaders[at - 1] === wanted);
    expect([values('X-Empty'), values('X-Two')]).toEqual([[''], ['1', '2']]);
    expect(Buffer.from(values('X-Name')[0] ?? '', 'latin1').toString()).toBe(name);
  });

  interface Received {
    readonly url: string;
    readonly rawHeaders: readonly string[];
    readonly body: Buffer;
  }

  /** Runs the command in a shell, with another address. */
  async function received(command: string, instead: string): Promise<Received> {
    const got: Received[] = [];
    const server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        got.push({ url: request.url ?? '', rawHeaders: request.rawHeaders, body: Buffer.concat(chunks) });
        response.end();
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const own = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
    try {
      await promisify(execFile)('bash', ['-c', command.replaceAll(instead, own)]);
    } finally {
      server.close();
    }
    expect(got).toHaveLength(1);
    return got[0] ?? { url: '', rawHeaders: [], body: Buffer.alloc(0) };
  }
});

describe('a replay', () => {
  it('sends the same bytes again and is marked as a replay', async () => {
    const listener = await start('--profile local --json');
    await send(verifyCall(purchaseBody('demo-purchased'), { base: listener.url }));
    await listener.objects(1);
    expect((await replay(listener)).status).toBe(202);
    expect(await listener.objects(2)).toMatchObject([
      { verdict: { id: 'signature-right' }, answered: { status: 200 }, replay_of: null },
      {
        verdict: { id: 'refused' },
        answered: { status: 409, code: 'DUPLICATE_TRANSACTION' },
        replay_of: '2026-09-21T14:13:20.000Z',
      },
    ]);
    const news = await ask(`${listener.url}/requests.json`, { method: 'GET' });
    expect(JSON.parse(news.text)).toMatchObject({ requests: [{ replay: false }, { replay: true }] });
  });

  it('says that its timestamp is old, and does not blame the sender’s clock', async () => {
    let seconds = fixedUnixSeconds;
    const listener = await start('--profile local --json', { now: () => seconds * 1000 });
    await send(lookupCall(purchaseBody('demo-recorded'), { base: listener.url }));
    await listener.objects(1);
    seconds += 400;
    await replay(listener);
    const told = (await listener.objects(2))[1];
    expect(told).toMatchObject({
      verdict: {
        id: 'refused',
        says: 'The signature is right, but the timestamp of this replay is 400 seconds off. The service allows 300.',
      },
      lint: [],
      answered: { status: 401 },
    });
  });

  it('is refused as the request was, by method or type', async () => {
    const listener = await start('--profile local --json');
    await send(withHeader(sessionCall(player, { base: listener.url }), 'Content-Type', 'text/plain'));
    await listener.objects(1);
    await replay(listener);
    expect((await listener.objects(2)).map(({ answered }) => answered)).toMatchObject([
      { status: 415, by: 'refused' },
      { status: 415, by: 'refused' },
    ]);
  });

  it('never goes to prod without what --forward needs', async () => {
    const sent: string[] = [];
    const keeping: Send = ({ url }) => {
      sent.push(new URL(url).pathname);
      return Promise.resolve({ status: 200, headers: [], body: Buffer.from('{"success":true}') });
    };
    const env = {
      PVG_ENVIRONMENT: 'prod',
      PVG_GATEWAY_URL: 'https://gateway.example',
      PVG_CLIENT_ID: 'demo-client',
      PVG_CLIENT_SECRET: 'demo-client-secret',
    };
    const guarded = await start('--forward', { env, send: keeping });
    await send(verifyCall(purchaseBody('r'), { base: guarded.url }));
    await send(lookupCall(purchaseBody('r'), { base: guarded.url }));
    await guarded.lines(2);
    await replay(guarded, 1);
    await replay(guarded, 2);
    await guarded.lines(4);
    expect(sent).toEqual(['/iap/gateway/lookup-receipt', '/iap/gateway/lookup-receipt']);

    const confirmed = await start('--forward --confirm prod', { env, send: keeping });
    await send(verifyCall(purchaseBody('r'), { base: confirmed.url }));
    await confirmed.lines(1);
    expect((await opened(confirmed)).replay).toContain('A verify RECORDS the purchase.');
  });
});
