import { JsonNumber, JsonObject, type Json } from '../json/json.js';
import { parseJson } from '../json/parse.js';
import { printJson } from '../json/print.js';
import { visible } from '../output/visible.js';
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

export const csvHeader = (inputColumns: readonly string[]): string =>
  line([
    'row',
    ...inputColumns.map((name) => text(`input.${name}`)),
    'ok',
    'exit',
    ...verdictColumns.map((name) => `verdict.${name}`),
    ...ofAnswer.map(([name]) => name),
    ...errorColumns.map((name) => `error.${name}`),
    'answer',
  ]);

export function csvLine(result: Result, inputColumns: readonly string[]): string {
  const answer = parseJson(result.answer);
  const verdict = parseJson(result.verdict);
  const error = parseJson(result.error);
  return line([
    String(result.row),
    ...inputCells(result.input, inputColumns),
    String(result.ok),
    String(result.exit),
    ...verdictColumns.map((name) => cell(at(verdict, [name]))),
    ...ofAnswer.map(([, path]) => cell(at(answer, path))),
    ...errorColumns.map((name) => cell(at(error, [name]))),
    answer === null ? '' : text(result.answer),
  ]);
}

/** The cells of the input as they stand in the output. */
function inputCells(input: string, columns: readonly string[]): string[] {
  const members = parseJson(input);
  return columns.map((name) => cell(members instanceof JsonObject ? members.get(name) : undefined));
}

/** What a row is known again by: its cells as somebody reads them in the output. */
export const inputKey = (input: string, columns: readonly string[]): string =>
  keyOf(
    inputCells(input, columns).map((shown) =>
      shown.startsWith('"') ? shown.slice(1, -1).replaceAll('""', '"') : shown,
    ),
  );

export const keyOf = (cells: readonly string[]): string => cells.join('\u0001');

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
  const shown = guarded.split('\n').map(visible).join('\n');
  return `"${shown.replaceAll('"', '""')}"`;
};
