import type { ExitStatus, PvgError } from '../failure.js';
import { commandResult, type CommandResult } from '../output/command-result.js';
import type { Advice } from '../service/outcome.js';
import { counted, joinSentences } from '../text/sentences.js';
import {
  refundNote,
  exitOfFailedRows,
  exitOfRefusedCredentials,
  exitOfUnreadableRows,
  exitsThatResume,
  unreadableError,
  type BatchEnding,
  type EndingFacts,
  type FinishedRun,
  type RunCounts,
} from './finished-run.js';
import {
  isOnlyRefusedLeft,
  isRateRefused,
  metOnlyPages,
  mustBeFixed,
  refusedAgainWords,
  refusedWords,
} from './refused-rows.js';
import { buildRunView } from './run-view.js';
import type { Halt } from './run.js';
import { spanWords } from './span.js';
import type { BatchSummary } from './summary.js';

/** How a batch ended: an object for scripts, words for people, and a status. */

export function batchResult(finished: FinishedRun): CommandResult {
  const { facts } = finished;
  const ending = withFileProblem(endingOf(finished), facts.fileProblem);
  const { exit, code = 'rows-failed', says, hint = '' } = ending;
  return commandResult('batch', {
    profile: facts.profile,
    environment: facts.environment,
    interface: 'gateway',
    exit,
    // A single look-up that met a page says the same.
    advice: metOnlyPages(finished) ? 'check' : adviceOfRun(exit, isOnlyRefusedLeft(finished)),
    callId: facts.callId,
    error: exit === 0 ? null : { code, says, hint, section: null },
    answer: summaryAnswer({ exit, says, needsFix: mustBeFixed(finished) }, finished),
    view: buildRunView(ending, finished),
  });
}

/** What a script does about the run. */
export function adviceOfRun(exit: ExitStatus, areOnlyRefusedLeft = false): Advice {
  if (exit === 0 || exit === exitOfClosedPipe) return 'none';
  // A person has to see to pvg, or to the disk, before another run helps. Nothing was recorded, so no purchase is in doubt.
  if (exit === 1) return 'check';
  if (exit === 14) return 'fix-request';
  return exitsThatResume.includes(exit) && !areOnlyRefusedLeft ? 'retry-later' : 'fix-request';
}

const exitOfClosedPipe: ExitStatus = 141;

interface AnswerEnding extends Pick<BatchEnding, 'exit' | 'says'> {
  /** Another run would change nothing until somebody has fixed something. */
  readonly needsFix?: boolean;
}

interface CountedRun {
  readonly run: RunCounts;
  readonly summary: BatchSummary;
  readonly facts: AnswerFacts;
}

interface AnswerFacts extends Pick<
  EndingFacts,
  'out' | 'report' | 'failedFile' | 'seconds' | 'keepsEarlierResults'
> {
  /** null: the command line has none. */
  readonly input: string | null;
}

/** The figures of a run, however it ended: docs/schemas/batch-summary.schema.json. */
export function summaryAnswer(
  { exit, says, needsFix = false }: AnswerEnding,
  { run, summary, facts }: CountedRun,
) {
  const { out, report, failedFile, seconds, input, keepsEarlierResults } = facts;
  return {
    says,
    rows: summary.rows,
    answered: summary.rows - summary.withoutAnswer,
    failed: summary.withoutAnswer,
    unreadable: summary.unreadable,
    earlier: run.earlierRows,
    repeated: run.repeatedRows,
    gone: run.goneLines,
    unusual: summary.unusual,
    by_verdict: summary.byVerdict(),
    by_failure: summary.byFailure(),
    first_failures: summary.failures.map((failure) => ({ ...failure })),
    seconds,
    input,
    output: out ?? null,
    report: report ?? null,
    failed_file: failedFile ?? null,
    refunds: refundNote,
    resume_helps:
      out !== undefined && !keepsEarlierResults && exitsThatResume.includes(exit) && !needsFix,
  };
}

function endingOf(finished: FinishedRun): BatchEnding {
  const { halt, summary } = finished;
  if (halt?.kind === 'stopped') return stoppedEnding(halt.error, finished);
  if (halt !== undefined) return haltedEnding(halt, finished);
  const says = wholeRunWords(finished);
  if (summary.withoutAnswer > summary.unreadable) {
    return { exit: exitOfFailedRows, says, hint: hintAfterFailedRows(finished) };
  }
  if (summary.withoutAnswer === 0) return { exit: 0, says };
  return {
    exit: exitOfUnreadableRows,
    ...unreadableError,
    says,
  };
}

/** Beside rows that another run may answer: what it does not help. */
function hintAfterFailedRows(finished: FinishedRun): string | undefined {
  const hints = joinSentences(
    finished.summary.unreadable > 0 && 'Fix the rows that cannot be looked up in the input.',
    refusedAgainWords(finished),
  );
  return hints === '' ? undefined : hints;
}

function stoppedEnding(error: PvgError, finished: FinishedRun): BatchEnding {
  const { exit, code, message, details } = error;
  const rowsWords = code === 'output-unwritable' ? wordsOfLostLines(finished) : doneWords(finished);
  return { exit, code, says: `${message} ${rowsWords}`, hint: details.hint };
}

/** The output may have lost lines, and the counts include them: so the sentence does not say "written". */
function wordsOfLostLines(finished: FinishedRun): string {
  const { facts } = finished;
  const judged = `${outcomeWords(finished)}.`;
  if (hasNewRows(finished)) {
    if (facts.lostLines !== undefined) {
      const rows = ownRowCount(finished);
      return `${judged} In the file: ${rows - facts.lostLines} of ${counted(rows, 'row')}. --resume looks up the others again.`;
    }
    return `${judged} --resume looks up again those that are not in the file.`;
  }
  return facts.out === undefined
    ? `${judged} Which of their lines were written is not known.`
    : judged;
}

type EarlyHalt = Exclude<Halt, { kind: 'stopped' }>;

function haltedEnding(halt: EarlyHalt, finished: FinishedRun): BatchEnding {
  const outcome = halt.lastFailure?.outcome;
  const { failureOf, failureAfterAnswers } = finished.facts.words;
  const describe = halt.kind === 'never-answered' ? failureOf : failureAfterAnswers;
  const failure = outcome === undefined ? null : describe(outcome);
  return {
    exit: exitOfHalt[halt.kind],
    code: codeOfHalt(halt),
    says: `${whyHalted(halt, failure?.says ?? '')} The run ended; ${doneWords(finished)}`,
    hint: isRateRefused(finished) ? joinSentences(failure?.hint, askForRate) : failure?.hint,
  };
}

const askForRate =
  'Ask the operator how many look-ups a second the service allows, and give that number with `--rate`.';

const exitOfHalt: Readonly<Record<EarlyHalt['kind'], ExitStatus>> = {
  refused: exitOfRefusedCredentials,
  'asked-to-wait': exitOfFailedRows,
  outage: exitOfFailedRows,
  'only-pages': exitOfFailedRows,
  // As after a single call that did not reach the service.
  'never-answered': 11,
};

/** The run wrote to the file of --out, and did not end before it had opened that file. */
const hasNewRows = ({ facts }: FinishedRun): boolean =>
  facts.out !== undefined && !facts.keepsEarlierResults;

/** `12 rows (3 by an earlier run)`. */
function rowCount({ run, summary }: FinishedRun): string {
  const earlier = summary.earlierRows - unclaimedLines(run);
  const earlierWords = earlier > 0 ? ` (${earlier} by an earlier run)` : '';
  return `${counted(ownRowCount({ run, summary }), 'row')}${earlierWords}`;
}

/** Lines of an earlier run whose rows this input does not have: they are in the summary, but no rows of this run. */
const unclaimedLines = ({ goneLines, foreignLines }: FinishedRun['run']): number =>
  goneLines + foreignLines;

const ownRowCount = ({ run, summary }: Pick<FinishedRun, 'run' | 'summary'>): number =>
  summary.rows - unclaimedLines(run);

/** `12 rows (3 by an earlier run) were answered`, `12 rows: 9 were answered, 3 failed`. */
function outcomeWords(finished: FinishedRun): string {
  const { run, summary } = finished;
  const { withoutAnswer } = summary;
  const was = (rows: number): string => (rows === 1 ? 'was' : 'were');
  if (withoutAnswer === 0) return `${rowCount(finished)} ${was(summary.rows)} answered`;
  const answered = summary.rows - run.goneLines - run.foreignLines - withoutAnswer;
  return `${rowCount(finished)}: ${answered} ${was(answered)} answered, ${withoutAnswer} failed`;
}

function doneWords(finished: FinishedRun): string {
  const { rows, withoutAnswer } = finished.summary;
  const isWritten = hasNewRows(finished) && rows > 0;
  const writtenWords = withoutAnswer === 0 ? ' and written' : '; all are written';
  return `${outcomeWords(finished)}${isWritten ? writtenWords : ''}.`;
}

/** Whatever the rows came to, a file that could not be written at the end is named. It sets the status only if the rows left it 0. */
function withFileProblem(ending: BatchEnding, fileProblem: PvgError | undefined): BatchEnding {
  if (fileProblem === undefined) return ending;
  const { exit, code } = ending.exit === 0 ? fileProblem : ending;
  return { ...ending, exit, code, says: `${ending.says} ${fileProblem.message}` };
}

/** The code of the last failure. If a proxy refused the credentials, it is `http-403`: its page has no code of the service. */
function codeOfHalt({ kind, lastFailure }: EarlyHalt): string | undefined {
  const code = lastFailure?.error?.code;
  if (
    kind === 'refused' &&
    lastFailure?.exit !== exitOfRefusedCredentials &&
    code === 'no-contract-shape'
  ) {
    return `http-${String(lastFailure?.outcome?.status)}`;
  }
  return code;
}

function whyHalted(halt: EarlyHalt, failureWords: string): string {
  switch (halt.kind) {
    case 'refused':
      return `The credentials were refused for the first ${firstPurchases(halt.purchases)}. ${failureWords}`.trim();
    case 'asked-to-wait':
      return `The service asks to wait ${spanWords(halt.askedMs / 1000)}. A run waits at most one hour.`;
    case 'outage':
    case 'only-pages':
    case 'never-answered':
      return `${silenceWords(halt)} ${failureWords}`.trim();
  }
}

/** What the last look-ups came to: only where nothing came is the service said not to answer. */
function silenceWords({ lastFailure }: EarlyHalt): string {
  switch (lastFailure?.outcome?.kind) {
    case 'limited':
      return 'The service refuses look-ups.';
    case 'foreign':
    case 'redirected':
      return 'Something other than the service answers at this address.';
    case 'broken':
    case 'failed':
    case 'store-unavailable':
      return 'The service gives no result.';
    default:
      return 'The service does not answer.';
  }
}

const firstPurchases = (purchases: number): string =>
  purchases === 1 ? 'purchase' : `${purchases} purchases`;

function wholeRunWords(finished: FinishedRun): string {
  const { run, summary } = finished;
  const { withoutAnswer, unreadable } = summary;
  const failedOfSent = withoutAnswer - unreadable;
  if (run.readRows === 0) return 'The input has no rows: there was nothing to look up.';
  if (run.ownRows === 0) {
    return `The input has ${counted(run.readRows, 'row')}, but this part has none: there was nothing to look up.`;
  }
  const parts: string[] = [];
  if (unreadable > 0) parts.push(`${unreadable} cannot be looked up`);
  if (failedOfSent > 0) parts.push(`${failedOfSent} failed${refusedWords(summary)}`);
  if (parts.length === 0) return `${rowCount(finished)}, all answered.`;
  return `${rowCount(finished)}, of which ${parts.join(' and ')}.`;
}
