import { isUtf8 } from 'node:buffer';
import { basename, dirname, join } from 'node:path';
import { setImmediate } from 'node:timers';
import type { Context } from '../context.js';
import type { AppendFile } from '../file-access.js';
import { FileError } from '../file-access.js';
import { piecesOf } from '../tables/csv-out.js';
import { notWritten, outputFailure, wrongUsage } from '../tables/refusals.js';
import { AnsweredRows } from './answered-rows.js';
import { LinesAskedAgain } from './asked-again.js';
import { lockOutput } from './output-lock.js';
import { readResultLine, type FoundLine, type ResultSummary } from './result.js';
import { keyOf } from './row.js';

/** The results: NDJSON, whole lines appended. With --out x.csv the NDJSON is beside the CSV, which is made from it at the end. */

export function resultsPath(out: string, format: 'ndjson' | 'csv'): string {
  return format === 'csv' ? join(dirname(out), `.${basename(out)}.ndjson`) : out;
}

/** Whose answers are in a file: the profile, or the environment variables, that a run asked with. */
export type AskedService = Pick<FoundLine, 'profile' | 'environment' | 'origin'>;

export function serviceWords({ profile, environment, origin }: AskedService): string {
  const address = origin === null ? '' : ` for ${origin}`;
  return `${profile ?? 'environment variables'}${address} (${environment ?? 'unknown'})`;
}

/** The address counts, too: a variable or an option may have replaced that of a profile. pvg 1.0 kept none in its rows. */
export function isSameService(one: AskedService, other: AskedService): boolean {
  if (one.profile !== other.profile || one.environment !== other.environment) return false;
  return one.origin === null || other.origin === null || one.origin === other.origin;
}

type Chunks = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

/** The lines without their line feeds. `bytes` counts the line feed, and is 0 for a cut last line. A line that is not UTF-8 is empty. */
export async function* resultLines(
  chunks: Chunks,
): AsyncGenerator<{ readonly text: string; readonly bytes: number }> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of chunks) {
    const all = Buffer.concat([rest, chunk]);
    let index = 0;
    for (let end = all.indexOf(0x0a); end !== -1; end = all.indexOf(0x0a, index)) {
      const line = all.subarray(index, end);
      yield { text: isUtf8(line) ? line.toString() : '', bytes: line.length + 1 };
      index = end + 1;
    }
    rest = all.subarray(index);
  }
  if (rest.length > 0) yield { text: rest.toString('utf8'), bytes: 0 };
}

type EarlierResults = Awaited<ReturnType<typeof readResults>>;

const staysAnswered = ({ rowStatus, purchase }: ResultSummary): boolean =>
  purchase !== null && rowStatus === 'answered';

/** Whether a cut last line is of pvg: a kill leaves the beginning of a row, a power loss leaves zeros. */
const isBeginningOfRow = (text: string): boolean =>
  text.startsWith('\0') || '{"row":'.startsWith(text.slice(0, 7));

/**
 * Reads the lines of an earlier run that stay in the file: those of answered rows. `bytes` is their length, and where one begins
 * is counted without the other lines. `hasFailedLines`: there are lines of rows that failed, which are removed and asked again.
 * `askedAgain`: lines with a verdict of `again`, which stay until they are replaced. An incomplete last line is left out.
 * All offsets are those of the file after the lines of failed rows are removed.
 * @throws {PvgError} `usage` if pvg did not write it, or if another service answered; the reason of an interruption
 */
export async function readResults(
  chunks: Chunks,
  { service, onAnsweredRow, again }: Pick<ResultsOptions, 'service' | 'onAnsweredRow' | 'again'>,
  interrupt: AbortSignal,
) {
  const answered = new AnsweredRows();
  const askedAgain = new LinesAskedAgain();
  let repeatedLines = 0;
  let bytes = 0;
  let lineNumber = 0;
  let hasFailedLines = false;
  for await (const line of resultLines(chunks)) {
    interrupt.throwIfAborted();
    lineNumber += 1;
    const isCut = line.bytes === 0;
    if (isCut && isBeginningOfRow(line.text)) break;
    const found = isCut ? undefined : readResultLine(line.text);
    if (found === undefined) {
      throw wrongUsage(
        `pvg cannot continue the file given with --out: its line ${lineNumber} is not a row of a batch of this version.`,
        'Choose another --out, or replace the file with `--overwrite`.',
      );
    }
    if (!isSameService(found, service)) {
      throw wrongUsage(
        `The file given with --out has answers of ${serviceWords(found)}. This run asks ${serviceWords(service)}.`,
        `Resume with the same ${service.profile === found.profile ? 'address' : 'profile'}, or choose another --out.`,
      );
    }
    if (found.purchase !== null && staysAnswered(found)) {
      const key = keyOf(found.purchase);
      // The line stays, and its row counts as not answered.
      if (found.verdict !== null && again.has(found.verdict)) askedAgain.add(key, bytes);
      else {
        // An earlier run with --again may have been killed before it removed the older line.
        askedAgain.replace(key);
        const isRepeated = answered.partOf(key).addEarlier(key, bytes, found.input);
        repeatedLines += Number(isRepeated);
        onAnsweredRow(found);
      }
      bytes += line.bytes;
    } else hasFailedLines = true;
  }
  return { answered, askedAgain, repeatedLines, bytes, hasFailedLines };
}

async function* onlyAnswered(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  for await (const { text, bytes } of resultLines(chunks)) {
    const found = bytes === 0 ? undefined : readResultLine(text);
    if (found !== undefined && staysAnswered(found)) yield `${text}\n`;
  }
}

/** The lines of the file except those that have been replaced. */
async function* withoutReplaced(
  chunks: AsyncIterable<Uint8Array>,
  askedAgain: LinesAskedAgain,
): AsyncGenerator<string> {
  let start = 0;
  for await (const { text, bytes } of resultLines(chunks)) {
    if (!askedAgain.isReplaced(start)) yield `${text}\n`;
    start += bytes;
  }
}

/** Where the lines of a run go: the file of --out (`openResults`), or standard output (`toStdout`). */
export interface Results {
  readonly answered: AnsweredRows;
  readonly askedAgain: LinesAskedAgain;
  /** Lines of an earlier run that have the answer of an equal row. */
  readonly repeatedLines: number;
  /** Where the next line will begin. */
  nextStart(): number;
  /**
   * Takes a line. It is written together with the other lines of this turn of the event loop, before any later request: a
   * kill loses only the look-ups that are under way.
   * @param isLookedUp false for a row that cannot be read: with `--overwrite`, such rows alone do not replace the file
   */
  put(line: string, isLookedUp: boolean): void;
  /** A promise if the rows must wait: for a slow reader of standard output, or for the file. */
  room(): Promise<void> | undefined;
  /** The line that begins at this byte; on standard output, the line with this number. Empty if it is not kept. */
  lineAt(start: number): string;
  /** The file still has its earlier results: no row was looked up. */
  readonly keepsEarlierResults: boolean;
  /** How many lines of this run are not in the file because a write failed; undefined if that is not known. */
  readonly lostLines: number | undefined;
  /** @param isWhole all rows are done: then an input without rows makes an empty file */
  close(isWhole: boolean): Promise<void>;
}

interface ResultsOptions {
  readonly path: string;
  /** What happens to a file that is there already. */
  readonly existing: 'refuse' | 'resume' | 'replace';
  readonly service: AskedService;
  /** Verdicts of `--again`: their rows count as not answered. */
  readonly again: ReadonlySet<string>;
  /** Called for each row that an earlier run answered. */
  readonly onAnsweredRow: (earlierResult: ResultSummary) => void;
  readonly onFailure: (error: unknown) => void;
}

/** @throws {PvgError} before anything is sent */
export async function openResults(
  context: Pick<Context, 'files' | 'interrupt'>,
  options: ResultsOptions,
): Promise<Results> {
  const { path } = options;
  const throwFailure = (error: unknown): never => {
    // An impossible path is wrong usage; a disk that refuses the file is 14.
    if (error instanceof FileError && usageErrorCodes.has(error.code)) {
      throw wrongUsage(notWritten(error, path), 'Choose another file with `--out`.', error);
    }
    throw outputFailure(error, path);
  };
  const release = await lockOutput(context, { path, option: '--out' }).catch(throwFailure);
  return openLockedFile(context, options, release).catch((error: unknown) =>
    release().then(() => throwFailure(error)),
  );
}

const usageErrorCodes = new Set([
  'EEXIST',
  'ENOENT',
  'ENOTDIR',
  'EISDIR',
  'ELOOP',
  'EINVAL',
  'EACCES',
  'EPERM',
]);

/** Removes the lock, so that the next run may write. */
type Release = () => Promise<void>;

async function openLockedFile(
  { files, interrupt }: Pick<Context, 'files' | 'interrupt'>,
  options: ResultsOptions,
  release: Release,
): Promise<Results> {
  const { path, existing, service, onAnsweredRow, again } = options;
  const existingFile =
    existing === 'resume' ? await files.open(path).catch(undefinedIfMissing) : undefined;
  const earlier = await readResults(
    existingFile?.chunks ?? [],
    { service, onAnsweredRow, again },
    interrupt,
  ).finally(existingFile?.close);
  // Now, before new lines are added: `readResults` has counted where each line begins without these.
  if (earlier.hasFailedLines) {
    const current = await files.open(path);
    await files.write(path, piecesOf(onlyAnswered(current.chunks))).finally(current.close);
  }
  const replaces = existing === 'replace' && (await files.fileType(path)) !== undefined;
  // A file that is replaced keeps 0 bytes: no earlier results were read. `new` refuses a file that is there.
  const open = async (): Promise<AppendFile> => {
    if (replaces) await files.write(path, '');
    return files.openAppend(
      path,
      replaces || existingFile !== undefined ? { keepBytes: earlier.bytes } : 'new',
    );
  };
  const file = replaces ? undefined : await open();
  const removeReplaced = async (): Promise<void> => {
    if (!earlier.askedAgain.hasReplaced) return;
    const whole = await files.open(path);
    const lines = piecesOf(withoutReplaced(whole.chunks, earlier.askedAgain));
    await files.write(path, lines).finally(whole.close);
  };
  return new ResultsFile(options, { file, open, removeReplaced, release }, earlier);
}

const undefinedIfMissing = (error: unknown): undefined => {
  if (error instanceof FileError && error.code === 'ENOENT') return undefined;
  throw error;
};

/** A file that no other run writes to. */
interface LockedFile {
  /** undefined: it is opened for the first row that was looked up, so that earlier results stay until then. */
  readonly file: AppendFile | undefined;
  readonly open: () => Promise<AppendFile>;
  /** Removes the lines that newer ones have replaced. */
  readonly removeReplaced: () => Promise<void>;
  readonly release: Release;
}

class ResultsFile implements Results {
  readonly answered: AnsweredRows;
  readonly askedAgain: LinesAskedAgain;
  readonly repeatedLines: number;
  /** Lines that wait here until the file is open: `#open` writes them. They are dropped if no row is looked up. */
  #lines: string[] = [];
  #nextStart: number;
  #file: AppendFile | undefined;
  #opening: Promise<void> | undefined;
  #isFlushScheduled = false;
  #hasFailed = false;
  /** Lines of this run that were taken, and those of them that were written. */
  #takenLines = 0;
  #writtenLines = 0;
  /** The write of lines has failed, which leaves none of them in the file. After any other failure nothing is certain. */
  #hasWriteFailed = false;

  constructor(
    private readonly options: ResultsOptions,
    private readonly locked: LockedFile,
    { answered, askedAgain, repeatedLines, bytes }: EarlierResults,
  ) {
    this.answered = answered;
    this.askedAgain = askedAgain;
    this.repeatedLines = repeatedLines;
    this.#nextStart = bytes;
    this.#file = locked.file;
  }

  nextStart(): number {
    return this.#nextStart;
  }

  get keepsEarlierResults(): boolean {
    return this.#file === undefined;
  }

  get lostLines(): number | undefined {
    // A line that was to be replaced is still there in its old form.
    const isKnown = this.#hasWriteFailed && !this.askedAgain.hasReplaced;
    return isKnown ? this.#takenLines - this.#writtenLines : undefined;
  }

  put(line: string, isLookedUp: boolean): void {
    this.#takenLines += 1;
    this.#nextStart += Buffer.byteLength(line);
    this.#lines.push(line);
    if (this.#file === undefined) {
      if (isLookedUp) this.#opening ??= this.#open();
    } else if (!this.#isFlushScheduled) {
      this.#isFlushScheduled = true;
      setImmediate(() => void this.#flush());
    }
  }

  async #open(): Promise<void> {
    try {
      this.#file = await this.locked.open();
      this.#flush();
    } catch (error) {
      this.#fail(error);
    }
  }

  #flush(): void {
    this.#isFlushScheduled = false;
    const text = this.#lines.join('');
    if (text === '' || this.#hasFailed || this.#file === undefined) return;
    const lineCount = this.#lines.length;
    this.#lines = [];
    try {
      this.#file.write(text);
      this.#writtenLines += lineCount;
    } catch (error) {
      this.#hasWriteFailed = true;
      this.#fail(error);
    }
  }

  #fail(error: unknown): void {
    if (!this.#hasFailed) this.options.onFailure(outputFailure(error, this.options.path));
    this.#hasFailed = true;
  }

  room(): Promise<void> | undefined {
    return this.#file === undefined ? this.#opening : undefined;
  }

  lineAt(start: number): string {
    this.#flush();
    return this.#file?.lineAt(start) ?? '';
  }

  async close(isWhole: boolean): Promise<void> {
    if (isWhole && this.#file === undefined && this.#nextStart === 0) {
      this.#opening ??= this.#open();
    }
    await this.#opening;
    this.#flush();
    try {
      await this.#file?.close();
      if (!this.#hasFailed) await this.locked.removeReplaced();
    } catch (error) {
      this.#fail(error);
    } finally {
      await this.locked.release();
    }
  }
}
