import { Help, type Command, type Option } from 'commander';
import { lookUpAll } from '../batch/batch.js';
import type { Ended } from '../batch/ending.js';
import {
  closedOutput,
  openInput,
  outputIntoInput,
  readInput,
  refuseSame,
  reread,
} from '../batch/input-file.js';
import { checkOutputs, requireOutFolder } from '../batch/output.js';
import { readPlan, type BatchOptions, type BatchPlan } from '../batch/options.js';
import { paths, records } from '../contract/interfaces.js';
import { orInterrupted } from '../contract/or-interrupted.js';
import { ndjsonLine, type Result } from '../batch/result.js';
import { runSettings } from '../batch/run-settings.js';
import { checkRows } from '../batch/check.js';
import { partOf } from '../batch/shard.js';
import { connect, sendOf, type CredentialOptions } from '../calls/connection.js';
import type { Context, OpenFile } from '../context.js';
import { signedRequest } from '../contract/request.js';
import { PvgError, type ExitStatus } from '../failure.js';
import { InputReader } from '../input/bytes.js';
import { addCallOptions, examples, globalOptions, type GlobalOptions } from '../input/options.js';
import { isAccessible } from '../output/accessible.js';
import { failedFinished, type Finish, type Finished } from '../output/finished.js';
import { parseJson } from '../text/json/parse.js';
import { printJson } from '../text/json/print.js';
import { note, tell } from '../output/present.js';
import { shellLine } from '../text/shell.js';
import { requireTarget } from '../profiles/resolve.js';

type Options = BatchOptions & CredentialOptions & Record<string, unknown>;

export function registerBatch(command: Command, context: Context, finish: Finish): void {
  examples(command, [
    'pvg batch purchases.csv --profile local --out results.ndjson',
    'pvg batch purchases.csv --profile local --out results.ndjson --resume',
    'pvg batch purchases.csv --profile local --format csv',
  ]);
  command
    .argument('<file|->', 'CSV with a header, or NDJSON: receipt, product_id, package, and any other members')
    .option(
      '--out <file>',
      'where the rows go (default: standard output); it is also what --resume goes on from',
    )
    .option('--format <ndjson|csv>', 'of the output (default: by the ending of --out, else ndjson)')
    .option('--resume', 'go on from what --out holds; rows that failed are tried again')
    .option('--overwrite', 'replace files that exist')
    .option('--ordered', 'rows in the order of the input')
    .option('--concurrency <n>', 'look-ups at once, at most and to begin with (default: 4)')
    .option('--rate <per second>', 'look-ups a second at most, over all shards')
    .option('--shard <i/n>', 'only the i-th of n parts, by receipt; auto: as the job scheduler says')
    .option(
      '--map <field=column>',
      'the column that holds receipt, product_id, package or os; repeatable',
      collect,
    )
    .option('--product-id <id>', 'for rows without one')
    .option('--package <name>', 'for rows without one')
    .option('--force', 'send receipts that look like none')
    .option('--report <file.html>', 'the summary as a page');
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
        'Mend rows in place and do not add or remove any between: --resume knows a row by its number. Rows that are tried',
        'again stand at the end of the output, with --ordered too.',
      ].join('\n'),
    )
    .action(async (file: string, options: Options) => {
      const globals = globalOptions(command);
      await finish(
        await runBatch(context, globals, file, options).catch((error: unknown) =>
          toldBeside(context, globals, error),
        ),
      );
    });
}

/** With --query stdout has what was picked of rows alone: an error would be a bare `null` there. */
async function toldBeside(context: Context, globals: GlobalOptions, error: unknown): Promise<ExitStatus> {
  if (globals.query === undefined || !(error instanceof PvgError) || error.exit === 141) throw error;
  await tell(context, globals, failedFinished('batch', error).view);
  return error.exit;
}

/** There is no one body whose bytes could be printed. */
const isOfRows = ({ long }: Option): boolean => long !== '--raw';

const collect = (value: string, before: readonly string[] = []): readonly string[] => [...before, value];

/** A bare status: the rows and the closing table have said all there is to say. */
export async function runBatch(
  context: Context,
  globals: GlobalOptions,
  file: string,
  options: Options,
): Promise<Finished | ExitStatus> {
  // A shell leads files to standard input and output.
  const source = file === '-' ? '/dev/stdin' : file;
  const unusable = (await outputIntoInput(context, source)) ?? closedOutput(context, options);
  if (unusable !== undefined) {
    // With --json an error goes to standard output, which is the input or closed.
    await tell(context, globals, failedFinished('batch', unusable).view);
    return unusable.exit;
  }
  if (globals.raw) {
    throw new PvgError('usage', '--raw does not go with batch.', {
      hint: 'Every row is one line of JSON, with the answer in it: `--query answer`.',
    });
  }
  const plan = readPlan(options, context.env, globals);
  const dryRun = options['dryRun'] === true;
  const picking = dryRun ? undefined : await pickingOf(globals, plan);
  await refuseSame(context, { 'the input': source, '--out': plan.out, '--report': plan.report });
  await checkOutputs(context, plan, dryRun);
  const input = await openInput(context, file);
  try {
    return await runRows(context, globals, file, options, { plan, input, picking });
  } finally {
    // A pipe that gives nothing is closed by the end of the process alone.
    await orInterrupted(input.close(), context.interrupt).catch(() => undefined);
  }
}

interface Opened {
  readonly plan: BatchPlan;
  readonly input: OpenFile;
  readonly picking: Picking | undefined;
}

async function runRows(
  context: Context,
  globals: GlobalOptions,
  file: string,
  options: Options,
  { plan, input: opened, picking }: Opened,
): Promise<Finished | ExitStatus> {
  const rows = await readInput(opened, plan, context.interrupt);
  if (rows.guessed.length > 0)
    await note(
      context,
      globals,
      `Columns, by their names: ${rows.guessed.join('; ')} (--map says otherwise).`,
    );
  if (options['dryRun'] === true) {
    await requireOutFolder(context, plan);
    return checkRows(rows, plan, context.interrupt);
  }

  const input = new InputReader(context);
  const connection = await connect(
    context,
    input,
    { command: 'batch', interface: 'gateway' },
    globals,
    options,
  );
  const target = requireTarget(connection.profile, 'gateway');
  await saySettings(context, globals, plan);
  const { timeoutMs, retries, clockOffsetS } = connection.call;
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
    label: file === '-' ? 'standard input' : file,
    settings: runSettings(plan, {
      profile: connection.profile.name ?? 'environment variables',
      environment: connection.profile.environment,
      baseUrl: target.baseUrl,
      clientId: target.clientId ?? '',
    }),
    again: opened.size === undefined || file === '-' ? undefined : () => reread(context, file, plan),
  });
  if (picking?.failed() === true)
    await note(
      context,
      { quiet: false },
      'The --query cannot be applied to some rows: they were printed whole.',
    );
  const { name, environment } = connection.profile;
  const place = { profile: name ?? 'environment variables', environment };
  return present(context, globals, ended, place, resumeLine(file, plan, options, globals));
}

interface Picking {
  readonly line: (result: Result) => string;
  /** Whether it could not be applied to a row, which then stands whole. */
  readonly failed: () => boolean;
}

/** `--query`: what is printed of each row. @throws {PvgError} `usage` */
async function pickingOf({ query }: GlobalOptions, { out }: BatchPlan): Promise<Picking | undefined> {
  if (query === undefined) return undefined;
  if (out !== undefined) {
    throw new PvgError(
      'usage',
      '--query and --out exclude each other: --out keeps rows whole, to go on from.',
      {
        hint: 'Leave one of them out.',
      },
    );
  }
  const pick = (await import('../output/query.js')).parseQuery(query);
  let failed = false;
  const line = (result: Result): string => {
    const whole = ndjsonLine(result);
    try {
      return `${printJson(pick(parseJson(whole)))}\n`;
    } catch (error) {
      if (!(error instanceof PvgError)) throw error;
      failed = true;
      return whole;
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
  if (!concurrencyGiven) {
    await note(
      context,
      globals,
      `At most ${String(concurrency)} look-ups at once (--concurrency): the contract shows no limits (§8).`,
    );
  }
  if (shard !== undefined) {
    const part = `Part ${partOf(shard).replace('/', ' of ')} (${shard.source})`;
    const rate =
      perSecond === undefined
        ? ''
        : `; its share of --rate is ${String(Number(perSecond.toPrecision(4)))} a second`;
    await note(context, globals, `${part}${rate}. --concurrency is for each part.`);
  }
}

/** The same command once more, to go on. */
function resumeLine(
  file: string,
  { out }: BatchPlan,
  options: Options,
  { profile }: GlobalOptions,
): string | undefined {
  if (out === undefined) return undefined;
  const given = (name: string, value: unknown): string[] =>
    typeof value === 'string' ? [name, value] : value === true ? [name] : [];
  return shellLine([
    ...['pvg', 'batch', file],
    ...given('--profile', profile),
    ...given('--out', out),
    ...given('--format', options.format),
    ...given('--ordered', options.ordered),
    ...given('--concurrency', options.concurrency),
    ...given('--rate', options.rate),
    ...given('--shard', options.shard),
    ...(options.map ?? []).flatMap((pair) => given('--map', pair)),
    ...given('--product-id', options.productId),
    ...given('--package', options.package),
    ...given('--force', options.force),
    ...given('--report', options.report),
    ...given('--timeout', options['timeout']),
    ...given('--retries', options['retries']),
    ...given('--clock-offset', options['clockOffset']),
    ...given('--base-url', options['baseUrl']),
    ...given('--client-secret-file', options.clientSecretFile),
    '--resume',
  ]);
}

/** The closing table, and what ended the run. @returns the exit status */
async function present(
  context: Context,
  globals: GlobalOptions,
  ended: Ended,
  place: { readonly profile: string; readonly environment: string },
  resume: string | undefined,
): Promise<ExitStatus> {
  if (ended.exit === 141) return ended.exit;
  const { summary, exit } = ended;
  // --quiet is for success: what went wrong is told.
  if (globals.quiet && exit === 0 && !ended.refused) return exit;
  // What was wrong in the command or the files is wrong the second time too.
  const goesOn = exit !== 0 && exit !== 2 && resume !== undefined && ended.unfinished;
  const lines = summary.lines();
  await tell(context, globals, {
    headline: ended.says,
    mood: exit === 0 && !ended.refused ? 'good' : exit === 20 || exit === 0 ? 'careful' : 'bad',
    facts: [{ label: 'Profile', value: `${place.profile} (${place.environment})` }],
    ...(lines.length > 0 && {
      table: {
        head: ['Rows', 'Verdict or error', 'Meaning'],
        rows: lines.map(({ name, rows, says }) => [String(rows), name, says]),
      },
    }),
    notes: [
      ...ended.notes,
      ...(exit !== 0 && exit !== 20 && resume === undefined
        ? ['Without --out there is nothing to go on from: the next run starts with the first row.']
        : []),
    ],
    ...(goesOn
      ? { nextCommand: resume }
      : ended.refused !== undefined && {
          nextCommand: shellLine(['pvg', 'explain-error', ended.refused.replace(/^http-/, '')]),
        }),
  });
  return exit;
}
