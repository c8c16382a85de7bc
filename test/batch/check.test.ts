import { expect, it } from 'vitest';
import { csv, nothingSent, said, unasked, workplace } from '../helpers/batch.js';
import { json } from '../helpers/pvg.js';

/** `pvg batch --dry-run`: what can be looked up, before anything is sent. */

const place = workplace();
const unreadable = ',gems,com.example\n';

it.each<[what: string, rows: string, exit: 0 | 21, counts: object, says: RegExp]>([
  ['all rows', csv(2), 0, { rows: 2, unreadable: 0 }, /2 rows, all can be looked up/],
  [
    'all rows but one',
    `${csv(2)}${unreadable}`,
    21,
    { rows: 3, unreadable: 1 },
    /2 of 3 rows can be looked up, 1 cannot/,
  ],
  [
    'no row',
    `${csv(0)}${unreadable}`,
    21,
    { rows: 1, unreadable: 1 },
    /0 of 1 row can be looked up, 1 cannot/,
  ],
])('a dry run says that %s can be looked up', async (_what, rows, exit, counts, says) => {
  place.put('in.csv', rows);
  const ended = await place.batch('in.csv --dry-run', unasked);
  expect(ended.status).toBe(exit);
  expect(ended.out + said(ended)).toMatch(says);
  expect(ended.out + said(ended)).toMatch(nothingSent);
  const printed = json(await place.batch('in.csv --dry-run --json', unasked));
  expect(printed).toMatchObject({ ok: exit === 0, exit, answer: { format: 'csv', ...counts } });
  const failed = { advice: 'fix-request', error: { code: 'input-unreadable' } };
  expect(printed).toMatchObject(exit === 0 ? { advice: 'none', error: null } : failed);
});

it('a dry run of a part counts the rows of that part alone', async () => {
  place.put('in.csv', csv(20));
  const counts = await Promise.all(
    ['1/2', '2/2'].map(async (shard) => {
      const ended = await place.batch(`in.csv --dry-run --json --shard ${shard}`, unasked);
      return (json(ended)['answer'] as { rows: number }).rows;
    }),
  );
  expect(Math.min(...counts)).toBeGreaterThan(0);
  expect(counts.reduce((sum, count) => sum + count)).toBe(20);
});
