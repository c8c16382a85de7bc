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
