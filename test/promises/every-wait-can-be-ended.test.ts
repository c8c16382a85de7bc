import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  closeSync,
  constants,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startPvg, type Child } from '../helpers/child.js';
import { temporaryFolder } from '../helpers/context.js';

/** A shell names the signal by a status; so does pvg, unless the signal itself ends it. */
const endings = [
  ['SIGINT', [130, 'SIGINT']],
  ['SIGTERM', [143, 'SIGTERM']],
] as const;

let home: string;
let env: NodeJS.ProcessEnv;
beforeEach(() => {
  home = temporaryFolder();
  mkdirSync(join(home, 'profiles'));
  const gateway = { gatewayUrl: 'https://gateway.example', clientId: 'client' };
  const session = { sessionUrl: 'https://session.example', gameId: 'game' };
  const stored = {
    environment: 'dev',
    readOnly: false,
    keyring: 'kept.0123456789ab',
    ...gateway,
    ...session,
  };
  writeFileSync(join(home, 'profiles', 'kept.json'), JSON.stringify(stored), { mode: 0o600 });
  env = {
    PATH: process.env['PATH'],
    HOME: home,
    PVG_CONFIG_DIR: home,
    PVG_STATE_DIR: join(home, 'state'),
  };
});

/** Each line with one of the signals, in turn. */
const withSignals = (lines: readonly string[]) =>
  lines.map((line, place) => [line, ...(endings[place % endings.length] ?? endings[0])] as const);

const start = (line: string): Child =>
  startPvg([...line.split(' '), '--no-input'], { env, cwd: home });
const isLinux = process.platform === 'linux';

describe.runIf(isLinux)('A keyring that never answers', () => {
  let bus: Server;
  let asked: Promise<unknown>;
  beforeEach(async () => {
    const socket = join(home, 'bus');
    // It accepts, and says nothing.
    bus = createServer(() => undefined).listen(socket);
    asked = once(bus, 'connection');
    await once(bus, 'listening');
    env['DBUS_SESSION_BUS_ADDRESS'] = `unix:path=${socket}`;
    writeFileSync(join(home, 'secret'), 'a-secret-of-this-test', { mode: 0o600 });
  });
  afterEach(() => void bus.close());

  const secretFile = '--client-secret-file secret';
  const added = `--environment dev --gateway-url https://other.example --client-id other ${secretFile}`;
  it.each(
    withSignals([
      `profile add new --keyring ${added}`,
      // Compares the new secret with those of the others.
      `profile add new ${added}`,
      `profile set kept ${secretFile} --yes`,
      'profile show kept',
      'profile remove kept --yes',
      'sign gateway --profile kept --force --body @secret',
      'lookup --profile kept --product-id gems_100 --package com.example.game --receipt abcdefghijkl',
      'doctor --profile kept',
    ]),
  )('is ended at once: %s, %s', async (line, signal, statuses) => {
    const run = start(line);
    await asked;
    run.process.kill(signal);
    expect(statuses).toContain(await run.ended);
    expect(readdirSync(home).filter((name) => name.endsWith('.in-use'))).toEqual([]);
    expect(existsSync(join(home, 'profiles', 'new.json'))).toBe(false);
  });
});

/** Whoever opens it to read waits for what is written. */
function makePipe(): string {
  const pipe = join(home, 'pipe');
  spawnSync('mkfifo', [pipe]);
  return pipe;
}

/** Until it reads the pipe. */
async function openToWrite(pipe: string, run: Child): Promise<number> {
  let hasEnded = false;
  void run.ended.then(() => (hasEnded = true));
  while (!hasEnded) {
    try {
      return openSync(pipe, constants.O_WRONLY | constants.O_NONBLOCK);
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }
  throw new TypeError(`it never read the pipe: ${run.err()}`);
}

const purchase = '--product-id gems_100 --package com.example.game';
const readers = [
  `lookup --profile local ${purchase} --receipt @pipe`,
  `lookup --profile local @pipe`,
  `lookup --profile local --purchase-json @pipe`,
  `verify --profile local --body @pipe`,
  `lookup ${purchase} --receipt abcdefghijkl --client-secret-file pipe`,
  'session --username player --profile kept --secret-key-file pipe',
  'sign gateway --body @pipe --profile local',
  'diagnose pipe',
  'batch pipe --profile local',
  'reconcile --lookups pipe',
  'conform --vectors pipe -- true',
  'emulate --port 0 --store pipe',
  'emulate --port 0 --script pipe',
  'profile import pipe',
  'profile add new --environment dev --gateway-url https://g.example --client-id c --client-secret-file pipe',
];

describe.runIf(process.platform !== 'win32')('A pipe', () => {
  it.each(withSignals(readers))(
    'that nobody writes is ended at once: %s, %s',
    async (line, signal, statuses) => {
      const pipe = makePipe();
      const run = start(line);
      const writer = await openToWrite(pipe, run);
      run.process.kill(signal);
      expect(statuses).toContain(await run.ended);
      closeSync(writer);
    },
  );

  it.each(endings)(
    'that is full and that nobody reads is ended at once: %s',
    async (signal, statuses) => {
      const pipe = makePipe();
      const reader = openSync(pipe, constants.O_RDONLY | constants.O_NONBLOCK);
      const writer = openSync(pipe, constants.O_WRONLY);
      const filler = openSync(pipe, constants.O_WRONLY | constants.O_NONBLOCK);
      expect(() => {
        for (;;) writeSync(filler, 'x'.repeat(4096));
      }).toThrow('EAGAIN');
      const rows = Array.from(
        { length: 200 },
        (_, row) => `receipt-of-row-${String(row)},gems_100,com.example.game`,
      );
      writeFileSync(join(home, 'in.csv'), `receipt,product_id,package\n${rows.join('\n')}\n`);
      const run = startPvg('batch in.csv --profile local'.split(' '), {
        env,
        cwd: home,
        stdio: ['ignore', writer, 'pipe'],
      });
      await run.until(() => run.err() || undefined);
      run.process.kill(signal);
      expect(statuses).toContain(await run.ended);
      for (const descriptor of [reader, writer, filler]) closeSync(descriptor);
    },
  );
});

const isRunning = (processId: number): boolean => {
  try {
    return (
      process.kill(processId, 0) &&
      !/\) [ZX] /.test(readFileSync(`/proc/${processId}/stat`, 'latin1'))
    );
  } catch {
    return false;
  }
};

describe.runIf(isLinux)('A signer of pvg conform', () => {
  it.each(endings)('is ended with everything it has started: %s', async (signal, statuses) => {
    const pids = join(home, 'pids');
    const script = join(home, 'signer.sh');
    writeFileSync(script, `sleep 1000 &\necho $! $$ > ${pids}.new\nmv ${pids}.new ${pids}\nwait\n`);
    const run = start(`conform -- sh ${script}`);
    while (!existsSync(pids)) await new Promise((resolve) => setTimeout(resolve, 5));
    run.process.kill(signal);
    expect(statuses).toContain(await run.ended);
    const started = readFileSync(pids, 'utf8').trim().split(' ').map(Number);
    while (started.some(isRunning)) await new Promise((resolve) => setTimeout(resolve, 5));
  });
});
