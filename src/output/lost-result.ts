import { PvgError } from '../failure.js';
import { joinSentences } from '../text/sentences.js';
import type { CommandResult } from './command-result.js';

/** What replaces the error of an output that failed, so that a result that cannot be asked for again is still said. */
export function withLostResult(error: unknown, { ifLost }: CommandResult): unknown {
  if (!(error instanceof PvgError) || error.code !== 'output-unwritable') return error;
  if (ifLost === undefined) return error;
  return new PvgError(error.code, joinSentences(error.message, ifLost.says), {
    ...error.details,
    nextCommand: ifLost.nextCommand,
  });
}
