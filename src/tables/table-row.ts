import { escapeUnsafe } from '../text/json/json.js';
import { fingerprintOfCells, fingerprintOfJson } from './fingerprint.js';

export interface RowContent<Field extends string> {
  /** What the row has: texts and numbers; an empty one, `NULL` and `\N` are missing. Ids are cleaned, all else unchanged. */
  readonly values: RowValues<Field>;
  /** The text of a JSON object, or the cells of a CSV. */
  readonly source: string | readonly string[];
  /** The name of each cell as JSON, with the colon: `"order_id":`. Empty for a row that is a JSON object. */
  readonly jsonNames: readonly string[];
  /** Why it cannot be read, as a clause: `has 3 cells, but the header has 4`. */
  readonly problem?: string | undefined;
  /** The text of the row as it stands in the file; it may end with a carriage return. */
  readonly written: string;
}

/** One row. A class, not a literal, so that V8 frees it early: see `CsvRecord`. */
export class TableRow<Field extends string> {
  readonly values: RowValues<Field>;
  readonly problem: string | undefined;
  private readonly source: string | readonly string[];
  private readonly jsonNames: readonly string[];
  readonly #written: string;

  /**
   * @param line of the file on which it begins, from 1
   * @param sheetRow the number that a spreadsheet shows; of a CSV alone
   */
  constructor(
    readonly line: number,
    readonly sheetRow: number | undefined,
    { values, source, jsonNames, problem, written }: RowContent<Field>,
  ) {
    this.values = values;
    this.problem = problem;
    this.source = source;
    this.jsonNames = jsonNames;
    this.#written = written;
  }

  /** For people: `Spreadsheet row 17 (line 18 of the file)`. */
  get place(): string {
    const { line, sheetRow } = this;
    return sheetRow === undefined
      ? `Line ${line}`
      : `Spreadsheet row ${sheetRow} (line ${line} of the file)`;
  }

  /** Two rows have one fingerprint if they are equal in every column, also in those that give no field. */
  get fingerprint(): number {
    const { source } = this;
    return typeof source === 'string' ? fingerprintOfJson(source) : fingerprintOfCells(source);
  }

  /** Whether the line of NDJSON is not a JSON object: `readJsonRows` gives `null` as the text of such a line. */
  get isBrokenJson(): boolean {
    return this.source === 'null';
  }

  /** The text of the row as it stands in the file, without its line break. A JSON object of several lines is put on one. */
  asWritten(): string {
    const text = this.#written.endsWith('\r') ? this.#written.slice(0, -1) : this.#written;
    return typeof this.source === 'string' ? text.replace(/\r?\n/g, ' ') : text;
  }

  /** The whole row as it came, as JSON on one line. */
  inputJson(): string {
    const { source, jsonNames } = this;
    // In JSON a tab or a line break can only be between values.
    if (typeof source === 'string') return escapeUnsafe(source.replace(/[\t\r\n]/g, ' ').trim());
    const members = source.map(
      (cell, index) => (jsonNames[index] ?? `"column ${index + 1}":`) + JSON.stringify(cell),
    );
    return escapeUnsafe(`{${members.join(',')}}`);
  }
}

export type RowValues<Field extends string> = Readonly<Partial<Record<Field, string>>>;
