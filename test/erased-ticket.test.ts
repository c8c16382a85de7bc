import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { blocksOf, read, root } from './helpers/examples.js';
import { temporaryFolder } from './helpers/context.js';

/** The lines of docs/guides/team-journal.md that erase a ticket, run as they stand. */

const page = 'docs/guides/team-journal.md';
const shared = '/mnt/support/pvg';

const blocks = blocksOf(page).map(({ lines }) => lines.join('\n'));
const script = blocks.find((text) => text.includes('grep -vF')) ?? '';

const textsIn = (folder: string): string =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.ndjson'))
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('');

it('a ticket is erased with what was moved to it, in both folders, and nothing else', () => {
  expect(read(page)).toContain(script);
  const home = temporaryFolder();
  const team = join(home, 'team');
  mkdirSync(team);
  mkdirSync(join(home, 'bin'));
  const program = `#!/bin/sh\nexec '${process.execPath}' '${join(root, 'bin', 'pvg.js')}' "$@"\n`;
  writeFileSync(join(home, 'bin', 'pvg'), program, { mode: 0o755 });
  const run = (text: string, folder?: string): string => {
    const path = `${join(home, 'bin')}:${process.env['PATH'] ?? ''}`;
    const env = { PATH: path, HOME: home, ...(folder && { PVG_JOURNAL_DIR: folder }) };
    return spawnSync('sh', ['-c', text], { cwd: home, encoding: 'utf8', env }).stdout;
  };
  const purchase = '--profile local --product-id gems_100 --package com.example.game';
  run(`pvg lookup ${purchase} --receipt demo-recorded --case TICKET-4171`);
  run(
    [
      `pvg lookup ${purchase} --receipt demo-purchased --case TICKET-4171`,
      'pvg journal note --case TICKET-4171 "asked the developers"',
      'pvg journal note --case TICKET-1 "another player"',
      'pvg reply en --case TICKET-4171',
      'pvg journal move TICKET-4171 --case TICKET-4711',
    ].join('\n'),
    team,
  );
  expect(textsIn(join(home, '.local/state/pvg/journal'))).toContain('TICKET-4171');
  expect(textsIn(team)).toContain('asked the developers');
  expect(run(script.replaceAll(shared, team), team)).toBe('"nothing-found"\n');
  expect(textsIn(join(home, '.local/state/pvg/journal')).trim()).toBe('');
  const left = textsIn(team).trim().split('\n');
  expect(left.map((line) => (JSON.parse(line) as { case: string }).case)).toEqual(['TICKET-1']);
});
