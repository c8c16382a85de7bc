import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Context } from '../context.js';
import { diagnoseInTurns, type TimedSearch } from '../diagnosis/diagnose.js';
import type { ObservedRequest } from '../diagnosis/observed-request.js';
import type { Diagnosis } from '../diagnosis/outcome.js';

// A search needs less than 200 MB. If the thread needs more, it ends, and not the process.
const maxThreadMb = 512;
/** A thread that takes this much longer than its budget hangs. */
const graceMs = 10_000;

/**
 * Diagnoses one request at a time in a thread, so that no answer waits for a search. The thread starts on first use, and
 * again after it died. If it cannot start, as when pvg runs from its sources, the process itself diagnoses.
 */
export class Diagnoser {
  private thread: Promise<Worker | undefined> | undefined;

  constructor(
    private readonly search: TimedSearch,
    private readonly context: Pick<Context, 'clock' | 'shipped'>,
  ) {}

  /** @throws if the thread dies, or needs too much time or memory */
  async diagnose(request: ObservedRequest): Promise<Diagnosis> {
    const worker = await (this.thread ??= this.start());
    if (worker === undefined)
      return diagnoseInTurns(request, this.search, () => this.context.clock.elapsed());
    try {
      const reply = once(worker, 'message', { signal: AbortSignal.timeout(this.search.budgetMs + graceMs) });
      worker.postMessage(request);
      const [diagnosis] = (await reply) as [Diagnosis];
      return diagnosis;
    } catch (error) {
      await this.close();
      throw error;
    }
  }

  async close(): Promise<void> {
    const worker = await this.thread;
    this.thread = undefined;
    await worker?.terminate();
  }

  private async start(): Promise<Worker | undefined> {
    // As text: the executable has no files.
    const program = await this.context.shipped('commands', 'diagnosis.worker.js').catch(() => undefined);
    if (program === undefined) return undefined;
    // It needs nothing of this process's environment and command line.
    const worker = new Worker(program, {
      ...{ eval: true, workerData: this.search, env: {}, argv: [], execArgv: [] },
      resourceLimits: { maxOldGenerationSizeMb: maxThreadMb },
    });
    worker.unref();
    // It may die between two requests.
    worker.on('error', () => undefined);
    return worker;
  }
}
