import { describe, expect, it } from 'vitest';
import { allPaid, asked, answer, workplace } from '../helpers/batch.js';
import { pvg } from '../helpers/pvg.js';
import { rowsIn } from '../helpers/reconciled.js';
import type { Send } from '../../src/contract/wire.js';

/** No row of a batch keeps the others from being joined: one without an answer is unresolved, and counted. */

const place = workplace();
const cut = 'a'.repeat(32_767);

/** What a row without an answer has in the column `os`, in that of the receipt, and what somebody does about it. */
const unanswered: Readonly<Record<string, readonly [os: string, receipt: string, advice: string]>> =
  {
    'a receipt that Excel cut': ['android', cut, 'fix-request'],
    'an iOS purchase with such a receipt': ['ios', cut, 'fix-request'],
    'a receipt with white space in it': ['android', `${'ab '.repeat(30)}x`, 'fix-request'],
    'a purchase that the service refused': ['android', 'token-refused', 'fix-request'],
    'a purchase that it failed to look up': ['android', 'token-failed', 'retry-later'],
    'a purchase of a store that is closed to it': ['android', 'token-closed', 'check'],
  };

const send: Send = (request, options) => {
  const { receipt = '' } = asked(request);
  if (receipt === 'token-refused')
    return Promise.resolve(answer(400, { success: false, error: 'INVALID_BODY', message: 'x' }));
  if (receipt === 'token-failed') {
    return Promise.resolve(answer(200, { found: false, status: 503, error: 'x' }));
  }
  if (receipt === 'token-closed') {
    return Promise.resolve(answer(200, { found: false, status: 401, error: 'x' }));
  }
  return allPaid(request, options);
};

describe.each(['results.ndjson', 'results.csv'])('In %s there is one row with', (results) => {
  it.each(Object.entries(unanswered))('%s', async (_what, [os, receipt, advice]) => {
    const rows = ['token-1,android', `${receipt},${os}`, 'token-2,android'];
    place.put(
      'in.csv',
      `receipt,os,product_id,package\n${rows.map((row) => `${row},gems,com.example\n`).join('')}`,
    );
    const looked = await place.batch(['in.csv', '--out', results].map(atPlace), send);
    expect([20, 21]).toContain(looked.status);
    const ended = await pvg(['reconcile', '--lookups', place.at(results)]);
    expect(ended.status).toBe(0);
    expect(rowsIn(ended.out)).toHaveLength(3);
    const unresolved = rowsIn(ended.out).filter((row) => row.class === 'unresolved');
    expect(unresolved).toMatchObject([{ receipt, advice }]);
  });
});

it('A receipt of that length that --force sent is a result like any other', async () => {
  place.put('in.csv', `receipt,product_id,package\n${cut},gems,com.example\n`);
  const rejected: Send = () =>
    Promise.resolve(answer(200, { found: false, status: 404, error: 'x' }));
  await place.batch(['in.csv', '--out', 'results.ndjson', '--force'].map(atPlace), rejected);
  const ended = await pvg(['reconcile', '--lookups', place.at('results.ndjson')]);
  expect(rowsIn(ended.out)).toMatchObject([{ receipt: cut, verdict: 'not-confirmed' }]);
});

const atPlace = (word: string): string => (word.includes('.') ? place.at(word) : word);

it('A table of look-ups that a spreadsheet saved may have a cut receipt, and is refused', async () => {
  place.put('saved.csv', `purchase.receipt,verdict.id\n${cut},not-confirmed\n`);
  const ended = await pvg(['reconcile', '--lookups', place.at('saved.csv')]);
  expect([ended.status, ended.err]).toEqual([2, expect.stringMatching(/32767/)]);
});
