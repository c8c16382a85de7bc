import type { BatchRow } from './row.js';
import type { JudgedRow } from './judged-row.js';

/** A row whose look-up is over. */
export interface LookedUpRow {
  readonly row: BatchRow;
  /** The key of the purchase, under which equal rows wait for this one. */
  readonly key: string;
  readonly judged: JudgedRow;
}

/** After so many refused purchases the run ends: a wrong profile costs no more. */
const purchasesUntilEnd = 8;

/**
 * The refusals (401, 403) at the start of a run. If the first purchases all get one, the credentials are wrong and the run
 * ends without a line for them. Any other result shows that they are right: then these rows have failed like others.
 */
export class FirstRefusals {
  readonly #keys = new Set<string>();
  readonly #rows: LookedUpRow[] = [];
  #isStart = true;

  /** No purchase has had any other result yet. */
  get isStart(): boolean {
    return this.#isStart;
  }

  /** How many different purchases were refused; 0 as soon as a purchase has had another result. */
  get purchases(): number {
    return this.#isStart ? this.#keys.size : 0;
  }

  get areEnough(): boolean {
    return this.purchases >= purchasesUntilEnd;
  }

  get lastRefusal(): JudgedRow | undefined {
    return this.#rows.at(-1)?.judged;
  }

  add(refused: LookedUpRow): void {
    this.#keys.add(refused.key);
    this.#rows.push(refused);
  }

  /** A purchase has had another result. @returns the rows that were kept until now */
  end(): LookedUpRow[] {
    this.#isStart = false;
    return this.#rows.splice(0);
  }
}
