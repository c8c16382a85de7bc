/** What spreadsheets, and people who copy a cell, leave around an id. */

/** Most cells have none of it, and this test is fast. */
const mayHaveSurroundings = /^[\s'=]|\s$/;
/** How a spreadsheet is told that a cell is text: `="123"`, which an export leaves there. */
const formulaOfText = /^=\s*"(.*)"$/s;

/** Without outer blanks (no-break spaces and byte order marks, too), a `'` before the text, and `="…"` around it. */
export function cleanCell(cell: string): string {
  if (!mayHaveSurroundings.test(cell)) return cell;
  const withoutMark = cell.trim().replace(/^'/, '').trim();
  const text = formulaOfText.exec(withoutMark)?.[1];
  return ownCopy(text === undefined ? withoutMark : text.trim());
}

/** A spreadsheet cuts a cell there without a word. */
const longestCell = 32_767;

/** Why a text is probably not whole, as a clause; undefined for any other. */
export function cutCellProblem(what: string, text: string): string | undefined {
  if (text.length !== longestCell) return undefined;
  return `has ${what} of exactly ${longestCell} characters: Excel cuts a longer cell there`;
}

/** A part of a text would keep all of it in memory. */
export function ownCopy(text: string): string {
  return Buffer.from(text).toString();
}
