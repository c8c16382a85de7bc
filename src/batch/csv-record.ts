/** Records of a CSV (RFC 4180), one at a time. docs/decisions/csv.md says why no library does it. */

export interface CsvForm {
  readonly delimiter: string;
  readonly newline: '\n' | '\r';
}

export interface CsvRecord {
  readonly cells: readonly string[];
  /** Position after its line break. */
  readonly end: number;
  /** How many lines it covers. */
  readonly lines: number;
}

/** `cut`: the text ends before the record. `open`: it ends inside a quote. `broken`: more text cannot fix its quotes. */
type NoRecord = 'cut' | 'open' | 'broken';

/** The record that begins at `start`. Blanks after a closing quote are not part of the cell. */
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

/** Without the CR of a CRLF. */
const withoutReturn = (text: string): string => (text.endsWith('\r') ? text.slice(0, -1) : text);

/** Where the quote at `open` is closed; -1 if it is not. Two quotes in a cell mean one. */
function closingQuote(text: string, open: number): number {
  let at = open + 1;
  for (;;) {
    const quote = text.indexOf('"', at);
    if (quote === -1 || text[quote + 1] !== '"') return quote;
    at = quote + 2;
  }
}

/** Takes the most frequent separator outside quotes in the first line that is not empty. */
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
