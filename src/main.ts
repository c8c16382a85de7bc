import { setMaxListeners } from 'node:events';
import { homedir, hostname, userInfo } from 'node:os';
import { isAbsolute, join, parse } from 'node:path';
import type { Context } from './context.js';
import { openClock, timeZone } from './system/clock.js';
import { isOutputClosed } from './system/closed-output.js';
import { exitWith } from './system/exit-with.js';
import { openFiles } from './system/files.js';
import { openFolders } from './system/folders.js';
import { openKeyring } from './system/keyring.js';
import { openPrompt } from './system/prompt.js';
import { openShipped, ownVersion } from './system/shipped.js';
import { openSink, openSource } from './system/output-streams.js';
import { isTerminal, terminalColumns, terminalInput } from './system/terminals.js';
import { PvgError } from './failure.js';
import { createSecrets } from './output/redaction.js';
import { openProfileStore } from './profiles/store.js';
import { runProgram } from './program.js';

// Read once and removed from the process: a crash report or a child process would contain them.
const secretVariables = ['PVG_CLIENT_SECRET', 'PVG_SECRET_KEY'];

/** A folder that is always there. */
const { root } = parse(process.execPath);

/** The composition root: the real Context in, an exit status out. With `system/`, the only code that touches the process. */
export async function main(): Promise<void> {
  const env: Record<string, string | undefined> = { ...process.env };
  for (const name of secretVariables) Reflect.deleteProperty(process.env, name);
  const own = join(import.meta.dirname, '..');
  const version = ownVersion(own);
  // A command that never uses it ends by the signal itself.
  let signal: AbortSignal | undefined;
  const interrupt = (): AbortSignal => (signal ??= interruptSignal());
  const sink = { columns: () => terminalColumns(env), interrupt: () => signal };
  const workingFolder = orElse(() => process.cwd(), root);
  const folders = openFolders({
    env,
    home: homeFolder(),
    platform: process.platform,
    workingFolder,
  });
  const files = openFiles(workingFolder, interrupt);
  const execute: Context['execute'] = async (command, options) =>
    (await import('./system/execute.js')).openExecute(env)(command, options);
  const program = join(own, 'commands', 'keyring.process.js');
  const keyring = openKeyring({ execute, interrupt, program });
  const context: Context = {
    stdout: openSink({ ...sink, descriptor: 1, isClosed: isOutputClosed }),
    stderr: openSink({ ...sink, descriptor: 2 }),
    stdin: openSource({
      open: () => process.stdin,
      isTerminal: () => isTerminal(0),
      pasteTerminal,
      interrupt,
    }),
    env,
    clock: openClock(),
    random: Math.random,
    files,
    folders,
    shipped: openShipped(own, join(own, '..')),
    prompt: openPrompt({
      possible: () => isTerminal(0) && isTerminal(2),
      open: promptStreams,
      interrupt,
    }),
    secrets: createSecrets(),
    receipts: createSecrets(),
    network: async (options) =>
      (await import('./transport/network.js')).openNetwork({ env, version, ...options }),
    profiles: openProfileStore(files, folders.config, keyring),
    serve: async (options, handler) =>
      (await import('./system/serve.js')).openServer(options, handler),
    execute,
    get interrupt() {
      return interrupt();
    },
    get account() {
      return systemAccount();
    },
    // The executable is its own Node.
    startedAs: [
      process.execPath,
      ...[process.argv[1] ?? ''].filter((path) => path !== process.execPath),
    ],
    version,
    afterwards: [],
    get timeZone() {
      return timeZone();
    },
  };
  const status = await exitWith((lost) => runProgram(context, process.argv.slice(2), lost));
  if (status === 130) endBySignal('SIGINT');
  if (status === 143) endBySignal('SIGTERM');
}

const systemAccount = (): Context['account'] => ({
  user: orElse(() => userInfo().username, null),
  host: orElse(hostname, null),
});

/** Where nobody sees what is typed, nobody can paste in raw mode. */
const pasteTerminal = () =>
  isTerminal(2) ? { input: process.stdin, output: process.stderr } : undefined;

/** After Ctrl-D standard input gives nothing more; the terminal does. */
function promptStreams() {
  const output = process.stderr;
  if (!process.stdin.readableEnded) return { input: process.stdin, output };
  const input = terminalInput();
  return { input, output, close: () => input.destroy() };
}

/** A pending read of a silent pipe cannot be cancelled; even process.exit() waits for it. */
function endBySignal(signal: 'SIGINT' | 'SIGTERM'): void {
  process.removeAllListeners(signal);
  setTimeout(() => process.kill(process.pid, signal), lastMs).unref();
}

const lastMs = 300;

/** What the system says; in a container it may not know the user, and the current folder may have been deleted. */
function orElse<Other>(read: () => string, other: Other): string | Other {
  try {
    return read();
  } catch {
    return other;
  }
}

/** An empty or relative HOME would put secrets into the current folder. */
function homeFolder(): string {
  const home = orElse(() => (isAbsolute(homedir()) ? homedir() : userInfo().homedir), undefined);
  if (home !== undefined) return home;
  // Packages read HOME too, while they load.
  process.env['HOME'] = root;
  return root;
}

/** The first signal asks the command to end. The second one has no handler, so it ends the process at once. */
function interruptSignal(): AbortSignal {
  const controller = new AbortController();
  // Whatever may wait listens to it, and node warns from the eleventh listener on.
  setMaxListeners(0, controller.signal);
  process.once('SIGINT', () => controller.abort(new PvgError('interrupted', 'Interrupted.')));
  // SIGHUP: the terminal or its connection was closed.
  for (const signal of ['SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => controller.abort(new PvgError('terminated', 'Terminated.')));
  }
  return controller.signal;
}
