import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Credential } from '../contract/credential.js';
import type { ObservedRequest } from '../diagnosis/observed-request.js';
import { diagnose, type Diagnosis } from '../diagnosis/diagnose.js';

export interface Diagnoser {
  readonly diagnose: (request: ObservedRequest) => Promise<Diagnosis>;
  readonly close: () => Promise<void>;
}

export interface DiagnoserOptions {
  readonly credential: Credential;
  readonly budgetMs: number;
  /** Milliseconds that only go forward. */
  readonly elapsed: () => number;
}

export type ThreadData = Pick<DiagnoserOptions, 'credential' | 'budgetMs'>;
export interface Asked {
  readonly request: ObservedRequest;
}
export interface Replied {
  readonly diagnosis: Diagnosis;
}

/** Between the pieces of the event loop: what answers must not wait for belongs into a thread. */
export const inProcess = ({ credential, budgetMs, elapsed }: DiagnoserOptions): Diagnoser => ({
  diagnose: (request) =>
    new Promise((resolve) => {
      const endMs = elapsed() + budgetMs;
      const options = { others: [], deep: false, isOver: () => elapsed() > endMs };
      resolve(diagnose(request, credential, options));
    }),
  close: () => Promise.resolve(),
});

// A search needs under 200 MB; a thread that wants more is ended, not the process.
const maxThreadMb = 512;
/** Far beyond the budget the thread hangs. */
const graceMs = 10_000;

/**
 * A thread, made when it is first needed and anew after it died. Where threads cannot be had (or the program runs
 * from its sources, where there is no built file to start one from) the process itself diagnoses.
 */
export function inThread(options: DiagnoserOptions, file: string): Diagnoser {
  let thread: Promise<Worker | undefined> | undefined;
  const drop = async (dead: Worker): Promise<void> => {
    thread = undefined;
    await dead.terminate();
  };
  return {
    diagnose: async (request) => {
      const worker = await (thread ??= started(options, file));
      if (worker === undefined) return inProcess(options).diagnose(request);
      try {
        return await ask(worker, request, options.budgetMs + graceMs);
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

async function started(
  { credential, budgetMs }: DiagnoserOptions,
  file: string,
): Promise<Worker | undefined> {
  const workerData: ThreadData = { credential, budgetMs };
  const worker = new Worker(file, {
    workerData,
    // Nothing of the process's environment or command line is needed there.
    env: {},
    argv: [],
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: maxThreadMb },
  });
  // The listener ends by its own will; a thread that dies between two requests is made anew.
  worker.unref();
  worker.on('error', () => undefined);
  return once(worker, 'message').then(
    () => worker,
    () => undefined,
  );
}

/** Rejects when the thread dies or hangs. */
async function ask(worker: Worker, request: ObservedRequest, timeoutMs: number): Promise<Diagnosis> {
  const reply = once(worker, 'message', { signal: AbortSignal.timeout(timeoutMs) });
  worker.postMessage({ request } satisfies Asked);
  const [{ diagnosis }] = (await reply) as [Replied];
  return diagnosis;
}
