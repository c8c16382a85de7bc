import type { Found, OutputForm, RowSource } from './format.js';
import { adviceNamed } from '../service/policy.js';
import { JsonNumber, JsonObject, type Json } from '../text/json/json.js';
import { parseJson } from '../text/json/parse.js';
import { printJson } from '../text/json/print.js';
import { visible } from '../text/visible.js';
import { readRecord } from './csv-record.js';
import { resultJson, type Result } from './result.js';

/**
 * Flat rows for a spreadsheet. A cell that a spreadsheet would take for a formula gets a `'` before it, which changes
 * its bytes: only NDJSON output is lossless.
 */

type Path = readonly (string | number)[];

const ofTransaction = [
  ...['purchase_state', 'purchase_date_ms', 'quantity', 'region_code', 'acknowledgement_state'],
  ...['found', 'tx_mgmt_id', 'last_error_code', 'recorded_for_this_game'].map((name) => `gateway.${name}`),
];

const column = (...path: readonly string[]): readonly [string, Path] => [path.join('.'), path];

const anomaliesColumn = 'anomalies';

/** Where each column finds its value in the result as JSON. The complete answer comes last. */
const ofResult: ReadonlyMap<string, Path> = new Map([
  column('ok'),
  column('exit'),
  column('advice'),
  column('at'),
  column('call_id'),
  ...['os', 'product_id', 'package', 'receipt', 'order_id'].map((name) => column('purchase', name)),
  column('verdict', 'id'),
  column('answer', 'order_id'),
  column('answer', 'found'),
  ...ofTransaction.map((name): [string, Path] => [
    `answer.${name}`,
    ['answer', 'transactions', 0, ...name.split('.')],
  ]),
  column('answer', 'status'),
  column('answer', 'error'),
  column(anomaliesColumn),
  ...['code', 'says', 'section'].map((name) => column('error', name)),
]);
const rowColumn = 'row';
const inputMark = 'input.';
const answerColumn = 'answer';
/** One JSON object with the members of a row that have no column of their own. */
const otherColumn = 'input_other';

/**
 * The columns that repeat the input. Without a header each row may have different members: those of the first rows get
 * a column each, and one more column takes all others.
 */
interface Columns {
  readonly names: readonly string[];
  /** Whether there is a column for members without their own. */
  readonly other: boolean;
}

/** @param excel begin with a byte order mark, so that spreadsheets detect UTF-8, and use the delimiter of the input */
export function csvOutput(
  { format, columns, first, delimiter = ',' }: RowSource,
  excel: boolean,
): OutputForm {
  const layout = excel ? { start: bom, delimiter } : { start: '', delimiter: ',' };
  if (format.hasHeader) return new CsvOutput({ names: columns, other: false }, layout);
  const names = new Set(columns.map(shownName));
  for (const row of first) for (const [name] of membersOf(row.input)) names.add(shownName(name));
  return new CsvOutput({ names: [...names], other: true }, layout);
}

const membersOf = (input: string): JsonObject['members'] => {
  const json = parseJson(input);
  return json instanceof JsonObject ? json.members : [];
};

/** A name as the header shows it. */
const shownName = (name: string): string => name.split('\n').map(visible).join('\n');

/** How the file begins and separates its cells. */
interface Layout {
  readonly start: string;
  readonly delimiter: string;
}

const bom = '\ufeff';

class CsvOutput implements OutputForm {
  readonly header: string;
  /** The columns of the header that is already in the output. */
  #found: Columns | undefined;

  constructor(
    private readonly fresh: Columns,
    /** A resumed output keeps its own layout. */
    private layout: Layout,
  ) {
    this.header = this.#headerIn(layout);
  }

  #headerIn({ start, delimiter }: Layout): string {
    const cells = headerCells(this.fresh).map((name) => (name.startsWith(inputMark) ? text(name) : name));
    return start + line(cells, delimiter);
  }

  line(result: Result): string {
    const { unusual } = result;
    const json = parseJson(resultJson(result));
    const { named, rest } = inputCells(result.input, this.#columns);
    const cells = Array.from(ofResult, ([name, path]) =>
      cell(name === anomaliesColumn ? unusual || null : at(json, path)),
    );
    const answer = result.answer === 'null' ? '' : text(result.answer);
    return line([String(result.row), ...named, ...cells, answer, ...rest], this.layout.delimiter);
  }

  /** The cells as a reader of the output gets them. */
  keyOf(input: string): string {
    const { named, rest } = inputCells(input, this.#columns);
    return keyOf(
      [...named, ...rest].map((shown) =>
        shown.startsWith('"') ? shown.slice(1, -1).replaceAll('""', '"') : shown,
      ),
    );
  }

  couldBegin(text: string): boolean {
    if (this.#found !== undefined) return true;
    const { delimiter } = (this.layout = layoutOf(text, this.layout));
    const headerStart = `${rowColumn}${delimiter}"`;
    return this.fresh.other
      ? headerStart.startsWith(withoutBom(text).slice(0, headerStart.length))
      : this.#headerIn(this.layout).startsWith(text);
  }

  next(text: string, at: number): Found | undefined | 'foreign' {
    if (this.#found === undefined) this.layout = layoutOf(text, this.layout);
    const { delimiter, start } = this.layout;
    const record = readRecord(text, at + (this.#found === undefined ? start.length : 0), {
      delimiter,
      newline: '\n',
    });
    if (record === 'broken') return 'foreign';
    if (typeof record === 'string') return undefined;
    const { cells, end } = record;
    if (this.#found !== undefined) return rowOf(cells, end, this.#found) ?? 'foreign';
    // Without a header the first rows of the output may have had other members than now.
    if (this.fresh.other) this.#found = columnsOfHeader(cells);
    else if (text.slice(at, end) === this.#headerIn(this.layout)) this.#found = this.fresh;
    return this.#found === undefined ? 'foreign' : { end, row: undefined };
  }

  get #columns(): Columns {
    return this.#found ?? this.fresh;
  }
}

const headerCells = ({ names, other }: Columns): string[] => [
  rowColumn,
  ...names.map((name) => inputMark + name),
  ...ofResult.keys(),
  answerColumn,
  ...(other ? [otherColumn] : []),
];

/** undefined for a header that pvg did not write. */
function columnsOfHeader(cells: readonly string[]): Columns | undefined {
  const named = cells.slice(1, 1 - headerCells({ names: [], other: true }).length);
  const columns = { names: named.map((name) => name.slice(inputMark.length)), other: true };
  return headerCells(columns).join('\n') === cells.join('\n') ? columns : undefined;
}

/** undefined for a record that pvg did not write. */
function rowOf(cells: readonly string[], end: number, columns: Columns): Found | undefined {
  const header = headerCells(columns);
  if (cells.length !== header.length) return undefined;
  const resultAt = 1 + columns.names.length;
  const result = (name: string): string => cells[header.indexOf(name, resultAt)] ?? '';
  const ofInput = [...cells.slice(1, resultAt), ...(columns.other ? cells.slice(-1) : [])];
  return {
    end,
    row: {
      row: Number(cells[0]),
      exit: Number(result('exit')),
      key: keyOf(ofInput),
      counts: result('verdict.id') || result('error.code') || 'unknown',
      advice: adviceNamed(result('advice')),
      orderId: result('answer.order_id') || null,
      unusual: result(anomaliesColumn),
      wasBroken: ofInput.every((shown) => shown === ''),
    },
  };
}

/** The cells of the input as the output has them. */
function inputCells(
  input: string,
  { names, other }: Columns,
): { readonly named: readonly string[]; readonly rest: readonly string[] } {
  const members = membersOf(input);
  // If a member appears twice, the last one gets the column.
  const values = new Map(members.map(([name, value], at) => [other ? shownName(name) : name, { value, at }]));
  const taken = new Set(names.map((name) => values.get(name)?.at));
  const rest = members.filter((_, at) => !taken.has(at));
  return {
    named: names.map((name) => cell(values.get(name)?.value)),
    rest: other ? [rest.length === 0 ? '' : text(printJson(new JsonObject(rest)))] : [],
  };
}

const keyOf = (cells: readonly string[]): string => cells.join('\u0001');

const line = (cells: readonly string[], delimiter: string): string => `${cells.join(delimiter)}\r\n`;

const withoutBom = (text: string): string => text.replace(/^\ufeff/, '');

/** The layout of an output, from the start of its header. */
function layoutOf(text: string, otherwise: Layout): Layout {
  const own = withoutBom(text);
  const start = own === text && text !== '' ? '' : bom;
  const delimiter = own.startsWith(rowColumn) ? own[rowColumn.length] : undefined;
  return { start: text === '' ? otherwise.start : start, delimiter: delimiter ?? otherwise.delimiter };
}

function at(json: Json, path: Path): Json | undefined {
  let value: Json | undefined = json;
  for (const step of path) {
    if (typeof step === 'number') value = Array.isArray(value) ? value[step] : undefined;
    else value = value instanceof JsonObject ? value.get(step) : undefined;
  }
  return value;
}

const plainNumber = /^-?\d+(\.\d+)?$/;
/** A number in every spreadsheet, never a formula. */
const anyNumber = /^-?\d+([.,]\d+)?(e[+-]?\d+)?$/i;

function cell(value: Json | undefined): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'boolean') return String(value);
  if (value instanceof JsonNumber) return plainNumber.test(value.source) ? value.source : text(value.source);
  return text(typeof value === 'string' ? value : printJson(value));
}

/** Characters that may begin a formula in a spreadsheet, also full-width ones, and after white space. */
const formula = /^[\s\uFEFF]*[=+\-@\t\r\n＝＋－＠]/u;

const text = (given: string): string => {
  const guarded = formula.test(given) && !anyNumber.test(given) ? `'${given}` : given;
  // Quotes allow line breaks inside a cell; other control characters are made visible.
  const shown = guarded
    .split(/\r\n?|\n/)
    .map(visible)
    .join('\n');
  return `"${shown.replaceAll('"', '""')}"`;
};
