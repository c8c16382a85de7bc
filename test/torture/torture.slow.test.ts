import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

/** The experiments of store.mjs in short; `npm run torture` runs them in full. `npm run build` comes first. */
const short: readonly (readonly [string, ...string[]])[] = [
  ['concurrent', '--processes', '8', '--rounds', '1'],
  ['races', '--rounds', '3'],
  ['kill', '--kills', '6'],
  ['full-disk', '--saves', '5'],
  ['umask'],
  ['each-call', '--step', '24'],
];

describe.runIf(process.platform !== 'win32')('the store of profiles loses nothing', () => {
  it.each(short)('%s', (...words) => {
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [join(import.meta.dirname, 'store.mjs'), ...words],
      { encoding: 'utf8', env: { PATH: process.env['PATH'] } },
    );
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(JSON.parse(stdout)).toMatchObject({ experiment: words[0] });
  });
});
