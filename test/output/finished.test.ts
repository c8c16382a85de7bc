import { expect, it } from 'vitest';
import { pvg } from '../helpers/pvg.js';
import { temporaryFolder } from '../helpers/context.js';

const purchase = '--product-id gems_100 --package com.example.game';

/** More of them: the transcripts. */
it.each([
  ['no profile', `lookup ${purchase} --receipt r`, 3, 'pvg profile add game-dev --environment dev'],
  [
    'an unknown profile',
    `lookup -p nobody ${purchase} --receipt r`,
    3,
    'pvg profile add game-dev --environment dev',
  ],
  [
    'a product that is missing',
    'lookup -p local --receipt demo-x',
    2,
    String.raw`pvg lookup --product-id "\$PRODUCT_ID" --package com.example.game --receipt demo-x --profile local`,
  ],
  [
    'older calls',
    'journal list --limit 1',
    0,
    String.raw`pvg journal show \d{8}T\d{6}Z-[0-9a-f]{6}`,
  ],
  ['a journal to delete', 'journal clear', 13, 'pvg journal list'],
  ['a deleted journal', 'journal clear --confirm journal', 0, 'pvg journal list'],
])('the last line is the next command, with %s', async (_what, line, status, next) => {
  const home = temporaryFolder();
  for (const receipt of ['demo-recorded', 'demo-pending'])
    await pvg(`lookup -p local ${purchase} --receipt ${receipt}`, { home });
  const ended = await pvg(line, { home });
  const [told, other] = status === 0 ? [ended.out, ended.err] : [ended.err, ended.out];
  expect({ status: ended.status, other }).toEqual({ status, other: '' });
  expect(told).toMatch(new RegExp(`\\nNext: ${next}\\n$`));
});

it.each([
  ['a missing option', 'lookup -p local --product-id p'],
  ['a mistyped option', 'profile add --enviroment dev'],
  ['a doubtful receipt', `lookup -p local ${purchase} --receipt GPA.1234-5678`],
  ['a file that is not there', 'batch no-such.csv -p local'],
])('a help page is no next command: %s', async (_what, line) => {
  const { status, err } = await pvg(line);
  expect([status, /^Next: .*--help/m.test(err)]).toEqual([2, false]);
});
