/**
 * How many look-ups a second a service takes, learned from its refusals (429, 503). It is measured over a second at
 * least: if more than a tenth was refused, no more may begin in a second than got through. Between two measurements it
 * grows by a fifth with each second.
 */

const measuredOverMs = 1_000;
/** Of what was accepted. Below it nothing is cut, or refusals at random would lower the rate with every slow second. */
const mostRefused = 1 / 10;
const growthPerSecond = 1.2;

export class LearnedRate {
  #perSecondAtStart = Infinity;
  /** When the measurement began. */
  #startMs: number | undefined;
  #accepted = 0;
  #refused = 0;

  /** Infinity until the service has refused too many. */
  perSecond(nowMs: number): number {
    return this.#perSecondAtStart * growthPerSecond ** (this.#measuredMs(nowMs) / 1000);
  }

  /** A look-up begins. */
  begin(nowMs: number): void {
    this.#startMs ??= nowMs;
  }

  /** Answered, or failed for another reason: it was not one too many. */
  accept(): void {
    this.#accepted += 1;
  }

  /** @returns whether it is the first time that something was learned */
  refuse(nowMs: number): boolean {
    this.#refused += 1;
    const measuredMs = this.#measuredMs(nowMs);
    if (measuredMs < measuredOverMs) return false;
    const perSecondBefore = this.perSecond(nowMs);
    const isTooFast = this.#accepted > 0 && this.#refused > mostRefused * this.#accepted;
    const acceptedPerSecond = (1000 * this.#accepted) / measuredMs;
    this.#perSecondAtStart = isTooFast
      ? Math.min(perSecondBefore, acceptedPerSecond)
      : perSecondBefore;
    this.#startMs = nowMs;
    this.#accepted = 0;
    this.#refused = 0;
    return isTooFast && perSecondBefore === Infinity;
  }

  /** An outage says nothing of the rate: time in which nothing was accepted is left out. */
  leaveOut(ms: number): void {
    if (this.#startMs !== undefined) this.#startMs += ms;
  }

  #measuredMs(nowMs: number): number {
    return nowMs - (this.#startMs ?? nowMs);
  }
}
