/** A word as a POSIX shell reads it back unchanged. */
export const shellWord = (word: string): string =>
  /^[A-Za-z0-9_@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;

/** A word in `"$NAME"` stands for something the user fills in and stays as it is. */
export const shellLine = (words: readonly string[]): string =>
  words.map((word) => (/^"@?\$[A-Z_]+"$/.test(word) ? word : shellWord(word))).join(' ');
