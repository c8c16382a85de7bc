import { spawnSync } from 'node:child_process';
import { closeSync, constants, existsSync, mkdirSync } from 'node:fs';
import { openSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { program, startPvg } from './helpers/child.js';
import { temporaryFolder } from './helpers/context.js';
import { words } from './helpers/pvg.js';
import { hostileServer } from './helpers/hostile-server.js';

/** The built program as a process of its own: what only a process can show. `npm run build` comes first. */
const fields = '--product-id gems_100 --package com.example.game';
const purchase = `--profile local ${fields}`;

const environment = (home: string, env: Record<string, string> = {}) => ({
  PATH: process.env['PATH'] ?? '',
  HOME: home,
  ...env,
});

const run = (
  line: string,
  env: Record<string, string> = {},
  home = temporaryFolder(),
  cwd?: string,
) =>
  spawnSync(process.execPath, [program, ...words(line)], {
    ...{ encoding: 'utf8', env: environment(home, env), input: '', cwd },
  });

const shell = (script: string, home = temporaryFolder()) =>
  spawnSync('bash', ['-c', script], {
    encoding: 'utf8',
    env: environment(home, { PVG: program, NODE: process.execPath }),
  });

/** Its standard output is a pipe that nobody reads any more. */
function withoutReader(line: string): { status: number | null; stderr: string } {
  const pipe = join(temporaryFolder(), 'pipe');
  spawnSync('mkfifo', [pipe]);
  const reader = openSync(pipe, constants.O_RDONLY | constants.O_NONBLOCK);
  const writer = openSync(pipe, constants.O_WRONLY);
  closeSync(reader);
  const { status, stderr } = spawnSync(process.execPath, [program, ...words(line)], {
    encoding: 'utf8',
    env: environment(temporaryFolder()),
    stdio: ['ignore', writer, 'pipe'],
  });
  closeSync(writer);
  return { status, stderr };
}

/** A command that waits for an answer, and what it is told to stop with. */
async function endedWhileItWaits(line: string, signal: NodeJS.Signals) {
  const server = await hostileServer();
  const home = temporaryFolder();
  // Stored: the package that reads it must not end the process by the signal itself.
  const secrets = { clientId: 'client', clientSecret: 'client-secret' };
  const profile = {
    environment: 'dev',
    gatewayUrl: `${server.origin}/hang-before-headers`,
    ...secrets,
  };
  mkdirSync(join(home, 'profiles'));
  writeFileSync(join(home, 'profiles', 'game.json'), JSON.stringify(profile));
  writeFileSync(
    join(home, 'in.csv'),
    'receipt,product_id,package\nr-e-c,gems_100,com.example.game\n',
  );
  const child = startPvg(words(line.replaceAll('@', `${home}/`)), {
    env: environment(home, { PVG_CONFIG_DIR: home, PVG_PROFILE: 'game' }),
  });
  await server.asked;
  child.process.kill(signal);
  const status = await child.ended;
  await server.close();
  return { status, out: child.out() };
}

const signals = [['SIGINT', 130] as const, ['SIGTERM', 143] as const];

describe('pvg as a process', () => {
  it('runs on a machine that has nothing else', () => {
    const home = temporaryFolder();
    const { status, stdout, stderr } = run(
      `lookup ${purchase} --receipt demo-purchased --json`,
      {},
      home,
    );
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(JSON.parse(stdout)).toMatchObject({
      profile: 'local',
      verdict: { id: 'paid-never-received' },
    });
    expect(existsSync(join(home, '.config'))).toBe(false);
  });

  it.each(['/dev/null', '/proc/nobody'])('answers where no home can be written: %s', (home) => {
    const { status, stdout, stderr } = run(
      `lookup ${purchase} --receipt demo-purchased --json`,
      {},
      home,
    );
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      profile: 'local',
      verdict: { id: 'paid-never-received' },
    });
    expect(stderr).toMatch(/^The journal could not be written \(E[A-Z]+: [^\n]+\n$/);
  });

  it('puts nothing into the working folder where HOME is empty', () => {
    const folder = temporaryFolder();
    const off = { PVG_NO_JOURNAL: '1' };
    expect(run(`lookup ${purchase} --receipt demo-purchased`, off, '', folder).status).toBe(0);
    expect(run('profile list --json', {}, '', folder).stdout).not.toContain(folder);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('keeps the ledger of `local` to its owner', () => {
    const home = temporaryFolder();
    expect(run(`verify ${purchase} --receipt demo-purchased`, {}, home).status).toBe(0);
    expect(run(`verify ${purchase} --receipt demo-purchased`, {}, home).status).toBe(7);
    const folder = join(home, '.local', 'state', 'pvg');
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    const ledger = join(folder, 'local-ledger.json');
    expect(statSync(ledger).mode & 0o777).toBe(0o600);
    expect(readFileSync(ledger, 'utf8')).not.toContain('demo-purchased');
  });

  it.each(['-V', 'lookup --help', '', 'vectors --json', 'help output', 'lookup --json'])(
    '14: %s says that standard output cannot be written',
    (line) => {
      const { status, stderr } = shell(`"$NODE" "$PVG" ${line} > /dev/full`);
      expect(status).toBe(14);
      expect(stderr).toMatch(/Standard output could not be written/);
    },
  );

  it.each(['-V', 'lookup --help', 'vectors'])(
    '141: %s is quiet when its reader is gone',
    (line) => {
      expect(withoutReader(line)).toEqual({ status: 141, stderr: '' });
    },
  );

  it('needs no working folder', () => {
    const { status, stderr, stdout } = shell(
      'mkdir "$HOME/d" && cd "$HOME/d" && rmdir "$HOME/d" && "$NODE" "$PVG" explain-error 409',
    );
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toContain('DUPLICATE_TRANSACTION');
  });

  it.each(signals)('tells what a verify leaves open that %s ended', async (signal, expected) => {
    const { status, out } = await endedWhileItWaits(
      `verify ${fields} --receipt r-e-c --json`,
      signal,
    );
    expect(status).toBe(expected);
    const hint = expect.stringContaining('Look it up before you do anything else') as string;
    expect(JSON.parse(out)).toMatchObject({
      ...{
        command: 'verify',
        environment: 'dev',
        interface: 'gateway',
        exit: expected,
        error: { hint },
      },
    });
  });

  it.each(signals)('tells how far a batch got that %s ended', async (signal, expected) => {
    const { status, out } = await endedWhileItWaits(
      'batch @in.csv --out @out.ndjson --json',
      signal,
    );
    expect(status).toBe(expected);
    expect(JSON.parse(out)).toMatchObject({
      command: 'batch',
      exit: expected,
      answer: { rows: 0 },
    });
  });

  it('writes a large output to a slow reader to its last byte', () => {
    const { stdout } = shell('"$NODE" "$PVG" vectors --json | dd bs=512 2> /dev/null | tail -c 2');
    expect(stdout).toBe('}\n');
  });

  it('ends with the status of SIGINT while it reads standard input', async () => {
    const child = startPvg(words('sign session --profile local --body -'), {
      env: environment(temporaryFolder()),
    });
    // More than a pipe holds: it has been read from when the rest of it is taken.
    await new Promise((resolve) => child.process.stdin?.write(Buffer.alloc(2 ** 20, ' '), resolve));
    child.process.kill('SIGINT');
    expect(await child.ended).toBe(130);
  });

  it.each(signals)(
    'ends on %s while a pipe that holds a secret gives nothing',
    async (signal, status) => {
      const home = temporaryFolder();
      const pipe = join(home, 'pipe');
      spawnSync('mkfifo', [pipe]);
      const line = 'lookup --product-id g --package c --receipt - --client-secret-file';
      const child = startPvg([...words(line), pipe], {
        env: environment(home, {
          PVG_ENVIRONMENT: 'dev',
          PVG_GATEWAY_URL: 'http://127.0.0.1:9',
          PVG_CLIENT_ID: 'c',
        }),
        stdio: ['pipe', 'ignore', 'ignore'],
      });
      child.process.stdin?.end('tok-1234567890');
      // A pipe can be opened for writing as soon as somebody has it open for reading.
      const writer = await open(pipe, 'w');
      child.process.kill(signal);
      expect([signal, status]).toContain(await child.ended);
      await writer.close();
    },
  );

  it.each(['SIGINT', 'SIGTERM'] as const)('the emulator ends well on %s', async (signal) => {
    const child = startPvg(['emulate', '--port', '0'], { env: environment(temporaryFolder()) });
    await child.until(() => child.err().includes('listening') || undefined);
    child.process.kill(signal);
    expect(await child.ended).toBe(0);
  });

  it('takes its secret variables out of the process before a report could hold them', () => {
    const script = `
      process.argv.push('--version');
      require(process.env.PVG);
      process.on('exit', () => {
        const report = JSON.stringify(process.report.getReport());
        console.log(report.includes(process.env.HOME), report.includes('canary-secret'));
      });`;
    const file = join(temporaryFolder(), 'report.cjs');
    writeFileSync(file, script);
    const { stdout } = spawnSync(process.execPath, [file], {
      encoding: 'utf8',
      env: environment(temporaryFolder(), {
        PVG: join(import.meta.dirname, '..', 'bin', 'pvg.js'),
        PVG_CLIENT_SECRET: 'canary-secret',
      }),
    });
    expect(stdout).toMatch(/^true false$/m);
  });
});
