/** The item of an index that is certainly one of the list: a default would be another item. */
export function itemAt<Item>(
  items: { readonly [index: number]: Item | undefined },
  index: number,
): Item {
  const item = items[index];
  if (item === undefined) throw new TypeError(`there is no item ${index}`);
  return item;
}
