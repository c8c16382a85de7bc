import { JsonNumber, JsonObject, type Json } from '../text/json/json.js';
import { parseJson } from '../text/json/parse.js';
import { printJson } from '../text/json/print.js';
import { visible } from '../text/visible.js';
import type { WrittenRow } from './done-rows.js';
import { shownName, type InputColumns } from './input-columns.js';
import type { Result } from './result.js';

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
export const headerStart = `${rowColumn},"`;

export const csvHeader = ({ names, other }: InputColumns): string =>
  line([
    rowColumn,
    ...names.map((name) => text(inputMark + name)),
    ...ofResult,
    ...(other ? [otherColumn] : []),
  ]);

/** The input's columns by a header that was written before; undefined for one that pvg did not write. */
export function columnsOfHeader(cells: readonly string[]): InputColumns | undefined {
  const other = cells.at(-1) === otherColumn;
  const resultEnd = cells.length - (other ? 1 : 0);
  const named = cells.slice(1, resultEnd - ofResult.length);
  const isOurs =
    cells[0] === rowColumn &&
    cells.slice(resultEnd - ofResult.length, resultEnd).join('\n') === ofResult.join('\n') &&
    named.every((cell) => cell.startsWith(inputMark));
  return isOurs ? { names: named.map((cell) => cell.slice(inputMark.length)), other } : undefined;
}

/** A record of an output: what resuming asks of it; undefined for one that pvg did not write. */
export function recordOf(cells: readonly string[], { names, other }: InputColumns): WrittenRow | undefined {
  const resultAt = 1 + names.length;
  if (cells.length !== resultAt + ofResult.length + (other ? 1 : 0)) return undefined;
  const result = (name: string): string => cells[resultAt + ofResult.indexOf(name)] ?? '';
  const ofInput = [...cells.slice(1, resultAt), ...(other ? cells.slice(-1) : [])];
  return {
    row: Number(cells[0]),
    exit: Number(result('exit')),
    key: keyOf(ofInput),
    counts: result('verdict.id') || result('error.code') || 'unknown',
    wasBroken: ofInput.every((cell) => cell === ''),
  };
}

export function csvLine(result: Result, inputColumns: InputColumns): string {
  const answer = parseJson(result.answer);
  const verdict = parseJson(result.verdict);
  const error = parseJson(result.error);
  const { named, rest } = inputCells(result.input, inputColumns);
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

/** The cells of the input as they stand in the output. */
function inputCells(
  input: string,
  { names, other }: InputColumns,
): { readonly named: readonly string[]; readonly rest: readonly string[] } {
  const json = parseJson(input);
  const members = json instanceof JsonObject ? json.members : [];
  if (!other) {
    const named = names.map((name) => cell(json instanceof JsonObject ? json.get(name) : undefined));
    return { named, rest: [] };
  }
  // Of a member that stands twice the last has the column.
  const values = new Map(members.map(([name, value], at) => [shownName(name), { value, at }]));
  const taken = new Set(names.map((name) => values.get(name)?.at));
  const rest = members.filter((_, at) => !taken.has(at));
  return {
    named: names.map((name) => cell(values.get(name)?.value)),
    rest: [rest.length === 0 ? '' : text(printJson(new JsonObject(rest)))],
  };
}

/** What a row is known again by: its cells as somebody reads them in the output. */
export function inputKey(input: string, columns: InputColumns): string {
  const { named, rest } = inputCells(input, columns);
  return keyOf(
    [...named, ...rest].map((shown) =>
      shown.startsWith('"') ? shown.slice(1, -1).replaceAll('""', '"') : shown,
    ),
  );
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
