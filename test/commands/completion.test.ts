import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { argumentsOf } from '../../src/input/completion/scripts.js';
import { temporaryFolder } from '../support/context.js';
import { homeWithProfiles, secrets } from '../support/home-with-profiles.js';
import { pvg, words } from '../support/pvg.js';

/** Asks as the zsh script does: the word at the cursor is the last one. */
async function complete(line: string, folder = temporaryFolder()) {
  const before = line.split(' ');
  const current = before.pop() ?? '';
  const ended = await pvg(['completion', 'zsh', `--complete=${current}`, '--', ...before], { home: folder });
  const [files = '', ...rest] = ended.out.trimEnd().split('\n');
  return { status: ended.status, err: ended.err, files, offered: rest.map((each) => each.split(':')[0]) };
}

describe('pvg completion', () => {
  it.each(['bash', 'zsh', 'fish', 'powershell'])('prints a script for %s and nothing else', async (shell) => {
    const { status, out, err } = await pvg(`completion ${shell}`);
    expect({ status, err }).toEqual({ status: 0, err: '' });
    expect(out).toContain(`pvg completion ${shell} `);
    // What is typed may hold `$(…)`: no script may evaluate it.
    expect(out.replace(/^#.*$/gm, '')).not.toMatch(/\beval\b|Invoke-Expression/);
  });

  it('tells a person at a terminal how to load the script', async () => {
    const { err } = await pvg('completion fish', { terminal: true });
    expect(err).toContain('pvg completion fish | source');
  });

  it.each([
    ['no shell', 'completion'],
    ['a shell that is none', 'completion CANARY'],
    ['two shells', 'completion bash zsh'],
  ])('refuses %s', async (_what, line) => {
    const { status, out, err } = await pvg(line);
    expect({ status, out }).toEqual({ status: 2, out: '' });
    expect(err).not.toContain('CANARY');
  });

  const offers: readonly (readonly [
    what: string,
    line: string,
    some: readonly string[],
    none: readonly string[],
  ])[] = [
    ['commands', '', ['lookup', 'verify', 'profile', 'help'], ['--help']],
    ['commands by their beginning', 'l', ['lookup'], ['verify']],
    ['options of the program', '--v', ['--version', '--verbose'], ['--receipt']],
    [
      'options of a command',
      'lookup --',
      ['--receipt', '--as', '--json', '--help'],
      ['--version', '--complete'],
    ],
    ['options where a command takes no argument', 'lookup ', ['--receipt', '--profile'], []],
    ['options after a value that looks like one', 'lookup --receipt --as --d', ['--dry-run', '--debug'], []],
    ['subcommands', 'profile ', ['add', 'list', 'show'], ['lookup', 'help']],
    ['options of a subcommand', 'profile add x --', ['--environment', '--gateway-url', '--read-only'], []],
    ['declared choices', 'lookup --as ', ['curl', 'http', 'json'], ['local']],
    ['choices that the placeholder names', 'lookup --os ', ['android', 'ios'], []],
    ['choices that the description lists', 'sign gateway --snippet ', ['python', 'go', 'rust'], []],
    ['the languages of the replies', 'reply k', ['ko'], ['en']],
    ['one more language', 'reply ko ', ['ko', 'en', 'ja'], []],
    ['the situations of the replies', 'reply ko --for ver', ['verification-completed'], ['ios']],
    ['choices of an argument', 'sign s', ['session'], ['gateway']],
    ['shells', 'completion ', ['bash', 'zsh', 'fish', 'powershell'], []],
    ['commands and topics for help', 'help ', ['lookup', 'exit-status'], []],
    ['no choice for kinds of value', 'lookup --receipt ', [], ['text']],
    ['nothing for free text', 'lookup --product-id ', [], ['--receipt', 'lookup']],
    ['nothing for an unknown option', 'lookup --nonsense=', [], ['--receipt']],
    ['no option behind --', 'lookup -- --re', [], ['--receipt']],
  ];
  it.each(offers)('offers %s: %j', async (_what, line, some, none) => {
    const { status, err, offered } = await complete(line);
    expect({ status, err }).toEqual({ status: 0, err: '' });
    expect(offered).toEqual(expect.arrayContaining([...some]));
    for (const each of none) expect(offered).not.toContain(each);
    if (some.length === 0) expect(offered).toEqual([]);
  });

  it.each([
    ['file', 'profile import ', 'files'],
    ['path', 'lookup --client-secret-file ', 'files'],
    ['@file', 'lookup --body @bo', '@files'],
    ['text', 'lookup --product-id ', 'none'],
    ['text that may be @file', 'lookup --receipt ab', 'none'],
    ['choice', 'lookup --as ', 'none'],
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
    const { offered } = await complete(line, await homeWithProfiles());
    expect(offered).toEqual(names);
  });

  it('offers `local` where nothing is stored, and makes no folder', async () => {
    const folder = temporaryFolder();
    expect((await complete('lookup -p ', folder)).offered).toEqual(['local']);
    expect(existsSync(join(folder, 'config'))).toBe(false);
  });

  it('reads names only: no output holds a secret', async () => {
    const folder = await homeWithProfiles();
    for (const line of ['', 'lookup -p ', 'profile show ', 'lookup --']) {
      const before = words(line);
      const { out, err } = await pvg(['completion', 'fish', '--complete=', '--', ...before], {
        home: folder,
      });
      for (const secret of [...secrets, 'torn-secr']) expect(out + err).not.toContain(secret);
    }
  });

  it('describes what it offers, in the form of each shell', async () => {
    const ask = async (shell: string, ...typed: string[]) => (await pvg(['completion', shell, ...typed])).out;
    expect(await ask('fish', '--complete=vec')).toBe(
      'none\nvectors\tprint test vectors for both signatures, as JSON\n',
    );
    expect(await ask('powershell', '--complete=vec')).toBe(await ask('fish', '--complete=vec'));
    expect(await ask('zsh', '--complete=vec')).toBe(
      'none\nvectors:print test vectors for both signatures, as JSON\n',
    );
    expect(await ask('bash', '--complete=vec', '--', 'pvg vec')).toBe('none\nvectors\n');
  });
});

describe('a line of bash', () => {
  it.each([
    ['words', 'pvg lookup --as c', ['lookup', '--as'], 'c'],
    ['a space at the end', 'pvg lookup ', ['lookup'], ''],
    ['assignments before the program', 'PVG_PROFILE=x A= pvg ver', [], 'ver'],
    ['a substitution, which stays text', 'pvg --body "$(touch x)" -', ['--body', '"$(touch', 'x)"'], '-'],
  ])('is taken apart at %s', (_what, line, before, current) => {
    expect(argumentsOf(line)).toEqual({ before, current });
  });
});
