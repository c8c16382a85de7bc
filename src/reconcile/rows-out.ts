import { cell, line } from '../tables/csv-out.js';
import { escapeUnsafe } from '../text/json/print.js';
import type { Row } from './row.js';

/** The formats of the output. */
export const rowFormats = {
  ndjson: { header: '', line: (row: Row): string => `${escapeUnsafe(JSON.stringify(row))}\n` },
  csv: {
    header: line(
      [
        ...['class', 'also', 'order_id', 'receipt', 'verdict', 'advice'],
        ...['voided.count', 'voided.at', 'voided.reason', 'voided.source', 'voided.quantity'],
        ...['granted.count', 'granted.at', 'granted.players', 'granted.contradictory', 'says'],
      ],
      ',',
    ),
    line: ({ class: id, also, order_id, receipt, verdict, advice, voided, granted, says }: Row): string =>
      line(
        [
          ...[id, also.join(' '), order_id, receipt, verdict, advice],
          ...[voided?.count, voided?.at, voided?.reason, voided?.source, voided?.quantity],
          ...[granted?.count, granted?.at.filter((each) => each !== null).join(' ')],
          ...[granted?.players.join(' '), granted?.contradictory, says],
        ].map((value) => cell(typeof value === 'number' ? String(value) : value)),
        ',',
      ),
  },
} as const;

export type RowFormat = keyof typeof rowFormats;

export function* linesOf(rows: Iterable<Row>, format: RowFormat): Generator<string> {
  const { header, line: of } = rowFormats[format];
  if (header !== '') yield header;
  for (const row of rows) yield of(row);
}
