import { describe, expect, it } from 'vitest';
import { PvgError } from '../../src/failure.js';
import { columnListNear, readMap } from '../../src/tables/columns.js';

describe('a mistyped --map', () => {
  it.each([
    ['prduct', ['product', 'order'], '`product`'],
    ['Produkt', ['product', 'order'], '`product`'],
  ])('with the column %s names the near one', (typed, names, near) => {
    expect(columnListNear(typed, names)).toContain(near);
  });

  it('with another column only lists those of the input', () => {
    expect(columnListNear('customer', ['product', 'order'])).not.toContain('`');
  });

  it.each([
    ['prduct_id=a', undefined, '`product_id`'],
    ['granted.prduct_id=a', 'granted', '`granted.product_id`'],
  ])('with the field of %s names the near one', (pair, role, near) => {
    const read = (): unknown => readMap([pair], ['receipt', 'product_id'], role);
    expect(read).toThrow(PvgError);
    const hints: (string | undefined)[] = [];
    try {
      read();
    } catch (error) {
      if (error instanceof PvgError) hints.push(error.details.hint);
    }
    expect(hints.join('')).toContain(near);
  });
});
