import type { Option } from 'commander';
import type { Context } from '../context.js';
import { choiceOption, readChoices } from '../input/choice-option.js';
import {
  appendValue,
  addExamples,
  globalOptions,
  type TypedFlags,
  type GlobalOptions,
} from '../input/options.js';
import { repeatOptions } from '../input/repeat-options.js';
import { commandResult, type CommandResult } from '../output/command-result.js';
import { requireFree } from '../output/out-file.js';
import { printNote, requireOutput } from '../output/print-result.js';
import { classIds, type ClassId } from '../reconcile/classes.js';
import type { ClassifiedPurchases } from '../reconcile/classified-purchases.js';
import { roleIds, type RoleId } from '../reconcile/column-roles.js';
import { requireRows } from '../reconcile/faults.js';
import { parseInputFiles, requireInputs } from '../reconcile/input-files.js';
import { readInputs, type InputFile } from '../reconcile/inputs.js';
import { buildReconcilePage } from '../reconcile/page.js';
import { reconcile, type ReconcileRequest } from '../reconcile/reconcile.js';
import {
  buildEnding,
  buildReconcileResult,
  type ReconcileEnding,
  type ReconcileOutputs,
} from '../reconcile/result.js';
import { formatReconciledRows, rowFormats } from '../reconcile/row.js';
import { buildSql } from '../reconcile/sql.js';
import { engines, type Engine } from '../reconcile/sql-engines.js';
import { piecesOf } from '../tables/csv-out.js';
import { refuseSame } from '../tables/files.js';
import { throwOutputFailure, wrongUsage } from '../tables/refusals.js';
import { formatByName } from '../tables/row-format.js';
import { shellLine } from '../text/shell.js';
import { verdictById } from '../wording/verdict.js';
import type { Registration } from './registration.js';

interface ReconcileOptions
  extends
    TypedFlags<
      'out' | 'report' | 'failOn' | 'against',
      'overwrite' | 'allowEmpty' | 'partialVoided'
    >,
    Partial<Record<RoleId | 'map', readonly string[]>> {
  readonly format?: (typeof rowFormats)[number];
  readonly sql?: Engine;
}

export function register({ command, context, finish }: Registration): void {
  addExamples(
    command,
    [
      'pvg reconcile --lookups lookups.ndjson --voided voided.json --granted grants.csv --out classes.ndjson',
      'pvg reconcile --lookups lookups.ndjson --granted grants.csv --fail-on granted-not-paid,granted-twice',
    ],
    'The examples need your files: the results of `pvg batch`, the store’s voided purchases and the game’s grants.',
  );
  for (const role of roleIds) {
    command.option(
      `--${role} <file|->`,
      `${inputWords[role]}; may be repeated, and gzipped or zipped`,
      appendValue,
    );
  }
  command
    .option(
      '--map <input.field=column>',
      'which column of an input gives a field; granted.status=<column>:<value>,… says which rows are grants; may be repeated',
      appendValue,
    )
    .option(
      '--partial-voided',
      'the voided list is not complete: what would be settled is not-voided-so-far',
    )
    .option(
      '--out <file>',
      'write the rows there; without it they go to standard output, except at a terminal and with --json',
    )
    .addOption(
      choiceOption(
        '--format <format>',
        'of the rows (default: by the ending of --out, else ndjson)',
        rowFormats,
      ),
    )
    .option(
      '--against <file>',
      'the NDJSON of an earlier run: each row gets change (new, changed, gone or same)',
    )
    .option('--report <file.html>', 'also write a page: counts, and the purchases of each class')
    .option('--overwrite', 'replace existing files')
    .option('--fail-on <classes>', 'end with 6 if a purchase has one, as its class or in `also`')
    .option('--allow-empty', 'accept a list without rows')
    .addOption(
      choiceOption(
        '--sql <engine>',
        'print the same classification as one SQL query instead; bigquery and trino are untried',
        engines,
      ),
    );
  // A copy: the global options are added to the command later.
  const ownOptions = [...command.options];
  command.action(async (options: ReconcileOptions) => {
    const call = { globals: globalOptions(command), ownOptions, options };
    await finish(await context.withLessMemory(() => runReconcile(context, call)));
  });
}

interface ReconcileCall {
  readonly globals: GlobalOptions;
  /** The options of `reconcile`, without the global ones. */
  readonly ownOptions: readonly Option[];
  readonly options: ReconcileOptions;
}

const inputWords: Readonly<Record<RoleId, string>> = {
  lookups: 'what `pvg batch` wrote',
  voided: 'the store’s voided purchases: pages of its API, or CSV',
  granted: 'what the game granted: CSV, NDJSON or JSON',
};

async function runReconcile(context: Context, call: ReconcileCall): Promise<CommandResult> {
  const { globals, options } = call;
  const { out, report, sql, against, allowEmpty = false, partialVoided = false } = options;
  // Before any file is read, because it refuses a name such as rows.xlsx.
  const formatOfFile = formatByName(out);
  const files = parseInputFiles(options);
  requireInputs(files, partialVoided);
  const failOn = parseFailOn(options);
  await requireOutputs(context, files, call);
  const request = {
    files,
    against,
    isVoidedPartial: partialVoided,
    isEmptyAllowed: allowEmpty,
  };
  if (sql !== undefined) return printSql(context, request, { engine: sql, globals });
  const printsRows = out === undefined && !globals.json && !context.stdout.isTerminal;
  if (printsRows) requireOutput(context);
  const notes: string[] = [];
  const requestWithNotes: ReconcileRequest = {
    ...request,
    onNote: (sentence) => void notes.push(sentence),
  };
  const classified = await reconcile(
    context,
    requestWithNotes,
    (verdict) => verdictById(verdict).says,
  );
  notes.push(...checkLists(classified, allowEmpty));
  for (const sentence of notes) await printNote(context, globals, sentence);
  const ending = buildEnding(classified.summary, failOn);
  const outputs: ReconcileOutputs = { out, report, printsRows, against };
  await writeRows(context, classified, { ...outputs, format: options.format ?? formatOfFile });
  await writeReport(context, classified, { ...outputs, ending });
  // With --json, a log has only standard error to tell why a job stopped.
  if (globals.json && ending.exit !== 0) await printNote(context, globals, ending.headline);
  return buildReconcileResult(classified, ending, outputs);
}

/** @throws {PvgError} `usage` for a word that is not a class, and for a class that the inputs cannot tell */
function parseFailOn({ failOn, granted }: ReconcileOptions): readonly ClassId[] {
  const ids = failOn === undefined ? [] : readChoices('--fail-on', failOn, classIds);
  if (ids.includes('paid-not-granted') && granted === undefined) {
    throw wrongUsage(
      '--fail-on paid-not-granted needs --granted.',
      'Without the game’s grants, every paid purchase has this class.',
    );
  }
  return ids;
}

/** @returns notes about the lists as a whole. @throws {PvgError} for a list without rows */
function checkLists(
  { summary, hasGrantWithLookup }: ClassifiedPurchases,
  allowEmpty: boolean,
): readonly string[] {
  const { rowCounts } = summary.inputFacts;
  if (!allowEmpty) requireRows(rowCounts, summary.faults);
  const hasBoth = Boolean(rowCounts.lookups && rowCounts.granted);
  return hasBoth && !hasGrantWithLookup ? [noCommonPurchase] : [];
}

const noCommonPurchase =
  'No purchase has both a look-up and a grant. If some should have both, compare the order ids and receipts of the two lists before you act: another column may have the store’s ids (`--map`).';

interface RowsOutput extends ReconcileOutputs {
  readonly format: (typeof rowFormats)[number];
}

async function writeRows(
  { files, stdout }: Pick<Context, 'files' | 'stdout'>,
  classified: ClassifiedPurchases,
  { out, printsRows, format, against }: RowsOutput,
): Promise<void> {
  const form = { format, hasChanges: against !== undefined };
  const pieces = piecesOf(formatReconciledRows(classified.rows(), form));
  if (out !== undefined) await files.write(out, pieces).catch(throwOutputFailure(out));
  else if (printsRows) for await (const piece of pieces) await stdout.write(piece);
}

interface ReportOutput extends ReconcileOutputs {
  readonly ending: ReconcileEnding;
}

async function writeReport(
  context: Pick<Context, 'files' | 'secrets' | 'clock' | 'version'>,
  classified: ClassifiedPurchases,
  { out, report, ending }: ReportOutput,
): Promise<void> {
  if (report === undefined) return;
  const page = buildReconcilePage(classified, {
    headline: ending.headline,
    tone: ending.mood,
    placeOfRows: out === undefined ? '' : `All rows are in ${out}.`,
    origin: `Made by pvg ${context.version} on ${new Date(context.clock.now()).toISOString()}.`,
  });
  await context.files.write(report, context.secrets.redact(page)).catch(throwOutputFailure(report));
}

/** @throws {PvgError} for an output that exists already, that cannot be made, or that is an input */
async function requireOutputs(
  context: Pick<Context, 'files'>,
  files: readonly InputFile[],
  { ownOptions, options }: ReconcileCall,
): Promise<void> {
  const { out, report, against, overwrite = false } = options;
  const outputs = [['--out', out] as const, ['--report', report] as const];
  const inputs = files.map(
    ({ role, path }) => [`--${role}`, path === '-' ? undefined : path] as const,
  );
  const earlier = ['--against', against === '-' ? undefined : against] as const;
  await refuseSame(context, [...inputs, earlier, ...outputs], false);
  const words = repeatOptions({ ownOptions, options, notRepeated: ['--overwrite'] });
  const next = shellLine(['pvg', 'reconcile', ...words, '--overwrite']);
  for (const [option, path] of outputs) {
    if (path !== undefined) await requireFree(context, { option, path, overwrite, next });
  }
}

interface SqlOrder {
  readonly engine: Engine;
  readonly globals: GlobalOptions;
}

const queryDoesNotClean =
  'The query takes cells as they are: clean the file, or leave out `--sql`.';

/** This many rows of each input are read to learn which columns it has. */
const rowsForColumns = 10_000;

/** Prints the query that classifies the rows of the inputs. */
async function printSql(
  context: Context,
  request: Omit<ReconcileRequest, 'onNote'>,
  { engine, globals }: SqlOrder,
): Promise<CommandResult> {
  const notes: string[] = [];
  const { files, rowCounts } = await readInputs(context, {
    ...request,
    enoughRows: rowsForColumns,
    onNote: (sentence) => void notes.push(sentence),
  });
  if (!request.isEmptyAllowed) requireRows(rowCounts);
  // DuckDB cannot read a CSV without a header, which an empty file is.
  const filesOfQuery = files.filter(
    ({ table }) => table.format === 'json' || table.columns.seen.length > 0,
  );
  for (const { role, path, table } of filesOfQuery) {
    if (table.isZip && engine === 'duckdb') {
      throw wrongUsage(
        `--${role} ${path} is a zip file, which DuckDB does not read.`,
        'Unpack it, and give the table in it.',
      );
    }
  }
  const cellNotes = filesOfQuery.flatMap(({ role, path, table }) =>
    table.notes.sentences().map((sentence) => `--${role} ${path}: ${sentence}`),
  );
  for (const sentence of new Set([...notes, ...cellNotes])) {
    const isAboutCells = cellNotes.includes(sentence);
    await printNote(context, globals, isAboutCells ? `${sentence} ${queryDoesNotClean}` : sentence);
  }
  return commandResult('reconcile', {
    answer: null,
    view: {
      data: buildSql(engine, filesOfQuery, { isVoidedPartial: request.isVoidedPartial }),
    },
  });
}
