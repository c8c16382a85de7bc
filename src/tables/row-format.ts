import { wrongUsage } from './refusals.js';

/** Names of workbooks, which pvg does not write: a spreadsheet that opens such a file would find no workbook in it. */
const workbook = /\.(?:xlsx?|xlsm|xlsb|ods|numbers|parquet)$/i;

/** The form of rows in a file, by its name. @throws {PvgError} `usage` */
export function formatByName(out: string | undefined): 'ndjson' | 'csv' {
  const [ending] = workbook.exec(out ?? '') ?? [];
  if (ending !== undefined) {
    throw wrongUsage(
      `pvg writes NDJSON and CSV, not ${ending.toLowerCase()}.`,
      'A spreadsheet opens CSV: use a name that ends in .csv.',
    );
  }
  return /\.csv$/i.test(out ?? '') ? 'csv' : 'ndjson';
}
