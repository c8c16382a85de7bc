/** How many single mistakes (a letter added, missing, changed, or two swapped) separate two words. */
export function distance(one: string, other: string): number {
  const rows = Array.from({ length: one.length + 1 }, (_, row) =>
    Array.from({ length: other.length + 1 }, (_each, column) => row + column),
  );
  const at = (row: number, column: number): number => rows[row]?.[column] ?? Infinity;
  for (let row = 1; row <= one.length; row += 1)
    for (let column = 1; column <= other.length; column += 1) {
      const [here, there] = [one[row - 1], other[column - 1]];
      const isSwapped = row > 1 && column > 1 && here === other[column - 2] && one[row - 2] === there;
      (rows[row] ?? [])[column] = Math.min(
        at(row - 1, column) + 1,
        at(row, column - 1) + 1,
        at(row - 1, column - 1) + (here === there ? 0 : 1),
        isSwapped ? at(row - 2, column - 2) + 1 : Infinity,
      );
    }
  return at(one.length, other.length);
}

// A word longer than any of ours is not a misspelling of one, and the table above would be large.
const longestWord = 64;

// The first four letters of a word count as a misspelling of it.
const fewestOfPrefix = 4;

/** The listed words nearest to a mistyped one, best first: at most three, none with more than a third of it wrong. */
export function nearest(word: string, listed: readonly string[]): string[] {
  const typed = word.trim().toLowerCase();
  if (typed === '' || typed.length > longestWord) return [];
  return listed
    .map((name) => ({ name, mistakes: distance(typed, name.toLowerCase()) }))
    .filter(
      ({ name, mistakes }) =>
        mistakes <= Math.floor(name.length / 3) ||
        (typed.length >= fewestOfPrefix && name.toLowerCase().startsWith(typed)),
    )
    .sort((one, other) => one.mistakes - other.mistakes)
    .slice(0, 3)
    .map(({ name }) => name);
}

/** ``Did you mean `a` or `b`?``; undefined without any. */
export const didYouMean = (near: readonly string[]): string | undefined =>
  near.length > 0 ? `Did you mean ${near.map((each) => `\`${each}\``).join(' or ')}?` : undefined;
