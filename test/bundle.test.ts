import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { bundles, commandNames } from '../scripts/bundle.mjs';
import { temporaryFolder } from './support/context.js';
import { words } from './support/pvg.js';

interface Made {
  readonly inputs: Readonly<
    Record<string, { readonly imports: readonly { path: string; kind: string; external?: boolean }[] }>
  >;
}

/** What a command's file runs when it starts: rooms of src/ and packages. What it loads later costs nothing yet. */
function startsWith({ inputs }: Made, command: string): string[] {
  const seen = new Set<string>();
  const waiting = ['src/main.ts', `src/commands/${command}.ts`];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (seen.has(file)) continue;
    seen.add(file);
    for (const { path, kind } of inputs[file]?.imports ?? [])
      if (kind === 'import-statement') waiting.push(path);
  }
  const names = [...seen].map(
    (file) =>
      (/^src\/([a-z-]+)\//.exec(file) ??
        /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file) ??
        /packages\/([^.]+)/.exec(file))?.[1],
  );
  return [...new Set(names.filter((name) => name !== undefined && name !== 'commands'))].sort() as string[];
}

const always = ['commander', 'contract', 'edge', 'input', 'json', 'output', 'profiles', 'signing'];
// `emulator`: the credentials of the profile `local`; `transport`: the rules for attempts, not the network.
const sending = [...always, 'emulator', 'transport'];

const rooms: Readonly<Record<string, readonly string[]>> = {
  batch: [...sending, 'batch', 'gateway', 'journal', 'papaparse'],
  lookup: [...sending, 'gateway', 'journal', 'replies'],
  verify: [...sending, 'gateway', 'journal'],
  session: [...sending, 'journal', 'session'],
  sign: [...always, 'emulator', 'snippets'],
  'explain-error': [...always, 'explain', 'gateway', 'journal', 'session'],
  journal: [...always, 'journal'],
  report: [...always, 'escape-goat', 'journal', 'report'],
  diagnose: [...always, 'diagnosis', 'emulator', 'snippets'],
  listen: [...always, 'diagnosis', 'emulator', 'gateway', 'listen', 'session', 'snippets'],
  emulate: [...always, 'emulator', 'gateway', 'session'],
  profile: [...always, 'emulator'],
  vectors: always,
  doctor: [...sending, 'doctor', 'journal'],
};

describe('what a command loads when it starts', () => {
  let made: Record<string, Made>;
  beforeAll(async () => {
    made = (await bundles({ write: false })) as Record<string, Made>;
  });

  it('is told here for every command that has a file of its own', () => {
    expect(Object.keys(rooms).sort()).toEqual(
      commandNames()
        .filter((name) => made[`commands/${name}`] !== undefined)
        .sort(),
    );
  });

  it.each(Object.entries(rooms))('%s: these rooms and no other', (command, expected) => {
    expect(startsWith(made[`commands/${command}`] as Made, command)).toEqual([...expected].sort());
  });

  it('no command: what prints the help', () => {
    expect(startsWith(made['commands/none'] as Made, 'none')).toEqual([...always].sort());
  });

  it.each([['lean-undici', ['dispatcher/client', 'core/connect']]])(
    '%s: undici’s inner files are where the network looks for them',
    (file, inner) => {
      expect(Object.keys(made[`packages/${file}`]?.inputs ?? {})).toEqual(
        expect.arrayContaining(inner.map((name) => `node_modules/undici/lib/${name}.js`)),
      );
    },
  );
});

describe('what of node a command loads that asks no server', () => {
  const root = join(import.meta.dirname, '..');
  const teller = join(import.meta.dirname, 'fixtures', 'tell-builtins.cjs');

  // node:crypto, streams and what they bring would be a tenth of each of these.
  it.each([
    '--version',
    'sign gateway --body {}',
    'explain-error DUPLICATE_TRANSACTION',
    'lookup --profile local --product-id gems_100 --package com.example.game --receipt demo-purchased',
  ])('only what reads files and tells the folders: pvg %s', (line) => {
    const home = temporaryFolder();
    const { status, stderr } = spawnSync(
      process.execPath,
      [teller, join(root, 'bin', 'pvg.js'), ...words(line)],
      {
        cwd: home,
        encoding: 'utf8',
        env: { HOME: home, PVG_CLIENT_ID: 'client', PVG_CLIENT_SECRET: 'client-secret-of-the-test' },
      },
    );
    expect(status).toBe(0);
    const loaded = /^loaded: (.*)$/m.exec(stderr)?.[1]?.split(' ');
    expect(loaded).toContain('os');
    for (const name of loaded ?? []) expect(['os', 'process', 'vm']).toContain(name);
  });
});
