import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Credential } from '../contract/credential.js';
import { diagnose, type Diagnosis } from '../diagnosis/diagnose.js';
import type { ObservedRequest } from '../diagnosis/observed-request.js';

/** Diagnoses one request at a time. */
export interface Diagnoser {
  readonly diagnose: (request: ObservedRequest) => Promise<Diagnosis>;
  readonly close: () => Promise<void>;
}

/** What the thread is given. */
export interface Search {
  readonly credential: Credential;
  readonly budgetMs: number;
}

/** `elapsed`: milliseconds that only go forward. */
export function diagnoseInTime(
  request: ObservedRequest,
  { credential, budgetMs }: Search,
  elapsed: () => number,
): Diagnosis {
  const endMs = elapsed() + budgetMs;
  return diagnose(request, credential, { others: [], deep: false, isOver: () => elapsed() > endMs });
}

// A search needs under 200 MB; a thread that wants more is ended, not the process.
const maxThreadMb = 512;
/** Far beyond the budget the thread hangs. */
const graceMs = 10_000;

/**
 * A thread, made when it is first needed and anew after it died, so that no answer waits for a search. Where threads
 * cannot be had (or the program runs from its sources, where there is no built file to start one from) the process
 * itself diagnoses.
 */
export function inThread(search: Search, elapsed: () => number, file: string): Diagnoser {
  let thread: Promise<Worker | undefined> | undefined;
  const drop = async (dead: Worker): Promise<void> => {
    thread = undefined;
    await dead.terminate();
  };
  return {
    diagnose: async (request) => {
      const worker = await (thread ??= started(search, file));
      if (worker === undefined) return diagnoseInTime(request, search, elapsed);
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
async function started(workerData: Search, file: string): Promise<Worker | undefined> {
  const resourceLimits = { maxOldGenerationSizeMb: maxThreadMb };
  // Nothing of the process's environment or command line is needed there.
  const worker = new Worker(file, { workerData, env: {}, argv: [], execArgv: [], resourceLimits });
  // The listener ends by its own will; a thread that dies between two requests is made anew.
  worker.unref();
  worker.on('error', () => undefined);
  return once(worker, 'message').then(
    () => worker,
    () => undefined,
  );
}
