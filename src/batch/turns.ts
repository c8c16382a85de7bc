import type { Clock } from '../context.js';

/** Places for the look-ups under way, a queue in front of them, and the time before which none begins. */

/** A start that `--rate` missed by less is made up for: timers are late. */
const makeUpMs = 10;

export class Turns {
  /** Look-ups at a time. */
  limit: number;
  #underWay = 0;
  #pausedUntilMs = -Infinity;
  /** When the next look-up may begin, as the rate has it. */
  #nextStartMs = -Infinity;
  #hasSleeper = false;
  readonly #queue: (() => void)[] = [];
  readonly #over = new AbortController();

  constructor(
    private readonly clock: Pick<Clock, 'elapsed' | 'sleep'>,
    limit: number,
  ) {
    this.limit = limit;
  }

  /** Aborted when no look-up begins any more. */
  get over(): AbortSignal {
    return this.#over.signal;
  }

  pausedMs(): number {
    return Math.max(0, this.#pausedUntilMs - this.clock.elapsed());
  }

  pauseUntil(untilMs: number): void {
    this.#pausedUntilMs = Math.max(this.#pausedUntilMs, untilMs);
  }

  /**
   * undefined: a look-up may begin now. Otherwise it must ask again after this promise. It is not async, because nobody
   * else may run between its answer and `begin`. `goesFirst`: before all others in the queue.
   */
  wait(goesFirst = false): Promise<void> | undefined {
    if (this.#underWay >= this.limit || this.#hasSleeper) {
      return new Promise((resolve) => {
        if (goesFirst) this.#queue.unshift(resolve);
        else this.#queue.push(resolve);
      });
    }
    const waitMs = Math.max(this.#pausedUntilMs, this.#nextStartMs) - this.clock.elapsed();
    if (waitMs <= 0) return undefined;
    // The others wait behind this one.
    this.#hasSleeper = true;
    return this.clock.sleep(waitMs, this.over).finally(() => {
      this.#hasSleeper = false;
    });
  }

  /** @param perSecond how many may begin in a second; Infinity without a limit */
  begin(perSecond: number): void {
    const nowMs = this.clock.elapsed();
    const isTooLate = nowMs - this.#nextStartMs > makeUpMs;
    this.#nextStartMs = (isTooLate ? nowMs : this.#nextStartMs) + 1000 / perSecond;
    this.#underWay += 1;
    if (this.#underWay < this.limit) this.wakeNext();
  }

  /** Whoever was woken and does not begin calls it, too: otherwise a place would stay empty. */
  wakeNext(): void {
    this.#queue.shift()?.();
  }

  leave(): void {
    this.#underWay -= 1;
    const freePlaces = Math.max(0, this.limit - this.#underWay);
    for (const wake of this.#queue.splice(0, freePlaces)) wake();
  }

  stop(): void {
    this.#over.abort(new Error('the run has ended'));
    for (const wake of this.#queue.splice(0)) wake();
  }
}
