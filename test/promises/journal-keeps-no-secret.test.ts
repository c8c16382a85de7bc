import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../helpers/context.js';
import { demo } from '../helpers/journal.js';
import { json, pvg } from '../helpers/pvg.js';

/** What stays on a computer after a call: no secret that pvg knows, and of a player nothing that is found by trying. */

const secret = 'Zq7-canary-secret-9f';

let home: string;
beforeEach(() => {
  home = temporaryFolder();
});

/** The files that runs left in the state folder. */
const filesIn = (of: string): string[] =>
  readdirSync(join(of, 'state'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
/** Their names and contents. */
const kept = (of = home): string =>
  filesIn(of)
    .map((path) => `${path.slice(of.length)}\n${readFileSync(path, 'utf8')}`)
    .join('\n');

/** Where a secret is known from; each returns what the run has in its environment. */
const known: Record<string, () => Promise<Record<string, string>>> = {
  'a stored profile': async () => {
    const address = '--environment prod --gateway-url https://a.example --client-id c';
    await pvg(`profile add game-prod ${address} --client-secret-file -`, { home, stdin: secret });
    return {};
  },
  PVG_SECRET_KEY: () => Promise.resolve({ PVG_SECRET_KEY: secret }),
  PVG_CLIENT_SECRET_FILE: () => {
    writeFileSync(join(home, 'secret'), `${secret}\n`, { mode: 0o600 });
    return Promise.resolve({ PVG_CLIENT_SECRET_FILE: join(home, 'secret') });
  },
};
const product = '--package com.example.game --receipt demo-recorded --product-id';
const lines: readonly (readonly [where: string, line: string])[] = [
  ['the case of a look-up', `lookup ${demo('demo-recorded')} --case note-${secret}`],
  ['the order id of a look-up', `lookup ${demo('demo-recorded')} --order-id ${secret}`],
  ['the product', `lookup --profile local ${product} ${secret}`],
  ['the name of a player', `session --profile local --username player-${secret}`],
  ['the case of a player', `session --profile local --username player-42 --case note-${secret}`],
  ['the case of a reply', `reply en --for need-receipt --case note-${secret}`],
];

describe.each(Object.keys(known))('the secret of %s', (from) => {
  it.each(lines)('is not kept as %s', async (_where, line) => {
    const env = (await known[from]?.()) ?? {};
    expect([0, 6]).toContain((await pvg(line, { home, env })).status);
    expect(kept()).toContain('"command":"');
    const page = await pvg('report --last', { home, env });
    expect(kept() + page.out).not.toContain(secret);
  });
});

describe('a player', () => {
  const hexRuns = (text: string): string[] => text.match(/[0-9a-f]{12,}/g) ?? [];
  const ask = async (name: string, env: Record<string, string> = {}, of = home): Promise<void> => {
    const line = ['session', '--profile', 'local', '--username', name];
    expect((await pvg(line, { home: of, env })).status).toBe(0);
  };
  const found = async (
    what: string,
    env: Record<string, string> = {},
    of = home,
  ): Promise<string[]> => {
    const { answer } = json(await pvg(['journal', 'find', what, '--json'], { home: of, env })) as {
      answer: { entries: { player: string }[] };
    };
    return answer.entries.map(({ player }) => player);
  };

  it('leaves nothing that another computer could compute, in files that only the owner can read', async () => {
    const other = temporaryFolder();
    for (const of of [home, other]) await ask('42', {}, of);
    const own = hexRuns(kept());
    expect(own.length).toBeGreaterThan(0);
    expect(own.filter((run) => kept(other).includes(run))).toEqual([]);
    expect(kept()).not.toContain('"42"');
    for (const path of filesIn(home)) expect(statSync(path).mode & 0o077).toBe(0);
  });

  it('is found by its name, and is the same in each call', async () => {
    for (const name of ['42', '42', '43']) await ask(name);
    const ids = await found('42');
    expect([ids.length, new Set(ids).size]).toEqual([2, 1]);
    expect(await found(ids[0] ?? '')).toEqual(ids);
  });

  it('has one id in a team’s folder, also while the folder is gone', async () => {
    const team = join(temporaryFolder(), 'team');
    mkdirSync(team, { mode: 0o700 });
    const theirs = temporaryFolder();
    const env = { PVG_JOURNAL_DIR: team };
    const both = async (name: string, more = {}): Promise<void> => {
      for (const of of [home, theirs]) await ask(name, more, of);
    };
    // Each was alone before.
    await both('41');
    await both('42', env);
    renameSync(team, `${team}-gone`);
    await ask('42', env, theirs);
    renameSync(`${team}-gone`, team);
    await both('42', env);
    // The call without the folder stays with whoever made it.
    const ids = [await found('42', env), await found('42', env, theirs)];
    expect(ids.map((each) => each.length)).toEqual([4, 5]);
    expect(new Set(ids.flat()).size).toBe(1);
    expect(await found('41', env, theirs)).toHaveLength(1);
  });

  it('is kept by nobody while the journal is off', async () => {
    mkdirSync(join(home, 'state'));
    await ask('42', { PVG_NO_JOURNAL: '1' });
    expect(hexRuns(kept())).toEqual([]);
  });
});

describe('a receipt that was pasted as the ticket is refused, and not repeated:', () => {
  const receipt = 'kdjmlgfchnbaopei.AO-J1OyV7mQe2RkX9tWz4LpB0sHfNc6uGaYd3jTi8';
  const lookup = `lookup ${demo('demo-recorded')}`;
  it.each([
    [lookup],
    [`${lookup} --dry-run`],
    ['lookup --profile local GPA.3312-4410-7719-58204 --dry-run'],
    ['lookup --os ios --order-id MQ1ABCD2EF'],
    [`verify ${demo('demo-purchased')}`],
    ['session --profile local --username player-42'],
    ['session --profile local --username a@example.com'],
    ['reply en --for need-receipt'],
    ['reply en'],
    ['report'],
    ['report --out page.html'],
    ['journal list'],
    ['journal list --by day'],
    ['journal note text'],
    ['journal move --last'],
  ])('%s', async (line) => {
    await pvg(lookup, { home });
    for (const ticket of [receipt, `T-1 "${receipt}"`, `token=${receipt}`]) {
      const ended = await pvg([...line.split(' '), '--case', ticket], { home });
      expect(ended.status).toBe(2);
      expect(ended.out + ended.err + kept()).not.toContain(receipt.slice(0, 30));
    }
  });
});
