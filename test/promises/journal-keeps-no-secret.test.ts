import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder, type TestContextOptions } from '../support/context.js';
import { demo } from '../support/journal.js';
import { json, pvg } from '../support/pvg.js';

/** What stays on a computer after a call: no secret that pvg knows, and of a player nothing that is found by trying. */

const secret = 'Zq7-canary-secret-9f';

/** Names and contents of all files that a run left in a folder. */
const left = (folder: string): string =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .map((entry) => {
      const path = join(entry.parentPath, entry.name);
      return `${path.slice(folder.length)}\n${entry.isFile() ? readFileSync(path, 'utf8') : ''}`;
    })
    .join('\n');

const kept = (home: string): string => (existsSync(join(home, 'state')) ? left(join(home, 'state')) : '');

/** Where a secret is known from; each returns what the run has in its environment. */
const known: Record<string, (home: string) => Promise<Record<string, string>>> = {
  'a stored profile': async (home) => {
    const add =
      'profile add game-prod --environment prod --gateway-url https://a.example --client-id c --client-secret-file -';
    expect((await pvg(add, { home, stdin: secret })).status).toBe(0);
    return {};
  },
  PVG_CLIENT_SECRET: () => Promise.resolve({ PVG_CLIENT_SECRET: secret }),
  PVG_SECRET_KEY: () => Promise.resolve({ PVG_SECRET_KEY: secret }),
  PVG_CLIENT_SECRET_FILE: (home) => {
    writeFileSync(join(home, 'secret'), `${secret}\n`, { mode: 0o600 });
    return Promise.resolve({ PVG_CLIENT_SECRET_FILE: join(home, 'secret') });
  },
};

const lines: readonly (readonly [where: string, line: string])[] = [
  ['the case of a look-up', `lookup ${demo('demo-recorded')} --case ${secret}`],
  ['the order id of a look-up', `lookup ${demo('demo-recorded')} --order-id ${secret}`],
  [
    'the product',
    `lookup --profile local --product-id ${secret} --package com.example.game --receipt demo-recorded`,
  ],
  ['the name of a player', `session --profile local --username ${secret}`],
  ['the case of a player', `session --profile local --username player-42 --case note-${secret}`],
  ['the case of a reply', `reply en --for need-receipt --case ${secret}`],
];

describe.each(Object.keys(known))('the secret of %s', (from) => {
  it.each(lines)('is not kept as %s', async (_where, line) => {
    const home = temporaryFolder();
    const env = (await known[from]?.(home)) ?? {};
    const ended = await pvg(line, { home, env });
    expect([0, 6]).toContain(ended.status);
    expect(kept(home)).toContain('"command":"');
    expect(kept(home)).not.toContain(secret);
    const page = await pvg('report --last', { home, env });
    expect(page.out).not.toContain(secret);
  });
});

it.each(['note TICKET-1 text', 'export', 'import -'])('`journal %s` is gone', async (words) => {
  const home = temporaryFolder();
  expect((await pvg(`journal ${words}`, { home })).status).toBe(2);
});

it('a report has neither notes nor a word about them', async () => {
  const home = temporaryFolder();
  await pvg(`lookup ${demo('demo-recorded')} --case T-1`, { home });
  const { status, out } = await pvg('report --case T-1', { home });
  expect(status).toBe(0);
  expect(out).not.toMatch(/\bnotes?\b/i);
});

describe('a player', () => {
  const hexRuns = (text: string): Set<string> => new Set(text.match(/[0-9a-f]{12,}/g) ?? []);
  const ask = async (home: string, name: string, more: TestContextOptions = {}): Promise<void> => {
    const ended = await pvg(['session', '--profile', 'local', '--username', name], { home, ...more });
    expect(ended.status).toBe(0);
  };
  const found = async (home: string, what: string, more: TestContextOptions = {}): Promise<string[]> => {
    const { answer } = json(await pvg(['journal', 'find', what, '--json'], { home, ...more })) as {
      answer: { entries: { player: string }[] };
    };
    return answer.entries.map(({ player }) => player);
  };

  it.each(['42', 'demo-completed'])('%s leaves nothing that another computer could compute', async (name) => {
    const homes = [temporaryFolder(), temporaryFolder()] as const;
    for (const home of homes) await ask(home, name);
    const [one, other] = homes.map((home) => hexRuns(kept(home)));
    expect(one?.size).toBeGreaterThan(0);
    expect([...(one ?? [])].filter((run) => other?.has(run) === true)).toEqual([]);
    expect(kept(homes[0])).not.toContain(`"${name}"`);
  });

  it('is found by its name, and is the same in each call', async () => {
    const home = temporaryFolder();
    await ask(home, '42');
    await ask(home, '42');
    await ask(home, '43');
    const ids = await found(home, '42');
    expect(ids).toHaveLength(2);
    expect(new Set(ids).size).toBe(1);
    expect(await found(home, ids[0] ?? '')).toEqual(ids);
  });

  it('has a key that only its owner can read', async () => {
    const home = temporaryFolder();
    await ask(home, '42');
    const files = readdirSync(join(home, 'state'), { recursive: true, withFileTypes: true });
    for (const entry of files.filter((each) => each.isFile()))
      expect(statSync(join(entry.parentPath, entry.name)).mode & 0o077).toBe(0);
  });

  it('has one id in a team’s folder, also while the folder is gone', async () => {
    const team = join(temporaryFolder(), 'team');
    mkdirSync(team, { mode: 0o700 });
    const [ours, theirs] = [temporaryFolder(), temporaryFolder()];
    const env = { PVG_JOURNAL_DIR: team };
    // Each was alone before.
    for (const home of [ours, theirs]) await ask(home, '41');
    for (const home of [ours, theirs]) await ask(home, '42', { env });
    renameSync(team, `${team}-gone`);
    await ask(theirs, '42', { env });
    renameSync(`${team}-gone`, team);
    for (const home of [ours, theirs]) await ask(home, '42', { env });
    // The call without the folder stays with whoever made it.
    const ids = [await found(ours, '42', { env }), await found(theirs, '42', { env })];
    expect(ids.map((each) => [each.length, new Set(each).size])).toEqual([
      [4, 1],
      [5, 1],
    ]);
    expect(await found(theirs, '41', { env })).toHaveLength(1);
  });

  it('is kept by nobody while the journal is off', async () => {
    const home = temporaryFolder();
    await ask(home, '42', { env: { PVG_NO_JOURNAL: '1' } });
    expect(hexRuns(kept(home))).toEqual(new Set());
  });
});
