/** The text in lower case and without accents, so that names can be compared however people type them. */
export function foldLetters(text: string): string {
  // NFKD does not separate the stroke of đ from the letter, so it is replaced by itself.
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replaceAll('đ', 'd');
}
