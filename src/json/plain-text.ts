/**
 * Whether a text has only characters that are safe everywhere and take one column each: ASCII, Latin letters, dashes
 * and quotes, lines of tables.
 * Most texts are so, and the full classes of Unicode take longer to load than such a text to print.
 */
export const isPlainText = (text: string): boolean =>
  /^[\x20-\x7e\u00a1-\u00ac\u00ae-\u024f\u2010-\u2027\u2500-\u257f✔✘]*$/.test(text);
