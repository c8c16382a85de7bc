import { Help, type Command, type Option } from 'commander';
import { runBatch } from '../batch/batch.js';
import { checkOutputs, requireDistinctFiles, removeSummary } from '../batch/outputs.js';
import { checkRows } from '../batch/check.js';
import { EarlyEnd } from '../batch/early-end.js';
import { openRows, type OpenRows } from '../batch/open-rows.js';
import { defaultConcurrency, defaultPatienceS, formats, readPlan } from '../batch/options.js';
import type { BatchOptions, BatchPlan } from '../batch/options.js';
import { BatchSummary } from '../batch/summary.js';
import {
  callOrigin,
  openConnection,
  loadProfile,
  openSend,
  type Connection,
} from '../calls/connection.js';
import type { Context } from '../context.js';
import { onFileError } from '../file-access.js';
import { newEntryId } from '../support/journal/writer.js';
import { onPvgError, type ExitStatus } from '../failure.js';
import { InputReader } from '../input/bytes.js';
import { addCallOptions } from '../input/call-options.js';
import { choiceListOption, choiceOption } from '../input/choice-option.js';
import { appendValue, addExamples, globalOptions, type GlobalOptions } from '../input/options.js';
import { isAccessible } from '../output/terminal.js';
import type { CommandResult } from '../output/command-result.js';
import {
  printNote,
  buildJsonObject,
  formatObject,
  printResult as presentView,
} from '../output/print-result.js';
import { requireOutput, printView } from '../output/print-result.js';
import type { PresentOptions } from '../output/print-result.js';
import { requireTarget, type ResolvedProfile } from '../profiles/resolve.js';
import { lookupKinds } from '../service/outcome.js';
import { buildRequest } from '../service/send-call.js';
import { openInput } from '../tables/files.js';
import { addSentence, wrongUsage } from '../tables/refusals.js';
import {
  batchWords,
  inputName,
  batchCommandWith,
  openFailedFile,
  printBatchEnd,
  wordsFor,
  type BatchFlags,
  type BatchInvocation,
} from './batch-invocation.js';
import { isMerge, mergeResults } from './batch-merge.js';
import type { ProgramRegistration } from './registration.js';

export function register({ command, context, finish, onFailure }: ProgramRegistration): void {
  addExamples(
    command,
    [
      'pvg batch purchases.csv --profile local --out results.ndjson',
      'pvg batch purchases.csv --profile local --out results.ndjson --resume',
      'pvg batch purchases.csv --profile local --format csv',
    ],
    'The examples need a table in purchases.csv, with the columns receipt, product_id and package.',
  );
  addRowOptions(command);
  command.configureHelp({
    visibleOptions: (shown) => new Help().visibleOptions(shown).filter(isBatchOption),
  });
  addCallOptions(command, [])
    .option(
      '--client-secret-file <path|->',
      'file with the client secret, instead of the profile’s',
    )
    .addHelpText(
      'after',
      [
        '',
        'A batch only looks purchases up; it changes nothing at the service. pvg has no bulk verify, by policy: a verify',
        'RECORDS the purchase. The game’s own verify would then get 409, and the game must not grant. pvg cannot undo that.',
        '',
        'To continue a run that was killed or that failed, run the same command with --resume: it looks up what has no answer',
        'yet. A row is known by its purchase, so rows may be corrected, inserted and put in another order before that. Equal',
        'purchases are looked up once; every row gets its line.',
        '',
        'No row fails because the service is away: the run asks now and then, and ends with 20 after --patience seconds (15',
        'minutes by default), or if the service asks to wait for more than an hour; --resume continues it. If no answer ever',
        'came, it ends with 11 after 5 seconds. 429 and 503 make it slower.',
        '',
        'Status 20: some rows failed or were refused, and --resume may help. Status 21: some rows cannot be read, and all',
        'others have an answer; fix these rows, then use --resume. Status 4: the first purchases all got 401, 403 or the code',
        'UNAUTHORIZED. A second run on the same output ends with 2.',
        '',
        '--json prints one object at the end: on standard output with --out, otherwise on standard error. In a job, use',
        '--quiet and --summary, and read that file. It is written however the run ends, and one of an earlier run is removed',
        'before the first look-up.',
        '',
        ...otherFiles,
      ].join('\n'),
    )
    .action(async (file: string, options: BatchFlags) => {
      const call = { context, globals: globalOptions(command), own, file, options, summary, early };
      await finish(await lookUpAll(call));
    });
  // A copy: the global options are added later.
  const own = [...command.options];
  const summary = new BatchSummary(batchWords.contractMeaning);
  const early = new EarlyEnd(summary);
  onFailure({
    complete: (failed) => early.complete(context, failed),
    show: (options, failed) =>
      presentFailure(context, { early, options, out: command.opts<BatchFlags>().out }, failed),
  });
}

/** What help says of files that are not those of the rows. */
const otherFiles: readonly string[] = [
  'The file of --failed has the rows that failed in this run, in the order of the input; without such a row there is no',
  'file. Rows that a run did not reach before it ended have not failed: --resume looks them up. As with --summary, one',
  'that exists needs --overwrite or --resume, and is removed before the first look-up. JSON that cannot be read comes last.',
  '',
  '--merge joins the results of parts: --merge part-1.ndjson --merge part-2.ndjson. It sends nothing and needs no profile.',
  'Status 2, and nothing is written, if a row of the input has no line in a part, or a purchase is in two parts; 20 or',
  '21 if rows failed there: then look them up in the joined file with --resume. Add --force if the parts ran with it.',
];

interface ShownFailure {
  readonly early: EarlyEnd;
  readonly options: PresentOptions;
  readonly out: string | undefined;
}

/** With --json, where the closing object would be: not among the rows. */
async function presentFailure(
  context: Context,
  { early, options, out }: ShownFailure,
  failed: CommandResult,
): Promise<void> {
  if (!options.json) return presentView(context, options, failed);
  await printView(context, options, failed.view);
  const sink = out === undefined || early.isStdoutInput ? context.stderr : context.stdout;
  const writing = sink.write(
    formatObject(buildJsonObject(context, failed), options, { isError: true }),
  );
  // The failure is printed: if it is that of this stream, it need not be told twice.
  if (failed.error?.code !== 'output-unwritable') return writing;
  await writing.catch(onPvgError(() => undefined));
}

const againWords =
  'with --resume: also look up again what has this verdict, and replace its line; repeatable, or with commas';

function addRowOptions(command: Command): void {
  command
    .argument(
      '<file|->',
      'CSV or JSON (.csv, .ndjson, .json), also gzipped or zipped; other columns are copied to the output',
    )
    .option(
      '--out <file>',
      'file for the rows (default: standard output); --resume continues from it',
    )
    .addOption(
      choiceOption(
        '--format <format>',
        'of the rows (default: by the ending of --out, else ndjson)',
        formats,
      ),
    )
    .option('--resume', 'continue from what is in --out; rows that failed are tried again')
    .addOption(choiceListOption('--again <verdict>', againWords, lookupKinds))
    .option('--overwrite', 'replace existing files')
    .option(
      '--concurrency <n>',
      `begin with n look-ups at a time, and never use more (default: ${defaultConcurrency})`,
    )
    .option(
      '--rate <per second>',
      'most look-ups per second, for all shards together: each takes its share',
    )
    .option(
      '--patience <seconds>',
      `how long to wait for the end of an outage (default: ${defaultPatienceS}); what Retry-After asks for does not count`,
    )
    .option('--shard <i/n>', 'only part i of n, chosen by receipt')
    .option(
      '--merge <part>',
      'send nothing; join the results of parts in --out, in the order of the input; repeatable',
      appendValue,
    )
    .option(
      '--map <field=column>',
      'the column of receipt, product_id, package, order_id or os; in NDJSON also a path: payload.token; repeatable',
      appendValue,
    )
    .option('--product-id <id>', 'product id for rows without one')
    .option('--package <name>', 'package name for rows without one (default: the profile’s)')
    .option(
      '--delimiter <char>',
      'the character between the cells of a CSV (default: found in its first line); tab for tabs',
    )
    .option(
      '--force',
      'send receipts that do not look like receipts, also from columns that look swapped',
    )
    .option('--allow-empty', 'accept an input without rows: status 0');
  addFileOptions(command);
}

function addFileOptions(command: Command): void {
  command
    .option('--excel', 'write CSV for Excel: with a byte order mark and the delimiter of the input')
    .option(
      '--summary <file>',
      'also write the closing object to a file: counts, seconds, whether --resume helps',
    )
    .option(
      '--failed <file>',
      'also write the rows that failed, in the form of the input: an input for another batch',
    )
    .option('--report <file.html>', 'also write the summary as an HTML page');
}

/** A batch has many bodies: `--raw` has no single one to print. */
const isBatchOption = ({ long }: Option): boolean => long !== '--raw';

/** Returns a bare status when the rows and the closing table are already printed. */
async function lookUpAll(call: BatchInvocation): Promise<CommandResult | ExitStatus> {
  const { context, globals, file, options, early } = call;
  const { out, report, failed, overwrite = false, dryRun = false } = options;
  const begunMs = context.clock.elapsed();
  early.onBegun({
    input: inputName(file),
    begunMs,
    keepsEarlierResults: overwrite,
    out,
    report,
    failed,
  });
  if (globals.raw) {
    throw wrongUsage(
      '--raw cannot be used with batch.',
      'Every row is one line of JSON with the answer in it.',
    );
  }
  const typed = readPlan(options);
  await requireDistinctFiles(context, { file, plan: typed, early });
  await checkOutputs(context, typed, (added) => batchCommandWith(added, call));
  if (!dryRun) {
    await removeSummary(context, typed).catch(addSentence('Nothing was sent.'));
    early.onSummaryRemoved(typed.summary);
  }
  const printsRows = out === undefined && !dryRun;
  if (printsRows || globals.json || globals.query !== undefined) requireOutput(context);
  const plan = { ...typed, excel: await isForExcel(context, typed) };
  if (isMerge(plan)) return mergeResults(call, plan);
  const input = await openInput(context, file).catch(addSentence('Nothing was sent.'));
  try {
    const connection = dryRun
      ? undefined
      : await openConnection(context, {
          ...gatewayFlags,
          input: new InputReader(context),
          globals,
          options,
        });
    const profile = connection?.profile ?? (await profileInDryRun(call));
    const rows = await openRows(input, plan, {
      packageOfProfile: profile?.package,
      onNote: (sentence) => printNote(context, globals, sentence),
    }).catch(addSentence('Nothing was sent.'));
    if (connection === undefined) return await checkRows(rows, plan.shard, context.interrupt);
    return await lookUp(call, connection, { plan, rows });
  } finally {
    await input.close();
  }
}

/** Whether the CSV is for Excel: with --resume also if the earlier one begins with a byte order mark. */
async function isForExcel({ files }: Context, plan: BatchPlan): Promise<boolean> {
  const { out, format, existing, excel } = plan;
  if (excel || out === undefined || format !== 'csv' || existing !== 'resume') return excel;
  const existingFile = await files.open(out).catch(onFileError(() => undefined));
  for await (const chunk of existingFile?.chunks ?? []) {
    await existingFile?.close();
    return Buffer.from(chunk).toString('latin1', 0, 3) === '\xef\xbb\xbf';
  }
  return false;
}

const gatewayFlags = { command: 'batch', interface: 'gateway' } as const;

/** A dry run needs no profile. */
const profileInDryRun = ({
  context,
  globals,
}: BatchInvocation): Promise<ResolvedProfile | undefined> =>
  loadProfile(context, {
    input: new InputReader(context),
    globals,
    options: {},
    flags: { ...gatewayFlags, needsAddress: false },
  }).catch(onPvgError(() => undefined));

async function lookUp(
  call: BatchInvocation,
  connection: Connection,
  opened: { readonly plan: BatchPlan; readonly rows: OpenRows },
): Promise<ExitStatus> {
  const { context, globals, file, options, summary, early } = call;
  const { plan } = opened;
  const target = requireTarget(connection.profile, 'gateway');
  const { timeoutMs, retries, clockOffsetS } = connection.options;
  const { name, environment, valuesOf } = connection.profile;
  const input = inputName(file);
  const startedAtMs = context.clock.now();
  const callId = connection.journal.isOn ? newEntryId(startedAtMs, context.random) : null;
  const failedRows = await openFailedFile(call, opened).catch(addSentence('Nothing was sent.'));
  const result = await runBatch(context, {
    ...opened,
    summary,
    failedRows,
    send: await openSend(context, connection, { keepConnections: true }),
    build: (body, unixSeconds) =>
      buildRequest({ operation: 'lookup', body }, { target, clockOffsetS }, unixSeconds),
    timeoutMs,
    retries,
    profile: name,
    environment,
    origin: callOrigin(connection).origin,
    callId,
    input,
    isMerged: false,
    commandWith: (added) => batchCommandWith(added, call),
    paceSentences: paceWords(plan, options),
    quiet: globals.quiet,
    verbose: globals.verbose,
    onRun: (run) => {
      early.onRunBegun(run);
    },
    draws: drawsBars(context, globals, plan),
    words: wordsFor(environment, name),
  });
  if (callId !== null) {
    connection.journal.keepBatch({
      id: callId,
      profile: name,
      ...callOrigin(connection),
      values_of: valuesOf,
      case: connection.caseId ?? null,
      startedAtMs,
      exit: result.exit,
      error: result.error,
      facts: [
        { label: 'Input', value: input },
        { label: 'Output', value: plan.out ?? 'standard output' },
        { label: 'Rows', value: result.view.headline ?? '' },
      ],
    });
  }
  return printBatchEnd(call, result, plan);
}

const drawsBars = (
  { stderr, stdout, env }: Context,
  { quiet }: GlobalOptions,
  { out }: BatchPlan,
): boolean =>
  stderr.isTerminal &&
  !quiet &&
  // Scrolling rows and a progress bar would garble each other.
  (out !== undefined || !stdout.isTerminal) &&
  !isAccessible(env) &&
  env['TERM'] !== 'dumb';

/** Sentences about a concurrency that the user did not choose, and about the pace of a shard. */
function paceWords(
  { shard, perSecond, concurrency }: BatchPlan,
  { concurrency: given }: BatchOptions,
): readonly string[] {
  const sentences: string[] = [];
  if (given === undefined) {
    sentences.push(`Looking up ${concurrency} purchases at a time (change with --concurrency).`);
  }
  const rate =
    perSecond && ` Its share of --rate is ${Number(perSecond.toPrecision(4))} per second.`;
  if (shard !== undefined) {
    sentences.push(
      `Part ${shard.index} of ${shard.count}.${rate ?? ''} --concurrency applies to each part.`,
    );
  }
  return sentences;
}
