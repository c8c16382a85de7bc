/** A cell of a spreadsheet. */
const longestCell = 32_767;
/** A column of a database, a line of a log. */
const longestColumn = 4096;

/** The length, and why a program cuts a text there; undefined for a text of another length. */
export function explainCutLength({ length }: string): string | undefined {
  if (length === longestCell) return '32,767 characters: a spreadsheet cuts a longer cell there';
  if (length === longestColumn) return '4,096 characters: many programs cut a longer text there';
  return undefined;
}
