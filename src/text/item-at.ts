/** The item at an index that must be in the list. Throws otherwise, because a default value would hide the mistake. */
export function itemAt<Item>(
  items: { readonly [index: number]: Item | undefined },
  index: number,
): Item {
  const item = items[index];
  if (item === undefined) throw new TypeError(`there is no item ${index}`);
  return item;
}
