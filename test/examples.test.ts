import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { ask, startEmulator } from './helpers/listener.js';

const root = join(import.meta.dirname, '..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

describe('the container', () => {
  interface Compose {
    readonly services: Readonly<Record<string, { readonly healthcheck?: { test: string[] } }>>;
  }
  const compose = parse(read('docs/examples/container/compose.yaml')) as Compose;
  const [, inImage = '[]'] =
    /^HEALTHCHECK .*?CMD (\[.*\])$/m.exec(read('docs/examples/container/Containerfile')) ?? [];

  it.each([
    ['compose.yaml', compose.services['pvg']?.healthcheck?.test ?? []],
    ['Containerfile', JSON.parse(inImage) as string[]],
  ])('asks for what a healthy emulator answers with 200: %s', async (_file, command) => {
    const asked = new URL(command.at(-1) ?? '');
    expect(asked.port).toBe('8787');
    const emulator = await startEmulator();
    const { status } = await ask(`${emulator.url}${asked.pathname}`, { method: 'GET' });
    await emulator.stop();
    expect(status).toBe(200);
  });
});

describe('a game of the examples sends and reads as the signer does', () => {
  /** The lines of a part of a signer, without their indentation. */
  const linesBetween = (text: string, start: string, end: string): string[] => {
    const from = text.indexOf(start);
    expect(from, start).toBeGreaterThan(-1);
    const part = text.slice(from, text.indexOf(end, from));
    return part
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '' && !line.includes('region:'));
  };

  it.each([
    ['node/signer.mjs', 'game-server/server.js', 'const response = await fetch(', '\n}\n'],
    ['node/signer.mjs', 'game-server/server.js', 'function members(', '\n}\n'],
    ['python/signer.py', 'ci/my_game/gateway.py', '    request = urllib.request.Request(', 'log.'],
    ['python/signer.py', 'ci/my_game/gateway.py', 'def members(', '\n\n\n'],
  ])('%s and %s, from %j', (signer, example, start, end) => {
    const wanted = linesBetween(read(`src/languages/${signer}`), start, end);
    const found = linesBetween(read(`docs/examples/${example}`), start, end);
    expect(wanted.length).toBeGreaterThan(4);
    expect(found).toEqual(wanted);
  });
});
