import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { clearTimeout, setTimeout } from 'node:timers';

/** What the experiments share: the built program as processes, and folders that go away again. */

export const program = join(import.meta.dirname, '..', '..', 'bin', 'pvg.js');

const folders = [];
export const temporaryFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), 'pvg-torture-'));
  folders.push(folder);
  return folder;
};
process.on('exit', () => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** One command line to its end; `killAfterMs` ends it before. */
export function pvg(words, { env = {}, input = '', killAfterMs, node = [], stdio } = {}) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [...node, program, ...words], {
      env: {
        PATH: process.env.PATH,
        HOME: env.PVG_CONFIG_DIR ?? '/nonexistent',
        PVG_NO_JOURNAL: '1',
        ...env,
      },
      stdio: stdio ?? ['pipe', 'pipe', 'pipe'],
    });
    let [out, err] = ['', ''];
    child.stdout?.on('data', (chunk) => (out += chunk));
    child.stderr?.on('data', (chunk) => (err += chunk));
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(input);
    const timer =
      killAfterMs === undefined ? undefined : setTimeout(() => child.kill('SIGKILL'), killAfterMs);
    child.on('close', (code, signal) => {
      clearTimeout(timer);
      resolve({ status: code ?? signal, out, err });
    });
  });
}

/** The words of `profile add`, its secret on standard input. */
export const addWords = (name) => [
  ...['profile', 'add', name, '--environment', 'dev', '--gateway-url', 'https://gateway.example'],
  ...['--client-id', 'client', '--client-secret-file', '-', '--no-input'],
];

/** The named numbers of the command line over the given ones: `--processes 50`. */
export function numbers(defaults) {
  const words = process.argv.slice(3);
  const given = Object.fromEntries(
    Object.keys(defaults).flatMap((name) => {
      const at = words.indexOf(`--${name}`);
      return at === -1 ? [] : [[name, Number(words[at + 1])]];
    }),
  );
  return { ...defaults, ...given };
}

/** Prints what was measured; the status is 1 where an invariant broke. */
export function report(measured, broken) {
  console.log(JSON.stringify({ ...measured, broken: broken.length }));
  for (const each of broken.slice(0, 20)) console.error(`broken: ${each}`);
  if (broken.length > 0) process.exitCode = 1;
}

/** Runs jobs, so many at a time. */
export async function inParallel(count, jobs) {
  const results = [];
  let next = 0;
  const worker = async () => {
    while (next < jobs.length) {
      const at = next;
      next += 1;
      results[at] = await jobs[at]();
    }
  };
  await Promise.all(Array.from({ length: count }, worker));
  return results;
}
