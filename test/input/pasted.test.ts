import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PvgError } from '../../src/failure.js';
import { readPasted, type Pasted } from '../../src/input/pasted/read.js';
import { inLines, mangles } from '../support/mangled.js';

const token = 'hgoeapcmjbkjmkihjllgpkhn.AO-J1OxTokenOfTheStore_1-2aB3cD4eF5gH6iJ7kL8mN9oP0qR1sT2uV3wX4yZ';
const ofStore = (purchase: Purchase) => ({
  orderId: purchase.orderId,
  packageName: purchase.package,
  productId: purchase.productId,
  purchaseTime: 1_790_000_000_000,
  purchaseState: 0,
  developerPayload: 'He said "100 gems" \\ & more; a=3D%22b&quot; \u00E9\u{1F48E}',
  purchaseToken: purchase.receipt,
  obfuscatedAccountId: 'a1b2c3==',
  acknowledged: false,
});

interface Purchase {
  readonly receipt: string;
  readonly productId: string;
  readonly package: string;
  readonly orderId: string;
}
const plain: Purchase = {
  receipt: token,
  productId: 'gems_100',
  package: 'com.example.game',
  orderId: 'GPA.1234-5678-9012-34567',
};

const read = (text: string): Pasted | undefined => readPasted(text, { what: 'The text' });

function found(text: string): Omit<Pasted, 'undone'> | 'refused' {
  try {
    const { undone, ...purchase } = read(text) ?? { undone: undefined };
    return undone === undefined || !('receipt' in purchase) ? 'refused' : purchase;
  } catch (error) {
    if (error instanceof PvgError) return 'refused';
    throw error;
  }
}

const names = Object.keys(mangles);
const mangled = (chain: readonly string[], text: string): string =>
  chain.reduce((each, name) => mangles[name]?.(each) ?? each, text);

describe('a pasted purchase', () => {
  const simple = JSON.stringify({ ...ofStore(plain), developerPayload: undefined });

  it.each(names)('%s is read', (name) => {
    expect(found(mangled([name], simple))).toEqual(plain);
  });

  const pairs = names.flatMap((first) => names.map((second) => [first, second] as const));

  it('changed by two of these is nearly always read, and never differently', () => {
    const refused = pairs.filter((chain) => {
      const purchase = found(mangled(chain, simple));
      if (purchase !== 'refused') expect(purchase, chain.join(', then ')).toEqual(plain);
      return purchase === 'refused';
    });
    expect(refused.length).toBeLessThan(pairs.length / 20);
  });

  /** A receipt is opaque (§2.1): of the characters that no program changes, any may occur. */
  const receipts = fc.oneof(
    fc.string({ unit: fc.constantFrom(...'aZ09-_.~:+/=3D%2F&;,'), minLength: 1, maxLength: 200 }),
    fc.string({ unit: fc.constantFrom(...'abcXYZ0189-_.'), minLength: 20, maxLength: 200 }),
  );
  const storeNames = fc.string({ unit: fc.constantFrom(...'abcz019._'), minLength: 1, maxLength: 40 });

  it('after any chain of changes is the same or refused, never another', () => {
    fc.assert(
      fc.property(
        fc.record({ receipt: receipts, productId: storeNames, package: storeNames, orderId: storeNames }),
        // No program does the same twice.
        fc.uniqueArray(fc.constantFrom(...names), { maxLength: 4 }),
        fc.integer({ min: 10, max: 120 }),
        (purchase, chain, width) => {
          const text = mangled(chain, JSON.stringify(ofStore(purchase)));
          for (const each of [text, inLines(width, '')(text)]) {
            const purchaseFound = found(each);
            // A name that was broken may be missing: pvg asks for it. The receipt is always there.
            if (purchaseFound !== 'refused') {
              expect(purchase).toMatchObject(purchaseFound);
              expect(purchaseFound.receipt).toBe(purchase.receipt);
            }
          }
        },
      ),
      { numRuns: 300 },
    );
  });

  it('that was cut anywhere is refused', () => {
    for (const name of names.filter((each) => !/react|Unity/.test(each))) {
      const text = mangled([name], simple);
      for (let end = 0; end < text.length; end += 7) {
        const purchase = found(text.slice(0, end));
        if (purchase !== 'refused') expect(purchase, `${name}, ${String(end)}`).toEqual(plain);
      }
    }
  });
});
