import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { diagnoseInTurns, type TimedSearch } from '../diagnosis/diagnose.js';
import type { Diagnosis } from '../diagnosis/outcome.js';
import { onFileError } from '../context.js';
import type { ObservedRequest } from '../diagnosis/observed-request.js';

/** Diagnoses one request at a time. */
export interface Diagnoser {
  readonly diagnose: (request: ObservedRequest) => Promise<Diagnosis>;
  readonly close: () => Promise<void>;
}

// A search needs less than 200 MB. If the thread needs more, it ends, and not the process.
const maxThreadMb = 512;
/** A thread that takes this much longer than its budget hangs. */
const graceMs = 10_000;

/** The thread needed too much time or memory. */
export const isTooMuch = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  ['ABORT_ERR', 'ERR_WORKER_OUT_OF_MEMORY'].includes(String(error.code));

/**
 * Diagnoses in a thread, so that no answer waits for a search. The thread starts on first use, and again after it
 * died. If it cannot start (as when the program runs from its sources, without a built file), the process diagnoses.
 */
export function inThread(
  search: TimedSearch,
  elapsed: () => number,
  program: () => Promise<string>,
): Diagnoser {
  let thread: Promise<Worker | undefined> | undefined;
  const drop = async (dead: Worker): Promise<void> => {
    thread = undefined;
    await dead.terminate();
  };
  return {
    diagnose: async (request) => {
      const worker = await (thread ??= started(search, program));
      if (worker === undefined) return diagnoseInTurns(request, search, elapsed);
      try {
        const signal = AbortSignal.timeout(search.budgetMs + graceMs);
        const reply = once(worker, 'message', { signal });
        worker.postMessage(request);
        const [diagnosis] = (await reply) as [Diagnosis];
        return diagnosis;
      } catch (error) {
        await drop(worker);
        throw error;
      }
    },
    close: async () => {
      const worker = await thread;
      if (worker !== undefined) await drop(worker);
    },
  };
}

/** undefined when it did not start. */
async function started(workerData: TimedSearch, program: () => Promise<string>): Promise<Worker | undefined> {
  const text = await program().catch(onFileError(() => undefined));
  if (text === undefined) return undefined;
  const resourceLimits = { maxOldGenerationSizeMb: maxThreadMb };
  // The thread does not need the environment or the command line of the process.
  const limits = { env: {}, argv: [], execArgv: [], resourceLimits };
  // A text, not a file: the executable has no files.
  const worker = new Worker(text, { eval: true, workerData, ...limits });
  // The thread must not keep the process alive. If it dies between two requests, it starts again.
  worker.unref();
  worker.on('error', () => undefined);
  return once(worker, 'message').then(
    () => worker,
    () => undefined,
  );
}
