import { Buffer } from 'node:buffer';
import { hasTokenForm } from '../../contract/purchase-token.js';
import { brokenMark } from './broken-mark.js';
import { isPlainWord, orderIdIn } from './look-alikes.js';
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

/** Rows with commas, semicolons or tabs between the cells, below a header or without one. */
export function fromDelimitedRows(text: string): string[] {
  const amongOthers = rowsAmongOtherLines(text);
  if (amongOthers !== undefined) return [amongOthers];
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '');
  const [header = ''] = lines;
  if (lines.length === 0 || lines.length > mostRows) return [];
  const cell = cellPatterns.find(([delimiter]) => header.includes(delimiter))?.[1];
  // A colon between commas is of a sentence or a log; between tabs it is of a time.
  const isOtherText = header.includes('\t') ? /[{}]/ : /[{}:]/;
  if (cell === undefined || isOtherText.test(header)) return [];
  const rows = lines.map((line) => cellsOfLine(line, cell));
  if (!rows.every((row) => row.length === rows[0]?.length)) return [];
  const ofRowsAlone = rows.map(linesOfRowAlone);
  return ofRowsAlone.includes('') ? linesOfRows(rows) : [ofRowsAlone.join('\n\n')];
}

/** The text with its first table as lines of names and values; undefined where nothing but the table stands in it. */
function rowsAmongOtherLines(text: string): string | undefined {
  const lines = text.split(/\r?\n/);
  const start = lines.findIndex((line) => cellsOfHeader(line) !== undefined);
  const header = cellsOfHeader(lines[start] ?? '');
  if (header === undefined) return undefined;
  const written = lines.slice(start + 1);
  const rows = written.map((line) => cellsOfLine(line, header.cell));
  const end = rows.findIndex(
    ({ length }, index) => length !== header.names.length || isSentence(written[index] ?? ''),
  );
  const rowCount = end === -1 ? rows.length : end;
  const above = lines.slice(0, start);
  const below = written.slice(rowCount);
  const isAlone = [...above, ...below].every((line) => line.trim() === '');
  if (isAlone || rowCount === 0 || rowCount > mostRows) return undefined;
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
  readonly cell: RegExp;
}

/** Names alone, of which one is that of the receipt. */
function cellsOfHeader(line: string): Header | undefined {
  const cell = cellPatterns.find(([delimiter]) => line.includes(delimiter))?.[1];
  if (cell === undefined) return undefined;
  const names = cellsOfLine(line.trim(), cell);
  const areNames = names.every((name) => /^\p{L}[\p{L}\p{M}\w .-]{0,30}$/u.test(name));
  return areNames && names.some(namesReceipt) ? { names, cell } : undefined;
}

/** Whether the last cell of a row may have been broken. */
function mayGoOnBelow(row: readonly string[] | undefined, below: readonly string[]): boolean {
  const next = below.find((line) => line.trim() !== '') ?? '';
  return next !== '' && !isTextBelow(row?.at(-1) ?? '', next);
}

/** Without a header only receipt and order id show what they are; empty for a row without exactly one receipt. */
function linesOfRowAlone(row: readonly string[]): string {
  const receipts = row.filter(hasTokenForm);
  if (receipts.length !== 1) return '';
  const orderIds = row.map(orderIdIn).filter((id) => id !== undefined);
  return [
    ...receipts.map((receipt) => `token: "${receipt}"`),
    ...orderIds.map((id) => `order id: ${id}`),
  ].join('\n');
}

/** Quotes may stand around a cell, and are doubled inside of it. */
const cellPatterns: readonly (readonly [delimiter: string, cell: RegExp])[] = [
  ['\t', /(?:^|\t)(?:"((?:[^"]|"")*)"(?=\t|$)|([^\t]*))/g],
  [';', /(?:^|;)(?:"((?:[^"]|"")*)"(?=;|$)|([^;]*))/g],
  [',', /(?:^|,)(?:"((?:[^"]|"")*)"(?=,|$)|([^,]*))/g],
];

function cellsOfLine(line: string, cell: RegExp): string[] {
  return [...line.matchAll(cell)].map(([, quoted, plain = '']) =>
    quoted === undefined ? plain.trim() : quoted.replaceAll('""', '"'),
  );
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
