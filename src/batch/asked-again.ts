/**
 * The lines of an earlier run whose purchases `--again` looks up once more. A line stays in the file until its purchase has a
 * new one, so that a run that ends early loses no answer.
 */
export class LinesAskedAgain {
  /** Where the lines of a purchase begin, by its key. */
  readonly #starts = new Map<string, number[]>();
  readonly #replaced = new Set<number>();

  add(key: string, start: number): void {
    const starts = this.#starts.get(key);
    if (starts === undefined) this.#starts.set(key, [start]);
    else starts.push(start);
  }

  /** The purchase has a newer line. */
  replace(key: string): void {
    for (const start of this.#starts.get(key) ?? []) this.#replaced.add(start);
    this.#starts.delete(key);
  }

  get hasReplaced(): boolean {
    return this.#replaced.size > 0;
  }

  isReplaced(start: number): boolean {
    return this.#replaced.has(start);
  }

  /** How many of the lines without a newer one repeat a purchase: two lines of one purchase count as 1. */
  get repeatedLeft(): number {
    return [...this.#starts.values()].reduce((sum, starts) => sum + starts.length - 1, 0);
  }

  /** Where the lines begin that have no newer one. */
  *left(): Generator<number> {
    for (const starts of this.#starts.values()) yield* starts;
  }
}
