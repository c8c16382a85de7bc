/**
 * Measures how many pairs of mistakes are found together that are found alone: `node bench/diagnosis-pairs.mjs [options]`
 * after `npm run build`.
 *   --seeds <a,b,c>     one measure for each (default 1,2,3)
 *   --pairs <n>         how many of each seed (default 300)
 *   --workers <n>       how many worker threads (default 2)
 *   --missed <file>     writes every pair that is not found, as NDJSON
 */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { credentialsOf, pairsOf, requestOf } from '../test/corpus/pairs.mjs';

/** The modules of pvg that make the single forms, and the diagnosis. */
async function loadModules() {
  const paths = [
    'body-rules',
    'diagnose',
    'forms/bytes',
    'forms/number-texts',
    'forms/constructions',
    'forms/data-texts',
    'forms/hashes',
    'forms/keys',
    'forms/layers',
    'forms/layouts',
    'forms/times',
    'json-forms/edits',
    'json-forms/encoders',
    'json-forms/escapes',
    'json-forms/numbers',
    'json-forms/print',
    'json-forms/read-style',
    'json-forms/spacing',
    'json-forms/tree',
    'signing-steps',
  ];
  const root = new URL('../build/diagnosis/', import.meta.url);
  const loaded = await Promise.all(paths.map((path) => import(new URL(`${path}.js`, root))));
  return Object.assign({}, ...loaded);
}

const still = () => 0;

/** A clock that stands still: the number of attempts alone ends a search. */
function diagnose(base, signature, { diagnoseInTime }) {
  const search = { ...credentialsOf(base), budgetMs: 1 };
  const { outcome, spent } = diagnoseInTime(requestOf(base, signature), search, still);
  const causes = outcome.kind === 'explained' ? outcome.finding.causes : [];
  return { isFound: outcome.kind === 'explained', causes, spent, says: outcome.finding?.says };
}

const nameOf = ({ step, family, cost }) => `${step} ${String(cost)}: ${family}`;

/** The first pairs of a seed whose forms are both found alone, with what the diagnosis says of them. */
function measureSeed({ seed, count, part, parts }, modules) {
  let drawn = 0;
  for (const { base, pair, signatures } of pairsOf(seed, modules)) {
    drawn += 1;
    if (drawn % parts !== part) continue;
    const [, first, second, both] = signatures;
    const alone = [first, second].map((signature) => diagnose(base, signature, modules));
    if (alone.some(({ isFound }) => !isFound)) {
      parentPort.postMessage({ seed, isSkipped: true, names: pair.map(nameOf) });
      continue;
    }
    const found = diagnose(base, both, modules);
    const wanted = new Set(alone.flatMap(({ causes }) => causes));
    const isBoth =
      wanted.size === found.causes.length && found.causes.every((id) => wanted.has(id));
    parentPort.postMessage({
      seed,
      body: base.name,
      interface: base.interface,
      names: pair.map(nameOf),
      kind: pair
        .map(({ step }) => step)
        .sort()
        .join(' + '),
      costs: pair.map(({ cost }) => cost),
      verdict: found.isFound ? (isBoth ? 'both' : 'other words') : 'silent',
      wanted: [...wanted],
      causes: found.causes,
      says: found.says,
      spent: found.spent,
      spentAlone: alone.map(({ spent }) => spent),
    });
    count -= 1;
    if (count <= 0) return;
  }
}

async function main() {
  const { values } = parseArgs({
    options: {
      seeds: { type: 'string', default: '1,2,3' },
      pairs: { type: 'string', default: '300' },
      workers: { type: 'string', default: '2' },
      missed: { type: 'string' },
    },
  });
  const seeds = values.seeds.split(',').map(Number);
  const parts = Number(values.workers);
  const count = Math.ceil(Number(values.pairs) / parts);
  const rows = (
    await Promise.all(
      Array.from({ length: parts }, (_, part) =>
        rowsOf(seeds.map((seed) => ({ seed, count, part, parts }))),
      ),
    )
  ).flat();
  for (const seed of seeds)
    report(
      `seed ${String(seed)}`,
      rows.filter((row) => row.seed === seed),
    );
  report('all', rows);
  if (values.missed === undefined) return;
  const missed = rows.filter(({ verdict }) => verdict === 'silent' || verdict === 'other words');
  writeFileSync(values.missed, missed.map((row) => `${JSON.stringify(row)}\n`).join(''));
}

function rowsOf(jobs) {
  return new Promise((resolve, reject) => {
    const rows = [];
    const worker = new Worker(new URL(import.meta.url), { workerData: jobs });
    worker.on('message', (row) => rows.push(row));
    worker.on('error', reject);
    worker.on('exit', () => resolve(rows));
  });
}

const percent = (part, whole) => `${((100 * part) / Math.max(1, whole)).toFixed(1)} %`;

function report(title, all) {
  const rows = all.filter(({ isSkipped }) => isSkipped !== true);
  const found = rows.filter(({ verdict }) => verdict !== 'silent');
  const spent = found.map((row) => row.spent).sort((left, right) => left - right);
  const alone = rows.flatMap((row) => row.spentAlone).sort((left, right) => left - right);
  const quantile = (list, share) =>
    list[Math.min(list.length - 1, Math.floor(share * list.length))];
  const quantiles = (list) =>
    [0.5, 0.9, 0.95, 0.99, 1].map((share) => quantile(list, share)).join(' ');
  const other = found.filter(({ verdict }) => verdict === 'other words').length;
  console.log(
    `${title}: ${found.length} of ${rows.length} pairs found, ${percent(found.length, rows.length)}`,
  );
  console.log(`  other words: ${other}; not found alone: ${all.length - rows.length}`);
  console.log(`  attempts of found pairs (50, 90, 95, 99, 100 %): ${quantiles(spent)}`);
  console.log(`  attempts of single forms: ${quantiles(alone)}`);
  console.log(
    `  attempts of unknowns: ${Math.max(0, ...rows.filter((row) => row.verdict === 'silent').map((row) => row.spent))}`,
  );
  for (const kind of [...new Set(rows.map((row) => row.kind))].sort()) {
    const ofKind = rows.filter((row) => row.kind === kind);
    const silent = ofKind.filter(({ verdict }) => verdict === 'silent').length;
    if (silent > 0) console.log(`  ${kind}: ${silent} of ${ofKind.length} silent`);
  }
}

if (isMainThread) await main();
else {
  const modules = await loadModules();
  for (const job of workerData) measureSeed(job, modules);
}
