/**
 * How many look-ups may be under way, and when the next may start. The contract shows no limits (§8), so the limit grows
 * by one after each good round and halves when the service is overloaded (additive increase, multiplicative decrease,
 * as in TCP).
 */
interface PaceOptions {
  /** The most look-ups at a time, which is also the start value. */
  readonly ceiling: number;
  /** Most look-ups per second; undefined: no bound. */
  readonly perSecond: number | undefined;
}

export class Pace {
  #limit: number;
  #nextStartMs = 0;
  /** The last start times, as many as one second may have, rounded up. */
  readonly #starts: number[] = [];
  #pausedUntilMs = 0;
  /** Answers to requests sent before this time do not slow it down again. */
  #slowedAtMs = -Infinity;
  /** How often it slowed down. */
  slowed = 0;
  /** The longest wait that the service asked for, in milliseconds. */
  longestAskedMs = 0;

  constructor(private readonly options: PaceOptions) {
    this.#limit = options.ceiling;
  }

  get limit(): number {
    return Math.floor(this.#limit);
  }

  /** Milliseconds until a look-up may start; 0: now. */
  waitMs(nowMs: number): number {
    return Math.max(0, this.#pausedUntilMs - nowMs, this.#nextStartMs - nowMs);
  }

  /** How many more milliseconds all look-ups wait for the service. */
  pausedMs(nowMs: number): number {
    return Math.max(0, this.#pausedUntilMs - nowMs);
  }

  /** No look-up begins for this long. */
  pause(nowMs: number, pauseMs: number): void {
    this.#pausedUntilMs = Math.max(this.#pausedUntilMs, nowMs + pauseMs);
  }

  started(nowMs: number): void {
    const { perSecond } = this.options;
    if (perSecond === undefined) return;
    // A slot missed by less than a tenth of a second is made up for. A longer pause does not become a burst, and no
    // second gets more than its share.
    const slotMs = this.#starts.length === 0 ? nowMs : Math.max(nowMs - makeUpMs, this.#nextStartMs);
    const inWindow = Math.min(mostStarts, Math.ceil(perSecond));
    this.#starts.push(nowMs);
    if (this.#starts.length > inWindow) this.#starts.shift();
    const oldestMs = (this.#starts.length === inWindow ? this.#starts[0] : undefined) ?? -Infinity;
    this.#nextStartMs = Math.max(slotMs + 1000 / perSecond, oldestMs + (inWindow * 1000) / perSecond);
  }

  succeeded(): void {
    if (this.#limit < this.options.ceiling)
      this.#limit = Math.min(this.options.ceiling, this.#limit + 1 / this.#limit);
  }

  /** The answer to what was sent at `sentMs` was 429 or 5xx. */
  overloaded(sentMs: number, nowMs: number, askedMs: number | undefined): void {
    if (askedMs !== undefined) {
      this.pause(nowMs, askedMs);
      this.longestAskedMs = Math.max(this.longestAskedMs, askedMs);
    }
    if (sentMs < this.#slowedAtMs) return;
    this.#slowedAtMs = nowMs;
    if (this.limit > 1) this.slowed += 1;
    this.#limit = Math.max(1, this.#limit / 2);
  }
}

const makeUpMs = 100;
/** Above this rate the share is kept over less than a second. */
const mostStarts = 10_000;
