/** The sentences that apply, as one text. */
export function joinSentences(...all: readonly (string | false | undefined)[]): string {
  return all.filter((sentence) => sentence).join(' ');
}

/** Of some texts those that there are. */
export function nonEmptyTexts(...texts: readonly (string | null | undefined | false)[]): string[] {
  return texts.filter((text) => typeof text === 'string' && text !== '') as string[];
}
