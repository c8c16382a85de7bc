import type { Context } from '../context.js';
import { PvgError } from '../failure.js';

/** How long look-ups under way may still take after an interruption. */
const graceMs = 4_500;

/** Ends a run before all rows are done: an interruption, or an output that fails. */
export class Stops {
  readonly #failed = new AbortController();
  readonly #late = new AbortController();
  readonly #over = new AbortController();
  #isInterrupted = false;
  /** Aborted: no further row begins. */
  readonly stop: AbortSignal;
  /** Aborted: look-ups under way are given up too. */
  readonly giveUp = AbortSignal.any([this.#failed.signal, this.#late.signal, this.#over.signal]);

  constructor(private readonly context: Pick<Context, 'clock' | 'interrupt'>) {
    const { interrupt } = context;
    this.stop = AbortSignal.any([this.#failed.signal, interrupt]);
    interrupt.addEventListener('abort', this.#onInterrupt, { once: true });
    if (interrupt.aborted) this.#onInterrupt();
  }

  readonly #onInterrupt = (): void => {
    this.#isInterrupted = true;
    this.context.clock.sleep(graceMs, this.#over.signal).then(
      () => {
        this.#late.abort();
      },
      () => undefined,
    );
  };

  fail(error: unknown): void {
    this.#failed.abort(error);
  }

  over(): void {
    this.context.interrupt.removeEventListener('abort', this.#onInterrupt);
    this.#over.abort();
  }

  /** The failure that ended the run. @throws a fault of pvg */
  get failure(): PvgError | undefined {
    const { reason } = this.#failed.signal;
    if (reason === undefined)
      return this.#isInterrupted ? (this.context.interrupt.reason as PvgError) : undefined;
    if (reason instanceof PvgError) return reason;
    throw reason;
  }
}
