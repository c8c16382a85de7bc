import { csv } from './csv.js';
import type { WrittenRow } from './done-rows.js';
import { ndjson } from './ndjson.js';
import type { Result } from './result.js';
import type { Row, RowReader, RowSettings, RowSource } from './row.js';

/** A format of rows: one file with its record, and one line in the list below. */
export interface Format {
  /** For `--format` and scripts. */
  readonly id: string;
  /** For people. */
  readonly name: string;
  /** What an input of it looks like, for people. */
  readonly takes: string;
  /** Of the names of its files. */
  readonly ending: string;
  /** Its rows are JSON: with `--json` they may stand on standard output. */
  readonly isJson: boolean;
  /** All rows have the columns of a header. */
  readonly hasHeader: boolean;
  /** One row may take several lines: what a broken one is fixed to may take in others. */
  readonly spansLines: boolean;
  /** Whether an input that begins so may be one. @throws {PvgError} `input-unreadable` */
  begins(text: string): boolean;
  reader(settings: RowSettings): RowReader;
  /** What an input is by its beginning where no row of it can be read; undefined where that is not known. */
  mistaken?(beginning: string, rows: readonly Row[]): Mistaken | undefined;
  /** For the rows of an input. `excel`: as spreadsheets like it. */
  output(input: RowSource, excel: boolean): OutputForm;
}

export interface Mistaken {
  readonly is: string;
  readonly hint: string;
}

/** How results are written to an output, and read from it again. */
export interface OutputForm {
  /** What a new output begins with. */
  readonly header: string;
  line(result: Result): string;
  /** What a row is known again by: its input as it stands in the output. */
  keyOf(input: string): string;
  /** What stands there; undefined: the text ends before it does; `foreign`: pvg did not write that. */
  next(text: string, at: number): Found | undefined | 'foreign';
  /** Whether what an output ends with may be the beginning of what pvg writes. */
  couldBegin(text: string): boolean;
}

/** A row of an output, or its header. */
export interface Found {
  /** Behind it. */
  readonly end: number;
  readonly row: WrittenRow | undefined;
}

/** The first is the usual output; the last takes any input that is none of the others. */
export const formats: readonly [Format, ...Format[]] = [ndjson, csv];

/** @throws {PvgError} `input-unreadable` */
export const formatOf = (beginning: string): Format =>
  formats.find((format) => format.begins(beginning.trimStart())) ?? formats[0];

/** As people name them, for the sentences about all of them. */
export const inputsTold = listed(({ takes }) => takes);
export const namesTold = listed(({ name }) => name);

function listed(told: (format: Format) => string): string {
  return formats.map(told).reverse().join(' or ');
}
