/** How long the service has answered nothing, less the time that it asked pvg to wait. */

/** At most this much of the time that the service asked for does not count as silence. */
const mostAskedMs = 60 * 60_000;

export class Silence {
  #sinceMs: number | undefined;
  #askedUntilMs = -Infinity;
  #askedMs = 0;

  /** A look-up has failed. */
  begin(nowMs: number): void {
    this.#sinceMs ??= nowMs;
  }

  /** A look-up has an answer. */
  end(): void {
    this.#sinceMs = undefined;
    this.#askedUntilMs = -Infinity;
    this.#askedMs = 0;
  }

  /** Several answers may ask for the same time: it counts once. */
  askFor(nowMs: number, askedMs: number): void {
    const addedMs = nowMs + askedMs - Math.max(nowMs, this.#askedUntilMs);
    if (addedMs <= 0) return;
    this.#askedUntilMs = nowMs + askedMs;
    this.#askedMs = Math.min(mostAskedMs, this.#askedMs + addedMs);
  }

  /** Milliseconds; negative while the service still asks to wait. */
  lastedMs(nowMs: number): number {
    return this.wholeMs(nowMs) - this.#askedMs;
  }

  /** The complete time since the first failure, including the time that the service asked for. */
  wholeMs(nowMs: number): number {
    return nowMs - (this.#sinceMs ?? nowMs);
  }
}
