/** The sentences that apply, as one text. */
export const sentences = (...all: readonly (string | false | undefined)[]): string =>
  all.filter((sentence) => sentence).join(' ');

/** Of some texts those that there are. */
export const nonEmpty = (...texts: readonly (string | null | undefined | false)[]): string[] =>
  texts.filter((text) => typeof text === 'string' && text !== '') as string[];
