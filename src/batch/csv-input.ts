import type { JudgedError } from '../contract/judgement.js';
import { printString } from '../text/json/print.js';
import { membersAt, namesListed, shapeOf, type Shape } from './columns.js';
import { formOf, isSeparatorLine, readRecord, type CsvForm, type CsvRecord } from './csv-record.js';
import { holdsNotUtf8, longestLineBytes, withReplacements, type Block } from './lines.js';
import { badRow, readPurchase, unreadable, wholeInput } from './purchase.js';
import { wrongInput, wrongUsage } from './refusal.js';
import type { Place, Row, RowReader, RowSettings } from './row.js';

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
  #sheetRow = 1;
  #number = 0;
  #header: Header | undefined;
  #form: CsvForm | undefined;

  constructor(private readonly settings: RowSettings) {}

  get columns(): readonly string[] {
    return this.#header?.names ?? [];
  }

  get delimiter(): string | undefined {
    return this.#form?.delimiter;
  }

  get guessed(): readonly string[] {
    return this.#header?.shape.guessed ?? [];
  }

  *read(block: Block): Generator<readonly Row[]> {
    if (block.tooLong) {
      // What was open before cannot go on through a line that is not there.
      yield* this.#take({ last: true });
      this.#skipTo(block.line);
      yield [this.#bad('it is longer than 1 MB')];
      return;
    }
    this.#form ??= formOf(block.text, this.settings.delimiter);
    if (this.#rest === '') this.#skipTo(block.line);
    this.#rest += block.text;
    const canEnd = !this.#isOpen || block.text.includes('"') || this.#rest.length > longestLineBytes;
    if (canEnd) yield* this.#take({ last: false });
  }

  *end(missing?: string): Generator<readonly Row[]> {
    // What the input ends with is a part of the first row that is missing.
    if (missing === undefined) yield* this.#take({ last: true });
    else yield [this.#bad(missing, wholeInput)];
  }

  /** Past lines without anything on them. */
  #skipTo(line: number): void {
    this.#sheetRow += line - this.#line;
    this.#line = line;
  }

  /** Takes whole records off the rest. `last`: nothing follows on it, and its last line need not have an end. */
  *#take({ last }: { readonly last: boolean }): Generator<readonly Row[]> {
    if (this.#rest === '' || this.#form === undefined) return;
    const { newline } = this.#form;
    const text = last ? this.#rest + newline : this.#rest;
    let rows: Row[] = [];
    let [at, pieceStart] = [0, 0];
    this.#isOpen = false;
    while (at < text.length && !this.#isOpen) {
      if (at - pieceStart >= pieceLength) {
        yield rows;
        [rows, pieceStart] = [[], at];
      }
      const record = readRecord(text, at, this.#form);
      const isUnclosed = record === 'open' && (last || text.length - at > longestLineBytes);
      if (typeof record === 'object') {
        rows.push(...this.#rowOf(record, this.#form));
        this.#line += record.lines;
        this.#sheetRow += 1;
        at = record.end;
      } else if (record === 'broken' || isUnclosed) {
        rows.push(this.#bad(isUnclosed ? unclosed(last) : brokenQuote));
        at = text.indexOf(newline, at) + 1 || text.length;
      } else if (record === 'open') this.#isOpen = true;
      else break;
    }
    this.#rest = text.slice(at);
    yield rows;
  }

  /** None for what stands before the rows, or is none: spreadsheets leave rows of separators alone. */
  #rowOf({ cells }: CsvRecord, { delimiter }: CsvForm): readonly Row[] {
    if (cells.every((cell) => cell.trim() === '')) return [];
    if (this.#header === undefined) {
      // A spreadsheet does not show that line.
      if (isSeparatorLine(cells.join(delimiter))) this.#sheetRow -= 1;
      else this.#header = readHeader(cells, this.settings);
      return [];
    }
    this.#number += 1;
    const { shape } = this.#header;
    const place = this.#place;
    const problem = cellsProblem(place, cells, this.#header);
    const members = membersAt(shape.places, (at) => cellOf(cells[at]));
    const { purchase, problem: ofPurchase } = readPurchase(place, members, this.settings);
    return [
      {
        number: this.#number,
        line: this.#line,
        sheetRow: this.#sheetRow,
        input: inputOf(this.#header, cells),
        purchase: problem ? undefined : purchase,
        problem: problem ?? ofPurchase,
      },
    ];
  }

  get #place(): Place {
    return { line: this.#line, sheetRow: this.#sheetRow };
  }

  /** The line cannot be taken apart. @throws {PvgError} where it is the header's */
  #bad(says: string, hint?: string): Row {
    if (this.#header === undefined) throw badHeader(says);
    this.#number += 1;
    const row = badRow(this.#number, this.#place, says, hint);
    this.#line += 1;
    this.#sheetRow += 1;
    return row;
  }
}

// Up to a megabyte is held back by a quote that does not end.
const pieceLength = 64 * 1024;

const unclosedAtEnd = 'a quote in it is not closed';
const brokenQuote = `${unclosedAtEnd}, or has text behind it`;
const unclosed = (last: boolean): string =>
  last ? unclosedAtEnd : 'a quote that it opens is not closed within 1 MB';

/** What a database writes for a value that is not there. */
const cellOf = (cell: string | undefined): string | undefined =>
  cell === 'NULL' || cell === '\\N' ? undefined : cell;

function cellsProblem(place: Place, cells: readonly string[], { names }: Header): JudgedError | undefined {
  if (cells.length !== names.length)
    return unreadable(
      place,
      `it has ${String(cells.length)} cells, and the header has ${String(names.length)}`,
      'A cell with a comma or a line end in it stands in quotes.',
    );
  if (cells.some((cell) => cell.includes('\0')))
    return unreadable(place, 'it holds a NUL byte', 'Fix the row: text has none.');
  return cells.some(holdsNotUtf8)
    ? unreadable(place, 'it is not UTF-8', 'Save the file as UTF-8.')
    : undefined;
}

/** The first record: which column holds what, and under which name a row has it in the output. */
interface Header {
  /** As they came, but each once. */
  readonly names: readonly string[];
  readonly taken: ReadonlySet<string>;
  readonly shape: Shape;
}

/** @throws {PvgError} where a row could not be told by it */
function readHeader(cells: readonly string[], settings: RowSettings): Header {
  const names = cells.map((cell) => cell.trim());
  if (cells.some((cell) => cell.includes('\0') || holdsNotUtf8(cell)))
    throw badHeader('it has characters that are no UTF-8 text');
  refuseTwice(names);
  for (const [field, column] of settings.map)
    if (!names.includes(column.trim()))
      throw wrongUsage(
        `--map ${field}: the header has no such column. Nothing was sent.`,
        `${namesListed(names, 'columns')} Write the name exactly as in the header.`,
      );
  const shape = shapeOf(names, settings, 'column');
  const complaint = shape.ambiguous ?? shape.missing;
  if (complaint) throw wrongInput(`The header has ${complaint.says}.`, complaint.hint);
  const taken = new Set(cells);
  return { names: cells.map((cell, at) => (names[at] === '' ? nameFor(at, taken) : cell)), taken, shape };
}

function refuseTwice(names: readonly string[]): void {
  const places = new Map<string, number>();
  names.forEach((name, at) => {
    const first = places.get(name);
    if (name !== '' && first !== undefined)
      throw wrongInput(
        `The header has the same column twice: the ${String(first + 1)}. and the ${String(at + 1)}. column.`,
        'Rename one of them.',
      );
    places.set(name, at);
  });
}

/** For a cell that the header does not name; the name of no other. */
function nameFor(at: number, taken: ReadonlySet<string>): string {
  let name = `column ${String(at + 1)}`;
  while (taken.has(name)) name += ' (no name)';
  return name;
}

const badHeader = (says: string): Error =>
  wrongInput(
    `The header cannot be read: ${says}.`,
    'The first line names the columns: `receipt,product_id,package`.',
  );

/** A row's cells as JSON, as they stand in the output. */
const inputOf = ({ names, taken }: Header, cells: readonly string[]): string =>
  `{${cells
    .map(
      (cell, at) => `${printString(names[at] ?? nameFor(at, taken))}:${printString(withReplacements(cell))}`,
    )
    .join(',')}}`;
