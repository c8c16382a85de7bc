// Processes of a measurement: each gets a bare environment and a folder that is removed afterwards.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';

export const root = join(import.meta.dirname, '..');
export const pvgFile = join(root, 'bin', 'pvg.js');
export const peer = (name) => join(import.meta.dirname, 'peers', name);

const children = new Set();
let folder;

/** Made on first use; everything that a measurement writes is in it. */
export function workFolder() {
  if (folder === undefined) {
    folder = mkdtempSync(join(tmpdir(), 'pvg-bench-'));
    mkdirSync(join(folder, 'tmp'));
  }
  return folder;
}

export function cleanUp() {
  for (const child of children) {
    try {
      process.kill(-child.pid, 'SIGKILL');
    } catch {
      // The child has just ended.
    }
  }
  if (folder !== undefined) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}

/** In its own process group: killing the group also ends the child's children. */
function start(command, args, env, stdio) {
  const child = spawn(command, args, {
    cwd: workFolder(),
    env: bareEnv(env),
    stdio,
    detached: true,
  });
  children.add(child);
  child.once('close', () => children.delete(child));
  return child;
}

/** Nothing from the caller: NODE_EXTRA_CA_CERTS alone triples a start of Node 20. */
export const bareEnv = (more = {}) => ({
  PATH: process.env.PATH,
  HOME: workFolder(),
  TMPDIR: join(workFolder(), 'tmp'),
  ...more,
});

/** As a shell's `> /dev/null`. What `ignore` opens looks like a closed standard output, which `batch` refuses. */
const discarded = openSync('/dev/null', 'w');

/**
 * Runs a process to its end, or to the line on stderr that says it is ready; then ends it.
 * @throws {Error} if it ends with the wrong status: a failure must not be measured
 */
export function run({ command, args, env, status = 0, ready, reads = false }) {
  return new Promise((resolve, reject) => {
    const started = performance.now();
    let ms;
    let said = '';
    let printed = '';
    const child = start(command, args, env, ['ignore', reads ? 'pipe' : discarded, 'pipe']);
    child.stdout?.on('data', (data) => (printed += data));
    child.on('error', reject);
    child.stderr.on('data', (data) => {
      said += data;
      if (ms === undefined && ready?.test(said)) {
        ms = performance.now() - started;
        child.kill('SIGTERM');
      }
    });
    child.on('exit', () => (ms ??= performance.now() - started));
    child.on('close', (code) => {
      if (ready === undefined ? code === status : ready.test(said)) resolve({ ms, said, printed });
      else reject(new Error(`${args.join(' ')} ended with ${String(code)}: ${said.slice(0, 400)}`));
    });
  });
}

let canTime;

/** As `run`; with GNU time, also the CPU time and the peak memory of the process and its children. */
export async function runTimed(task) {
  const gnuTime = '/usr/bin/time';
  // Other systems have a `time` without the option -f.
  canTime ??= said(gnuTime, '-f', '%M', 'true') !== undefined;
  if (!canTime) return { ...(await run(task)), cpuMs: NaN, mib: NaN };
  const { command, args } = task;
  const ended = await run({
    ...task,
    command: gnuTime,
    args: ['-f', '%U %S %M', command, ...args],
  });
  const [user, system, kib] = ended.said.trim().split(/\s+/).slice(-3).map(Number);
  return { ms: ended.ms, cpuMs: (user + system) * 1000, mib: kib / 1024 };
}

/** A server in its own process; it is ready when it prints its port, on either output. */
export function serve({ command, args, env }) {
  return new Promise((resolve, reject) => {
    const child = start(command, args, env, ['ignore', 'pipe', 'pipe']);
    let said = '';
    const listen = (data) => {
      said += data;
      // A line that is a port, or one that ends with it; the line of an error has a number too.
      const port = /^(?:.*127\.0\.0\.1:)?(\d+)\n/m.exec(said)?.[1];
      if (port !== undefined)
        resolve({
          port: Number(port),
          cpuMs: () => cpuOf(child.pid),
          stop: () =>
            new Promise((stopped) => {
              child.once('close', stopped);
              child.kill('SIGTERM');
            }),
        });
    };
    child.stdout.on('data', listen);
    child.stderr.on('data', listen);
    child.on('error', reject);
    child.on('close', () => reject(new Error(`${args.join(' ')} ended: ${said.slice(0, 400)}`)));
  });
}

/** CPU time of a process so far in ms; NaN without /proc. */
function cpuOf(pid) {
  const file = `/proc/${String(pid)}/stat`;
  if (!existsSync(file)) return NaN;
  const [user, system] = readFileSync(file, 'utf8')
    .split(') ')[1]
    .split(' ')
    .slice(11, 13)
    .map(Number);
  return (user + system) * 10;
}

/** What a short program prints, or undefined if it cannot be run. */
export function said(command, ...args) {
  const { status, stdout } = spawnSync(command, args, { encoding: 'utf8', env: bareEnv() });
  return status === 0 ? stdout.trim() : undefined;
}

/** The real interpreter: a version manager's wrapper takes longer than the script. */
export const python = () => said('python3', '-c', 'import sys; print(sys.executable)');
export const has = (command) => said('sh', '-c', `command -v ${command}`) !== undefined;
