/** `includes` for a value that may be none of the list’s own type. */
export function isAmong<Value>(values: readonly Value[], value: unknown): value is Value {
  const all: readonly unknown[] = values;
  return all.includes(value);
}
