import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../helpers/context.js';
import { json, pvg } from '../helpers/pvg.js';

const folder = temporaryFolder();
const file = (name: string, content: string): string => {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
};

const lookUp = {
  input: { receipt: 'token-1' },
  at: '2026-11-03T10:00:00.000Z',
  verdict: { id: 'paid-and-recorded' },
  answer: { order_id: 'GPA.1', transactions: [{}] },
};
const twiceAndVoided = [
  ['--lookups', file('lookups.ndjson', JSON.stringify(lookUp))],
  ['--voided', file('voided.csv', 'Order Number,Voided Date\nGPA.1,2026-11-05\n')],
  ['--granted', file('granted.csv', 'order_id,player\nGPA.1,p-1\nGPA.1,p-2\n')],
].flat();

it.each([
  ['granted-twice', 6],
  ['granted-and-voided', 6],
  ['granted-twice,granted-and-voided', 6],
  ['granted-not-paid', 0],
])('--fail-on %s sees every class of a purchase: %i', async (classes, exit) => {
  const ended = await pvg(['reconcile', ...twiceAndVoided, '--fail-on', classes, '--json']);
  const counts = { 'granted-twice': 1, 'granted-and-voided': 0 };
  expect(json(ended)).toMatchObject({ exit, ok: exit === 0, purchases: 1, classes: counts });
  const [first = ''] = classes.split(',');
  const error = { code: 'fail-on-found', says: expect.stringContaining(first) as string };
  expect(json(ended)['error']).toEqual(exit === 0 ? null : expect.objectContaining(error));
  expect(ended.err.includes(first)).toBe(exit !== 0);
  expect(ended.status).toBe(exit);
});

it('refuses paid-not-granted without grants, where every paid purchase has it', async () => {
  const lookupsAlone = ['reconcile', ...twiceAndVoided.slice(0, 2), '--json'];
  const without = await pvg([...lookupsAlone, '--fail-on', 'settled,paid-not-granted']);
  expect(json(without)).toMatchObject({ exit: 2, error: { code: 'usage' } });
  const grants = twiceAndVoided.slice(4);
  const given = await pvg([...lookupsAlone, ...grants, '--fail-on', 'paid-not-granted']);
  expect(given.status).toBe(0);
});
