import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { program } from '../support/child.js';
import { temporaryFolder } from '../support/context.js';
import { points } from './points.js';

/** Every line of docs/conventions.md as a user types it. `npm run build` comes first. */

const bin = temporaryFolder();
writeFileSync(join(bin, 'pvg'), `#!/bin/sh\nexec "${process.execPath}" "$PVG" "$@"\n`, { mode: 0o755 });

function typed(line: string) {
  const home = join(temporaryFolder(), 'home');
  mkdirSync(home);
  const { status, stdout, stderr } = spawnSync('bash', ['-c', line], {
    cwd: home,
    encoding: 'utf8',
    input: '',
    env: {
      PATH: [bin, join(process.execPath, '..'), process.env['PATH'] ?? ''].join(':'),
      HOME: home,
      TERM: 'xterm-256color',
      PVG: program,
    },
  });
  return { status, out: stdout, err: stderr };
}

describe.each(Object.entries(points))('%s', (_title, each) => {
  it.each(each)('$expects', ({ typed: line, status = 0, out, err }) => {
    const ended = typed(line);
    expect(ended).toMatchObject({ status });
    if (out === '') expect(ended.out).toBe('');
    else if (out !== undefined) expect(ended.out).toMatch(out);
    if (err === '') expect(ended.err).toBe('');
    else if (err !== undefined) expect(ended.err).toMatch(err);
  });
});
