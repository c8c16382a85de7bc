import type { Secrets } from '../context.js';
import { hashOf } from './done-rows.js';
import { cleaned, type Result } from './result.js';
import { placeTold, type Row, type RowPurchase, type Rows } from './row.js';

/** `--dedupe`: a purchase in several rows is looked up once per run, and each of its rows gets a line. */

/** How many rows may wait for the answer of another row. */
const mostJoined = 10_000;

export class Repeats {
  /** For each purchase its answer, or the rows that wait for it. */
  readonly #asked = new Map<string, Result | Row[]>();
  #joined = 0;

  constructor(
    private readonly write: (result: Result) => void,
    private readonly secrets: Secrets,
    /** Whether a purchase may appear in a later row: then its answer is kept. */
    private readonly mayRepeat: (key: string) => boolean,
  ) {}

  get isFull(): boolean {
    return this.#joined >= mostJoined;
  }

  /** Whether the row gets the answer of an earlier one. */
  joins(row: Row): boolean {
    const key = keyOf(row);
    const asked = this.#asked.get(key);
    if (asked === undefined) this.#asked.set(key, []);
    else if (Array.isArray(asked)) {
      asked.push(row);
      this.#joined += 1;
    } else this.#repeat(asked, row);
    return asked !== undefined;
  }

  answered(row: Row, result: Result): void {
    const key = keyOf(row);
    const joined = this.#asked.get(key);
    if (!Array.isArray(joined)) return;
    if (this.mayRepeat(key)) this.#asked.set(key, result);
    else this.#asked.delete(key);
    this.#joined -= joined.length;
    for (const each of joined) this.#repeat(result, each);
  }

  #repeat(result: Result, row: Row): void {
    const input = cleaned(row.input, this.secrets);
    const where = placeTold(row);
    this.write({ ...result, row: row.number, line: row.line, input, where });
  }
}

const keyOf = ({ purchase }: Pick<Row, 'purchase'>): string =>
  purchase === undefined ? '' : textOf(purchase);
const textOf = ({ receipt, productId, package: packageName, orderId }: RowPurchase): string =>
  JSON.stringify([receipt, productId, packageName, orderId]);

const tableBytes = 2 ** 24;

/**
 * Reads rows to find purchases that appear in several. It always takes 32 MB: if two purchases share a hash, one answer
 * too many is kept.
 */
export async function repeatedIn(rows: Rows): Promise<(key: string) => boolean> {
  const [once, again] = [new Uint8Array(tableBytes), new Uint8Array(tableBytes)];
  const bitOf = (key: string): readonly [at: number, bit: number] => {
    const hash = hashOf(key);
    return [(hash >>> 3) % tableBytes, 1 << (hash & 7)];
  };
  for await (const some of rows)
    for (const row of some) {
      const [at, bit] = bitOf(keyOf(row));
      if (((once[at] ?? 0) & bit) !== 0) again[at] = (again[at] ?? 0) | bit;
      once[at] = (once[at] ?? 0) | bit;
    }
  return (key) => {
    const [at, bit] = bitOf(key);
    return ((again[at] ?? 0) & bit) !== 0;
  };
}
