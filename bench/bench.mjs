/**
 * Measures how fast pvg is, as ratios of runs that take turns: `npm run bench -- [options]` (docs/speed.md).
 *   --part <name>   only this part: startup, batch, growth, reconcile, diagnosis, emulator, sizes; may be repeated
 *   --check         only what has a goal, in under three minutes; status 1 if the median of a ratio misses its goal
 *   --write         write the table of goals to docs/speed.md
 *   --node <file>   measure with this node
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { performance } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { format, resolveConfig } from 'prettier';
import { environment, isTooOld, load, oldest, versionOf } from './environment.mjs';
import { compared, goals, isMissed } from './goals.mjs';
import * as batch from './parts/batch.mjs';
import * as diagnosis from './parts/diagnosis.mjs';
import * as emulator from './parts/emulator.mjs';
import * as growth from './parts/growth.mjs';
import * as reconcile from './parts/reconcile.mjs';
import * as sizes from './parts/sizes.mjs';
import * as startup from './parts/startup.mjs';
import { cleanUp, root } from './runs.mjs';
import { goalTable, placed, table } from './tables.mjs';

const parts = { startup, batch, growth, reconcile, diagnosis, emulator, sizes };
const page = join(root, 'docs', 'speed.md');
const log = (text) => process.stderr.write(`${text}\n`);

process.on('exit', cleanUp);
for (const [signal, status] of Object.entries({ SIGINT: 130, SIGTERM: 143 }))
  process.once(signal, () => process.exit(status));

const values = options();
const node = values.node === undefined ? process.execPath : resolve(values.node);
const names = values.part ?? Object.keys(parts).filter((name) => !values.check || hasGoal(name));
const unknown = names.filter((name) => !Object.hasOwn(parts, name));
if (unknown.length > 0) refuse(`--part must be one of ${Object.keys(parts).join(', ')}.`);
if (!versionOf(node).startsWith('v')) refuse('--node must be the path of a node program.');
if (isTooOld(versionOf(node)))
  refuse(`--node is ${versionOf(node)}: pvg needs Node ${oldest} or newer.`);
try {
  await main();
} catch (error) {
  // The message, without the folders of this machine.
  log(`bench: ${String(error.message).replaceAll(join(root, '/'), '')}`);
  process.exitCode = 1;
}
process.exit();

function options() {
  try {
    return parseArgs({
      options: {
        part: { type: 'string', multiple: true },
        check: { type: 'boolean', default: false },
        write: { type: 'boolean', default: false },
        node: { type: 'string' },
      },
    }).values;
  } catch (error) {
    return refuse(error.message);
  }
}

function refuse(why) {
  log(`bench: ${why}`);
  process.exit(2);
}

function hasGoal(part) {
  return goals.some(({ measure }) => measure.startsWith(`${part}/`));
}

async function main() {
  const where = environment(node);
  const loads = [load()];
  const began = performance.now();
  log(`${where}; load ${loads[0]}`);
  const measures = {};
  for (const name of names) {
    const started = performance.now();
    const loadBefore = load();
    const result = await parts[name].measure({ node, quick: values.check, log });
    const seconds = Math.round((performance.now() - started) / 1000);
    Object.assign(measures, result.measures);
    const small = [
      ...result.notes,
      `${where}; load ${loadBefore} to ${load()}; ${String(seconds)} s.`,
    ];
    const section = [...result.tables.map(table), small.join(' ')].join('\n\n');
    if (values.check) log(`${name}: ${String(seconds)} s`);
    else await print(`## ${parts[name].says}\n\n${section}`);
  }
  const all = compared(measures, names);
  const goalSection = `${goalTable(all)}\n\n${where}; load ${loads[0]} to ${load()}. Medians with their 95 % intervals.`;
  if (all.length > 0) await print(`## Goals\n\n${goalSection}`);
  log(`${String(Math.round((performance.now() - began) / 1000))} s in all`);
  // The table of goals needs one run of all parts.
  const whole = Object.keys(parts).every((name) => names.includes(name));
  if (values.write && !values.check && whole) await write(goalSection);
  if (values.check) process.exitCode = verdict(all);
}

/** The rule of the guard: the median decides, also within noise. */
function verdict(all) {
  const missed = all.filter(isMissed);
  const unsure = all.filter(({ verdict: word }) => word.endsWith('within noise'));
  const untold = all.filter(({ verdict: word }) => word === 'not measured');
  if (untold.length > 0) log(`Not measured, not counted: ${String(untold.length)}.`);
  if (unsure.length > 0)
    log(
      `Within noise: ${String(unsure.length)}. The goal is inside the interval. Run it again, or on a quieter machine.`,
    );
  log(
    missed.length > 0
      ? `Missed ${String(missed.length)} of ${String(all.length)} goals.`
      : 'Every goal is met.',
  );
  return missed.length > 0 ? 1 : 0;
}

async function print(markdown) {
  process.stdout.write(`${await format(markdown, { parser: 'markdown' })}\n`);
}

async function write(goalSection) {
  const text = placed(readFileSync(page, 'utf8'), goalSection);
  writeFileSync(page, await format(text, { ...(await resolveConfig(page)), filepath: page }));
}
