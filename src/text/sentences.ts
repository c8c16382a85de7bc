/** The sentences that apply, as one text. */
export function joinSentences(...all: readonly (string | false | undefined)[]): string {
  return all.filter((sentence) => sentence).join(' ');
}

/** Only the texts that are not empty. */
export function nonEmptyTexts(...texts: readonly (string | null | undefined | false)[]): string[] {
  return texts.filter((text) => typeof text === 'string' && text !== '') as string[];
}
