import { JsonObject } from '../text/json/json.js';
import { parseJson } from '../text/json/parse.js';
import { visible } from '../text/visible.js';
import { startingWith, type Row, type RowSource } from './row.js';

/**
 * The columns of a CSV output that repeat the input. A CSV has the header's. Rows of NDJSON may each have other
 * members: those of the first rows get a column, and one more column takes what later rows have besides.
 */
export interface InputColumns {
  readonly names: readonly string[];
  /** Whether there is the column for what has none of its own. */
  readonly other: boolean;
}

const rowsLookedAt = 1_000;

/** A name as it stands in the header. */
export const shownName = (name: string): string => name.split('\n').map(visible).join('\n');

/** @returns the source too: all its rows, also those that were looked at */
export async function inputColumns(
  source: RowSource,
): Promise<{ readonly columns: InputColumns; readonly rows: RowSource }> {
  if (source.format === 'csv') return { columns: { names: source.columns, other: false }, rows: source };
  const names = new Set(source.columns.map(shownName));
  const batches: (readonly Row[])[] = [];
  let looked = 0;
  // A pipe may be slow: what is there must do.
  const enough = source.bytes === undefined ? 1 : rowsLookedAt;
  while (looked < enough) {
    const next = await source.rows.next();
    if (next.done === true) break;
    batches.push(next.value);
    for (const row of next.value.slice(0, Math.max(0, rowsLookedAt - looked)))
      for (const name of namesOf(row)) names.add(shownName(name));
    looked += next.value.length;
  }
  return {
    columns: { names: [...names], other: true },
    rows: { ...source, rows: startingWith(batches, source.rows) },
  };
}

function namesOf({ input }: Row): readonly string[] {
  const json = parseJson(input);
  return json instanceof JsonObject ? json.members.map(([name]) => name) : [];
}
