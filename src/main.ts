import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { parse } from 'node:path';
import { isatty, WriteStream } from 'node:tty';
import type { Context } from './context.js';
import { openClock } from './edge/clock.js';
import { openFiles } from './edge/files.js';
import { openFolders } from './edge/folders.js';
import { openPrompt } from './edge/prompt.js';
import { openServer } from './edge/serve.js';
import { openSink, openSource } from './edge/sinks.js';
import { PvgError } from './failure.js';
import { createSecrets } from './output/secrets.js';
import { openProfileStore } from './profiles/conf-store.js';
import { runProgram } from './program.js';

// Read once and taken out of the process: a crash report or a child would carry them on.
const secretVariables = ['PVG_CLIENT_SECRET', 'PVG_SECRET_KEY'];

/** The composition root: the real Context in, an exit status out. The only file that touches the process. */
export async function main(): Promise<void> {
  const env: Record<string, string | undefined> = { ...process.env };
  for (const name of secretVariables) Reflect.deleteProperty(process.env, name);
  const version = ownVersion();
  const interrupt = interruptSignal();
  const workingFolder = currentFolder();
  const folders = openFolders({
    env,
    home: homedir(),
    platform: process.platform,
    workingFolder,
  });
  const self = { pid: process.pid, isRunning };
  const asked = isatty(0) && isatty(2);
  const context: Context = {
    stdout: openSink({ descriptor: 1, name: 'standard output', columns: terminalColumns(env) }),
    stderr: openSink({ descriptor: 2, name: 'standard error', columns: terminalColumns(env) }),
    stdin: openSource({ open: () => process.stdin, isTerminal: isatty(0), interrupt }),
    env,
    clock: openClock(),
    random: Math.random,
    files: openFiles(workingFolder, self),
    folders,
    prompt: openPrompt({
      possible: asked,
      open: () => ({ input: process.stdin, output: process.stderr }),
      interrupt,
    }),
    secrets: createSecrets(),
    network: async (options) =>
      (await import('./transport/network.js')).openNetwork({ env, version, ...options }),
    profiles: openProfileStore(folders.config, self),
    serve: openServer,
    interrupt,
    version,
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  };
  process.exitCode = await runProgram(context, process.argv.slice(2));
}

/** The folder may be gone while the shell still stands in it; most commands need none. */
function currentFolder(): string {
  try {
    return process.cwd();
  } catch {
    return parse(process.execPath).root;
  }
}

/** Of the terminal that shows stdout or stderr; COLUMNS where the user says so. */
function terminalColumns(env: Readonly<Record<string, string | undefined>>): number | undefined {
  const said = Number(env['COLUMNS']);
  if (Number.isInteger(said) && said > 0) return said;
  const shown = [1, 2].find((descriptor) => isatty(descriptor));
  return shown === undefined ? undefined : new WriteStream(shown).columns;
}

/** Whether a process lives, also one of another user. */
function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

function ownVersion(): string {
  const own = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
    version: string;
  };
  return own.version;
}

/** The first signal asks the command to end; the second one is the system's own and ends it at once. */
function interruptSignal(): AbortSignal {
  const controller = new AbortController();
  process.once('SIGINT', () => controller.abort(new PvgError('interrupted', 'Interrupted.')));
  process.once('SIGTERM', () => controller.abort(new PvgError('terminated', 'Terminated.')));
  return controller.signal;
}
