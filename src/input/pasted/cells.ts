/** The cells of one line of a table. */

/** For each delimiter, the pattern of a cell with that delimiter in front: `,gems_100`, `,"a ""quoted"" name"`. */
const cellPatterns = [
  ['\t', /\t(?:"((?:[^"]|"")*)"(?=\t|$)|([^\t]*))/g],
  [';', /; {0,3}(?:"((?:[^"]|"")*)" {0,3}(?=;|$)|([^;]*))/g],
  [',', /, {0,3}(?:"((?:[^"]|"")*)" {0,3}(?=,|$)|([^,]*))/g],
  ['|', /\| {0,3}(?:"((?:[^"]|"")*)" {0,3}(?=\||$)|([^|]*))/g],
] as const;

/** A character between the cells, with the pattern of a cell behind it. */
export type Delimiter = (typeof cellPatterns)[number];

/** The delimiters that a line may have, the likeliest first; an empty list for a row of Markdown, which has its own reader. */
export function findDelimiters(line: string): readonly Delimiter[] {
  const isMarkdownRow = /^\s*\|/.test(line);
  return cellPatterns.filter(
    ([delimiter]) => line.includes(delimiter) && !(delimiter === '|' && isMarkdownRow),
  );
}

/** The cells of a line, without their quotes. */
export function splitCells(line: string, [delimiter, cell]: Delimiter): string[] {
  return [...`${delimiter}${line}`.matchAll(cell)].map(([, quoted, plain = '']) =>
    quoted === undefined ? stripFormula(plain.trim()) : quoted.replaceAll('""', '"'),
  );
}

/** A spreadsheet writes `="5519023"`, so that a number stays as it is. */
function stripFormula(cell: string): string {
  return /^="([^"]*)"$/.exec(cell)?.[1] ?? cell;
}

/** `----+----`, as a database draws it below its header. */
export function isTableRule(line: string): boolean {
  return line.includes('--') && /^[\s|+:=-]+$/.test(line);
}
