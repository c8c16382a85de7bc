import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readRequests } from '../../src/diagnosis/read/read-requests.js';
import { demoCredentialLines } from '../../src/contract/demo-credentials.js';
import { PvgError } from '../../src/failure.js';
import { shownFingerprint } from '../../src/signing/digest.js';
import type { WireRequest } from '../../src/contract/wire.js';
import { fixedUnixSeconds, serviceEnv, temporaryFolder } from '../helpers/context.js';
import { ask, send, startListener } from '../helpers/listener.js';
import { hmac, sha256 } from '../helpers/observed.js';
import { json, pvg } from '../helpers/pvg.js';
import {
  lookupCall,
  purchaseBody,
  sessionCall,
  verifyCall,
  withHeader,
} from '../helpers/signed.js';

const player = { gameId: 'demo', username: 'player-1' };
const spaced = '{"gameId": "demo", "username": "player-1"}';

const right = (base: string): WireRequest => sessionCall(player, { base });
const zeros = '0'.repeat(64);
const unsigned = (base: string): WireRequest => withHeader(right(base), 'X-Signature');
const otherGame = (base: string): WireRequest =>
  sessionCall({ gameId: 'other', username: 'p' }, { base });
/** Sent with spaces, signed without: the usual mistake. */
const mismatch = (base: string): WireRequest => ({ ...right(base), body: Buffer.from(spaced) });

/** A request with a header under another name. */
function withOtherName({ headers, ...call }: WireRequest, name: string, sent: string): WireRequest {
  const renamed = headers.map(([each, value]) => [each === name ? sent : each, value] as const);
  return { ...call, headers: renamed.map(([each, value]): [string, string] => [each, value]) };
}
function otherType(headers: WireRequest['headers']): WireRequest['headers'] {
  const others = headers.filter(([name]) => name.toLowerCase() !== 'content-type');
  return [...others, ['Content-Type', 'text/plain']];
}

const idOf = (told: Record<string, unknown> | undefined): unknown =>
  (told?.['verdict'] as { id: string }).id;

describe('pvg listen', () => {
  it('says where it listens, who answers and where the page is, and ends well', async () => {
    const { url, context, stop } = await startListener();
    expect(await stop(new PvgError('terminated', 't'))).toBe(0);
    expect(context.stderr.text().replace(/#[\w-]{22}\n/, '#KEY\n')).toBe(
      `listening on ${url}\nprofile local (dev): the emulator answers; page: ${url}/#KEY\n${demoCredentialLines.join('\n')}\n`,
    );
    expect(context.stdout.text()).toBe('');
  });

  it('says how to add the secret that a request needs and the profile lacks', async () => {
    const env = { ...serviceEnv('https://gw.example'), PVG_SECRET_KEY: '' };
    const { url, objects } = await startListener('--json', { env });
    await send(right(url));
    const [told] = await objects(1);
    expect(JSON.stringify(told)).toContain('export PVG_SECRET_KEY=');
  });

  it('answers as the service would, and says in one line what is right, refused, or wrong and why', async () => {
    const { url, lines } = await startListener();
    const purchase = verifyCall(purchaseBody('demo-purchased'), { base: url });
    const statuses = [];
    for (const call of [right(url), purchase, purchase, mismatch(url)])
      statuses.push((await send(call)).status);
    expect(statuses).toEqual([200, 200, 409, 401]);
    expect(await lines(4)).toEqual([
      '✔ #1    14:13:20  ok             session         200  The signature is right.',
      '✔ #2    14:13:20  ok             gateway/verify  200  The signature is right.',
      expect.stringMatching(
        /^✘ #3 {4}14:13:20 {2}refused {8}gateway\/verify {2}409 {2}DUPLICATE_TRANSACTION: /,
      ),
      expect.stringMatching(
        /^✘ #4 {4}14:13:20 {2}mismatch {7}session {9}401 {2}body-json-compact: /,
      ),
    ]);
  });

  it('says at once what needs no search, and that it searches for the rest', async () => {
    const { url, lines, context } = await startListener();
    await send(withHeader(right(url), 'X-Signature', zeros));
    await send(right(url));
    const [first, second] = await lines(2);
    expect([first, second]).toEqual([
      expect.stringContaining('  ok  '),
      expect.stringContaining('  unexplained  '),
    ]);
    expect([first, second].map((line) => line?.slice(2, 4))).toEqual(['#2', '#1']);
    expect(context.stderr.text()).toContain('#1 /xmdt/session: searching for the cause …');
  });

  it('compares a time with this computer’s clock', async () => {
    const { url, lines } = await startListener();
    await send(
      lookupCall(purchaseBody('demo-recorded'), {
        base: url,
        timestamp: String(fixedUnixSeconds - 4_000),
      }),
    );
    expect((await lines(1))[0]).toContain('behind this computer’s clock');
  });

  it('shows both bodies with -v, and the fix as code with --lang', async () => {
    const { url, lines, context } = await startListener('--profile local -v --lang python');
    await send(mismatch(url));
    await lines(10);
    for (const part of [
      'Difference',
      `Sent bytes: ${spaced}`,
      'Signed bytes: {"gameId":"demo"',
      'hmac.new(',
    ])
      expect(context.stdout.text()).toContain(part);
  });

  it('works with the credentials of the profile, not the demo ones', async () => {
    const env = {
      PVG_ENVIRONMENT: 'dev',
      PVG_CLIENT_ID: 'mine',
      PVG_CLIENT_SECRET: 'my-own-secret',
    };
    const { url, objects, context } = await startListener('--json', { env });
    const own = { secret: 'my-own-secret', clientId: 'mine', base: url };
    expect((await send(lookupCall(purchaseBody('demo-recorded'), own))).status).toBe(200);
    expect((await send(lookupCall(purchaseBody('demo-recorded'), { base: url }))).status).toBe(401);
    await send(right(url));
    const ids = (await objects(3)).map(idOf);
    expect(ids.sort()).toEqual(['cause-found', 'not-diagnosed', 'signature-right']);
    expect(context.stdout.text()).not.toContain('my-own');
  });

  const purchased = (base: string, changes: Record<string, unknown> = {}) =>
    verifyCall(purchaseBody('demo-purchased', changes), { base });
  it.each<[id: string, status: number, says: string, call: (base: string) => WireRequest]>([
    ['signature-right', 200, 'right', right],
    ['cause-found', 401, 'changed after it was signed', mismatch],
    [
      'cause-unknown',
      401,
      'signed in no known way',
      (base) => withHeader(right(base), 'X-Signature', zeros),
    ],
    ['signature-missing', 401, 'not signed', unsigned],
    [
      'too-large',
      413,
      'over 1 MB',
      (base) => sessionCall(Buffer.alloc(1024 * 1024 + 1, ' '), { base }),
    ],
    ['cannot-succeed', 400, 'without a member', (base) => purchased(base, { package: undefined })],
    ['refused', 422, 'for another product', (base) => purchased(base, { product_id: 'other' })],
    [
      'cannot-succeed',
      401,
      'old',
      (base) => lookupCall(purchaseBody('x'), { base, timestamp: '1790000' }),
    ],
    ['refused', 403, 'for another game', otherGame],
    [
      'cannot-succeed',
      415,
      'text',
      (base) => withHeader(right(base), 'Content-Type', 'text/plain'),
    ],
    [
      'cannot-succeed',
      404,
      'sent elsewhere',
      (base) => ({ ...right(base), url: `${base}/xmdt/sessions` }),
    ],
    ['not-judged', 404, 'a callback', (base) => ({ ...unsigned(base), url: `${base}/refunds` })],
  ])('tells %s, and %i is the answer, of a request that is %s', async (id, status, _says, call) => {
    const { url, objects } = await startListener('--profile local --json');
    expect((await send(call(url))).status).toBe(status);
    const [object] = await objects(1);
    expect(object).toMatchObject({ ok: status === 200, answered: { status }, verdict: { id } });
  });

  it('makes what a stranger wrote harmless on the terminal', async () => {
    const { url, lines, context } = await startListener('--profile local -v');
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
    ['--profile local --expect=0', 2],
    [`--profile local --save ${import.meta.filename}`, 2],
    ['', 3],
    ['', 3, { PVG_ENVIRONMENT: 'dev', PVG_CLIENT_ID: 'c' }],
  ])('refuses %j before it listens: %d', async (line, status, env = {}) => {
    expect((await pvg(`listen ${line}`, { env })).status).toBe(status);
  });
});

describe('the answer of pvg listen', () => {
  it('does not hint at the expected signature, nor tell one wrong signature from another', async () => {
    const { url, context, lines } = await startListener();
    const right = lookupCall(purchaseBody('demo-recorded'), { base: url });
    const signature = right.headers.at(-1)?.[1] ?? '';
    const late = lookupCall(purchaseBody('demo-recorded'), { base: url, timestamp: '1' });
    const wrong = [signature.toUpperCase(), signature.slice(0, 32), undefined];
    const signed = wrong.map((text) => withHeader(right, 'X-Signature', text));
    const answers = [];
    for (const call of [...signed, withHeader(right, 'X-Client-ID', 'other'), late])
      answers.push(await send(call));
    const seen = answers.map(({ status, text, headers }) =>
      JSON.stringify([status, text, { ...headers, date: '' }]),
    );
    expect(new Set(seen).size).toBe(1);
    expect(answers[0]?.text).toBe(
      '{"success":false,"error":"UNAUTHORIZED","message":"Invalid credentials or signature."}',
    );
    await lines(5);
    for (const place of [context.stdout.text(), context.stderr.text()])
      expect(place.toLowerCase()).not.toContain(signature.slice(0, 32));
  });
});

describe('pvg listen --expect', () => {
  it.each<[says: string, calls: ((url: string) => WireRequest)[], status: number]>([
    ['all are right', [right, right], 0],
    ['one has no signature', [right, unsigned], 6],
    ['one is right but refused', [otherGame, right], 6],
  ])('ends by itself: %s', async (_says, calls, status) => {
    const listener = await startListener('--profile local --expect 2');
    for (const call of calls) await send(call(listener.url));
    expect(await listener.ended).toBe(status);
  });

  it('ends with 6 when it is stopped before all came', async () => {
    const listener = await startListener('--profile local --expect 2');
    await send(right(listener.url));
    await listener.lines(1);
    expect(await listener.stop()).toBe(6);
    expect(listener.context.stderr.text()).toContain(
      '1 of 2 expected requests is right; 1 did not come.',
    );
  });
});

describe('pvg listen --junit', () => {
  it('writes a case for each request, with the fix of a wrong one, and none of an earlier run is left', async () => {
    const file = join(temporaryFolder(), 'requests.xml');
    const first = await startListener(`--profile local --expect 1 --junit ${file}`);
    await send(right(first.url));
    expect(await first.ended).toBe(0);
    expect(readFileSync(file, 'utf8')).toContain('tests="1" failures="0" errors="0"');
    const second = await startListener(`--profile local --expect 3 --junit ${file}`);
    expect(existsSync(file)).toBe(false);
    await send(mismatch(second.url));
    await send(right(second.url));
    await second.lines(2);
    expect(await second.stop()).toBe(6);
    const text = readFileSync(file, 'utf8');
    expect(text).toContain('<testsuite name="requests" tests="3" failures="2" errors="0">');
    expect(text).toMatch(/name="request 1: session">\s*<failure .*\n?body-json-compact/);
    expect(text).toMatch(/name="request 2: session"\/>/);
    expect(text).toMatch(/name="request 3">\s*<failure/);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it('has the fix of each problem in a failure', async () => {
    const file = join(temporaryFolder(), 'requests.xml');
    const { url, ended } = await startListener(`--profile local --expect 2 --junit ${file}`);
    await send(withOtherName(mismatch(url), 'X-Signature', 'X-Signatur'));
    const { headers, ...call } = mismatch(url);
    await send({ ...call, headers: [...otherType(headers)] });
    expect(await ended).toBe(6);
    const [, first = '', second = ''] = readFileSync(file, 'utf8').split('<testcase');
    expect(first).toMatch(/body-json-compact \+ hdr-name-wrong/);
    expect(first).toMatch(/Send X-Signature under exactly this name/);
    expect(second).toMatch(/Set Content-Type|Content-Type: application\/json|`Content-Type`/);
  });

  it('touches no file that is not its own, and none in a folder that is not there', async () => {
    const folder = temporaryFolder();
    const { status } = await pvg(`listen --profile local --junit ${join(folder, 'no', 'x.xml')}`);
    expect(status).toBe(2);
    expect(readdirSync(folder)).toEqual([]);
    const notes = join(folder, 'notes.xml');
    writeFileSync(notes, '<notes/>');
    const refused = await pvg(`listen --profile local --port 0 --junit ${notes} --json`);
    expect([refused.status, json(refused)]).toMatchObject([
      2,
      { error: { code: 'output-exists' } },
    ]);
    expect(readFileSync(notes, 'utf8')).toBe('<notes/>');
  });
});

it('pvg listen names the fix of a wrong request in its line, and of a right one none', async () => {
  const { url, lines } = await startListener();
  await send(mismatch(url));
  await send(right(url));
  const [fine = '', wrong = ''] = (await lines(2)).sort((one, other) => one.length - other.length);
  expect(wrong).toMatch(/ Fix: [A-Z].*\.$/);
  expect(fine).not.toContain('Fix:');
});

it('pvg listen names what to do about each of two causes', async () => {
  const { url, lines } = await startListener();
  const { headers, ...call } = mismatch(url);
  const upperCase = headers.map(([name, value]): [string, string] => [
    name,
    /^[0-9a-f]{64}$/.test(value) ? value.toUpperCase() : value,
  ]);
  await send({ ...call, headers: upperCase });
  const [line = ''] = await lines(1);
  expect(line).toMatch(/ body-json-compact \+ out-uppercase-hex: .* Fix: [A-Z].* Also: [A-Z].*\.$/);
});

it('pvg listen names only fixes after the cause: under which name a header belongs', async () => {
  const { url, lines } = await startListener();
  await send(withOtherName(right(url), 'X-Signature', 'X-Signatur'));
  const [line = ''] = await lines(1);
  const [says = '', ...fixes] = line.split(/ (?:Fix|Also): /);
  expect(says).toContain('X-Signature was sent as X-Signatur.');
  expect(fixes).toEqual(['Send X-Signature under exactly this name, not as X-Signatur.']);
});

it('pvg listen says advice once that fits both causes', async () => {
  const { url, lines } = await startListener();
  const { headers, body, ...call } = lookupCall(purchaseBody('r'), { base: url });
  const [, unixSeconds = ''] = headers.find(([name]) => name === 'X-Timestamp') ?? [];
  // Neither of the two variables was set.
  const signature = hmac('undefined', `undefined.${unixSeconds}.${sha256(body)}`);
  const signed = headers.map(([name, value]): [string, string] => [
    name,
    name === 'X-Signature' ? signature : value,
  ]);
  await send({ ...call, body, headers: signed });
  const [line = ''] = await lines(1);
  expect(line).toMatch(/ client-id-undefined \+ \S+: .* Fix: [A-Z].*\.$/);
  const [, ...advice] = line.split(/ (?:Fix|Also): /);
  expect(new Set(advice).size).toBe(advice.length);
});

describe('pvg listen --json', () => {
  it('prints one object a request, with the members of every command', async () => {
    const { url, objects } = await startListener('--profile local --json');
    await send(mismatch(url));
    const [told] = await objects(1);
    const of = { command: 'listen', profile: 'local', environment: 'dev', interface: 'session' };
    const sent = { number: 1, method: 'POST', path: '/xmdt/session', body_bytes: 42 };
    const exact = { at: '2026-09-21T14:13:20.000Z', body_fingerprint: shownFingerprint(spaced) };
    const answered = { status: 401, by: 'emulator', code: 'invalid_signature', says: null };
    const findings = [{ causes: ['body-json-compact'], difference: { offset: 10, sent: spaced } }];
    const result = { ok: false, exit: 6, error: null, match: false, lint: [], saved: null };
    expect(told).toMatchObject({
      ...of,
      operation: 'session',
      ...sent,
      ...exact,
      answered,
      findings,
      ...result,
    });
    expect(told?.['tried']).toBeGreaterThan(1);
  });

  it('picks from each with --query', async () => {
    const { url, lines } = await startListener(`--profile local --query 'verdict.id'`);
    await send(right(url));
    expect(await lines(1)).toEqual(['"signature-right"']);
  });
});

describe('pvg listen --save', () => {
  it('keeps each request as a file that pvg diagnose reads to the byte', async () => {
    const folder = join(temporaryFolder(), 'new', 'requests');
    const { url, lines, context, stop } = await startListener(`--profile local --save ${folder}`);
    const binary = Buffer.from([0x7b, 0xff, 0x00, 0x0a]);
    await send(mismatch(url));
    const headers = { 'X-Signature': ['one', 'two'], 'Content-Type': 'application/json' };
    await ask(`${url}/iap/gateway/verify?x=1`, { headers, body: binary });
    await ask(`${url}/`, { method: 'GET' });
    await lines(2);
    await stop();
    expect(context.stderr.text()).toContain('with its receipt and signature');
    const names = [
      '2026-09-21T14-13-20.000Z-1-session.json',
      '2026-09-21T14-13-20.000Z-2-gateway.json',
    ];
    expect(readdirSync(folder).sort()).toEqual(['.gitignore', ...names]);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    const read = names.map((name) => {
      expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600);
      return readRequests(readFileSync(join(folder, name)))[0];
    });
    const body = Buffer.from(spaced);
    const first = {
      method: 'POST',
      url: `${url}/xmdt/session`,
      receivedAt: fixedUnixSeconds,
      body,
    };
    expect(read).toMatchObject([
      { request: first },
      { request: { url: `${url}/iap/gateway/verify?x=1`, body: binary } },
    ]);
    expect(read[1]).toMatchObject({
      request: {
        headers: expect.arrayContaining([
          ['X-Signature', 'one'],
          ['X-Signature', 'two'],
        ]) as [],
      },
    });
    const again = await pvg([
      'diagnose',
      join(folder, names[0] ?? ''),
      '--profile',
      'local',
      '--json',
    ]);
    expect(json(again)).toMatchObject({ exit: 6, findings: [{ causes: ['body-json-compact'] }] });
  });

  it('adds nothing to a folder that is there but the requests', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'mine'), 'kept');
    const { url, lines, stop } = await startListener(`--profile local --save ${folder}`);
    await send(right(url));
    await lines(1);
    await stop();
    expect(readdirSync(folder).sort()).toEqual(['2026-09-21T14-13-20.000Z-1-session.json', 'mine']);
  });

  it.skipIf(process.getuid?.() === 0)(
    'says of each that it cannot write, and goes on',
    async () => {
      const folder = join(temporaryFolder(), 'closed');
      mkdirSync(folder, { mode: 0o500 });
      const { url, lines, context } = await startListener(`--profile local --save ${folder}`);
      for (const call of [right(url), right(url)]) await send(call);
      await lines(2);
      chmodSync(folder, 0o700);
      expect(context.stderr.text().match(/could not be saved/g)).toHaveLength(2);
    },
  );
});

describe('the server of pvg listen', () => {
  it('refuses a foreign Host and every Origin, on the page too', async () => {
    const { url, objects } = await startListener('--profile local --json');
    for (const headers of [
      { Host: 'example.com' },
      { Origin: 'http://example.com' },
      { Origin: 'null' },
    ]) {
      const pages = ['', 'requests.json'].map((page) =>
        ask(`${url}/${page}`, { method: 'GET', headers }),
      );
      for (const answer of [send(right(url), headers), ...pages])
        expect((await answer).status).toBe(403);
    }
    expect(new Set((await objects(9)).map(idOf))).toEqual(new Set(['not-diagnosed']));
  });

  it('ends with 141 when nobody reads its output any more', async () => {
    const listener = await startListener();
    const closedPipe = new PvgError('pipe-closed', 'the reader of standard output closed it');
    Object.assign(listener.context.stdout, { write: () => Promise.reject(closedPipe) });
    await send(right(listener.url));
    expect(await listener.ended).toBe(141);
  });
});
