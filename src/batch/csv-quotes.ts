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
   * The record at `end`: not all of it is there, a quote in it is still open, or its quotes can never be right.
   */
  readonly next: 'cut' | 'open' | 'broken';
}

export function wholeRecords(text: string, { delimiter, newline }: Form): Whole {
  let record = 0;
  // What lies before has been looked at, and no quote is open here.
  let at = 0;
  for (let quote = text.indexOf('"'); quote !== -1; quote = text.indexOf('"', at)) {
    const before = text[quote - 1];
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
