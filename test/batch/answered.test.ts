import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Answered } from '../../src/batch/answered.js';
import { keyOf } from '../../src/batch/row.js';

/** Which rows an earlier run has written, whatever became of the input since. */

const keyFor = (purchase: number): string =>
  keyOf({ receipt: `t${String(purchase)}`, productId: 'g', package: 'p' });
const inputFor = (player: number): string => `{"receipt": "t", "player": ${String(player)}}`;

/** The same without a hash table. */
class Model {
  readonly #lines = new Map<number, { readonly start: number; readonly inputs: number[] }>();
  add(purchase: number, start: number, player: number): void {
    const known = this.#lines.get(purchase);
    if (known === undefined) this.#lines.set(purchase, { start, inputs: [player] });
    else known.inputs.push(player);
  }
  wrote(purchase: number, start: number): void {
    if (!this.#lines.has(purchase)) this.#lines.set(purchase, { start, inputs: [] });
  }
  claim(purchase: number, player: number): 'claimed' | 'unsure' | number | undefined {
    const known = this.#lines.get(purchase);
    if (known === undefined || known.inputs.length === 0) return known?.start;
    const at = known.inputs.indexOf(player);
    if (at === -1) return 'unsure';
    known.inputs.splice(at, 1);
    return 'claimed';
  }
  claimAny(purchase: number): 'claimed' | number | undefined {
    const known = this.#lines.get(purchase);
    return known?.inputs.pop() === undefined ? known?.start : 'claimed';
  }
}

describe('What is answered', () => {
  const line = fc.record({ purchase: fc.nat(6), player: fc.nat(4) });

  it('is claimed as from a plain list, row by row, in any order and with any change', () => {
    const files = fc.array(line, { maxLength: 30 }).chain((lines) =>
      fc.record({
        lines: fc.constant(lines),
        rows: fc
          .tuple(fc.shuffledSubarray(lines), fc.array(line, { maxLength: 8 }))
          .chain(([kept, added]) => fc.shuffledSubarray([...kept, ...added], { minLength: 0 })),
        isAsked: fc.boolean(),
      }),
    );
    fc.assert(
      fc.property(files, ({ lines, rows, isAsked }) => {
        const [answered, model] = [new Answered(), new Model()];
        lines.forEach(({ purchase, player }, at) => {
          const key = keyFor(purchase);
          answered.of(key).add(key, at * 100, inputFor(player));
          model.add(purchase, at * 100, player);
        });
        const unsure: number[] = [];
        rows.forEach(({ purchase, player }, at) => {
          // Another spelling of the same JSON is the same input.
          const input = (): string => JSON.stringify(JSON.parse(inputFor(player)));
          const key = keyFor(purchase);
          const found = answered.of(key).claim(key, input);
          expect(found).toBe(model.claim(purchase, player));
          if (found === 'unsure') unsure.push(purchase);
          if (found !== undefined || !isAsked) return;
          answered.of(key).wrote(key, 9_000 + at);
          model.wrote(purchase, 9_000 + at);
        });
        for (const purchase of unsure) {
          const key = keyFor(purchase);
          expect(answered.of(key).claimAny(key)).toBe(model.claimAny(purchase));
        }
        // What nobody claimed is of a purchase with a line to spare.
        for (const start of answered.unclaimed())
          expect(model.claimAny(lines[start / 100]?.purchase ?? -1)).toBe('claimed');
      }),
      { numRuns: 500 },
    );
  });

  it('is all there when the table has grown', () => {
    const answered = new Answered();
    const of = (purchase: number) => answered.of(keyFor(purchase));
    for (let purchase = 0; purchase < 5_000; purchase += 1)
      of(purchase).add(keyFor(purchase), purchase * 7, inputFor(purchase));
    expect([...answered.unclaimed()].length).toBe(5_000);
    for (let purchase = 4_999; purchase >= 0; purchase -= 1) {
      const claim = (): unknown => of(purchase).claim(keyFor(purchase), () => inputFor(purchase));
      expect([claim(), claim()]).toEqual(['claimed', purchase * 7]);
    }
    expect(of(5_000).claim(keyFor(5_000), () => '{}')).toBeUndefined();
  });
});
