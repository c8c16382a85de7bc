/** A word as a POSIX shell reads it back unchanged. */
export const shellWord = (word: string): string =>
  /^[A-Za-z0-9_@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;

/** A word in `"$NAME"` stands for something the user fills in and stays as it is. */
export const shellLine = (words: readonly string[]): string =>
  words.map((word) => (/^"@?\$[A-Z_]+"$/.test(word) ? word : shellWord(word))).join(' ');

/** Options with their values as words of a command line; without a value an option is left out. */
export const optionWords = (values: Readonly<Record<string, string | null | undefined>>): string[] =>
  Object.entries(values).flatMap(([option, value]) =>
    value === undefined || value === null ? [] : [option, value],
  );
