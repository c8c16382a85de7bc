import type { JudgedError } from '../contract/judgement.js';
import type { LookupFields } from '../gateway/request.js';
import type { Format } from './formats.js';
import type { Block } from './lines.js';

/** Where a row stands in the input, for people; both from 1. */
export interface Place {
  readonly line: number;
  /** As a spreadsheet counts: a cell of several lines is in one row. */
  readonly sheetRow?: number | undefined;
}

/** `line 6`, or `line 9 (row 6 in a spreadsheet)`. */
export const placeTold = ({ line, sheetRow = line }: Place, word: 'line' | 'Line' = 'line'): string =>
  `${word} ${String(line)}${sheetRow === line ? '' : ` (row ${String(sheetRow)} in a spreadsheet)`}`;

/** One purchase of the input: what to ask, or why that cannot be told. */
export interface Row extends Place {
  /** From 1; header and empty lines do not count. */
  readonly number: number;
  /** The members as they came, as JSON on one line. */
  readonly input: string;
  readonly purchase: LookupFields | undefined;
  /** Why there is no purchase to ask for. */
  readonly problem: JudgedError | undefined;
  /** An earlier run of the same output asked for it in vain. */
  readonly failedBefore?: true;
}

/** Blocks of text in, rows out. */
export interface RowReader {
  /** Names of the members so far: the header's, or those of the first row. */
  readonly columns: readonly string[];
  /** What the first row's members were taken for, where their names do not say it plainly: `receipt ← token`. */
  readonly guessed: readonly string[];
  /** Of a CSV; undefined elsewhere. */
  readonly delimiter?: string | undefined;
  /** The rows that this block completes, a piece at a time: the memory holds no more. @throws {PvgError} about the header */
  read(block: Block): Iterable<readonly Row[]>;
  /** `missing`: why the input ends where its rows do not. That is told as a row that cannot be read. */
  end(missing?: string): Iterable<readonly Row[]>;
}

export type Rows = AsyncGenerator<readonly Row[], undefined, undefined>;

/** Rows as they are read: many at a time, since one at a time costs a turn of the event loop each. */
export interface RowSource extends Pick<RowReader, 'columns' | 'guessed' | 'delimiter'> {
  readonly format: Format;
  readonly rows: Rows;
  /** The first of them, up to a thousand of those that were read to open it. */
  readonly first: readonly Row[];
  /** The part of the input that has been read, in bytes. */
  readonly bytesRead: () => number;
  /** Whole size of the input, where that is known. */
  readonly bytes: number | undefined;
}

export const fields = ['receipt', 'product_id', 'package', 'os'] as const;
export type Field = (typeof fields)[number];

export const ofFields = <Value>(valueOf: (field: Field) => Value): Record<Field, Value> => ({
  receipt: valueOf('receipt'),
  product_id: valueOf('product_id'),
  package: valueOf('package'),
  os: valueOf('os'),
});

export interface RowSettings {
  /** `--map`: the column that holds a field; of NDJSON also a path to a nested member, `payload.token`. */
  readonly map: ReadonlyMap<Field, string>;
  /** For rows that do not say. */
  readonly ofAll: Readonly<Partial<Record<Field, string>>>;
  /** A receipt that looks like none is sent all the same. */
  readonly force: boolean;
  /** Of a CSV; undefined: the one that its first line has most often. */
  readonly delimiter?: string | undefined;
  /** An input without rows is none to refuse. */
  readonly allowEmpty?: boolean;
}
