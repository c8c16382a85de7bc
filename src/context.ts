import type { ServerResponse, IncomingMessage } from 'node:http';
import type { ProfileStore } from './profiles/store.js';
import type { Environment } from './contract/environments.js';
import type { Interface } from './contract/interfaces.js';
import type { Send } from './contract/wire.js';

/**
 * Everything a command may touch. `main.ts` fills it with the real things, tests with buffers, a fixed clock and
 * an emulator. What is costly is a function, so that `pvg sign` never loads the network.
 */
export interface Context {
  readonly stdout: Sink;
  readonly stderr: Sink;
  readonly stdin: Source;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly clock: Clock;
  /** From 0 up to but not 1. */
  readonly random: () => number;
  readonly files: Files;
  readonly folders: Folders;
  readonly prompt: Prompt;
  readonly secrets: Secrets;
  /** The network behind one Send; loads undici. */
  readonly network: (options?: { readonly keepConnections?: boolean }) => Promise<Send>;
  readonly profiles: ProfileStore;
  readonly serve: Serve;
  /** Aborted by SIGINT (the reason is a PvgError `interrupted`), SIGTERM and SIGHUP (`terminated`). */
  readonly interrupt: AbortSignal;
  /** Who runs pvg where; null where the system does not say. */
  readonly account: { readonly user: string | null; readonly host: string | null };
  /** pvg's own version. */
  readonly version: string;
  /** How the user's own clock and zone are told: `Europe/Berlin`. */
  readonly timeZone: string;
  /** Written as soon as the profile is resolved, so that what fails afterwards is told with its place too. */
  place?: Place;
}

/** Which credentials a run speaks with, and to which interface: stands on every result. */
interface Place {
  readonly profile: string | null;
  readonly environment: Environment;
  readonly interface: Interface | null;
}

/** Where output goes; checked to the last byte. */
export interface Sink {
  readonly isTerminal: boolean;
  /** Whoever started pvg closed it (`>&-`): what is written to it is lost, and no write tells that. */
  readonly isClosed?: boolean;
  /** Columns of the terminal; 80 where there is none. */
  readonly columns: number;
  /** @throws {PvgError} `pipe-closed` or `output-unwritable`. */
  write(data: string | Uint8Array): Promise<void>;
}

export interface Source {
  readonly isTerminal: boolean;
  /** All of it, once. @throws {PvgError} `input-unreadable`. */
  readAll(): Promise<Uint8Array>;
  /** All of it, once, as it comes. @throws {PvgError} `input-unreadable`. */
  chunks(): AsyncIterable<Uint8Array>;
  /** Nothing more of it is wanted: whoever still writes to it does not keep the process. */
  close(): void;
}

export interface Clock {
  /** Milliseconds since the epoch, by the computer's clock. */
  now(): number;
  /** Milliseconds that only go forward: for durations and deadlines. */
  elapsed(): number;
  /** Ends early and rejects with the signal's reason when it is aborted. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /** Calls again and again until the returned function is called; keeps no process alive. */
  every(ms: number, call: () => void): () => void;
}

export interface Files {
  /** @throws {FileError} */
  read(path: string): Promise<Uint8Array>;
  /** Of a regular file; undefined where there is none. @throws {FileError} */
  readIfThere(path: string): Promise<Uint8Array | undefined>;
  /** A new file, 0600; never over an existing one, never through a symlink. @throws {FileError} `EEXIST` among others */
  create(path: string, data: Uint8Array | string): Promise<void>;
  /**
   * Replaces the file as a whole (0600, temporary file and rename) or leaves the old one; makes missing folders
   * 0700. @throws {FileError} `EINVAL` for a pipe or a device, among others
   */
  replace(path: string, data: Uint8Array | string): Promise<void>;
  /**
   * Puts a line behind the others of a file in one write, so that writers never mix (0600; never through a symlink;
   * makes missing folders 0700). A line that an ended writer left torn is closed first. @throws {FileError}
   */
  append(path: string, line: string): Promise<Appended>;
  /** Names of what is in a folder, sorted; none where there is no folder. @throws {FileError} */
  names(folder: string): Promise<readonly string[]>;
  /** Another name in the same folder; the caller chooses one that nobody has. @throws {FileError} */
  rename(from: string, to: string): Promise<void>;
  /** Whether there was one. @throws {FileError} */
  remove(path: string): Promise<boolean>;
  /**
   * What tells a file from others: paths of one file have one of them in common, however they are written and through
   * whichever folder they go. Never fails.
   */
  identities(path: string): Promise<readonly string[]>;
  /** What has this name, itself and not what it leads to; undefined where nothing has. @throws {FileError} */
  kind(path: string): Promise<FileKind | undefined>;
  /**
   * Keeps other processes of pvg from writing the same file until it is released or this process has ended, however;
   * undefined while another one holds it. @throws {FileError}
   */
  hold(path: string): Promise<Held | undefined>;
  /** A file from its beginning, piece by piece. @throws {FileError} */
  open(path: string): Promise<OpenFile>;
  /**
   * A file to write to at its end: a new one, 0600, or an existing one of which the first `keepBytes` stay. Never
   * through a symlink. @throws {FileError} `EEXIST` among others
   */
  openAppend(path: string, place: 'new' | { readonly keepBytes: number }): Promise<AppendFile>;
  /** Like replace, piece by piece. @throws {FileError} */
  replaceBy(path: string, pieces: AsyncIterable<Uint8Array>): Promise<void>;
  /**
   * Like replace, by what `write` makes at the path that it is given; `isNew`: never over an existing file.
   * @throws what `write` throws {FileError} `EEXIST` among others
   */
  stage(
    path: string,
    write: (temporary: string) => Promise<void>,
    options?: { readonly isNew?: boolean },
  ): Promise<void>;
  /** Removes what killed writers left in a folder. Never fails. */
  sweep(folder: string): Promise<void>;
  /** Gives a file another name besides, which nobody has; makes missing folders 0700. @throws {FileError} `EEXIST` among others */
  link(from: string, to: string): Promise<void>;
  /** 0600 for a file, 0700 for a folder; never what a symlink leads to. @throws {FileError} */
  tighten(path: string): Promise<void>;
  /** What a path leads to, links followed; undefined where nothing is, or nothing that may be seen. Never fails. */
  look(path: string): Promise<Looked | undefined>;
  /** The system's code for why no file can be made in a folder (or the folder itself); undefined where one can. Makes nothing. */
  writingFails(folder: string): Promise<string | undefined>;
  /** The working folder and those above it, nearest first. */
  foldersUpward(): readonly string[];
}

export interface Appended {
  /** Of the file, the new line included. */
  readonly bytes: number;
  /** The first 64 bytes of the file. */
  readonly beginning: string;
}

export interface Looked {
  readonly kind: Exclude<FileKind, 'link'>;
  /** The lowest nine bits; where files have none (Windows), those of what is its owner's alone. */
  readonly mode: number;
  /** Whether it belongs to whoever runs pvg. */
  readonly isOwn: boolean;
}

export type FileKind = 'file' | 'folder' | 'link' | 'other';

export interface Held {
  /** Never fails: what it leaves behind holds nobody up. */
  release(): Promise<void>;
}

export interface OpenFile {
  /** undefined for what has no size beforehand, such as a pipe. */
  readonly size: number | undefined;
  /** To its end, or until it is closed. @throws {FileError} */
  readonly chunks: AsyncIterable<Uint8Array>;
  /** For whoever does not read to the end; may be called at any time and again. */
  close(): Promise<void>;
}

export interface AppendFile {
  /**
   * Writes all of it before it returns, or cuts the file back to what it was. Synchronous: when it returns, a kill of
   * this process loses nothing of it. @throws {FileError}
   */
  write(data: string | Uint8Array): void;
  /**
   * On the disk and closed. @throws {FileError} also `DELETED`, `MOVED` or `RESIZED` for what somebody else did with
   * the file meanwhile
   */
  close(): Promise<void>;
}

/** A file operation that failed: the system's code, never the content. */
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

/** For a `.catch`: what a file operation that failed comes to; any other error goes on. */
export const onFileError =
  <Result>(then: (error: FileError) => Result) =>
  (error: unknown): Result => {
    if (error instanceof FileError) return then(error);
    throw error;
  };

/** Secrets kept by the system, each under the name of an entry. */
export interface Keyring {
  /** undefined where there is no such entry. @throws {KeyringError} */
  read(entry: string): Promise<string | undefined>;
  /** @throws {KeyringError} */
  write(entry: string, text: string): Promise<void>;
  /** Nothing happens where there is no such entry. @throws {KeyringError} */
  remove(entry: string): Promise<void>;
}

/** The system's keyring did not do what it was asked. */
export class KeyringError extends Error {
  override readonly name = 'KeyringError';
  constructor(
    /** One clause for people; never a text of the keyring's own, which may hold what it was given. */
    readonly because: string,
    options?: ErrorOptions,
  ) {
    super(because, options);
  }
}

export interface Folders {
  /** Stored profiles and settings: `PVG_CONFIG_DIR`, else the platform's. */
  readonly config: string;
  /** What may be lost without harm: `PVG_STATE_DIR`, else the platform's. */
  readonly state: string;
  /** The package's own: texts that ship with it. */
  readonly shipped: string;
}

/** Questions to a person at a terminal. */
export interface Prompt {
  /** Whether anybody can answer: stdin and stderr are terminals. */
  readonly possible: boolean;
  /** Without echo. */
  secret(question: string): Promise<string>;
  text(question: string): Promise<string>;
}

/** The secrets of this run: whatever is added here never appears in any output. */
export interface Secrets {
  add(secret: string): void;
  /** Replaces every known secret, and its usual encodings, by `[redacted]`. */
  readonly redact: (text: string) => string;
  readonly redactBytes: (bytes: Uint8Array) => Uint8Array;
}

/** Opens an HTTP server on 127.0.0.1. */
export type Serve = (
  options: ServeOptions,
  handler: (request: IncomingMessage, response: ServerResponse) => void,
) => Promise<Listening>;

interface ServeOptions {
  /** 0 picks one. */
  readonly port: number;
  readonly maxConnections: number;
  readonly maxHeaderBytes: number;
  readonly headersTimeoutMs: number;
}

export interface Listening {
  readonly port: number;
  /** Stops accepting, ends open connections. */
  close(): Promise<void>;
}
