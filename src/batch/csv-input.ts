import { counted } from '../text/counted.js';
import { printString } from '../text/json/print.js';
import { membersAt, namesListed, shapeOf, type Shape } from './columns.js';
import { formOf, isSeparatorLine, readRecord, type CsvForm, type CsvRecord } from './csv-record.js';
import { holdsNotUtf8, longestLineBytes, withReplacements, type Block } from './lines.js';
import { badRow, readPurchase, unreadable, wholeInput } from './purchase.js';
import { wrongInput, wrongUsage } from './refusal.js';
import type { Place, Row, RowProblem, RowReader, RowSettings } from './row.js';

/**
 * Rows of a CSV (RFC 4180, also with `;` or tabs). A record with wrong quotes affects no other record: its first line is
 * reported, and reading continues with the next line.
 */
export class CsvReader implements RowReader {
  /** Text that is not a complete record yet. */
  #rest = '';
  /** The rest has an open quote: only another quote can close it. */
  #isOpen = false;
  /** Line of the first character of the rest. */
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
      // An open record cannot continue: its next line was left out.
      yield* this.#take({ last: true });
      this.#skipTo(block.line);
      yield [this.#bad('is longer than 1 MB')];
      return;
    }
    this.#form ??= formOf(block.text, this.settings.delimiter);
    if (this.#rest === '') this.#skipTo(block.line);
    this.#rest += block.text;
    const canEnd = !this.#isOpen || block.text.includes('"') || this.#rest.length > longestLineBytes;
    if (canEnd) yield* this.#take({ last: false });
  }

  *end(missing?: string): Generator<readonly Row[]> {
    // The rest is a part of the first missing row.
    if (missing === undefined) yield* this.#take({ last: true });
    else yield [this.#bad(missing, wholeInput)];
  }

  /** Skips empty lines. */
  #skipTo(line: number): void {
    this.#sheetRow += line - this.#line;
    this.#line = line;
  }

  /** Takes complete records off the rest. `last`: the input ends here, and the last line may lack its line break. */
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

  /** No row for the header, and none for a record of empty cells, which spreadsheets leave behind. */
  #rowOf({ cells }: CsvRecord, { delimiter }: CsvForm): readonly Row[] {
    if (cells.every((cell) => cell.trim() === '')) return [];
    if (this.#header === undefined) {
      // A spreadsheet does not show this line.
      if (isSeparatorLine(cells.join(delimiter))) this.#sheetRow -= 1;
      else this.#header = readHeader(cells, this.settings);
      return [];
    }
    this.#number += 1;
    const { shape } = this.#header;
    const place = this.#place;
    const problem = cellsProblem(place, cells, this.#header);
    const members = membersAt(shape.places, (at) => cellOf(cells[at]));
    const { purchase, problem: ofPurchase, has } = readPurchase(place, members, this.settings);
    return [
      {
        number: this.#number,
        line: this.#line,
        sheetRow: this.#sheetRow,
        input: inputOf(this.#header, cells),
        purchase: problem ? undefined : purchase,
        problem: problem ?? ofPurchase,
        ...(has && !problem && { has }),
      },
    ];
  }

  get #place(): Place {
    return { line: this.#line, sheetRow: this.#sheetRow };
  }

  /** A line that cannot be parsed. @throws {PvgError} if it is the header */
  #bad(says: string, hint?: string): Row {
    if (this.#header === undefined) throw badHeader(says);
    this.#number += 1;
    const row = badRow(this.#number, this.#place, says, hint);
    this.#line += 1;
    this.#sheetRow += 1;
    return row;
  }
}

// A quote that is not closed holds back up to a megabyte.
const pieceLength = 64 * 1024;

const unclosedAtEnd = 'has a quote that is not closed';
const brokenQuote = 'has a quote that is not closed, or text after a closing quote';
const unclosed = (last: boolean): string =>
  last ? unclosedAtEnd : 'has a quote that is not closed within 1 MB';

/** Databases write NULL or \N for a missing value. */
const cellOf = (cell: string | undefined): string | undefined =>
  cell === 'NULL' || cell === '\\N' ? undefined : cell;

function cellsProblem(place: Place, cells: readonly string[], { names }: Header): RowProblem | undefined {
  if (cells.length !== names.length)
    return unreadable(
      place,
      `has ${counted(cells.length, 'cell')}, but the header has ${String(names.length)}`,
      'Put a cell in quotes if it contains the delimiter or a line break.',
    );
  if (cells.some((cell) => cell.includes('\0')))
    return unreadable(place, 'contains a NUL byte', 'Remove the NUL byte.');
  return cells.some(holdsNotUtf8)
    ? unreadable(place, 'is not UTF-8 text', 'Save the file as UTF-8.')
    : undefined;
}

/** The first record: which column has which field, and its name in the output. */
interface Header {
  /** As they came, made unique. */
  readonly names: readonly string[];
  readonly taken: ReadonlySet<string>;
  readonly shape: Shape;
}

/** @throws {PvgError} if rows cannot be read with this header */
function readHeader(cells: readonly string[], settings: RowSettings): Header {
  const names = cells.map((cell) => cell.trim());
  if (cells.some((cell) => cell.includes('\0') || holdsNotUtf8(cell)))
    throw badHeader('contains bytes that are not UTF-8 text');
  refuseTwice(names);
  for (const [field, column] of settings.map)
    if (!names.includes(column.trim()))
      throw wrongUsage(
        `--map ${field} names a column that the header does not have. Nothing was sent.`,
        `${namesListed(names, 'column')} Write the name exactly as in the header.`,
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
        `Columns ${String(first + 1)} and ${String(at + 1)} of the header have the same name.`,
        'Rename one of them.',
      );
    places.set(name, at);
  });
}

/** A unique name for a cell that the header does not name. */
function nameFor(at: number, taken: ReadonlySet<string>): string {
  let name = `column ${String(at + 1)}`;
  while (taken.has(name)) name += ' (no name)';
  return name;
}

const badHeader = (says: string): Error =>
  wrongInput(
    `The header ${says}.`,
    'The first line must name the columns, for example `receipt,product_id,package`.',
  );

/** A row's cells as JSON, as the output has them. */
const inputOf = ({ names, taken }: Header, cells: readonly string[]): string =>
  `{${cells
    .map(
      (cell, at) => `${printString(names[at] ?? nameFor(at, taken))}:${printString(withReplacements(cell))}`,
    )
    .join(',')}}`;
