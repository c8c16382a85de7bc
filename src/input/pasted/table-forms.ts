import { Buffer } from 'node:buffer';
import { brokenMark } from './broken-mark.js';
import { splitCells, type Delimiter, findDelimiters, isTableRule } from './cells.js';
import { isPlainWord } from './plain-words.js';
import { fromRowsAlone } from './rows-alone.js';
import { findRoleOfLabel } from './store-names.js';
import { isTextBelow, splitWords } from './text-below.js';

/**
 * Layers that rewrite tables as lines of names and values: rows of a CSV, a table of a chat, what PHP prints. A value gets
 * quotes if the table shows that it is whole. A value that may have lost a part gets the `brokenMark`, so that it is never
 * looked up as a receipt.
 */

/** JSON from a cell of a CSV, where each quote is doubled: `{""orderId"": …}`. Somebody may have copied the cell alone. */
export function fromDoubledQuotes(text: string): string[] {
  const hasJsonOfCell = /[{[]\s*""/.test(text);
  return hasJsonOfCell ? [text.replaceAll('""', '"')] : [];
}

/** A chat puts a backslash before an underscore; JSON has no such escape. */
export function fromMarkdownEscapes(text: string): string[] {
  if (!/(?<!\\)\\_/.test(text)) return [];
  // Not the backslash before a bar in a row of a table: a bare bar would begin another cell.
  const bare = text.replace(/^.*$/gm, (line) =>
    line.replace(markdownRow.test(line) ? escapedMark : escapedMarkOrBar, '$1'),
  );
  return [bare];
}

const markdownRow = /^\s*\|.*(?<!\\)\|\s*$/;
const escapedMark = /(?<!\\)\\([_*~])/g;
const escapedMarkOrBar = /(?<!\\)\\([_*~|])/g;

/** `| order id | GPA.… |`, or a header and rows below it. */
export function fromMarkdownTable(text: string): string[] {
  const rows = text
    .split(/\r?\n/)
    .filter((line) => markdownRow.test(line))
    .map((line) => line.trim().slice(1, -1).split(bareBar).map(readMarkdownCell));
  // Without the rule `| --- | :-: |` below a header.
  const namesAndValues = rows.filter((row) => !row.every((cell) => /^:?-*:?$/.test(cell)));
  return tableToText(namesAndValues);
}

/** `a\|b` is one cell. */
const bareBar = /(?<!\\)\|/;

function readMarkdownCell(cell: string): string {
  const bare = cell.trim().replace(/\\([_*~|])/g, '$1');
  return /^(`|\*\*)(.*)\1$/.exec(bare)?.[2] ?? bare;
}

/** A longer table is for `pvg batch`, not for one look-up. */
const mostRows = 200;

/** Rows with commas, semicolons, tabs or bars between the cells, below a header or without one. */
export function fromDelimitedRows(text: string): string[] {
  const lines = text.split(/\r?\n/);
  const rewrittenText = rewriteTableAmongLines(lines);
  if (rewrittenText !== undefined) return [rewrittenText];
  const rewrittenTable = rewriteTableAlone(lines.filter((line) => line.trim() !== ''));
  // Without a header, only the form of each cell says what it is.
  return rewrittenTable ?? fromRowsAlone(text);
}

/** Reads lines that are a table and nothing else; undefined if they are no table with a header. */
function rewriteTableAlone(lines: readonly string[]): string[] | undefined {
  const [header = ''] = lines;
  const [delimiter] = findDelimiters(header);
  if (lines.length > mostRows || delimiter === undefined || isBar(delimiter)) return undefined;
  const rows = lines.map((line) => splitCells(line, delimiter));
  const areEqual = rows.every(({ length }) => length === rows[0]?.length);
  // With commas, a colon shows a sentence or a log. With tabs, it may be the colon of a time.
  const marksOfOtherText = header.includes('\t') ? /[{}]/ : /[{}:]/;
  if (marksOfOtherText.test(header) || !areEqual) return undefined;
  const texts = tableToText(rows);
  return texts.length === 0 ? undefined : texts;
}

/** `: "…"`: JSON that was broken between a name and its value is no row of a table. */
const isRestOfMember = (cell: string): boolean => cell.trimStart().startsWith(':');

/**
 * The text with its first table as lines of names and values. undefined for a text without such a table, and for a table alone,
 * which `rewriteTableAlone` reads. That function does not know the rule below a header: such a table is read here.
 */
function rewriteTableAmongLines(lines: readonly string[]): string | undefined {
  const table = locateTable(lines);
  if (table === undefined) return undefined;
  const { header, above, rows, below } = table;
  const isTableAlone = [...above, ...below].every((line) => line.trim() === '');
  if (isTableAlone && !header.hasRuleBelow) return undefined;
  if (rows.length === 0 || rows.length > mostRows) return undefined;
  if (rows.some(({ cells }) => cells.some(isRestOfMember))) return undefined;
  const tableText = rows.map(({ cells }) => rowToText(header.names, cells)).join('\n\n');
  const markedText = lastRowMayBeCut(table)
    ? tableText.replace(/"\n*$/, `${brokenMark}"`)
    : tableText;
  return [...above, '', markedText, '', ...below].join('\n');
}

interface WrittenRow {
  /** The row as it stands in the text. */
  readonly line: string;
  readonly cells: readonly string[];
}

interface LocatedTable {
  readonly header: Header;
  readonly rows: readonly WrittenRow[];
  /** The lines above the table. */
  readonly above: readonly string[];
  readonly below: readonly string[];
}

function locateTable(lines: readonly string[]): LocatedTable | undefined {
  const start = lines.findIndex((line, index) => readHeader(line, lines[index + 1]));
  const header = readHeader(lines[start] ?? '', lines[start + 1]);
  if (header === undefined) return undefined;
  const linesBelow = lines.slice(start + (header.hasRuleBelow ? 2 : 1));
  const rows = readRowsBelow(header, linesBelow);
  return { header, rows, above: lines.slice(0, start), below: linesBelow.slice(rows.length) };
}

/** The rows below a header, up to the first line that is not a row of this table. */
function readRowsBelow({ delimiter, names }: Header, lines: readonly string[]): WrittenRow[] {
  const rows = lines.map((line) => ({ line, cells: splitCells(line, delimiter) }));
  const end = rows.findIndex(
    ({ line, cells }) => cells.length !== names.length || isSentence(line),
  );
  return end === -1 ? rows : rows.slice(0, end);
}

/** Whether the last cell of the table may have been broken. */
function lastRowMayBeCut({ rows, below }: LocatedTable): boolean {
  const last = rows.at(-1);
  if (/"\s*$/.test(last?.line ?? '')) return false;
  const next = below.find((line) => line.trim() !== '') ?? '';
  return next !== '' && !isTextBelow(last?.cells.at(-1) ?? '', next);
}

/** Whether a line with commas is a sentence, such as `Thanks, all the best, Mai`. A row of purchases has an id or a package. */
function isSentence(line: string): boolean {
  const words = splitWords(line);
  return words.length > 1 && words.every(isPlainWord);
}

interface Header {
  readonly names: readonly string[];
  readonly delimiter: Delimiter;
  readonly hasRuleBelow: boolean;
}

/**
 * A header: a line of names, one of them that of the receipt. With bars it needs a rule (`---|---`) below it, because
 * a bar may also stand between a single name and its value.
 */
function readHeader(line: string, below = ''): Header | undefined {
  const [delimiter] = findDelimiters(line);
  const hasRuleBelow = isTableRule(below);
  if (delimiter === undefined || (isBar(delimiter) && !hasRuleBelow)) return undefined;
  const names = splitCells(line.trim(), delimiter);
  const areNames = names.every((name) => /^\p{L}[\p{L}\p{M}\w .-]{0,30}$/u.test(name));
  return areNames && names.some(isReceiptColumn) ? { names, delimiter, hasRuleBelow } : undefined;
}

function isBar([character]: Delimiter): boolean {
  return character === '|';
}

/** Whether a column has the receipts. A table of purchases is recognized by this column. */
function isReceiptColumn(name: string): boolean {
  return findRoleOfLabel(name) === 'receipt';
}

/** One text for a header with rows below it, or for two columns of names and values; no text for another table. */
function tableToText(rows: readonly (readonly string[])[]): string[] {
  const [header = [], ...rowsBelow] = rows;
  if (header.some(isReceiptColumn) && rowsBelow.length > 0) {
    return [rowsBelow.map((row) => rowToText(header, row)).join('\n\n')];
  }
  const isVertical = rows.length > 1 && rows.every((row) => row.length === 2);
  if (!isVertical || !rows.some(([name = '']) => isReceiptColumn(name))) return [];
  const names = rows.map(([name = '']) => name);
  const values = rows.map(([, value = '']) => value);
  return [rowToText(names, values)];
}

function rowToText(names: readonly string[], values: readonly string[]): string {
  return names.map((name, index) => cellToText(name, values[index] ?? '')).join('\n');
}

/**
 * A cell as a line: `orderId: "GPA.…"`. Empty for a cell with blanks, which no value of a purchase has. A cell with a quote
 * inside is marked as broken.
 */
function cellToText(name: string, value: string): string {
  if (value === '' || /\s/.test(value)) return '';
  const label = name.replaceAll('_', ' ');
  return /["'`]/.test(value) ? `${label}: ${value}${brokenMark}` : `${label}: "${value}"`;
}

/** A line of `print_r`: `[orderId] => GPA.…`. */
const printedByPhp = /^[ \t]*\[(\w+)\][ \t]*=>[ \t]*(\S+)[ \t]*$/;
/** A member of `var_dump`: `["orderId"]=> string(24) "GPA.…"`. */
const dumpedByPhp = /\["(\w+)"\]=>\s*string\((\d+)\) "([^"\r\n]*)"/g;

/** What PHP prints. `print_r` writes no quotes, so a value is whole only if the next line is another member or ends the array. */
export function fromPhp(text: string): string[] {
  if (/\["\w+"\]=>/.test(text)) {
    return [
      text.replace(dumpedByPhp, (_, ...groups: readonly string[]) => {
        const [name = '', length, value = ''] = groups;
        const isWhole = Buffer.byteLength(value) === Number(length);
        return `\n${name}: "${value}${isWhole ? '' : brokenMark}"\n`;
      }),
    ];
  }
  if (!/^[ \t]*\[\w+\][ \t]*=>/m.test(text)) return [];
  const lines = text.split(/\r?\n/);
  return [lines.map((line, index) => phpLineToText(line, lines[index + 1] ?? '')).join('\n')];
}

function phpLineToText(line: string, nextLine: string): string {
  const [, name, value = ''] = printedByPhp.exec(line) ?? [];
  if (name === undefined) return /^[()]?$/.test(line.trim()) ? '' : line;
  const isWhole = /^[ \t]*(?:\[\w+\][ \t]*=>|\)|$)/.test(nextLine) && !/["'`]/.test(value);
  return `${name}: "${value}${isWhole ? '' : brokenMark}"`;
}
