import { expect, it } from 'vitest';
import { reportPage } from '../../src/batch/report.js';
import { BatchSummary } from '../../src/batch/summary.js';

const words = {
  contractMeaning: () => undefined,
  adviceOf: () => '',
  failureOf: () => null,
  failureAfterAnswers: () => null,
  isClockOff: () => false,
  rightEnvironment: undefined,
};

it.each([
  [0, 'good'],
  [1, 'bad'],
  [10, 'bad'],
  [14, 'bad'],
  [20, 'careful'],
  [21, 'careful'],
  [130, 'bad'],
])('the page of a run that ended with %s has a headline that is %s', (exit, tone) => {
  const opening = { headline: 'How it ended.', exit, startedAtMs: 0, version: '1.0.0' };
  const page = reportPage(new BatchSummary(() => undefined), opening, {
    profile: 'game-dev',
    environment: 'dev',
    input: 'in.csv',
    out: 'out.ndjson',
    seconds: 1,
    words,
  });
  expect(page).toContain(`<div class="verdict ${tone}">\n<span class="sign ${tone}">`);
});
