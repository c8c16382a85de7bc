import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { allBut, answer, workplace } from '../helpers/batch.js';
import { blocksOf } from '../helpers/examples.js';

// A command of docs/guides/batch-at-scale.md.

const page = 'docs/guides/batch-at-scale.md';
const why = '# Who was not answered, and why.';

const place = workplace();

it('says why each row was not answered', async () => {
  const lines = blocksOf(page).find(({ lines: own }) => own.includes(why))?.lines ?? [];
  const below = lines.slice(lines.indexOf(why) + 1);
  const command = below
    .slice(
      0,
      below.findIndex((line) => line.startsWith('#')),
    )
    .join('\n');
  place.put('in.csv', 'receipt,product_id,package\nt1,g,p\nt2,g,p\n,g,p\n');
  const refused = { success: false, error: 'MISSING_FIELDS', message: 'No os_id.' };
  await place.batch('in.csv --out results.ndjson', allBut('t2', answer(400, refused)));
  const { stdout } = spawnSync('sh', ['-c', command], { cwd: place.home, encoding: 'utf8' });
  const rows = stdout.match(/.+/g)?.map((line) => JSON.parse(line) as unknown[]) ?? [];
  expect(rows.map(([row, , code]) => [row, code]).sort()).toEqual([
    [2, 'MISSING_FIELDS'],
    [3, 'input-unreadable'],
  ]);
  expect(rows).toContainEqual([2, 'fix-request', 'MISSING_FIELDS', refused.message]);
  expect(rows.map((each) => typeof each[3])).toEqual(['string', 'string']);
});
