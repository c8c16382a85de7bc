import { Buffer } from 'node:buffer';
import { brokenMark } from './broken-mark.js';
import { cellsOfLine, type Delimiter, delimitersIn, isRuleOfTable } from './cells.js';
import { isPlainWord } from './look-alikes.js';
import { fromRowsAlone } from './rows-alone.js';
import { roleOfLabel } from './store-names.js';
import { isTextBelow, wordsOfLine } from './text-below.js';

/**
 * Tables, as lines of names and values: rows of a CSV, a table of a chat, what PHP prints. A value stands in quotes where
 * its table shows that it is whole.
 */

/** A cell of a CSV has each quote twice, also without the row around it. */
export function fromDoubledQuotes(text: string): string[] {
  return /[{[]\s*""/.test(text) ? [text.replaceAll('""', '"')] : [];
}

/** A chat puts a backslash before an underscore; JSON has no such escape. */
export function fromMarkdownEscapes(text: string): string[] {
  if (!/(?<!\\)\\_/.test(text)) return [];
  return [text.replace(/(?<!\\)\\([_*~|])/g, '$1')];
}

/** `| order id | GPA.… |`, or a header and rows below it. */
export function fromMarkdownTable(text: string): string[] {
  const rows = text
    .split(/\r?\n/)
    .filter((line) => /^\s*\|.*\|\s*$/.test(line))
    .map((line) => line.trim().slice(1, -1).split('|').map(cellOfMarkdown));
  const cells = rows.filter((row) => !row.every((cell) => /^:?-*:?$/.test(cell)));
  return linesOfRows(cells);
}

function cellOfMarkdown(cell: string): string {
  const bare = cell.trim().replace(/\\([_*~])/g, '$1');
  return /^(`|\*\*)(.*)\1$/.exec(bare)?.[2] ?? bare;
}

const mostRows = 200;

/** Rows with commas, semicolons, tabs or bars between the cells, below a header or without one. */
export function fromDelimitedRows(text: string): string[] {
  const lines = text.split(/\r?\n/);
  const amongOthers = rowsAmongOtherLines(lines);
  if (amongOthers !== undefined) return [amongOthers];
  const named = rowsWithNames(lines.filter((line) => line.trim() !== ''));
  return named ?? fromRowsAlone(text);
}

/** undefined for a text that is not a table with names. */
function rowsWithNames(lines: readonly string[]): string[] | undefined {
  const [header = ''] = lines;
  const [delimiter] = delimitersIn(header);
  if (lines.length > mostRows || delimiter === undefined || delimiter[0] === '|') return undefined;
  const rows = lines.map((line) => cellsOfLine(line, delimiter));
  const areEqual = rows.every(({ length }) => length === rows[0]?.length);
  // A colon between commas is of a sentence or a log; between tabs it is of a time.
  const isOtherText = header.includes('\t') ? /[{}]/ : /[{}:]/;
  if (isOtherText.test(header) || !areEqual) return undefined;
  const named = linesOfRows(rows);
  return named.length === 0 ? undefined : named;
}

/** The text with its first table as lines of names and values; undefined where nothing but the table stands in it. */
function rowsAmongOtherLines(lines: readonly string[]): string | undefined {
  const start = lines.findIndex((line, index) => cellsOfHeader(line, lines[index + 1]));
  const header = cellsOfHeader(lines[start] ?? '', lines[start + 1]);
  if (header === undefined) return undefined;
  const written = lines.slice(start + (header.hasRuleBelow ? 2 : 1));
  const rows = written.map((line) => cellsOfLine(line, header.delimiter));
  const end = rows.findIndex(
    ({ length }, index) => length !== header.names.length || isSentence(written[index] ?? ''),
  );
  const rowCount = end === -1 ? rows.length : end;
  const above = lines.slice(0, start);
  const below = written.slice(rowCount);
  const isAlone = [...above, ...below].every((line) => line.trim() === '');
  if ((isAlone && !header.hasRuleBelow) || rowCount === 0 || rowCount > mostRows) return undefined;
  const whole = rows.slice(0, rowCount);
  const isCut = !/"\s*$/.test(written[rowCount - 1] ?? '') && mayGoOnBelow(whole.at(-1), below);
  const table = whole.map((row) => linesOf(header.names, row)).join('\n\n');
  return [
    ...above,
    '',
    isCut ? table.replace(/"\n*$/, `${brokenMark}"`) : table,
    '',
    ...below,
  ].join('\n');
}

/** `Thanks, all the best, Mai` has commas, too; a row of purchases has an id or a package. */
function isSentence(line: string): boolean {
  const words = wordsOfLine(line);
  return words.length > 1 && words.every(isPlainWord);
}

interface Header {
  readonly names: readonly string[];
  readonly delimiter: Delimiter;
  readonly hasRuleBelow: boolean;
}

/** Names alone, of which one is that of the receipt. Bars also stand between one name and its value. */
function cellsOfHeader(line: string, below = ''): Header | undefined {
  const [delimiter] = delimitersIn(line);
  const hasRuleBelow = isRuleOfTable(below);
  if (delimiter === undefined || (delimiter[0] === '|' && !hasRuleBelow)) return undefined;
  const names = cellsOfLine(line.trim(), delimiter);
  const areNames = names.every((name) => /^\p{L}[\p{L}\p{M}\w .-]{0,30}$/u.test(name));
  return areNames && names.some(namesReceipt) ? { names, delimiter, hasRuleBelow } : undefined;
}

/** Whether the last cell of a row may have been broken. */
function mayGoOnBelow(row: readonly string[] | undefined, below: readonly string[]): boolean {
  const next = below.find((line) => line.trim() !== '') ?? '';
  return next !== '' && !isTextBelow(row?.at(-1) ?? '', next);
}

/** The header of purchases has it. */
function namesReceipt(name: string): boolean {
  return roleOfLabel(name) === 'receipt';
}

function linesOfRows(rows: readonly (readonly string[])[]): string[] {
  const [header = [], ...others] = rows;
  if (header.some(namesReceipt) && others.length > 0) {
    return [others.map((row) => linesOf(header, row)).join('\n\n')];
  }
  const isVertical = rows.length > 1 && rows.every((row) => row.length === 2);
  if (!isVertical || !rows.some(([name = '']) => namesReceipt(name))) return [];
  const [names, values] = [0, 1].map((column) => rows.map((row) => row[column] ?? ''));
  return [linesOf(names ?? [], values ?? [])];
}

function linesOf(names: readonly string[], values: readonly string[]): string {
  return names.map((name, index) => lineOf(name, values[index] ?? '')).join('\n');
}

/** A cell that has more than one word, or quotes, is not a name of the store. */
function lineOf(name: string, value: string): string {
  if (value === '' || /\s/.test(value)) return '';
  return `${name.replaceAll('_', ' ')}: ${/["'`]/.test(value) ? `${value}${brokenMark}` : `"${value}"`}`;
}

const printedByPhp = /^[ \t]*\[(\w+)\][ \t]*=>[ \t]*(\S+)[ \t]*$/;
const dumpedByPhp = /\["(\w+)"\]=>\s*string\((\d+)\) "([^"\r\n]*)"/g;

/** `print_r` writes no quotes: a value is whole where the next line begins another member or ends the array. */
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
  return [lines.map((line, index) => lineOfPhp(line, lines[index + 1] ?? '')).join('\n')];
}

function lineOfPhp(line: string, nextLine: string): string {
  const [, name, value = ''] = printedByPhp.exec(line) ?? [];
  if (name === undefined) return /^[()]?$/.test(line.trim()) ? '' : line;
  const isWhole = /^[ \t]*(?:\[\w+\][ \t]*=>|\)|$)/.test(nextLine) && !/["'`]/.test(value);
  return `${name}: "${value}${isWhole ? '' : brokenMark}"`;
}
