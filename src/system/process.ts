import { setMaxListeners } from 'node:events';
import { fstatSync, openSync, readFileSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, posix, win32 } from 'node:path';
import process, { getBuiltinModule, hrtime, platform as thisPlatform } from 'node:process';
import { getAsset, isSea } from 'node:sea';
import { type Readable, Writable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import type { ReadStream } from 'node:tty';
import { setFlagsFromString } from 'node:v8';
import type { Clock, Context, Folders, Prompt } from '../context.js';
import { debugHint, type ExitStatus, PvgError } from '../failure.js';
import { codeOf } from './system.js';

/** This process and its computer: the exit status, the clock, the time zone, folders, shipped files, the terminal. */

/**
 * Sets the status of the process to that of the run. Node ends with status 0 as soon as nothing can happen any more, even
 * if the run still waits for a promise: then `lost` rejects, and the status is 1.
 */
export async function exitWith(
  run: (lost: Promise<never>) => Promise<ExitStatus>,
): Promise<ExitStatus> {
  process.exitCode = 1;
  const says = 'The run stopped without a result. This is a bug in pvg.';
  let isThrownAside = false;
  const lost = new Promise<never>((_, reject) => {
    process.once('beforeExit', () => reject(new PvgError('internal', says, { hint: debugHint })));
    // Thrown where no promise waits for it: the run ends as after any other failure.
    process.on('uncaughtException', (error) => {
      isThrownAside = true;
      reject(error);
    });
  });
  // Rejects even after a run that has its result, when nobody waits for it any more.
  lost.catch(() => undefined);
  const status = await run(lost);
  process.exitCode = status;
  // The call that the run no longer waits for would keep the process until its time is over. All output is written.
  if (isThrownAside) process.exit();
  return status;
}

/** In milliseconds: a timer that is set to more fires at once. */
const longestTimerMs = 2 ** 31 - 1;

export function openClock(): Clock {
  return {
    now: () => Date.now(),
    // `performance` of node:perf_hooks would do the same, but is slow to load.
    elapsed: () => Number(hrtime.bigint()) / 1e6,
    sleep: async (ms, signal) => {
      // All waits of a batch listen to one signal, and node warns from the eleventh listener on.
      if (signal) setMaxListeners(0, signal);
      await wait(Math.min(ms, longestTimerMs), undefined, signal && { signal }).catch(
        (error: unknown) => {
          signal?.throwIfAborted();
          throw error;
        },
      );
    },
    every: (ms, call) => {
      const timer = setInterval(call, ms);
      timer.unref();
      return () => {
        clearInterval(timer);
      };
    },
  };
}

/**
 * The time zone of this computer: `Europe/Berlin`. If its offset is zero in winter and in summer, the answer is UTC
 * without asking: loading the zone names takes half as long as a bare start.
 */
export function systemTimeZone(): string {
  const isUtc = [0, 6].every((month) => new Date(2026, month, 1).getTimezoneOffset() === 0);
  return isUtc ? 'UTC' : Intl.DateTimeFormat().resolvedOptions().timeZone;
}

interface FolderOptions {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
  readonly platform: string;
  /** The base of a relative `PVG_CONFIG_DIR`. */
  readonly workingFolder: string;
}

/** Where pvg stores its files: `PVG_CONFIG_DIR` and `PVG_STATE_DIR`, otherwise the platform's own places. */
export function openFolders(options: FolderOptions): Folders {
  const { env, home, platform, workingFolder } = options;
  const { resolve } = platform === 'win32' ? win32 : posix;
  const usual = usualFolders(options);
  return {
    home,
    config: env.PVG_CONFIG_DIR ? resolve(workingFolder, env.PVG_CONFIG_DIR) : usual.config,
    state: env.PVG_STATE_DIR ? resolve(workingFolder, env.PVG_STATE_DIR) : usual.state,
  };
}

function usualFolders({ env, home, platform }: FolderOptions): Omit<Folders, 'home'> {
  const paths = platform === 'win32' ? win32 : posix;
  // XDG Base Directory Specification: a relative path is invalid and must be ignored.
  const chooseFolder = (folder: string | undefined, usual: string): string =>
    folder && paths.isAbsolute(folder) ? paths.join(folder, 'pvg') : paths.join(home, usual);
  if (platform === 'win32') {
    return {
      config: chooseFolder(env.APPDATA, 'AppData/Roaming/pvg'),
      state: paths.join(chooseFolder(env.LOCALAPPDATA, 'AppData/Local/pvg'), 'state'),
    };
  }
  const isMac = platform === 'darwin';
  const config = isMac ? 'Library/Application Support/pvg' : '.config/pvg';
  const state = isMac ? 'Library/Application Support/pvg/state' : '.local/state/pvg';
  return {
    config: chooseFolder(env.XDG_CONFIG_HOME, config),
    state: chooseFolder(env.XDG_STATE_HOME, state),
  };
}

/** The files that belong to pvg: in the package, or inside the executable (scripts/executable.mjs). */

const asset = (...names: readonly string[]): string => getAsset(names.join('/'), 'utf8');

/** `docs` is a folder of the package; the others are beside the code, in `folder`. */
export const openShipped =
  (folder: string, packageFolder: string): Context['shipped'] =>
  async (...names) => {
    if (isSea()) return asset(...names);
    const path = join(names[0] === 'docs' ? packageFolder : folder, ...names);
    return readFile(path, 'utf8').catch((cause: unknown) => {
      const says = `A file of pvg cannot be read (${codeOf(cause)}): ${path}`;
      throw new PvgError('configuration-unreadable', says, { hint: 'Install pvg again.', cause });
    });
  };

export function ownVersion(folder: string): string {
  const name = 'package.json';
  const text = isSea() ? asset(name) : readFileSync(join(folder, name), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}

/**
 * Whether a descriptor is a terminal. A system call rules out pipes, files and the null device, because node:tty also
 * loads the network sockets.
 */
export function isTerminal(descriptor: number): boolean {
  try {
    const found = fstatSync(descriptor);
    if (!found.isCharacterDevice() || found.rdev === statSync('/dev/null').rdev) return false;
  } catch {
    // The descriptor is closed, or the system has no /dev/null.
  }
  return getBuiltinModule('node:tty').isatty(descriptor);
}

/** Columns of the terminal behind stdout or stderr; the variable COLUMNS comes first. */
export function terminalColumns(
  env: Readonly<Record<string, string | undefined>>,
): number | undefined {
  const wantedColumns = Number(env['COLUMNS']);
  if (Number.isInteger(wantedColumns) && wantedColumns > 0) return wantedColumns;
  const descriptor = [1, 2].find(isTerminal);
  return descriptor === undefined
    ? undefined
    : new (getBuiltinModule('node:tty').WriteStream)(descriptor).columns;
}

/** The terminal itself, for a question after standard input has ended. */
export function terminalInput(): ReadStream {
  return new (getBuiltinModule('node:tty').ReadStream)(
    openSync(thisPlatform === 'win32' ? '\\\\.\\CONIN$' : '/dev/tty', 'r'),
  );
}

/** What a question needs; all three functions are called only when one is asked. */
interface PromptOptions {
  readonly possible: () => boolean;
  /** `close`: called after the answer. */
  readonly open: () => {
    readonly input: Readable;
    readonly output: Writable;
    readonly close?: () => void;
  };
  readonly interrupt: () => AbortSignal;
}

/** Questions on the terminal: asked on stderr, so that stdout stays data. */
export function openPrompt({ possible, open, interrupt }: PromptOptions): Prompt {
  const ask = async (question: string, isSecret = false): Promise<string> => {
    const signal = interrupt();
    // Only few runs ask a question, so node:readline is loaded here.
    const { createInterface } = await import('node:readline');
    signal.throwIfAborted();
    const { input, output, close } = open();
    const shownQuestion = `${question.trim()} `;
    const echo = isSecret ? new Writable({ write: (_data, _encoding, done) => done() }) : output;
    const lines = createInterface({ input, output: echo, terminal: true, historySize: 0, signal });
    if (isSecret) output.write(shownQuestion);
    try {
      const answer = await new Promise<string>((resolve, reject) => {
        lines.once('SIGINT', () => reject(new PvgError('interrupted', 'Interrupted.')));
        lines.once('close', () => {
          const ended = new PvgError('input-unreadable', 'The input ended before an answer.');
          reject(signal.aborted ? (signal.reason as Error) : ended);
        });
        lines.question(shownQuestion, resolve);
      });
      return isSecret ? answer : answer.trim();
    } finally {
      lines.close();
      close?.();
      // The Enter key after a secret was not shown.
      if (isSecret) output.write('\n');
    }
  };
  return {
    get possible() {
      return possible();
    },
    ask,
  };
}

/**
 * Does work that leaves much garbage, with less memory and more time: meanwhile V8 collects more often. The space for young
 * objects does not grow, and that for old ones grows by 80 % of what is used.
 * Then the flags have their usual values again: under others, V8 refuses the compiled code that another command kept.
 */
export async function withLessMemory<Result>(work: () => Promise<Result>): Promise<Result> {
  setFlagsFromString('--semi-space-growth-factor=1');
  setFlagsFromString('--heap-growing-percent=80');
  try {
    return await work();
  } finally {
    setFlagsFromString('--semi-space-growth-factor=2');
    setFlagsFromString('--heap-growing-percent=0');
  }
}
