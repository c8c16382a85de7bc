import { basename, dirname, join } from 'node:path';
import type { Context } from '../context.js';
import type { AppendFile } from '../file-access.js';
import { onFileError } from '../file-access.js';
import { piecesOf } from '../tables/csv-out.js';
import { outputFailure, wrongUsage } from '../tables/refusals.js';
import type { TableForm } from '../tables/table.js';
import { lockOutput } from './output-lock.js';
import { resultLines } from './results-file.js';
import { readResultLine, type ResultSummary } from './result.js';
import type { BatchRow } from './row.js';
import { itemAt } from '../text/item-at.js';

/**
 * The file of `--failed`: the rows that failed, in the form of the input, so that it is an input itself. During the run they
 * wait in a file beside it; it is written at the end, in the order of the input.
 */

/** The file in which the rows wait until the end: `.failed.csv.rows` beside `failed.csv`. */
export function waitingPath(path: string): string {
  return join(dirname(path), `.${basename(path)}.rows`);
}

interface FailedFile {
  readonly path: string;
  /** The form of the input, which the file gets, too. */
  readonly form: TableForm;
}

/** Removes the file of an earlier run, and the rows that wait beside it if that run was killed. @throws {PvgError} `output-in-use`, `output-unwritable` */
export async function openFailedRows(
  context: Pick<Context, 'files'>,
  file: FailedFile,
): Promise<FailedRows> {
  const { path } = file;
  const throwFailure = (error: unknown): never => {
    throw outputFailure(error, path);
  };
  const release = await lockOutput(context, { path, option: '--failed' }).catch(
    onFileError(throwFailure),
  );
  try {
    await context.files.remove(path);
    await context.files.remove(waitingPath(path));
  } catch (error) {
    await release();
    throwFailure(error);
  }
  return new FailedRows(context.files, file, release);
}

export class FailedRows {
  #sortKeys: number[] = [];
  /** Where the rows begin in the file in which they wait. */
  readonly #starts: number[] = [];
  /** Where the next row will begin there. */
  #nextStart = 0;
  /** Lines that came before the file in which they wait was open. */
  #unwritten = '';
  /** The file in which the rows wait; it is opened for the first of them. */
  #waiting: AppendFile | undefined;
  #opening: Promise<void> | undefined;
  #failure: unknown;
  #writing: Promise<boolean> | undefined;

  constructor(
    private readonly files: Context['files'],
    private readonly file: FailedFile,
    private readonly release: () => Promise<void>,
  ) {}

  /** Adds a row if it failed. Never throws: `write` tells what went wrong. */
  add(
    { row, rowStatus }: Pick<ResultSummary, 'row' | 'rowStatus'>,
    source: BatchRow['source'],
  ): void {
    if (rowStatus === 'answered') return;
    const line = `${JSON.stringify(source.asWritten())}\n`;
    // Broken JSON comes last in the file: a reader learns from its first line that it is NDJSON.
    this.#sortKeys.push(source.isBrokenJson ? row + afterAllRows : row);
    this.#starts.push(this.#nextStart);
    this.#nextStart += Buffer.byteLength(line);
    this.#unwritten += line;
    if (this.#waiting === undefined) this.#opening ??= this.#open();
    else this.#flush();
  }

  /**
   * Writes the file, or none if no row failed.
   * @returns whether there is one
   * @throws {PvgError} `output-unwritable`
   */
  write(): Promise<boolean> {
    this.#writing ??= this.#write();
    return this.#writing;
  }

  /** Leaves no file of failed rows, because the results that they belong to were not written. */
  async discard(): Promise<void> {
    this.#sortKeys = [];
    await this.write();
  }

  async #open(): Promise<void> {
    const path = waitingPath(this.file.path);
    try {
      await this.files.remove(path);
      this.#waiting = await this.files.openAppend(path, 'new');
      this.#flush();
    } catch (error) {
      this.#failure ??= error;
    }
  }

  #flush(): void {
    const text = this.#unwritten;
    this.#unwritten = '';
    if (this.#failure !== undefined) return;
    try {
      this.#waiting?.write(text);
    } catch (error) {
      this.#failure = error;
    }
  }

  async #write(): Promise<boolean> {
    await this.#opening;
    try {
      if (this.#failure !== undefined) throw outputFailure(this.#failure, this.file.path);
      if (this.#sortKeys.length === 0) return false;
      await this.files.write(this.file.path, piecesOf(this.#lines()));
      return true;
    } catch (error) {
      throw outputFailure(error, this.file.path);
    } finally {
      await this.#waiting?.close().catch(onFileError(() => undefined));
      if (this.#opening !== undefined) await this.#removeWaiting();
      await this.release();
    }
  }

  async #removeWaiting(): Promise<void> {
    await this.files.remove(waitingPath(this.file.path)).catch(onFileError(() => false));
  }

  *#lines(): Generator<string> {
    const { beginning, lineEnd } = this.file.form;
    const sortKeyAt = (index: number): number => itemAt(this.#sortKeys, index);
    const order = Uint32Array.from(this.#sortKeys.keys());
    order.sort((first, second) => sortKeyAt(first) - sortKeyAt(second));
    yield beginning;
    for (const index of order) {
      const line = this.#waiting?.lineAt(itemAt(this.#starts, index)) ?? '""';
      yield `${String(JSON.parse(line))}${lineEnd}`;
    }
  }
}

/** More than any row number: added to one, it sorts the row behind all others. */
const afterAllRows = 2 ** 40;

/** How much of a file is read to see its first line: more than the first line of any results has. */
const mostFirstBytes = 8 * 1024 * 1024;

/** Keeps --failed from replacing results, which took hours. @throws {PvgError} `usage` if the file has the results of a batch */
export async function requireNoResults(
  { files }: Pick<Context, 'files'>,
  path: string,
): Promise<void> {
  if ((await files.fileType(path)) !== 'file') return;
  const first = await firstLineIn(files, path).catch(onFileError(() => ''));
  if (
    readResultLine(first) === undefined &&
    !first.replace('\ufeff', '').startsWith('row,purchase.')
  ) {
    return;
  }
  throw wrongUsage(
    'The file given with --failed has the results of a batch. It was not changed. Nothing was sent.',
    'Choose another file with `--failed`.',
  );
}

async function firstLineIn(files: Context['files'], path: string): Promise<string> {
  const { chunks, close } = await files.open(path);
  const line = await resultLines(firstBytes(chunks)).next().finally(close);
  return line.done === true ? '' : line.value.text;
}

async function* firstBytes(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const chunk of chunks) {
    yield chunk;
    bytes += chunk.length;
    if (bytes > mostFirstBytes) return;
  }
}
