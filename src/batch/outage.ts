import type { Judgement } from '../contract/judgement.js';
import type { Done } from './look-ups.js';
import type { Row } from './row.js';

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

/** A row that fails after so many outages has a trouble of its own. */
const mostSpared = 3;
/** A row whose answer is larger fails at once instead of being kept until it is clear whose trouble it is. */
const mostKeptBytes = 64 * 1024;

const firstPauseMs = 50;
const longestPauseMs = 250;
const firstOutagePauseMs = 100;
const longestOutagePauseMs = 60_000;
/** A pause grows with the outage: it may outlast that by a twentieth. */
const pauseShare = 20;

/** What becomes of a row that used up its attempts; `dropped`: nothing, it has its answer or the run has ended. */
export type Fate = 'final' | 'again' | 'dropped';

/** A row under way. */
export interface Job {
  readonly row: Row;
  readonly place: number;
  /** Its next attempt may begin. */
  hasTurn: boolean;
  /** What it would fail with now. */
  failure: Done | undefined;
  /** How many outages have kept it from failing, and the number of the last. */
  spared: number;
  sparedIn: number;
}

/** An attempt that failed. */
export interface Failed {
  readonly job: Job;
  readonly judgement: Judgement;
  /** When the first attempt was sent, when this one, and when that had failed. */
  readonly begunMs: number;
  readonly sentMs: number;
  readonly nowMs: number;
  readonly attempts: number;
  /** 429 or 5xx: the service is there, and has too much to do. */
  readonly overload: boolean;
  /** Whether another attempt could bring an answer: a refusal cannot come from an outage. */
  readonly isPassing: boolean;
}

export class Outage {
  /** Rows that were sent, and whether there are no others. */
  begun = 0;
  allBegun = false;
  /** When somebody was answered last, or the first row was sent. */
  heardMs = Infinity;
  /** Rows that failed at least once. */
  #failedOnce = 0;
  #everAnswered = false;
  #everOverloaded = false;
  #answeredSentMs = -Infinity;
  #sinceMs: number | undefined;
  #isOn = false;
  #number = 0;
  #rowsGivenUp = 0;
  #rounds = 0;
  #roundEndMs = -Infinity;
  #askedMs = 0;
  #askedUntilMs = -Infinity;
  #undecided: { readonly job: Job; readonly decide: (fate: Fate) => void }[] = [];

  /** Whether it has begun: no row fails until it ends. */
  get isOn(): boolean {
    return this.#isOn;
  }

  /** Rows that used up their attempts while nobody was answered: failed, unless this turns out to be an outage. */
  get undecided(): number {
    return this.#undecided.length;
  }

  sent(nowMs: number): void {
    if (this.heardMs === Infinity) this.heardMs = nowMs;
  }

  /** An answer came to what was sent then. */
  answered(sentMs: number, nowMs: number): void {
    this.heardMs = nowMs;
    this.#everAnswered = true;
    this.#answeredSentMs = Math.max(this.#answeredSentMs, sentMs);
    this.#sinceMs = undefined;
    this.#isOn = false;
    this.#rowsGivenUp = 0;
    this.#rounds = 0;
    this.#askedMs = 0;
    this.decide('final');
  }

  /** Of all that are undecided. */
  decide(fate: Fate): void {
    for (const { job, decide } of this.#undecided.splice(0)) {
      if (fate === 'again') this.#spare(job);
      decide(fate);
    }
  }

  gaveUp(failed: Failed): Fate | Promise<Fate> {
    const { job, isPassing } = failed;
    if (job.spared >= (isPassing ? mostSpared : 1) && !this.#isOn) return 'final';
    this.#beginIfSo(failed);
    if (this.#isOn) {
      this.decide('again');
      this.#spare(job);
      return 'again';
    }
    if ((job.failure?.body?.length ?? 0) > mostKeptBytes) return 'final';
    return new Promise((decide) => this.#undecided.push({ job, decide }));
  }

  #beginIfSo({ nowMs, isPassing, begunMs, attempts }: Failed): void {
    // Somebody was answered since the row began: it is a sign of nothing, however many such rows there are.
    if (this.#isOn || this.#answeredSentMs >= begunMs) return;
    this.#rowsGivenUp += 1;
    const isNoAccident = attempts > 1 || nowMs - (this.#sinceMs ?? nowMs) >= doubtMs;
    const rows = this.#everAnswered ? rowsOfAnOutage : rowsOfAWrongAddress;
    if (!(isPassing && isNoAccident) && this.#rowsGivenUp < rows) return;
    this.#isOn = true;
    this.#number += 1;
  }

  #spare(job: Job): void {
    if (job.sparedIn !== this.#number) job.spared += 1;
    job.sparedIn = this.#number;
  }

  /** The service asked for a pause. */
  asked(nowMs: number, askedMs: number): void {
    const untilMs = nowMs + askedMs;
    if (untilMs <= this.#askedUntilMs) return;
    this.#askedMs += untilMs - Math.max(nowMs, this.#askedUntilMs);
    this.#askedUntilMs = untilMs;
  }

  /**
   * An attempt failed.
   * @param random from 0 up to but not 1, so that many processes do not come back in step
   * @returns milliseconds that all rows wait from now on
   */
  failed({ job, sentMs, nowMs, overload }: Failed, random: number): number {
    if (job.failure === undefined) this.#failedOnce += 1;
    this.#sinceMs ??= sentMs;
    this.#everOverloaded ||= overload;
    // What was sent before the last pause is the same trouble.
    if (sentMs < this.#roundEndMs) return 0;
    this.#roundEndMs = nowMs;
    this.#rounds += 1;
    const jitter = 0.5 + random / 2;
    const lastedMs = nowMs - this.#sinceMs;
    if (this.#isOn)
      return jitter * Math.min(longestOutagePauseMs, Math.max(firstOutagePauseMs, lastedMs / pauseShare));
    // The first is left to the row's own wait and to fewer look-ups at once.
    return overload && this.#rounds > 1
      ? jitter * Math.min(longestPauseMs, firstPauseMs * 2 ** (this.#rounds - 2))
      : 0;
  }

  /** Why the run should end now; undefined: it should go on. */
  reasonToEnd({ nowMs, overload, judgement }: Failed): 'never-answered' | 'too-long' | undefined {
    // A lone row may have a trouble of its own, unless nobody was reached.
    const isAll = this.allBegun && (this.begun > 1 || judgement.exit === 11);
    const allFailed = this.#failedOnce === this.begun && (isAll || this.#failedOnce >= rowsOfAWrongAddress);
    // A wrong address, not a bad hour: waiting mends nothing.
    if (!this.#everAnswered && !this.#everOverloaded && this.#rowsGivenUp > 0 && allFailed)
      return 'never-answered';
    // The pauses that the service asked for are no sign of an outage; for ever they cannot go on.
    const lastedMs = this.#lastedMs(nowMs) - Math.min(this.#askedMs, longestAskedMs);
    return lastedMs >= longestOutageMs && (overload || this.#isOn) ? 'too-long' : undefined;
  }

  /** Whether the last rows of a run have waited long enough. */
  hasOutlasted(jobs: readonly Job[], nowMs: number): boolean {
    if (!this.#isOn || jobs.length >= rowsOfAnOutage) return false;
    const failedBefore = jobs.every(({ row }) => row.failedBefore);
    return this.#lastedMs(nowMs) >= (failedBefore ? longestOutageOfFailedMs : longestOutageOfAFewMs);
  }

  #lastedMs(nowMs: number): number {
    return this.#sinceMs === undefined ? 0 : nowMs - this.#sinceMs;
  }
}
