import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { argumentsOf } from '../../src/input/completion/scripts.js';
import { temporaryFolder } from '../helpers/context.js';
import { homeWithProfiles, secrets } from '../helpers/home-with-profiles.js';
import { pvg } from '../helpers/pvg.js';

/** Asks as the zsh script does: the word at the cursor is the last one. */
async function complete(line: string, folder = temporaryFolder()) {
  const before = line.split(' ');
  const current = before.pop() ?? '';
  const ended = await pvg(['completion', 'zsh', `--complete=${current}`, '--', ...before], {
    home: folder,
  });
  expect(ended).toMatchObject({ status: 0, err: '' });
  for (const secret of [...secrets, 'torn-secr']) expect(ended.out).not.toContain(secret);
  const [files = '', ...rest] = ended.out.trimEnd().split('\n');
  return { files, offered: rest.map((each) => each.split(':')[0]) };
}

describe('pvg completion', () => {
  it.each(['bash', 'zsh', 'fish', 'powershell'])(
    'prints a script for %s and nothing else',
    async (shell) => {
      const { status, out, err } = await pvg(`completion ${shell}`);
      expect({ status, err }).toEqual({ status: 0, err: '' });
      expect(out).toContain(`pvg completion ${shell} `);
      // What is typed may hold `$(…)`: no script may evaluate it.
      expect(out.replace(/^#.*$/gm, '')).not.toMatch(/\beval\b|Invoke-Expression/);
    },
  );

  it('tells a person at a terminal how to load the script', async () => {
    const { err } = await pvg('completion fish', { terminal: true });
    expect(err).toContain('pvg completion fish | source');
  });

  it.each(['completion', 'completion CANARY', 'completion bash zsh'])(
    'refuses pvg %s',
    async (line) => {
      const { status, out, err } = await pvg(line);
      expect({ status, out }).toEqual({ status: 2, out: '' });
      expect(err).not.toContain('CANARY');
    },
  );

  it.each<[what: string, line: string, some: string, none: string]>([
    ['commands', '', 'lookup verify profile help', '--help'],
    ['commands by their beginning', 'l', 'lookup', 'verify'],
    ['options of the program', '--v', '--version --verbose', '--receipt'],
    ['options of a command', 'lookup --', '--receipt --as --json --help', '--version --complete'],
    ['options where a command takes no argument', 'lookup ', '--receipt --profile', ''],
    [
      'options after a value that looks like one',
      'lookup --receipt --as --d',
      '--dry-run --debug',
      '',
    ],
    ['subcommands', 'profile ', 'add list show', 'lookup help'],
    ['options of a subcommand', 'profile add x --', '--environment --gateway-url --read-only', ''],
    ['declared choices', 'lookup --as ', 'curl http json', 'local'],
    ['choices that the placeholder names', 'profile add x --environment ', 'dev prod', ''],
    ['choices that the description lists', 'sign gateway --snippet ', 'python go rust', ''],
    ['one more language', 'reply ko ', 'ko en ja', ''],
    ['choices of an argument', 'sign s', 'session', 'gateway'],
    ['commands and topics for help', 'help ', 'lookup exit-status', ''],
    ['no choice for kinds of value', 'lookup --receipt ', '', 'text'],
    ['nothing for free text', 'lookup --product-id ', '', '--receipt lookup'],
    ['nothing for an unknown option', 'lookup --nonsense=', '', '--receipt'],
    ['no option behind --', 'lookup -- --re', '', '--receipt'],
  ])('offers %s: %j', async (_what, line, some, none) => {
    const { offered } = await complete(line);
    expect(offered).toEqual(some === '' ? [] : expect.arrayContaining(some.split(' ')));
    for (const each of none.split(' ')) expect(offered).not.toContain(each);
  });

  it.each([
    ['file', 'profile import ', 'files'],
    ['path', 'lookup --client-secret-file ', 'files'],
    ['@file', 'lookup --body @bo', '@files'],
    ['text', 'lookup --product-id ', 'none'],
    ['text that may be @file', 'lookup --receipt ab', 'none'],
  ])('lets the shell offer files for a %s: %j', async (_what, line, files) => {
    expect((await complete(line)).files).toBe(files);
  });

  it.each([
    ['--profile', 'lookup --profile ', ['game-dev', 'game-prod', 'torn', 'local']],
    ['-p before the command', '-p game-', ['game-dev', 'game-prod']],
    ['an argument that names one', 'profile show g', ['game-dev', 'game-prod']],
    ['one to rename', 'profile rename t', ['torn']],
    ['a name yet to be given', 'profile add g', []],
    ['a new name', 'profile rename game-dev g', []],
    ['a confirmation, which a person types', 'verify --confirm g', []],
  ])('offers the stored profiles for %s', async (_what, line, names) => {
    expect((await complete(line, await homeWithProfiles())).offered).toEqual(names);
  });

  it('offers `local` where nothing is stored, and makes no folder', async () => {
    const folder = temporaryFolder();
    expect((await complete('lookup -p ', folder)).offered).toEqual(['local']);
    expect(existsSync(join(folder, 'config'))).toBe(false);
  });

  const says = 'print test vectors for both signatures, as JSON';
  it.each([
    ['fish', ['--complete=vec'], `vectors\t${says}`],
    ['powershell', ['--complete=vec'], `vectors\t${says}`],
    ['zsh', ['--complete=vec'], `vectors:${says}`],
    ['bash', ['--complete=vec', '--', 'pvg vec'], 'vectors'],
  ])('describes what it offers in the form of %s', async (shell, typed, line) => {
    expect((await pvg(['completion', shell, ...typed])).out).toBe(`none\n${line}\n`);
  });
});

it.each([
  ['words', 'pvg lookup --as c', ['lookup', '--as'], 'c'],
  ['a space at the end', 'pvg lookup ', ['lookup'], ''],
  ['assignments before the program', 'PVG_PROFILE=x A= pvg ver', [], 'ver'],
  [
    'a substitution, which stays text',
    'pvg --body "$(touch x)" -',
    ['--body', '"$(touch', 'x)"'],
    '-',
  ],
])('a line of bash is taken apart at %s', (_what, line, before, current) => {
  expect(argumentsOf(line)).toEqual({ before, current });
});
