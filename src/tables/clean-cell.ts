/** Removes what spreadsheets, and people who copy a cell, leave around an id. */

/** Visible ASCII without a quotation mark and without `=`: what most cells begin and end with. */
const isPlainIdCharacter = (code: number): boolean => code > 0x27 && code < 0x7f && code !== 0x3d;
/** `="123"` tells a spreadsheet that a cell is text; an export keeps it. */
const textAsFormula = /^=\s*"(.*)"$/s;

/** The text of a cell without outer blanks (no-break spaces and byte order marks, too), a `'` before the text, and `="…"` around it. */
export function cleanCell(cell: string): string {
  if (
    isPlainIdCharacter(cell.charCodeAt(0)) &&
    isPlainIdCharacter(cell.charCodeAt(cell.length - 1))
  ) {
    return cell;
  }
  const withoutMark = cell.trim().replace(/^'/, '').trim();
  const text = textAsFormula.exec(withoutMark)?.[1]?.trim() ?? withoutMark;
  return text === cell ? cell : ownCopy(text);
}

/** The most characters that Excel keeps of a cell: it cuts a longer one silently. */
const longestCell = 32_767;

/** Why a text was probably cut, as a clause; undefined if it was not. */
export function cutCellProblem(what: string, text: string): string | undefined {
  if (text.length !== longestCell) return undefined;
  return `has ${what} of exactly ${longestCell} characters: Excel cuts a longer cell there`;
}

/** Copies a part of a text: otherwise the part keeps the complete text in memory. */
export function ownCopy(text: string): string {
  return Buffer.from(text).toString();
}
