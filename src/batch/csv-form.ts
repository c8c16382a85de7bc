import type { CsvForm } from './csv-record.js';

/** How a CSV is written, by its beginning. */

/** By the first line with something on it: the separator that stands in it most often, outside of quotes. */
export function formOf(text: string): CsvForm {
  const newline = text.includes('\n') ? '\n' : text.includes('\r') ? '\r' : '\n';
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
