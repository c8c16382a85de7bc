import { Buffer } from 'node:buffer';
import { PvgError } from '../failure.js';
import { JsonNumber, JsonObject, JsonSyntaxError, type Json } from '../text/json/json.js';
import { parseJson } from '../text/json/parse.js';
import { printJson } from '../text/json/print.js';
import { readRecord, type CsvForm } from './csv-record.js';
import { columnsOfHeader, csvHeader, headerStart, inputKey, recordOf } from './csv-results.js';
import { DoneRows, type WrittenRow } from './done-rows.js';
import type { InputColumns } from './input-columns.js';
import { readBlocks } from './lines.js';

/**
 * Reads an output to go on from it. The file is its own journal: a line that broke off is cut, and rows that failed are
 * taken out and tried again.
 */

export interface OutputForm {
  readonly format: 'ndjson' | 'csv';
  /** Of the input, which a new CSV would have. */
  readonly columns: InputColumns;
  readonly inputFormat: 'ndjson' | 'csv';
  /** A row's input as it stands in an output. */
  readonly clean: (input: string) => string;
}

export interface ReadOutput {
  readonly done: DoneRows;
  /** Of a CSV: those of its own header where it has one. */
  readonly columns: InputColumns;
  /** The bytes that stay, as stretches from a beginning up to but not including an end. */
  readonly kept: readonly Stretch[];
}

export type Stretch = readonly [start: number, end: number];

/** A line or record of an output: its text up to `end`, and the row; undefined for the header. */
interface Found {
  readonly end: number;
  readonly row: WrittenRow | undefined;
}

/** One form of an output, record by record. */
interface Reader {
  readonly keyOf: (input: string) => string;
  readonly columns: () => InputColumns;
  /** undefined: the text ends before it does; `foreign`: pvg did not write that. */
  next(text: string, at: number): Found | undefined | 'foreign';
  /** Whether the text may be the beginning of what pvg writes first. */
  couldBegin(text: string): boolean;
}

const longestRecordBytes = 64 * 1024 * 1024;

/** @throws {PvgError} `usage` for a file that pvg did not write in this format: it is not touched */
export async function readDone(
  chunks: AsyncIterable<Uint8Array>,
  { format, columns, inputFormat, clean }: OutputForm,
): Promise<ReadOutput> {
  const reader = format === 'csv' ? csvOutput(columns) : ndjsonOutput;
  const done = new DoneRows((input) => reader.keyOf(clean(input)));
  const kept: [start: number, end: number][] = [];
  let [rest, start, records] = ['', 0, 0];
  for await (const { text: more, tooLong } of readBlocks(chunks, longestRecordBytes)) {
    if (tooLong) throw notOurs(records + 1);
    const text = rest + more;
    let at = 0;
    for (;;) {
      const found = reader.next(text, at);
      if (found === 'foreign') throw notOurs(records + 1);
      if (found === undefined) break;
      records += 1;
      const end = start + Buffer.byteLength(text.slice(at, found.end));
      // A line of NDJSON is a row whatever it holds: only a quote takes in other lines.
      const row = found.row && { ...found.row, wasBroken: found.row.wasBroken && inputFormat === 'csv' };
      if (row === undefined || done.add(row)) keep(kept, start, end);
      start = end;
      at = found.end;
    }
    rest = text.slice(at);
  }
  // Zeros: what a power loss leaves of a line that was not yet on the disk.
  if (!reader.couldBegin(rest) && !/^\0*$/.test(rest)) throw notOurs(records + 1);
  return { done, columns: reader.columns(), kept };
}

function keep(kept: [start: number, end: number][], start: number, end: number): void {
  const last = kept.at(-1);
  if (last?.[1] === start) last[1] = end;
  else kept.push([start, end]);
}

const lineStart = '{"row":';

const ndjsonOutput: Reader = {
  columns: () => ({ names: [], other: false }),
  keyOf: (input) => printJson(parseJson(input)),
  couldBegin: (text) => lineStart.startsWith(text.slice(0, lineStart.length)),
  next: (text, at) => {
    const lineEnd = text.indexOf('\n', at);
    if (lineEnd === -1) return undefined;
    const line = text.slice(at, lineEnd);
    const json = line.startsWith(lineStart) ? parsed(line) : undefined;
    if (!(json instanceof JsonObject)) return 'foreign';
    const [row, exit, input] = [numberOf(json.get('row')), numberOf(json.get('exit')), json.get('input')];
    if (!isRow(row) || Number.isNaN(exit) || input === undefined) return 'foreign';
    const counts = textOf(json.get('verdict'), 'id') ?? textOf(json.get('error'), 'code') ?? 'unknown';
    return {
      end: lineEnd + 1,
      row: { row, exit, key: printJson(input), counts, wasBroken: input === null },
    };
  },
};

function parsed(text: string): Json | undefined {
  try {
    return parseJson(text);
  } catch (error) {
    if (error instanceof JsonSyntaxError) return undefined;
    throw error;
  }
}

const numberOf = (value: Json | undefined): number => (value instanceof JsonNumber ? value.value : NaN);

/** A larger number of a row is nobody's. */
const mostRows = 2 ** 31;
const isRow = (number: number): boolean => Number.isInteger(number) && number >= 1 && number < mostRows;

const textOf = (value: Json | undefined, name: string): string | undefined => {
  const found = value instanceof JsonObject ? value.get(name) : undefined;
  return typeof found === 'string' ? found : undefined;
};

const form: CsvForm = { delimiter: ',', newline: '\n' };

/** `fresh`: the columns that a new output would have. */
function csvOutput(fresh: InputColumns): Reader {
  let columns: InputColumns | undefined;
  const header = csvHeader(fresh);
  // Of NDJSON any columns will do: what a row has besides goes into the one for it.
  const columnsOf = (cells: readonly string[], text: string): InputColumns | undefined => {
    if (!fresh.other) return text === header ? fresh : undefined;
    const found = columnsOfHeader(cells);
    return found?.other === true ? found : undefined;
  };
  return {
    columns: () => columns ?? fresh,
    keyOf: (input) => inputKey(input, columns ?? fresh),
    couldBegin: (text) =>
      columns !== undefined ||
      (fresh.other ? headerStart.startsWith(text.slice(0, headerStart.length)) : header.startsWith(text)),
    next: (text, at) => {
      const record = readRecord(text, at, form);
      if (record === 'broken') return 'foreign';
      if (typeof record === 'string') return undefined;
      const { cells, end } = record;
      if (columns !== undefined) {
        const row = recordOf(cells, columns);
        return row === undefined || !isRow(row.row) ? 'foreign' : { end, row };
      }
      columns = columnsOf(cells, text.slice(at, end));
      return columns === undefined ? 'foreign' : { end, row: undefined };
    },
  };
}

const notOurs = (line: number): PvgError =>
  new PvgError(
    'usage',
    `--out holds something else than rows of this batch (line ${String(line)}); it was not touched.`,
    { hint: 'Name another --out. To replace the file: `--overwrite`.' },
  );

/** The bytes of a file in these stretches, and no others. */
export async function* only(
  chunks: AsyncIterable<Uint8Array>,
  kept: readonly Stretch[],
): AsyncGenerator<Uint8Array> {
  let chunkStart = 0;
  let next = 0;
  for await (const chunk of chunks) {
    const chunkEnd = chunkStart + chunk.length;
    for (; next < kept.length; next += 1) {
      const [start, end] = kept[next] ?? [chunkEnd, chunkEnd];
      if (start < chunkEnd)
        yield chunk.subarray(Math.max(0, start - chunkStart), Math.min(end, chunkEnd) - chunkStart);
      if (end > chunkEnd) break;
    }
    chunkStart = chunkEnd;
  }
}
