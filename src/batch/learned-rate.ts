/**
 * How many look-ups a second a service takes, learned from its refusals (429, 503). If more than a tenth was refused over
 * a second or longer, no more begin than got through. Then the rate grows by a fifth each second.
 */

const shortestMeasureMs = 1_000;
const mostRefusedShare = 1 / 10;
const growthPerSecond = 1.2;
/** A rate is forgotten this long after it was cut for the last time. */
const forgottenAfterMs = 30_000;

export class LearnedRate {
  #perSecond = Infinity;
  #cutAtMs = -Infinity;
  #measuredSinceMs: number | undefined;
  #accepted = 0;
  #refused = 0;

  /** Infinity until the service has refused too many. */
  perSecond(nowMs: number): number {
    if (nowMs - this.#cutAtMs > forgottenAfterMs) return Infinity;
    const seconds = (nowMs - (this.#measuredSinceMs ?? nowMs)) / 1000;
    return this.#perSecond * growthPerSecond ** seconds;
  }

  countBegun(nowMs: number): void {
    this.#measuredSinceMs ??= nowMs;
  }

  /** Answered, or failed for another reason than too many look-ups. */
  countNotRefused(): void {
    this.#accepted += 1;
  }

  /** @returns whether the run is slowed down now and was not before */
  countRefused(nowMs: number): boolean {
    this.#refused += 1;
    const measuredMs = nowMs - (this.#measuredSinceMs ?? nowMs);
    if (measuredMs < shortestMeasureMs) return false;
    const rateBefore = this.perSecond(nowMs);
    const gotThrough = (1000 * this.#accepted) / measuredMs;
    const isTooFast = this.#accepted > 0 && this.#refused > mostRefusedShare * this.#accepted;
    this.#perSecond = isTooFast ? Math.min(rateBefore, gotThrough) : rateBefore;
    if (isTooFast) this.#cutAtMs = nowMs;
    this.#measuredSinceMs = nowMs;
    this.#accepted = 0;
    this.#refused = 0;
    return rateBefore === Infinity && isTooFast;
  }

  /** Leaves this time out of the measure: the service answered nothing at all, which says nothing about its rate. */
  leaveOut(fromMs: number, toMs: number): void {
    // A moment before this time moves on by its whole length, and a moment in it moves to its end.
    const moveOn = (moment: number): number => moment + toMs - Math.max(moment, fromMs);
    if (this.#measuredSinceMs !== undefined) this.#measuredSinceMs = moveOn(this.#measuredSinceMs);
    this.#cutAtMs = moveOn(this.#cutAtMs);
  }
}
