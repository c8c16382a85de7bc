import type { Environment } from '../contract/environments.js';
import type { ExitStatus, PvgError } from '../failure.js';
import type { Outcome } from '../service/outcome.js';
import type { Advice } from '../service/outcome.js';
import type { ShellWord } from '../text/shell.js';
import type { Halt, BatchRun } from './run.js';
import type { ContractMeaning, BatchSummary } from './summary.js';

/** What is known of a run when it is over. */

interface FailureWords {
  readonly says: string;
  readonly hint: string;
}

/** What is said about outcomes, for the words of a batch. */
export interface BatchWords {
  readonly contractMeaning: ContractMeaning;
  readonly adviceOf: (advice: Advice) => string;
  readonly failureOf: (outcome: Outcome) => FailureWords | null;
  /** The same when the service had answered other look-ups before: then something was sent. */
  readonly failureAfterAnswers: (outcome: Outcome) => FailureWords | null;
  /** The measured clock may be why the credentials were refused. */
  readonly isClockOff: (outcome: Outcome) => boolean;
  /** The first question where a test environment confirms nothing. */
  readonly rightEnvironment: string | undefined;
}

export interface EndingFacts {
  /** null: only environment variables. */
  readonly profile: string | null;
  /** null: parts without a row. */
  readonly environment: Environment | null;
  readonly input: string;
  readonly out: string | undefined;
  readonly report: string | undefined;
  /** The file of --failed, if this run wrote one. */
  readonly failedFile: string | undefined;
  readonly seconds: number;
  readonly callId: string | null;
  /** The command line of this run, with this option, and with new values of other options. */
  readonly commandWith: (
    option: '--resume' | '--overwrite',
    newValues?: Readonly<Record<string, ShellWord>>,
  ) => string;
  /** Why a file about the run (its summary, its report) could not be written. */
  readonly fileProblem: PvgError | undefined;
  /** `--merge`: the lines come from parts, not from look-ups. */
  readonly isMerged: boolean;
  /** The run ended before it opened the file of --out, which still has the results of an earlier run. */
  readonly keepsEarlierResults: boolean;
  /** How many rows of this run are not in the file because the disk was full; undefined if that is not known. */
  readonly lostLines?: number | undefined;
  readonly words: BatchWords;
  /** What was done to cells of the input, as sentences. */
  readonly inputNotes: readonly string[];
}

/** Who was asked, for people. */
export function askedProfileWords({ profile }: Pick<EndingFacts, 'profile'>): string {
  return profile ?? 'environment variables';
}

/** No verdict of a look-up covers refunds and chargebacks. */
export const refundNote =
  'A look-up shows neither refunds nor chargebacks. Android refunds are in the store’s voided-purchase reports: `pvg reconcile` joins them with these look-ups.';

/** How a run ended, before it is shown. */
export interface BatchEnding {
  readonly exit: ExitStatus;
  readonly code?: string | undefined;
  readonly says: string;
  readonly hint?: string | undefined;
}

/**
 * What a run counts. Two counts are about lines in the file of --out that no row of this run has: `goneLines` without
 * shards, `foreignLines` with shards, where another shard may have the row.
 */
type RunTotals = Pick<
  BatchRun,
  | 'readRows'
  | 'ownRows'
  | 'earlierRows'
  | 'repeatedRows'
  | 'goneLines'
  | 'foreignLines'
  | 'firstGoneLines'
>;

export interface FinishedRun {
  /** undefined: all rows are done. */
  readonly halt: Halt | undefined;
  readonly run: RunTotals;
  readonly summary: BatchSummary;
  readonly facts: EndingFacts;
}

/** What a run counts beside its summary. */
export type RunCounts = Pick<RunTotals, 'earlierRows' | 'repeatedRows' | 'goneLines'>;

/** The credentials were refused, so that the service says no to every row. */
export const exitOfRefusedCredentials: ExitStatus = 4;
/** Every row that can be read has an answer; the others cannot be read. */
export const exitOfUnreadableRows: ExitStatus = 21;
/** What is said of these rows: also by a dry run. */
export const unreadableError = {
  code: 'input-unreadable',
  hint: 'Fix these rows in the input.',
  section: null,
} as const;
/** Some rows failed, and may get an answer in another run. */
export const exitOfFailedRows: ExitStatus = 20;

/**
 * The problem may pass by itself: `--resume` may bring more answers now. The numbers: a bug, a service that was not reached,
 * an output that could not be written, and two signals.
 */
export const exitsThatResume: readonly ExitStatus[] = [1, 11, 14, exitOfFailedRows, 130, 143];
/** `--resume` brings more answers only after somebody has fixed the problem. */
export const exitsToFixFirst: readonly ExitStatus[] = [
  2,
  exitOfRefusedCredentials,
  exitOfUnreadableRows,
];
