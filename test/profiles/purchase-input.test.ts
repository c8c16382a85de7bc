import { describe, expect, it } from 'vitest';
import { readPurchaseJson } from '../../src/input/purchase-json.js';
import { doubtReceipt } from '../../src/input/receipt.js';

describe('a purchase JSON', () => {
  it.each(['purchaseToken', 'productId', 'packageName', 'productIds'])('with %s twice is refused', (name) => {
    const text = `{"purchaseToken":"t","${name}":"CANARY","${name}":"other"}`;
    for (const each of [text, JSON.stringify({ originalJson: text })]) {
      expect(() => readPurchaseJson(each)).toThrow(
        expect.objectContaining({
          code: 'input-unreadable',
          message: `--purchase-json has ${name} twice in one object.`,
        }) as Error,
      );
    }
  });

  it('with two products says so where nothing chooses', () => {
    const text = '{"purchaseToken":"t","productIds":["CANARY","b"]}';
    expect(() => readPurchaseJson(text, { productChosen: false })).toThrow(
      expect.objectContaining({
        code: 'usage',
        message: '--purchase-json names 2 products.',
        details: { hint: 'Say which one is meant: `--product-id <id>`.' },
      }) as Error,
    );
    expect(readPurchaseJson(text)).toMatchObject({ receipt: 't', products: 2 });
    expect(readPurchaseJson('{"purchaseToken":"t","productIds":["a"]}', { productChosen: false })).toEqual({
      receipt: 't',
      productId: 'a',
    });
  });
});

describe('a receipt with a byte order mark', () => {
  it('is doubted for that', () => {
    expect(doubtReceipt('\uFEFFabc')?.says).toBe(
      'The receipt has a byte order mark (U+FEFF) at character 1 of 4.',
    );
    expect(doubtReceipt('\uFEFF{"purchaseToken":"t"}')?.says).toContain('whole purchase JSON');
    expect(doubtReceipt('a b')?.says).toContain('white space at character 2');
  });
});
