import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { KeyringError, type Context, type Keyring, type OutputStream } from '../../src/context.js';
import { openFiles } from '../../src/system/files.js';
import { openShipped } from '../../src/system/process.js';
import { openProfileStore } from '../../src/profiles/store.js';
import { createSecrets } from '../../src/output/redaction.js';
import type { Send } from '../../src/contract/wire.js';

const root = join(import.meta.dirname, '..', '..');

/** 2026-09-21T14:13:20Z: the moment of the pinned vectors. */
export const fixedUnixSeconds = 1_790_000_000;

export interface BufferSink extends OutputStream {
  text(): string;
  bytes(): Buffer;
}

function bufferSink({ terminal = false, columns = 80 }: TestContextOptions): BufferSink {
  const chunks: Buffer[] = [];
  return {
    isTerminal: terminal,
    isClosed: false,
    columns,
    write: (data) => {
      chunks.push(Buffer.from(data));
      return Promise.resolve();
    },
    text: () => Buffer.concat(chunks).toString('utf8'),
    bytes: () => Buffer.concat(chunks),
  };
}

export interface TestContext extends Context {
  readonly stdout: BufferSink;
  readonly stderr: BufferSink;
  /** How long the program slept, in milliseconds, call by call. */
  readonly slept: number[];
}

export interface TestContextOptions {
  readonly env?: Record<string, string>;
  /** A stream may be endless; only a command that reads piece by piece can read one. */
  readonly stdin?: string | Uint8Array | AsyncIterable<Uint8Array>;
  /** Instead of `stdin`. */
  readonly source?: Context['stdin'];
  readonly terminal?: boolean;
  readonly columns?: number;
  /** What a person types, prompt by prompt; a terminal answers prompts, nobody else does. */
  readonly typed?: readonly string[];
  readonly send?: Send;
  /** An existing folder to hold configuration and state, so that two runs share them. */
  readonly home?: string;
  /** The project's folder: where `.pvg.json` is looked for. */
  readonly folder?: string;
  readonly now?: () => number;
  /** Asked for the time of a search, too. */
  readonly elapsed?: () => number;
  readonly serve?: Context['serve'];
  readonly execute?: Context['execute'];
  /** Nothing moves unless a test says so. */
  readonly every?: Context['clock']['every'];
  readonly interrupt?: AbortSignal;
  readonly keyring?: Keyring;
  readonly account?: Context['account'];
  readonly platform?: string;
}

/** The variables that describe a service at `url`. */
export const serviceEnv = (url: string, more: Readonly<Record<string, string>> = {}) => ({
  PVG_ENVIRONMENT: 'dev',
  PVG_GATEWAY_URL: url,
  PVG_CLIENT_ID: 'client',
  PVG_CLIENT_SECRET: 'a-secret-of-the-test',
  PVG_SESSION_URL: url,
  PVG_GAME_ID: 'game',
  PVG_SECRET_KEY: 'a-key-of-the-test',
  ...more,
});

export const temporaryFolder = (): string => mkdtempSync(join(tmpdir(), 'pvg-test-'));

let drawn = 0;
/** Ids that end in random digits differ, and waits hardly do. */
export const nearlyHalf = (): number => 0.5 + 2 ** -24 * drawn++;

const noKey = (): Promise<never> => Promise.reject(new KeyringError('there is none in this test'));
/** As on a machine that has none. */
const noKeyring: Keyring = { read: noKey, write: noKey, remove: noKey };

const isStream = (stdin: object | string): stdin is AsyncIterable<Uint8Array> =>
  typeof stdin === 'object' && Symbol.asyncIterator in stdin;

/** Pages are made by the build. */
const shippedFolders: Readonly<Record<string, string>> = {
  languages: 'src',
  pages: 'dist',
};

export function testContext(options: TestContextOptions = {}): TestContext {
  const home = options.home ?? temporaryFolder();
  const slept: number[] = [];
  const typed = [...(options.typed ?? [])];
  const { stdin = '' } = options;
  let elapsedMs = 0;
  let asked = 0;
  const unexpected = (what: string) => () =>
    Promise.reject(new TypeError(`the test did not expect ${what}`));
  const answer = (): Promise<string> => {
    const next = typed.shift();
    return next === undefined ? unexpected('a prompt')() : Promise.resolve(next);
  };
  return {
    stdout: bufferSink(options),
    stderr: bufferSink(options),
    stdin: options.source ?? {
      isTerminal: options.terminal ?? false,
      readAll: isStream(stdin)
        ? unexpected('that all of its stream is read')
        : () => Promise.resolve(Buffer.from(stdin)),
      async *chunks() {
        if (isStream(stdin)) yield* stdin;
        else yield await Promise.resolve(Buffer.from(stdin));
      },
      close: () => undefined,
    },
    env: options.env ?? {},
    clock: {
      now: options.now ?? (() => fixedUnixSeconds * 1000),
      // A call takes no time. A search that only its budget ends asks again and again.
      elapsed: options.elapsed ?? (() => (elapsedMs += asked++ < 20 ? 0 : 1)),
      sleep: (ms) => {
        slept.push(ms);
        elapsedMs += ms;
        return Promise.resolve();
      },
      every: options.every ?? (() => () => undefined),
    },
    random: nearlyHalf,
    files: openFiles(options.folder ?? home),
    folders: { home, config: join(home, 'config'), state: join(home, 'state') },
    shipped: (...names) =>
      openShipped(join(root, shippedFolders[names[0] ?? ''] ?? 'src/shipped'), root)(...names),
    prompt: { possible: options.terminal ?? false, ask: answer },
    secrets: createSecrets(),
    receipts: createSecrets(),
    network: () => (options.send ? Promise.resolve(options.send) : unexpected('the network')()),
    profiles: openProfileStore(openFiles('/'), join(home, 'config'), options.keyring ?? noKeyring),
    serve: options.serve ?? unexpected('a server'),
    execute: options.execute ?? unexpected('a program'),
    withLessMemory: (work) => work(),
    openBrowser: () => Promise.resolve(false),
    interrupt: options.interrupt ?? new AbortController().signal,
    account: options.account ?? { user: 'agent', host: 'desk-7' },
    platform: options.platform ?? 'linux',
    startedAs: ['/opt/pvg'],
    version: '0.0.0-test',
    afterwards: [],
    timeZone: 'UTC',
    slept,
  };
}
