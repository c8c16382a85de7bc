import { CommanderError } from 'commander';
import type { Context } from './context.js';
import { FileError, whyFailed } from './file-access.js';
import { debugHint, PvgError, type ExitStatus } from './failure.js';
import { usageError } from './input/usage.js';
import { failureResult, type CommandResult } from './output/command-result.js';
import { redactedMark } from './output/redaction.js';
import { commandName, shownOptions, type Run, type ShownOptions } from './run.js';

/** Shows why a run failed, and says with which status it ends. Never fails itself. */
export async function reportFailure(run: Run, error: unknown): Promise<ExitStatus> {
  const { context } = run;
  const failure = failureOf(run, error);
  // Made for a closed pipe, too: it writes the files that the command leaves behind, such as that of `--summary`.
  const result = await resultOfFailure(run, failure);
  // Nobody reads the output any more, so nothing is shown.
  if (failure.code === 'pipe-closed') return failure.exit;
  const chosenOptions = await shownOptions(run);
  const options =
    failure.code === 'query-failed' ? { ...chosenOptions, json: false } : chosenOptions;
  try {
    if (options.debug) await context.stderr.write(`${withoutPrivates(context, stackOf(error))}\n`);
    await showResult(run, options, result);
    return failure.exit;
  } catch (second) {
    // Without colours and JSON: the code that colours may be the damaged file, and standard error may work where stdout failed.
    const simpleOptions = { ...options, json: false, color: false };
    const original = { options: simpleOptions, result };
    if (failure.code === 'outcome-unknown') return reportOutcomeUnknown(run, failure, original);
    return reportSecond(run, second, original);
  }
}

/** A verify may have been recorded: that is said by any means left, and the status stays 10 whatever the printing does. */
async function reportOutcomeUnknown(
  run: Run,
  failure: PvgError,
  { options, result }: Shown,
): Promise<ExitStatus> {
  await showResult(run, options, result).catch(() => printLastWords(run, failure));
  return failure.exit;
}

interface Shown {
  readonly options: ShownOptions;
  readonly result: CommandResult;
}

/**
 * Reports a failure that could not be shown, by the simplest means.
 * @param second why it could not be shown
 * @param original what was to be shown
 */
async function reportSecond(run: Run, second: unknown, original: Shown): Promise<ExitStatus> {
  const { options, result } = original;
  const showQuietly = (shown: CommandResult): Promise<void> =>
    showResult(run, options, shown).catch(() => undefined);
  if (!(second instanceof PvgError)) {
    await showQuietly(result);
    return 1;
  }
  if (second.code === 'pipe-closed') return second.exit;
  // Only `--query` did not fit: the original is shown without it.
  if (second.code === 'query-failed') {
    await showQuietly(result);
    return result.exit;
  }
  const secondResult = failureResult(commandName(run), second, run.context.callTarget);
  await showQuietly(secondResult);
  return secondResult.exit;
}

function showResult(run: Run, options: ShownOptions, result: CommandResult): Promise<void> {
  if (run.ownFailure) return run.ownFailure.show(options, result);
  return run.show(run.context, options, result);
}

async function resultOfFailure(run: Run, failure: PvgError): Promise<CommandResult> {
  const result = failureResult(commandName(run), failure, run.context.callTarget);
  return run.ownFailure ? run.ownFailure.complete(result) : result;
}

/**
 * They stay as they are even after a verify: an unknown outcome (10), output that could not be written (14), a closed pipe
 * (141), and the signals (130, 143).
 */
const exitsKeptAfterVerify: readonly ExitStatus[] = [10, 14, 130, 141, 143];

/** The failure that an error means. After a verify, any other failure becomes one that says: what became of it is unknown. */
function failureOf(run: Run, error: unknown): PvgError {
  const failure = asFailure(run, error);
  const keepsItsStatus = exitsKeptAfterVerify.includes(failure.exit);
  const afterVerify = keepsItsStatus ? undefined : run.context.recordFailureAfterVerify?.(error);
  return afterVerify instanceof PvgError ? afterVerify : failure;
}

/** Prints only pvg's own words, which need neither layout nor redaction: layout or redaction has failed. */
const printLastWords = ({ context }: Run, { message, details }: PvgError): Promise<void> =>
  context.stderr.write(`${message} ${details.hint ?? ''}\n`).catch(() => undefined);

function asFailure({ program, argv }: Run, error: unknown): PvgError {
  if (error instanceof PvgError) return error;
  if (error instanceof CommanderError) return usageError(program, argv, error);
  if (error instanceof FileError) return fileFailure(error);
  // The bundle throws such an error when a file of dist/ cannot be loaded (scripts/bundle.mjs).
  if (error instanceof Error && 'damagedFile' in error) {
    return new PvgError(
      'internal',
      `A file of pvg is missing or damaged: ${String(error.damagedFile)}.`,
      {
        hint: 'Install pvg again.',
        cause: error,
      },
    );
  }
  return new PvgError('internal', 'This is a bug in pvg.', { hint: debugHint, cause: error });
}

/** The failure of a file operation that no command explains. */
function fileFailure(error: FileError): PvgError {
  const { code, path } = error;
  const failureCode = writeErrorCodes.includes(code) ? 'output-unwritable' : 'input-unreadable';
  return new PvgError(failureCode, `pvg cannot use ${path}: ${whyFailed(code)}.`, {
    hint: 'Check the path and its permissions.',
    cause: error,
  });
}

/** Error codes with which only a write fails. `CHANGED` is of pvg itself: another program changed the file meanwhile. */
const writeErrorCodes: readonly string[] = ['ENOSPC', 'EDQUOT', 'EROFS', 'CHANGED'];

/** Withholds long words, too: a system's error may quote a receipt that pvg has not read yet. */
const withoutPrivates = ({ secrets, receipts }: Context, stack: string): string =>
  receipts
    .redact(secrets.redact(stack))
    .replace(/\S{100,}/g, (word) => (isCodePosition(word) ? word : redactedMark));

/** Whether a word is a place in code: `file:///…/program.js:12:3`. */
const isCodePosition = (word: string): boolean =>
  /^\(?(?:file:\/\/|node:|\/|[A-Z]:\\).*:\d+\)?$/.test(word);

function stackOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause, message, stack = message } = error;
  // The message of commander repeats what was typed: it may be a secret.
  const safeStack =
    error instanceof CommanderError ? error.code + stack.slice(stack.indexOf('\n    at ')) : stack;
  return cause === undefined ? safeStack : `${safeStack}\ncaused by: ${stackOf(cause)}`;
}
