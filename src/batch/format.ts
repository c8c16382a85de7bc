import type { WrittenRow } from './done-rows.js';
import type { Result } from './result.js';
import type { Row, RowReader, Rows, RowSettings } from './row.js';

/** A format of rows: one file with its record, and one entry in formats.ts. */
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

/** The rows of an input that was opened, and what is known about it. */
export interface RowSource extends Pick<RowReader, 'columns' | 'guessed' | 'delimiter'> {
  readonly format: Format;
  readonly rows: Rows;
  /** The first rows that were read on opening, up to a thousand. */
  readonly first: readonly Row[];
  /** How many bytes of the input have been read. */
  readonly bytesRead: () => number;
  /** Size of the input in bytes, if known. */
  readonly bytes: number | undefined;
}
