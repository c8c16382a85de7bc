// How fast `pvg batch` is, beside what people use today and beside its floor: `npm run bench:batch [-- --rows 100000]`
// (after a build). Ratios of runs that take turns; absolute numbers are this machine's.
import { spawn, spawnSync } from 'node:child_process';
import { createWriteStream, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { csvRows, gatewayEnv } from '../test/support/gateway-server.mjs';

const here = import.meta.dirname;
const pvg = join(here, '..', 'bin', 'pvg.js');
const option = (name, otherwise) => {
  const at = process.argv.indexOf(name);
  return at === -1 ? otherwise : Number(process.argv[at + 1]);
};
const rows = option('--rows', 100_000);
const runs = option('--runs', 3);
const connections = option('--connections', 64);
const large = option('--large', 1_000_000);
const folder = mkdtempSync(join(tmpdir(), 'pvg-bench-'));
const median = (values) => [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)];
const has = (command) => spawnSync('sh', ['-c', `command -v ${command}`]).status === 0;

async function server(delayMs) {
  const child = spawn(
    process.execPath,
    [join(here, '..', 'test', 'support', 'gateway-server.mjs'), String(delayMs)],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const port = await new Promise((resolve) => child.stdout.once('data', (data) => resolve(Number(data))));
  return { port, stop: () => child.kill() };
}

async function csv(count) {
  const path = join(folder, `in-${count}.csv`);
  const file = createWriteStream(path);
  for (const row of csvRows(count)) if (!file.write(row)) await new Promise((go) => file.once('drain', go));
  await new Promise((done) => file.end(done));
  return path;
}

/** One command from its start to its end; CPU time and peak memory of it and of its children by GNU time. */
function measured(count, command, args, env = {}) {
  return new Promise((resolve) => {
    const started = performance.now();
    const child = spawn('/usr/bin/time', ['-f', '%U %S %M', command, ...args], {
      cwd: folder,
      env: { PATH: process.env.PATH, HOME: folder, ...env },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let said = '';
    child.stderr.on('data', (data) => (said += data));
    child.on('close', (status) => {
      const seconds = (performance.now() - started) / 1000;
      const [user, system, kb] = said.trim().split(/\s+/).slice(-3).map(Number);
      if (status !== 0) console.log(`${command} ended with ${status}: ${said.slice(0, 300)}`);
      resolve({ perSecond: count / seconds, cpuUs: ((user + system) * 1e6) / count, mb: kb / 1024 });
    });
  });
}

const batch = (count, path, port, ...more) => {
  rmSync(join(folder, 'out.ndjson'), { force: true });
  const args = [pvg, 'batch', path, '--out', 'out.ndjson', '--quiet', ...more];
  return measured(count, process.execPath, args, gatewayEnv(port));
};
const bare = (count, port) =>
  measured(count, process.execPath, [join(here, 'batch-bare.mjs'), port, count, connections].map(String));
const figure = ({ perSecond, cpuUs, mb }) =>
  `${Math.round(perSecond)} rows/s, ${cpuUs.toFixed(1)} µs CPU a row, ${Math.round(mb)} MB`;
const middle = (list) => ({
  perSecond: median(list.map(({ perSecond }) => perSecond)),
  cpuUs: median(list.map(({ cpuUs }) => cpuUs)),
  mb: Math.max(...list.map(({ mb }) => mb)),
});

console.log(
  `node ${process.version}, ${rows} rows, ${connections} at once, medians of ${runs} runs that take turns`,
);
const path = await csv(rows);
const fast = await server(0);
const atOnce = ['--concurrency', String(connections)];
const pairs = [];
for (let run = 0; run < runs; run += 1)
  pairs.push({ floor: await bare(rows, fast.port), ours: await batch(rows, path, fast.port, ...atOnce) });
const floor = middle(pairs.map((pair) => pair.floor));
const ours = middle(pairs.map((pair) => pair.ours));
console.log(`bare undici loop     ${figure(floor)}`);
console.log(`pvg batch            ${figure(ours)}`);
console.log(
  `  of the bare loop   ${median(pairs.map((pair) => pair.ours.perSecond / pair.floor.perSecond)).toFixed(2)} of its rows/s (goal ≥ 0.75), ${(floor.cpuUs / ours.cpuUs).toFixed(2)} by CPU time`,
);

if (has('python3')) {
  writeFileSync(
    join(folder, 'loop.py'),
    `import csv, hashlib, hmac, http.client, json, sys, time
port, rows = int(sys.argv[1]), int(sys.argv[3])
connection = http.client.HTTPConnection('127.0.0.1', port)
with open(sys.argv[2]) as given, open('python.ndjson', 'w') as out:
    for at, row in enumerate(csv.DictReader(given)):
        if at == rows: break
        body = json.dumps({'os_id': 1, 'product_id': row['product_id'], 'package': row['package'], 'receipt': row['receipt']}).encode()
        ts = str(int(time.time()))
        message = 'bulk-client.' + ts + '.' + hashlib.sha256(body).hexdigest()
        signature = hmac.new(b'bulk-client-secret', message.encode(), hashlib.sha256).hexdigest()
        connection.request('POST', '/iap/gateway/lookup-receipt', body, {'Content-Type': 'application/json', 'X-Client-ID': 'bulk-client', 'X-Timestamp': ts, 'X-Signature': signature})
        answer = json.loads(connection.getresponse().read())
        out.write(json.dumps({'row': at + 1, 'input': row, 'answer': answer}) + '\\n')
`,
  );
  const python = middle([
    await measured(10_000, 'python3', ['loop.py', fast.port, path, 10_000].map(String)),
    await measured(10_000, 'python3', ['loop.py', fast.port, path, 10_000].map(String)),
  ]);
  console.log(
    `python keep-alive    ${figure(python)}: pvg is ${(ours.perSecond / python.perSecond).toFixed(1)} times as fast (goal ≥ 3)`,
  );
}

if (has('curl') && has('openssl')) {
  writeFileSync(
    join(folder, 'one.sh'),
    `receipt=\${1%%,*}
body='{"os_id":1,"product_id":"gems_100","package":"com.example.game","receipt":"'$receipt'"}'
ts=$(date +%s)
hash=$(printf %s "$body" | openssl dgst -sha256 -r | cut -d' ' -f1)
sig=$(printf %s "bulk-client.$ts.$hash" | openssl dgst -sha256 -hmac bulk-client-secret -r | cut -d' ' -f1)
curl -s -X POST -H 'Content-Type: application/json' -H "X-Client-ID: bulk-client" -H "X-Timestamp: $ts" \
  -H "X-Signature: $sig" -d "$body" "http://127.0.0.1:$PORT/iap/gateway/lookup-receipt" > /dev/null
`,
  );
  const shell = await measured(
    300,
    'sh',
    ['-c', `tail -n +2 '${path}' | head -300 | tr '\\n' '\\0' | xargs -0 -P 8 -n 1 sh one.sh`],
    { PORT: String(fast.port) },
  );
  console.log(
    `xargs -P 8 curl      ${Math.round(shell.perSecond)} rows/s: pvg is ${Math.round(ours.perSecond / shell.perSecond)} times as fast (goal ≥ 100)`,
  );
}

const slow = await server(50);
const waiting = await batch(20_000, await csv(20_000), slow.port, '--concurrency', '64');
slow.stop();
console.log(
  `50 ms server, 64     ${Math.round(waiting.perSecond)} rows/s: ${(waiting.perSecond / (64 / 0.05)).toFixed(3)} of 64 / 0.05 (goal ≥ 0.95)`,
);

const few = await batch(10_000, await csv(10_000), fast.port, ...atOnce);
const many = large > 0 ? await batch(large, await csv(large), fast.port, ...atOnce) : undefined;
console.log(
  `peak memory          10,000 rows ${Math.round(few.mb)} MB${many ? `; ${large} rows ${figure(many)}` : ''} (goal < 150 MB)`,
);
if (many)
  console.log(
    `output               ${Math.round(statSync(join(folder, 'out.ndjson')).size / large)} bytes a row`,
  );
fast.stop();
rmSync(folder, { recursive: true, force: true });
