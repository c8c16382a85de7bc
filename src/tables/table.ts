import type { OpenFile } from '../context.js';
import { counted } from '../text/counted.js';
import { escapeUnsafe, printString } from '../text/json/print.js';
import { Columns, type Match, type Wanted } from './columns.js';
import { delimiterOf, isSeparatorLine, readRecords, type CsvRecord } from './csv.js';
import { readJsonRows, valueAt, type JsonRow, type Plain } from './json.js';
import { inputFailure } from './refusals.js';
import { readText, startingWith, type Named } from './text.js';

/** The rows of a CSV, of NDJSON or of JSON documents, by fields. One reader for every table that pvg takes. */

/** A class for the reason of `CsvRecord`. */
export class TableRow<Field extends string> {
  /**
   * @param line of the file on which it begins, from 1
   * @param sheetRow the number that a spreadsheet shows; of a CSV alone
   * @param values what the row has, unchanged: texts and numbers; an empty one, `NULL` and `\N` are missing
   * @param problem why it cannot be read, as a clause: `has 3 cells, but the header has 4`
   */
  constructor(
    readonly line: number,
    readonly sheetRow: number | undefined,
    readonly values: Values<Field>,
    private readonly came: string | readonly string[],
    private readonly keys: readonly string[],
    readonly problem?: string,
  ) {}

  /** The whole row as it came, as JSON on one line. */
  input(): string {
    const { came, keys } = this;
    // In JSON a tab or a line break can only be between values.
    if (typeof came === 'string') return escapeUnsafe(came.replace(/[\t\r\n]/g, ' ').trim());
    return `{${came.map((cell, at) => (keys[at] ?? `"column ${at + 1}":`) + printString(cell)).join(',')}}`;
  }
}

export type Values<Field extends string> = Readonly<Partial<Record<Field, string>>>;

export interface Table<Field extends string> {
  readonly format: 'csv' | 'json';
  /** Of a CSV. */
  readonly delimiter: string;
  /** Of the header; in JSON of the rows that were read so far. */
  readonly columns: Columns<Field>;
  /** In groups, because each step of the generator costs a turn of the event loop. */
  readonly rows: AsyncIterable<readonly TableRow<Field>[]>;
  readonly bytesRead: () => number;
  /** In bytes; undefined if it is not known in advance. */
  readonly size: number | undefined;
}

export interface TableOptions<Field extends string> extends Wanted<Field>, Named {
  readonly delimiter?: string | undefined;
  /** The member of a JSON page that holds the rows. */
  readonly list?: string | undefined;
  /** It may be a CSV of pvg, which puts a `'` before a cell that a spreadsheet would take for a formula. */
  readonly isGuarded?: boolean;
  /** Values outlive their table: a part of a text would keep all of it in memory. */
  readonly keeps?: boolean;
}

/** Much longer than any header. */
const beginningLength = 1024 * 1024;

/** undefined: there is nothing in it but blanks. @throws {PvgError} `input-unreadable` */
export async function openTable<Field extends string>(
  { chunks, size }: Pick<OpenFile, 'chunks' | 'size'>,
  options: TableOptions<Field>,
): Promise<Table<Field> | undefined> {
  let bytesRead = 0;
  async function* bytes(): AsyncGenerator<Uint8Array> {
    try {
      for await (const chunk of chunks) {
        bytesRead += chunk.length;
        yield chunk;
      }
    } catch (error) {
      throw inputFailure(error);
    }
  }
  const texts = readText(bytes(), options);
  const start = await beginningOf(texts);
  if (start.trim() === '') return undefined;
  const columns = new Columns(options);
  const isJson = options.delimiter === undefined && /^\s*[[{]/.test(start);
  const delimiter = options.delimiter ?? delimiterOf(start);
  const groups = isJson
    ? jsonRows(startingWith(start, texts), columns, options)
    : csvRows(withLineFeeds(start, texts), columns, { ...options, delimiter });
  const begun = await groups.next();
  async function* rows(): AsyncGenerator<readonly TableRow<Field>[]> {
    if (begun.done !== true) yield begun.value;
    yield* groups;
  }
  return {
    ...{ format: isJson ? 'json' : 'csv', delimiter, columns },
    ...{ rows: rows(), bytesRead: () => bytesRead, size },
  };
}

/** At least the first line that is not empty. */
async function beginningOf(texts: AsyncGenerator<string, undefined>): Promise<string> {
  let start = '';
  for (;;) {
    const next = await texts.next();
    if (next.done === true) return start;
    start += next.value;
    if (start.length > beginningLength || start.trimStart().includes('\n')) return start;
  }
}

/** Old spreadsheets of the Mac end a line with CR alone. */
async function* withLineFeeds(start: string, rest: AsyncIterator<string>): AsyncGenerator<string> {
  const isMac = !start.includes('\n');
  for await (const text of startingWith(start, rest)) yield isMac ? text.replaceAll('\r', '\n') : text;
}

async function* csvRows<Field extends string>(
  texts: AsyncIterable<string>,
  columns: Columns<Field>,
  options: TableOptions<Field> & { readonly delimiter: string },
): AsyncGenerator<readonly TableRow<Field>[], undefined> {
  let header: Header<Field> | undefined;
  let sheetRow = 0;
  for await (const records of readRecords(texts, options.delimiter, options.name)) {
    const rows: TableRow<Field>[] = [];
    for (const record of records) {
      const { line, cells } = record;
      // A spreadsheet does not show this line.
      if (line === 1 && isSeparatorLine(cells.join(options.delimiter))) continue;
      sheetRow += 1;
      if (isBlank(cells)) continue;
      if (header === undefined) header = headerOf(cells, columns);
      else {
        rows.push(csvRow(record, sheetRow, header, options));
        if (columns.first.size === 0)
          for (const [at, name] of header.names.entries()) columns.first.set(name, cells[at] ?? '');
      }
    }
    if (header !== undefined) yield rows;
  }
  return undefined;
}

/** A record of empty cells, which spreadsheets leave behind. */
const isBlank = (cells: readonly string[]): boolean =>
  cells.every((cell) => cell === '' || cell.trim() === '');

interface Header<Field extends string> {
  readonly names: readonly string[];
  /** As JSON, for `input`. */
  readonly keys: readonly string[];
  /** Columns that give a field, the best first. */
  readonly places: readonly (readonly [at: number, field: Field])[];
}

function headerOf<Field extends string>(cells: readonly string[], columns: Columns<Field>): Header<Field> {
  const names = cells.map((name) => name.trim());
  const matches = names.map((name, at) => [at, columns.match(name)] as const);
  return {
    names,
    keys: names.map((name) => `${printString(name)}:`),
    places: matches
      .filter((each): each is readonly [number, Match<Field>] => each[1] !== null)
      .sort(([, [, one]], [, [, other]]) => one - other)
      .map(([at, [field]]) => [at, field] as const),
  };
}

function csvRow<Field extends string>(
  { line, cells }: CsvRecord,
  sheetRow: number,
  { keys, places }: Header<Field>,
  { isGuarded, keeps }: TableOptions<Field>,
): TableRow<Field> {
  const values: Partial<Record<Field, string>> = {};
  if (cells.length !== keys.length) {
    const problem = `has ${counted(cells.length, 'cell')}, but the header has ${keys.length}`;
    return new TableRow(line, sheetRow, values, cells, keys, problem);
  }
  for (const [at, field] of places) {
    if (values[field] !== undefined) continue;
    const text = textOf(cells[at]);
    if (text === undefined) continue;
    const own = isGuarded === true && /^'[=+\-@]/.test(text) ? text.slice(1) : text;
    values[field] = keeps === true ? Buffer.from(own).toString() : own;
  }
  return new TableRow(line, sheetRow, values, cells, keys);
}

async function* jsonRows<Field extends string>(
  texts: AsyncIterable<string>,
  columns: Columns<Field>,
  options: TableOptions<Field>,
): AsyncGenerator<readonly TableRow<Field>[], undefined> {
  const nested = (options.nested ?? []).map((path) => [`${path}.`, path.split('.')] as const);
  const paths = columns.paths.map((path) => [path, path.split('.')] as const);
  const rowOf = ({ line, text, value, problem }: JsonRow): TableRow<Field> => {
    const found = new Found<Field>(columns);
    if (value === undefined) return new TableRow(line, undefined, found.values, text, none, problem);
    found.addAll(value, '');
    for (const [under, path] of nested) found.addAll(valueAt(value, path), under);
    for (const [name, path] of paths) {
      const member = valueAt(value, path);
      if (member !== undefined) found.add(columns.match(name), member);
    }
    return new TableRow(line, undefined, found.values, text, none);
  };
  for await (const group of readJsonRows(texts, options.list, options.name)) {
    if (columns.first.size === 0)
      for (const [name, value] of Object.entries(group[0]?.value ?? {}))
        columns.first.set(name, textOf(value) ?? '');
    yield group.map(rowOf);
  }
  return undefined;
}

const none: readonly string[] = [];

/** The best value of each field. */
class Found<Field extends string> {
  readonly values: Partial<Record<Field, string>> = {};
  readonly #ranks: Partial<Record<Field, number>> = {};

  constructor(private readonly columns: Columns<Field>) {}

  addAll(row: Plain | undefined, under: string): void {
    if (typeof row !== 'object' || row === null || Array.isArray(row)) return;
    for (const [name, value] of Object.entries(row)) this.add(this.columns.match(name, under), value);
  }

  add(match: Match<Field> | null, value: Plain | undefined): void {
    if (match === null) return;
    const [field, rank] = match;
    if (rank >= (this.#ranks[field] ?? Infinity)) return;
    const text = textOf(value);
    if (text === undefined) return;
    this.#ranks[field] = rank;
    this.values[field] = text;
  }
}

function textOf(value: Plain | undefined): string | undefined {
  if (typeof value === 'number') return String(value);
  return typeof value !== 'string' || value === '' || value === 'NULL' || value === '\\N' ? undefined : value;
}
