import type { RowSource } from './format.js';
import type { DoneRows } from './done-rows.js';
import type { ExpectedRows } from './progress.js';
import type { Row, Rows } from './row.js';
import { isInShard, type Shard } from './shard.js';

/** The rows that this run must do: those of its shard that are not done yet. */
export class OwnRows {
  /** Rows read from the input so far. */
  read = 0;
  /** Of these, the ones that this run must do. */
  own = 0;
  /** Rows of other shards. */
  passedOver = 0;
  #all = false;
  #ended = false;
  #bytesOfRows = 0;

  constructor(
    private readonly source: RowSource,
    private readonly shard: Shard | undefined,
    private readonly done: DoneRows | undefined,
  ) {}

  async *rows(): Rows {
    for await (const some of this.source.rows) {
      this.#bytesOfRows = this.source.bytesRead();
      const rows = this.#own(some);
      this.own += rows.length;
      if (rows.length > 0) yield rows;
      if (this.#ended) return undefined;
    }
    this.#bytesOfRows = this.source.bytesRead();
    this.#all = true;
    return undefined;
  }

  #own(rows: readonly Row[]): readonly Row[] {
    this.read += rows.length;
    const { shard, done } = this;
    if (shard === undefined && done === undefined) return rows;
    return rows.flatMap((row) => {
      if (shard !== undefined && !isInShard(row, shard)) {
        this.passedOver += 1;
        return [];
      }
      if (done?.holds(row) === true) {
        done.summary.page.name(row);
        return [];
      }
      return done?.hasFailed(row.number) === true ? [{ ...row, failedBefore: true as const }] : [row];
    });
  }

  /** Stops reading, even if there is more. */
  end(): void {
    this.#ended = true;
  }

  /** Estimates the rows of the input from its size and the part already read. */
  expected(): ExpectedRows | undefined {
    const { bytes } = this.source;
    if (this.#all || this.#bytesOfRows === bytes) return { rows: this.read, exact: true };
    if (bytes === undefined || this.#bytesOfRows === 0) return undefined;
    return { rows: (this.read * bytes) / this.#bytesOfRows, exact: false };
  }
}
