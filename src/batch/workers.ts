/**
 * Runs workers side by side. A worker that only waits lends its slot to another, so that a row that waits for its next
 * attempt holds up no other row. After the wait both go on: `Pace` limits the look-ups, not the number of busy workers.
 */

/** Most workers for each slot, waiting ones too: bounds the memory. */
const mostWorkersPerSlot = 8;

interface WorkerOptions {
  /** How many workers begin. More may be busy when some return from a wait. */
  readonly slots: number;
  /** Works until nothing is left. */
  readonly work: () => Promise<void>;
}

/** What was thrown first. */
interface WorkFailure {
  readonly reason: unknown;
}

export class Workers {
  #alive = 0;
  #waiting = 0;
  #failure: WorkFailure | undefined;
  #onEnd: () => void = () => undefined;

  constructor(private readonly options: WorkerOptions) {}

  /** Ends when every worker has ended, also after a failure. @returns the first failure, if there is one */
  async runToEnd(): Promise<WorkFailure | undefined> {
    await new Promise<void>((resolve) => {
      this.#onEnd = resolve;
      for (let slot = 1; slot <= this.options.slots; slot += 1) void this.#start();
    });
    return this.#failure;
  }

  /** Starts another worker if a slot becomes free. It goes on after the wait, until no work is left. */
  async lendSlotDuring(wait: Promise<void>): Promise<void> {
    const { slots } = this.options;
    this.#waiting += 1;
    const isSlotFree = this.#alive - this.#waiting < slots;
    if (isSlotFree && this.#alive < slots * mostWorkersPerSlot) void this.#start();
    try {
      await wait;
    } finally {
      this.#waiting -= 1;
    }
  }

  async #start(): Promise<void> {
    this.#alive += 1;
    try {
      await this.options.work();
    } catch (reason) {
      this.#failure ??= { reason };
    }
    this.#alive -= 1;
    if (this.#alive === 0) this.#onEnd();
  }
}
