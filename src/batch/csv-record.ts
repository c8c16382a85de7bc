/** Records of a CSV (RFC 4180), one at a time. docs/decisions/csv.md tells why no library does it. */

export interface CsvForm {
  readonly delimiter: string;
  readonly newline: '\n' | '\r';
}

export interface CsvRecord {
  readonly cells: readonly string[];
  /** Behind its line end. */
  readonly end: number;
  /** How many lines it takes. */
  readonly lines: number;
}

/** `cut`: the text ends before the record does. `open`: it ends in a quote. `broken`: the quotes can never be right. */
type NoRecord = 'cut' | 'open' | 'broken';

/** The record that begins at a place of the text. Blanks behind a closing quote are no part of its cell. */
export function readRecord(
  text: string,
  start: number,
  { delimiter, newline }: CsvForm,
): CsvRecord | NoRecord {
  const lineEnd = text.indexOf(newline, start);
  const line = text.slice(start, lineEnd === -1 ? undefined : lineEnd);
  if (!line.includes('"'))
    return lineEnd === -1
      ? 'cut'
      : { cells: withoutReturn(line).split(delimiter), end: lineEnd + 1, lines: 1 };

  const isEnd = (at: number): boolean => text[at] === delimiter || text[at] === newline;
  const cells: string[] = [];
  for (let at = start; ; at += 1) {
    const quoted = text[at] === '"';
    const close = quoted ? closingQuote(text, at) : at;
    if (close === -1) return 'open';
    let end = quoted ? close + 1 : at;
    for (; end < text.length && !isEnd(end); end += 1)
      if (quoted && !space.test(text[end] ?? '')) return 'broken';
    if (end === text.length) return 'cut';
    const isLast = text[end] === newline;
    const plain = text.slice(at, end);
    if (quoted) cells.push(text.slice(at + 1, close).replaceAll('""', '"'));
    else cells.push(isLast ? withoutReturn(plain) : plain);
    if (isLast) return { cells, end: end + 1, lines: text.slice(start, end).split(newline).length };
    at = end;
  }
}

const space = /\s/;

/** Of CRLF. */
const withoutReturn = (text: string): string => (text.endsWith('\r') ? text.slice(0, -1) : text);

/** Of the cell that begins with the quote at `open`; -1 where it is not closed. Two quotes stand for one. */
function closingQuote(text: string, open: number): number {
  let at = open + 1;
  for (;;) {
    const quote = text.indexOf('"', at);
    if (quote === -1 || text[quote + 1] !== '"') return quote;
    at = quote + 2;
  }
}

/** By the first line with something on it: the separator that stands in it most often, outside of quotes. */
export function formOf(text: string, given?: string): CsvForm {
  const newline = text.includes('\n') ? '\n' : text.includes('\r') ? '\r' : '\n';
  if (given !== undefined) return { delimiter: given, newline };
  const first = firstLine(text.replace(quotedCell, '$1'), newline);
  const count = (mark: string): number => first.split(mark).length;
  const declared = separatorLine.exec(firstLine(text, newline).trim())?.[1];
  if (declared !== undefined) return { delimiter: declared, newline };
  const [delimiter = ','] = [',', ';', '\t'].sort((one, other) => count(other) - count(one));
  return { delimiter, newline };
}

/** Excel's own first line, which names the separator. */
const separatorLine = /^"?sep=([^"\r\n\uFEFF])"?$/i;
export const isSeparatorLine = (text: string): boolean => separatorLine.test(text.trim());

const quotedCell = /(^|[,;\t\r\n])"[^"]*(?:""[^"]*)*(?:"|$)/g;

function firstLine(text: string, newline: string): string {
  for (let at = 0; at < text.length;) {
    const found = text.indexOf(newline, at);
    const end = found === -1 ? text.length : found;
    const line = text.slice(at, end);
    if (line.trim() !== '') return line;
    at = end + 1;
  }
  return '';
}
