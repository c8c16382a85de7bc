import { Buffer, isUtf8 } from 'node:buffer';
import Papa from 'papaparse';
import type { OpenFile } from '../context.js';
import { PvgError } from '../failure.js';
import { tellsOfQuote } from './csv-rows.js';
import { columnsOfHeader, csvHeader, headerStart, inputKey, recordOf } from './csv-results.js';
import type { InputColumns } from './input-columns.js';
import { readBlocks } from './lines.js';
import { mendInPlace } from './purchase.js';
import { hasFailed, refusedExit } from './result.js';
import type { Row } from './row.js';

/**
 * What an output already holds. It is its own journal: each row is known by its number and by a hash of its input, a
 * line that broke off is cut, and rows that failed are tried again.
 */
export class DoneRows {
  // By row number, four bytes a row: 0 where nothing is known of it.
  #hashes = new Uint32Array(1024);
  #highest = 0;
  count = 0;
  /** How the rows count in the closing table. */
  readonly counts = new Map<string, number>();
  /** Of them, rows that the service refused, by code. */
  readonly refused = new Map<string, number>();
  /** Bytes of the file up to the end of its last whole line. */
  wholeBytes = 0;
  /** Lines to be taken out: of rows that failed. Beginning and end of each, in turn. */
  readonly dropped: number[] = [];
  failed = 0;
  /** The first row that was bad for its quotes. */
  firstBrokenQuote = Infinity;

  /** `columns` of a CSV; those of its own header where it has one. */
  constructor(public columns: InputColumns | undefined) {}

  get highest(): number {
    return this.#highest;
  }

  add(number: number, key: string, counts: string): void {
    this.#put(number, hashOf(key));
    this.#highest = Math.max(this.#highest, number);
    this.count += 1;
    this.counts.set(counts, (this.counts.get(counts) ?? 0) + 1);
  }

  /** The row failed; it is not done. */
  addFailed(number: number): void {
    this.failed += 1;
    if (!this.has(number)) this.#put(number, failedMark);
  }

  has(number: number): boolean {
    return (this.#hashes[number] ?? 0) > failedMark;
  }

  hasFailed(number: number): boolean {
    return this.#hashes[number] === failedMark;
  }

  #put(number: number, hash: number): void {
    if (number >= this.#hashes.length) {
      const larger = new Uint32Array(Math.max(number + 1, this.#hashes.length * 2));
      larger.set(this.#hashes);
      this.#hashes = larger;
    }
    this.#hashes[number] = hash;
  }

  /** Whether the row is done. @throws {PvgError} `usage` where the output holds another row under its number */
  holds(row: Row, clean: (input: string) => string): boolean {
    const known = this.#hashes[row.number] ?? 0;
    if (known <= failedMark) return false;
    const input = clean(row.input);
    const key = this.columns === undefined ? input : inputKey(input, this.columns);
    if (hashOf(key) === known) return true;
    throw new PvgError(
      'usage',
      `The input has changed: its row ${String(row.number)} (line ${String(row.line)}) is not the one that --out holds under this number.`,
      {
        hint: `${row.number > this.firstBrokenQuote ? quoteMended(this.firstBrokenQuote) : mendInPlace} Give the input that the output was made from; or name another --out, or start again with \`--overwrite\`.`,
      },
    );
  }
}

/** In place of the hash of a row that failed. */
const failedMark = 1;

const quoteMended = (row: number): string =>
  `Row ${String(row)} had a quote that was not closed: once it is, lines that were rows belong to it, and the rows behind it have other numbers. Look such an input up into another --out.`;

/** FNV-1a over UTF-16 units, more than the mark: it tells a changed row from the same one and guards no secret. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return Math.max(hash >>> 0, failedMark + 1);
}

/** @throws {PvgError} `usage` for a file that pvg did not write in this format: it is not touched */
export async function readDone(
  file: OpenFile,
  format: 'ndjson' | 'csv',
  columns: InputColumns,
): Promise<DoneRows> {
  const done = new DoneRows(format === 'csv' ? columns : undefined);
  if (format === 'csv') await readCsv(file, columns, done);
  else await readNdjson(file, done);
  return done;
}

const lineFeed = 0x0a;
const lineStart = '{"row":';

async function readNdjson(file: OpenFile, done: DoneRows): Promise<void> {
  let carried: Buffer[] = [];
  let at = 0;
  let number = 0;
  for await (const piece of file.chunks) {
    let chunk = Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength);
    for (let end = chunk.indexOf(lineFeed); end !== -1; end = chunk.indexOf(lineFeed)) {
      const rest = chunk.subarray(0, end);
      const bytes = carried.length === 0 ? rest : Buffer.concat([...carried, rest]);
      carried = [];
      chunk = chunk.subarray(end + 1);
      number += 1;
      const next = at + bytes.length + 1;
      takeLine(bytes, number, at, next, done);
      at = next;
    }
    if (chunk.length > 0) carried.push(chunk);
  }
  done.wholeBytes = at;
  const torn = Buffer.concat(carried);
  const start = torn.subarray(0, lineStart.length).toString('latin1');
  // Zeros: what a power loss leaves of a line that was not yet on the disk.
  if (!lineStart.startsWith(start.slice(0, lineStart.length)) && torn.some((byte) => byte !== 0))
    throw notOurs(number + 1);
}

interface WrittenRow {
  readonly row?: unknown;
  readonly input?: unknown;
  readonly exit?: unknown;
  readonly verdict?: { readonly id?: unknown } | null;
  readonly error?: { readonly code?: unknown; readonly says?: unknown } | null;
}

function takeLine(bytes: Buffer, number: number, start: number, end: number, done: DoneRows): void {
  const text = bytes.toString('utf8');
  const written = isUtf8(bytes) && text.startsWith(lineStart) ? parsed(text) : undefined;
  const inputAt = text.indexOf(inputMark) + inputMark.length;
  if (
    written === undefined ||
    typeof written.row !== 'number' ||
    !Number.isSafeInteger(written.row) ||
    written.row < 1 ||
    typeof written.exit !== 'number' ||
    inputAt > lineStart.length + inputMark.length + 20
  )
    throw notOurs(number);
  take(
    {
      row: written.row,
      exit: written.exit,
      key: text.slice(inputAt, valueEnd(text, inputAt)),
      counts: String(written.verdict?.id ?? written.error?.code ?? 'unknown'),
      says: String(written.error?.says ?? ''),
    },
    start,
    end,
    done,
  );
}

const inputMark = ',"input":';

interface Taken {
  readonly row: number;
  readonly exit: number;
  readonly key: string;
  readonly counts: string;
  /** Of its error. */
  readonly says: string;
}

function take({ row, exit, key, counts, says }: Taken, start: number, end: number, done: DoneRows): void {
  if (!hasFailed(exit) && !done.has(row)) {
    done.add(row, key, counts);
    if (exit === refusedExit) done.refused.set(counts, (done.refused.get(counts) ?? 0) + 1);
    return;
  }
  if (hasFailed(exit)) done.addFailed(row);
  if (tellsOfQuote(says)) done.firstBrokenQuote = Math.min(done.firstBrokenQuote, row);
  if (done.dropped.at(-1) === start) done.dropped[done.dropped.length - 1] = end;
  else done.dropped.push(start, end);
}

function parsed(text: string): WrittenRow | undefined {
  try {
    return JSON.parse(text) as WrittenRow;
  } catch {
    return undefined;
  }
}

/** Where a JSON value ends that begins at a place of a valid text. */
function valueEnd(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at += 1) {
    const mark = text[at];
    if (mark === '"') {
      at += 1;
      while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
    } else if (mark === '{' || mark === '[') depth += 1;
    else if (mark === '}' || mark === ']') depth -= 1;
    if (depth === 0 && (mark === '"' || mark === '}' || mark === ']')) return at + 1;
    if (depth <= 0 && (text[at + 1] === ',' || text[at + 1] === '}')) return at + 1;
  }
  return text.length;
}

const longestCsvBytes = 64 * 1024 * 1024;

const headerCells = (columns: InputColumns): readonly string[] =>
  (Papa.parse(csvHeader(columns).trimEnd()).data as string[][])[0] ?? [];

async function readCsv(file: OpenFile, fresh: InputColumns, done: DoneRows): Promise<void> {
  let columns = fresh;
  let rest = '';
  let at = 0;
  let number = 0;
  const takeRecord = (cells: readonly string[], start: number, end: number): void => {
    number += 1;
    if (number === 1) {
      const found = columnsOfHeader(cells);
      // Of NDJSON any columns will do: what a row has besides goes into the one for it.
      const fits = fresh.other ? found?.other === true : cells.join('\n') === headerCells(fresh).join('\n');
      if (found === undefined || !fits) throw notOurs(1);
      done.columns = columns = fresh.other ? found : fresh;
      return;
    }
    const row = Number(cells[0]);
    const record = recordOf(cells, columns);
    if (record === undefined || !Number.isSafeInteger(row) || row < 1) throw notOurs(number);
    take({ row, ...record }, start, end, done);
  };
  for await (const block of readBlocks(file.chunks, longestCsvBytes)) {
    const text = rest + block.text;
    let cursor = 0;
    const parser: Papa.Parser = new Papa.Parser({
      delimiter: ',',
      newline: '\r\n',
      step: ({ data, meta }: { data: string[][]; meta: { cursor: number } }) => {
        const end = at + Buffer.byteLength(text.slice(cursor, meta.cursor));
        takeRecord(data[0] ?? [], at, end);
        at = end;
        cursor = meta.cursor;
      },
    } as unknown as Papa.ParseConfig);
    parser.parse(text, 0, true);
    rest = text.slice(cursor);
  }
  const isTorn = fresh.other
    ? headerStart.startsWith(rest.slice(0, headerStart.length))
    : csvHeader(fresh).startsWith(rest);
  if (number === 0 && !isTorn) throw notOurs(1);
  done.wholeBytes = at;
}

const notOurs = (line: number): PvgError =>
  new PvgError(
    'usage',
    `--out holds something else than rows of this batch (line ${String(line)}); it was not touched.`,
    {
      hint: 'Name another --out. To replace the file: `--overwrite`.',
    },
  );

/** The bytes of a file without some stretches of it and without what follows `wholeBytes`. */
export async function* without(
  file: OpenFile,
  dropped: readonly number[],
  wholeBytes: number,
): AsyncGenerator<Uint8Array> {
  let at = 0;
  let next = 0;
  for await (const chunk of file.chunks) {
    const chunkEnd = Math.min(at + chunk.length, wholeBytes);
    const chunkStart = at;
    while (at < chunkEnd) {
      const start = dropped[next] ?? Infinity;
      const end = dropped[next + 1] ?? Infinity;
      if (at < start) {
        const to = Math.min(start, chunkEnd);
        yield chunk.subarray(at - chunkStart, to - chunkStart);
        at = to;
      } else {
        at = Math.min(end, chunkEnd);
        if (at === end) next += 2;
      }
    }
    at = chunkStart + chunk.length;
  }
}
