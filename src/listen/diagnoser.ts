import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { onFileError } from '../context.js';
import { diagnoseInTurns, type TimedSearch } from '../diagnosis/diagnose.js';
import type { ObservedRequest } from '../diagnosis/observed-request.js';
import type { Diagnosis } from '../diagnosis/outcome.js';

// A search needs less than 200 MB. If the thread needs more, it ends, and not the process.
const maxThreadMb = 512;
/** A thread that takes this much longer than its budget hangs. */
const graceMs = 10_000;
const tooMuch = ['ABORT_ERR', 'ERR_WORKER_OUT_OF_MEMORY'];

/**
 * Diagnoses one request at a time in a thread, so that no answer waits for a search. The thread starts on first use, and
 * again after it died. If it cannot start, as when pvg runs from its sources, the process itself diagnoses.
 */
export class Diagnoser {
  private thread: Promise<Worker | undefined> | undefined;

  constructor(
    private readonly search: TimedSearch,
    private readonly elapsed: () => number,
    /** The built worker as text: the executable has no files. @throws {FileError} */
    private readonly program: () => Promise<string>,
  ) {}

  /** `too-much`: the thread needed too much time or memory. */
  async diagnose(request: ObservedRequest): Promise<Diagnosis | 'too-much'> {
    const worker = await (this.thread ??= this.start());
    if (worker === undefined) return diagnoseInTurns(request, this.search, this.elapsed);
    try {
      const reply = once(worker, 'message', { signal: AbortSignal.timeout(this.search.budgetMs + graceMs) });
      worker.postMessage(request);
      const [diagnosis] = (await reply) as [Diagnosis];
      return diagnosis;
    } catch (error) {
      await this.close();
      if (error instanceof Error && 'code' in error && tooMuch.includes(String(error.code)))
        return 'too-much';
      throw error;
    }
  }

  async close(): Promise<void> {
    const worker = await this.thread;
    this.thread = undefined;
    await worker?.terminate();
  }

  private async start(): Promise<Worker | undefined> {
    const text = await this.program().catch(onFileError(() => undefined));
    if (text === undefined) return undefined;
    // It needs nothing of this process's environment and command line.
    const worker = new Worker(text, {
      ...{ eval: true, workerData: this.search, env: {}, argv: [], execArgv: [] },
      resourceLimits: { maxOldGenerationSizeMb: maxThreadMb },
    });
    worker.unref();
    // It may die between two requests.
    worker.on('error', () => undefined);
    const ready = once(worker, 'message').then(() => worker);
    return ready.catch(() => undefined);
  }
}
