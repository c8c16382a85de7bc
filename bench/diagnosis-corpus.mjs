/**
 * Measures the diagnosis against the corpus: `npm run corpus -- [options]`.
 *   --corpus <file>     NDJSON, gzipped or not (default test/corpus/corpus.ndjson.gz)
 *   --group <name>      only this group
 *   --only <text>       only cases with this text in their note or expected causes
 *   --every <n>         only every n-th case
 *   --cli <n>           how many cases also run through bin/pvg.js, which must agree (default 100, 0 for none)
 *   --workers <n>       how many worker threads (default 2)
 *   --failures <file>   writes every case that is not right, as NDJSON
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { gunzipSync } from 'node:zlib';

const root = new URL('..', import.meta.url);
const budgetMs = 5000;
const keyOf = (ids) => [...new Set(ids)].sort().join('+');

/** What the modules of pvg find: {match, findings: [[id]], lint: [id], tried, ms}. */
async function engine() {
  const { readRequests } = await import(new URL('build/diagnosis/read/read-requests.js', root));
  const { diagnoseInTime } = await import(new URL('build/diagnosis/diagnose.js', root));
  const { findingOf, isMatch } = await import(new URL('build/diagnosis/outcome.js', root));
  const credential = (label, c) => ({
    label,
    ...(c.client_id === undefined ? {} : { clientId: c.client_id }),
    ...(c.client_secret === undefined ? {} : { clientSecret: c.client_secret }),
    ...(c.secret_key === undefined ? {} : { secretKey: c.secret_key }),
  });
  return ({ request, credentials }) => {
    const start = performance.now();
    const [read] = readRequests(Buffer.from(JSON.stringify(request)));
    if (!read?.ok)
      return {
        match: false,
        findings: [],
        lint: [],
        tried: 0,
        ms: 0,
        error: read?.says ?? 'nothing read',
      };
    const { others = [], ...primary } = credentials;
    const found = diagnoseInTime(
      read.request,
      {
        credential: credential('given', primary),
        others: others.map((each) => credential(each.label, each)),
        budgetMs,
      },
      () => performance.now(),
    );
    const finding = findingOf(found);
    return {
      match: isMatch(found),
      findings: finding ? [finding.causes] : [],
      says: finding?.says,
      // Most bodies of the samples are not those of the contract, which is told beside the signature's cause.
      lint: found.lint.map(({ id }) => id).filter((id) => !id.startsWith('request-')),
      tried: found.tried,
      ms: performance.now() - start,
    };
  };
}

/** right (the first finding), listed (a later finding), wrong (another claim) or unknown (no claim). */
export function judge({ expected, alsoRight, group }, { findings, lint, match }) {
  const good = new Set([keyOf(expected), ...alsoRight.map(keyOf)]);
  if (group === 'right')
    return match && findings.length === 0 && keyOf(lint) === keyOf(expected)
      ? 'right'
      : findings.length + lint.length > 0
        ? 'wrong'
        : 'unknown';
  if (group === 'unexplainable') return match || findings.length > 0 ? 'wrong' : 'right';
  const whole = (causes) => keyOf([...causes, ...lint]);
  if (findings.length === 0)
    return good.has(keyOf(lint)) ? 'right' : lint.length > 0 ? 'wrong' : 'unknown';
  if (good.has(whole(findings[0]))) return 'right';
  return findings.some((causes) => good.has(whole(causes))) ? 'listed' : 'wrong';
}

if (!isMainThread) {
  const ask = await engine();
  for (const each of workerData) parentPort.postMessage({ id: each.id, answer: ask(each) });
  parentPort.postMessage({ memory: process.memoryUsage.rss() });
} else if (process.argv[1] === import.meta.filename) await main();

async function main() {
  const { values } = parseArgs({
    options: {
      corpus: { type: 'string', default: new URL('test/corpus/corpus.ndjson.gz', root).pathname },
      group: { type: 'string' },
      only: { type: 'string' },
      every: { type: 'string', default: '1' },
      cli: { type: 'string', default: '100' },
      workers: { type: 'string', default: '2' },
      failures: { type: 'string' },
    },
  });
  const raw = readFileSync(values.corpus);
  const text = (raw[0] === 0x1f ? gunzipSync(raw) : raw).toString('utf8');
  const cases = text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
    .filter(
      (c) =>
        (!values.group || c.group === values.group) &&
        (!values.only || `${c.note} ${c.expected.join('+')}`.includes(values.only)),
    )
    .filter((_, i) => i % Number(values.every) === 0);
  const workers = Number(values.workers);
  const answers = new Map();
  const memory = await Promise.all(
    Array.from({ length: workers }, (_, w) =>
      answersOf(
        cases.filter((__, i) => i % workers === w),
        answers,
      ),
    ),
  );
  const rows = cases.map((each) => {
    const answer = answers.get(each.id);
    return { ...each, answer, verdict: answer ? judge(each, answer) : 'crashed' };
  });
  report(rows, Math.max(...memory));
  if (values.failures)
    writeFileSync(
      values.failures,
      rows
        .filter((r) => r.verdict !== 'right')
        .map((r) => `${JSON.stringify(r)}\n`)
        .join(''),
    );
  const step = Math.max(1, Math.floor(cases.length / Math.max(1, Number(values.cli))));
  if (Number(values.cli) > 0)
    sameAsProgram(rows.filter((r, i) => i % step === 0 && r.answer && r.answer.ms < budgetMs));
}

function answersOf(cases, into) {
  return new Promise((resolve) => {
    const worker = new Worker(new URL(import.meta.url), { workerData: cases });
    let memory = 0;
    worker.on('message', (message) => {
      if (message.id) into.set(message.id, message.answer);
      else memory = message.memory;
    });
    worker.on('error', (error) => process.stderr.write(`${String(error.stack ?? error)}\n`));
    worker.on('exit', () => resolve(memory));
  });
}

function report(rows, memory) {
  const groups = [...new Set(rows.map((r) => r.group))];
  console.log(
    'group          cases  right  right%  listed  wrong  unknown  crashed  median ms  max ms',
  );
  for (const group of [...groups, 'all']) {
    const of = rows.filter((r) => group === 'all' || r.group === group);
    const count = (verdict) => of.filter((r) => r.verdict === verdict).length;
    const times = of.map((r) => r.answer?.ms ?? 0).sort((a, b) => a - b);
    const cells = [
      group.padEnd(13),
      of.length,
      count('right'),
      ((100 * count('right')) / of.length).toFixed(2),
      count('listed'),
      count('wrong'),
      count('unknown'),
      count('crashed'),
      times[times.length >> 1].toFixed(1),
      times.at(-1).toFixed(0),
    ];
    console.log(
      cells
        .map((c, i) => (i === 0 ? c : String(c).padStart([0, 6, 6, 7, 7, 6, 8, 8, 10, 7][i])))
        .join(' '),
    );
  }
  console.log(`memory ${(memory / 1048576).toFixed(0)} MB (all workers in one process)`);
}

/** Runs the same cases through the program, as a user would. */
function sameAsProgram(rows) {
  const folder = mkdtempSync(join(tmpdir(), 'pvg-corpus-cli-'));
  let differing = 0;
  for (const row of rows) {
    writeFileSync(join(folder, 'case.ndjson'), `${JSON.stringify(row.request)}\n`);
    writeFileSync(join(folder, 'c.json'), JSON.stringify(row.credentials));
    let out;
    try {
      out = execFileSync(
        'node',
        [
          new URL('bin/pvg.js', root).pathname,
          'diagnose',
          join(folder, 'case.ndjson'),
          '--credentials',
          `@${join(folder, 'c.json')}`,
          '--json',
        ],
        {
          stdio: ['ignore', 'pipe', 'pipe'],
          encoding: 'utf8',
          env: { ...process.env, PVG_CONFIG_DIR: folder, PVG_STATE_DIR: folder },
        },
      );
    } catch (error) {
      out = error.stdout;
    }
    let told;
    try {
      told = JSON.parse(out);
    } catch {
      told = { findings: [], lint: [] };
    }
    const one = JSON.stringify([
      told.match,
      (told.findings ?? []).map((f) => f.causes),
      (told.lint ?? []).map((l) => l.id).filter((id) => !id.startsWith('request-')),
    ]);
    const two = JSON.stringify([row.answer.match, row.answer.findings, row.answer.lint]);
    if (one !== two) {
      differing += 1;
      console.log(
        `The program differs on ${row.id}: ${one} / ${two} ${told.error ? JSON.stringify(told.error) : ''}`,
      );
    }
  }
  rmSync(folder, { recursive: true, force: true });
  console.log(
    `The program agrees on ${String(rows.length - differing)} of ${String(rows.length)} cases.`,
  );
}
