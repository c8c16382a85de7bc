import type { RequestListener } from 'node:http';
import type { Environment } from './contract/environments.js';
import type { Interface } from './contract/interfaces.js';
import type { Profile } from './contract/profile.js';
import type { Send } from './contract/wire.js';
import type { Files } from './file-access.js';

/** The purchase that was asked about, with the member names of `--json`. A member that cannot be read is null. */
export interface AskedPurchase {
  readonly product_id: string | null;
  readonly package: string | null;
  readonly receipt: {
    readonly fingerprint: string;
    /** How many characters the receipt has. */
    readonly length: number;
  } | null;
}

/**
 * Everything a command may touch. `main.ts` fills it with the real things; tests use buffers, a fixed clock and an
 * emulator. Costly parts are functions, so that `pvg sign` never loads the network.
 */
export interface Context {
  readonly stdout: OutputStream;
  readonly stderr: OutputStream;
  readonly stdin: InputStream;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly clock: Clock;
  /** A random number from 0 to below 1. */
  readonly random: () => number;
  readonly files: Files;
  readonly folders: Folders;
  /** A text that ships with pvg: `shipped('replies', 'en.txt')`. @throws {PvgError} `configuration-unreadable`: it is damaged */
  readonly shipped: (...names: readonly string[]) => Promise<string>;
  readonly prompt: Prompt;
  readonly secrets: Secrets;
  /** The receipts that a command was given. They are removed from texts and stack traces, except where one must be printed. */
  readonly receipts: Secrets;
  /**
   * Opens the network, and so loads undici. With `keepConnections`, a request is sent again if the server closed a kept
   * connection under it, so this is only for requests that may be repeated.
   */
  readonly network: (options?: { readonly keepConnections?: boolean }) => Promise<Send>;
  readonly profiles: ProfileStore;
  readonly serve: Serve;
  readonly execute: Execute;
  /** Trades a little time for memory: does the work while the garbage of many short-lived objects is collected more often. */
  readonly withLessMemory: <Result>(work: () => Promise<Result>) => Promise<Result>;
  /** Opens an address in the user's browser; false where there is no screen, or nothing that opens it. Never fails. */
  readonly openBrowser: (address: string) => Promise<boolean>;
  /** Aborted by SIGINT (the reason is a PvgError `interrupted`), SIGTERM and SIGHUP (`terminated`). */
  readonly interrupt: AbortSignal;
  /** Who runs pvg, and on which host; null if the system does not say. */
  readonly account: { readonly user: string | null; readonly host: string | null };
  /** The operating system, as Node names it: `linux`, `darwin`, `win32`. */
  readonly platform: string;
  /** The command line that starts pvg, with full paths. */
  readonly startedAs: readonly [command: string, ...words: readonly string[]];
  readonly version: string;
  /** The user's time zone, such as `Europe/Berlin`. A global option may set another one before the command runs. */
  timeZone: string;
  /** Whose credentials a run uses, and which interface it calls. Set as soon as the profile is resolved; every result shows it. */
  callTarget?: {
    readonly profile: string | null;
    /** Another stored profile whose values are in use. */
    readonly governingProfile?: string | null;
    readonly environment: Environment;
    readonly interface: Interface | null;
  };
  /** What a look-up or a verify is about: every result shows it. */
  asked?: AskedPurchase;
  /** What else the text of a look-up mentions, by the ids of situations: `refund`. */
  questions?: readonly string[];
  /** Whether the text of a look-up says that the item came twice. */
  saysItemTwice?: boolean | undefined;
  /** The player whose verification the text of a look-up mentions; without a name if the text says none for sure. */
  mentionedPlayer?: { readonly username: string | undefined } | undefined;
  /** Whether the pasted text is in traditional Chinese, in which there is no reply. */
  isTraditionalChinese?: boolean;
  /**
   * Set once a verify was sent. If pvg itself fails afterwards, this function writes to the journal that the outcome is unknown,
   * and returns the PvgError with which the run ends. Never fails.
   */
  recordFailureAfterVerify?: ((cause: unknown) => Error) | undefined;
  /**
   * Set if nobody typed the command line at a terminal: it came from an assistant (`pvg mcp`) or from a page (`pvg desk`). Then
   * it may not name a file, and the journal keeps where it came from.
   */
  readonly via?: 'mcp' | 'desk' | undefined;
  /** Set if an assistant asks (`pvg mcp`). It sees only calls of these profiles, and no names of users or computers. */
  readonly assistant?:
    | {
        readonly profiles: readonly string[];
        /** Where a search runs, so that other calls are answered meanwhile. */
        readonly searches: BackgroundWork;
      }
    | undefined;
  /** Takes over keeping a reply in the journal: on a page, a reply counts only when it is copied. Without it, it is kept at once. */
  readonly holdReply?: ((keepReply: () => Promise<void>) => void) | undefined;
  /** Work to do once the command's output is printed, such as keeping a call in the journal. */
  readonly afterwards: ((ended: EndedOutput) => Promise<void>)[];
}

/** How the output of a command ended. */
export interface EndedOutput {
  /** Whether the result was printed, as far as the system says. */
  readonly isShown: boolean;
}

/** Does jobs in another thread, one after the other. `background/` defines what a job is. */
export interface BackgroundWork {
  /** @throws if the job needs too much time or memory; the reason of the signal */
  run(job: object, signal?: AbortSignal): Promise<unknown>;
}

/**
 * Runs another program once, without a shell. `env` is added to this process's, without pvg's own variables. When its time
 * is over or the signal is aborted, what the program has started ends with it.
 */
export type Execute = (
  command: readonly string[],
  options: {
    readonly stdin: Uint8Array;
    readonly env: Readonly<Record<string, string>>;
    readonly timeoutMs: number;
    readonly signal: AbortSignal;
    /** The most that is kept of each output; usually 64 KB. */
    readonly keepBytes?: number;
    /** Its outputs are not read. So a program that it leaves running is not waited for, and not ended. */
    readonly isOutputIgnored?: boolean;
  },
) => Promise<Executed>;

/** How a program ended. Of a long output only the beginning is kept. */
export interface Executed {
  /** null: ended by a signal, or failed. */
  readonly status: number | null;
  readonly stdout: Uint8Array;
  readonly stderr: Uint8Array;
  /** Why it could not be started, as the system's code (`ENOENT`); `ETIMEDOUT`: it was ended. */
  readonly failed?: string | undefined;
}

type Data = string | Uint8Array;

/** Where output goes. Writes are checked to the last byte. */
export interface OutputStream {
  readonly isTerminal: boolean;
  /** Whether the caller of pvg closed it (`>&-`). What is written is then lost without an error. */
  readonly isClosed: boolean;
  /** Columns of the terminal; 80 without a terminal. */
  readonly columns: number;
  /** @throws {PvgError} `pipe-closed` or `output-unwritable`. */
  write(data: Data): Promise<void>;
}

export interface InputStream {
  readonly isTerminal: boolean;
  /**
   * Reads all of it; only once. At a terminal: asks the person to paste, on stderr, and takes lines of any length.
   * @throws {PvgError} `input-unreadable`, also for an input that is larger than `mostBytes`
   */
  readAll(options?: ReadAllOptions): Promise<Uint8Array>;
  /** Reads all of it as it comes; only once. @throws {PvgError} `input-unreadable`. */
  chunks(): AsyncIterable<Uint8Array>;
  /** Stops reading, so that a writer that is still there does not keep the process alive. */
  close(): void;
}

export interface ReadAllOptions {
  readonly mostBytes?: number;
  /** A terminal does not show what is typed. */
  readonly isSecret?: boolean;
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

/** Secrets that the system keeps, each under the name of an entry. @throws {KeyringError} */
export interface Keyring {
  /** undefined if there is no such entry. */
  read(entry: string): Promise<string | undefined>;
  write(entry: string, text: string): Promise<void>;
  /** Does nothing if there is no such entry. */
  remove(entry: string): Promise<void>;
}

/** The system's keyring failed. The message is a clause of pvg: a text of the keyring may contain the secret. */
export class KeyringError extends Error {
  override readonly name = 'KeyringError';
}

export interface Folders {
  /** The home folder of the user: absolute, whatever HOME says. */
  readonly home: string;
  /** Stored profiles and settings: `PVG_CONFIG_DIR`, else the platform's. */
  readonly config: string;
  /** Data that may be lost without harm: `PVG_STATE_DIR`, else the platform's. */
  readonly state: string;
}

/** Questions to a person at a terminal. */
export interface Prompt {
  /** Whether a person can answer: stdin and stderr are terminals. */
  readonly possible: boolean;
  /** The answer, trimmed. A secret is not shown while it is typed, and not trimmed. */
  ask(question: string, isSecret?: boolean): Promise<string>;
}

/** The secrets of this run: a secret added here never appears in any output. */
export interface Secrets {
  add(secret: string): void;
  /** Lets the name of a product, package or order appear even if a longer secret contains it. A whole secret in it is removed. */
  allowName(name: string): void;
  readonly allowedNames: ReadonlySet<string>;
  /** Replaces every known secret, its usual encodings and the parts of a long one with `[withheld]`. */
  readonly redact: (text: string) => string;
  readonly redactBytes: (bytes: Uint8Array) => Uint8Array;
}

/** Opens an HTTP server, by default on 127.0.0.1; with port 0 the system picks a free one. */
export type Serve = (
  options: {
    readonly port: number;
    readonly host?: string | undefined;
    readonly maxConnections: number;
  },
  handler: RequestListener,
) => Promise<Listening>;

export interface Listening {
  readonly port: number;
  /** Stops accepting, ends open connections. */
  close(): Promise<void>;
}

/** The stored profiles: one file each, 0600 in a 0700 folder. @throws {PvgError} naming the file, quoting nothing of it */
export interface ProfileStore {
  /** Names in alphabetical order, damaged ones included. */
  names(): Promise<readonly string[]>;
  /** undefined if there is no such profile. `secrets` false: a keyring is not opened. */
  read(name: string, options?: { readonly secrets: boolean }): Promise<Profile | undefined>;
  /**
   * Writes a profile and reads it back. `isNew`: never over another one (`profile-exists`).
   * @returns a sentence if old secrets stay in the keyring
   */
  write(profile: Profile, isNew?: boolean): Promise<string | undefined>;
  /** Renames a profile, damaged or not, and its secrets in one step. @throws {PvgError} `profile-exists` */
  rename(oldName: string, newName: string): Promise<void>;
  /** Deletes a profile and its secrets for good. @returns a sentence if those in the keyring stay */
  remove(name: string): Promise<string | undefined>;
  /**
   * Lets one process at a time read and change profiles, so that no change is lost, and no deleted profile comes back. Not to
   * be held while a person is asked. @throws {PvgError} `configuration-unwritable`, `output-unwritable`
   */
  withLock<Result>(work: () => Promise<Result>): Promise<Result>;
  path(name: string): string;
  chosen(): Promise<string | undefined>;
  /** Returns the path of the file with the choice. */
  choose(name: string | undefined): Promise<string>;
  /** A sentence for the folder and the file if their modes are looser than 0700 and 0600. */
  looseModes(name: string): Promise<readonly string[]>;
}
