/** One decision of the sender's code: its possible values by rising cost, made when they are asked for, each once. */
export class Choices<Value> {
  readonly #made: Value[][] = [];
  readonly #seen = new Set<unknown>();

  constructor(
    private readonly make: (cost: number) => Iterable<Value>,
    private readonly same: (value: Value) => unknown = (value) => value,
  ) {}

  atCost(cost: number): readonly Value[] {
    while (this.#made.length <= cost) {
      const fresh: Value[] = [];
      for (const value of this.make(this.#made.length)) {
        const key = this.same(value);
        if (this.#seen.has(key)) continue;
        this.#seen.add(key);
        fresh.push(value);
      }
      this.#made.push(fresh);
    }
    return this.#made[cost] ?? [];
  }

  upTo(cost: number): readonly Value[] {
    return Array.from({ length: cost + 1 }, (_, at) => this.atCost(at)).flat();
  }
}
