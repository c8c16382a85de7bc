/** What spreadsheets, and people who copy a cell, leave around an id. */

/** Visible ASCII without a quotation mark and without `=`: what most cells begin and end with. */
const isOfId = (code: number): boolean => code > 0x27 && code < 0x7f && code !== 0x3d;
/** How a spreadsheet is told that a cell is text: `="123"`, which an export leaves there. */
const formulaOfText = /^=\s*"(.*)"$/s;

/** Without outer blanks (no-break spaces and byte order marks, too), a `'` before the text, and `="…"` around it. */
export function cleanCell(cell: string): string {
  if (isOfId(cell.charCodeAt(0)) && isOfId(cell.charCodeAt(cell.length - 1))) return cell;
  const withoutMark = cell.trim().replace(/^'/, '').trim();
  const text = formulaOfText.exec(withoutMark)?.[1]?.trim() ?? withoutMark;
  return text === cell ? cell : ownCopy(text);
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
