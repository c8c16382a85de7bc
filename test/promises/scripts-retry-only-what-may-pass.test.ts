import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { adviceOfRun } from '../../src/batch/run-end.js';
import { exitStatuses, type ExitStatus } from '../../src/failure.js';
import { program } from '../helpers/child.js';
import { temporaryFolder } from '../helpers/context.js';
import { blocksOf, read } from '../helpers/examples.js';

/** The scripts and settings of the guides try again what may pass by itself, and leave the rest to a person. */

/** A folder with a `pvg`, and a script in it. */
function runScript(script: string, options: { readonly shell: string; readonly input?: string }) {
  const home = temporaryFolder();
  const folder = join(home, 'bin');
  mkdirSync(folder);
  const pvg = `#!/bin/sh\nexec '${process.execPath}' '${program}' "$@"\n`;
  writeFileSync(join(folder, 'pvg'), pvg, { mode: 0o755 });
  const rows = `receipt,product_id,package\n${options.input ?? ''},gems_100,com.example.game\n`;
  writeFileSync(join(home, 'day.csv'), rows);
  return spawnSync(options.shell, ['-c', script, 'look-up-day', 'day.csv'], {
    cwd: home,
    encoding: 'utf8',
    env: { PATH: `${folder}:${process.env['PATH'] ?? ''}`, HOME: home, PVG_PROFILE: 'local' },
  });
}

const wholeScript =
  blocksOf('docs/guides/scripting.md')
    .find(({ lines }) => lines[0] === '#!/bin/bash')
    ?.lines.join('\n') ?? '';

it.each([
  ['demo-store-down', 'try later'],
  ['demo-store-unconfigured', 'a person must look at this'],
  ['GPA.1234-1234-1234-12345', 'a person must look at this'],
])('The whole script of scripting.md: %s: %s', (receipt, says) => {
  const script = wholeScript
    .replace('demo-never-received', receipt)
    .replace('--no-input', '--no-input --retries 0');
  const ended = runScript(script, { shell: 'bash' });
  expect([ended.status, ended.stdout, ended.stderr]).toEqual([
    1,
    '',
    expect.stringContaining(says),
  ]);
});

it.each([
  ['demo-store-unconfigured', 20],
  ['demo-recorded', 0],
])('The script of a job every night does not ask for another try: %s', (input, status) => {
  const ended = runScript(read('docs/examples/night/look-up-day'), { shell: 'sh', input });
  expect(ended.status).toBe(status);
});

describe('A batch that somebody must help is not started again', () => {
  /** With which a batch can end as a whole, and another run changes nothing. */
  const permanent: readonly ExitStatus[] = [2, 3, 4, 13];

  it.each(permanent)('after %i, which its guide explains', (status) => {
    expect(adviceOfRun(status)).toBe('fix-request');
    expect(Object.keys(exitStatuses)).toContain(String(status));
    expect(read('docs/guides/batch-at-scale.md')).toMatch(new RegExp(`^\\| ${status} +\\|`, 'm'));
    const unit = /^RestartPreventExitStatus=(.*)$/m.exec(read('docs/guides/night-jobs.md'))?.[1];
    expect(unit?.split(' ')).toContain(String(status));
    const job = /action: FailJob[^]*?values: \[(.*)\]/.exec(
      read('docs/guides/batch-in-parts.md'),
    )?.[1];
    expect(job?.split(', ')).toContain(String(status));
  });
});

const hasJq = spawnSync('jq', ['--version']).status === 0;

it.runIf(hasJq)('The first command of “Read the results” has every row that failed', () => {
  const page = read('docs/guides/batch-at-scale.md');
  const [, filter = ''] = /^jq -c '([^']*)' results\.ndjson$/m.exec(page) ?? [];
  const home = temporaryFolder();
  const rows = [
    'demo-recorded',
    'demo-store-unconfigured',
    'demo-unknown-receipt',
    'GPA.1234-1234-1234-12345',
  ];
  const path = join(home, 'in.csv');
  writeFileSync(
    path,
    `receipt,product_id,package\n${rows.map((row) => `${row},gems_100,com.example.game\n`).join('')}`,
  );
  const env = { PATH: process.env['PATH'], HOME: home };
  const out = join(home, 'o.ndjson');
  spawnSync(
    process.execPath,
    [program, 'batch', path, '--profile', 'local', '--out', out, '--summary', `${out}.json`],
    { env },
  );
  const { answer } = JSON.parse(readFileSync(`${out}.json`, 'utf8')) as {
    answer: { failed: number };
  };
  const { stdout } = spawnSync('jq', ['-c', filter, out], { encoding: 'utf8' });
  expect(answer.failed).toBe(2);
  expect(stdout.trim().split('\n')).toHaveLength(answer.failed);
});
