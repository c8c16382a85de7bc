import { expect, it } from 'vitest';
import type { ResultSummary } from '../../src/batch/result.js';
import { refusedAgainWords } from '../../src/batch/refused-rows.js';
import { BatchSummary } from '../../src/batch/summary.js';

const failed: ResultSummary = {
  row: 3,
  rowStatus: 'failed',
  advice: 'check',
  outcomeId: 'outcome-unknown',
  says: null,
  orderId: null,
  productId: null,
  anomalies: [],
  purchase: null,
};

it('a failed row of an earlier run is named by its number', () => {
  const summary = new BatchSummary(() => undefined);
  summary.add(failed);
  expect(summary.failures[0]?.says).toMatch(/^Row 3: \S/);
});

it('many rows of one failure do not hide a refused one, which comes first', () => {
  const summary = new BatchSummary(() => undefined);
  const place = { inputJson: () => '', asWritten: () => '', isBrokenJson: false };
  const source = (row: number) => {
    const sheetRow = row + 1;
    return { ...place, line: row + 2, sheetRow, place: `Spreadsheet row ${sheetRow}` };
  };
  for (let row = 1; row <= 40; row += 1) summary.add({ ...failed, row }, source(row));
  for (const row of [50, 60]) {
    summary.add({ ...failed, row, rowStatus: 'refused', outcomeId: 'MISSING_FIELDS' }, source(row));
  }
  const codes = summary.failures.map(({ row, code }) => [row, code]);
  expect(codes).toHaveLength(10);
  expect(codes.slice(-2)).toEqual([50, 60].map((row) => [row, 'MISSING_FIELDS']));
  const [refusedWords, failedWords, ...more] = summary.failureWords();
  expect(more).toEqual([]);
  expect(refusedWords).toMatch(/51 and 61: .*MISSING_FIELDS/);
  expect(failedWords).toMatch(/2, 3, 4, .* and 30 more: /);
  expect(refusedAgainWords({ halt: undefined, summary })).toBeDefined();
  const onlyRefused = new BatchSummary(() => undefined);
  onlyRefused.add({ ...failed, rowStatus: 'refused', outcomeId: 'MISSING_FIELDS' });
  // There the next command leads to the fix.
  expect(refusedAgainWords({ halt: undefined, summary: onlyRefused })).toBeUndefined();
});
