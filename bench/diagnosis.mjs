// How long a diagnosis takes, beside a bare HMAC loop of the same process: `npm run bench:diagnosis` (after a build).
// Ratios of one run; absolute times are this machine's.
import { createHmac, createHash } from 'node:crypto';
import { spawnSync } from 'node:child_process';
import { performance } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import { diagnose } from '../build/diagnosis/diagnose.js';

const pvg = fileURLToPath(new URL('../bin/pvg.js', import.meta.url));
const body = Buffer.from(
  JSON.stringify({
    os_id: 1,
    product_id: 'gems_100',
    package: 'com.example.game',
    receipt: `abc/def<é>&${'x'.repeat(200)}`,
    price: 4.99,
    nested: { b: 1, a: [1, 2.5, null] },
    note: 'Rương 💎',
  }),
);
const credential = {
  label: 'the credentials',
  clientId: 'demo-game',
  clientSecret: 'S3cret-of-the-bench-01',
};
const timestamp = '1790000000';
const sha256 = (data) => createHash('sha256').update(data).digest('hex');
const hmac = (key, data) => createHmac('sha256', key).update(data).digest('hex');
const request = (signature) => ({
  interface: 'gateway',
  label: '',
  method: 'POST',
  url: 'https://gw.example/iap/gateway/verify',
  headers: [
    ['X-Client-ID', 'demo-game'],
    ['X-Timestamp', timestamp],
    ['X-Signature', signature],
  ],
  body,
  receivedAt: undefined,
});
const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];
const timed = (run) => {
  const started = performance.now();
  const result = run();
  return [performance.now() - started, result];
};

/** Attempts per second of node's own HMAC over messages of the gateway's length. */
function bareLoop(attempts) {
  const hash = sha256(body);
  for (let at = 0; at < attempts; at += 1) hmac(credential.clientSecret, `demo-game.${String(at)}.${hash}`);
}

const unknown = request(sha256('nothing that can be found'));
const once = (signature) =>
  timed(() => diagnose(request(signature), credential, { others: [], deep: false, isOver: () => false }))[0];

// Until everything up to the recipes was tried: the catalogue's tiers 1 to 5.
const loops = [];
const searches = [];
for (let run = 0; run < 3; run += 1) {
  const endMs = performance.now() + 3_000;
  const [searchMs, found] = timed(() =>
    diagnose(unknown, credential, { others: [], deep: false, isOver: () => performance.now() > endMs }),
  );
  searches.push({
    perSecond: (found.tried / searchMs) * 1000,
    tried: found.tried,
    finished: found.tiersDone.includes('recipes'),
  });
  const [loopMs] = timed(() => bareLoop(200_000));
  loops.push(200_000 / (loopMs / 1000));
}
const singleMs = median(
  [0, 1, 2, 3, 4].map(() =>
    once(hmac(credential.clientSecret, `demo-game.${timestamp}.${sha256(`${body}\n`)}`)),
  ),
);

const start = (args) =>
  median([0, 1, 2, 3, 4].map(() => timed(() => spawnSync(process.execPath, [pvg, ...args]))[0]));
const versionMs = start(['--version']);
const wholeMs = start([
  ...['diagnose', '--profile', 'local', '--interface', 'session', '--body', '{"gameId": "demo"}'],
  ...['--signature', hmac('demo-secret-key', '{"gameId":"demo"}')],
]);

const perSecond = median(searches.map((search) => search.perSecond));
const ratio = perSecond / median(loops);
console.log(`node ${process.version}, a body of ${body.length} bytes, medians of 3`);
console.log(
  `attempts a second          ${Math.round(perSecond)}; bare HMAC loop ${Math.round(median(loops))}; ratio ${ratio.toFixed(2)} (goal ≥ 0.6)`,
);
console.log(
  `tiers 1-5 within 3 s       ${searches.map(({ finished, tried }) => `${finished ? 'yes' : 'no'} (${tried})`).join(', ')}`,
);
console.log(`one cause in the body      ${singleMs.toFixed(0)} ms in the process`);
console.log(`whole program, one cause   ${(wholeMs - versionMs).toFixed(0)} ms over the start (goal ≤ 150)`);
console.log(
  `peak memory                ${Math.round(process.resourceUsage().maxRSS / 1024)} MB (goal < 200)`,
);
if (process.argv.includes('--check') && (ratio < 0.6 || process.resourceUsage().maxRSS / 1024 > 200))
  process.exitCode = 1;
