import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readJournal } from '../../../src/support/journal/journal.js';
import { program, startPvg } from '../../helpers/child.js';
import { temporaryFolder, testContext } from '../../helpers/context.js';
import { goodAnswers } from '../../helpers/hostile-answers.js';
import { listen, shut } from '../../helpers/hostile-server.js';
import { words } from '../../helpers/pvg.js';

/** Real processes on a real disk; `npm run build` comes first. */
const root = join(import.meta.dirname, '..', '..', '..');
const built = (path: string): string => pathToFileURL(join(root, 'build', path)).href;

let home: string;
let state: string;
beforeEach(() => {
  home = temporaryFolder();
  state = join(home, 'state');
  writeFileSync(join(home, 'writer.mjs'), writer);
});
afterEach(() => {
  rmSync(home, { recursive: true, force: true });
});

/** Writes lines and names each on stdout once it is kept: `writer.mjs <state> <how many> <bytes of padding>`. */
const writer = `
import { writeSync } from 'node:fs';
import { openFiles } from '${built('system/files.js')}';
import { openJournalAppend as openAppend } from '${built('support/journal/appending.js')}';
import { newEntryId } from '${built('support/journal/writer.js')}';
const [state, count, padding] = process.argv.slice(2);
// A full pipe: the test reads it later.
const say = (descriptor, text) => {
  for (;;) try { return writeSync(descriptor, text); } catch (error) { if (error.code !== 'EAGAIN') throw error; }
};
const sleep = (ms) => new Promise((done) => setTimeout(done, ms));
const doors = { env: {}, account: { user: 'agent', host: 'desk-7' }, clock: { now: Date.now, sleep },
  files: openFiles('/'), folders: { home: state, state, config: state } };
const append = openAppend(doors, () => Promise.resolve());
for (let n = 0; n < Number(count); n += 1) {
  const now = Date.now();
  const id = newEntryId(now, Math.random).slice(0, 17) + process.pid.toString(16) + n.toString(16).padStart(6, '0');
  const entry = { id, at: new Date(now).toISOString(), command: 'lookup', phase: 'answered', environment: 'dev',
    interface: 'gateway', exit: 0, facts: [{ label: 'x', value: 'p'.repeat(Number(padding)) }] };
  await append(JSON.stringify(entry))
    .then(() => say(1, id + '\\n'), (error) => say(2, error.code + '\\n'));
}
`;

interface Writer {
  readonly child: ChildProcess;
  /** Its first line is kept. */
  readonly begun: Promise<unknown>;
  readonly ended: Promise<readonly string[]>;
}

function startWriter(count: number, padding: number): Writer {
  const child = spawn(process.execPath, [
    join(home, 'writer.mjs'),
    state,
    String(count),
    String(padding),
  ]);
  let said = '';
  child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const ended = new Promise<readonly string[]>((resolve) => {
    // A killed writer may have been cut off while it named a line.
    child.on('close', () => resolve(said.split('\n').slice(0, -1)));
  });
  const begun = new Promise((resolve) => child.stdout.once('data', resolve));
  return { child, begun, ended };
}

const journalNow = () => {
  const context = testContext({ home, now: Date.now });
  return readJournal({ ...context, folders: { ...context.folders, state, config: state } }).then(
    ({ calls, damaged, unreadable }) => ({ entries: calls, damaged, unreadable }),
  );
};

const waitMs = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

describe('the journal under many processes', () => {
  it('loses no line and tears none while 50 writers add to one file', async () => {
    const writers = [...Array(50).keys()].map(() => startWriter(150, 2_500));
    const kept = (await Promise.all(writers.map(({ ended }) => ended))).flat();
    const { entries, damaged, unreadable } = await journalNow();
    expect({ damaged, unreadable }).toEqual({ damaged: 0, unreadable: [] });
    expect(entries.map(({ id }) => id).sort()).toEqual(kept.sort());
  });

  it('loses no completed line of 200 writers that are killed, two at a time', async () => {
    const kept: string[] = [];
    let killed = 0;
    // What a writer said that ended by itself.
    const died: string[] = [];
    const kill = async (n: number): Promise<void> => {
      const { child, begun, ended } = startWriter(1_000_000, 100 + ((n * 977) % 60_000));
      let complained = '';
      child.stderr?.on('data', (chunk: Buffer) => (complained += chunk.toString()));
      await begun;
      await waitMs((n * 37) % 40);
      if (child.kill('SIGKILL')) killed += 1;
      else died.push(complained);
      kept.push(...(await ended));
    };
    for (let round = 0; round < 100; round += 1) {
      await Promise.all([0, 1].map((n) => kill(round * 2 + n)));
      // What is written behind a torn line stands apart from it.
      const [id = ''] = await startWriter(1, 10).ended;
      expect(id).not.toBe('');
      kept.push(id);
    }
    expect({ killed, died }).toEqual({ killed: 200, died: [] });
    const { entries, damaged } = await journalNow();
    const read = new Set(entries.map(({ id }) => id));
    expect(kept.length).toBeGreaterThan(200);
    expect(kept.filter((id) => !read.has(id))).toEqual([]);
    // A line that was torn was never named as kept.
    expect(damaged).toBeLessThanOrEqual(killed);
  });

  it('remembers a verify whose process was killed while it waited for the answer', async () => {
    const purchase = '--product-id gems_100 --package com.example.game --receipt r-e-c';
    // It never answers a verify.
    const server = createServer((request, response) => {
      if (request.url?.endsWith('verify') === true) server.emit('verify');
      else response.end(JSON.stringify(goodAnswers.lookup));
    });
    const asked = once(server, 'verify');
    const env = {
      PATH: process.env['PATH'],
      HOME: home,
      PVG_STATE_DIR: state,
      PVG_ENVIRONMENT: 'dev',
      PVG_GATEWAY_URL: await listen(server),
      PVG_CLIENT_ID: 'client',
      PVG_CLIENT_SECRET: 'client-secret',
    };
    const child = startPvg(words(`verify ${purchase}`), { env });
    await asked;
    child.process.kill('SIGKILL');
    await child.ended;
    const next = startPvg(words(`lookup ${purchase}`), { env });
    await next.ended;
    expect(next.out()).toMatch(/A verify of this receipt was sent\s+from here on .*/);
    const told = startPvg(['explain-error', '--last'], { env });
    await told.ended;
    expect(told.out()).toMatch(/the journal has no answer to it[^]*Next: pvg lookup /);
    await shut(server);
  });
});

const isRoot = process.getuid?.() === 0;

describe.runIf(isRoot && process.platform === 'linux')('as root', () => {
  const lookup =
    'lookup --profile local --product-id gems_100 --package com.example.game --receipt demo-recorded';

  it('a full disk: the command works and says so, what was kept stays, what comes later stands apart', async ({
    skip,
  }) => {
    mkdirSync(state);
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=16k,mode=0700', 'tmpfs', state], {
        stdio: 'ignore',
      });
    } catch {
      // A container may not mount.
      return skip('no tmpfs can be mounted here');
    }
    try {
      const env = { PATH: process.env['PATH'] ?? '', HOME: home, PVG_STATE_DIR: state };
      const run = () =>
        spawnSync(process.execPath, [program, ...words(lookup)], { env, encoding: 'utf8' });
      const runs = [...Array(14).keys()].map(run);
      expect(runs.map(({ status }) => status)).toEqual(runs.map(() => 0));
      const failed = runs.filter(({ stderr }) =>
        stderr.includes('The journal could not be written (ENOSPC'),
      );
      expect(failed.length).toBeGreaterThan(0);
      const before = await journalNow();
      expect(before.entries).toHaveLength(runs.length - failed.length);
      execFileSync('mount', ['-o', 'remount,size=1m', state]);
      expect(run().stderr).toBe('');
      const after = await journalNow();
      expect(after.entries).toHaveLength(before.entries.length + 1);
    } finally {
      execFileSync('umount', [state]);
    }
  });
});
