/** Joins the sentences with spaces. Empty ones, false and undefined are left out. */
export function joinSentences(...all: readonly (string | false | undefined)[]): string {
  return all.filter((sentence) => sentence).join(' ');
}

/** As `joinSentences`, but each on a line of its own. */
export function joinLines(...all: readonly (string | false | undefined)[]): string {
  return all.filter((line) => line).join('\n');
}

/** Only the texts that are not empty. */
export function nonEmptyTexts(...texts: readonly (string | null | undefined | false)[]): string[] {
  return texts.filter((text) => typeof text === 'string' && text !== '') as string[];
}

/** `1 row`, `2 rows`. */
export function counted(count: number, noun: string, plural = `${noun}s`): string {
  return `${String(count)} ${count === 1 ? noun : plural}`;
}

/** `a`, `a and b`, `a, b and c`. */
export function joinWithAnd(items: readonly string[], last: 'and' | 'or' = 'and'): string {
  return items.length < 2
    ? items.join('')
    : `${items.slice(0, -1).join(', ')} ${last} ${items.at(-1) ?? ''}`;
}
