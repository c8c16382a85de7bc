import { expect, it } from 'vitest';
import { PvgError } from '../../src/failure.js';
import { failureResult } from '../../src/output/command-result.js';
import { json, pvg } from '../helpers/pvg.js';

/** `none` tells a script that there is nothing to do: no failure that somebody must mend says so. */

it.each([
  ['lookup --profile nobody --receipt demo-recorded', 'profile-unknown', 3],
  ['lookup --profile local --receipt demo-recorded --retries x', 'usage', 2],
  ['lookup --profile local --body @no-such-file', 'input-unreadable', 2],
])('pvg %s has the advice fix-request', async (words, code, exit) => {
  const ended = await pvg(`${words} --json`);
  expect(json(ended)).toMatchObject({ exit, advice: 'fix-request', error: { code } });
});

it.each([
  ['secret-missing', 'fix-request'],
  ['profile-exists', 'fix-request'],
  ['profile-read-only', 'fix-request'],
  ['other-origin', 'fix-request'],
  ['output-unwritable', 'check'],
  ['internal', 'check'],
  ['outcome-unknown', 'check'],
  ['interrupted', 'retry-later'],
  ['terminated', 'retry-later'],
  ['pipe-closed', 'none'],
] as const)('%s has the advice %s', (code, advice) => {
  expect(failureResult('lookup', new PvgError(code, ''))).toMatchObject({ advice });
});
