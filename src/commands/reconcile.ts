import type { Command } from 'commander';
import type { Context } from '../context.js';
import type { ExitStatus } from '../failure.js';
import { choice, choiceOf, collect, examples, globalOptions } from '../input/options.js';
import type { Given, GlobalOptions } from '../input/options.js';
import { plainFinished, type Finish, type Finished } from '../output/finished.js';
import type { Tone } from '../output/page.js';
import { requireFree } from '../output/out-file.js';
import { note, requireOutput } from '../output/present.js';
import { classIds, meaningOf, type ClassId, type Inputs } from '../reconcile/classes.js';
import { readInputs, type InputFile, type ToRead } from '../reconcile/inputs.js';
import type { Fault } from '../reconcile/join.js';
import { reconcilePage } from '../reconcile/page.js';
import { reconcile, sumOf, type Summary } from '../reconcile/reconcile.js';
import { roleIds, roles, type Field, type RoleId } from '../reconcile/roles.js';
import { linesOf, rowFormats } from '../reconcile/row.js';
import { engines, sqlOf, type Engine } from '../reconcile/sql.js';
import { readMap } from '../tables/columns.js';
import { piecesOf } from '../tables/csv-out.js';
import { refuseSame } from '../tables/files.js';
import { failing, wrongInput, wrongUsage } from '../tables/refusals.js';
import type { Table } from '../tables/table.js';
import { counted } from '../text/counted.js';
import { verdictNamed } from '../view/verdict.js';

interface ReconcileOptions
  extends
    Given<'out' | 'report' | 'failOn', 'overwrite' | 'allowEmpty'>,
    Partial<Record<RoleId | 'map', readonly string[]>> {
  readonly format?: (typeof rowFormats)[number];
  readonly sql?: Engine;
}

export function register(command: Command, context: Context, finish: Finish): void {
  examples(command, [
    'pvg reconcile --lookups lookups.ndjson --voided voided.json --granted grants.csv --out classes.ndjson',
    'pvg reconcile --lookups lookups.ndjson --granted grants.csv --fail-on granted-not-paid,granted-twice',
  ]);
  for (const role of roleIds)
    command.option(`--${role} <file|->`, `${inputWords[role]}; may be repeated, and gzipped`, collect);
  command
    .option('--map <input.field=column>', 'which column of an input gives a field; may be repeated', collect)
    .option(
      '--out <file>',
      'write the rows there; without it they go to standard output, except at a terminal and with --json',
    )
    .addOption(
      choice('--format <format>', 'of the rows (default: by the ending of --out, else ndjson)', rowFormats),
    )
    .option('--report <file.html>', 'also write a page: counts, and the purchases of each class')
    .option('--overwrite', 'replace existing files')
    .option('--fail-on <classes>', 'end with status 6 if a purchase has one of these classes')
    .option('--allow-empty', 'accept a list without rows')
    .addOption(choice('--sql <engine>', 'print the same classification as one SQL query instead', engines))
    .action(async (options: ReconcileOptions) =>
      finish(await runReconcile(context, globalOptions(command), options)),
    );
}

const inputWords: Readonly<Record<RoleId, string>> = {
  lookups: 'what `pvg batch` wrote',
  voided: 'the store’s voided purchases: pages of its API, or CSV',
  granted: 'what the game granted: CSV, NDJSON or JSON',
};

async function runReconcile(
  context: Context,
  globals: GlobalOptions,
  options: ReconcileOptions,
): Promise<Finished> {
  const { out, report, sql, overwrite = false, allowEmpty = false } = options;
  const files = filesOf(options);
  if (!files.some(({ role }) => role === 'lookups'))
    throw wrongUsage(
      '--lookups is missing.',
      'It takes the output of `pvg batch`. Add --voided, --granted or both.',
    );
  const notes: string[] = [];
  const said = (sentence: string): void => void notes.push(sentence);
  const request = { files, said };
  const failOn = (options.failOn?.split(',') ?? []).map((id) => choiceOf('--fail-on', id.trim(), classIds));
  const { format = /\.csv$/i.test(out ?? '') ? 'csv' : 'ndjson' } = options;
  const outputs = [['--out', out] as const, ['--report', report] as const];
  const inputs = files.map(({ role, name }) => [`--${role}`, name === '-' ? undefined : name] as const);
  await refuseSame(context, [...inputs, ...outputs]);
  for (const [option, path] of outputs) {
    if (path === undefined) continue;
    await requireFree(context, { option, path, overwrite });
  }
  if (sql !== undefined) return printSql(context, sql, request, allowEmpty);
  const printsRows = out === undefined && !globals.json && !context.stdout.isTerminal;
  if (printsRows) requireOutput(context);
  const reconciled = await reconcile(context, request, (verdict) => verdictNamed(verdict).says);
  if (!allowEmpty) requireRows(reconciled.summary.inputs, reconciled.summary.faults);
  const { lookups, granted } = reconciled.summary.inputs;
  if (lookups && granted && !reconciled.hasGrantedLookup) said(strangers);
  for (const sentence of notes) await note(context, globals, sentence);
  const pieces = piecesOf(linesOf(reconciled.rows(), format));
  if (out !== undefined) await context.files.write(out, pieces).catch(failing(out));
  else if (printsRows) for await (const piece of pieces) await context.stdout.write(piece);
  const ending = endingOf(reconciled.summary, failOn);
  if (report !== undefined) {
    const page = reconcilePage(reconciled, {
      ...{ headline: ending.headline, tone: ending.mood },
      where: out === undefined ? '' : `All rows are in ${out}.`,
      made: `Made by pvg ${context.version} on ${new Date(context.clock.now()).toISOString()}.`,
    });
    await context.files.write(report, context.secrets.redact(page)).catch(failing(report));
  }
  return finishedOf(reconciled.summary, ending, options, printsRows);
}

/** The first rows show which columns there are. */
async function printSql(
  context: Context,
  engine: Engine,
  request: ToRead,
  allowEmpty: boolean,
): Promise<Finished> {
  const sources = new Map<Table<Field>, InputFile>();
  const { inputs } = await readInputs(context, { ...request, enough: 10_000 }, (file, table) => {
    sources.set(table, file);
  });
  if (!allowEmpty) requireRows(inputs);
  return plainFinished('reconcile', {
    answer: null,
    view: { data: sqlOf(engine, sources) },
  });
}

const isLeftOut = ({ id }: Fault): boolean => id === 'skipped' || id === 'unlisted';

/** An export that went wrong is empty too, and then no purchase has a class about money. @throws {PvgError} */
function requireRows(inputs: Inputs, faults: readonly Fault[] = []): void {
  for (const role of roleIds) {
    const left = faults.filter((fault) => fault.role === role && isLeftOut(fault));
    if ((inputs[role] ?? Infinity) <= left.reduce((sum, { count }) => sum + count, 0))
      throw wrongInput(
        `--${role} has no row with an order id or a receipt. Nothing was written.`,
        'Export the list again. If an empty list is normal, add `--allow-empty`.',
      );
  }
}

/** `--map granted.order_id="Order No"`, repeated. @throws {PvgError} `usage` */
function filesOf({ map: pairs = [], ...options }: ReconcileOptions): InputFile[] {
  if (!pairs.every((pair) => roleIds.some((role) => pair.startsWith(`${role}.`))))
    throw wrongUsage('--map needs <input>.<field>=<column>.', `The inputs are ${roleIds.join(', ')}.`);
  return roleIds.flatMap((role) => {
    const map = readMap(pairs, Object.keys(roles[role].fields) as Field[], role);
    return (options[role] ?? []).map((name) => ({ role, name, map }));
  });
}

type Ending = ReturnType<typeof endingOf>;

function endingOf({ purchases, classes, inputs }: Summary, failOn: readonly ClassId[]) {
  const isToCheck = (id: ClassId): boolean => meaningOf(id, inputs).advice === 'check';
  const toCheck = sumOf(classes, classIds.filter(isToCheck));
  const failed = classIds.filter((id) => failOn.includes(id) && classes[id] > 0);
  const isFailed = failed.length > 0;
  const found = isFailed
    ? `${sumOf(classes, failed)} ${failed.join(' or ')}`
    : `${toCheck || 'none'} to check`;
  const exit: ExitStatus = isFailed ? 6 : 0;
  const mood: Tone = isFailed ? 'bad' : toCheck > 0 || classes.unresolved > 0 ? 'careful' : 'good';
  return { exit, headline: `${counted(purchases, 'purchase')} reconciled; ${found}.`, mood };
}

function finishedOf(
  { purchases, classes, inputs, files, faults }: Summary,
  { exit, headline, mood }: Ending,
  { out, report }: ReconcileOptions,
  printsRows: boolean,
): Finished {
  const rows = classIds
    .filter((id) => classes[id] > 0)
    .map((id) => [String(classes[id]), id, meaningOf(id, inputs).says]);
  const where = 'Why each purchase has its class stands in its row: add `--out classes.csv`.';
  const faulty = (isWanted: (fault: Fault) => boolean) =>
    faults.filter(isWanted).map(({ role, count, line }) => ({ role, count, line }));
  const [{ count: contradictory } = { count: 0 }] = faulty(({ id }) => id === 'contradictory');
  return plainFinished('reconcile', {
    ...{ exit, ok: exit === 0, advice: exit === 0 ? 'none' : 'check', answer: null },
    members: {
      ...{ purchases, classes: { ...classes }, inputs: { ...inputs } },
      ...{ skipped: faulty(isLeftOut), undated: faulty(({ id }) => id === 'undated') },
      ...{ contradictory, output: out ?? null, report: report ?? null },
    },
    view: {
      ...{ headline, mood, beside: printsRows },
      table: { head: ['Purchases', 'Class', 'Meaning'], rows },
      notes: [
        // An export that went wrong is empty too.
        ...files.filter(({ rows }) => rows === 0).map(({ role, name }) => `--${role} ${name} has no rows.`),
        ...faults.map(faultWords),
        ...(out === undefined && !printsRows ? [where] : []),
      ],
    },
  });
}

const strangers =
  'No purchase has both a look-up and a grant. If some should have both, compare the order ids and receipts of the two lists before you act: another column may have the store’s ids (`--map`).';

function faultWords({ id, role, count, line, text }: Fault): string {
  const what = {
    skipped: 'neither an order id nor a receipt: left out',
    unlisted: `a kind that is neither a void nor a charge, "${text}": left out`,
    undated: `a date that pvg cannot read: "${text}"`,
    contradictory: 'the order id of one purchase and the receipt of another: counted by order id',
  };
  return `${counted(count, 'row')} of --${role} ${count === 1 ? 'has' : 'have'} ${what[id]} (the first is line ${line}).`;
}
