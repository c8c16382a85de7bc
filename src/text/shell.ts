/** A value that the user fills in, printed as `"$NAME"`. An object, so that no typed text can be mistaken for one. */
export interface Placeholder {
  readonly placeholder: string;
}

/** @param name in capital letters; with `@` before it for the name of a file */
export function placeholder(name: string): Placeholder {
  return { placeholder: name };
}

/** A word of a command line. */
export type ShellWord = string | Placeholder;

/** Options with their values, which a command shows to be typed again: never a secret or a receipt. */
export type TypedOptions = readonly (readonly [option: string, value?: ShellWord | undefined])[];

/** The options of the record, without those that have no value. */
export function collectTypedOptions(
  values: Readonly<Record<string, ShellWord | null | undefined>>,
): TypedOptions {
  return Object.entries(values).flatMap(([option, value]) =>
    value === undefined || value === null ? [] : [[option, value] as const],
  );
}

/** A word as a POSIX shell reads it back unchanged. */
export function shellWord(word: string): string {
  return /^[A-Za-z0-9_@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}

export function shellLine(words: readonly ShellWord[]): string {
  // A placeholder gets `$` in front, but behind the `@` of a file: `FILE` becomes `"$FILE"`, `@FILE` becomes `"@$FILE"`. In the
  // replacement, `$&` is what matched and `$$` is one `$`.
  return words
    .map((word) =>
      typeof word === 'string' ? shellWord(word) : `"${word.placeholder.replace(/^@?/, '$&$$')}"`,
    )
    .join(' ');
}

/** Options with their values as words of a command line; without a value an option is left out. */
export function optionWords<Value extends ShellWord>(
  values: Readonly<Record<string, Value | null | undefined>>,
): (string | Value)[] {
  return collectTypedOptions(values).flatMap(([option, value]) =>
    optionWithValue(option, value as Value),
  );
}

/** An option and its value. A value that looks like an option is joined to it: `--product-id=--receipt`. */
export function optionWithValue<Value extends ShellWord>(
  option: string,
  value: Value,
): (string | Value)[] {
  if (typeof value === 'string' && value.startsWith('-') && value !== '-') {
    return [`${option}=${value}`];
  }
  return [option, value];
}
