/** At these lengths a program cuts a text: a cell of a spreadsheet, a column of a database. */
const cutLengths: ReadonlyMap<number, string> = new Map([
  [32_767, '32,767 characters: a spreadsheet cuts a longer cell there'],
  [4096, '4,096 characters: many programs cut a longer text there'],
]);

/** The length and why it matters; undefined for a text of another length. */
export function cutLengthWords(text: string): string | undefined {
  return cutLengths.get(text.length);
}
