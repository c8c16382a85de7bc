import type { Clock } from '../context.js';

/** Timers are late: a look-up that begins at most this much too late does not delay the ones after it. */
const mostLateMs = 10;

/** Places for look-ups under way, a queue for a place, and the moment before which no look-up begins. */
export class Turns {
  /** Look-ups at a time: `Pace` lowers it in doubt, and raises it again. */
  limit: number;
  #underWay = 0;
  #pausedUntilMs = -Infinity;
  #nextBeginMs = -Infinity;
  #hasSleeper = false;
  readonly #queue: (() => void)[] = [];
  readonly #over = new AbortController();

  constructor(
    private readonly clock: Pick<Clock, 'elapsed' | 'sleep'>,
    ceiling: number,
  ) {
    this.limit = ceiling;
  }

  /** Aborted when no look-up begins any more. */
  get endSignal(): AbortSignal {
    return this.#over.signal;
  }

  pausedMs(): number {
    return Math.max(0, this.#pausedUntilMs - this.clock.elapsed());
  }

  pauseUntil(momentMs: number): void {
    this.#pausedUntilMs = Math.max(this.#pausedUntilMs, momentMs);
  }

  /**
   * undefined: a look-up may begin now. A promise: wait for it, then ask again. Not async: nobody else may run between the
   * answer and `begin`.
   */
  waitToBegin(): Promise<void> | undefined {
    if (this.#underWay >= this.limit || this.#hasSleeper) {
      return new Promise((resolve) => this.#queue.push(resolve));
    }
    const waitMs = Math.max(this.#pausedUntilMs, this.#nextBeginMs) - this.clock.elapsed();
    if (waitMs <= 0) return undefined;
    // Only one look-up sleeps until the moment; the others wait in the queue behind it.
    this.#hasSleeper = true;
    return this.clock.sleep(waitMs, this.endSignal).finally(() => {
      this.#hasSleeper = false;
    });
  }

  begin(perSecond: number): void {
    const nowMs = this.clock.elapsed();
    const isLate = nowMs - this.#nextBeginMs > mostLateMs;
    this.#underWay += 1;
    this.#nextBeginMs = (isLate ? nowMs : this.#nextBeginMs) + 1000 / perSecond;
    // The next in the queue takes a free place, or sleeps until its own moment.
    this.wakeNext();
  }

  /** Called also by a row that was woken and does not begin: otherwise the queue would stand still. */
  wakeNext(): void {
    this.#queue.shift()?.();
  }

  leave(): void {
    this.#underWay -= 1;
    const free = Math.max(0, this.limit - this.#underWay);
    for (const wake of this.#queue.splice(0, free)) wake();
  }

  stop(): void {
    this.#over.abort(new Error('the run has ended'));
    for (const wake of this.#queue.splice(0)) wake();
  }
}
