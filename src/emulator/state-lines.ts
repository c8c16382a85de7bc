import { Buffer } from 'node:buffer';
import { onFileError, type Clock, type FilePlace, type Files } from '../context.js';
import { PvgError, type FailureCode } from '../failure.js';
import { isRecord } from '../text/json/record.js';

export interface StateFile {
  readonly files: Pick<Files, 'readOn' | 'append'>;
  readonly clock: Pick<Clock, 'sleep'>;
  readonly path: string;
  /** The code for an unreadable file: it is the user's input or pvg's own state. */
  readonly unreadable: Extract<FailureCode, 'input-unreadable' | 'configuration-unreadable'>;
  /** Called once if the file cannot be written; the ledger continues in memory. */
  readonly say: (text: string) => void;
}

/** A verify, with the ledger that wrote it (lines of pvg 1.0 have none), or the end of everything before it. */
export type StateEntry =
  { readonly fingerprint: string; readonly by?: string | undefined } | { readonly reset: true };

/** What a reader does with the lines: `begin` if the file is another one now and all its lines come again. */
interface StateReader {
  readonly begin: () => void;
  readonly take: (entry: StateEntry) => void;
}

interface NewLines {
  readonly isContinued: boolean;
  /** Whether the last line has its line break. */
  readonly isEnded: boolean;
  /** The number of the first of these lines in the file. */
  readonly firstNumber: number;
  readonly place: FilePlace | undefined;
  /** The lines, which should be entries. */
  readonly entries: readonly (readonly unknown[])[];
}

/** The byte order mark that an editor of Windows puts before the first line, in Latin-1. */
const byteOrderMark = /^\xef\xbb\xbf/;

/** Another process may be in the middle of a line: how often to look again, and how long to wait before it. */
const looks = 25;
const lookAgainMs = 20;

/** Reads a state file on, line by line, from where the last read ended. */
export class StateLines {
  #place: FilePlace | undefined;
  #lineNumber = 1;
  #reading: Promise<void> = Promise.resolve();
  #next: Promise<void> | undefined;

  constructor(private readonly file: StateFile) {}

  /**
   * Calls at the same time share one read, which begins after all of them.
   * @throws {PvgError} if the file cannot be read, or names its first damaged line: then nothing of it is taken
   */
  readOn(reader: StateReader): Promise<void> {
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
    for (let look = 1; ; look += 1) {
      const lines = await this.#newLines();
      const damaged = lines.entries.findIndex((entries) => !entries.every(isEntry));
      if (damaged === -1) return this.#take(lines, reader);
      const isLast = damaged === lines.entries.length - 1;
      if (!isLast || lines.isEnded || look === looks) {
        throw this.#damage(lines.firstNumber + damaged);
      }
      await this.file.clock.sleep(lookAgainMs);
    }
  }

  async #newLines(): Promise<NewLines> {
    const { files, path, unreadable } = this.file;
    const failed = onFileError((cause) => {
      // A part of the path is not a folder: a write reports it.
      if (cause.code === 'ENOENT' || cause.code === 'ENOTDIR') return undefined;
      throw new PvgError(unreadable, `The state file ${path} could not be read (${cause.code}).`, {
        cause,
      });
    });
    const found = await files.readOn(path, this.#place).catch(failed);
    const isContinued = found?.isContinued === true;
    const bytes = Buffer.from(found?.bytes ?? []);
    const text = bytes.toString('latin1').replace(byteOrderMark, '');
    return {
      isContinued,
      isEnded: text.endsWith('\n'),
      firstNumber: isContinued ? this.#lineNumber : 1,
      place: found?.place,
      entries: text.split('\n').map(entriesIn),
    };
  }

  #take(lines: NewLines, reader: StateReader): void {
    if (!lines.isContinued) reader.begin();
    this.#place = lines.place;
    this.#lineNumber = lines.firstNumber + lines.entries.length - 1;
    for (const entry of lines.entries.flat()) if (isEntry(entry)) reader.take(entry);
  }

  #damage(lineNumber: number): PvgError {
    const { path, unreadable } = this.file;
    const says = `Line ${lineNumber} of the state file ${path} is damaged. pvg did not change the file.`;
    return new PvgError(unreadable, says, {
      hint: 'Remove that line, or move the file away: the next verify starts a new one.',
    });
  }
}

/** The entries of one line. pvg 0.2 wrote one object with all entries. */
function entriesIn(line: string): unknown[] {
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
