import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { startPvg } from '../helpers/child.js';
import { temporaryFolder } from '../helpers/context.js';
import { fakeKeyring, type FakeKeyring } from '../helpers/keyring.js';
import { pvg } from '../helpers/pvg.js';

const [first, second, third] = [
  'first-secret-of-this-test',
  'second-secret-of-this-test',
  'third-secret-here',
];
const addLine = (name: string, more = '--environment dev --gateway-url https://gateway.example') =>
  `profile add ${name} ${more} --client-id client --client-secret-file -`;
const setSecret = 'profile set game --client-secret-file - --yes';

let home: string;
let keyring: FakeKeyring;
beforeEach(() => {
  home = temporaryFolder();
  keyring = fakeKeyring();
});

const run = async (line: string, stdin = ''): Promise<number> =>
  (await pvg(line, { home, keyring, stdin })).status;

/** All at the same time; their statuses. */
const race = (...lines: readonly (readonly [line: string, stdin?: string])[]): Promise<number[]> =>
  Promise.all(lines.map(([line, stdin]) => run(line, stdin)));

type Stored = Readonly<Record<string, string | undefined>>;

/** What is stored, by name. */
function stored(): Readonly<Record<string, Stored>> {
  const folder = join(home, 'config', 'profiles');
  if (!existsSync(folder)) return {};
  const files = readdirSync(folder).filter((file) => !file.startsWith('.'));
  return Object.fromEntries(
    files.map((file) => [
      file.replace(/\.json$/, ''),
      JSON.parse(readFileSync(join(folder, file), 'utf8')) as Stored,
    ]),
  );
}

const chosen = (): string | undefined => {
  const path = join(home, 'config', 'settings.json');
  return existsSync(path)
    ? (JSON.parse(readFileSync(path, 'utf8')) as { profile?: string }).profile
    : undefined;
};

/** The order of the processes is by chance: each race is run so often. */
const rounds = Array.from({ length: 8 }, (_, round) => round);

describe.each(rounds)('Changes of profiles at the same time (%i)', () => {
  beforeEach(async () => {
    expect(await run(addLine('game'), first)).toBe(0);
  });

  it('set beside rename: one profile, under the new name, with the last secret that was accepted', async () => {
    const [renamed, set] = await race(['profile rename game other'], [setSecret, second]);
    expect(renamed).toBe(0);
    expect(Object.keys(stored())).toEqual(['other']);
    expect([
      [0, second],
      [3, first],
    ]).toContainEqual([set, stored()['other']?.['clientSecret']]);
  });

  it('set beside remove: the name does not come back', async () => {
    const [removed, set] = await race(['profile remove game --yes'], [setSecret, second]);
    expect(removed).toBe(0);
    expect([0, 3]).toContain(set);
    expect(stored()).toEqual({});
  });

  it('set beside set: both changes stay', async () => {
    const statuses = await race(
      [setSecret, second],
      ['profile set game --client-id other-client'],
      ['profile set game --package com.example.other'],
      ['profile set game --read-only'],
    );
    expect(statuses).toEqual([0, 0, 0, 0]);
    expect(stored()['game']).toMatchObject({
      clientSecret: second,
      clientId: 'other-client',
      package: 'com.example.other',
      readOnly: true,
    });
  });

  it('rename beside rename: one succeeds, and there is one profile', async () => {
    const statuses = await race(['profile rename game one'], ['profile rename game two']);
    expect([...statuses].sort()).toEqual([0, 3]);
    expect(Object.keys(stored())).toEqual([statuses[0] === 0 ? 'one' : 'two']);
    expect(Object.values(stored())[0]?.['clientSecret']).toBe(first);
  });

  it('rename beside add and import of the new name: one of them has it, and no secret is lost', async () => {
    const plain =
      '{"name":"new","environment":"dev","gatewayUrl":"https://gateway.example","clientId":"c"}';
    const statuses = await race(
      ['profile rename game new'],
      [addLine('new'), second],
      ['profile import -', plain],
    );
    expect([...statuses].sort()).toEqual([0, 13, 13]);
    const secrets = Object.values(stored()).map(({ clientSecret }) => clientSecret);
    expect(secrets).toContain(first);
    expect(secrets.includes(second)).toBe(statuses[1] === 0);
  });

  it('use beside rename and remove: what is chosen is there', async () => {
    expect(await run(addLine('extra'), third)).toBe(0);
    await race(['profile use game'], ['profile rename game other'], ['profile use extra']);
    expect(Object.keys(stored())).toContain(chosen());
    await race(['profile use extra'], ['profile remove extra --yes'], ['profile use extra']);
    expect(chosen() === undefined || Object.keys(stored()).includes(String(chosen()))).toBe(true);
  });

  it('add beside add: no secret gets into two environments', async () => {
    const prod = addLine('new-prod', '--environment prod --gateway-url https://prod.example');
    const dev = addLine('new-dev', '--environment dev --gateway-url https://dev.example');
    const statuses = await race([prod, third], [dev, third]);
    expect([...statuses].sort()).toEqual([0, 13]);
    expect(Object.keys(stored())).toHaveLength(2);
  });

  it('in the keyring: each entry has a profile, and each profile has its entry', async () => {
    await run('profile set game --keyring');
    await race(
      [setSecret, second],
      ['profile set game --client-id other-client'],
      ['profile rename game other'],
      [`${addLine('new')} --keyring`, third],
    );
    const named = Object.values(stored()).map(({ keyring: entry }) => entry);
    expect([...keyring.entries.keys()].sort()).toEqual(named.sort());
  });
});

it('Many processes that change, rename and remove at the same time leave each secret once', async () => {
  const env = { PATH: process.env['PATH'], HOME: home, PVG_CONFIG_DIR: join(home, 'config') };
  const secretFile = join(home, 'secret');
  writeFileSync(secretFile, second, { mode: 0o600 });
  await run(addLine('game'), first);
  await run(addLine('kept'), third);
  const lines = [
    'profile rename game one',
    'profile rename game two',
    `profile set game --client-secret-file ${secretFile} --yes`,
    'profile set game --client-id other-client',
    'profile set kept --client-id other-client',
    'profile set kept --package com.example.other',
    'profile use kept',
    'profile rename kept kept-2',
  ];
  const runs = lines.map((line) => startPvg([...line.split(' '), '--no-input'], { env }));
  const statuses = await Promise.all(runs.map(({ ended }) => ended));
  const now = stored();
  expect(Object.keys(now)).toEqual(['kept-2', statuses[0] === 0 ? 'one' : 'two']);
  expect(now['kept-2']?.['clientSecret']).toBe(third);
  expect(Object.values(now)[1]?.['clientSecret']).toBe(statuses[2] === 0 ? second : first);
  expect(statuses.every((status) => status === 0 || status === 3)).toBe(true);
  expect(readdirSync(join(home, 'config')).filter((name) => name.includes('in-use'))).toEqual([]);
});
