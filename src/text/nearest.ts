/** How many single mistakes (a letter added, missing, changed, or two swapped) separate two words. */
export function distance(one: string, other: string): number {
  let before: number[] = [];
  let above = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let row = 1; row <= one.length; row += 1) {
    const line = [row];
    for (let column = 1; column <= other.length; column += 1) {
      const same = one[row - 1] === other[column - 1];
      const swapped =
        row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      line.push(
        Math.min(
          at(above, column) + 1,
          at(line, column - 1) + 1,
          at(above, column - 1) + (same ? 0 : 1),
          swapped ? at(before, column - 2) + 1 : Infinity,
        ),
      );
    }
    [before, above] = [above, line];
  }
  return at(above, other.length);
}

const at = (row: readonly number[], index: number): number => row[index] ?? Infinity;

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
        mistakes <= Math.max(1, Math.floor(name.length / 3)) ||
        (typed.length >= fewestOfPrefix && name.toLowerCase().startsWith(typed)),
    )
    .sort((one, other) => one.mistakes - other.mistakes)
    .slice(0, 3)
    .map(({ name }) => name);
}

/** ``Did you mean `a` or `b`?``; undefined without any. */
export const didYouMean = (near: readonly string[]): string | undefined =>
  near.length > 0 ? `Did you mean ${near.map((each) => `\`${each}\``).join(' or ')}?` : undefined;
