import { expect, it } from 'vitest';
import { findIdioms } from '../scripts/prose.mjs';

it.each([
  ['look the purchase up', 'look up the purchase'],
  ['the path is no folder', 'there is no folder'],
  ['the row is mended', 'the row is fixed'],
  ['it was sent otherwise', 'it was sent with spaces'],
])('warns of “%s”, not of “%s”', (not, say) => {
  expect(findIdioms(not)).toHaveLength(1);
  expect(findIdioms(say)).toEqual([]);
});
