/** One spelling of a text: without case and accents, as people type names. */
export function foldLetters(text: string): string {
  // A stroke through a letter is no accent to Unicode.
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replaceAll('đ', 'd');
}
