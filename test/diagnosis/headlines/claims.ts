/**
 * What the words of a headline claim, and the fact that must then hold. A fact is computed from what was sent and
 * what the variant signed instead, never from the code that made the variant.
 */

/** Words of a headline, and whether they are true of a change. */
export type Claim<Change> = readonly [words: RegExp, holds: (change: Change) => boolean];

/** One sentence that a person reads about one change. */
export interface Headline<Change> {
  readonly says: string;
  readonly change: Change;
}

/** What is false of it, or that nothing is known of its words; undefined if it is true. */
export function lieOf<Change>(
  { says, change }: Headline<Change>,
  claims: readonly Claim<Change>[],
): string | undefined {
  const made = claims.filter(([words]) => words.test(says));
  if (made.length === 0) return `no claim fits: ${says}`;
  const lies = made.filter(([, holds]) => !holds(change));
  return lies.length === 0 ? undefined : `false (${String(lies[0]?.[0])}): ${says} ${JSON.stringify(change)}`;
}
