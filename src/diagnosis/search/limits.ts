/** The limits of a search. Attempts end it, the same on every machine; the time limit is for very slow machines only. */

/** The attempts that one input gets, however many requests it has: the result is the same on every machine. */
export const attemptsOfInput = { usual: 800_000, deep: 10_000_000 } as const;

/** For a request that a log masked: with parts of it missing, the mistake is hardly ever found. */
export const attemptsOfMasked = 20_000;

/** The time that the usual attempts need on a slow machine. */
export const usualBudgetMs = 60_000;

/** With a larger body a search tries only what takes time in proportion to the body: `changesOfLarge`. */
export const largeBodyBytes = 65_536;

/** An attempt that hashes more bytes takes longer, so it counts once more for each further 4,096 bytes. */
export const bytesOfAttempt = 4_096;

/** The limit that ended a search before everything was tried. */
export type CutShort = 'time' | 'attempts';

/** What one request of an input gets. */
export interface RequestBudget {
  readonly mostAttempts: number;
  readonly budgetMs: number;
}

interface InputLimits {
  /** How many requests the input has. */
  readonly requests: number;
  readonly mostAttempts: number;
  readonly budgetMs: number;
  /** Milliseconds that only go forward. */
  readonly elapsed: () => number;
}

/**
 * The attempts and the time of one input. The attempts that are left are divided by the requests that are left; a request
 * gets at least one, which recognises a right signature. The time is not divided: a request may use all that is left.
 */
export class InputBudget {
  #requestsLeft: number;
  #attemptsLeft: number;
  readonly #endMs: number;

  constructor(private readonly limits: InputLimits) {
    this.#requestsLeft = limits.requests;
    this.#attemptsLeft = limits.mostAttempts;
    this.#endMs = limits.elapsed() + limits.budgetMs;
  }

  /** @param least attempts that this request gets, if so many are left */
  forNextRequest(least = 1): RequestBudget {
    const share = Math.floor(this.#attemptsLeft / Math.max(1, this.#requestsLeft));
    this.#requestsLeft -= 1;
    const budgetMs = Math.max(0, this.#endMs - this.limits.elapsed());
    const attempts = budgetMs === 0 ? 1 : Math.min(this.#attemptsLeft, Math.max(share, least));
    return { mostAttempts: Math.max(1, attempts), budgetMs };
  }

  spend(attempts: number): void {
    this.#attemptsLeft = Math.max(0, this.#attemptsLeft - attempts);
  }
}
