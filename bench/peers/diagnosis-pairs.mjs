// Diagnoses one request in turns with a bare HMAC loop, in one process. `node diagnosis-pairs.mjs <rounds>`
// Prints {pairs: [{base, own}] in attempts a second, tried: [attempts], oneCauseMs, mib}.
import { createHmac, createHash } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { diagnoseInTime } from '../../build/diagnosis/diagnose.js';
import { inPairs, median } from '../pairs.mjs';

const credential = {
  label: 'the credentials',
  clientId: 'demo-game',
  clientSecret: 'S3cret-of-the-bench-01',
};
const timestamp = '1790000000';
const sha256 = (data) => createHash('sha256').update(data).digest('hex');
const hmac = (key, data) => createHmac('sha256', key).update(data).digest('hex');

const body = Buffer.from(
  JSON.stringify({
    os_id: 1,
    product_id: 'gems_100',
    package: 'com.example.game',
    // Without a row of equal characters: a masked request is searched less.
    receipt: `abc/def<é>&${['a', 'b', 'c'].map(sha256).join('')}`,
    price: 4.99,
    nested: { b: 1, a: [1, 2.5, null] },
    note: 'Rương 💎',
  }),
);
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
const timed = (work) => {
  const started = performance.now();
  const result = work();
  return { ms: performance.now() - started, result };
};

/** Attempts a second of node's own HMAC, with messages as long as the gateway's. */
function bareLoop() {
  const attempts = 200_000;
  const hash = sha256(body);
  const { ms } = timed(() => {
    for (let at = 0; at < attempts; at += 1)
      hmac(credential.clientSecret, `demo-game.${String(at)}.${hash}`);
  });
  return (attempts / ms) * 1000;
}

/** As `pvg diagnose`: a net, the search ends by its attempts. */
const budgetMs = 60_000;
const now = () => performance.now();
const unknown = request(sha256('nothing that can be found'));
const tried = [];

function search() {
  const { ms, result } = timed(() => diagnoseInTime(unknown, { credential, budgetMs }, now));
  tried.push(result.tried);
  return (result.tried / ms) * 1000;
}

const oneCause = request(
  hmac(credential.clientSecret, `demo-game.${timestamp}.${sha256(`${body}\n`)}`),
);
const once = () => timed(() => diagnoseInTime(oneCause, { credential, budgetMs }, now)).ms;

const { search: pairs } = await inPairs(Number(process.argv[2]), bareLoop, { search });
const found = {
  pairs,
  tried,
  oneCauseMs: median([once(), once(), once(), once(), once()]),
  mib: process.resourceUsage().maxRSS / 1024,
};
process.stdout.write(`${JSON.stringify(found)}\n`);
