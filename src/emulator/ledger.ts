import { FileError, type Files } from '../context.js';
import { PvgError, type FailureCode } from '../failure.js';
import type { Ledger, LedgerEntry } from '../gateway/store.js';

/** The verified purchases, in memory or in a file: fingerprints and order ids, never a receipt. */

export function memoryLedger(): Ledger {
  const known = new Set<string>();
  return {
    has: (receiptFingerprint) => Promise.resolve(known.has(receiptFingerprint)),
    add: (entry) => {
      const isNew = !known.has(entry.fingerprint);
      known.add(entry.fingerprint);
      return Promise.resolve(isNew);
    },
    clear: () => {
      known.clear();
      return Promise.resolve();
    },
  };
}

interface FileLedgerOptions {
  readonly files: Pick<Files, 'readIfThere' | 'replace'>;
  readonly path: string;
  /** The code for an unreadable file: it is the user's input or pvg's own state. */
  readonly unreadable: Extract<FailureCode, 'input-unreadable' | 'configuration-unreadable'>;
  /** Called once if the file cannot be written; the ledger continues in memory. */
  readonly say: (text: string) => void;
}

/**
 * Writes the file as it is, or a new one: a file that cannot be written is reported before anything depends on it.
 * @throws {PvgError} `output-unwritable`, and for a damaged file what `unreadable` says
 */
export async function prepareLedger(options: FileLedgerOptions): Promise<void> {
  const { files, path } = options;
  const entries = await readLedger(options);
  await files.replace(path, printLedger(entries)).catch((error: unknown) => {
    if (!(error instanceof FileError)) throw error;
    throw new PvgError('output-unwritable', `The state file ${path} cannot be written (${error.code}).`, {
      hint: 'Check its folder and permissions, or leave --state out to keep the state in memory.',
      cause: error,
    });
  });
}

/**
 * Reads the file at the first use and again before each write. If two processes write at the same moment, one may lose
 * an entry: a demo purchase is then verified twice with 200. If the file is damaged, the methods reject with a PvgError
 * and never overwrite it.
 */
export function fileLedger(options: FileLedgerOptions): Ledger {
  const { files, path, say } = options;
  const known = new Map<string, LedgerEntry>();
  let read: Promise<void> | undefined;
  let turn: Promise<unknown> = Promise.resolve();
  let said = false;

  const readAgain = async (): Promise<void> => {
    for (const entry of await readLedger(options)) known.set(entry.fingerprint, entry);
  };

  const write = (): Promise<void> =>
    files.replace(path, printLedger(known.values())).catch((error: unknown) => {
      if (!(error instanceof FileError)) throw error;
      if (!said)
        say(
          `The state file ${path} could not be written (${error.code}); this run keeps its state in memory only.`,
        );
      said = true;
    });

  const add = async (entry: LedgerEntry): Promise<boolean> => {
    await readAgain();
    if (known.has(entry.fingerprint)) return false;
    known.set(entry.fingerprint, entry);
    await write();
    return true;
  };

  const inTurn = <Result>(change: () => Promise<Result>): Promise<Result> => {
    const changed = turn.then(change, change);
    turn = changed;
    return changed;
  };

  return {
    has: async (receiptFingerprint) => {
      await (read ??= readAgain());
      return known.has(receiptFingerprint);
    },
    add: (entry) => inTurn(() => add(entry)),
    clear: () =>
      inTurn(() => {
        known.clear();
        return write();
      }),
  };
}

// No file yet, or a part of the path is not a folder: the ledger is empty, and a write reports the problem.
const absentCodes = ['ENOENT', 'ENOTDIR'];

async function readLedger({ files, path, unreadable }: FileLedgerOptions): Promise<LedgerEntry[]> {
  const bytes = await files.readIfThere(path).catch((error: unknown) => {
    if (!(error instanceof FileError)) throw error;
    if (absentCodes.includes(error.code)) return undefined;
    throw new PvgError(unreadable, `The state file ${path} could not be read (${error.code}).`, {
      cause: error,
    });
  });
  if (bytes === undefined) return [];
  const entries = parseLedger(bytes);
  if (entries === undefined) {
    throw new PvgError(unreadable, `The state file ${path} is damaged. pvg did not change it.`, {
      hint: 'Move the file away. The next verify starts a new one.',
    });
  }
  return entries;
}

const schema = 1;

const printLedger = (entries: Iterable<LedgerEntry>): string =>
  `${JSON.stringify({
    schema,
    recorded: [...entries].map((entry) => ({
      fingerprint: entry.fingerprint,
      order_id: entry.orderId,
      recorded_at_ms: entry.recordedAtMs,
    })),
  })}\n`;

function parseLedger(bytes: Uint8Array): LedgerEntry[] | undefined {
  try {
    const file: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    if (!isRecord(file) || file['schema'] !== schema || !Array.isArray(file['recorded'])) return undefined;
    const entries = (file['recorded'] as readonly unknown[]).map(parseEntry);
    return entries.every((entry) => entry !== undefined) ? entries : undefined;
  } catch {
    return undefined;
  }
}

function parseEntry(value: unknown): LedgerEntry | undefined {
  if (!isRecord(value)) return undefined;
  const { fingerprint, order_id: orderId, recorded_at_ms: recordedAtMs } = value;
  return typeof fingerprint === 'string' &&
    /^[0-9a-f]{12}$/.test(fingerprint) &&
    typeof orderId === 'string' &&
    typeof recordedAtMs === 'number'
    ? { fingerprint, orderId, recordedAtMs }
    : undefined;
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;
