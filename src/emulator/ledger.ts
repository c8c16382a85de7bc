import { FileError, type Files } from '../context.js';
import { PvgError, type FailureCode } from '../failure.js';
import { utf8Text } from '../text/utf8.js';

/** What was verified, in memory and in a file: fingerprints and order ids, never a receipt. */
export interface Ledger {
  has(receiptFingerprint: string): Promise<boolean>;
  /** true if it was new; of two that come at once, only one gets true. */
  add(entry: LedgerEntry): Promise<boolean>;
  /** Forgets everything. */
  clear(): Promise<void>;
}

export interface LedgerEntry {
  readonly fingerprint: string;
  readonly orderId: string;
  readonly recordedAtMs: number;
}

export function memoryLedger(): Ledger {
  const known = new Set<string>();
  return {
    has: (receiptFingerprint) => Promise.resolve(known.has(receiptFingerprint)),
    add: ({ fingerprint }) => {
      const isNew = !known.has(fingerprint);
      known.add(fingerprint);
      return Promise.resolve(isNew);
    },
    clear: () => Promise.resolve(known.clear()),
  };
}

interface FileLedgerOptions {
  readonly files: Pick<Files, 'readIfThere' | 'append' | 'replace'>;
  readonly path: string;
  /** The code for an unreadable file: it is the user's input or pvg's own state. */
  readonly unreadable: Extract<FailureCode, 'input-unreadable' | 'configuration-unreadable'>;
  /** Called once if the file cannot be written; the ledger continues in memory. */
  readonly say: (text: string) => void;
}

/**
 * One JSON line for each verify. Reads the file at the first use; what another process adds later it does not see. If
 * the file is damaged, the methods reject with a PvgError and never write it.
 */
export function fileLedger(options: FileLedgerOptions): Ledger {
  const { files, path, say } = options;
  const memory = memoryLedger();
  let read: Promise<void> | undefined;
  let last: Promise<unknown> = Promise.resolve();
  let hasSaid = false;
  /** Set if the file does not end with a whole line: what it has to be before the next one. */
  let mended: string | undefined;

  const readOnce = (): Promise<void> =>
    (read ??= readLedger(options).then(async (found) => {
      mended = found.mended;
      for (const entry of found.entries) await memory.add(entry);
    }));
  /** One after the other: thousands at once would be as many open files. */
  const write = (how: () => Promise<unknown>): Promise<unknown> =>
    (last = last.then(how).catch((error: unknown) => {
      if (!(error instanceof FileError)) throw error;
      if (!hasSaid)
        say(
          `The state file ${path} could not be written (${error.code}); this run keeps its state in memory only.`,
        );
      hasSaid = true;
    }));

  return {
    has: async (receiptFingerprint) => {
      await readOnce();
      return memory.has(receiptFingerprint);
    },
    add: async (entry) => {
      await readOnce();
      // In memory first, with no wait between the question and the entry.
      if (!(await memory.add(entry))) return false;
      const line = printEntry(entry);
      await write(() => {
        const whole = mended;
        mended = undefined;
        return whole === undefined ? files.append(path, line) : files.replace(path, `${whole}${line}\n`);
      });
      return true;
    },
    clear: async () => {
      await readOnce();
      await memory.clear();
      mended = undefined;
      await write(() => files.replace(path, ''));
    },
  };
}

interface ReadLedger {
  readonly entries: readonly LedgerEntry[];
  readonly mended?: string;
}

async function readLedger({ files, path, unreadable }: FileLedgerOptions): Promise<ReadLedger> {
  const bytes = await files.readIfThere(path).catch((error: unknown) => {
    if (!(error instanceof FileError)) throw error;
    // A part of the path is not a folder: a write reports it.
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined;
    throw new PvgError(unreadable, `The state file ${path} could not be read (${error.code}).`, {
      cause: error,
    });
  });
  const found = bytes === undefined ? { entries: [] } : parseLedger(utf8Text(bytes) ?? ' \n');
  if (found !== undefined) return found;
  throw new PvgError(unreadable, `The state file ${path} is damaged. pvg did not change it.`, {
    hint: 'Move the file away. The next verify starts a new one.',
  });
}

const printEntry = ({ fingerprint, orderId, recordedAtMs }: LedgerEntry): string =>
  JSON.stringify({ fingerprint, order_id: orderId, recorded_at_ms: recordedAtMs });

/** undefined if it is damaged. A last line that a kill cut is left out. */
function parseLedger(text: string): ReadLedger | undefined {
  const lines = text.split('\n');
  const tail = lines.at(-1) ?? '';
  if (tail === '' || (tail.startsWith('{"fingerprint":') && jsonOf(tail) === undefined)) lines.pop();
  const [first, ...more] = lines.map(jsonOf);
  // pvg 0.2 wrote one object.
  const old = more.length === 0 && isRecord(first) && first['schema'] === 1 ? first['recorded'] : undefined;
  const entries = (Array.isArray(old) ? old : lines.map(jsonOf)).map(entryIn);
  if (!entries.every((entry) => entry !== undefined)) return undefined;
  if (tail === '' && old === undefined) return { entries };
  return { entries, mended: entries.map((entry) => `${printEntry(entry)}\n`).join('') };
}

function jsonOf(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

function entryIn(value: unknown): LedgerEntry | undefined {
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
