import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { renderView } from '../../src/output/terminal.js';
import { temporaryFolder } from '../support/context.js';
import { emulatorEnv, realNetwork, startEmulator } from '../support/listener.js';
import { pvg } from '../support/pvg.js';

const style = { color: true, columns: 100, terminal: true, windows: false, accessible: false };
const escape = '\u001b';
const reversed = new RegExp(`${escape}\\[7m(.*?)${escape}\\[27m`, 'g');
const painted = async (view: Parameters<typeof renderView>[0], color = true): Promise<string[]> =>
  [...(await renderView(view, { ...style, color })).matchAll(reversed)].map(([, text = '']) => text);

describe('prod stands out', () => {
  const facts = [{ label: 'Profile', value: 'shop-prod (prod)' }];
  it.each([
    ['a fact', { headline: 'x', facts }, ['(prod)']],
    ['a headline', { headline: 'Commands now use shop (prod).', mood: 'bad' as const }, ['(prod)']],
    ['a note', { headline: 'x', notes: ['A verify on prod, as said.'] }, ['prod']],
    ['a table', { headline: '', table: { head: ['environment'], rows: [['prod'], ['dev']] } }, ['prod']],
    ['no name with that word', { headline: 'x', notes: ['game-prod, prod.example.com, production'] }, []],
    ['no command', { headline: 'x', nextCommand: 'pvg doctor --environment prod' }, []],
  ])('in %s', async (_, view, expected) => {
    expect(await painted(view)).toEqual(expected);
  });

  it('stays a word without colour', async () => {
    expect(await painted({ headline: 'x', facts }, false)).toEqual([]);
    expect(await renderView({ headline: 'x', facts }, { ...style, color: false })).toContain('(prod)');
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
    expect((await pvg(`${add('shop', environment)} ${more}`, { home, stdin: 'a-secret' })).status).toBe(0);
    const { out } = await pvg('profile use shop', { home });
    expect(out.replace(/\s+|`/g, ' ').replace(/ +/g, ' ')).toMatch(says);
  });
});

describe('a token that is minted on prod', () => {
  it('says so, and how long it is valid; one that is dropped does not', async () => {
    const emulator = await startEmulator();
    const run = (line: string, environment: 'dev' | 'prod') =>
      pvg(line, {
        env: emulatorEnv(emulator.url, environment),
        send: realNetwork(),
        home: temporaryFolder(),
      });
    const says = 'valid on prod: for 15 minutes';
    const minted = await run('session --username p', 'prod');
    const alone = await run('session --username p --token-only', 'prod');
    const asJson = await run('session --username p --json', 'prod');
    const checked = await run('session --username p --check', 'prod');
    const onDev = await run('session --username p', 'dev');
    expect(await emulator.stop()).toBe(0);
    expect(minted.out).toContain(says);
    expect(alone.err).toContain(says);
    expect(alone.out).not.toContain(says);
    expect(asJson.err).toContain(says);
    expect(checked.out + checked.err + onDev.out + onDev.err).not.toContain(says);
  });
});

describe('the ready-made line that records on prod', () => {
  const sources = ['src', 'docs', 'README.md'].flatMap((place) => {
    const path = join(import.meta.dirname, '..', '..', place);
    if (!place.includes('.'))
      return readdirSync(path, { recursive: true, withFileTypes: true })
        .filter((each) => each.isFile() && /\.(?:ts|md)$/.test(each.name))
        .map((each) => join(each.parentPath, each.name));
    return [path];
  });

  it('stands in no source and no guide', () => {
    expect(sources.length).toBeGreaterThan(100);
    const found = sources.filter((path) =>
      /pvg verify [^\n]*--confirm [\w$]/.test(readFileSync(path, 'utf8')),
    );
    expect(found).toEqual([]);
  });
});
