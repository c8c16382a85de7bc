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

/** What is known of the rows of the run. */
export interface Tried {
  /** Rows that were sent. */
  readonly begun: number;
  /** Those of them that failed at least once. */
  readonly failed: number;
  /** Whether there are no others, and these are enough to tell. */
  readonly all: boolean;
}

/** What becomes of a row that used up its attempts; `dropped`: the run has ended. */
export type Fate = 'final' | 'again' | 'dropped';

export interface FailedAttempt {
  readonly sentMs: number;
  readonly nowMs: number;
  /** 429 or 5xx: the service is there, and has too much to do. */
  readonly overload: boolean;
  /** From 0 up to but not 1, so that many processes do not come back in step. */
  readonly random: number;
}

/** A row that used up its attempts. */
export interface GivenUp {
  readonly row: Spared;
  readonly nowMs: number;
  /** Whether another attempt could have brought an answer: a refusal cannot come from an outage. */
  readonly isPassing: boolean;
  /** When its first attempt was sent. */
  readonly begunMs: number;
  readonly attempts: number;
  readonly answerBytes: number;
}

/** How many outages have kept a row from failing, and the number of the last. */
export interface Spared {
  spared: number;
  sparedIn: number;
}

export class Outage {
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
  #undecided: { readonly row: Spared; readonly decide: (fate: Fate) => void }[] = [];

  /** Whether it has begun: no row fails until it ends. */
  get isOn(): boolean {
    return this.#isOn;
  }

  /** Rows that used up their attempts while nobody was answered: failed, unless this turns out to be an outage. */
  get undecided(): number {
    return this.#undecided.length;
  }

  /** An answer came to what was sent then. */
  answered(sentMs: number): void {
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
    for (const { row, decide } of this.#undecided.splice(0)) {
      if (fate === 'again') this.#spare(row);
      decide(fate);
    }
  }

  gaveUp(given: GivenUp): Fate | Promise<Fate> {
    const { row, isPassing, answerBytes } = given;
    if (row.spared >= (isPassing ? mostSpared : 1) && !this.#isOn) return 'final';
    this.#beginIfSo(given);
    if (this.#isOn) {
      this.decide('again');
      this.#spare(row);
      return 'again';
    }
    if (answerBytes > mostKeptBytes) return 'final';
    return new Promise((decide) => this.#undecided.push({ row, decide }));
  }

  #beginIfSo({ nowMs, isPassing, begunMs, attempts }: GivenUp): void {
    // Somebody was answered since the row began: it is a sign of nothing, however many such rows there are.
    if (this.#isOn || this.#answeredSentMs >= begunMs) return;
    this.#rowsGivenUp += 1;
    const isNoAccident = attempts > 1 || nowMs - (this.#sinceMs ?? nowMs) >= doubtMs;
    const rows = this.#everAnswered ? rowsOfAnOutage : rowsOfAWrongAddress;
    if (!(isPassing && isNoAccident) && this.#rowsGivenUp < rows) return;
    this.#isOn = true;
    this.#number += 1;
  }

  #spare(row: Spared): void {
    if (row.sparedIn !== this.#number) row.spared += 1;
    row.sparedIn = this.#number;
  }

  /** The service asked for a pause. */
  asked(nowMs: number, askedMs: number): void {
    const untilMs = nowMs + askedMs;
    if (untilMs <= this.#askedUntilMs) return;
    this.#askedMs += untilMs - Math.max(nowMs, this.#askedUntilMs);
    this.#askedUntilMs = untilMs;
  }

  /** An attempt failed. @returns milliseconds that all rows wait from now on */
  failed({ sentMs, nowMs, overload, random }: FailedAttempt): number {
    this.#sinceMs ??= sentMs;
    this.#everOverloaded ||= overload;
    // What was sent before the last pause is the same trouble.
    if (sentMs < this.#roundEndMs) return 0;
    this.#roundEndMs = nowMs;
    this.#rounds += 1;
    const jitter = 0.5 + random / 2;
    if (this.#isOn)
      return (
        jitter *
        Math.min(longestOutagePauseMs, Math.max(firstOutagePauseMs, (nowMs - this.#sinceMs) / pauseShare))
      );
    // The first is left to the row's own wait and to fewer look-ups at once.
    return overload && this.#rounds > 1
      ? jitter * Math.min(longestPauseMs, firstPauseMs * 2 ** (this.#rounds - 2))
      : 0;
  }

  /** Why the run should end now; undefined: it should go on. */
  reasonToEnd(
    nowMs: number,
    overload: boolean,
    { begun, failed, all }: Tried,
  ): 'never answered' | 'too long' | undefined {
    // A wrong address, not a bad hour: waiting mends nothing.
    const isWrongAddress = !this.#everAnswered && !this.#everOverloaded && this.#rowsGivenUp > 0;
    if (isWrongAddress && failed === begun && (all || failed >= rowsOfAWrongAddress)) return 'never answered';
    // The pauses that the service asked for are no sign of an outage; for ever they cannot go on.
    const lastedMs = this.#lastedMs(nowMs) - Math.min(this.#askedMs, longestAskedMs);
    return lastedMs >= longestOutageMs && (overload || this.#isOn) ? 'too long' : undefined;
  }

  /** Whether the last rows of a run have waited long enough. */
  hasOutlasted(rows: readonly { readonly row: Row }[], nowMs: number): boolean {
    if (!this.#isOn || rows.length >= rowsOfAnOutage) return false;
    const failedBefore = rows.every(({ row }) => row.failedBefore);
    return this.#lastedMs(nowMs) >= (failedBefore ? longestOutageOfFailedMs : longestOutageOfAFewMs);
  }

  #lastedMs(nowMs: number): number {
    return this.#sinceMs === undefined ? 0 : nowMs - this.#sinceMs;
  }
}
