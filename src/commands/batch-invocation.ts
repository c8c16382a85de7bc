import type { Option } from 'commander';
import type { EarlyEnd } from '../batch/early-end.js';
import { openFailedRows, type FailedRows } from '../batch/failed-rows.js';
import {
  exitOfFailedRows,
  exitOfUnreadableRows,
  refundNote,
  type BatchWords,
} from '../batch/finished-run.js';
import type { OpenRows } from '../batch/open-rows.js';
import type { BatchOptions, BatchPlan } from '../batch/options.js';
import type { BatchSummary } from '../batch/summary.js';
import type { CredentialOptions } from '../calls/connection.js';
import type { Context } from '../context.js';
import type { Environment } from '../contract/environments.js';
import type { ExitStatus } from '../failure.js';
import type { CallFlags } from '../input/call-options.js';
import type { GlobalOptions } from '../input/options.js';
import { repeatOptions } from '../input/repeat-options.js';
import type { CommandResult, View } from '../output/command-result.js';
import { buildJsonObject, formatObject, printView, loadQuery } from '../output/print-result.js';
import { joinSentences } from '../text/sentences.js';
import { optionWithValue, optionWords, shellLine, type ShellWord } from '../text/shell.js';
import { isClockOff } from '../wording/answer-details.js';
import { catalogue } from '../wording/catalogue.js';
import { describeLaterUnreached, describeOutcome } from '../wording/describe.js';
import { adviceLabels } from '../wording/description.js';
import {
  environmentQuestion,
  isVerdict,
  storeAccessRefused,
  verdictById,
} from '../wording/verdict.js';

/** What a batch and a merge of its parts share: their command line, the words of the output, and the closing table. */

export type BatchFlags = BatchOptions & CredentialOptions & CallFlags;

export interface BatchInvocation {
  readonly context: Context;
  readonly globals: GlobalOptions;
  /** The options of `batch` and of calls, without the global ones. */
  readonly ownOptions: readonly Option[];
  readonly file: string;
  readonly options: BatchFlags;
  /** Counts the rows. */
  readonly summary: BatchSummary;
  /** Makes the result if the run fails before its rows are done. The run tells it each step. */
  readonly early: EarlyEnd;
}

/** What sentences call the input. */
export function inputName(file: string): string {
  return file === '-' ? 'standard input' : file;
}

export const batchWords: Omit<BatchWords, 'rightEnvironment'> = {
  contractMeaning: (outcomeId, rowStatus) => {
    if (rowStatus === 'store-closed') {
      const { who, next } = storeAccessRefused;
      return { who, says: joinSentences(storeAccessRefused.says, next) };
    }
    // `store-unavailable` is a verdict even for a row that does not count as answered.
    const isVerdictRow = rowStatus === 'answered' || outcomeId === 'store-unavailable';
    // Some verdicts name nobody who acts, so `who` is empty for them.
    if (isVerdictRow && isVerdict(outcomeId)) return { who: '', ...verdictById(outcomeId) };
    const entry = Object.entries(catalogue.gateway).find(([listed]) => listed === outcomeId)?.[1];
    const beginning = rowStatus === 'answered' ? '' : 'Failed: ';
    return entry && { says: `${beginning}${entry.title}. ${entry.means}`, who: entry.who };
  },
  adviceOf: (advice) => adviceLabels[advice],
  failureOf: (outcome) => describeOutcome(outcome).error,
  failureAfterAnswers: (outcome) =>
    describeLaterUnreached(outcome) ?? describeOutcome(outcome).error,
  isClockOff,
};

/** @param environment null if no row has one */
export function wordsFor(environment: Environment | null, profile: string | null): BatchWords {
  const rightEnvironment =
    environment === null ? undefined : environmentQuestion(environment, profile === 'local');
  return { ...batchWords, rightEnvironment };
}

/** Options that a later command line for the same run leaves out, because they only say how this run began. */
const notRepeated: readonly string[] = ['--resume', '--overwrite', '--dry-run'];

/** The parts of a command line that are repeated. */
type LineParts = Pick<BatchInvocation, 'ownOptions' | 'file' | 'options'> & {
  readonly globals: Pick<GlobalOptions, 'profile'>;
};

/** The command line of this run, with one option of `notRepeated`, or with none, and with new values of other options. */
export function batchCommandWith(
  added: string | undefined,
  { ownOptions, file, options, globals: { profile } }: LineParts,
  newValues: Readonly<Record<string, ShellWord>> = {},
): string {
  const leftOut = [...notRepeated, ...Object.keys(newValues)];
  const words = repeatOptions({ ownOptions, options, notRepeated: leftOut });
  const profileWords = profile === undefined ? [] : optionWithValue('--profile', profile);
  const addedWords = added === undefined ? [] : [added];
  const line = ['pvg', 'batch', file, ...profileWords, ...words, ...addedWords];
  return shellLine([...line, ...optionWords(newValues)]);
}

/** The file of `--failed`. @throws {PvgError} `output-in-use`, `output-unwritable` */
export async function openFailedFile(
  { context, early }: BatchInvocation,
  { plan, rows }: { readonly plan: BatchPlan; readonly rows: OpenRows },
): Promise<FailedRows | undefined> {
  if (plan.failed === undefined) return undefined;
  const { form } = rows.table;
  const failedRows = await openFailedRows(context, { path: plan.failed, form });
  early.onFailedRowsOpened(failedRows);
  return failedRows;
}

/** Prints the closing table on stderr. With --json the object comes last: to stdout, or to stderr without --out. */
export async function printBatchEnd(
  call: BatchInvocation,
  result: CommandResult,
  plan: BatchPlan,
): Promise<ExitStatus> {
  const exit = await printEnd(call, result, plan);
  // From here EarlyEnd leaves the file of --summary alone; if printing fails before, it writes that failure into it.
  call.early.onEndPrinted();
  return exit;
}

const exitsOfFailedRows: readonly ExitStatus[] = [exitOfFailedRows, exitOfUnreadableRows];

/** So many sentences about failed rows `--quiet` prints: a job that mails its output sends the same ones each night. */
const mostRowsIfQuiet = 3;

/** Without the table of all rows, and with a few failed rows alone. `--summary` and the results have the others. */
function quietView(view: View, summary: BatchSummary, { failed }: BatchPlan): View {
  const { headline = '', mood = 'careful', notes = [], nextCommand } = view;
  const rowNotes = summary.failureWords();
  const firstRow = notes.findIndex((note) => rowNotes.includes(note));
  const otherNotes = notes.filter((note) => note !== refundNote && !rowNotes.includes(note));
  const fewRows = summary.fewFailureWords(mostRowsIfQuiet, failed);
  return { headline, mood, notes: otherNotes.toSpliced(firstRow, 0, ...fewRows), nextCommand };
}

async function printEnd(
  { context, globals, summary }: BatchInvocation,
  result: CommandResult,
  plan: BatchPlan,
): Promise<ExitStatus> {
  const { exit, view } = result;
  // The reader of standard output is gone, so nothing more is printed.
  if (exit === 141) return exit;
  // --quiet and --json silence success only. --quiet still prints a success with something to note, such as skipped rows.
  const isSilent = exit === 0 && (globals.json || (globals.quiet && view.mood === 'good'));
  const isShort = globals.quiet && exitsOfFailedRows.includes(exit);
  const shownView = isShort ? quietView(view, summary, plan) : view;
  if (!isSilent) await printView(context, globals, shownView);
  if (!globals.json) return exit;
  const query = await loadQuery(globals.query);
  const sink = plan.out === undefined ? context.stderr : context.stdout;
  await sink.write(formatObject(buildJsonObject(context, result), { ...globals, query }));
  return exit;
}
