import { FileError, type Files } from '../context.js';
import { PvgError, type FailureCode } from '../failure.js';
import type { Ledger, LedgerEntry } from '../gateway/store.js';

/** What was verified, in memory or in a file: fingerprints and order ids, never a receipt. */

export function memoryLedger(): Ledger {
  const known = new Set<string>();
  return {
    has: (receiptFingerprint) => Promise.resolve(known.has(receiptFingerprint)),
    add: (entry) => {
      const isNew = !known.has(entry.fingerprint);
      known.add(entry.fingerprint);
      return Promise.resolve(isNew);
    },
  };
}

interface FileLedgerOptions {
  readonly files: Pick<Files, 'readIfThere' | 'replace'>;
  readonly path: string;
  /** What an unreadable file is: the user's input or pvg's own state. */
  readonly unreadable: Extract<FailureCode, 'input-unreadable' | 'configuration-unreadable'>;
  /** Told once when the file cannot be written; the ledger goes on in memory. */
  readonly say: (text: string) => void;
}

/**
 * Read at the first question, and again just before each write: of two processes that write at the very same moment
 * one may still lose an entry, which costs a demo purchase a second 200.
 * Its methods reject with a PvgError when the file is damaged; it is then never overwritten.
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

  const add = async (entry: LedgerEntry): Promise<boolean> => {
    await readAgain();
    if (known.has(entry.fingerprint)) return false;
    known.set(entry.fingerprint, entry);
    await files.replace(path, printLedger(known.values())).catch((error: unknown) => {
      if (!(error instanceof FileError)) throw error;
      if (!said) say(`The ledger ${path} could not be written (${error.code}); this run remembers it.`);
      said = true;
    });
    return true;
  };

  return {
    has: async (receiptFingerprint) => {
      await (read ??= readAgain());
      return known.has(receiptFingerprint);
    },
    add: (entry) => {
      const added = turn.then(
        () => add(entry),
        () => add(entry),
      );
      turn = added;
      return added;
    },
  };
}

// No file yet, or a part of the path that is no folder: an empty ledger; writing it will say what is wrong.
const absentCodes = ['ENOENT', 'ENOTDIR'];

async function readLedger({ files, path, unreadable }: FileLedgerOptions): Promise<LedgerEntry[]> {
  const bytes = await files.readIfThere(path).catch((error: unknown) => {
    if (!(error instanceof FileError)) throw error;
    if (absentCodes.includes(error.code)) return undefined;
    throw new PvgError(unreadable, `The ledger ${path} could not be read (${error.code}).`, { cause: error });
  });
  if (bytes === undefined) return [];
  const entries = parseLedger(bytes);
  if (entries === undefined) {
    throw new PvgError(unreadable, `The ledger ${path} is damaged; nothing was overwritten.`, {
      hint: 'Move the file away: the next verify starts a new one.',
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
