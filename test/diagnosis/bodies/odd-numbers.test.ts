import { expect, it } from 'vitest';
import { elixirNumber, goNumber, phpNumber, rubyNumber } from '../../../src/diagnosis/causes/number-text.js';
import { numberPrinters } from '../../../src/diagnosis/bodies/numbers.js';

const odd = [
  '1e999',
  '-1e999',
  '1e309',
  '1.7e308',
  '1e300',
  '-1e39',
  '5e-324',
  '1e-400',
  '1e999999999',
  '0e999999999',
  '1e-999999999',
  '9'.repeat(400),
  '9'.repeat(5_000),
  `0.${'0'.repeat(400)}1`,
  '-0',
  '-0.0e0',
];

it.each(Object.entries({ ...numberPrinters, elixirNumber, goNumber, phpNumber, rubyNumber }))(
  '%s prints or keeps a number that hardly anybody sends, shortly',
  (_name, print) => {
    for (const token of odd) expect(print(token).length).toBeLessThan(6_000);
  },
);
