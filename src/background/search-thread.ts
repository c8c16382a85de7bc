import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { BackgroundWork, Context } from '../context.js';
import { diagnoseInTurns, type TimedSearch } from '../diagnosis/diagnose.js';
import type { ObservedRequest } from '../diagnosis/observed-request.js';
import type { RequestDiagnosis } from '../diagnosis/outcome.js';

/** What the thread gets: everything that a search needs. */
export interface SearchJob {
  readonly request: ObservedRequest;
  readonly search: TimedSearch;
}

// A search needs less than 200 MB. If the thread needs more, it ends, and not the process.
const maxThreadMb = 512;
/** A thread that takes this much longer than its budget hangs. */
const graceMs = 10_000;

/**
 * Searches for the mistake of one request at a time in a thread, so that whatever else pvg serves is answered meanwhile.
 * The thread starts on first use, and again after it died. If it cannot start, as when pvg runs from its sources, the
 * process itself searches, in turns with its other work.
 */
export class SearchThread implements BackgroundWork {
  private thread: Promise<Worker | undefined> | undefined;
  private lastTurn: Promise<unknown> = Promise.resolve();

  constructor(private readonly context: Pick<Context, 'clock' | 'shipped'>) {}

  /** @throws if the thread dies, or needs too much time or memory; the reason of the signal */
  diagnose(
    request: ObservedRequest,
    search: TimedSearch,
    signal?: AbortSignal,
  ): Promise<RequestDiagnosis> {
    return this.run({ request, search }, signal) as Promise<RequestDiagnosis>;
  }

  /** @param job a `SearchJob` */
  run(job: object, signal?: AbortSignal): Promise<unknown> {
    const turn = this.lastTurn.then(() => this.search(job as SearchJob, signal));
    this.lastTurn = turn.catch(() => undefined);
    return turn;
  }

  async close(): Promise<void> {
    const worker = await this.thread;
    this.thread = undefined;
    await worker?.terminate();
  }

  private async search(job: SearchJob, signal?: AbortSignal): Promise<RequestDiagnosis> {
    signal?.throwIfAborted();
    const worker = await (this.thread ??= this.start());
    const { request, search } = job;
    if (worker === undefined) {
      return diagnoseInTurns(request, search, {
        elapsed: () => this.context.clock.elapsed(),
        signal,
      });
    }
    const deadline = AbortSignal.timeout(Math.ceil(search.budgetMs) + graceMs);
    try {
      const reply = once(worker, 'message', {
        signal: signal === undefined ? deadline : AbortSignal.any([deadline, signal]),
      });
      worker.postMessage(job);
      const [diagnosis] = (await reply) as [RequestDiagnosis];
      return diagnosis;
    } catch (error) {
      await this.close();
      signal?.throwIfAborted();
      throw error;
    }
  }

  private async start(): Promise<Worker | undefined> {
    // The program is read as text, because the executable has no files.
    const program = await this.context
      .shipped('commands', 'search.worker.js')
      .catch(() => undefined);
    if (program === undefined) return undefined;
    // It needs nothing of this process's environment and command line.
    const worker = new Worker(program, {
      eval: true,
      env: {},
      argv: [],
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: maxThreadMb },
    });
    worker.unref();
    // Without a listener, a thread that dies between two requests would end the process.
    worker.on('error', () => undefined);
    return worker;
  }
}
