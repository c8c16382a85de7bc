/** The sentences that apply, as one text. */
export const sentences = (...all: readonly (string | false | undefined)[]): string =>
  all.filter((sentence) => sentence).join(' ');
