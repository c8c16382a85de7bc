import { cell, line } from '../tables/csv-out.js';
import { valueAt } from '../tables/json.js';
import type { PlainObject } from '../text/json/plain.js';
import { escapeUnsafe } from '../text/json/print.js';
import type { Row } from './row.js';

export const rowFormats = ['ndjson', 'csv'] as const;
export type RowFormat = (typeof rowFormats)[number];

const columns = [
  ...['class', 'also', 'order_id', 'receipt', 'verdict', 'advice'],
  ...['voided.count', 'voided.at', 'voided.reason', 'voided.source', 'voided.quantity'],
  ...['granted.count', 'granted.at', 'granted.players', 'says'],
];
const paths = columns.map((name) => name.split('.'));

export function* linesOf(rows: Iterable<Row>, format: RowFormat): Generator<string> {
  if (format === 'csv') yield line(columns, ',');
  for (const row of rows) yield format === 'csv' ? csvLine(row) : `${escapeUnsafe(JSON.stringify(row))}\n`;
}

const csvLine = (row: Row): string => {
  const values = paths.map((path) => valueAt(row as Row & PlainObject, path));
  // null in a list: a grant without a time.
  return line(
    values.map((value) => cell(Array.isArray(value) ? value.filter(Boolean).join(' ') : value)),
    ',',
  );
};
