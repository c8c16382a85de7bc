import { spreadsheetCell, joinCells } from '../tables/csv-out.js';
import { isObject, rowObject, valueAt } from '../tables/json.js';
import type { PlainObject } from '../text/json/plain.js';
import { readAnomalies, anomalyText } from './result.js';

/** Results as flat rows for a spreadsheet, made from their NDJSON. A column is named by where its value is in the JSON. */

const transactionNames = [
  ...['purchase_state', 'purchase_date_ms', 'quantity', 'region_code', 'acknowledgement_state'],
  ...['found', 'tx_mgmt_id', 'last_error_code', 'recorded_for_this_game'].map(
    (name) => `gateway.${name}`,
  ),
].map((name) => `answer.transactions.0.${name}`);

const names = [
  'row',
  ...['os', 'product_id', 'package', 'receipt', 'order_id'].map((name) => `purchase.${name}`),
  ...['ok', 'exit', 'verdict.id', 'advice', 'at', 'call_id', 'profile', 'environment'],
  ...['answer.order_id', 'answer.found', ...transactionNames, 'answer.status', 'answer.error'],
  ...['anomalies', 'answer', 'error.code', 'error.says', 'error.section'],
];
const paths = names.map((name) => name.split('.'));

export interface CsvLayout {
  /** The columns of the input: each gets a column. Other members of a row stand together, as JSON, in `input_other`. */
  readonly columns: readonly string[];
  readonly delimiter: string;
  /** Whether the file begins with a byte order mark, by which Excel knows UTF-8. */
  readonly excel: boolean;
}

export function csvHeader({ columns, delimiter, excel }: CsvLayout): string {
  return (
    (excel ? '\ufeff' : '') +
    joinCells(
      [...names, ...columns.map((name) => spreadsheetCell(`input.${name}`)), 'input_other'],
      delimiter,
    )
  );
}

const anomalyCell = (row: PlainObject): string | null => anomalyText(readAnomalies(row)) || null;

/** @param text a line of the results */
export function csvLine(text: string, { columns, delimiter }: CsvLayout): string {
  const row = rowObject(text);
  if (row === undefined) return '';
  const input = isObject(row['input']) ? row['input'] : {};
  const otherMembers = Object.entries(input).filter(([name]) => !columns.includes(name));
  return joinCells(
    [
      ...paths.map((path, index) =>
        spreadsheetCell(names[index] === 'anomalies' ? anomalyCell(row) : valueAt(row, path)),
      ),
      ...columns.map((name) => spreadsheetCell(Object.hasOwn(input, name) ? input[name] : null)),
      otherMembers.length === 0
        ? ''
        : spreadsheetCell(JSON.stringify(Object.fromEntries(otherMembers))),
    ],
    delimiter,
  );
}
