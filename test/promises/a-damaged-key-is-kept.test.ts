import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { lstatSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { FileError } from '../../src/file-access.js';
import { runProgram } from '../../src/program.js';
import { temporaryFolder, testContext } from '../helpers/context.js';
import { json, pvg, words } from '../helpers/pvg.js';

/** The journal knows players by a random key. A key that is damaged is kept, and whoever repairs it finds them again. */

const windows = process.platform === 'win32';

let home: string;
beforeEach(() => {
  home = temporaryFolder();
});

const keyIn = (folder: string): string => join(folder, 'player-key');
const stateOf = (of: string): string => join(of, 'state');
const asideIn = (of = home): string[] =>
  readdirSync(stateOf(of))
    .filter((name) => name.startsWith('player-key.'))
    .map((name) => join(stateOf(of), name));

type Env = Record<string, string>;

/** What was said on stderr. */
async function ask(name: string, env: Env = {}, of = home): Promise<string> {
  const ended = await pvg(`session --profile local --json --username ${name}`, { home: of, env });
  expect(ended.status).toBe(0);
  return ended.err;
}

async function found(name: string, env: Env = {}, of = home): Promise<string[]> {
  const { answer } = json(await pvg(['journal', 'find', name, '--json'], { home: of, env })) as {
    answer: { entries: { player: string }[] };
  };
  return answer.entries.map(({ player }) => player);
}

async function doctor(env: Env = {}): Promise<readonly { status: string; fix: string | null }[]> {
  const ended = await pvg('doctor --profile local --json', { home, env });
  const { checks } = json(ended)['answer'] as {
    checks: { id: string; status: string; fix: string | null }[];
  };
  return checks.filter(({ id }) => id === 'player-key');
}
const isSound = async (): Promise<boolean> =>
  (await doctor()).every(({ status }) => status === 'ok');

/** What damages a file, and what it has then; null if it is no file. */
const damages: Record<string, (path: string) => Buffer | null> = {
  'is empty': (path) => overwritten(path, Buffer.alloc(0)),
  'has only line breaks': (path) => overwritten(path, Buffer.from('\n\n')),
  'is cut': (path) => {
    truncateSync(path, 33);
    return readFileSync(path);
  },
  'is binary': (path) => overwritten(path, Buffer.from([...Array(256).keys()])),
  'has zeros, as after a power loss': (path) => overwritten(path, Buffer.alloc(65)),
  'has another text': (path) => overwritten(path, Buffer.from('{"key":"none"}\n')),
  'is a folder': (path) => {
    rmSync(path);
    mkdirSync(join(path, 'inside'), { recursive: true });
    return null;
  },
  ...(!windows && {
    'is a link': (path: string) => {
      rmSync(path);
      symlinkSync(join(home, 'elsewhere'), path);
      return null;
    },
  }),
};

function overwritten(path: string, bytes: Buffer): Buffer {
  writeFileSync(path, bytes);
  return bytes;
}

describe.each(Object.entries(damages))('a key that %s', (_what, damage) => {
  let key: Buffer;
  let left: Buffer | null;
  beforeEach(async () => {
    expect(await ask('earlier')).toBe('');
    expect(await isSound()).toBe(true);
    key = readFileSync(keyIn(stateOf(home)));
    left = damage(keyIn(stateOf(home)));
  });

  it('is set aside as it is, that is said once, and calls go on', async () => {
    expect(await doctor()).toMatchObject([{ status: 'problem' }]);
    expect(asideIn()).toEqual([]);
    const said = await ask('later');
    const [aside = '', ...others] = asideIn();
    expect(said).toContain(aside);
    expect(others).toEqual([]);
    if (left === null) expect(lstatSync(aside).isFile()).toBe(false);
    else expect(readFileSync(aside)).toEqual(left);
    expect(await ask('later')).toBe('');
    expect([await found('earlier'), await found('later')]).toMatchObject(
      [[], [{}, {}]].map((each) => each.map(() => expect.stringMatching(/^hmac:/) as string)),
    );
    expect(await doctor()).toMatchObject([{ status: 'warning' }]);
  });

  it('once it is repaired, the players of before are found again, and those of since then', async () => {
    await ask('later');
    const [aside = ''] = asideIn();
    rmSync(aside, { recursive: true });
    writeFileSync(aside, key, { mode: 0o600 });
    expect([(await found('earlier')).length, (await found('later')).length]).toEqual([1, 1]);
    await ask('later');
    expect([(await found('earlier')).length, (await found('later')).length]).toEqual([1, 2]);
    expect(await isSound()).toBe(true);
  });

  it('is repaired in its place, too: by a copy from before', async () => {
    rmSync(keyIn(stateOf(home)), { recursive: true });
    writeFileSync(keyIn(stateOf(home)), key, { mode: 0o600 });
    expect(await ask('earlier')).toBe('');
    expect(await found('earlier')).toHaveLength(2);
    expect(asideIn()).toEqual([]);
  });

  it('loses no player of runs that meet it at the same time', async () => {
    const names = ['a1', 'a2', 'a3', 'a4', 'a5', 'a6'];
    await Promise.all(names.map((name) => ask(name)));
    for (const name of names) expect(await found(name)).toHaveLength(1);
    expect(asideIn().length).toBeGreaterThan(0);
  });
});

it('a key that may not be read is set aside, and read there once it may', async () => {
  await ask('earlier');
  const context = testContext({ home });
  const path = keyIn(stateOf(home));
  // It is refused under its new name, too.
  const isRefused = (asked: string): boolean =>
    asked.startsWith(`${path}.`) || (asked === path && asideIn().length === 0);
  const files = {
    ...context.files,
    readIfThere: (asked: string) =>
      isRefused(asked)
        ? Promise.reject(new FileError('EACCES', asked))
        : context.files.readIfThere(asked),
  };
  const line = words('session --profile local --username later');
  expect(await runProgram({ ...context, files }, line)).toBe(0);
  expect(asideIn()).toHaveLength(1);
  expect(context.stderr.text()).toContain(asideIn()[0]);
  expect([(await found('earlier')).length, (await found('later')).length]).toEqual([1, 1]);
});

it('a key whose disk fails for a moment stays in its place', async () => {
  await ask('earlier');
  const context = testContext({ home });
  const failed = new FileError('EIO', keyIn(stateOf(home)));
  const files = {
    ...context.files,
    readIfThere: (path: string) =>
      path === keyIn(stateOf(home)) ? Promise.reject(failed) : context.files.readIfThere(path),
  };
  const line = words('session --profile local --username later --json');
  expect(await runProgram({ ...context, files }, line)).toBe(0);
  expect(context.stderr.text()).toContain('player-key');
  expect(asideIn()).toEqual([]);
  expect(await found('earlier')).toHaveLength(1);
});

it('a key with one damaged line is used by its other lines, and that is said', async () => {
  await ask('earlier');
  const path = keyIn(stateOf(home));
  const key = readFileSync(path, 'utf8');
  writeFileSync(path, `0123\n${key}`);
  expect(await ask('earlier')).toContain(path);
  expect(await found('earlier')).toHaveLength(2);
  expect(asideIn()).toEqual([]);
  expect(await doctor()).toMatchObject([{ status: 'problem' }]);
});

it.runIf(!windows)('a key that others may read is said on each use, with its fix', async () => {
  await ask('earlier');
  const path = keyIn(stateOf(home));
  chmodSync(path, 0o644);
  for (const name of ['earlier', 'later']) expect(await ask(name)).toContain(`chmod 0600 ${path}`);
  expect(await doctor()).toMatchObject([{ status: 'warning', fix: `chmod 0600 ${path}` }]);
  expect([(await found('earlier')).length, asideIn()]).toEqual([2, []]);
});

it('a key that an editor wrote again, with other line ends, is the same key', async () => {
  await ask('earlier');
  const path = keyIn(stateOf(home));
  writeFileSync(path, `${readFileSync(path, 'utf8').trim()}\r\n`);
  expect(await ask('earlier')).toBe('');
  expect(await found('earlier')).toHaveLength(2);
});

describe('the key of a team', () => {
  let team: string;
  let env: Env;
  let colleague: string;
  beforeEach(async () => {
    team = join(temporaryFolder(), 'team');
    mkdirSync(team, { mode: 0o700 });
    env = { PVG_JOURNAL_DIR: team };
    colleague = temporaryFolder();
    for (const of of [home, colleague]) await ask('earlier', env, of);
  });

  it.each(Object.entries(damages))(
    'that %s: players keep their ids, and it is said',
    async (_what, damage) => {
      const left = damage(keyIn(team));
      expect(await doctor(env)).toMatchObject([{ status: 'problem' }]);
      expect(await ask('earlier', env)).toContain(keyIn(team));
      await ask('earlier', env, colleague);
      const ids = [await found('earlier', env), await found('earlier', env, colleague)];
      expect(ids.map((each) => each.length)).toEqual([4, 4]);
      expect(new Set(ids.flat()).size).toBe(1);
      // It is a colleague's file, too.
      if (left === null) expect(lstatSync(keyIn(team)).isFile()).toBe(false);
      else expect(readFileSync(keyIn(team)).subarray(0, left.length)).toEqual(left);
      expect(readdirSync(team).filter((name) => name.startsWith('player-key'))).toEqual([
        'player-key',
      ]);
    },
  );
});

describe('beside the journal', () => {
  const check = (line: string) =>
    pvg(`session --profile local --username demo-completed --check --json ${line}`, { home });
  const isAsked = async (line = ''): Promise<boolean> => json(await check(line))['http'] !== null;

  it('a kept "completed" is asked for again while the key is damaged, and found again after', async () => {
    expect([await isAsked(), await isAsked()]).toEqual([true, false]);
    const key = readFileSync(keyIn(stateOf(home)));
    writeFileSync(keyIn(stateOf(home)), 'damaged');
    expect(await isAsked()).toBe(true);
    const [aside = ''] = asideIn();
    writeFileSync(aside, key);
    expect(await isAsked()).toBe(false);
  });

  it('a kept "completed" that is damaged is asked for again, and kept again', async () => {
    await isAsked();
    const [folder = ''] = readdirSync(join(stateOf(home), 'completed'));
    const [name = ''] = readdirSync(join(stateOf(home), 'completed', folder));
    writeFileSync(join(stateOf(home), 'completed', folder, name), '{"completed_since":');
    expect([await isAsked(), await isAsked()]).toEqual([true, false]);
  });
});
