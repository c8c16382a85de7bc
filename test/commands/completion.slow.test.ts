import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { program } from '../helpers/child.js';
import { temporaryFolder } from '../helpers/context.js';
import { homeWithProfiles } from '../helpers/home-with-profiles.js';
import { pvg } from '../helpers/pvg.js';

/** A folder for PATH that has the built program as `pvg`. `npm run build` comes first. */
function binWith(folder: string): string {
  const bin = join(folder, 'bin');
  mkdirSync(bin, { recursive: true });
  writeFileSync(join(bin, 'pvg'), `#!/bin/sh\nexec '${process.execPath}' '${program}' "$@"\n`);
  chmodSync(join(bin, 'pvg'), 0o755);
  return bin;
}

describe('the script of bash', () => {
  /** What bash would offer with the cursor at the end of the line; `word` is what it takes for the current one. */
  function tab(folder: string, line: string, word: string): string[] {
    const bin = binWith(folder);
    const script = `eval "$(pvg completion bash)"; eval "$(pvg completion bash)"
      complete -p pvg >/dev/null || exit 9
      COMP_LINE=$LINE COMP_POINT=\${#LINE}
      _pvg_complete pvg "$WORD" ''; printf '%s\\n' "\${COMPREPLY[@]}"`;
    const ended = spawnSync('bash', ['--norc', '-c', script], {
      encoding: 'utf8',
      cwd: folder,
      env: {
        PATH: `${bin}:${process.env['PATH'] ?? ''}`,
        HOME: folder,
        PVG_CONFIG_DIR: join(folder, 'config'),
        LINE: line,
        WORD: word,
      },
    });
    expect({ status: ended.status, stderr: ended.stderr }).toEqual({ status: 0, stderr: '' });
    return ended.stdout.split('\n').filter((each) => each !== '');
  }

  it.each([
    ['a command', 'pvg loo', 'loo', ['lookup']],
    ['a profile', 'pvg lookup --profile game-', 'game-', ['game-dev', 'game-prod']],
    [
      'a profile after a quoted value',
      `pvg lookup --receipt 'a b' -p game-p`,
      'game-p',
      ['game-prod'],
    ],
    ['a file behind @', 'pvg lookup --body @bo', '@bo', ['@body\\ 1.json']],
    ['nothing', 'pvg lookup --product-id ', '', []],
  ])('offers %s', async (_what, line, word, offered) => {
    const folder = await homeWithProfiles();
    writeFileSync(join(folder, 'body 1.json'), '{}');
    expect(tab(folder, line, word)).toEqual(offered);
  });

  it.each([
    ['a command substitution', 'pvg lookup --receipt "$(touch ran)" --os ', ['android', 'ios']],
    [
      'a process substitution',
      'pvg lookup --client-secret-file <(touch ran) --os ',
      ['android', 'ios'],
    ],
    ['backquotes', 'pvg lookup --receipt `touch ran` --os ', ['android', 'ios']],
    ['a redirection', 'pvg vectors > precious --js', ['--json']],
  ])('runs nothing of the line: %s', async (_what, line, offered) => {
    const folder = await homeWithProfiles();
    writeFileSync(join(folder, 'precious'), 'kept');
    expect(tab(folder, line, line.split(' ').at(-1) ?? '')).toEqual(offered);
    expect(existsSync(join(folder, 'ran'))).toBe(false);
    expect(readFileSync(join(folder, 'precious'), 'utf8')).toBe('kept');
  });
});

/** What tells that the shell completes `pvg`, in each shell that is installed here. */
const registered: Readonly<Record<string, string>> = {
  bash: 'complete -p pvg',
  zsh: 'print -r -- ${_comps[pvg]:?}',
  fish: 'complete -c pvg | string match -q "*__pvg_complete*"; or exit 1',
};

describe.each(Object.entries(registered))(
  'the line that `pvg completion --help` prints for %s',
  (shell, tells) => {
    const isInstalled = spawnSync(shell, ['-c', 'exit 0']).status === 0;

    it.runIf(isInstalled)('loads the completion, and does in a start-up file', async () => {
      const folder = temporaryFolder();
      const bin = binWith(folder);
      const help = (await pvg('completion --help')).out.split('\n');
      const line =
        help[help.findIndex((each) => each.startsWith(`  ${shell} (`)) + 1]?.trim() ?? '';
      expect(line).toContain(`pvg completion ${shell}`);
      writeFileSync(join(folder, 'start'), `${line}\n`);
      for (const script of [`${line}\n${tells}`, `. "${join(folder, 'start')}"\n${tells}`]) {
        const { status, stderr } = spawnSync(shell, ['-c', script], {
          encoding: 'utf8',
          cwd: folder,
          env: { PATH: `${bin}:${process.env['PATH'] ?? ''}`, HOME: folder },
        });
        expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
      }
    });
  },
);
