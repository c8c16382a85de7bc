import type { Judgement } from '../contract/judgement.js';
import type { Job } from './job.js';

/**
 * When the service answers nobody. A row that fails while others are answered is that row's own trouble; where nothing
 * is answered meanwhile it is the service's, and would be answered later: then rows wait instead of failing, and one
 * look-up at a time asks whether it is over. Sends nothing and has no clock: whoever looks up tells it what came.
 */

/** So many rows one after the other that used up their attempts are an outage, whatever they were answered with. */
const rowsOfAnOutage = 50;
/** The same where nothing was ever answered; as many are tried before an address is called wrong. */
const rowsOfAWrongAddress = 5;
/** Without a second attempt one failure says little: so long must nothing have been answered. */
const doubtMs = 500;
/** So long without one answer, and the run ends; it can be resumed. */
export const longestOutageMs = 15 * 60_000;
/** How long the last rows wait where they are fewer than `rowsOfAnOutage`. */
const longestOutageOfAFewMs = 90_000;
/** And where an earlier run had no answer for them either. */
const longestOutageOfFailedMs = 10_000;
/** The longest that the service may ask to wait for (`Retry-After`) without ending the run. */
export const longestAskedMs = 60 * 60_000;

const firstPauseMs = 50;
const longestPauseMs = 250;
const firstOutagePauseMs = 100;
const longestOutagePauseMs = 60_000;
/** A pause grows with the outage: it may outlast that by a twentieth. */
const pauseShare = 20;

/** An attempt that failed. */
export interface Failed {
  readonly job: Job;
  readonly judgement: Judgement;
  readonly sentMs: number;
  readonly nowMs: number;
  /** 429 or 5xx: the service is there, and has too much to do. */
  readonly overload: boolean;
  /** Whether another attempt could bring an answer: a refusal cannot come from an outage. */
  readonly isPassing: boolean;
}

export class Outage {
  /** Whether it has begun: no row fails until it ends. */
  isOn = false;
  /** Which one this is, or the last was. */
  number = 0;
  /** When somebody was answered last, or the first row was sent. */
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

  /** An answer came to what was sent then. */
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
    // Somebody was answered since the row began: it is a sign of nothing, however many such rows there are.
    if (this.isOn || this.#answeredSentMs >= begunMs) return false;
    this.#rowsGivenUp += 1;
    const isNoAccident = attempts.length > 1 || this.#lastedMs(nowMs) >= doubtMs;
    const rows = this.#everAnswered ? rowsOfAnOutage : rowsOfAWrongAddress;
    if (!(isPassing && isNoAccident) && this.#rowsGivenUp < rows) return false;
    this.isOn = true;
    this.number += 1;
    return true;
  }

  /** The service asked for a pause. @returns whether that is a second or more beyond the last one */
  asked(nowMs: number, askedMs: number): boolean {
    const untilMs = nowMs + askedMs;
    const moreMs = Math.max(0, untilMs - Math.max(nowMs, this.#askedUntilMs));
    this.#askedMs += moreMs;
    this.#askedUntilMs = Math.max(untilMs, this.#askedUntilMs);
    return moreMs >= 1_000;
  }

  /**
   * An attempt failed.
   * @param random from 0 up to but not 1, so that many processes do not come back in step
   * @returns milliseconds that all rows wait from now on
   */
  failed({ sentMs, nowMs, overload }: Failed, random: number): number {
    this.#sinceMs ??= sentMs;
    this.#everOverloaded ||= overload;
    // What was sent before the last pause is the same trouble.
    if (sentMs < this.#roundEndMs) return 0;
    this.#roundEndMs = nowMs;
    this.#rounds += 1;
    const jitter = 0.5 + random / 2;
    if (this.isOn) {
      const grownMs = Math.max(firstOutagePauseMs, this.#lastedMs(nowMs) / pauseShare);
      return jitter * Math.min(longestOutagePauseMs, grownMs);
    }
    // The first is left to the row's own wait and to fewer look-ups at once.
    return overload && this.#rounds > 1
      ? jitter * Math.min(longestPauseMs, firstPauseMs * 2 ** (this.#rounds - 2))
      : 0;
  }

  /**
   * Whether the address is wrong, which no waiting mends: nobody was ever answered, and all rows have failed.
   * @param jobs those that were begun and are not done; `isAll`: there are no others
   */
  isWrongAddress(jobs: readonly Job[], isAll: boolean, { exit }: Judgement): boolean {
    if (this.#everAnswered || this.#everOverloaded || this.#rowsGivenUp === 0) return false;
    // A lone row may have a trouble of its own, unless nobody was reached.
    const areEnough = (isAll && (jobs.length > 1 || exit === 11)) || jobs.length >= rowsOfAWrongAddress;
    return areEnough && jobs.every(({ failure }) => failure !== undefined);
  }

  /** Whether the run should end now, to be resumed. */
  isTooLong({ nowMs, overload }: Pick<Failed, 'nowMs' | 'overload'>): boolean {
    // The pauses that the service asked for are no sign of an outage; for ever they cannot go on.
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
