/**
 * When the service answers nobody. A row that fails while others are answered is that row's own trouble; many one
 * after the other are the service's, and would be answered later: then rows wait instead of failing, and one look-up
 * at a time asks whether it is over. Holds only numbers: whoever looks up tells it what came.
 */

/** So many rows one after the other that used up their attempts are an outage. */
const rowsOfAnOutage = 50;
/** So long without one answer, and the run ends; it can be resumed. */
export const longestOutageMs = 15 * 60_000;
/** The longest that the service may ask to wait for (`Retry-After`) without ending the run. */
export const longestAskedMs = 60 * 60_000;

const firstPauseMs = 50;
const longestPauseMs = 250;
const firstOutagePauseMs = 1_000;
const longestOutagePauseMs = 60_000;

export interface FailedAttempt {
  readonly sentMs: number;
  readonly nowMs: number;
  /** 429 or 5xx: the service is there, and has too much to do. */
  readonly overload: boolean;
  /** From 0 up to but not 1, so that many processes do not come back in step. */
  readonly random: number;
}

export class Outage {
  #everAnswered = false;
  #sinceMs: number | undefined;
  #rowsGivenUp = 0;
  #rounds = 0;
  #roundEndMs = -Infinity;

  /** Whether it has begun: no row fails until it ends. */
  get isOn(): boolean {
    return this.#rowsGivenUp >= rowsOfAnOutage;
  }

  /** An answer came. */
  answered(): void {
    this.#everAnswered = true;
    this.#sinceMs = undefined;
    this.#rowsGivenUp = 0;
    this.#rounds = 0;
  }

  /** A row used up its attempts. */
  gaveUp(): void {
    if (this.isOn) return;
    this.#rowsGivenUp += 1;
    // From here on the pauses are those of an outage.
    if (this.isOn) this.#rounds = 0;
  }

  /** An attempt failed. @returns milliseconds that all rows wait from now on */
  failed({ sentMs, nowMs, overload, random }: FailedAttempt): number {
    this.#sinceMs ??= sentMs;
    // What was sent before the last pause is the same trouble.
    if (sentMs < this.#roundEndMs) return 0;
    this.#roundEndMs = nowMs;
    this.#rounds += 1;
    const jitter = 0.5 + random / 2;
    if (this.isOn)
      return jitter * Math.min(longestOutagePauseMs, firstOutagePauseMs * 2 ** (this.#rounds - 1));
    // The first is left to the row's own wait and to fewer look-ups at once.
    return overload && this.#rounds > 1
      ? jitter * Math.min(longestPauseMs, firstPauseMs * 2 ** (this.#rounds - 2))
      : 0;
  }

  /** Why the run should end now; undefined: it should go on. */
  reasonToEnd(nowMs: number, overload: boolean): 'never answered' | 'too long' | undefined {
    // A wrong address, not a bad hour: waiting mends nothing.
    if (this.isOn && !overload && !this.#everAnswered) return 'never answered';
    const lastedMs = this.#sinceMs === undefined ? 0 : nowMs - this.#sinceMs;
    return lastedMs >= longestOutageMs && (overload || this.isOn) ? 'too long' : undefined;
  }
}
