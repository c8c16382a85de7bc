import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { program, startChild } from '../helpers/child.js';
import { temporaryFolder } from '../helpers/context.js';
import { journalIn, linesOf } from '../helpers/journal.js';

const purchase = '--profile local --product-id gems_100 --package com.example.game --receipt';

/** The line in a shell, with what the shell does to the standard streams. */
async function inShell(line: string, redirection: string, variables: object = {}) {
  const home = temporaryFolder();
  writeFileSync(
    join(home, 'in.csv'),
    'receipt,product_id,package\ndemo-recorded,gems_100,com.example.game\n',
  );
  writeFileSync(join(home, 'empty.ndjson'), '');
  const env = {
    PATH: process.env['PATH'],
    HOME: home,
    PVG_STATE_DIR: join(home, 'state'),
    ...variables,
  };
  const script = `exec "$0" "$1" ${line} ${redirection}`;
  const run = startChild('/bin/sh', ['-c', script, process.execPath, program], {
    env,
    cwd: home,
  });
  run.process.stdin?.end();
  return { status: await run.ended, err: run.err(), home };
}

const repliesIn = (home: string) =>
  existsSync(journalIn(home)) ? linesOf(home).filter(({ command }) => command === 'reply') : [];

/** What a program reads. */
const data = [
  `lookup ${purchase} demo-recorded --json`,
  `lookup ${purchase} demo-recorded --raw`,
  `lookup ${purchase} demo-recorded --query verdict.id`,
  `verify ${purchase} demo-purchased --json`,
  'session --profile local --username demo-completed --token-only',
  'sign gateway --profile local --force --body @in.csv',
  'explain-error 409 --json',
  'batch in.csv --profile local',
  'batch in.csv --profile local --json',
  'reconcile --lookups empty.ndjson --allow-empty',
  'profile list --json',
  'journal list --json',
  'doctor --json',
  'reply en --for refund',
  'vectors',
  'completion bash',
  'emulate --port 0 --json',
  'listen --port 0 --profile local --json',
  'mcp',
];

describe.runIf(process.platform === 'linux')('Data on a standard output that is closed', () => {
  it.each(data)('ends in 14, and nothing was done: %s', async (line) => {
    const { status, err, home } = await inShell(line, '>&-');
    expect([status, err === '', err.includes('is not shown')]).toEqual([14, false, false]);
    expect(existsSync(join(home, 'state', 'local-ledger.json'))).toBe(false);
  });

  it.each([
    'batch in.csv --profile local',
    'sign gateway --profile local --force --body @in.csv',
    'vectors',
  ])('or that is full ends in 14: %s', async (line) => {
    expect((await inShell(line, '> /dev/full')).status).toBe(14);
  });

  it.each(data.filter((line) => !/^(emulate|listen)/.test(line)))(
    'is discarded on purpose: %s',
    async (line) => {
      expect((await inShell(line, '> /dev/null')).status).toBe(0);
      // As a program does that wants the status alone: the null device, open to read and to write.
      expect((await inShell(line, '1<> /dev/null 2>&1')).status).toBe(0);
    },
  );
});

describe.runIf(process.platform === 'linux')('A reply that nobody saw', () => {
  const lookup = `lookup ${purchase} demo-pending --reply en --case T-1`;

  it.each([
    ['reply en --for refund --case T-1', '>&-'],
    ['reply en --for refund --case T-1', '> /dev/full'],
    [lookup, '>&-'],
    [lookup, '> /dev/full'],
  ])('is not kept: %s %s', async (line, redirection) => {
    const { err, home } = await inShell(line, redirection);
    expect(err.match(/Standard output/g)).toHaveLength(1);
    expect(repliesIn(home)).toEqual([]);
  });

  it('is kept if it was discarded on purpose', async () => {
    const { home } = await inShell('reply en --for refund --case T-1', '> /dev/null');
    expect(repliesIn(home)).toHaveLength(1);
  });
});

const words = [`verify ${purchase} demo-purchased`, 'explain-error 409', '--version'];

it.runIf(process.platform === 'linux')('An assistant whose answer is lost ends in 14', async () => {
  const ping = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' });
  const home = temporaryFolder();
  writeFileSync(join(home, 'ping'), `${ping}\n`);
  const script = 'exec "$0" "$1" mcp < ping > /dev/full';
  const run = startChild('/bin/sh', ['-c', script, process.execPath, program], {
    env: { PATH: process.env['PATH'], HOME: home },
    cwd: home,
  });
  run.process.stdin?.end();
  expect([await run.ended, run.err() === '']).toEqual([14, false]);
});

describe.runIf(process.platform === 'linux')('Words for people', () => {
  it.each(words)('need no reader: the status is that of the answer: %s', async (line) => {
    for (const redirection of ['>&-', '2>&-', '>&- 2>&-', '<&-', '<&- >&- 2>&-', '1<> /dev/null'])
      expect((await inShell(line, redirection)).status).toBe(0);
  });

  it.each([...words, 'journal list', `lookup ${purchase} demo-recorded`])(
    'that are lost are missed on standard error: %s',
    async (line) => {
      const [closed, quiet, discarded] = [
        await inShell(line, '>&-'),
        await inShell(`${line} --quiet`, '>&-'),
        await inShell(line, '> /dev/null'),
      ];
      expect([closed.err.split('\n').length, quiet.err, discarded.err]).toEqual([2, '', '']);
    },
  );

  it('that are lost are not missed where the data beside them are refused', async () => {
    for (const line of ['reconcile --lookups empty.ndjson --allow-empty', 'completion bash'])
      expect((await inShell(line, '>&-')).err).not.toContain('not shown');
  });

  it.each(words)('that a full device does not take end in 14: %s', async (line) => {
    expect((await inShell(line, '> /dev/full')).status).toBe(14);
  });
});

describe.runIf(process.platform === 'linux')(
  'A verify whose answer a full device does not take',
  () => {
    it.each(['', '--json', '--raw', '--query verdict.id', '-v'])(
      'ends in 14, and stderr has what it came to and the look-up as the next command %s',
      async (option) => {
        const line = `verify ${purchase} demo-purchased ${option}`;
        const inHome = await inShell(line, '> /dev/full');
        const withoutState = await inShell(line, '> /dev/full', {
          PVG_JOURNAL_DIR: '/proc/nowhere',
        });
        for (const { status, err } of [inHome, withoutState]) {
          expect(status).toBe(14);
          expect(err).toContain('the gateway has now recorded it');
          expect(err).toMatch(/pvg lookup --product-id gems_100 .*demo-purchased/);
        }
      },
    );

    it('says so of a verify that was refused, too', async () => {
      const { status, err } = await inShell(`verify ${purchase} demo-recorded`, '> /dev/full');
      expect(status).toBe(14);
      expect(err).toContain('Already verified (HTTP 409)');
    });
  },
);

it
  .runIf(process.platform === 'linux')
  .each([
    'lookup --profile local -',
    'batch - --profile local',
    'diagnose -',
    'explain-error -',
    'profile import -',
    'sign gateway --profile local --body -',
  ])('A closed standard input is an empty one: %s', async (line) => {
  const [closed, empty] = [await inShell(line, '<&-'), await inShell(line, '< /dev/null')];
  expect(closed.status).toBe(empty.status);
  expect([0, 2]).toContain(closed.status);
});
