import Papa from 'papaparse';
import { PvgError } from '../failure.js';
import { printString } from '../json/print.js';
import { ambiguous, guessesOf, missingFields, missingHint, placesOf, type Places } from './columns.js';
import { wholeRecords, type Form } from './csv-quotes.js';
import { holdsNotUtf8, longestLineBytes, withReplacements, type Block } from './lines.js';
import { mendRow, readPurchase, unreadable, wholeInput, type Member, type Members } from './purchase.js';
import type { Row, RowReader, RowSettings } from './row.js';

/**
 * Rows of a CSV (RFC 4180, also with `;` or tabs). What is wrong with the quotes of a record is kept to that record:
 * its first line is reported, and reading goes on with the next one.
 */
export class CsvReader implements RowReader {
  /** What is not a whole record yet. */
  #rest = '';
  /** A quote in it is open: only another quote can end it. */
  #isOpen = false;
  /** Of the first character of the rest. */
  #line = 1;
  #number = 0;
  #header: Header | undefined;
  #form: Form = { delimiter: ',', newline: '\n' };
  /** The separator was named by the file itself. */
  #isDeclared = false;
  /** Something in the rest may be no text: NUL bytes, or what is no UTF-8. */
  #odd = false;

  constructor(private readonly settings: RowSettings) {}

  get columns(): readonly string[] {
    return this.#header?.names ?? [];
  }

  get guessed(): readonly string[] {
    return this.#header?.guessed ?? [];
  }

  /** @throws {PvgError} about the header */
  *read(block: Block): Generator<readonly Row[], undefined> {
    if (block.tooLong) {
      // What was open before cannot go on through a line that is not there.
      yield* this.#takeLast();
      if (this.#header === undefined) throw badHeader('the line is longer than 1 MB');
      yield [this.#bad(block.line, 'it is longer than 1 MB')];
      return;
    }
    if (this.#rest === '') {
      this.#line = block.line;
      this.#odd = false;
      if (this.#header === undefined && !this.#isDeclared) this.#form = formOf(block.text);
    }
    this.#rest += block.text;
    this.#odd ||= block.invalid || block.text.includes('\0');
    const canEnd = !this.#isOpen || block.text.includes('"') || this.#rest.length > longestLineBytes;
    if (canEnd) yield* this.#take(false);
  }

  *end(missing?: string): Generator<readonly Row[], undefined> {
    if (missing === undefined) yield* this.#takeLast();
    // What the input ends with is a part of the first row that is missing.
    else yield [this.#bad(this.#line, missing, wholeInput)];
  }

  /** Nothing follows on the rest: its last line need not have an end. */
  *#takeLast(): Generator<readonly Row[], undefined> {
    if (this.#rest === '') return;
    this.#rest += this.#form.newline;
    yield* this.#take(true);
  }

  /** Takes whole records off the rest. */
  *#take(last: boolean): Generator<readonly Row[], undefined> {
    const { newline } = this.#form;
    let rows: Row[] = [];
    for (;;) {
      const { end, next } = wholeRecords(this.#rest, this.#form, pieceCharacters);
      if (end > 0) this.#records(this.#rest.slice(0, end), rows);
      this.#rest = this.#rest.slice(end);
      this.#isOpen = next === 'open';
      const isUnclosed = this.#isOpen && (last || this.#rest.length > longestLineBytes);
      if (next === 'broken' || isUnclosed) {
        const says = isUnclosed ? unclosed(last) : brokenQuote;
        if (this.#header === undefined) throw badHeader(says);
        rows.push(this.#bad(this.#line, says));
        const lineEnd = this.#rest.indexOf(newline);
        this.#rest = lineEnd === -1 ? '' : this.#rest.slice(lineEnd + 1);
      } else if (next !== 'more') {
        yield rows;
        return;
      }
      if (next === 'more' || rows.length >= pieceRows) {
        yield rows;
        rows = [];
      }
    }
  }

  /** @param text whole records, their quotes right */
  #records(text: string, rows: Row[]): void {
    const quoted = text.includes('"');
    // The parser does not tell which cells stood in quotes, and a CR that stood in them is no part of the line's end.
    const marked = quoted && this.#form.newline === '\n' && text.includes('\r"');
    const { data, errors } = new Papa.Parser(this.#form).parse(
      marked ? text.replaceAll('\r"', `${quotedReturn}"`) : text,
      0,
      true,
    ) as { readonly data: string[][]; readonly errors: readonly unknown[] };
    if (errors.length > 0) throw new TypeError('the parser of CSV finds quotes broken that are not');
    for (const cells of data) {
      const line = this.#line;
      this.#line += 1;
      if (quoted) for (const cell of cells) this.#line += lineFeeds(cell);
      const lastAt = cells.length - 1;
      const lastCell = cells[lastAt] ?? '';
      if (lastCell.endsWith('\r')) cells[lastAt] = lastCell.slice(0, -1);
      if (marked) cells.forEach((cell, at) => (cells[at] = cell.replace(/\udc81/gu, '\r')));
      // Spreadsheets leave rows of separators alone: like empty lines they are no rows.
      if (cells.every((cell) => cell.trim() === '')) continue;
      if (this.#header === undefined && isSeparatorLine(cells.join(this.#form.delimiter))) {
        this.#isDeclared = true;
        continue;
      }
      if (this.#header === undefined) this.#header = readHeader(cells, this.settings);
      else rows.push(this.#row(line, cells, this.#header));
    }
  }

  #row(line: number, cells: readonly string[], header: Header): Row {
    this.#number += 1;
    const number = this.#number;
    const problem =
      cells.length === header.names.length
        ? this.#odd
          ? oddText(line, cells)
          : undefined
        : unreadable(
            line,
            `it has ${String(cells.length)} cells, and the header has ${String(header.names.length)}`,
            'A cell with a comma or a line end in it stands in quotes.',
          );
    const input = inputOf(header, this.#odd ? cells.map(withReplacements) : cells);
    if (problem) return { number, line, input, purchase: undefined, problem };
    const found = readPurchase(line, membersOf(header, cells), this.settings);
    return { number, line, input, purchase: found.purchase, problem: found.problem };
  }

  #bad(line: number, says: string, hint = mendRow): Row {
    this.#number += 1;
    this.#line = line + 1;
    const problem = unreadable(line, says, hint);
    return { number: this.#number, line, input: 'null', purchase: undefined, problem };
  }
}

/** So much becomes rows at once, a usual block as a whole: an open quote may hold back a megabyte of them. */
const pieceCharacters = 72 * 1024;
const pieceRows = 1_000;

const unclosedAtEnd = 'a quote in it is not closed';
const brokenQuote = `${unclosedAtEnd}, or has text behind it`;
const unclosed = (last: boolean): string =>
  last ? unclosedAtEnd : 'a quote that it opens is not closed within 1 MB';

/** Whether a row was bad for its quotes: mended, it takes in lines that were rows of their own. */
export const tellsOfQuote = (says: string): boolean =>
  /^Line \d+: a quote (in it|that it opens) is not closed/.test(says);

/** A surrogate alone: no text that was decoded holds one. */
const quotedReturn = '\udc81';

interface Header {
  /** As they came, but each once. */
  readonly names: readonly string[];
  /** `"name":`, as it stands in the output. */
  readonly keys: readonly string[];
  readonly places: Places;
  readonly guessed: readonly string[];
}

function readHeader(cells: readonly string[], settings: RowSettings): Header {
  const names = cells.map((cell) => cell.trim());
  if (cells.some((cell) => cell.includes('\0') || holdsNotUtf8(cell)))
    throw badHeader('it has characters that are no UTF-8 text');
  refuseTwice(names);
  for (const [field, column] of settings.map) {
    if (!names.includes(column.trim())) {
      throw new PvgError('usage', `--map ${field}: the header has no such column. Nothing was sent.`, {
        hint: `It has ${String(names.length)} columns; the name is to be written exactly as in the header.`,
      });
    }
  }
  const places = placesOf(names, settings);
  const twice = ambiguous(names, settings);
  if (twice !== undefined)
    throw new PvgError('input-unreadable', `The header has ${twice.says}. Nothing was sent.`, {
      hint: twice.hint,
    });
  const missing = missingFields(places, settings);
  if (missing.length > 0) {
    throw new PvgError(
      'input-unreadable',
      `The header has no column for ${missing.join(' and none for ')}. Nothing was sent.`,
      { hint: missingHint(missing) },
    );
  }
  const shown: string[] = [];
  const taken = new Set(cells);
  cells.forEach((cell, at) => shown.push(names[at] === '' ? nameFor(at, taken) : cell));
  return { names: shown, keys: shown.map(keyOf), places, guessed: guessesOf(names, places, settings) };
}

function refuseTwice(names: readonly string[]): void {
  const places = new Map<string, number>();
  names.forEach((name, at) => {
    const first = places.get(name);
    if (name !== '' && first !== undefined) {
      throw new PvgError(
        'input-unreadable',
        `The header has the same column twice: the ${ordinal(first)} and the ${ordinal(at)} column. Nothing was sent.`,
        { hint: 'Rename one of them.' },
      );
    }
    places.set(name, at);
  });
}

/** For a cell that the header does not name; the name of no other. */
function nameFor(at: number, taken: { has(name: string): boolean }): string {
  let name = `column ${String(at + 1)}`;
  while (taken.has(name)) name += ' (no name)';
  return name;
}

const ordinal = (at: number): string => `${String(at + 1)}.`;

const badHeader = (says: string): PvgError =>
  new PvgError('input-unreadable', `The header cannot be read: ${says}. Nothing was sent.`, {
    hint: 'The first line names the columns: `receipt,product_id,package`.',
  });

const keyOf = (name: string): string => `${jsonString(name)}:`;

/** Characters that JSON takes as they are and no terminal obeys. */
const plain = /^[ !#-[\]-~]*$/;

const jsonString = (text: string): string => (plain.test(text) ? `"${text}"` : printString(text));

function inputOf({ names, keys }: Header, cells: readonly string[]): string {
  let text = '{';
  for (let at = 0; at < cells.length; at += 1) {
    if (at > 0) text += ',';
    text += (keys[at] ?? keyOf(nameFor(at, new Set(names)))) + jsonString(cells[at] ?? '');
  }
  return `${text}}`;
}

function membersOf({ places }: Header, cells: readonly string[]): Members {
  const at = (place: number | undefined): Member => (place === undefined ? undefined : cells[place]);
  return {
    receipt: at(places.receipt),
    productId: at(places.product_id),
    package: at(places.package),
    os: places.os.map(at),
  };
}

const oddText = (line: number, cells: readonly string[]): ReturnType<typeof unreadable> | undefined => {
  if (cells.some((cell) => cell.includes('\0')))
    return unreadable(line, 'it holds a NUL byte', 'Mend the row: text has none.');
  return cells.some(holdsNotUtf8)
    ? unreadable(line, 'it is not UTF-8', 'Save the file as UTF-8.')
    : undefined;
};

function lineFeeds(cell: string): number {
  let count = 0;
  for (let at = cell.indexOf('\n'); at !== -1; at = cell.indexOf('\n', at + 1)) count += 1;
  return count;
}

/** By the first line with something on it: the separator that stands in it most often, outside of quotes. */
function formOf(text: string): Form {
  const newline = text.includes('\n') ? '\n' : text.includes('\r') ? '\r' : '\n';
  const first = firstLine(text.replace(quotedCell, '$1'), newline);
  const count = (mark: string): number => first.split(mark).length;
  const declared = separatorLine.exec(firstLine(text, newline).trim())?.[1];
  if (declared !== undefined) return { delimiter: declared, newline };
  const [delimiter = ','] = [',', ';', '\t'].sort((one, other) => count(other) - count(one));
  return { delimiter, newline };
}

/** Excel's own first line, which names the separator. */
const separatorLine = /^"?sep=([^"\r\n\uFEFF])"?$/i;
const isSeparatorLine = (text: string): boolean => separatorLine.test(text.trim());

const quotedCell = /(^|[,;\t\r\n])"[^"]*(?:""[^"]*)*(?:"|$)/g;

function firstLine(text: string, newline: string): string {
  for (let at = 0; at < text.length;) {
    const found = text.indexOf(newline, at);
    const end = found === -1 ? text.length : found;
    const line = text.slice(at, end);
    if (line.trim() !== '') return line;
    at = end + 1;
  }
  return '';
}
