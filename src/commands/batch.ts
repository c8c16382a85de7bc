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
import { resultJson, type Result } from '../batch/result.js';
import type { RowSource } from '../batch/row.js';
import { runSettings } from '../batch/run-settings.js';
import { checkRows } from '../batch/check.js';
import { partOf } from '../batch/shard.js';
import { connect, sendOf, type CredentialOptions } from '../calls/connection.js';
import type { Context } from '../context.js';
import { newEntryId } from '../desk/journal/journal.js';
import { signedRequest } from '../contract/request.js';
import { PvgError, type ExitStatus } from '../failure.js';
import { InputReader } from '../input/bytes.js';
import { type GlobalOptions, addCallOptions, collect, examples, globalOptions } from '../input/options.js';
import { isAccessible } from '../output/accessible.js';
import { failedFinished, type Finish, type Finished } from '../output/finished.js';
import { parseJson } from '../text/json/parse.js';
import { printJson } from '../text/json/print.js';
import { note, objectOf, tell } from '../output/present.js';
import { shellLine } from '../text/shell.js';
import { requireTarget } from '../profiles/resolve.js';

type Options = BatchOptions & CredentialOptions & Record<string, unknown>;

export function registerBatch(command: Command, context: Context, finish: Finish): void {
  examples(command, [
    'pvg batch purchases.csv --profile local --out results.ndjson',
    'pvg batch purchases.csv --profile local --out results.ndjson --resume',
    'pvg batch purchases.csv --profile local --format csv',
  ]);
  addRowOptions(command);
  command.configureHelp({ visibleOptions: (of) => new Help().visibleOptions(of).filter(isOfRows) });
  addCallOptions(command, [])
    .option('--client-secret-file <path|->', 'the client secret, instead of the profile’s')
    .addHelpText(
      'after',
      [
        '',
        'Look-ups only; they change nothing. There is no bulk verify, by policy: a verify RECORDS the purchase, and the',
        'game’s own verify of it would then be answered with 409 and must not grant (§3.1, §7.1). In bulk that would take',
        'from many players what they paid for, and nothing takes it back.',
        '',
        'A kill loses nothing: run the same command with --resume. 429 and 5xx slow it down by themselves. Where nothing is',
        'answered for 15 minutes, or Retry-After asks for more than an hour, it ends (8 to 12) and can be resumed. One run at',
        'a time writes an output: a second one ends with 13.',
        'Fix rows in place and do not add or remove any between: --resume knows a row by its number. Rows that are tried',
        'again stand at the end of the output, with --ordered too.',
        '',
        'Status 20: some rows failed, and --resume may help. Status 21: all others are answered, fix the rows that cannot be',
        'read. --json prints one object at the end: on standard output with --out, else on standard error.',
      ].join('\n'),
    )
    .action(async (file: string, options: Options) => {
      const call = { context, globals: globalOptions(command), own, file, options };
      await finish(await runBatch(call).catch((error: unknown) => toldBeside(call, error)));
    });
  // The global ones follow.
  const own = [...command.options];
}

function addRowOptions(command: Command): void {
  command
    .argument('<file|->', `${inputsTold}; other members go with it`)
    .option(
      '--out <file>',
      'where the rows go (default: standard output); it is also what --resume goes on from',
    )
    .option(
      `--format <${formats.map(({ id }) => id).join('|')}>`,
      `of the output (default: by the ending of --out, else ${formats[0].id})`,
    )
    .option('--resume', 'go on from what --out holds; rows that failed are tried again')
    .option('--overwrite', 'replace files that exist')
    .option('--ordered', 'rows in the order of the input')
    .option('--concurrency <n>', 'look-ups at once, at most and to begin with (default: 4)')
    .option('--rate <per second>', 'look-ups a second at most, over all shards')
    .option('--shard <i/n>', 'only the i-th of n parts, by receipt; auto: as the job scheduler says')
    .option(
      '--map <field=column>',
      'the column that holds receipt, product_id, package or os, or a path: payload.token; repeatable',
      collect,
    )
    .option('--product-id <id>', 'for rows without one')
    .option('--package <name>', 'for rows without one')
    .option(
      '--delimiter <char>',
      'what separates the cells of a CSV (default: as its first line shows); tab for tabs',
    )
    .option('--force', 'send receipts that look like none')
    .option(
      '--dedupe',
      'look up equal receipts of one product and package once; every row still gets its line',
    )
    .option('--allow-empty', 'an input without rows is no error: status 0')
    .option('--excel', 'write CSV for Excel: with a byte order mark, and separated as the input is')
    .option('--summary <file>', 'write the closing object there: counts, seconds, whether --resume helps')
    .option('--report <file.html>', 'the summary as a page');
}

/** There is no one body whose bytes could be printed. */
const isOfRows = ({ long }: Option): boolean => long !== '--raw';

interface Call {
  readonly context: Context;
  readonly globals: GlobalOptions;
  /** The options that no other command has, and those of calls. */
  readonly own: readonly Option[];
  readonly file: string;
  readonly options: Options;
}

/** Where standard output has rows picked by --query, is the input or is closed, an error is told on stderr alone. */
async function toldBeside(
  { context, globals }: Call,
  error: unknown,
  beside = globals.query !== undefined,
): Promise<ExitStatus> {
  if (!beside || !(error instanceof PvgError) || error.exit === 141) throw error;
  await tell(context, globals, failedFinished('batch', error).view);
  return error.exit;
}

/** A bare status: the rows and the closing table have said all there is to say. */
async function runBatch(call: Call): Promise<Finished | ExitStatus> {
  const { context, globals, file, options } = call;
  // A shell leads files to standard input and output.
  const source = file === '-' ? '/dev/stdin' : file;
  const unusable = (await outputIntoInput(context, source)) ?? closedOutput(context, options);
  if (unusable !== undefined) return toldBeside(call, unusable, true);
  if (globals.raw)
    throw wrongUsage(
      '--raw does not go with batch.',
      'Every row is one line of JSON, with the answer in it: `--query answer`.',
    );
  const plan = readPlan(options, context.env, globals);
  const dryRun = options['dryRun'] === true;
  const picking = dryRun ? undefined : await pickingOf(globals, plan);
  await refuseSame(context, [
    ['the input', source],
    ['--out', plan.out],
    ['--report', plan.report],
    ['--summary', plan.summary],
  ]);
  await checkOutputs(context, plan, dryRun);
  const input = await openInput(context, file);
  try {
    const rows = await openRows(input, plan.rows, context.interrupt);
    if (rows.guessed.length > 0)
      await note(
        context,
        globals,
        `Columns, by their names: ${rows.guessed.join('; ')} (--map says otherwise).`,
      );
    if (!dryRun) return await lookUpRows(call, { plan, rows, picking });
    if (plan.out !== undefined) await requireOutFolder(context, plan.out);
    return await checkRows(rows, plan, context.interrupt);
  } finally {
    // A pipe that gives nothing is closed by the end of the process alone.
    await orInterrupted(input.close(), context.interrupt).catch(() => undefined);
  }
}

interface Opened {
  readonly plan: BatchPlan;
  readonly rows: RowSource;
  readonly picking: Picking | undefined;
}

async function lookUpRows(call: Call, { plan, rows, picking }: Opened): Promise<ExitStatus> {
  const { context, globals, file, options } = call;
  const of = { command: 'batch', interface: 'gateway' } as const;
  const connection = await connect(context, new InputReader(context), of, globals, options);
  const target = requireTarget(connection.profile, 'gateway');
  await saySettings(context, globals, plan);
  const { timeoutMs, retries, clockOffsetS } = connection.call;
  const { name, environment } = connection.profile;
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
    ...(picking && { line: picking.line }),
    draws: drawsBars(context, globals, plan),
    label,
    callId,
    settings,
    again: rows.bytes === undefined || file === '-' ? undefined : () => openInput(context, file),
  });
  if (picking?.failed() === true)
    await note(
      context,
      { quiet: false },
      'The --query cannot be applied to some rows: they were printed whole.',
    );
  const facts = { settings, plan, label, callId, resumeLine: resumeLine(call) };
  const finished = closing(await withSummary(context, ended, facts), facts);
  if (callId !== null) {
    await connection.recorder.ran({
      id: callId,
      profile: name,
      environment,
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

/** `--summary`: the closing object as a file. */
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

interface Picking {
  readonly line: (result: Result) => string;
  /** Whether it could not be applied to a row, which then stands whole. */
  readonly failed: () => boolean;
}

/** `--query`: what is printed of each row. @throws {PvgError} `usage` */
async function pickingOf({ query }: GlobalOptions, { out }: BatchPlan): Promise<Picking | undefined> {
  if (query === undefined) return undefined;
  if (out !== undefined)
    throw wrongUsage(
      '--query and --out exclude each other: --out keeps rows whole, to go on from.',
      'Leave one of them out.',
    );
  const pick = (await import('../output/query.js')).parseQuery(query);
  let failed = false;
  const line = (result: Result): string => {
    const whole = resultJson(result);
    try {
      return `${printJson(pick(parseJson(whole)))}\n`;
    } catch (error) {
      if (!(error instanceof PvgError)) throw error;
      failed = true;
      return `${whole}\n`;
    }
  };
  return { line, failed: () => failed };
}

const drawsBars = ({ stderr, stdout, env }: Context, { quiet }: GlobalOptions, { out }: BatchPlan): boolean =>
  stderr.isTerminal &&
  !quiet &&
  // Rows that scroll by and a bar would tear each other apart.
  (out !== undefined || !stdout.isTerminal) &&
  !isAccessible(env) &&
  env['TERM'] !== 'dumb';

/** What the user did not say and may want to know. */
async function saySettings(context: Context, globals: GlobalOptions, plan: BatchPlan): Promise<void> {
  const { concurrency, concurrencyGiven, shard, perSecond } = plan;
  if (!concurrencyGiven)
    await note(
      context,
      globals,
      `At most ${String(concurrency)} look-ups at once (--concurrency): the contract shows no limits (§8).`,
    );
  if (shard === undefined) return;
  const part = `Part ${partOf(shard).replace('/', ' of ')} (${shard.source})`;
  const rate =
    perSecond === undefined
      ? ''
      : `; its share of --rate is ${String(Number(perSecond.toPrecision(4)))} a second`;
  await note(context, globals, `${part}${rate}. --concurrency is for each part.`);
}

const notAgain: readonly (string | undefined)[] = ['--resume', '--overwrite', '--dry-run'];

/** The same command once more, to go on. */
function resumeLine({ own, file, options, globals: { profile } }: Call): string {
  const given = (name: string | undefined, value: unknown): string[] => {
    if (name === undefined || notAgain.includes(name)) return [];
    if (Array.isArray(value)) return value.flatMap((each) => given(name, each));
    return typeof value === 'string' ? [name, value] : value === true ? [name] : [];
  };
  const words = own.flatMap((option) => given(option.long, options[option.attributeName()]));
  return shellLine(['pvg', 'batch', file, ...given('--profile', profile), ...words, '--resume']);
}

/** The closing object or table: beside the rows, except where they have a file and scripts are to read it. */
async function present(
  { context, globals }: Call,
  finished: Finished,
  { out }: BatchPlan,
): Promise<ExitStatus> {
  const { exit, view } = finished;
  if (exit === 141) return exit;
  if (globals.json) {
    const sink = out === undefined ? context.stderr : context.stdout;
    await sink.write(`${printJson(objectOf(context, finished))}\n`);
    if (exit === 0) return exit;
  }
  // --quiet is for success: what went wrong is told.
  const isGood = exit === 0 && view.mood === 'good';
  if (!isGood || !(globals.quiet || globals.json)) await tell(context, globals, view);
  return exit;
}
