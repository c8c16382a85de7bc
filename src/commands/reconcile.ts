import type { Context } from '../context.js';
import type { ExitStatus } from '../failure.js';
import { choiceOption, readChoice } from '../input/choice-option.js';
import {
  appendValue,
  addExamples,
  globalOptions,
  type TypedFlags,
  type GlobalOptions,
} from '../input/options.js';
import { commandResult, type CommandResult } from '../output/command-result.js';
import type { Tone } from '../output/page.js';
import { requireFree } from '../output/out-file.js';
import { printNote, requireOutput } from '../output/print-result.js';
import { classIds, meaningOf, type ClassId, type Lists } from '../reconcile/classes.js';
import { statusesIn } from '../reconcile/grant-statuses.js';
import { readInputs, type InputFile, type ListsRequest } from '../reconcile/inputs.js';
import type { Fault } from '../reconcile/join.js';
import { changeWords, partialListSays, reconcilePage } from '../reconcile/page.js';
import { reconcile, type ReconcileRequest } from '../reconcile/reconcile.js';
import { sumOf, type Reconciled, type ReconcileSummary } from '../reconcile/reconciled.js';
import {
  roleIds,
  roles,
  type InputField,
  type RoleField,
  type RoleId,
} from '../reconcile/column-roles.js';
import { reconciledLines, rowFormats } from '../reconcile/row.js';
import { sqlOf } from '../reconcile/sql.js';
import { engines, type Engine } from '../reconcile/sql-engines.js';
import { readMap } from '../tables/columns.js';
import { piecesOf } from '../tables/csv-out.js';
import { refuseSame } from '../tables/files.js';
import { throwOutputFailure, wrongInput, wrongUsage } from '../tables/refusals.js';
import { formatByName } from '../tables/row-format.js';
import type { Table } from '../tables/table.js';
import { counted } from '../text/sentences.js';
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
    .option('--fail-on <classes>', 'end with status 6 if a purchase has one of these classes')
    .option('--allow-empty', 'accept a list without rows')
    .addOption(
      choiceOption(
        '--sql <engine>',
        'print the same classification as one SQL query instead; bigquery and trino are untried',
        engines,
      ),
    )
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
): Promise<CommandResult> {
  const { out, report, sql, against, allowEmpty = false, partialVoided = false } = options;
  const formatOfFile = formatByName(out);
  const files = inputFiles(options);
  requireInputs(files, partialVoided);
  const failOn = (options.failOn?.split(',') ?? []).map((id) =>
    readChoice('--fail-on', id.trim(), classIds),
  );
  await requireOutputs(context, files, options);
  const notes: string[] = [];
  const addNote = (sentence: string): void => {
    notes.push(sentence);
  };
  const request: ReconcileRequest = {
    files,
    against,
    isVoidedPartial: partialVoided,
    isEmptyAllowed: allowEmpty,
    onNote: addNote,
  };
  if (sql !== undefined) {
    return printSql(context, request, { engine: sql, allowEmpty, globals });
  }
  const printsRows = out === undefined && !globals.json && !context.stdout.isTerminal;
  if (printsRows) requireOutput(context);
  const reconciled = await reconcile(context, request, (verdict) => verdictById(verdict).says);
  const { lists, faults } = reconciled.summary;
  if (!allowEmpty) requireRows(lists.inputs, faults);
  const { lookups, granted } = lists.inputs;
  if (lookups && granted && !reconciled.hasGrantedLookup) addNote(noCommonPurchase);
  for (const sentence of notes) await printNote(context, globals, sentence);
  const { format = formatOfFile } = options;
  const pieces = piecesOf(
    reconciledLines(reconciled.rows(), { format, hasChanges: against !== undefined }),
  );
  if (out !== undefined) await context.files.write(out, pieces).catch(throwOutputFailure(out));
  else if (printsRows) for await (const piece of pieces) await context.stdout.write(piece);
  const ending = reconcileEnding(reconciled.summary, failOn);
  if (report !== undefined) {
    const page = reconcilePage(reconciled, {
      headline: ending.headline,
      tone: ending.mood,
      where: out === undefined ? '' : `All rows are in ${out}.`,
      origin: `Made by pvg ${context.version} on ${new Date(context.clock.now()).toISOString()}.`,
    });
    await context.files
      .write(report, context.secrets.redact(page))
      .catch(throwOutputFailure(report));
  }
  return reconcileResult(reconciled, ending, { out, report, printsRows, against });
}

/** @throws {PvgError} `usage` */
function requireInputs(files: readonly InputFile[], isVoidedPartial: boolean): void {
  const hasInput = (input: RoleId): boolean => files.some(({ role }) => role === input);
  if (!hasInput('lookups')) {
    throw wrongUsage(
      '--lookups is missing.',
      'It takes the output of `pvg batch`. Add --voided, --granted or both.',
    );
  }
  if (isVoidedPartial && !hasInput('voided')) {
    throw wrongUsage(
      '--partial-voided needs --voided.',
      'Give the part of the list that you have.',
    );
  }
}

/** @throws {PvgError} for an output that is there, that cannot be made, or that is an input */
async function requireOutputs(
  context: Pick<Context, 'files'>,
  files: readonly InputFile[],
  { out, report, against, overwrite = false }: ReconcileOptions,
): Promise<void> {
  const outputs = [['--out', out] as const, ['--report', report] as const];
  const inputs = files.map(
    ({ role, path }) => [`--${role}`, path === '-' ? undefined : path] as const,
  );
  const earlier = ['--against', against === '-' ? undefined : against] as const;
  await refuseSame(context, [...inputs, earlier, ...outputs]);
  for (const [option, path] of outputs) {
    if (path !== undefined) await requireFree(context, { option, path, overwrite });
  }
}

interface SqlOrder {
  readonly engine: Engine;
  readonly allowEmpty: boolean;
  readonly globals: GlobalOptions;
}

const notInQuery = 'The query takes cells as they are: clean the file, or leave out `--sql`.';

/** How many rows show which columns an input has. */
const rowsForColumns = 10_000;

/** Prints the query that classifies the rows of the inputs. */
async function printSql(
  context: Context,
  request: ListsRequest,
  { engine, allowEmpty, globals }: SqlOrder,
): Promise<CommandResult> {
  const sources = new Map<Table<InputField>, InputFile>();
  const { inputs } = await readInputs(
    context,
    { ...request, enoughRows: rowsForColumns },
    (file, table) => {
      sources.set(table, file);
    },
  );
  if (!allowEmpty) requireRows(inputs);
  for (const [{ notes, isZip }, { role, path }] of sources) {
    if (isZip && engine === 'duckdb') {
      throw wrongUsage(
        `--${role} ${path} is a zip file, which DuckDB does not read.`,
        'Unpack it, and give the table in it.',
      );
    }
    for (const sentence of notes.sentences()) {
      await printNote(context, globals, `--${role} ${path}: ${sentence} ${notInQuery}`);
    }
  }
  return commandResult('reconcile', {
    answer: null,
    view: { data: sqlOf(engine, sources, { isVoidedPartial: request.isVoidedPartial }) },
  });
}

const isLeftOut = ({ id }: Fault): boolean => id === 'skipped' || id === 'unlisted';
const isOtherStatus = ({ id }: Fault): boolean => id === 'other-status';

/** Requires a row in each list: without one no purchase has a class about money, and the export may have failed. @throws {PvgError} */
function requireRows(inputs: Lists['inputs'], faults: readonly Fault[] = []): void {
  for (const role of roleIds) {
    const rows = inputs[role] ?? Infinity;
    const faultsOfRole = faults.filter((fault) => fault.role === role);
    const otherStatus = countOf(faultsOfRole.filter(isOtherStatus));
    if (rows > countOf(faultsOfRole.filter(isLeftOut)) + otherStatus) continue;
    if (otherStatus > 0) {
      throw wrongInput(
        `--${role} has no row with a status of \`--map granted.status\`. Nothing was written.`,
        'Compare the values with those in the file, in upper and lower case. If an empty list is normal, add `--allow-empty`.',
      );
    }
    throw wrongInput(
      `--${role} has no row with an order id or a receipt. Nothing was written.`,
      'Export the list again. If an empty list is normal, add `--allow-empty`.',
    );
  }
}

const countOf = (faults: readonly Fault[]): number =>
  faults.reduce((sum, { count }) => sum + count, 0);

/** The inputs with their columns: `--map granted.order_id="Order No"`. @throws {PvgError} `usage` */
function inputFiles({ map: pairs = [], ...options }: ReconcileOptions): InputFile[] {
  if (!pairs.every((pair) => roleIds.some((role) => pair.startsWith(`${role}.`)))) {
    throw wrongUsage(
      '--map needs <input>.<field>=<column>.',
      `The inputs are ${roleIds.join(', ')}.`,
    );
  }
  return roleIds.flatMap((role) => {
    const map = new Map(readMap(pairs, Object.keys(roles[role].fields) as RoleField[], role));
    const status = map.get('status');
    const chosen = status === undefined ? undefined : statusesIn(status);
    if (chosen !== undefined) map.set('status', chosen.column);
    if (new Set(map.values()).size < map.size) {
      throw wrongUsage(
        '--map names one column for two fields.',
        'Give each field a column of its own.',
      );
    }
    const grantStatuses = chosen?.statuses;
    return (options[role] ?? []).map((path) => ({ role, path, map, grantStatuses }));
  });
}

type Ending = ReturnType<typeof reconcileEnding>;

function reconcileEnding(
  { purchases, classes, toCheck, lists }: ReconcileSummary,
  failOn: readonly ClassId[],
) {
  const failed = classIds.filter((id) => failOn.includes(id) && classes[id] > 0);
  const isFailed = failed.length > 0;
  const outcome = isFailed
    ? `${sumOf(classes, failed)} ${failed.join(' or ')}`
    : `${toCheck || 'none'} to check`;
  const exit: ExitStatus = isFailed ? 6 : 0;
  const needsCare = toCheck > 0 || classes.unresolved > 0 || lists.isVoidedPartial;
  const moodIfPassed: Tone = needsCare ? 'careful' : 'good';
  return {
    exit,
    headline: `${counted(purchases, 'purchase')} reconciled; ${outcome}.`,
    mood: isFailed ? ('bad' as const) : moodIfPassed,
  };
}

interface Outputs {
  readonly out: string | undefined;
  readonly report: string | undefined;
  /** The rows went to standard output. */
  readonly printsRows: boolean;
  readonly against: string | undefined;
}

function reconcileResult(
  { summary, changes }: Reconciled,
  { exit, headline, mood }: Ending,
  { out, report, printsRows, against }: Outputs,
): CommandResult {
  const { purchases, classes, lists, files, faults } = summary;
  const rows = classIds
    .filter((id) => classes[id] > 0)
    .map((id) => [String(classes[id]), id, meaningOf(id, lists).says]);
  const where = 'Why each purchase has its class stands in its row: add `--out classes.csv`.';
  const faultPlaces = (...ids: readonly Fault['id'][]) =>
    faults
      .filter(({ id }) => ids.includes(id))
      .map(({ role, count, line }) => ({ role, count, line }));
  return commandResult('reconcile', {
    exit,
    ok: exit === 0,
    advice: exit === 0 ? 'none' : 'check',
    answer: null,
    extraMembers: {
      purchases,
      classes: { ...classes },
      inputs: { ...lists.inputs },
      partial_voided: lists.isVoidedPartial,
      skipped: faultPlaces('skipped', 'unlisted'),
      undated: faultPlaces('undated'),
      repeated: faultPlaces('repeated'),
      other_status: faultPlaces('other-status'),
      unknown_refund_type: faultPlaces('refund-type'),
      contradictory: countOf(faults.filter(({ id }) => id === 'contradictory')),
      output: out ?? null,
      report: report ?? null,
      against: against ?? null,
      changes,
    },
    view: {
      headline,
      mood,
      beside: printsRows,
      table: { head: ['Purchases', 'Class', 'Meaning'], rows, countColumn: 0 },
      notes: [
        // An empty file may be an export that failed.
        ...files
          .filter(({ rows }) => rows === 0)
          .map(({ role, path }) => `--${role} ${path} has no rows.`),
        ...(lists.isVoidedPartial ? [partialListSays] : []),
        ...(changes === null ? [] : [changeWords(changes)]),
        ...faults.map(faultWords),
        ...(out === undefined && !printsRows ? [where] : []),
      ],
    },
  });
}

const noCommonPurchase =
  'No purchase has both a look-up and a grant. If some should have both, compare the order ids and receipts of the two lists before you act: another column may have the store’s ids (`--map`).';

function faultWords({ id, role, count, line, text }: Fault): string {
  const what = {
    skipped: 'neither an order id nor a receipt: left out',
    unlisted: `a kind that is neither a void nor a charge, "${text}": left out`,
    undated: `a date that pvg cannot read: "${text}"`,
    contradictory: 'the order id of one purchase and the receipt of another: counted by order id',
    'other-status': `a status that does not count, "${text}": left out`,
    'refund-type': `a refund type that pvg does not know, "${text}": counted as a refund of the whole purchase`,
    repeated: `the same ${role === 'voided' ? 'void' : 'grant'} as an earlier row: counted once`,
  };
  return `${counted(count, 'row')} of --${role} ${count === 1 ? 'has' : 'have'} ${what[id]} (the first is line ${line}).`;
}
