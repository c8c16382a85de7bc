/** `--rate`: when the next look-up may start. No second has more than its share, and none begins with a burst. */
export class Rate {
  nextMs = -Infinity;
  /** The last starts, as many as a second may have. */
  readonly #starts: number[] = [];

  constructor(private readonly perSecond: number) {}

  started(nowMs: number): void {
    const most = Math.min(mostStarts, Math.ceil(this.perSecond));
    // A slot missed by less than a tenth of a second is made up for.
    const slotMs = Math.max(nowMs - makeUpMs, this.nextMs === -Infinity ? nowMs : this.nextMs);
    this.#starts.push(nowMs);
    if (this.#starts.length > most) this.#starts.shift();
    const [oldestMs = nowMs] = this.#starts.length === most ? this.#starts : [-Infinity];
    this.nextMs = Math.max(slotMs + 1000 / this.perSecond, oldestMs + (most * 1000) / this.perSecond);
  }
}

const makeUpMs = 100;
/** Above this rate the share is kept over less than a second. */
const mostStarts = 10_000;
