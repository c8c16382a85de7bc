/** The values that one decision of the sender's code may have had, such as the key, by their cost: 0 is right, 1 a common mistake. */
export class Choices<Value> {
  readonly #byCost: Value[][] = [];
  readonly #known = new Set<unknown>();

  constructor(
    private readonly make: (cost: number) => Iterable<Value>,
    /** What makes two values equal: a value that a lower cost has is left out. */
    private readonly keyOf: (value: Value) => unknown = (value) => value,
  ) {}

  atCost(cost: number): readonly Value[] {
    while (this.#byCost.length <= cost) {
      const fresh: Value[] = [];
      for (const value of this.make(this.#byCost.length)) {
        const key = this.keyOf(value);
        if (this.#known.has(key)) continue;
        this.#known.add(key);
        fresh.push(value);
      }
      this.#byCost.push(fresh);
    }
    return this.#byCost[cost] ?? [];
  }

  upTo(cost: number): readonly Value[] {
    return Array.from({ length: cost + 1 }, (_, level) => this.atCost(level)).flat();
  }
}
