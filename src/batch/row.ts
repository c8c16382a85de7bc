import type { ErrorId } from '../service/policy.js';
import type { Asked } from '../service/asked.js';
import type { LookupPurchase } from '../service/requests.js';
import type { Block } from './lines.js';

/** Where a row is in the input, for people; both numbers start at 1. */
export interface Place {
  readonly line: number;
  /** The number that a spreadsheet shows: a cell of several lines is in one row. Only a CSV has it. */
  readonly sheetRow?: number | undefined;
}

/** `Line 6`; in a CSV `Spreadsheet row 6`, or `Spreadsheet row 6 (line 9 of the file)`. */
export const placeTold = ({ line, sheetRow }: Place): string => {
  if (sheetRow === undefined) return `Line ${String(line)}`;
  return `Spreadsheet row ${String(sheetRow)}${sheetRow === line ? '' : ` (line ${String(line)} of the file)`}`;
};

export type RowPurchase = LookupPurchase & Pick<Asked, 'orderId'>;

/** Why a row was not looked up, and what to do about it. */
export interface RowProblem extends ErrorId {
  readonly says: string;
  readonly hint: string;
}

/** One purchase of the input, or the reason why there is none. */
export interface Row extends Place {
  /** From 1; the header and empty lines do not count. */
  readonly number: number;
  /** The members as they came, as JSON on one line. */
  readonly input: string;
  readonly purchase: RowPurchase | undefined;
  /** Why there is no purchase to look up. */
  readonly problem: RowProblem | undefined;
  /** What is known of a purchase that cannot be looked up. */
  readonly has?: Partial<RowPurchase> & { readonly os: 'android' | 'ios' | null };
  /** It failed in an earlier run of the same output. */
  readonly failedBefore?: true;
}

/** Blocks of text in, rows out. */
export interface RowReader {
  /** Names of the members: from the header, or from the first row. */
  readonly columns: readonly string[];
  /** Matches of the first row that are not obvious from the name: `receipt from "token"`. */
  readonly guessed: readonly string[];
  /** Of a CSV; undefined elsewhere. */
  readonly delimiter?: string | undefined;
  /** The rows that this block completes, piece by piece to save memory. @throws {PvgError} about the header */
  read(block: Block): Iterable<readonly Row[]>;
  /** `missing`: why the input ended too early; reported as a row that cannot be read. */
  end(missing?: string): Iterable<readonly Row[]>;
}

/** Rows in groups, because each step of the generator costs a turn of the event loop. */
export type Rows = AsyncGenerator<readonly Row[], undefined, undefined>;

export const fields = ['receipt', 'product_id', 'package', 'order_id', 'os'] as const;
export type Field = (typeof fields)[number];

export const ofFields = <Value>(valueOf: (field: Field) => Value): Record<Field, Value> => ({
  receipt: valueOf('receipt'),
  product_id: valueOf('product_id'),
  package: valueOf('package'),
  order_id: valueOf('order_id'),
  os: valueOf('os'),
});

export interface RowSettings {
  /** `--map`: the column of a field; in NDJSON also a path to a nested member, `payload.token`. */
  readonly map: ReadonlyMap<Field, string>;
  /** Values for rows that have none. */
  readonly ofAll: Readonly<Partial<Record<Field, string>>>;
  /** For all rows if no column and no `--map` gives one. */
  readonly packageOfProfile?: string | undefined;
  /** Send a receipt even if it does not look like one. */
  readonly force: boolean;
  /** Of a CSV; undefined: the most frequent one in its first line. */
  readonly delimiter?: string | undefined;
  /** Accept an input without rows. */
  readonly allowEmpty?: boolean;
}
