import type { ServerResponse, IncomingMessage } from 'node:http';
import type { Environment } from './contract/environments.js';
import type { Interface } from './contract/interfaces.js';
import type { Profile } from './contract/profile.js';
import type { Send } from './contract/wire.js';

/**
 * Everything a command may touch. `main.ts` fills it with the real things; tests use buffers, a fixed clock and an
 * emulator. Costly parts are functions, so that `pvg sign` never loads the network.
 */
export interface Context {
  readonly stdout: Sink;
  readonly stderr: Sink;
  readonly stdin: Source;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly clock: Clock;
  /** From 0 to below 1. */
  readonly random: () => number;
  readonly files: Files;
  /** For a folder that several machines share: on a network drive any call may hang. */
  readonly sharedFiles: SharedFiles;
  readonly folders: Folders;
  /** Reads a file that ships with pvg: `shipped('replies', 'en.txt')`. @throws {FileError} */
  readonly shipped: (...names: readonly string[]) => Promise<Uint8Array>;
  readonly prompt: Prompt;
  readonly secrets: Secrets;
  /** The network behind one Send; loads undici. */
  readonly network: (options?: { readonly keepConnections?: boolean }) => Promise<Send>;
  readonly profiles: ProfileStore;
  readonly serve: Serve;
  readonly execute: Execute;
  /** Aborted by SIGINT (the reason is a PvgError `interrupted`), SIGTERM and SIGHUP (`terminated`). */
  readonly interrupt: AbortSignal;
  /** Who runs pvg, and on which host; null if the system does not say. */
  readonly account: { readonly user: string | null; readonly host: string | null };
  /** pvg's own version. */
  readonly version: string;
  /** The user's time zone, such as `Europe/Berlin`. */
  readonly timeZone: string;
  /** Set as soon as the profile is resolved, so that later failures also show profile and environment. */
  place?: Place;
  /** Set when the team's journal folder failed in this run: it is said once, and the folder is left alone. */
  teamFolderFailed?: boolean;
}

/** Runs another program once, without a shell. `env` is added to this process's, without pvg's own variables. */
export type Execute = (
  command: readonly string[],
  options: {
    readonly stdin: Uint8Array;
    readonly env: Readonly<Record<string, string>>;
    readonly timeoutMs: number;
    readonly signal: AbortSignal;
  },
) => Promise<Executed>;

/** How a program ended. Of a long output only the beginning is kept. */
export type Executed =
  | {
      readonly kind: 'ended';
      /** null: ended by a signal. */
      readonly status: number | null;
      readonly stdout: Uint8Array;
      readonly stderr: Uint8Array;
    }
  /** It was ended, with all that it printed lost. */
  | { readonly kind: 'timed-out' }
  /** The system's reason: `ENOENT`, `EACCES`. */
  | { readonly kind: 'not-started'; readonly code: string };

/** Whose credentials a run uses, and which interface it calls: shown on every result. */
interface Place {
  readonly profile: string | null;
  /** Another stored profile whose values are in use. */
  readonly valuesOf?: string | null;
  readonly environment: Environment;
  readonly interface: Interface | null;
}

/** Where output goes. Writes are checked to the last byte. */
export interface Sink {
  readonly isTerminal: boolean;
  /** Columns of the terminal; 80 without a terminal. */
  readonly columns: number;
  /** @throws {PvgError} `pipe-closed` or `output-unwritable`. */
  write(data: string | Uint8Array): Promise<void>;
}

export interface Source {
  readonly isTerminal: boolean;
  /** Reads all of it; only once. @throws {PvgError} `input-unreadable`. */
  readAll(): Promise<Uint8Array>;
  /** Reads all of it as it comes; only once. @throws {PvgError} `input-unreadable`. */
  chunks(): AsyncIterable<Uint8Array>;
  /** Stops reading, so that a writer that is still open does not keep the process alive. */
  close(): void;
}

export interface Clock {
  /** Milliseconds since the epoch, from the computer's clock. */
  now(): number;
  /** Milliseconds of a clock that never goes back: for durations and deadlines. */
  elapsed(): number;
  /** When the signal is aborted, ends early and rejects with its reason. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /** Repeats the call until the returned function is called. Does not keep the process alive. */
  every(ms: number, call: () => void): () => void;
}

export interface Files {
  /** @throws {FileError} */
  read(path: string): Promise<Uint8Array>;
  /** Reads a regular file; undefined if there is none. @throws {FileError} */
  readIfThere(path: string): Promise<Uint8Array | undefined>;
  /** Makes a new file, 0600; never over an existing one or through a symlink. @throws {FileError} such as `EEXIST` */
  create(path: string, data: Uint8Array | string): Promise<void>;
  /**
   * Replaces the complete file (0600, temporary file and rename), or leaves the old one. Makes missing folders,
   * 0700. @throws {FileError} such as `EINVAL` for a pipe or a device
   */
  replace(path: string, data: Uint8Array | string): Promise<void>;
  /**
   * Adds a line at the end of a file in one write, so that two writers never mix (0600; never through a symlink;
   * makes missing folders, 0700). First ends a line that a killed writer left torn. @throws {FileError}
   */
  append(path: string, line: string, options?: AppendOptions): Promise<Appended>;
  /**
   * The lines of a regular file that contain one of the texts, or all of its lines. Never through a symlink; empty if
   * there is no file. @throws {FileError} such as `EFBIG`
   */
  lines(path: string, options?: LineOptions): Promise<readonly string[]>;
  /** Sorted names of everything in a folder; empty if there is no folder. @throws {FileError} */
  names(folder: string): Promise<readonly string[]>;
  /** To another name in the same folder; the caller chooses an unused name. @throws {FileError} */
  rename(from: string, to: string): Promise<void>;
  /** True if there was a file. @throws {FileError} */
  remove(path: string): Promise<boolean>;
  /**
   * Identifies a file: two paths of the same file have at least one identity in common, even if they are written in
   * different ways or lead through different folders. Never fails.
   */
  identities(path: string): Promise<readonly string[]>;
  /** The kind of what has this name, links not followed; undefined if nothing has it. @throws {FileError} */
  kind(path: string): Promise<FileKind | undefined>;
  /**
   * Keeps other pvg processes from writing the same file until it is released or this process has ended in any way;
   * undefined while another process has it. @throws {FileError}
   */
  hold(path: string): Promise<Held | undefined>;
  /** Reads a file from its beginning, piece by piece. @throws {FileError} */
  open(path: string): Promise<OpenFile>;
  /**
   * Opens a file to write at its end: a new one, 0600, or an existing one, cut after its first `keepBytes`. Never
   * through a symlink. @throws {FileError} such as `EEXIST`
   */
  openAppend(path: string, place: 'new' | { readonly keepBytes: number }): Promise<AppendFile>;
  /** Like replace, piece by piece. @throws {FileError} */
  replaceBy(path: string, pieces: AsyncIterable<Uint8Array>): Promise<void>;
  /**
   * Like replace, with the file that `write` makes at the given path. `isNew`: never over an existing file.
   * @throws what `write` throws {FileError} such as `EEXIST`
   */
  stage(
    path: string,
    write: (temporary: string) => Promise<void>,
    options?: { readonly isNew?: boolean },
  ): Promise<void>;
  /** Removes files that killed writers left in a folder. Never fails. */
  sweep(folder: string): Promise<void>;
  /** Gives a file a second, unused name; makes missing folders, 0700. @throws {FileError} such as `EEXIST` */
  link(from: string, to: string): Promise<void>;
  /** Sets 0600 for a file, 0700 for a folder; never follows a symlink. @throws {FileError} */
  tighten(path: string): Promise<void>;
  /** What a path leads to, links followed; undefined if nothing is there or it cannot be seen. Never fails. */
  look(path: string): Promise<Looked | undefined>;
  /** The system's code if no file can be made in a folder, or not the folder itself; otherwise undefined. Makes nothing. */
  writingFails(folder: string): Promise<string | undefined>;
  /** The working folder and those above it, nearest first. */
  foldersUpward(): readonly string[];
}

/**
 * The files of another process, which keeps pvg alive only while an answer is awaited. @throws {FileError} also
 * `ECANCELED` if that process ended
 */
export interface SharedFiles extends Pick<
  Files,
  'append' | 'lines' | 'names' | 'look' | 'rename' | 'remove' | 'writingFails'
> {
  /** Ends the process, and with it all calls that hang. */
  abandon(): void;
}

export interface AppendOptions {
  /** Of a new file, instead of 0600; an existing file keeps its mode. The file gets the group of its folder. */
  readonly mode?: number;
}

export interface LineOptions {
  readonly containing?: readonly string[];
  readonly mostBytes?: number;
}

export interface Appended {
  /** Size of the file, with the new line. */
  readonly bytes: number;
  /** The first 64 bytes of the file. */
  readonly beginning: string;
}

export interface Looked {
  readonly kind: Exclude<FileKind, 'link'>;
  /** The lowest nine bits; on Windows, which has none, the bits of a file that only its owner may use. */
  readonly mode: number;
  /** Whether it belongs to the user who runs pvg. */
  readonly isOwn: boolean;
}

export type FileKind = 'file' | 'folder' | 'link' | 'other';

export interface Held {
  /** Never fails: a file that it leaves behind blocks nobody. */
  release(): Promise<void>;
}

export interface OpenFile {
  /** undefined if the size is not known in advance, as for a pipe. */
  readonly size: number | undefined;
  /** Until its end, or until it is closed. @throws {FileError} */
  readonly chunks: AsyncIterable<Uint8Array>;
  /** For a reader that stops before the end. May be called at any time, and more than once. */
  close(): Promise<void>;
}

export interface AppendFile {
  /**
   * Writes all of it before it returns, or cuts the file back to what it was. Synchronous: after it returns, a kill of
   * this process loses none of it. @throws {FileError}
   */
  write(data: string | Uint8Array): void;
  /** The line that begins at this byte, without its end. Synchronous. @throws {FileError} */
  lineAt(start: number): string;
  /**
   * Syncs the file to the disk and closes it. @throws {FileError} also `DELETED`, `MOVED` or `RESIZED` if another
   * program did that to the file meanwhile
   */
  close(): Promise<void>;
}

/** A file operation failed. Has the system's code, never the content. */
export class FileError extends Error {
  override readonly name = 'FileError';
  constructor(
    readonly code: string,
    readonly path: string,
    options?: ErrorOptions,
  ) {
    super(`${code}: ${path}`, options);
  }
}

/** For a `.catch`: handles a FileError and throws any other error again. */
export const onFileError =
  <Result>(then: (error: FileError) => Result) =>
  (error: unknown): Result => {
    if (error instanceof FileError) return then(error);
    throw error;
  };

/** Secrets that the system keeps, each under the name of an entry. */
export interface Keyring {
  /** undefined if there is no such entry. @throws {KeyringError} */
  read(entry: string): Promise<string | undefined>;
  /** @throws {KeyringError} */
  write(entry: string, text: string): Promise<void>;
  /** Does nothing if there is no such entry. @throws {KeyringError} */
  remove(entry: string): Promise<void>;
}

/** The system's keyring failed. */
export class KeyringError extends Error {
  override readonly name = 'KeyringError';
  constructor(
    /** One clause for people. Never a text from the keyring: it may contain the secret. */
    readonly because: string,
    options?: ErrorOptions,
  ) {
    super(because, options);
  }
}

export interface Folders {
  /** Stored profiles and settings: `PVG_CONFIG_DIR`, else the platform's. */
  readonly config: string;
  /** Data that may be lost without harm: `PVG_STATE_DIR`, else the platform's. */
  readonly state: string;
}

/** Questions to a person at a terminal. */
export interface Prompt {
  /** Whether a person can answer: stdin and stderr are terminals. */
  readonly possible: boolean;
  /** Without echo. */
  secret(question: string): Promise<string>;
  text(question: string): Promise<string>;
}

/** The secrets of this run: a secret added here never appears in any output. */
export interface Secrets {
  add(secret: string): void;
  /** Replaces every known secret, and its usual encodings, with `[withheld]`. */
  readonly redact: (text: string) => string;
  readonly redactBytes: (bytes: Uint8Array) => Uint8Array;
}

/** Opens an HTTP server on 127.0.0.1. */
export type Serve = (
  options: ServeOptions,
  handler: (request: IncomingMessage, response: ServerResponse) => void,
) => Promise<Listening>;

interface ServeOptions {
  /** 0: the system picks a free port. */
  readonly port: number;
  /** By default 127.0.0.1. */
  readonly host?: string | undefined;
  readonly maxConnections: number;
  readonly maxHeaderBytes: number;
  readonly headersTimeoutMs: number;
}

export interface Listening {
  readonly port: number;
  /** Stops accepting, ends open connections. */
  close(): Promise<void>;
}

/** The stored profiles: one JSON file each, 0600 in a 0700 folder. */
export interface ProfileStore {
  /** Names in alphabetical order, damaged ones included. */
  names(): Promise<readonly string[]>;
  /** undefined if there is no such profile. @throws {PvgError} `configuration-unreadable`, naming the file, quoting nothing of it */
  read(name: string, options?: ReadOptions): Promise<Profile | undefined>;
  /** The profile with the secrets of its keyring entry. @throws {PvgError} `keyring-unavailable` */
  withSecrets(profile: Profile): Promise<Profile>;
  /**
   * Writes, reads back and only then returns; the path written. A new profile never replaces one.
   * @throws {PvgError} `configuration-unwritable`, `output-unwritable`, `profile-exists`
   */
  write(profile: Profile, options?: { readonly isNew?: boolean }): Promise<string>;
  /** Renames the profile and its old files; returns the path. @throws {PvgError} `profile-exists` */
  rename(from: string, to: string): Promise<string>;
  path(name: string): string;
  /** Moves the file to the old files, 0600; returns the new path. */
  setAside(name: string): Promise<string>;
  /** Like setAside, but the profile stays; returns the path of the copy. */
  copyAside(name: string): Promise<string>;
  /** The old files of a profile, oldest first. */
  keptAside(name: string): Promise<readonly string[]>;
  /** Deletes the profile and its old files for good; returns the number of files. */
  purge(name: string): Promise<number>;
  chosen(): Promise<string | undefined>;
  /** The value of `"journal"` in settings.json, a text being a team's folder; undefined if not set. @throws {PvgError} `configuration-unreadable` */
  journal(): Promise<boolean | string | undefined>;
  /** Returns the path of the file with the choice. */
  choose(name: string | undefined): Promise<string>;
  /** A sentence for each file or folder of the store whose mode is looser than 0600 / 0700. */
  looseModes(name: string): Promise<readonly string[]>;
}

export interface ReadOptions {
  /** false: the values in the file are enough, and the keyring is not used. */
  readonly secrets?: boolean;
}
