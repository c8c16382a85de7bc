import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { homeWithProfiles } from '../support/home-with-profiles.js';

describe('the script of bash', () => {
  const program = join(import.meta.dirname, '..', '..', 'bin', 'pvg.js');

  /** What bash would offer with the cursor at the end of the line; `word` is what it takes for the current one. */
  function tab(folder: string, line: string, word: string): string[] {
    const bin = join(folder, 'bin');
    mkdirSync(bin, { recursive: true });
    writeFileSync(join(bin, 'pvg'), `#!/bin/sh\nexec '${process.execPath}' '${program}' "$@"\n`);
    chmodSync(join(bin, 'pvg'), 0o755);
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
    ['a choice behind =', 'pvg lookup --as=c', 'c', ['curl']],
    ['a profile', 'pvg lookup --profile game-', 'game-', ['game-dev', 'game-prod']],
    ['a profile after a quoted value', `pvg lookup --receipt 'a b' -p game-p`, 'game-p', ['game-prod']],
    ['a file behind @', 'pvg lookup --body @bo', '@bo', ['@body\\ 1.json']],
    ['nothing', 'pvg lookup --product-id ', '', []],
  ])('offers %s', async (_what, line, word, offered) => {
    const folder = await homeWithProfiles();
    writeFileSync(join(folder, 'body 1.json'), '{}');
    expect(tab(folder, line, word)).toEqual(offered);
  });

  it.each([
    ['a command substitution', 'pvg lookup --receipt "$(touch ran)" --os ', ['android', 'ios']],
    ['a process substitution', 'pvg lookup --client-secret-file <(touch ran) --os ', ['android', 'ios']],
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
