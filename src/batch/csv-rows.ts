import type { JudgedError } from '../contract/judgement.js';
import { membersAt } from './columns.js';
import { badHeader, inputOf, readHeader, type Header } from './csv-header.js';
import { formOf, isSeparatorLine } from './csv-form.js';
import { readRecord, type CsvForm, type CsvRecord } from './csv-record.js';
import { holdsNotUtf8, longestLineBytes, withReplacements, type Block } from './lines.js';
import { mendRow, readPurchase, unreadable, wholeInput } from './purchase.js';
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
  #form: CsvForm | undefined;

  constructor(private readonly settings: RowSettings) {}

  get columns(): readonly string[] {
    return this.#header?.names ?? [];
  }

  get guessed(): readonly string[] {
    return this.#header?.shape.guessed ?? [];
  }

  /** @throws {PvgError} about the header */
  *read(block: Block): Generator<readonly Row[], undefined> {
    if (block.tooLong) {
      // What was open before cannot go on through a line that is not there.
      yield* this.#take({ last: true });
      this.#line = block.line;
      yield [this.#bad('it is longer than 1 MB')];
      return;
    }
    this.#form ??= formOf(block.text);
    if (this.#rest === '') this.#line = block.line;
    this.#rest += block.text;
    const canEnd = !this.#isOpen || block.text.includes('"') || this.#rest.length > longestLineBytes;
    if (canEnd) yield* this.#take({ last: false });
  }

  *end(missing?: string): Generator<readonly Row[], undefined> {
    if (missing === undefined) yield* this.#take({ last: true });
    // What the input ends with is a part of the first row that is missing.
    else yield [this.#bad(missing, wholeInput)];
  }

  /** Takes whole records off the rest. `last`: nothing follows on it, and its last line need not have an end. */
  *#take({ last }: { readonly last: boolean }): Generator<readonly Row[], undefined> {
    if (this.#rest === '' || this.#form === undefined) return;
    const { newline } = this.#form;
    const text = last ? this.#rest + newline : this.#rest;
    const isOdd = text.includes('\0') || holdsNotUtf8(text);
    let rows: Row[] = [];
    let [at, pieceStart] = [0, 0];
    this.#isOpen = false;
    while (at < text.length && !this.#isOpen) {
      const record = readRecord(text, at, this.#form);
      const isUnclosed = record === 'open' && (last || text.length - at > longestLineBytes);
      if (typeof record === 'object') {
        rows.push(...this.#rowOf(record, this.#form, isOdd));
        this.#line += record.lines;
        at = record.end;
      } else if (record === 'broken' || isUnclosed) {
        rows.push(this.#bad(isUnclosed ? unclosed(last) : brokenQuote));
        at = text.indexOf(newline, at) + 1 || text.length;
      } else if (record === 'open') this.#isOpen = true;
      else break;
      if (at - pieceStart >= pieceCharacters) {
        yield rows;
        [rows, pieceStart] = [[], at];
      }
    }
    this.#rest = text.slice(at);
    yield rows;
  }

  /** None for what stands before the rows, or is none: spreadsheets leave rows of separators alone. */
  #rowOf({ cells }: CsvRecord, { delimiter }: CsvForm, isOdd: boolean): readonly Row[] {
    if (cells.every((cell) => cell.trim() === '')) return [];
    if (this.#header === undefined) {
      if (!isSeparatorLine(cells.join(delimiter))) this.#header = readHeader(cells, this.settings);
      return [];
    }
    this.#number += 1;
    const input = inputOf(this.#header, isOdd ? cells.map(withReplacements) : cells);
    const row = { number: this.#number, line: this.#line, input };
    const problem =
      cellsProblem(row.line, cells, this.#header) ?? (isOdd ? oddText(row.line, cells) : undefined);
    return [
      problem
        ? { ...row, purchase: undefined, problem }
        : {
            ...row,
            ...readPurchase(
              row.line,
              membersAt(this.#header.shape.places, (place) => cells[place]),
              this.settings,
            ),
          },
    ];
  }

  /** The line cannot be taken apart. @throws {PvgError} where it is the header's */
  #bad(says: string, hint = mendRow): Row {
    if (this.#header === undefined) throw badHeader(says);
    this.#number += 1;
    const problem = unreadable(this.#line, says, hint);
    const row = { number: this.#number, line: this.#line, input: 'null', purchase: undefined, problem };
    this.#line += 1;
    return row;
  }
}

/** So much becomes rows at once, a usual block as a whole: an open quote may hold back a megabyte of them. */
const pieceCharacters = 72 * 1024;

const unclosedAtEnd = 'a quote in it is not closed';
const brokenQuote = `${unclosedAtEnd}, or has text behind it`;
const unclosed = (last: boolean): string =>
  last ? unclosedAtEnd : 'a quote that it opens is not closed within 1 MB';

const cellsProblem = (line: number, cells: readonly string[], { names }: Header): JudgedError | undefined =>
  cells.length === names.length
    ? undefined
    : unreadable(
        line,
        `it has ${String(cells.length)} cells, and the header has ${String(names.length)}`,
        'A cell with a comma or a line end in it stands in quotes.',
      );

/** A NUL byte, or what stands for bytes that are no UTF-8. */
function oddText(line: number, cells: readonly string[]): JudgedError | undefined {
  if (cells.some((cell) => cell.includes('\0')))
    return unreadable(line, 'it holds a NUL byte', 'Mend the row: text has none.');
  return cells.some(holdsNotUtf8)
    ? unreadable(line, 'it is not UTF-8', 'Save the file as UTF-8.')
    : undefined;
}
