import { cell, line } from '../batch/csv-output.js';
import { printJson } from '../text/json/print.js';
import type { Row } from './row.js';

/** The formats of the output. */
export const rowFormats = {
  ndjson: { ending: '.ndjson', header: '', line: (row: Row): string => `${printJson({ ...row })}\n` },
  csv: {
    ending: '.csv',
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

const pieceLength = 64 * 1024;

export function* piecesOf(rows: Iterable<Row>, format: RowFormat): Generator<Uint8Array> {
  const { header, line: of } = rowFormats[format];
  let text = header;
  for (const row of rows) {
    text += of(row);
    if (text.length < pieceLength) continue;
    yield Buffer.from(text);
    text = '';
  }
  if (text !== '') yield Buffer.from(text);
}
