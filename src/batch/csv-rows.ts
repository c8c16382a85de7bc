import Papa from 'papaparse';
import { PvgError } from '../failure.js';
import { printString } from '../json/print.js';
import { missingFields, missingHint, placesOf } from './columns.js';
import { longestLineBytes, type Block } from './lines.js';
import { readPurchase, unreadable, type Members } from './purchase.js';
import type { Field, Row, RowSettings } from './row.js';

/**
 * Rows of a CSV (RFC 4180, also with `;` or tabs). What papaparse finds wrong with the quotes of a record is kept to
 * that record: its first line is reported, and reading goes on with the next one.
 */
export class CsvReader {
  #rest = '';
  #line = 1;
  #number = 0;
  #header: Header | undefined;
  #form: Form = { delimiter: ',', newline: '\n' };

  constructor(private readonly settings: RowSettings) {}

  get columns(): readonly string[] {
    return this.#header?.names ?? [];
  }

  /** The rows that this block completes. `last`: nothing follows. @throws {PvgError} about the header */
  read(block: Block, last: boolean): Row[] {
    const rows: Row[] = [];
    if (block.tooLong) {
      // What was open before cannot go on through a line that is not there.
      if (this.#rest !== '') this.#take(this.#rest, true, false, rows);
      this.#rest = '';
      if (this.#header === undefined) throw tooLongHeader();
      this.#bad(rows, block.line, 'it is longer than 1 MB');
      this.#line = block.line + 1;
      return rows;
    }
    if (this.#rest === '') this.#line = block.line;
    if (this.#header === undefined && this.#rest === '') this.#form = formOf(block.text);
    this.#rest = this.#take(this.#rest + block.text, last, block.invalid, rows);
    return rows;
  }

  /** Takes whole records; gives back what is not one yet. */
  #take(given: string, last: boolean, invalid: boolean, rows: Row[]): string {
    const odd = invalid || given.includes('\0');
    let text = given;
    for (;;) {
      const found = parse(text, this.#form, !last);
      const quoted = text.includes('"');
      for (const cells of found.records) this.#record(cells, quoted, odd, rows);
      text = text.slice(found.end);
      const open = !found.broken && !last && text.length > longestLineBytes;
      if (!found.broken && !open) return text;
      const end = text.indexOf('\n');
      const says = open
        ? 'a quote that it opens is not closed within 1 MB'
        : 'a quote in it is not closed, or has text behind it';
      if (this.#header === undefined) throw badHeader(says);
      this.#bad(rows, this.#line, says);
      this.#line += 1;
      text = end === -1 ? '' : text.slice(end + 1);
      if (text === '') return '';
    }
  }

  #record(cells: string[], quoted: boolean, odd: boolean, rows: Row[]): void {
    const line = this.#line;
    this.#line += 1;
    if (quoted) for (const cell of cells) this.#line += lineFeeds(cell);
    const lastAt = cells.length - 1;
    const lastCell = cells[lastAt] ?? '';
    if (lastCell.endsWith('\r')) cells[lastAt] = lastCell.slice(0, -1);
    if (lastAt === 0 && (cells[0] ?? '').trim() === '') return;
    if (this.#header === undefined) {
      this.#header = readHeader(cells, this.settings);
      return;
    }
    rows.push(this.#row(line, cells, odd, this.#header));
  }

  #row(line: number, cells: readonly string[], odd: boolean, header: Header): Row {
    this.#number += 1;
    const { number } = { number: this.#number };
    const input = inputOf(header, cells);
    const problem =
      cells.length === header.names.length
        ? odd
          ? oddText(line, cells)
          : undefined
        : unreadable(
            line,
            `it has ${String(cells.length)} cells, and the header has ${String(header.names.length)}`,
            'A cell with a comma or a line end in it stands in quotes.',
          );
    if (problem) return { number, line, input, purchase: undefined, problem };
    const at = (field: Field): string | undefined => {
      const place = header.places.get(field);
      return place === undefined ? undefined : cells[place];
    };
    const members: Members = {
      receipt: at('receipt'),
      productId: at('product_id'),
      package: at('package'),
      os: at('os'),
    };
    const { purchase, problem: found } = readPurchase(line, members, this.settings);
    return { number, line, input, purchase, problem: found };
  }

  #bad(rows: Row[], line: number, says: string): void {
    this.#number += 1;
    const problem = unreadable(line, says, 'Mend the row; the rows after it were read.');
    rows.push({ number: this.#number, line, input: 'null', purchase: undefined, problem });
  }
}

interface Header {
  readonly names: readonly string[];
  /** `"name":`, as it stands in the output. */
  readonly keys: readonly string[];
  readonly places: ReadonlyMap<Field, number>;
}

function readHeader(cells: readonly string[], settings: RowSettings): Header {
  const names = cells.map((cell) => cell.trim());
  if (names.some((name) => /[\0\ufffd]/.test(name)))
    throw badHeader('it has characters that are no UTF-8 text');
  const twice = names.findIndex((name, at) => name !== '' && names.indexOf(name) !== at);
  if (twice !== -1) {
    throw new PvgError(
      'input-unreadable',
      `The header has the same column twice: the ${ordinal(names.indexOf(names[twice] ?? ''))} and the ${ordinal(twice)} column. Nothing was sent.`,
      { hint: 'Rename one of them.' },
    );
  }
  for (const [field, column] of settings.map) {
    if (!names.includes(column)) {
      throw new PvgError('usage', `--map ${field}: the header has no such column. Nothing was sent.`, {
        hint: `It has ${String(names.length)} columns; the name is to be written exactly as in the header.`,
      });
    }
  }
  const places = placesOf(names, settings);
  const missing = missingFields(places, settings);
  if (missing.length > 0) {
    throw new PvgError(
      'input-unreadable',
      `The header has no column for ${missing.join(' and none for ')}. Nothing was sent.`,
      { hint: missingHint(missing) },
    );
  }
  const shown = names.map((name, at) => (name === '' ? `column ${String(at + 1)}` : name));
  return { names: shown, keys: shown.map((name) => `${printString(name)}:`), places };
}

const ordinal = (at: number): string => `${String(at + 1)}.`;

const badHeader = (says: string): PvgError =>
  new PvgError('input-unreadable', `The header cannot be read: ${says}. Nothing was sent.`, {
    hint: 'The first line names the columns: `receipt,product_id,package`.',
  });

const tooLongHeader = (): PvgError => badHeader('the line is longer than 1 MB');

/** Characters that JSON takes as they are and no terminal obeys. */
const plain = /^[ !#-[\]-~]*$/;

export const jsonString = (text: string): string => (plain.test(text) ? `"${text}"` : printString(text));

function inputOf({ keys }: Header, cells: readonly string[]): string {
  let text = '{';
  for (let at = 0; at < cells.length; at += 1) {
    if (at > 0) text += ',';
    text += (keys[at] ?? `"column ${String(at + 1)}":`) + jsonString(cells[at] ?? '');
  }
  return `${text}}`;
}

const oddText = (line: number, cells: readonly string[]): ReturnType<typeof unreadable> | undefined => {
  if (cells.some((cell) => cell.includes('\0')))
    return unreadable(line, 'it holds a NUL byte', 'Mend the row: text has none.');
  return cells.some((cell) => cell.includes('\ufffd'))
    ? unreadable(line, 'it is not UTF-8', 'Save the file as UTF-8.')
    : undefined;
};

function lineFeeds(cell: string): number {
  let count = 0;
  for (let at = cell.indexOf('\n'); at !== -1; at = cell.indexOf('\n', at + 1)) count += 1;
  return count;
}

interface Form {
  readonly delimiter: string;
  readonly newline: '\n' | '\r';
}

/** By the first line: the separator that stands in it most often. */
function formOf(text: string): Form {
  const newline = text.includes('\n') ? '\n' : text.includes('\r') ? '\r' : '\n';
  const first = text.slice(0, text.indexOf(newline) === -1 ? undefined : text.indexOf(newline));
  const count = (mark: string): number => first.split(mark).length;
  const [delimiter = ','] = [',', ';', '\t'].sort((one, other) => count(other) - count(one));
  return { delimiter, newline };
}

interface Parsed {
  readonly records: string[][];
  /** Where the first record begins that was not taken. */
  readonly end: number;
  /** The record there can never be read. */
  readonly broken: boolean;
}

interface Step {
  readonly data: readonly string[][];
  readonly errors: readonly unknown[];
  readonly meta: { readonly cursor: number };
}

/** `more`: the last record may go on in what follows. */
function parse(text: string, form: Form, more: boolean): Parsed {
  const whole = new Papa.Parser(form).parse(text, 0, more) as Step;
  if (whole.errors.length === 0)
    return { records: whole.data as string[][], end: more ? whole.meta.cursor : text.length, broken: false };
  // Once more, record by record, up to the one that is broken.
  const records: string[][] = [];
  let end = 0;
  const parser: Papa.Parser = new Papa.Parser({
    ...form,
    step: ({ data, errors, meta }: Step) => {
      if (errors.length > 0) parser.abort();
      else {
        records.push(...data);
        end = meta.cursor;
      }
    },
  } as unknown as Papa.ParseConfig);
  parser.parse(text, 0, more);
  return { records, end, broken: true };
}
