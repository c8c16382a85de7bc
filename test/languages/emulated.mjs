/**
 * Runs the signer of one language against `pvg emulate`: node emulated.mjs <start>
 * <start> is a command of bash; the words of the program follow it.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const [start] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), 'emulated-'));
const purchase = (receipt) => ['gems_100', 'com.example.game', receipt];
const twice503 = (path) => [{ path, requests: '1-2', status: 503 }];
const once = (path, does) => [{ path, requests: '1', ...does }];
const granted = { ends: 'well', says: /^granted GPA\.[-\d]+$/gm, grants: 1 };
const refused = (says) => ({ ends: 'badly', says });
const unknown = refused(/not granted: .*: the outcome is unknown: look it up$/gm);
const found = { ends: 'well', says: /^200 .*"found":true/gm };
const lookup = (receipt) => ['lookup', ...purchase(receipt)];
const verify = (receipt) => ['verify', ...purchase(receipt)];
const session = (username, gameId = 'demo') => ['session', gameId, username];
const minted = (completed) => ({
  ends: 'well',
  says: new RegExp(`^200 .*"xmdtCompleted":${completed}`, 'gm'),
});

const success = {
  success: true,
  transaction_id: 'GPA.0000-0000-0000-00000',
  product_id: 'gems_100',
};

/** A service of its own: the place that it leads to would answer with a success. */
function redirecting({ url }, answer) {
  if (url !== '/moved') answer.writeHead(302, { Location: '/moved' });
  answer.end(JSON.stringify(success));
}

/** A purchase that the service confirms in words that are not enough: nobody knows what it recorded. */
const confirmed = (changes) => [
  verify('demo-purchased'),
  (_, answer) => answer.end(JSON.stringify({ ...success, ...changes })),
  unknown,
  1,
];

/** What is run, what the service does, how the program ends, what it says, and how many requests it sends. */
const cases = {
  'a look-up': [lookup('demo-recorded'), [], found, 1],
  'a look-up, 503 twice': [lookup('demo-recorded'), twice503('lookup-receipt'), found, 3],
  'a purchase': [verify('demo-purchased'), [], granted, 1],
  'a purchase, 503 twice': [verify('demo-purchased'), twice503('verify'), granted, 3],
  'a purchase, the connection breaks once': [
    verify('demo-purchased'),
    once('verify', { do: 'drop' }),
    granted,
    2,
  ],
  'a purchase, always 503': [
    verify('demo-purchased'),
    [{ path: 'verify', status: 503 }],
    unknown,
    4,
  ],
  'an answer lost, then always 503': [
    verify('demo-purchased'),
    [
      { path: 'verify', requests: '1', do: 'lose-answer' },
      { path: 'verify', status: 503 },
    ],
    unknown,
    4,
  ],
  'a redirect to a success': [
    verify('demo-purchased'),
    redirecting,
    refused(/not granted: 302 .*: the outcome is unknown: look it up$/gm),
    1,
  ],
  'a page of a proxy that refuses': [
    verify('demo-purchased'),
    (_, answer) => answer.writeHead(403).end('<html>blocked</html>'),
    refused(/not granted: 403 .*: the outcome is unknown: look it up$/gm),
    1,
  ],
  'a word of a proxy that refuses, as JSON': [
    verify('demo-purchased'),
    (_, answer) => answer.writeHead(403).end('"blocked"'),
    refused(/not granted: 403 .*: the outcome is unknown: look it up$/gm),
    1,
  ],
  'a success without a transaction id': confirmed({ transaction_id: null }),
  'a success for another product': confirmed({ product_id: 'gems_500' }),
  'a success without a product': confirmed({ product_id: undefined }),
  'a success that is a word': confirmed({ success: 'true' }),
  'a purchase, no answer at all': [
    verify('demo-purchased'),
    [{ path: 'verify', do: 'drop' }],
    unknown,
    4,
  ],
  'an answer lost, then 409': [
    verify('demo-purchased'),
    once('verify', { do: 'lose-answer' }),
    unknown,
    2,
  ],
  'a purchase recorded before': [
    verify('demo-recorded'),
    [],
    refused(/not granted: 409 DUPLICATE_TRANSACTION$/gm),
    1,
  ],
  'a pending purchase': [
    verify('demo-pending'),
    [],
    refused(/not granted: 422 VERIFICATION_FAILED$/gm),
    1,
  ],
  'HTTP 200 without success': [
    verify('demo-purchased'),
    once('verify', { do: 'wrong-shape' }),
    unknown,
    1,
  ],
  'HTTP 200 with a page': [verify('demo-purchased'), once('verify', { do: 'html' }), unknown, 1],
  'a wrong client secret': [
    verify('demo-purchased'),
    [],
    refused(/not granted: 401 UNAUTHORIZED$/gm),
    1,
    { PVG_CLIENT_SECRET: 'wrong' },
  ],
  'no client secret': [
    verify('demo-purchased'),
    [],
    refused(/PVG_CLIENT_SECRET/g),
    0,
    { PVG_CLIENT_SECRET: '' },
  ],

  'a player': [session('player-1'), [], minted(false), 1],
  'a player who has completed': [session('demo-completed'), [], minted(true), 1],
  'a player, 503 twice': [session('player-1'), twice503('session'), minted(false), 3],
  'a player, an answer lost': [
    session('player-1'),
    once('session', { do: 'lose-answer' }),
    minted(false),
    2,
  ],
  'too many tokens': [session('demo-limited'), [], refused(/^429 .*rate_limited/gm), 1],
  'a game that is not enabled': [
    session('player-1', 'demo-disabled'),
    [],
    refused(/^409 .*xmdt_disabled/gm),
    1,
  ],
  'HTTP 200 without xmdtCompleted': [
    session('player-1'),
    once('session', { do: 'wrong-shape' }),
    refused(/^200 /gm),
    1,
  ],
  'a wrong secret key': [
    session('player-1'),
    [],
    refused(/^401 .*invalid_signature/gm),
    1,
    { PVG_SECRET_KEY: 'wrong' },
  ],
  'no secret key': [session('player-1'), [], refused(/PVG_SECRET_KEY/g), 0, { PVG_SECRET_KEY: '' }],
};

/** An emulator with a script; `end` gives how many requests it has answered or dropped. */
async function emulate(script) {
  const file = join(folder, 'script.json');
  writeFileSync(file, JSON.stringify(script));
  const child = spawn(
    process.execPath,
    ['bin/pvg.js', 'emulate', '--port', '0', '--json', '--script', file],
    {
      env: { ...process.env, HOME: folder },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const { url } = JSON.parse((await lines.next()).value);
  const end = async () => {
    child.kill();
    let requests = 0;
    while (!(await lines.next()).done) requests += 1;
    return requests;
  };
  return { url, end };
}

/** The same for a service that answers by a function. */
async function serve(answering) {
  let requests = 0;
  const server = createServer((request, answer) => {
    requests += 1;
    request.resume().on('end', () => answering(request, answer));
  });
  await new Promise((ready) => server.listen(0, '127.0.0.1', ready));
  const end = () => {
    server.close();
    server.closeAllConnections();
    return requests;
  };
  return { url: `http://127.0.0.1:${server.address().port}`, end };
}

const credentials = {
  PVG_CLIENT_ID: 'demo-client',
  PVG_CLIENT_SECRET: 'demo-client-secret',
  PVG_SECRET_KEY: 'demo-secret-key',
};

/** The exit status, and everything that it printed. */
const run = (args, url, env) =>
  new Promise((done) => {
    const child = spawn('bash', ['-c', `${start} "$@"`, 'bash', ...args], {
      env: { ...process.env, ...credentials, PVG_GATEWAY_URL: url, PVG_SESSION_URL: url, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const chunks = [];
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => chunks.push(chunk));
    child.on('close', (status) => done({ status, text: Buffer.concat(chunks).toString() }));
  });

const count = (text, pattern) => text.match(pattern)?.length ?? 0;
const failures = [];
for (const [name, [args, script, { ends, says, grants = 0 }, requests, env]] of Object.entries(
  cases,
)) {
  const { url, end } = await (typeof script === 'function' ? serve(script) : emulate(script));
  const { status, text } = await run(args, url, env);
  const sent = await end();
  const problems = [
    ...((status === 0) === (ends === 'well') ? [] : [`it ends with status ${status}`]),
    ...(count(text, says) > 0 ? [] : [`it does not say ${says}`]),
    ...(count(text, /^granted\b/gm) === grants
      ? []
      : [`it grants ${count(text, /^granted\b/gm)} times`]),
    ...(sent === requests ? [] : [`it sends ${sent} requests instead of ${requests}`]),
  ];
  if (problems.length > 0) failures.push(`${name}: ${problems.join('; ')}. It printed:\n${text}`);
}
console.log([...failures, `${Object.keys(cases).length} cases`].join('\n'));
process.exitCode = failures.length === 0 ? 0 : 1;
