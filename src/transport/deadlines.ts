import { setMaxListeners } from 'node:events';
import { clearTimeout, setTimeout } from 'node:timers';

/** A call under way, as far as ending it early goes. */
export interface Endable {
  /** Its time is over. */
  late(): void;
  /** The user interrupts. */
  abort(reason: unknown): void;
}

/** A timer of more milliseconds fires at once. */
const longestTimerMs = 2 ** 31 - 1;

/**
 * Ends calls that take too long or are interrupted: one timer and one listener for all of them. A timer and a listener
 * of its own for every call would cost a tenth of a look-up in bulk.
 */
export class Deadlines {
  // By time-out, each in the order of their beginnings, which is that of their ends.
  readonly #queues = new Map<number, Map<Endable, number>>();
  readonly #signals = new WeakSet<AbortSignal>();
  #timer: NodeJS.Timeout | undefined;
  #timerDueMs = Infinity;

  begin(call: Endable, timeoutMs: number, signal: AbortSignal | undefined): void {
    const dueMs = performance.now() + timeoutMs;
    let queue = this.#queues.get(timeoutMs);
    if (queue === undefined) this.#queues.set(timeoutMs, (queue = new Map<Endable, number>()));
    queue.set(call, dueMs);
    if (dueMs < this.#timerDueMs) this.#wakeAt(dueMs);
    if (signal !== undefined && !this.#signals.has(signal)) this.#watch(signal);
  }

  end(call: Endable, timeoutMs: number): void {
    this.#queues.get(timeoutMs)?.delete(call);
  }

  #watch(signal: AbortSignal): void {
    this.#signals.add(signal);
    setMaxListeners(0, signal);
    signal.addEventListener(
      'abort',
      () => {
        for (const call of this.#all()) call.abort(signal.reason);
      },
      { once: true },
    );
  }

  #all(): Endable[] {
    return [...this.#queues.values()].flatMap((queue) => [...queue.keys()]);
  }

  #wakeAt(dueMs: number): void {
    clearTimeout(this.#timer);
    this.#timerDueMs = dueMs;
    const waitMs = Math.min(longestTimerMs, Math.max(1, Math.ceil(dueMs - performance.now())));
    this.#timer = setTimeout(() => {
      this.#expire();
    }, waitMs);
    // The connections of the calls keep the process alive, not this.
    this.#timer.unref();
  }

  #expire(): void {
    this.#timerDueMs = Infinity;
    const nowMs = performance.now();
    let nextMs = Infinity;
    for (const queue of this.#queues.values()) {
      for (const [call, dueMs] of queue) {
        if (dueMs > nowMs) {
          nextMs = Math.min(nextMs, dueMs);
          break;
        }
        queue.delete(call);
        call.late();
      }
    }
    if (nextMs < this.#timerDueMs) this.#wakeAt(nextMs);
  }
}
