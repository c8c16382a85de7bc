import { setMaxListeners } from 'node:events';
import { homedir, hostname, userInfo } from 'node:os';
import { isAbsolute, join, parse } from 'node:path';
import type { Context } from './context.js';
import {
  exitWith,
  isTerminal,
  openClock,
  openFolders,
  openPrompt,
  openShipped,
  ownVersion,
  systemTimeZone,
  terminalColumns,
  terminalInput,
  withLessMemory,
} from './system/process.js';
import { isOutputClosed } from './system/closed-output.js';
import { openFiles } from './system/files.js';
import { openKeyring } from './system/keyring.js';
import { openOutputStream, openInputStream } from './system/output-streams.js';
import { PvgError } from './failure.js';
import { createSecrets } from './output/redaction.js';
import { openProfileStore } from './profiles/store.js';
import { runProgram } from './program.js';

const secretVariables = ['PVG_CLIENT_SECRET', 'PVG_SECRET_KEY'];

/** The root folder, which always exists. */
const { root } = parse(process.execPath);

/** The composition root: the real Context in, an exit status out. With `system/`, the only code that touches the process. */
export async function main(): Promise<void> {
  const context = openContext();
  const status = await exitWith((stoppedWithoutResult) =>
    runProgram(context, process.argv.slice(2), { lost: stoppedWithoutResult }),
  );
  if (status === 130) endBySignal('SIGINT');
  if (status === 143) endBySignal('SIGTERM');
}

function openContext(): Context {
  const env = takeEnvironment();
  // This file is bundled into dist/commands.
  const distFolder = join(import.meta.dirname, '..');
  const version = ownVersion(distFolder);
  const { interrupt, interruptIfAny } = openInterrupt();
  const workingFolder = orElse(() => process.cwd(), root);
  const { platform } = process;
  const folders = openFolders({ env, home: homeFolder(), platform, workingFolder });
  const files = openFiles(workingFolder, interrupt);
  const execute: Context['execute'] = async (command, options) =>
    (await import('./system/execute.js')).openExecute(env)(command, options);
  const program = join(distFolder, 'commands', 'keyring.process.js');
  const keyring = openKeyring({ execute, interrupt, program });
  let chosenTimeZone: string | undefined;
  return {
    ...openStreams(env, interrupt, interruptIfAny),
    env,
    clock: openClock(),
    random: Math.random,
    files,
    folders,
    shipped: openShipped(distFolder, join(distFolder, '..')),
    secrets: createSecrets(),
    receipts: createSecrets(),
    network: async (options) =>
      (await import('./transport/network.js')).openNetwork({ env, version, ...options }),
    profiles: openProfileStore(files, folders.config, keyring),
    serve: async (options, handler) =>
      (await import('./system/serve.js')).openServer(options, handler),
    execute,
    withLessMemory,
    openBrowser: async (address) =>
      (await import('./system/browser.js')).openInBrowser(address, { env, platform }),
    get interrupt() {
      return interrupt();
    },
    get account() {
      return systemAccount();
    },
    platform,
    startedAs: startedAs(),
    version,
    afterwards: [],
    get timeZone() {
      chosenTimeZone ??= systemTimeZone();
      return chosenTimeZone;
    },
    set timeZone(zone) {
      chosenTimeZone = zone;
    },
  };
}

/** Takes the environment variables, and removes the secrets from the process: a crash report or a child process would have them. */
function takeEnvironment(): Record<string, string | undefined> {
  const env: Record<string, string | undefined> = { ...process.env };
  for (const name of secretVariables) Reflect.deleteProperty(process.env, name);
  return env;
}

/** Installs the signal handlers only when a command first asks for `interrupt`: without them, a signal simply ends pvg. `interruptIfAny` installs none: it is undefined until then. */
function openInterrupt() {
  let signal: AbortSignal | undefined;
  const interrupt = (): AbortSignal => {
    signal ??= interruptSignal();
    return signal;
  };
  return { interrupt, interruptIfAny: () => signal };
}

type Streams = Pick<Context, 'stdout' | 'stderr' | 'stdin' | 'prompt'>;

function openStreams(
  env: Context['env'],
  interrupt: () => AbortSignal,
  interruptIfAny: () => AbortSignal | undefined,
): Streams {
  const sink = { columns: () => terminalColumns(env), interruptIfAny };
  return {
    stdout: openOutputStream({ ...sink, descriptor: 1, isClosed: isOutputClosed }),
    stderr: openOutputStream({ ...sink, descriptor: 2 }),
    stdin: openInputStream({
      open: () => process.stdin,
      isTerminal: () => isTerminal(0),
      pasteTerminal,
      interrupt,
    }),
    prompt: openPrompt({
      possible: () => isTerminal(0) && isTerminal(2),
      open: promptStreams,
      interrupt,
    }),
  };
}

/** The words that start pvg again: the executable itself if pvg is one, else Node with the script. */
function startedAs(): Context['startedAs'] {
  const [, script = ''] = process.argv;
  return script === process.execPath ? [process.execPath] : [process.execPath, script];
}

const systemAccount = (): Context['account'] => ({
  user: orElse(() => userInfo().username, null),
  host: orElse(hostname, null),
});

/** The terminal for pasting a text in raw mode; undefined if standard error is not a terminal: nobody would see the text. */
const pasteTerminal = () =>
  isTerminal(2) ? { input: process.stdin, output: process.stderr } : undefined;

/** The streams for questions. They are of the terminal itself, because standard input gives nothing more after Ctrl-D. */
function promptStreams() {
  const output = process.stderr;
  if (!process.stdin.readableEnded) return { input: process.stdin, output };
  const input = terminalInput();
  return { input, output, close: () => input.destroy() };
}

/** Ends the process by a signal if it still runs after 300 ms: a pending read of a silent pipe would keep it alive. */
function endBySignal(signal: 'SIGINT' | 'SIGTERM'): void {
  process.removeAllListeners(signal);
  setTimeout(() => process.kill(process.pid, signal), signalAfterMs).unref();
}

const signalAfterMs = 300;

/** What the system says, or `other` if it fails: a container may not know the user, and the working folder may be deleted. */
function orElse<Other>(read: () => string, other: Other): string | Other {
  try {
    return read();
  } catch {
    return other;
  }
}

/** The home folder, which must be absolute: an empty or relative HOME would put secrets into the current folder. */
function homeFolder(): string {
  const home = orElse(() => (isAbsolute(homedir()) ? homedir() : userInfo().homedir), undefined);
  if (home !== undefined) return home;
  // Packages read HOME, too, while they load.
  process.env['HOME'] = root;
  return root;
}

/** The first signal asks the command to end. A later one has no handler, so it ends the process at once. */
function interruptSignal(): AbortSignal {
  const controller = new AbortController();
  // Everything that waits listens to this signal, and node would warn at the eleventh listener.
  setMaxListeners(0, controller.signal);
  const abortAt = (signal: NodeJS.Signals, reason: () => PvgError): void => {
    process.on(signal, () => {
      controller.abort(reason());
      setTimeout(() => process.removeAllListeners(signal), sameRequestMs(signal)).unref();
    });
  };
  abortAt('SIGINT', () => new PvgError('interrupted', 'Interrupted.'));
  // SIGHUP: the terminal or its connection was closed.
  for (const signal of ['SIGTERM', 'SIGHUP'] as const) {
    abortAt(signal, () => new PvgError('terminated', 'Terminated.'));
  }
  return controller.signal;
}

/**
 * Two signals within this time are one request: `timeout` signals both the command and its process group, and on a busy
 * machine some time passes between the two. Ctrl+C comes from a person, who may mean the second one.
 */
const sameRequestMs = (signal: NodeJS.Signals): number => (signal === 'SIGINT' ? 200 : 1000);
