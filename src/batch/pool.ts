import type { Clock } from '../context.js';
import { orInterrupted } from '../contract/or-interrupted.js';
import type { Pace } from './pace.js';

/**
 * Lets attempts begin: as many at once as the pace allows, and none in a pause. Fresh rows and rows that are asked for
 * again take turns; in an outage one attempt is made at a time, of a fresh row first.
 */
export class Pool {
  readonly #waiting: Readonly<Record<Kind, (() => void)[]>> = { fresh: [], again: [] };
  #last: Kind = 'fresh';
  #isAsleep = false;
  /** Attempts under way. */
  inFlight = 0;

  constructor(
    private readonly pace: Pace,
    private readonly clock: Pick<Clock, 'elapsed' | 'sleep'>,
    /** Nothing more is begun. */
    private readonly stop: AbortSignal,
    private readonly now: Circumstances,
  ) {}

  /** Resolves when the attempt may begin; rejects with the reason of `stop`. */
  turn(kind: Kind): Promise<void> {
    const turn = new Promise<void>((begin) => {
      this.#waiting[kind].push(begin);
      this.pump();
    });
    return orInterrupted(turn, this.stop);
  }

  /** Begins what can be begun: called whenever that may have changed. */
  pump(): void {
    const { isOutage, mayBeFresh } = this.now;
    while (!this.stop.aborted) {
      if (this.inFlight >= (isOutage() ? 1 : this.pace.limit)) return;
      const { fresh, again } = this.#waiting;
      const freshFirst = isOutage() || this.#last === 'again' || again.length === 0;
      const kind = fresh.length > 0 && freshFirst && mayBeFresh() ? 'fresh' : 'again';
      const next = this.#waiting[kind][0];
      if (next === undefined) return;
      const nowMs = this.clock.elapsed();
      const waitMs = this.pace.waitMs(nowMs);
      if (waitMs > 0) {
        this.#sleep(waitMs);
        return;
      }
      this.#waiting[kind].shift();
      this.#last = kind;
      this.inFlight += 1;
      this.pace.started(nowMs);
      next();
    }
  }

  /** Pauses only grow: whoever wakes too early sleeps again. */
  #sleep(waitMs: number): void {
    if (this.#isAsleep) return;
    this.#isAsleep = true;
    this.clock.sleep(Math.max(1, waitMs), this.stop).then(
      () => {
        this.#isAsleep = false;
        this.pump();
      },
      () => undefined,
    );
  }
}

type Kind = 'fresh' | 'again';

interface Circumstances {
  /** Nobody answers. */
  readonly isOutage: () => boolean;
  /** Whether a fresh row may be begun: not where too many wait to be asked for again. */
  readonly mayBeFresh: () => boolean;
}
