import { FileError, type Files } from '../context.js';
import { PvgError, type FailureCode } from '../failure.js';
import type { Ledger, LedgerEntry } from '../gateway/emulator.js';

/** What was verified, in memory or in a file: fingerprints and order ids, never a receipt. */

export function memoryLedger(): Ledger {
  const entries = new Map<string, LedgerEntry>();
  return {
    has: (receiptFingerprint) => entries.has(receiptFingerprint),
    add: (entry) => {
      const isNew = !entries.has(entry.fingerprint);
      if (isNew) entries.set(entry.fingerprint, entry);
      return isNew;
    },
  };
}

export interface FileLedgerOptions {
  readonly files: Pick<Files, 'readIfThere' | 'replace'>;
  readonly path: string;
  /** What an unreadable file is: the user's input or pvg's own state. */
  readonly unreadable: Extract<FailureCode, 'input-unreadable' | 'configuration-unreadable'>;
  /** Told once when the file cannot be written; the ledger goes on in memory. */
  readonly say: (text: string) => void;
}

interface Waiting {
  readonly entry: LedgerEntry;
  readonly resolve: (isNew: boolean) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Reads the file at the first question. Additions that come while it is being written wait and go into the next
 * write together. The file is read again just before it is written: of two processes that write at the very same
 * moment one may still lose an entry, which costs a demo purchase a second 200.
 * Its methods reject with a PvgError when the file is damaged; it is then never overwritten.
 */
export function fileLedger(options: FileLedgerOptions): Ledger {
  const { files, path } = options;
  let entries: Map<string, LedgerEntry> | undefined;
  let reading: Promise<Map<string, LedgerEntry>> | undefined;
  let waiting: Waiting[] = [];
  let writing = false;
  let said = false;

  const loaded = (): Promise<Map<string, LedgerEntry>> | Map<string, LedgerEntry> =>
    entries ?? (reading ??= readLedger(options).then((read) => (entries = read)));

  const saved = async (known: Map<string, LedgerEntry>): Promise<void> => {
    try {
      await files.replace(path, printLedger(known.values()));
    } catch (error) {
      if (!(error instanceof FileError)) throw error;
      if (!said)
        options.say(`The ledger ${path} could not be written (${error.code}); this run remembers it.`);
      said = true;
    }
  };

  const writeBatch = async (batch: readonly Waiting[]): Promise<void> => {
    try {
      const known = await loaded();
      for (const [key, entry] of await readLedger(options)) known.set(key, entry);
      const isNew = batch.map(({ entry }) => {
        const first = !known.has(entry.fingerprint);
        if (first) known.set(entry.fingerprint, entry);
        return first;
      });
      if (isNew.includes(true)) await saved(known);
      batch.forEach(({ resolve }, index) => {
        resolve(isNew[index] ?? false);
      });
    } catch (error) {
      batch.forEach(({ reject }) => {
        reject(error);
      });
    }
  };

  const writeAll = async (): Promise<void> => {
    if (writing) return;
    writing = true;
    while (waiting.length > 0) {
      const batch = waiting;
      waiting = [];
      await writeBatch(batch);
    }
    writing = false;
  };

  return {
    has: async (receiptFingerprint) => (await loaded()).has(receiptFingerprint),
    add: (entry) =>
      new Promise((resolve, reject) => {
        waiting.push({ entry, resolve, reject });
        void writeAll();
      }),
  };
}

// No file yet, or a part of the path that is no folder: an empty ledger; writing it will say what is wrong.
const absentCodes = ['ENOENT', 'ENOTDIR'];

async function readLedger({ files, path, unreadable }: FileLedgerOptions): Promise<Map<string, LedgerEntry>> {
  const bytes = await files.readIfThere(path).catch((error: unknown) => {
    if (!(error instanceof FileError)) throw error;
    if (absentCodes.includes(error.code)) return undefined;
    throw new PvgError(unreadable, `The ledger ${path} could not be read (${error.code}).`, { cause: error });
  });
  if (bytes === undefined) return new Map();
  const entries = parseLedger(bytes);
  if (entries === undefined) {
    throw new PvgError(unreadable, `The ledger ${path} is damaged; nothing was overwritten.`, {
      hint: 'Move the file away: the next verify starts a new one.',
    });
  }
  return new Map(entries.map((entry) => [entry.fingerprint, entry]));
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
