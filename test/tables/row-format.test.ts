import { expect, it } from 'vitest';
import { formatByName } from '../../src/tables/row-format.js';

/** The name of a file says which form its rows have. */

it.each([
  ['rows.csv', 'csv'],
  ['ROWS.CSV', 'csv'],
  ['rows.ndjson', 'ndjson'],
  ['rows', 'ndjson'],
  ['/dev/stdout', 'ndjson'],
  [undefined, 'ndjson'],
] as const)('%s has rows of %s', (name, format) => {
  expect(formatByName(name)).toBe(format);
});

it.each(['rows.xlsx', 'rows.XLS', 'rows.ods', 'rows.parquet'])(
  '%s is refused: no other program could open it',
  (name) => {
    expect(() => formatByName(name)).toThrow('pvg writes NDJSON and CSV, not .');
  },
);
