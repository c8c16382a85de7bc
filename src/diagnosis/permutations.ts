/** Every order of the items. A generator, because there may be very many. */
export function* permutations<Item>(items: readonly Item[]): Generator<Item[]> {
  if (items.length === 0) yield [];
  for (const [index, item] of items.entries()) {
    for (const others of permutations(items.toSpliced(index, 1))) yield [item, ...others];
  }
}
