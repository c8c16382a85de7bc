import type { RowSource } from '../batch/format.js';
import { Help, type Command, type Option } from 'commander';
import { lookUpAll, writeBeside } from '../batch/batch.js';
import { closing } from '../batch/closing.js';
import type { Ended } from '../batch/ending.js';
import { closedOutput, openInput, outputIntoInput, refuseSame } from '../batch/input-file.js';
import { checkOutputs, requireOutFolder } from '../batch/output.js';
import { readPlan, type BatchOptions, type BatchPlan } from '../batch/options.js';
import { paths, records } from '../contract/interfaces.js';
import { formats, inputsTold } from '../batch/formats.js';
import { orInterrupted } from '../contract/or-interrupted.js';
import { openRows } from '../batch/read-rows.js';
import { wrongUsage } from '../batch/refusal.js';
import type { RowSettings } from '../batch/row.js';
import { runSettings } from '../batch/run-settings.js';
import { checkRows } from '../batch/check.js';
import { partOf } from '../batch/shard.js';
import { connect, profileFor, sendOf, type Connection, type CredentialOptions } from '../calls/connection.js';
import { takesPackageOfProfile } from '../batch/columns.js';
import type { Context } from '../context.js';
import { newEntryId } from '../desk/journal/journal.js';
import { signedRequest } from '../contract/request.js';
import type { PvgError } from '../failure.js';
import { onPvgError, type ExitStatus } from '../failure.js';
import { InputReader } from '../input/bytes.js';
import {
  type GlobalOptions,
  addCallOptions,
  collect,
  examples,
  globalOptions,
  type CallFlags,
} from '../input/options.js';
import { isAccessible } from '../output/accessible.js';
import { failedFinished, type Finish, type Finished } from '../output/finished.js';
import { printJson } from '../text/json/print.js';
import { note, objectOf, pickedText, queryOf, tell } from '../output/present.js';
import { shellLine } from '../text/shell.js';
import { requireTarget, type ResolvedProfile } from '../profiles/resolve.js';

type Options = BatchOptions & CredentialOptions & CallFlags;

export function registerBatch(command: Command, context: Context, finish: Finish): void {
  examples(command, [
    'pvg batch purchases.csv --profile local --out results.ndjson',
    'pvg batch purchases.csv --profile local --out results.ndjson --resume',
    'pvg batch purchases.csv --profile local --format csv',
  ]);
  addRowOptions(command);
  command.configureHelp({ visibleOptions: (of) => new Help().visibleOptions(of).filter(isOfRows) });
  addCallOptions(command, [])
    .option('--client-secret-file <path|->', 'file with the client secret, instead of the profile’s')
    .addHelpText(
      'after',
      [
        '',
        'A batch only looks purchases up; it changes nothing at the service. pvg has no bulk verify, by policy: a verify',
        'RECORDS the purchase. The game’s own verify would then get 409, and the game must not grant. pvg cannot undo that.',
        '',
        'To continue a run that was killed or that failed, run the same command with --resume. Rows that have an answer are',
        'not looked up again. Rows that failed are tried again.',
        '',
        'Fix rows in place. Do not insert or remove rows: --resume knows a row by its number.',
        '',
        'pvg slows down when the service answers 429 or 5xx, and waits when the service asks for it. The run ends (status 8',
        'to 12) if nothing is answered for 15 minutes, or if the service asks to wait for more than an hour. Resume it later.',
        '',
        'Only one run at a time can write to an output file. A second run ends with status 13.',
        '',
        'Status 20: some rows failed, and --resume may help. Status 21: some rows cannot be read, and all others have an',
        'answer; fix these rows, then use --resume.',
        '',
        '--json prints one object at the end: on standard output with --out, otherwise on standard error. --query picks from',
        'it.',
        '',
        'With --quiet a run with failed rows still prints its summary. In a job, use --summary and read that file.',
      ].join('\n'),
    )
    .action(async (file: string, options: Options) => {
      const call = { context, globals: globalOptions(command), own, file, options };
      await finish(await runBatch(call));
    });
  // A copy: the global options are added later.
  const own = [...command.options];
}

function addRowOptions(command: Command): void {
  command
    .argument('<file|->', `${inputsTold}; other columns are copied to the output`)
    .option('--out <file>', 'file for the rows (default: standard output); --resume continues from it')
    .option(
      `--format <${formats.map(({ id }) => id).join('|')}>`,
      `output format (default: from the ending of --out, otherwise ${formats[0].id})`,
    )
    .option('--resume', 'continue from what is in --out; rows that failed are tried again')
    .option('--overwrite', 'replace existing files')
    .option('--concurrency <n>', 'begin with n look-ups at a time, and never use more (default: 4)')
    .option('--rate <per second>', 'most look-ups per second, for all shards together')
    .option('--shard <i/n>', 'only part i of n, chosen by receipt; auto: from the job scheduler')
    .option(
      '--map <field=column>',
      'the column of receipt, product_id, package, order_id or os; in NDJSON also a path: payload.token; repeatable',
      collect,
    )
    .option('--product-id <id>', 'product id for rows without one')
    .option(
      '--package <name>',
      'package name for rows without one (default: the profile’s, if there is no column for it)',
    )
    .option(
      '--delimiter <char>',
      'the character between the cells of a CSV (default: found in its first line); tab for tabs',
    )
    .option('--force', 'send receipts that do not look like receipts')
    .option(
      '--dedupe',
      'look up equal receipts of one product and package only once; every row still gets its line',
    )
    .option('--allow-empty', 'accept an input without rows: status 0')
    .option('--excel', 'write CSV for Excel: with a byte order mark and the delimiter of the input')
    .option(
      '--summary <file>',
      'also write the closing object to a file: counts, seconds, whether --resume helps',
    )
    .option('--report <file.html>', 'also write the summary as an HTML page');
}

/** A batch has many bodies: `--raw` has no single one to print. */
const isOfRows = ({ long }: Option): boolean => long !== '--raw';

interface Call {
  readonly context: Context;
  readonly globals: GlobalOptions;
  /** The options of `batch` and of calls, without the global ones. */
  readonly own: readonly Option[];
  readonly file: string;
  readonly options: Options;
}

/** Reports an error on stderr only: stdout is the input file or closed. */
async function toldBeside({ context, globals }: Call, error: PvgError): Promise<ExitStatus> {
  await tell(context, globals, failedFinished('batch', error).view);
  return error.exit;
}

/** Returns a bare status when the rows and the closing table are already printed. */
async function runBatch(call: Call): Promise<Finished | ExitStatus> {
  const { context, globals, file, options } = call;
  // With `-`, the shell may have redirected a file to standard input.
  const source = file === '-' ? '/dev/stdin' : file;
  const unusable = (await outputIntoInput(context, source)) ?? closedOutput(context, options);
  if (unusable !== undefined) return toldBeside(call, unusable);
  if (globals.raw)
    throw wrongUsage(
      '--raw cannot be used with batch.',
      'Every row is one line of JSON with the answer in it.',
    );
  const typed = readPlan(options, context.env, globals);
  const { dryRun = false } = options;
  await refuseSame(context, [
    ['the input', source],
    ['--out', typed.out],
    ['--report', typed.report],
    ['--summary', typed.summary],
  ]);
  await checkOutputs(context, typed, dryRun);
  const input = await openInput(context, file);
  try {
    const connection = dryRun ? undefined : await connected(call);
    const { gateway } = connection?.profile ?? (await profileInDryRun(call)) ?? {};
    const wanted = { ...typed.rows, packageOfProfile: gateway?.package };
    const rows = await openRows(input, wanted, context.interrupt);
    const plan = { ...typed, rows: await withPackage(call, rows, wanted) };
    if (rows.guessed.length > 0)
      await note(context, globals, `Columns: ${rows.guessed.join(', ')} (change with --map).`);
    if (plan.out !== undefined) await requireOutFolder(context, plan.out);
    if (connection !== undefined) return await lookUpRows(call, { plan, rows, connection });
    return await checkRows(rows, plan, context.interrupt);
  } finally {
    // An idle pipe closes only when the process ends.
    await orInterrupted(input.close(), context.interrupt).catch(() => undefined);
  }
}

const ofGateway = { command: 'batch', interface: 'gateway' } as const;

const connected = ({ context, globals, options }: Call): Promise<Connection> =>
  connect(context, new InputReader(context), ofGateway, globals, options);

/** A dry run needs no profile. */
const profileInDryRun = ({ context, globals }: Call): Promise<ResolvedProfile | undefined> =>
  profileFor(context, new InputReader(context), globals, {}, { ...ofGateway, needsAddress: false }).catch(
    onPvgError(() => undefined),
  );

/** Says that the package comes from the profile; without it if it does not. */
async function withPackage(
  { context, globals }: Call,
  { columns }: RowSource,
  settings: RowSettings,
): Promise<RowSettings> {
  if (columns.length === 0 || !takesPackageOfProfile(columns, settings))
    return { ...settings, packageOfProfile: undefined };
  await note(
    context,
    globals,
    `Package of all rows: ${settings.packageOfProfile ?? ''}, from the profile (change with --package).`,
  );
  return settings;
}

interface Opened {
  readonly connection: Connection;
  readonly plan: BatchPlan;
  readonly rows: RowSource;
}

async function lookUpRows(call: Call, { plan, rows, connection }: Opened): Promise<ExitStatus> {
  const { context, globals, file } = call;
  const target = requireTarget(connection.profile, 'gateway');
  const { timeoutMs, retries, clockOffsetS } = connection.call;
  const { name, environment, valuesOf } = connection.profile;
  const profile = name ?? 'environment variables';
  const { baseUrl, clientId = '' } = target;
  const settings = runSettings(plan, { profile, environment, baseUrl, clientId });
  const label = file === '-' ? 'standard input' : file;
  const startedAtMs = context.clock.now();
  const callId = connection.recorder.on ? newEntryId(startedAtMs, context.random) : null;
  const ended = await lookUpAll(context, {
    rows,
    plan,
    send: await sendOf(context, connection, { keepConnections: true }),
    build: (body, unixSeconds) =>
      signedRequest(records.gateway, paths.lookup, target, body, unixSeconds + clockOffsetS),
    timeoutMs,
    retries,
    quiet: globals.quiet,
    draws: drawsBars(context, globals, plan),
    label,
    callId,
    settings,
    onOpen: async () => {
      if (rows.first.length > 0) await sayPart(context, globals, plan);
    },
    onBegin: () => saySettings(context, globals, plan),
    again: rows.bytes === undefined || file === '-' ? undefined : () => openInput(context, file),
  });
  const facts = { settings, plan, label, callId, lineWith: (added: string) => lineWith(added, call) };
  const finished = closing(await withSummary(context, ended, facts), facts);
  if (callId !== null) {
    await connection.recorder.ran({
      id: callId,
      profile: name,
      environment,
      values_of: valuesOf,
      origin: settings.origin ?? null,
      case: connection.case ?? null,
      startedAtMs,
      exit: finished.exit,
      error: finished.error && { ...finished.error, hint: finished.error.hint ?? '' },
      facts: [
        { label: 'Input', value: label },
        { label: 'Output', value: plan.out ?? 'standard output' },
        { label: 'Rows', value: ended.says },
      ],
    });
  }
  return present(call, finished, plan);
}

/** `--summary`: writes the closing object to a file. */
async function withSummary(
  context: Context,
  ended: Ended,
  facts: Parameters<typeof closing>[1],
): Promise<Ended> {
  const { summary } = facts.plan;
  if (summary === undefined) return ended;
  const text = printJson(objectOf(context, closing(ended, facts)), { indent: 2 });
  return writeBeside(context, summary, `${text}\n`, ended);
}

const drawsBars = ({ stderr, stdout, env }: Context, { quiet }: GlobalOptions, { out }: BatchPlan): boolean =>
  stderr.isTerminal &&
  !quiet &&
  // Scrolling rows and a progress bar would garble each other.
  (out !== undefined || !stdout.isTerminal) &&
  !isAccessible(env) &&
  env['TERM'] !== 'dumb';

/** A setting that the user did not choose and may want to know. */
async function saySettings(
  context: Context,
  globals: GlobalOptions,
  { concurrency, concurrencyGiven }: BatchPlan,
): Promise<void> {
  if (concurrencyGiven) return;
  await note(
    context,
    globals,
    `Looking up ${String(concurrency)} purchases at a time (change with --concurrency).`,
  );
}

async function sayPart(
  context: Context,
  globals: GlobalOptions,
  { shard, perSecond }: BatchPlan,
): Promise<void> {
  if (shard === undefined) return;
  const part = `Part ${partOf(shard).replace('/', ' of ')} (${shard.source}).`;
  const rate =
    perSecond === undefined
      ? ''
      : ` Its share of --rate is ${String(Number(perSecond.toPrecision(4)))} per second.`;
  await note(context, globals, `${part}${rate} --concurrency applies to each part.`);
}

const notAgain: readonly (string | undefined)[] = ['--resume', '--overwrite', '--dry-run'];

/** The command line of this run, with another of `notAgain`. */
function lineWith(added: string, { own, file, options, globals: { profile } }: Call): string {
  const given = (name: string | undefined, value: unknown): string[] => {
    if (name === undefined || notAgain.includes(name)) return [];
    if (Array.isArray(value)) return value.flatMap((each) => given(name, each));
    return typeof value === 'string' ? [name, value] : value === true ? [name] : [];
  };
  const values = new Map<string, unknown>(Object.entries(options));
  const words = own.flatMap((option) => given(option.long, values.get(option.attributeName())));
  return shellLine(['pvg', 'batch', file, ...given('--profile', profile), ...words, added]);
}

/** Prints the closing object or table on stderr; with --json and --out the object goes to stdout. */
async function present(
  { context, globals }: Call,
  finished: Finished,
  { out }: BatchPlan,
): Promise<ExitStatus> {
  const { exit, view } = finished;
  if (exit === 141) return exit;
  if (globals.json) {
    const sink = out === undefined ? context.stderr : context.stdout;
    try {
      const query = await queryOf(globals.query);
      await sink.write(pickedText(objectOf(context, finished), { ...globals, query }));
    } catch (error) {
      await onPvgError(() => tell(context, globals, view))(error);
      throw error;
    }
    if (exit === 0) return exit;
  }
  // --quiet silences success only.
  const isGood = exit === 0 && view.mood === 'good';
  if (!isGood || !(globals.quiet || globals.json)) await tell(context, globals, view);
  return exit;
}
