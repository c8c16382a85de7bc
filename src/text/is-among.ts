/** `includes` for a value of any type: TypeScript allows only the type of the list’s items there. */
export function isAmong<Value>(values: readonly Value[], value: unknown): value is Value {
  const all: readonly unknown[] = values;
  return all.includes(value);
}
