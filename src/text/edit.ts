/**
 * The text without these characters at its end. A pattern such as `/x+$/` is tried again at each character of a run,
 * so it takes time with the square of the run.
 */
export function withoutEnd(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

/** The same value, every text in it rewritten: of lists and plain objects, at any depth; names of members stay. */
export function mapTexts<Value>(value: Value, write: (text: string) => string): Value {
  const mapped = (each: unknown): unknown => {
    if (typeof each === 'string') return write(each);
    if (Array.isArray(each)) return each.map(mapped);
    if (typeof each !== 'object' || each === null) return each;
    return Object.fromEntries(Object.entries(each).map(([name, member]) => [name, mapped(member)]));
  };
  return mapped(value) as Value;
}
