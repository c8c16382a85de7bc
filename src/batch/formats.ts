import { csv } from './csv.js';
import type { WrittenRow } from './done-rows.js';
import { ndjson } from './ndjson.js';
import type { Result } from './result.js';
import type { Row, RowReader, RowSettings, RowSource } from './row.js';

/** A format of rows: one file with its record, and one entry in the list below. */
export interface Format {
  /** For `--format` and scripts. */
  readonly id: string;
  /** For people. */
  readonly name: string;
  /** What an input of this format looks like, for people. */
  readonly takes: string;
  /** The ending of its file names. */
  readonly ending: string;
  /** Its rows are JSON: with `--json` they may go to standard output. */
  readonly isJson: boolean;
  /** All rows have the columns of a header. */
  readonly hasHeader: boolean;
  /** A row may cover several lines: a fixed row may then cover lines that were rows before. */
  readonly spansLines: boolean;
  /** Whether an input with this beginning may have this format. @throws {PvgError} `input-unreadable` */
  begins(text: string): boolean;
  reader(settings: RowSettings): RowReader;
  /** What an unreadable input seems to be, by its beginning; undefined if unknown. */
  mistaken?(beginning: string, rows: readonly Row[]): Mistaken | undefined;
  /** How to write the rows of an input. `excel`: in the form that Excel reads. */
  output(input: RowSource, excel: boolean): OutputForm;
}

export interface Mistaken {
  readonly is: string;
  readonly hint: string;
}

/** How results are written to an output and read back. */
export interface OutputForm {
  /** The beginning of a new output. */
  readonly header: string;
  line(result: Result): string;
  /** Identifies a row in a later run: its input as the output has it. */
  keyOf(input: string): string;
  /** The row at this position; undefined: the text ends before the row; `foreign`: pvg did not write it. */
  next(text: string, at: number): Found | undefined | 'foreign';
  /** Whether pvg may have begun to write this text, the end of an output. */
  couldBegin(text: string): boolean;
}

/** A row of an output, or its header. */
export interface Found {
  /** Position after it. */
  readonly end: number;
  readonly row: WrittenRow | undefined;
}

/** The first is the default output; the last takes every input that no other format takes. */
export const formats: readonly [Format, ...Format[]] = [ndjson, csv];

/** @throws {PvgError} `input-unreadable` */
export const formatOf = (beginning: string): Format =>
  formats.find((format) => format.begins(beginning.trimStart())) ?? formats[0];

/** Their names, for sentences about all formats. */
export const inputsTold = listed(({ takes }) => takes);
export const namesTold = listed(({ name }) => name);

function listed(told: (format: Format) => string): string {
  return formats.map(told).reverse().join(' or ');
}
