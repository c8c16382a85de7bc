import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { renderView } from '../../src/output/terminal.js';
import { temporaryFolder } from '../helpers/context.js';
import { emulatorEnv, realNetwork, startEmulator } from '../helpers/listener.js';
import { pvg } from '../helpers/pvg.js';

const style = { color: true, columns: 100, terminal: true, windows: false, accessible: false };
const escape = '\u001b';
const reversed = new RegExp(`${escape}\\[7m(.*?)${escape}\\[27m`, 'g');
const painted = (text: string): string[] =>
  [...text.matchAll(reversed)].map(([, word = '']) => word);

describe('prod stands out', () => {
  const facts = [{ label: 'Profile', value: 'shop-prod (prod)' }];
  it.each([
    ['a fact', { headline: 'x', facts }, ['(prod)']],
    ['a headline', { headline: 'Commands now use shop (prod).', mood: 'bad' as const }, ['(prod)']],
    ['a note', { headline: 'x', notes: ['A verify on prod, as said.'] }, ['prod']],
    [
      'a table',
      { headline: '', table: { head: ['environment'], rows: [['prod'], ['dev']] } },
      ['prod'],
    ],
    [
      'no name with that word',
      { headline: 'x', notes: ['game-prod, prod.example.com, production'] },
      [],
    ],
    ['no command', { headline: 'x', nextCommand: 'pvg doctor --environment prod' }, []],
  ])('in %s', async (_, view, expected) => {
    expect(painted(await renderView(view, style))).toEqual(expected);
  });

  it('stays a word without colour', async () => {
    const plain = await renderView({ headline: 'x', facts }, { ...style, color: false });
    expect([painted(plain), plain]).toEqual([[], expect.stringContaining('(prod)')]);
  });
});

describe('profile use', () => {
  const add = (name: string, environment: string): string =>
    `profile add ${name} --environment ${environment} --gateway-url https://${environment}.example --client-id c --client-secret-file -`;

  it.each([
    ['prod', '', /call prod now: .*A verify there records .* pvg profile set shop --read-only/s],
    ['prod', '--read-only', /call prod now: .*never verifies/s],
    ['dev', '', /^(?!.*call prod)/s],
  ])('of a profile of %s %s says what that means', async (environment, more, says) => {
    const home = temporaryFolder();
    expect(
      (await pvg(`${add('shop', environment)} ${more}`, { home, stdin: 'a-secret' })).status,
    ).toBe(0);
    const { out } = await pvg('profile use shop', { home });
    expect(out.replace(/\s+|`/g, ' ').replace(/ +/g, ' ')).toMatch(says);
  });
});

it('a token that is minted on prod: says so, and how long it is valid; one that is dropped does not', async () => {
  const emulator = await startEmulator();
  const run = (options: string, environment = 'prod') => {
    const env = emulatorEnv(emulator.url, environment);
    return pvg(`session --username p ${options}`, {
      env,
      send: realNetwork(),
      home: temporaryFolder(),
    });
  };
  const says = 'valid on prod: for 15 minutes';
  expect((await run('')).out).toContain(says);
  const alone = await run('--token-only');
  expect([alone.out.includes(says), alone.err.includes(says)]).toEqual([false, true]);
  expect((await run('--json')).err).toContain(says);
  for (const { out, err } of [await run('--check'), await run('', 'dev')])
    expect(out + err).not.toContain(says);
  await emulator.stop();
});

it('the ready-made line that records on prod stands in no source and no guide', () => {
  const root = join(import.meta.dirname, '..', '..');
  const inside = (folder: string): string[] =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) =>
      join(folder, name),
    );
  const sources = ['README.md', ...inside('src'), ...inside('docs')].filter((name) =>
    /\.(?:ts|md)$/.test(name),
  );
  expect(sources.length).toBeGreaterThan(100);
  const recording = /pvg verify [^\n]*--confirm [\w$]/;
  expect(sources.filter((name) => recording.test(readFileSync(join(root, name), 'utf8')))).toEqual(
    [],
  );
});
