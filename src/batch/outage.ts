import type { Job, Judged } from './job.js';

/**
 * Detects that the service does not answer at all. If a row fails while others get answers, the row is the problem. If
 * nothing gets an answer, the service is: then rows wait instead of failing, and one look-up at a time tests whether the
 * outage is over. This class sends nothing and has no clock: its caller reports what happened.
 */

/** This many rows in a row without attempts left are an outage, whatever their failures were. */
const rowsOfAnOutage = 50;
/** The same if nothing was ever answered: so many rows are tried before the address counts as wrong. */
const rowsOfAWrongAddress = 5;
/** A single failed attempt says little: the silence must also have lasted this long. */
const doubtMs = 500;
/** After this long without one answer the run ends; it can be resumed. */
export const longestOutageMs = 15 * 60_000;
/** How long the last rows wait if they are fewer than `rowsOfAnOutage`. */
const longestOutageOfAFewMs = 90_000;
/** The same if they had all failed in an earlier run. */
const longestOutageOfFailedMs = 10_000;
/** The longest `Retry-After` that does not end the run. */
export const longestAskedMs = 60 * 60_000;

const firstPauseMs = 50;
const longestPauseMs = 250;
const firstOutagePauseMs = 100;
const longestOutagePauseMs = 60_000;
/** A pause grows with the outage: it may make it longer by a twentieth. */
const pauseShare = 20;

/** An attempt that failed. */
export interface Failed {
  readonly job: Job;
  readonly judged: Judged;
  readonly sentMs: number;
  readonly nowMs: number;
  /** 429 or 5xx: the service is there but overloaded. */
  readonly overload: boolean;
  /** Whether another attempt could bring an answer; a refusal is never a sign of an outage. */
  readonly isPassing: boolean;
}

export class Outage {
  /** Whether an outage is on: no row fails until it ends. */
  isOn = false;
  /** The number of this outage, or of the last one. */
  number = 0;
  /** When the last answer came; before that, when the first row was sent. */
  heardMs = Infinity;
  #everAnswered = false;
  #everOverloaded = false;
  #answeredSentMs = -Infinity;
  #sinceMs: number | undefined;
  #rowsGivenUp = 0;
  #rounds = 0;
  #roundEndMs = -Infinity;
  #askedMs = 0;
  #askedUntilMs = -Infinity;

  sent(nowMs: number): void {
    if (this.heardMs === Infinity) this.heardMs = nowMs;
  }

  /** An answer came to a request of that time. */
  answered(sentMs: number, nowMs: number): void {
    this.heardMs = nowMs;
    this.#everAnswered = true;
    this.#answeredSentMs = Math.max(this.#answeredSentMs, sentMs);
    this.#sinceMs = undefined;
    this.isOn = false;
    this.#rowsGivenUp = 0;
    this.#rounds = 0;
    this.#askedMs = 0;
  }

  /** A row has used up its attempts. @returns whether the outage begins with it */
  gaveUp({ job: { begunMs, attempts }, nowMs, isPassing }: Failed): boolean {
    // Another row got an answer since this one began: its failure is no sign of an outage.
    if (this.isOn || this.#answeredSentMs >= begunMs) return false;
    this.#rowsGivenUp += 1;
    const isNoAccident = attempts.length > 1 || this.#lastedMs(nowMs) >= doubtMs;
    const rows = this.#everAnswered ? rowsOfAnOutage : rowsOfAWrongAddress;
    if (!(isPassing && isNoAccident) && this.#rowsGivenUp < rows) return false;
    this.isOn = true;
    this.number += 1;
    return true;
  }

  /** The service asked for a pause. @returns whether it ends at least a second after the last one */
  asked(nowMs: number, askedMs: number): boolean {
    const untilMs = nowMs + askedMs;
    const moreMs = Math.max(0, untilMs - Math.max(nowMs, this.#askedUntilMs));
    this.#askedMs += moreMs;
    this.#askedUntilMs = Math.max(untilMs, this.#askedUntilMs);
    return moreMs >= 1_000;
  }

  /**
   * An attempt failed.
   * @param random 0 <= random < 1, so that many processes do not return at the same moment
   * @returns milliseconds that all rows wait from now on
   */
  failed({ sentMs, nowMs, overload }: Failed, random: number): number {
    this.#sinceMs ??= sentMs;
    this.#everOverloaded ||= overload;
    // A request from before the last pause belongs to the same trouble.
    if (sentMs < this.#roundEndMs) return 0;
    this.#roundEndMs = nowMs;
    this.#rounds += 1;
    const jitter = 0.5 + random / 2;
    if (this.isOn) {
      const grownMs = Math.max(firstOutagePauseMs, this.#lastedMs(nowMs) / pauseShare);
      return jitter * Math.min(longestOutagePauseMs, grownMs);
    }
    // In the first round the row's own wait and the lower limit are enough.
    return overload && this.#rounds > 1
      ? jitter * Math.min(longestPauseMs, firstPauseMs * 2 ** (this.#rounds - 2))
      : 0;
  }

  /** Nothing has shown yet that the service is there. */
  get mayBeWrongAddress(): boolean {
    return !this.#everAnswered && !this.#everOverloaded;
  }

  /**
   * Whether the address is wrong, which waiting cannot fix: nothing was ever answered, and all rows have failed.
   * @param jobs those that have begun and are not done; `isAll`: there are no others
   */
  isWrongAddress(jobs: readonly Job[], isAll: boolean, { exit }: Judged): boolean {
    if (!this.mayBeWrongAddress || this.#rowsGivenUp === 0) return false;
    // A single row may be the problem itself, unless the service was never reached.
    const areEnough = (isAll && (jobs.length > 1 || exit === 11)) || jobs.length >= rowsOfAWrongAddress;
    return areEnough && jobs.every(({ failure }) => failure !== undefined);
  }

  /** Whether the run should end now, to be resumed. */
  isTooLong({ nowMs, overload }: Pick<Failed, 'nowMs' | 'overload'>): boolean {
    // Pauses that the service asked for do not count as an outage, up to a limit.
    const lastedMs = this.#lastedMs(nowMs) - Math.min(this.#askedMs, longestAskedMs);
    return lastedMs >= longestOutageMs && (overload || this.isOn);
  }

  /** Whether the last rows of a run have waited long enough. */
  hasOutlasted(jobs: readonly Job[], nowMs: number): boolean {
    if (!this.isOn || jobs.length >= rowsOfAnOutage) return false;
    const failedBefore = jobs.every(({ row }) => row.failedBefore);
    return this.#lastedMs(nowMs) >= (failedBefore ? longestOutageOfFailedMs : longestOutageOfAFewMs);
  }

  #lastedMs(nowMs: number): number {
    return this.#sinceMs === undefined ? 0 : nowMs - this.#sinceMs;
  }
}
