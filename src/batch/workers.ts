/**
 * Runs workers side by side. A worker that only waits lends its place to another, so that a row that waits for its next
 * attempt holds up no other row. After the wait both go on: `Pace` limits the look-ups, not the number of busy workers.
 */

/** Most workers for each place, waiting ones too: bounds the memory. */
const mostWorkersPerPlace = 8;

interface WorkerOptions {
  /** How many workers begin. More may be busy when some return from a wait. */
  readonly places: number;
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
      for (let place = 1; place <= this.options.places; place += 1) void this.#start();
    });
    return this.#failure;
  }

  /** Starts another worker if a place becomes free. It goes on after the wait, until no work is left. */
  async lendPlaceDuring(wait: Promise<void>): Promise<void> {
    const { places } = this.options;
    this.#waiting += 1;
    const isPlaceFree = this.#alive - this.#waiting < places;
    if (isPlaceFree && this.#alive < places * mostWorkersPerPlace) void this.#start();
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
