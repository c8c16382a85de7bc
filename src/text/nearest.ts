import leven from 'leven';

// A word longer than any of ours is not a misspelling of one, and to compare it would take long.
const longestWord = 64;

// The first four letters of a word count as a misspelling of it.
const fewestOfPrefix = 4;

const lettersOf = (word: string): string => [...word].sort().join('');

/** The listed words nearest to a mistyped one, best first: at most three, none with more than a third of it wrong. */
export function nearest(word: string, listed: readonly string[]): string[] {
  const typed = word.trim().toLowerCase();
  if (typed === '' || typed.length > longestWord) return [];
  const isNear = (name: string): boolean =>
    leven(typed, name) <= Math.floor(name.length / 3) ||
    // Two swapped letters.
    lettersOf(typed) === lettersOf(name) ||
    (typed.length >= fewestOfPrefix && name.startsWith(typed));
  return [...new Set(listed)]
    .filter((name) => isNear(name.toLowerCase()))
    .sort((one, other) => leven(typed, one.toLowerCase()) - leven(typed, other.toLowerCase()))
    .slice(0, 3);
}

/** ``Did you mean `a` or `b`?``; undefined without any. */
export function didYouMean(near: readonly string[]): string | undefined {
  return near.length > 0
    ? `Did you mean ${near.map((each) => `\`${each}\``).join(' or ')}?`
    : undefined;
}
