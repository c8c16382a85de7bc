/**
 * Which records of a CSV text are whole and have their quotes right: only those are for the parser, which would go on
 * from a broken quote to the end of the text. Looks at each quote once.
 */

export interface Form {
  readonly delimiter: string;
  readonly newline: '\n' | '\r';
}

export interface Whole {
  /** Up to here: whole records and nothing else. */
  readonly end: number;
  /**
   * What stands at `end`: records that were not looked at yet, or one that is not all there, or has a quote that is
   * still open, or quotes that can never be right.
   */
  readonly next: 'more' | 'cut' | 'open' | 'broken';
}

/** @param enough so many characters, and the rest of the record they end in: the whole may be too much at once */
export function wholeRecords(text: string, { delimiter, newline }: Form, enough: number): Whole {
  let record = 0;
  // What lies before has been looked at, and no quote is open here.
  let at = 0;
  for (let quote = text.indexOf('"'); quote !== -1; quote = text.indexOf('"', at)) {
    const before = text[quote - 1];
    if (quote > enough) {
      const from = Math.max(at, enough);
      const lineEnd = text.slice(from, quote).indexOf(newline);
      if (lineEnd !== -1) return { end: from + lineEnd + 1, next: 'more' };
    }
    if (before === newline) record = quote;
    else if (quote - at > 1) {
      const lineEnd = text.slice(at, quote).lastIndexOf(newline);
      if (lineEnd !== -1) record = at + lineEnd + 1;
    }
    if (quote > 0 && before !== delimiter && before !== newline) {
      // Inside a cell that does not begin with one it is a character like any other.
      at = quote + 1;
      continue;
    }
    const close = closingQuote(text, quote);
    if (close === -1) return { end: record, next: 'open' };
    at = close + 1;
    while (at < text.length && text[at] !== delimiter && text[at] !== newline) {
      if (!space.test(text[at] ?? '')) return { end: record, next: 'broken' };
      at += 1;
    }
    if (at === text.length) return { end: record, next: 'cut' };
  }
  const firstEnd = text.indexOf(newline, Math.max(at, enough));
  if (firstEnd !== -1 && firstEnd < text.length - 1) return { end: firstEnd + 1, next: 'more' };
  const lineEnd = text.slice(at).lastIndexOf(newline);
  return { end: lineEnd === -1 ? record : at + lineEnd + 1, next: 'cut' };
}

const space = /\s/;

/** Of the cell that begins with the quote at `open`; -1 where it is not closed. Two quotes stand for one. */
function closingQuote(text: string, open: number): number {
  let at = open + 1;
  for (;;) {
    const quote = text.indexOf('"', at);
    if (quote === -1 || text[quote + 1] !== '"') return quote;
    at = quote + 2;
  }
}
