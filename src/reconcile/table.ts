import { createGunzip } from 'node:zlib';
import { pipeline, Readable } from 'node:stream';
import { formOf, isSeparatorLine, readRecord, type CsvForm } from '../batch/csv-record.js';
import { readBlocks, type Block } from '../batch/lines.js';
import { textOnly } from '../batch/wrong-input.js';
import { PvgError } from '../failure.js';
import { counted } from '../text/counted.js';
import { JsonNumber, JsonObject, JsonSyntaxError, type Json } from '../text/json/json.js';
import { tryJson } from '../text/json/parse.js';
import { Columns, type ColumnMap } from './columns.js';
import { roles, type Field, type RoleId } from './roles.js';

/** One row of an input: its texts by field, unchanged. */
export interface TableRow {
  /** Line of the file, from 1; null for a row of a JSON document. */
  readonly line: number | null;
  readonly values: Readonly<Partial<Record<Field, string>>>;
}

/** How a file is written, for another reader of it. */
export interface TableForm {
  readonly format: 'csv' | 'json';
  /** Of a CSV. */
  readonly delimiter: string;
  readonly columns: Columns;
}

export interface TableFile {
  readonly role: RoleId;
  /** For people. */
  readonly name: string;
  readonly chunks: AsyncIterable<Uint8Array>;
}

/** A page of the store is one line; a document that spans lines has to fit into memory. */
const longestLineBytes = 64 * 2 ** 20;
const largestDocument = 256 * 2 ** 20;

/** The rows of a CSV, of NDJSON or of JSON documents, also gzipped. @throws {PvgError} with file, line and reason */
export async function* readTable(
  file: TableFile,
  map: ColumnMap,
  onForm: (form: TableForm) => void,
): AsyncGenerator<readonly TableRow[]> {
  const blocks = readBlocks(
    textOnly(unpacked(file), () => true),
    longestLineBytes,
  );
  const columns = new Columns(file.role, map);
  let reader: Reader | undefined;
  for await (const block of blocks) {
    if (block.tooLong) throw unreadable(file, block.line, 'is longer than 64 MB');
    const text = reader === undefined ? block.text.replace(/^\ufeff/, '') : block.text;
    if (reader === undefined && text.trim() === '') continue;
    if (reader === undefined) {
      const isJson = /^\s*[[{]/.test(text);
      reader = isJson ? new JsonReader(file, columns, text) : new CsvReader(file, columns, text);
      onForm({ format: isJson ? 'json' : 'csv', delimiter: formOf(text).delimiter, columns });
    }
    yield reader.read({ ...block, text });
  }
  if (reader !== undefined) yield reader.end();
}

interface Reader {
  read(block: Block): readonly TableRow[];
  end(): readonly TableRow[];
}

async function* unpacked({ role, name, chunks }: TableFile): AsyncGenerator<Uint8Array> {
  const iterator = chunks[Symbol.asyncIterator]();
  const first = await iterator.next();
  const all = async function* (): AsyncGenerator<Uint8Array> {
    if (first.done !== true) yield first.value;
    for (let next = await iterator.next(); next.done !== true; next = await iterator.next()) yield next.value;
  };
  const isGzip = first.done !== true && first.value[0] === 0x1f && first.value[1] === 0x8b;
  if (!isGzip) return yield* all();
  const gunzip = createGunzip();
  // Also a failed read arrives here: pipeline() ends `gunzip` with it.
  pipeline(Readable.from(all()), gunzip, () => undefined);
  try {
    yield* gunzip as AsyncIterable<Uint8Array>;
  } catch (error) {
    if (!isZlibError(error)) throw error;
    throw new PvgError(
      'input-unreadable',
      `${roles[role].option} ${name} is a gzip file that is cut or damaged (${error.message}). Nothing was written.`,
      { hint: `Get the file again. \`gzip -t ${name}\` checks it.`, cause: error },
    );
  }
}

const isZlibError = (error: unknown): error is Error =>
  error instanceof Error && 'code' in error && /^Z_/.test(String(error.code));

const unreadable = ({ role, name }: TableFile, line: number | null, says: string, hint?: string): PvgError =>
  new PvgError(
    'input-unreadable',
    `${roles[role].option} ${name}${line === null ? '' : `, line ${String(line)}`}: the row ${says}. Nothing was written.`,
    { hint: hint ?? 'Fix the file, and reconcile again.' },
  );

class CsvReader implements Reader {
  readonly #form: CsvForm;
  #rest = '';
  #line = 1;
  #fields: readonly (readonly [Field, rank: number] | undefined)[] | undefined;

  constructor(
    private readonly file: TableFile,
    private readonly columns: Columns,
    beginning: string,
  ) {
    this.#form = formOf(beginning);
  }

  read(block: Block): readonly TableRow[] {
    if (this.#rest === '') this.#line = block.line;
    this.#rest += block.text;
    return this.#take(false);
  }

  end(): readonly TableRow[] {
    return this.#take(true);
  }

  #take(isEnd: boolean): readonly TableRow[] {
    const text = isEnd ? this.#rest + this.#form.newline : this.#rest;
    const rows: TableRow[] = [];
    let at = 0;
    while (at < text.length) {
      const record = readRecord(text, at, this.#form);
      if (record === 'cut' || (record === 'open' && !isEnd)) break;
      if (typeof record === 'string')
        throw unreadable(
          this.file,
          this.#line,
          'has a quote that is not closed, or text after a closing quote',
        );
      rows.push(...this.#rowOf(record.cells));
      this.#line += record.lines;
      at = record.end;
    }
    this.#rest = text.slice(at);
    return rows;
  }

  #rowOf(cells: readonly string[]): readonly TableRow[] {
    if (cells.every((cell) => cell.trim() === '')) return [];
    if (this.#fields === undefined) {
      if (isSeparatorLine(cells.join(this.#form.delimiter))) return [];
      this.#fields = cells.map((name) => this.columns.fieldOf(name.trim()));
      this.columns.requireKey(this.file.name);
      return [];
    }
    if (cells.length !== this.#fields.length)
      throw unreadable(
        this.file,
        this.#line,
        `has ${counted(cells.length, 'cell')}, but the header has ${String(this.#fields.length)}`,
      );
    const values = new Values();
    for (const [at, field] of this.#fields.entries()) if (field) values.add(field, withoutGuard(cells[at]));
    return [{ line: this.#line, values: values.texts }];
  }
}

/** `batch` puts a `'` before a cell that a spreadsheet would take for a formula. */
const withoutGuard = (cell: string | undefined): string | undefined =>
  cell?.startsWith("'") === true && /^'[=+\-@]/.test(cell) ? cell.slice(1) : cell;

/** The best value of each field: of the first of its usual names that is not empty. */
class Values {
  readonly texts: Partial<Record<Field, string>> = {};
  readonly #ranks: Partial<Record<Field, number>> = {};

  add([field, rank]: readonly [Field, number], text: string | undefined): void {
    if (text === undefined || text === '' || text === 'NULL' || text === '\\N') return;
    if (rank >= (this.#ranks[field] ?? Infinity)) return;
    this.#ranks[field] = rank;
    this.texts[field] = copied(text);
  }
}

/** A part of a text keeps all of that text in memory. */
const copied = (text: string): string => Buffer.from(text).toString();

/** A document a line, or documents that span lines and are read as a whole. */
class JsonReader implements Reader {
  readonly #isByLine: boolean;
  #whole: string[] = [];
  #size = 0;
  #hasRows = false;

  constructor(
    private readonly file: TableFile,
    private readonly columns: Columns,
    beginning: string,
  ) {
    const [first = ''] = beginning.trimStart().split('\n', 1);
    this.#isByLine = isJson(first);
  }

  read({ text, line }: Block): readonly TableRow[] {
    if (this.#isByLine)
      return text.split('\n').flatMap((each, at) => (each.trim() === '' ? [] : this.#rows(each, line + at)));
    this.#size += text.length;
    if (this.#size > largestDocument)
      throw unreadable(
        this.file,
        null,
        'is in a JSON document of more than 256 MB',
        'Write one object per line: `jq -c ".[]" <file>`.',
      );
    this.#whole.push(text);
    return [];
  }

  end(): readonly TableRow[] {
    const pages: (readonly TableRow[])[] = [];
    // Pages that were saved one after the other are several documents.
    for (let rest = this.#whole.join('').trim(); rest !== '';) {
      const end = endOfDocument(rest);
      pages.push(this.#rows(rest.slice(0, end), null));
      rest = rest.slice(end ?? rest.length).trim();
    }
    // Rows may have different members.
    if (this.#hasRows) this.columns.requireKey(this.file.name);
    return pages.flat();
  }

  #rows(text: string, line: number | null): readonly TableRow[] {
    const json = tryJson(text);
    if (json instanceof JsonSyntaxError) throw unreadable(this.file, line, `is not JSON: ${json.message}`);
    return listIn(json, roles[this.file.role].list).map((each) => {
      if (!(each instanceof JsonObject)) throw unreadable(this.file, line, 'is not a JSON object');
      this.#hasRows = true;
      return { line, values: this.#valuesOf(each) };
    });
  }

  #valuesOf(row: JsonObject): TableRow['values'] {
    const values = new Values();
    this.#add(values, row, '');
    for (const path of roles[this.file.role].nested) this.#add(values, valueAt(row, path), `${path}.`);
    for (const path of this.columns.paths) {
      const value = valueAt(row, path);
      const field = value === undefined ? undefined : this.columns.fieldOf(path);
      if (field !== undefined) values.add(field, textOf(value));
    }
    return values.texts;
  }

  #add(values: Values, json: Json | undefined, prefix: string): void {
    if (!(json instanceof JsonObject)) return;
    for (const [name, value] of json.members) {
      const field = this.columns.fieldOf(prefix + name);
      if (field !== undefined) values.add(field, textOf(value));
    }
  }
}

const isJson = (text: string): boolean => !(tryJson(text) instanceof JsonSyntaxError);

/** Where the first of several documents ends; undefined if there is one, or none that is complete. */
function endOfDocument(text: string): number | undefined {
  const error = tryJson(text);
  if (!(error instanceof JsonSyntaxError) || error.cut) return undefined;
  return isJson(text.slice(0, error.offset)) ? error.offset : undefined;
}

const listIn = (json: Json, list: string | undefined): readonly Json[] => {
  if (Array.isArray(json)) return json.flatMap((each) => listIn(each, list));
  const inside = list !== undefined && json instanceof JsonObject ? json.get(list) : undefined;
  if (Array.isArray(inside)) return inside;
  // The last page of the store may have no list at all.
  return list !== undefined && json instanceof JsonObject && isEmptyPage(json) ? [] : [json];
};

const isEmptyPage = ({ members }: JsonObject): boolean =>
  members.every(([name]) => /^(?:tokenPagination|pageInfo|kind)$/.test(name));

function valueAt(json: Json | undefined, path: string): Json | undefined {
  let value = json;
  for (const name of path.split('.'))
    value = Array.isArray(value)
      ? value[Number(name)]
      : value instanceof JsonObject
        ? value.get(name)
        : undefined;
  return value;
}

const textOf = (value: Json | undefined): string | undefined =>
  typeof value === 'string' ? value : value instanceof JsonNumber ? value.source : undefined;
