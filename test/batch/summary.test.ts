import { expect, it } from 'vitest';
import type { ResultSummary } from '../../src/batch/result.js';
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
