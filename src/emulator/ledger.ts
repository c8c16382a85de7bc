import { Buffer } from 'node:buffer';
import { randomUUID } from 'node:crypto';
import type { Clock } from '../context.js';
import { type FilePosition, type Files, onFileError, whyFailed } from '../file-access.js';
import { type FailureCode, PvgError } from '../failure.js';
import { isRecord } from '../text/json/json.js';

/**
 * Fingerprints of verified receipts, in memory and in a file that several processes may share. Each verify appends one JSON
 * line that names its ledger, and then reads the file: of two lines about one receipt the first one counts. So no lock is
 * needed, and a killed process cannot leave one behind. If a line is damaged, the methods reject with a PvgError and write
 * nothing.
 */
export class Ledger {
  readonly #id = randomUUID();
  readonly #fingerprints = new Set<string>();
  /** Fingerprints whose line this ledger is writing: a second line about the same receipt must not be written. */
  readonly #underWay = new Set<string>();
  /** By fingerprint: whether this ledger's own line was the first about its receipt. Set when the line is read back. */
  readonly #isFirst = new Map<string, boolean>();
  #lines: StateLines | undefined;
  #writing: Promise<void> = Promise.resolve();

  /** undefined if the ledger is kept in memory only. */
  constructor(private file?: StateFile) {
    this.#lines = file && new StateLines(file);
  }

  async has(fingerprint: string): Promise<boolean> {
    await this.#readOn();
    return this.#isKnown(fingerprint);
  }

  #isKnown(fingerprint: string): boolean {
    return this.#fingerprints.has(fingerprint) || this.#underWay.has(fingerprint);
  }

  /** true if the fingerprint was new. Of several calls at once, in this process or in others, only one gets true. */
  async add(fingerprint: string): Promise<boolean> {
    await this.#readOn();
    // No await may stand between this check and #underWay.add, or two calls at once could both pass it.
    if (this.#isKnown(fingerprint)) return false;
    this.#underWay.add(fingerprint);
    try {
      await this.#append({ fingerprint, by: this.#id });
      await this.#readOn();
      // Without a file no line is read back, so nothing else would add the fingerprint or say whether it was first.
      if (this.file === undefined) this.#fingerprints.add(fingerprint);
      return this.#isFirst.get(fingerprint) ?? true;
    } finally {
      this.#underWay.delete(fingerprint);
      this.#isFirst.delete(fingerprint);
    }
  }

  /** Appends a line `reset`, so that every process that shares the file forgets the entries before it. */
  async clear(): Promise<void> {
    await this.#readOn();
    await this.#append({ reset: true });
    await this.#readOn();
    if (this.file === undefined) this.#fingerprints.clear();
  }

  /** Reads the lines that this or another process has added since the last read. */
  async #readOn(): Promise<void> {
    await this.#lines?.readNew({
      begin: () => this.#fingerprints.clear(),
      take: (entry) => this.#take(entry),
    });
  }

  #take(entry: StateEntry): void {
    if ('reset' in entry) return this.#fingerprints.clear();
    const { fingerprint, by: ledgerId } = entry;
    if (ledgerId === this.#id) this.#isFirst.set(fingerprint, !this.#fingerprints.has(fingerprint));
    this.#fingerprints.add(fingerprint);
  }

  /**
   * Appends one line after the other, because thousands at once would be as many open files. After a failure the ledger
   * continues in memory.
   */
  #append(entry: StateEntry): Promise<void> {
    const write = async (): Promise<void> => {
      const { file } = this;
      if (file === undefined) return;
      const onFailure = onFileError(({ code }) => {
        this.file = undefined;
        this.#lines = undefined;
        const failureWords = `The state file ${file.path} could not be written (${code})`;
        file.say(`${failureWords}; this run keeps its state in memory only.`);
      });
      // The line break in front ends a last line that has none.
      await file.files.append(file.path, `\n${JSON.stringify(entry)}\n`).catch(onFailure);
    };
    this.#writing = this.#writing.then(write, write);
    return this.#writing;
  }
}

interface StateFile {
  readonly files: Pick<Files, 'readFrom' | 'append'>;
  readonly clock: Pick<Clock, 'sleep'>;
  readonly path: string;
  /** The code for an unreadable file: it is the user's input or pvg's own state. */
  readonly unreadable: Extract<FailureCode, 'input-unreadable' | 'configuration-unreadable'>;
  /** Called once if the file cannot be written; the ledger continues in memory. */
  readonly say: (text: string) => void;
}

/** A line of the file: a verify with the ledger that wrote it (missing in lines of pvg 1.0), or a reset of all lines before. */
type StateEntry =
  { readonly fingerprint: string; readonly by?: string | undefined } | { readonly reset: true };

/** Takes the lines that are read. `begin` is called if the file was replaced, before all its lines come again. */
interface StateReader {
  readonly begin: () => void;
  readonly take: (entry: StateEntry) => void;
}

interface NewLines {
  readonly isContinued: boolean;
  /** Whether the last line has its line break. */
  readonly isEnded: boolean;
  /** The number in the file that the first of these lines has. */
  readonly firstNumber: number;
  readonly position: FilePosition | undefined;
  /** The values of each line: usually one, which should be an entry. A line of pvg 0.2 has several. */
  readonly valuesOfLines: readonly (readonly unknown[])[];
}

/** The byte order mark that an editor of Windows puts before the first line, in Latin-1. */
const byteOrderMark = /^\xef\xbb\xbf/;

/** How often a file without a final line break is read again, because another process may be writing the line; and the wait. */
const mostLooks = 25;
const lookAgainMs = 20;

/** Reads the new lines of a state file: from where the last read ended. */
class StateLines {
  #position: FilePosition | undefined;
  #lineNumber = 1;
  #reading: Promise<void> = Promise.resolve();
  #next: Promise<void> | undefined;

  constructor(private readonly file: StateFile) {}

  /**
   * Reads the new lines. A read that is under way may have begun before the caller's own line was written, so the call waits
   * for the next read, which all waiting calls share.
   * @throws {PvgError} if the file cannot be read, or names its first damaged line: then nothing of it is taken
   */
  readNew(reader: StateReader): Promise<void> {
    if (this.#next !== undefined) return this.#next;
    const start = (): Promise<void> => {
      this.#next = undefined;
      this.#reading = this.#readOnce(reader);
      return this.#reading;
    };
    this.#next = this.#reading.then(start, start);
    return this.#next;
  }

  async #readOnce(reader: StateReader): Promise<void> {
    for (let lookCount = 1; ; lookCount += 1) {
      const lines = await this.#readNewLines();
      const damagedIndex = lines.valuesOfLines.findIndex((values) => !values.every(isEntry));
      if (damagedIndex === -1) return this.#take(lines, reader);
      const isLast = damagedIndex === lines.valuesOfLines.length - 1;
      if (!isLast || lines.isEnded || lookCount === mostLooks) {
        throw this.#damageError(lines.firstNumber + damagedIndex);
      }
      await this.file.clock.sleep(lookAgainMs);
    }
  }

  async #readNewLines(): Promise<NewLines> {
    const { files, path, unreadable } = this.file;
    const onFailure = onFileError((cause) => {
      // ENOTDIR: a part of the path is not a folder, which a write will report.
      if (cause.code === 'ENOENT' || cause.code === 'ENOTDIR') return undefined;
      throw new PvgError(
        unreadable,
        `The state file ${path} could not be read: ${whyFailed(cause.code)}.`,
        {
          cause,
        },
      );
    });
    const found = await files.readFrom(path, this.#position).catch(onFailure);
    const isContinued = found?.isContinued === true;
    const bytes = Buffer.from(found?.bytes ?? []);
    const text = bytes.toString('latin1').replace(byteOrderMark, '');
    return {
      isContinued,
      isEnded: text.endsWith('\n'),
      firstNumber: isContinued ? this.#lineNumber : 1,
      position: found?.position,
      valuesOfLines: text.split('\n').map(parseLine),
    };
  }

  #take(lines: NewLines, reader: StateReader): void {
    if (!lines.isContinued) reader.begin();
    this.#position = lines.position;
    this.#lineNumber = lines.firstNumber + lines.valuesOfLines.length - 1;
    for (const value of lines.valuesOfLines.flat()) if (isEntry(value)) reader.take(value);
  }

  #damageError(lineNumber: number): PvgError {
    const { path, unreadable } = this.file;
    const says = `Line ${lineNumber} of the state file ${path} is damaged. pvg did not change the file.`;
    return new PvgError(unreadable, says, {
      hint: 'Remove that line, or move the file away: the next verify starts a new one.',
    });
  }
}

/** The values of one line; undefined for what is not JSON. pvg 0.2 wrote one object with all entries. */
function parseLine(line: string): unknown[] {
  if (line.trim() === '') return [];
  try {
    const value = JSON.parse(line) as { readonly recorded?: unknown } | null;
    return Array.isArray(value?.recorded) ? value.recorded : [value];
  } catch {
    return [undefined];
  }
}

const isEntry = (value: unknown): value is StateEntry =>
  isRecord(value) &&
  (value['reset'] === true || /^[0-9a-f]{12}$/.test(String(value['fingerprint'])));
