import { CsvError, parse } from 'csv-parse/sync';
import { wrongRow } from './refusals.js';

/** CSV as records, many at a time: a plain split, and csv-parse where a quote is. */

/** A class, not a literal: V8 may take the rows of one group for lasting, and then keeps all rows until a full collection. */
export class CsvRecord {
  /** @param line on which it begins, from 1 */
  constructor(
    readonly line: number,
    readonly cells: readonly string[],
  ) {}
}

/** In characters. No row of purchases is longer: it is a quote that was never closed. */
const longestRecord = 1024 * 1024;

const brokenQuote = 'has a quote that is not closed, or text after a closing quote';

/** Records before a broken one are still given; an empty line is one too. @throws {PvgError} with the line */
export async function* readRecords(
  texts: AsyncIterable<string>,
  delimiter: string,
  name: string,
): AsyncGenerator<readonly CsvRecord[], undefined> {
  const reader = new Records(delimiter);
  let rest = '';
  for await (const text of texts) {
    rest += text;
    const end = rest.lastIndexOf('\n') + 1;
    if (end > 0) {
      yield reader.take(rest.slice(0, end));
      rest = reader.open + rest.slice(end);
    }
    if (reader.broken !== undefined) throw wrongRow(name, reader.broken, brokenQuote);
    if (rest.length > longestRecord)
      throw wrongRow(name, reader.line, reader.open === '' ? 'is longer than 1 MB' : brokenQuote);
  }
  if (rest !== '') yield reader.take(`${rest}\n`);
  const broken = reader.broken ?? (reader.open === '' ? undefined : reader.line);
  if (broken !== undefined) throw wrongRow(name, broken, brokenQuote);
  return undefined;
}

class Records {
  /** Of the next record. */
  line = 1;
  /** Lines of a record whose quote is not closed yet. */
  open = '';
  /** Line of a record with wrong quotes: nothing behind it is read. */
  broken: number | undefined;
  readonly #quotedCell: RegExp;

  constructor(private readonly delimiter: string) {
    this.#quotedCell = new RegExp(`(?:^|${delimiter.replace(/[^\w\s]/, '\\$&')})"`);
  }

  /** @param text whole lines, `open` first */
  take(text: string): CsvRecord[] {
    this.open = '';
    const records: CsvRecord[] = [];
    const lines = text.split('\n');
    lines.pop();
    const first = this.line;
    // Quotes come in pairs in a complete record: lines that csv-parse reads at once, and where their records begin.
    let quoted: string[] = [];
    let starts: number[] = [];
    let isOpen = false;
    for (const [at, each] of lines.entries()) {
      const isQuoted = isOpen || (each.includes('"') && this.#quotedCell.test(each));
      if (!isQuoted) {
        if (quoted.length > 0) this.#parse(quoted, starts, records);
        [quoted, starts] = [[], []];
        if (this.broken !== undefined) return records;
        records.push(new CsvRecord(first + at, withoutReturn(each).split(this.delimiter)));
        continue;
      }
      if (!isOpen) starts.push(first + at);
      if (hasOddQuotes(each)) isOpen = !isOpen;
      quoted.push(each);
    }
    this.line = first + lines.length;
    if (isOpen) {
      this.line = starts.pop() ?? this.line;
      const begun = quoted.length - (first + lines.length - this.line);
      this.open = `${quoted.slice(begun).join('\n')}\n`;
      quoted = quoted.slice(0, begun);
    }
    if (quoted.length > 0) this.#parse(quoted, starts, records);
    return records;
  }

  #parse(lines: readonly string[], starts: readonly number[], records: CsvRecord[]): void {
    let parsed = 0;
    try {
      parse(`${lines.join('\n')}\n`, {
        delimiter: this.delimiter,
        relax_column_count: true,
        record_delimiter: ['\r\n', '\n'],
        on_record: (cells: string[]) => {
          records.push(new CsvRecord(starts[parsed] ?? 0, cells));
          parsed += 1;
          return null;
        },
      });
    } catch (error) {
      if (!(error instanceof CsvError)) throw error;
      this.broken = starts[parsed];
    }
  }
}

const withoutReturn = (line: string): string => (line.endsWith('\r') ? line.slice(0, -1) : line);

function hasOddQuotes(line: string): boolean {
  let isOdd = false;
  for (let at = line.indexOf('"'); at !== -1; at = line.indexOf('"', at + 1)) isOdd = !isOdd;
  return isOdd;
}

/** Excel’s own first line, which names the character between cells. */
const separatorLine = /^\s*"?sep=([^"\r\n])"?\r?$/i;
export const isSeparatorLine = (line: string): boolean => separatorLine.test(line);

const quotedCells = /(^|[,;\t])"[^"]*(?:""[^"]*)*(?:"|$)/g;

/** The character between cells: the most frequent one outside quotes in the first line that is not empty. */
export function delimiterOf(beginning: string): string {
  const [line = ''] = beginning.trimStart().split('\n', 1);
  const said = separatorLine.exec(line)?.[1];
  if (said !== undefined) return said;
  const header = line.replace(quotedCells, '$1');
  const count = (mark: string): number => header.split(mark).length;
  const [best = ','] = [',', ';', '\t'].sort((one, other) => count(other) - count(one));
  return best;
}
