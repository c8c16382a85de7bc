import leven from 'leven';

// A word that is longer than any known word is not a misspelling, and comparing it would take long.
const longestWord = 64;

// Four or more letters with which a known word begins count as a misspelling of it.
const fewestOfPrefix = 4;

const lettersOf = (word: string): string => [...word].sort().join('');

/** The known words nearest to a mistyped one, the nearest first: at most three, and at most a third of a word may be wrong. */
export function nearest(word: string, knownWords: readonly string[]): string[] {
  const typedWord = word.trim().toLowerCase();
  if (typedWord === '' || typedWord.length > longestWord) return [];
  const isNear = (name: string): boolean =>
    leven(typedWord, name) <= Math.floor(name.length / 3) ||
    // The same letters in another order, such as two swapped ones.
    lettersOf(typedWord) === lettersOf(name) ||
    (typedWord.length >= fewestOfPrefix && name.startsWith(typedWord));
  return [...new Set(knownWords)]
    .filter((name) => isNear(name.toLowerCase()))
    .sort(
      (one, other) => leven(typedWord, one.toLowerCase()) - leven(typedWord, other.toLowerCase()),
    )
    .slice(0, 3);
}

/** ``Did you mean `a` or `b`?``; undefined if there are no near words. */
export function didYouMean(near: readonly string[]): string | undefined {
  return near.length > 0
    ? `Did you mean ${near.map((each) => `\`${each}\``).join(' or ')}?`
    : undefined;
}
