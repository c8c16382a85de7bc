import { expect, it } from 'vitest';
import { isSameOrder } from '../../src/contract/order-id.js';

it.each<[one: string | undefined, other: string, isSame: boolean]>([
  ['GPA.1', 'GPA.1', true],
  ['GPA.1', 'gpa.1', true],
  [' GPA.1', 'GPA.1\n', true],
  ['GPA.1..0', 'GPA.1..1', true],
  ['GPA.1', 'GPA.2', false],
  [undefined, 'GPA.1', false],
])('%j and %j are one order: %s', (one, other, isSame) => {
  expect(isSameOrder(one, other)).toBe(isSame);
});
