import type { Command } from 'commander';
import { openInput, refuseSame } from '../batch/input-file.js';
import { outputFailure } from '../batch/output-failure.js';
import type { Context, OpenFile } from '../context.js';
import { PvgError } from '../failure.js';
import { collect, examples, globalOptions, choiceOf, type GlobalOptions } from '../input/options.js';
import { plainFinished, type Finish, type Finished } from '../output/finished.js';
import { requireFolder, requireFree } from '../output/out-file.js';
import { classIds, meaningOf, type ClassId } from '../reconcile/classes.js';
import { reconcilePage } from '../reconcile/page.js';
import type { ColumnMap } from '../reconcile/columns.js';
import { reconcile, requireRows, type Reconciled, type Summary } from '../reconcile/reconcile.js';
import { roleIds, roles, type Field, type RoleId } from '../reconcile/roles.js';
import { piecesOf, rowFormats, type RowFormat } from '../reconcile/rows-out.js';
import { engines, sqlOf, type Engine, type SqlSource } from '../reconcile/sql.js';
import { readTable, type TableFile } from '../reconcile/table.js';
import { counted } from '../text/counted.js';

interface ReconcileOptions {
  readonly lookups?: readonly string[];
  readonly voided?: readonly string[];
  readonly granted?: readonly string[];
  readonly map?: readonly string[];
  readonly out?: string;
  readonly format?: string;
  readonly report?: string;
  readonly overwrite?: boolean;
  readonly failOn?: string;
  readonly allowEmpty?: boolean;
  readonly sql?: string;
}

export function registerReconcile(command: Command, context: Context, finish: Finish): void {
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
    .option('--format <ndjson|csv>', 'of the rows (default: by the ending of --out, else ndjson)')
    .option('--report <file.html>', 'also write a page: counts, a timeline, and the purchases of each class')
    .option('--overwrite', 'replace existing files')
    .option('--fail-on <classes>', 'end with status 6 if a purchase has one of these classes')
    .option('--allow-empty', 'accept a list without rows')
    .option('--sql <duckdb|bigquery|trino>', 'print the same classification as one SQL query instead')
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
  const files = roleIds.flatMap((role) => (options[role] ?? []).map((name) => ({ role, name })));
  if (!files.some(({ role }) => role === 'lookups'))
    throw new PvgError('usage', '--lookups is missing.', {
      hint: 'It takes the output of `pvg batch`. Add --voided, --granted or both.',
    });
  const maps = readMaps(options.map ?? []);
  const failOn = readClasses(options.failOn);
  const engine = options.sql === undefined ? undefined : choiceOf('--sql', options.sql, engines);
  const format = readFormat(options);
  const { out, report, overwrite = false, allowEmpty = false } = options;
  await refuseSame(context, [
    ...files.map(({ role, name }) => [roles[role].option, name === '-' ? undefined : name] as const),
    ['--out', out],
    ['--report', report],
  ]);
  for (const [option, path] of [['--out', out] as const, ['--report', report] as const]) {
    if (path === undefined) continue;
    await requireFolder(context, { option, path, overwrite });
    await requireFree(context, { option, path, overwrite });
  }
  if (engine !== undefined)
    return withOpen(context, files, (opened) => printSql(engine, opened, maps, allowEmpty));
  const reconciled = await withOpen(context, files, (opened) => reconcile(opened, maps, allowEmpty));
  const printsRows = out === undefined && !globals.json && !context.stdout.isTerminal;
  if (printsRows || out !== undefined) await write(context, reconciled, out, format);
  const ending = endingOf(reconciled, failOn);
  if (report !== undefined) {
    const page = reconcilePage(reconciled, {
      ...{ files, headline: ending.headline, tone: ending.mood, out },
      ...{ madeAtMs: context.clock.now(), version: context.version },
    });
    await context.files.replace(report, context.secrets.redact(page)).catch((error: unknown) => {
      throw outputFailure(error, report);
    });
  }
  return finishedOf(reconciled, { ...ending, out, report, printsRows });
}

/** Closes every file also when one of them cannot be opened or read. */
async function withOpen<Result>(
  context: Context,
  files: readonly Omit<TableFile, 'chunks'>[],
  use: (opened: readonly TableFile[]) => Promise<Result>,
): Promise<Result> {
  const opened: (TableFile & Pick<OpenFile, 'close'>)[] = [];
  try {
    for (const file of files) opened.push({ ...file, ...(await openInput(context, file.name)) });
    return await use(opened);
  } finally {
    for (const { close } of opened) await close();
  }
}

const rowsForColumns = 10_000;

/** The first rows show which columns there are. */
async function printSql(
  engine: Engine,
  files: readonly TableFile[],
  maps: Readonly<Record<RoleId, ColumnMap>>,
  allowEmpty: boolean,
): Promise<Finished> {
  const sources: SqlSource[] = [];
  const inputs: Partial<Record<RoleId, number>> = {};
  for (const file of files) {
    const rows = readTable(file, maps[file.role], (form) => {
      sources.push({ ...form, role: file.role, path: file.name });
    });
    let read = 0;
    for await (const some of rows) if ((read += some.length) >= rowsForColumns) break;
    inputs[file.role] = (inputs[file.role] ?? 0) + read;
  }
  if (!allowEmpty) requireRows(inputs);
  return plainFinished('reconcile', { answer: null, view: { headline: '', data: sqlOf(engine, sources) } });
}

async function write(
  { files, stdout }: Context,
  { rows }: Reconciled,
  out: string | undefined,
  format: RowFormat,
): Promise<void> {
  if (out === undefined) {
    for (const piece of piecesOf(rows(), format)) await stdout.write(piece);
    return;
  }
  async function* pieces(): AsyncGenerator<Uint8Array> {
    for (const piece of piecesOf(rows(), format)) yield await Promise.resolve(piece);
  }
  await files.replaceBy(out, pieces()).catch((error: unknown) => {
    throw outputFailure(error, out);
  });
}

function readFormat({ format, out = '' }: ReconcileOptions): RowFormat {
  const ids = Object.keys(rowFormats) as RowFormat[];
  if (format !== undefined) return choiceOf('--format', format, ids);
  return ids.find((id) => out.endsWith(rowFormats[id].ending)) ?? 'ndjson';
}

const readClasses = (text: string | undefined): readonly ClassId[] =>
  (text?.split(',') ?? []).map((each) => choiceOf('--fail-on', each.trim(), classIds));

/** `--map granted.order_id="Order No"`, repeated. @throws {PvgError} `usage` */
function readMaps(pairs: readonly string[]): Readonly<Record<RoleId, ColumnMap>> {
  const maps = {
    lookups: new Map<Field, string>(),
    voided: new Map<Field, string>(),
    granted: new Map<Field, string>(),
  };
  for (const pair of pairs) {
    const [, role, field, column] = /^(\w+)\.(\w+)=(.+)$/s.exec(pair) ?? [];
    const found = roleIds.find((id) => id === role);
    const known = found === undefined ? [] : (Object.keys(roles[found].fields) as Field[]);
    const named = known.find((each) => each === field);
    if (found === undefined || named === undefined || column === undefined)
      throw new PvgError('usage', '--map needs <input>.<field>=<column>.', {
        hint:
          found === undefined
            ? `The inputs are ${roleIds.join(', ')}. Example: \`--map granted.order_id="Order No"\`.`
            : `The fields of ${found} are ${known.join(', ')}.`,
      });
    maps[found].set(named, column);
  }
  return maps;
}

interface Ending {
  readonly exit: 0 | 6;
  readonly headline: string;
  readonly mood: 'good' | 'careful' | 'bad';
}

function endingOf({ summary }: Reconciled, failOn: readonly ClassId[]): Ending {
  const failed = failOn.filter((id) => summary.classes[id] > 0);
  const count = (of: (id: ClassId) => boolean): number =>
    classIds.filter(of).reduce((sum, id) => sum + summary.classes[id], 0);
  const all = `${counted(summary.purchases, 'purchase')} reconciled`;
  return {
    exit: failed.length > 0 ? 6 : 0,
    headline:
      failed.length > 0
        ? `${all}; ${String(count((id) => failed.includes(id)))} ${failed.join(' or ')}.`
        : summary.toCheck > 0
          ? `${all}; ${String(summary.toCheck)} to check.`
          : `${all}; none to check.`,
    mood:
      failed.length > 0 ? 'bad' : summary.toCheck > 0 || summary.classes.unresolved > 0 ? 'careful' : 'good',
  };
}

interface Printed extends Ending {
  readonly out: string | undefined;
  readonly report: string | undefined;
  /** The rows went to standard output. */
  readonly printsRows: boolean;
}

function finishedOf(
  { summary }: Reconciled,
  { exit, headline, mood, out, report, printsRows }: Printed,
): Finished {
  const present = classIds.filter((id) => summary.classes[id] > 0);
  return plainFinished('reconcile', {
    exit,
    ok: exit === 0,
    advice: exit === 0 ? 'none' : 'check',
    answer: null,
    members: {
      purchases: summary.purchases,
      classes: { ...summary.classes },
      inputs: { ...summary.inputs },
      skipped: summary.skipped.map((each) => ({ ...each })),
      contradictory: summary.contradictory.count,
      output: out ?? null,
      report: report ?? null,
    },
    view: {
      headline,
      mood,
      table: {
        head: ['Purchases', 'Class', 'Meaning'],
        rows: present.map((id) => [String(summary.classes[id]), id, meaningOf(id, summary.inputs).says]),
      },
      notes: [
        ...emptyWords(summary),
        ...skippedWords(summary),
        ...contradictoryWords(summary),
        ...(out === undefined && !printsRows
          ? ['Why each purchase has its class stands in its row: add `--out classes.csv`.']
          : []),
      ],
      beside: printsRows,
    },
  });
}

/** An export that went wrong is empty too. */
const emptyWords = ({ empty }: Summary): string[] =>
  empty.map(({ role, name }) => `${roles[role].option} ${name} has no rows.`);

const skippedWords = ({ skipped }: Summary): string[] =>
  skipped.map(
    ({ role, count, line }) =>
      `${counted(count, 'row')} of ${roles[role].option} ${count === 1 ? 'has' : 'have'} neither an order id nor a receipt, and ${count === 1 ? 'is' : 'are'} left out${line === null ? '' : ` (the first is line ${String(line)})`}.`,
  );

const contradictoryWords = ({ contradictory: { count, line } }: Summary): string[] =>
  count === 0
    ? []
    : [
        `${counted(count, 'row')} of --granted ${count === 1 ? 'has' : 'have'} the order id of one purchase and the receipt of another, and ${count === 1 ? 'counts' : 'count'} for both${line === null ? '' : ` (the first is line ${String(line)})`}.`,
      ];
