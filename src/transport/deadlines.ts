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

/** A place in the list of calls with one time-out, which stand in the order of their ends. */
interface Place {
  readonly call: Endable;
  readonly dueMs: number;
  before: Place | undefined;
  after: Place | undefined;
  listed: boolean;
}

/**
 * Ends calls that take too long or are interrupted: one timer and one listener for all of them. A timer and a listener
 * of its own for every call would cost a tenth of a look-up in bulk.
 *
 * A list by hand: a Map that is filled and emptied all the time leaves old tables that point to new ones, and
 * whatever is in those outlives its call by many collections (a fifth of the time of a batch, measured on Node 20).
 */
export class Deadlines {
  readonly #lists = new Map<number, { first: Place | undefined; last: Place | undefined }>();
  readonly #signals = new WeakSet<AbortSignal>();
  #timer: NodeJS.Timeout | undefined;
  #timerDueMs = Infinity;

  /** @returns what ends the watch over the call */
  begin(call: Endable, timeoutMs: number, signal: AbortSignal | undefined): () => void {
    const dueMs = performance.now() + timeoutMs;
    let list = this.#lists.get(timeoutMs);
    if (list === undefined) this.#lists.set(timeoutMs, (list = { first: undefined, last: undefined }));
    const place: Place = { call, dueMs, before: list.last, after: undefined, listed: true };
    if (list.last) list.last.after = place;
    else list.first = place;
    list.last = place;
    if (dueMs < this.#timerDueMs) this.#wakeAt(dueMs);
    if (signal !== undefined && !this.#signals.has(signal)) this.#watch(signal);
    const of = list;
    return () => {
      if (!place.listed) return;
      place.listed = false;
      if (place.before) place.before.after = place.after;
      else of.first = place.after;
      if (place.after) place.after.before = place.before;
      else of.last = place.before;
      place.before = undefined;
      place.after = undefined;
    };
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
    const calls: Endable[] = [];
    for (const { first } of this.#lists.values())
      for (let place = first; place; place = place.after) calls.push(place.call);
    return calls;
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
    for (const list of this.#lists.values()) {
      // Each that is late takes itself out.
      for (let place = list.first; place; place = list.first) {
        if (place.dueMs > nowMs) {
          nextMs = Math.min(nextMs, place.dueMs);
          break;
        }
        place.call.late();
      }
    }
    if (nextMs < this.#timerDueMs) this.#wakeAt(nextMs);
  }
}
