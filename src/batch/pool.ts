import type { Pace } from './pace.js';

/**
 * Lets attempts begin: as many at once as the pace allows, and none in a pause. Fresh rows and rows that are asked for
 * again take turns; in an outage one attempt is made at a time, of a fresh row first.
 */
export class Pool {
  readonly #waiting: Readonly<Record<Kind, Waiting[]>> = { fresh: [], again: [] };
  #last: Kind = 'fresh';
  #isAsleep = false;
  /** Attempts under way. */
  inFlight = 0;

  constructor(
    private readonly pace: Pace,
    private readonly doors: PoolDoors,
  ) {
    doors.stop.addEventListener('abort', () => {
      for (const { callOff } of Object.values(this.#waiting).flat()) callOff(doors.stop.reason as Error);
    });
  }

  /** Resolves when the attempt may begin; rejects with the reason of `stop`. */
  turn(kind: Kind): Promise<void> {
    return new Promise((begin, callOff) => {
      if (this.doors.stop.aborted) callOff(this.doors.stop.reason as Error);
      this.#waiting[kind].push({ begin, callOff });
      this.pump();
    });
  }

  /** Begins what can be begun: called whenever that may have changed. */
  pump(): void {
    const { clock, stop, isOutage, mayBeFresh } = this.doors;
    while (!stop.aborted) {
      if (this.inFlight >= (isOutage() ? 1 : this.pace.limit)) return;
      const { fresh, again } = this.#waiting;
      const freshFirst = isOutage() || this.#last === 'again' || again.length === 0;
      const kind = fresh.length > 0 && freshFirst && mayBeFresh() ? 'fresh' : 'again';
      const next = this.#waiting[kind][0];
      if (next === undefined) return;
      const nowMs = clock.elapsed();
      const waitMs = this.pace.waitMs(nowMs);
      if (waitMs > 0) {
        this.#sleep(waitMs);
        return;
      }
      this.#waiting[kind].shift();
      this.#last = kind;
      this.inFlight += 1;
      this.pace.started(nowMs);
      next.begin();
    }
  }

  /** Pauses only grow: whoever wakes too early sleeps again. */
  #sleep(waitMs: number): void {
    if (this.#isAsleep) return;
    this.#isAsleep = true;
    this.doors.clock.sleep(Math.max(1, waitMs), this.doors.stop).then(
      () => {
        this.#isAsleep = false;
        this.pump();
      },
      () => undefined,
    );
  }
}

type Kind = 'fresh' | 'again';

interface Waiting {
  readonly begin: () => void;
  readonly callOff: (reason: Error) => void;
}

export interface PoolDoors {
  readonly clock: { elapsed(): number; sleep(ms: number, signal?: AbortSignal): Promise<void> };
  /** Nobody answers. */
  readonly isOutage: () => boolean;
  /** Whether a fresh row may be begun: not where too many wait to be asked for again. */
  readonly mayBeFresh: () => boolean;
  /** Nothing more is begun. */
  readonly stop: AbortSignal;
}
