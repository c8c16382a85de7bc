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
  const result = await resultOfFailure(run, failure);
  // The reader of the pipe is gone.
  if (failure.code === 'pipe-closed') return failure.exit;
  const chosen = await shownOptions(run);
  const options = failure.code === 'query-failed' ? { ...chosen, json: false } : chosen;
  try {
    if (options.debug) await context.stderr.write(`${withoutPrivates(context, stackOf(error))}\n`);
    await showResult(run, options, result);
    return failure.exit;
  } catch (second) {
    // The part that colours may itself be the damaged file. If standard output has failed, standard error may still work.
    const simpleOptions = { ...options, json: false, color: false };
    if (failure.code === 'outcome-unknown') {
      const printLastWords = () => lastWords(run, failure);
      await showResult(run, simpleOptions, result).catch(printLastWords);
      return failure.exit;
    }
    return reportSecond(run, second, { options: simpleOptions, result });
  }
}

interface Shown {
  readonly options: ShownOptions;
  readonly result: CommandResult;
}

/** The failure could not be shown either. `first`: what was to be shown, by the simplest means. */
async function reportSecond(run: Run, second: unknown, first: Shown): Promise<ExitStatus> {
  const known = second instanceof PvgError ? second : undefined;
  if (known?.code === 'pipe-closed') return known.exit;
  const isOtherFailure = known !== undefined && known.code !== 'query-failed';
  const result = isOtherFailure
    ? failureResult(commandName(run), known, run.context.callTarget)
    : first.result;
  await showResult(run, first.options, result).catch(() => undefined);
  return known === undefined ? 1 : result.exit;
}

function showResult(run: Run, options: ShownOptions, result: CommandResult): Promise<void> {
  if (run.ownFailure) return run.ownFailure.show(options, result);
  return run.show(run.context, options, result);
}

async function resultOfFailure(run: Run, failure: PvgError): Promise<CommandResult> {
  const result = failureResult(commandName(run), failure, run.context.callTarget);
  return run.ownFailure ? run.ownFailure.complete(result) : result;
}

/** Failures of output and signals: they keep their status even after a verify. */
const exitsAfterVerify: readonly ExitStatus[] = [10, 14, 130, 141, 143];

/** The failure that an error means. After a verify, one of pvg itself leaves open what became of the verify. */
function failureOf(run: Run, error: unknown): PvgError {
  const failure = asFailure(run, error);
  const keepsItsStatus = exitsAfterVerify.includes(failure.exit);
  const afterVerify = keepsItsStatus ? undefined : run.context.failedAfterVerify?.(error);
  return afterVerify instanceof PvgError ? afterVerify : failure;
}

/** Prints pvg's own words alone, which need neither layout nor redaction, because one of these has failed. */
const lastWords = ({ context }: Run, { message, details }: PvgError): Promise<void> =>
  context.stderr.write(`${message} ${details.hint ?? ''}\n`).catch(() => undefined);

function asFailure({ program, argv }: Run, error: unknown): PvgError {
  if (error instanceof PvgError) return error;
  if (error instanceof CommanderError) return usageError(program, argv, error);
  if (error instanceof FileError) return fileFailure(error);
  // Thrown for a file of dist/ that is loaded when it is needed: scripts/bundle.mjs.
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

/** A file failed where no command says what it is for. */
function fileFailure(error: FileError): PvgError {
  const { code, path } = error;
  const failureCode = writeErrorCodes.includes(code) ? 'output-unwritable' : 'input-unreadable';
  return new PvgError(failureCode, `pvg cannot use ${path}: ${whyFailed(code)}.`, {
    hint: 'Check the path and its permissions.',
    cause: error,
  });
}

/** Only a write fails with these. */
const writeErrorCodes: readonly string[] = ['ENOSPC', 'EDQUOT', 'EROFS', 'CHANGED'];

/** A system's error may quote what it was about, so long words are withheld too: one may be a receipt that pvg has not read. */
const withoutPrivates = ({ secrets, receipts }: Context, stack: string): string =>
  receipts
    .redact(secrets.redact(stack))
    .replace(/\S{100,}/g, (word) => (isCodePosition(word) ? word : redactedMark));

/** `file:///…/program.js:12:3`, as in a stack trace. */
const isCodePosition = (word: string): boolean =>
  /^\(?(?:file:\/\/|node:|\/|[A-Z]:\\).*:\d+\)?$/.test(word);

function stackOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause, message, stack = message } = error;
  // The message of commander repeats what was typed: it may be a secret.
  const own =
    error instanceof CommanderError ? error.code + stack.slice(stack.indexOf('\n    at ')) : stack;
  return cause === undefined ? own : `${own}\ncaused by: ${stackOf(cause)}`;
}
