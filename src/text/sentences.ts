/** The sentences that apply, as one text. */
export const joinSentences = (...all: readonly (string | false | undefined)[]): string =>
  all.filter((sentence) => sentence).join(' ');

/** Of some texts those that there are. */
export const nonEmptyTexts = (...texts: readonly (string | null | undefined | false)[]): string[] =>
  texts.filter((text) => typeof text === 'string' && text !== '') as string[];
