/** Makes a value at the first call and keeps it, so that a table that most runs never need takes no time at the start. */
export function madeOnce<Value>(make: () => Value): () => Value {
  let first: { readonly value: Value } | undefined;
  return () => {
    first ??= { value: make() };
    return first.value;
  };
}
