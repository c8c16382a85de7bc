import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { pvg } from '../support/pvg.js';
import { temporaryFolder } from '../support/context.js';

const lastLine = (text: string): string | undefined => text.trimEnd().split('\n').at(-1);
const purchase = '--product-id gems_100 --package com.example.game';
const session = '--environment prod --session-url https://s.example --game-id g';
const called = `lookup -p local ${purchase} --receipt demo-recorded`;

describe('the last line is the next command', () => {
  it.each([
    ['no profile', `lookup ${purchase} --receipt r`, 3, 'pvg profile add game-dev --environment dev'],
    ['an unknown profile', `lookup -p nobody ${purchase} --receipt r`, 3, 'pvg profile list'],
    [
      'a product that pvg can offer',
      'lookup -p local --receipt demo-x',
      2,
      'pvg lookup --product-id gems_100 --package com.example.game --receipt demo-x --profile local',
    ],
    ['what is not shown', `lookup -p local --os ios ${purchase} --receipt r`, 2, 'pvg reply en --for ios'],
    [
      'a report that is there',
      'report --last --out there.md',
      2,
      'pvg report --last --out there.md --overwrite',
    ],
    ['a report', 'report --last --out x.html', 0, 'pvg journal list --case T-1'],
    ['older calls', 'journal list --limit 1', 0, String.raw`pvg journal show \d{8}T\d{6}Z-[0-9a-f]{6}`],
    ['a journal to delete', 'journal clear', 13, 'pvg journal list'],
    ['a deleted journal', 'journal clear --confirm journal', 0, 'pvg journal list'],
    ['a profile to remove', 'profile remove game-dev', 13, 'pvg profile show game-dev'],
    [
      'a new profile without its secret',
      `profile add game-prod ${session} --no-input`,
      3,
      `pvg profile add game-prod ${session} --secret-key-file .*`,
    ],
  ])('with %s', async (_what, line, status, next) => {
    const home = temporaryFolder();
    writeFileSync(join(home, 'there.md'), 'mine');
    const gateway = { gatewayUrl: 'https://gateway.example', clientId: 'my-client' };
    const stored = JSON.stringify({ name: 'game-dev', environment: 'dev', ...gateway });
    if (line.includes('game-dev')) await pvg('profile import -', { home, stdin: stored });
    await pvg(`${called} --case T-1`, { home });
    await pvg(`${called} --case T-1`, { home });
    const ended = await pvg(line, { home });
    expect({ status: ended.status, err: ended.err }).toMatchObject({ status });
    expect(lastLine(ended.status === 0 ? ended.out : ended.err)).toMatch(new RegExp(`^Next: ${next}$`));
    expect(ended.status === 0 ? ended.err : ended.out).toBe('');
  });
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
