import process from 'node:process';
import { debugHint, PvgError, type ExitStatus } from '../failure.js';

/**
 * Sets the status of the process to that of the run. Node ends with status 0 as soon as nothing can happen any more, even
 * if the run still waits for a promise: then `lost` rejects, and the status is 1.
 */
export async function exitWith(
  run: (lost: Promise<never>) => Promise<ExitStatus>,
): Promise<ExitStatus> {
  process.exitCode = 1;
  const says = 'The run stopped without a result. This is a bug in pvg.';
  let isThrownAside = false;
  const lost = new Promise<never>((_, reject) => {
    process.once('beforeExit', () => reject(new PvgError('internal', says, { hint: debugHint })));
    // Thrown where no promise waits for it: the run ends as after any other failure.
    process.on('uncaughtException', (error) => {
      isThrownAside = true;
      reject(error);
    });
  });
  // It also rejects after a run that has its result.
  lost.catch(() => undefined);
  const status = await run(lost);
  process.exitCode = status;
  // The call that the run no longer waits for would keep the process until its time is over. All output is written.
  if (isThrownAside) process.exit();
  return status;
}
