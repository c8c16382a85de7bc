import { JsonNumber, JsonObject, type Json } from '../text/json/json.js';
import { parseJson } from '../text/json/parse.js';
import { printJson } from '../text/json/print.js';
import { visible } from '../text/visible.js';
import { readRecord, type CsvForm } from './csv-record.js';
import type { Found, OutputForm } from './formats.js';
import type { Result } from './result.js';
import { startingWith, type Row, type RowSource } from './row.js';

/**
 * The rows flat, for a spreadsheet. A cell that a spreadsheet would take for a formula gets a `'` before it, which
 * changes its bytes: the NDJSON is the lossless output.
 */

const ofAnswer: readonly (readonly [column: string, path: readonly (string | number)[]])[] = [
  ['answer.order_id', ['order_id']],
  ['answer.found', ['found']],
  ['answer.purchase_state', ['transactions', 0, 'purchase_state']],
  ['answer.purchase_date_ms', ['transactions', 0, 'purchase_date_ms']],
  ['answer.quantity', ['transactions', 0, 'quantity']],
  ['answer.region_code', ['transactions', 0, 'region_code']],
  ['answer.acknowledgement_state', ['transactions', 0, 'acknowledgement_state']],
  ['answer.gateway.found', ['transactions', 0, 'gateway', 'found']],
  ['answer.gateway.tx_mgmt_id', ['transactions', 0, 'gateway', 'tx_mgmt_id']],
  ['answer.gateway.last_error_code', ['transactions', 0, 'gateway', 'last_error_code']],
  ['answer.gateway.recorded_for_this_game', ['transactions', 0, 'gateway', 'recorded_for_this_game']],
  ['answer.status', ['status']],
  ['answer.error', ['error']],
];

const verdictColumns = ['id', 'says', 'next'] as const;
const errorColumns = ['code', 'says', 'hint', 'section'] as const;

const ofResult: readonly string[] = [
  'ok',
  'exit',
  ...verdictColumns.map((name) => `verdict.${name}`),
  ...ofAnswer.map(([name]) => name),
  ...errorColumns.map((name) => `error.${name}`),
  'answer',
];
const rowColumn = 'row';
const inputMark = 'input.';
/** Holds, as one JSON object, the members of a row that have no column of their own. */
const otherColumn = 'input_other';
/** What every header begins with. */
const headerStart = `${rowColumn},"`;

/**
 * The columns that repeat the input. Without a header rows may each have other members: those of the first rows get a
 * column, and one more column takes what later rows have besides.
 */
interface Columns {
  readonly names: readonly string[];
  /** Whether there is the column for what has none of its own. */
  readonly other: boolean;
}

const rowsLookedAt = 1_000;

export async function csvOutput(input: RowSource): Promise<{ form: OutputForm; input: RowSource }> {
  if (input.format.hasHeader) return { form: new CsvOutput({ names: input.columns, other: false }), input };
  const names = new Set(input.columns.map(shownName));
  const taken: Row[] = [];
  // A pipe may be slow: what is there must do.
  const enough = input.bytes === undefined ? 1 : rowsLookedAt;
  while (taken.length < enough) {
    const next = await input.rows.next();
    if (next.done === true) break;
    for (const row of next.value) taken.push(row);
  }
  for (const row of taken.slice(0, rowsLookedAt))
    for (const [name] of membersOf(row.input)) names.add(shownName(name));
  return {
    form: new CsvOutput({ names: [...names], other: true }),
    input: { ...input, rows: startingWith([taken], input.rows) },
  };
}

const membersOf = (input: string): JsonObject['members'] => {
  const json = parseJson(input);
  return json instanceof JsonObject ? json.members : [];
};

/** A name as it stands in the header. */
const shownName = (name: string): string => name.split('\n').map(visible).join('\n');

const form: CsvForm = { delimiter: ',', newline: '\n' };

class CsvOutput implements OutputForm {
  readonly header: string;
  /** Of the header that the output has already. */
  #found: Columns | undefined;

  constructor(private readonly fresh: Columns) {
    this.header = headerOf(fresh);
  }

  line(result: Result): string {
    const answer = parseJson(result.answer);
    const verdict = parseJson(result.verdict);
    const error = parseJson(result.error);
    const { named, rest } = inputCells(result.input, this.#columns);
    return line([
      String(result.row),
      ...named,
      String(result.ok),
      String(result.exit),
      ...verdictColumns.map((name) => cell(at(verdict, [name]))),
      ...ofAnswer.map(([, path]) => cell(at(answer, path))),
      ...errorColumns.map((name) => cell(at(error, [name]))),
      answer === null ? '' : text(result.answer),
      ...rest,
    ]);
  }

  /** Its cells as somebody reads them in the output. */
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
    return this.fresh.other
      ? headerStart.startsWith(text.slice(0, headerStart.length))
      : this.header.startsWith(text);
  }

  next(text: string, at: number): Found | undefined | 'foreign' {
    const record = readRecord(text, at, form);
    if (record === 'broken') return 'foreign';
    if (typeof record === 'string') return undefined;
    const { cells, end } = record;
    if (this.#found !== undefined) return rowOf(cells, end, this.#found) ?? 'foreign';
    this.#found = this.#columnsOf(cells, text.slice(at, end));
    return this.#found === undefined ? 'foreign' : { end, row: undefined };
  }

  get #columns(): Columns {
    return this.#found ?? this.fresh;
  }

  /** Where there is a column for all others, the output may have had other columns for the first rows. */
  #columnsOf(header: readonly string[], text: string): Columns | undefined {
    if (!this.fresh.other) return text === this.header ? this.fresh : undefined;
    const found = columnsOfHeader(header);
    return found?.other === true ? found : undefined;
  }
}

const headerOf = ({ names, other }: Columns): string =>
  line([
    rowColumn,
    ...names.map((name) => text(inputMark + name)),
    ...ofResult,
    ...(other ? [otherColumn] : []),
  ]);

/** undefined for a header that pvg did not write. */
function columnsOfHeader(cells: readonly string[]): Columns | undefined {
  const other = cells.at(-1) === otherColumn;
  const resultEnd = cells.length - (other ? 1 : 0);
  const named = cells.slice(1, resultEnd - ofResult.length);
  const isOurs =
    cells[0] === rowColumn &&
    cells.slice(resultEnd - ofResult.length, resultEnd).join('\n') === ofResult.join('\n') &&
    named.every((cell) => cell.startsWith(inputMark));
  return isOurs ? { names: named.map((cell) => cell.slice(inputMark.length)), other } : undefined;
}

/** undefined for a record that pvg did not write. */
function rowOf(cells: readonly string[], end: number, { names, other }: Columns): Found | undefined {
  const resultAt = 1 + names.length;
  if (cells.length !== resultAt + ofResult.length + (other ? 1 : 0)) return undefined;
  const result = (name: string): string => cells[resultAt + ofResult.indexOf(name)] ?? '';
  const ofInput = [...cells.slice(1, resultAt), ...(other ? cells.slice(-1) : [])];
  return {
    end,
    row: {
      row: Number(cells[0]),
      exit: Number(result('exit')),
      key: keyOf(ofInput),
      counts: result('verdict.id') || result('error.code') || 'unknown',
      wasBroken: ofInput.every((cell) => cell === ''),
    },
  };
}

/** The cells of the input as they stand in the output. */
function inputCells(
  input: string,
  { names, other }: Columns,
): { readonly named: readonly string[]; readonly rest: readonly string[] } {
  const members = membersOf(input);
  // Of a member that stands twice the last has the column.
  const values = new Map(members.map(([name, value], at) => [other ? shownName(name) : name, { value, at }]));
  const taken = new Set(names.map((name) => values.get(name)?.at));
  const rest = members.filter((_, at) => !taken.has(at));
  return {
    named: names.map((name) => cell(values.get(name)?.value)),
    rest: other ? [rest.length === 0 ? '' : text(printJson(new JsonObject(rest)))] : [],
  };
}

const keyOf = (cells: readonly string[]): string => cells.join('\u0001');

const line = (cells: readonly string[]): string => `${cells.join(',')}\r\n`;

function at(json: Json, path: readonly (string | number)[]): Json | undefined {
  let value: Json | undefined = json;
  for (const step of path) {
    if (typeof step === 'number') value = Array.isArray(value) ? value[step] : undefined;
    else value = value instanceof JsonObject ? value.get(step) : undefined;
  }
  return value;
}

const plainNumber = /^-?\d+(\.\d+)?$/;

function cell(value: Json | undefined): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'boolean') return String(value);
  if (value instanceof JsonNumber) return plainNumber.test(value.source) ? value.source : text(value.source);
  return text(typeof value === 'string' ? value : printJson(value));
}

/** What a spreadsheet may begin a formula with, full-width forms included, also behind white space. */
const formula = /^[\s\uFEFF]*[=+\-@\t\r\n＝＋－＠]/u;

const text = (given: string): string => {
  const guarded = formula.test(given) ? `'${given}` : given;
  // Line ends inside a cell are what CSV quotes are for; other controls serve nobody.
  const shown = guarded
    .split(/\r\n?|\n/)
    .map(visible)
    .join('\n');
  return `"${shown.replaceAll('"', '""')}"`;
};
