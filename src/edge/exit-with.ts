import process from 'node:process';
import { debugHint, PvgError, type ExitStatus } from '../failure.js';

/**
 * Sets the status of the process to that of the run. Node ends with status 0 as soon as nothing can happen any more, even
 * if the run still waits for a promise: then `lost` rejects, and the status is 1.
 */
export async function exitWith(run: (lost: Promise<never>) => Promise<ExitStatus>): Promise<ExitStatus> {
  process.exitCode = 1;
  const says = 'The run stopped without a result. This is a bug in pvg.';
  const lost = new Promise<never>((_, reject) => {
    process.once('beforeExit', () => reject(new PvgError('internal', says, { hint: debugHint })));
    // Thrown where no promise waits for it: the run ends as after any other failure.
    process.once('uncaughtException', reject);
  });
  // It also rejects after a run that has its result.
  lost.catch(() => undefined);
  return (process.exitCode = await run(lost));
}
