import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeInput } from '../../src/input/bytes.js';
import type { Candidate } from '../../src/input/pasted/candidates.js';
import { collectReadings } from '../../src/input/pasted/paste-layers.js';
import { readPasted, type Choice } from '../../src/input/pasted/read.js';
import { doubtReceipt } from '../../src/input/receipt.js';
import { decorations, inLines, mangles } from '../helpers/mangled.js';

/** A receipt that was pasted comes out byte for byte, or pvg says that it cannot read it. */

type Purchase = Required<Candidate>;
const token =
  'hgoeapcmjbkjmkihjllgpkhn.AO-J1OxTokenOfTheStore_1-2aB3cD4eF5gH6iJ7kL8mN9oP0qR1sT2uV3wX4yZ';
const plain: Purchase = {
  receipt: token,
  productId: 'gems_100',
  package: 'com.example.game',
  orderId: 'GPA.1234-5678-9012-34567',
};

/** The ways to write a purchase down. */
const ofStore = ({ receipt, productId, package: packageName, orderId }: Purchase): object => ({
  ...{ orderId, packageName, productId, purchaseTime: 1_790_000_000_000, acknowledged: false },
  purchaseToken: receipt,
});
/** With what may be taken for a change of some program. */
const withMore = (purchase: Purchase): object => ({
  developerPayload: 'He said "100 gems" \\ & more; a=3D%22b&quot; \u00E9\u{1F48E}',
  ...ofStore(purchase),
  obfuscatedAccountId: 'a1b2c3==',
});
const json = (purchase: Purchase): string => JSON.stringify(ofStore(purchase));
const lines = ({ receipt, productId, package: packageName, orderId }: Purchase): string =>
  `orderId: ${orderId}\npackageName: ${packageName}\nproductId: ${productId}\npurchaseToken: ${receipt}\n`;
const labels = (p: Purchase): string =>
  `**Order ID:** ${p.orderId}\n- Product ID = ${p.productId},\nPackage: ${p.package}\nPurchase Token: "${p.receipt}"\n`;
const forms = { json, lines, labels, 'all members': (p: Purchase) => JSON.stringify(withMore(p)) };

const all = { ...mangles, ...decorations };
const names = Object.keys(all);
const mangled = (chain: readonly string[], text: string): string =>
  chain.reduce((each, name) => all[name]?.(each) ?? each, text);

function found(text: string, choice?: Choice): Partial<Purchase> | 'refused' {
  const pasted = readPasted(text, choice);
  if (pasted.kind !== 'purchase' || doubtReceipt(pasted.purchase.receipt)) return 'refused';
  return pasted.purchase;
}

describe('a pasted purchase', () => {
  it.each(names)('%s is read', (name) => {
    expect(found(mangled([name], json(plain)))).toEqual(plain);
  });

  const mailed = ['quoted in a mail', 'in a mail', 'with links as Outlook adds them'];
  it.each(Object.entries(forms))('written as %s is read, in a mail too', (_form, write) => {
    expect(found(write(plain))).toEqual(plain);
    for (const name of mailed) expect(found(mangled([name], write(plain))), name).toEqual(plain);
  });

  it.each<[string, readonly string[], number]>([
    ['two of these', Object.keys(mangles), 20],
    ['two of these, with links and spaces', names, 10],
  ])('changed by %s is nearly always read, and never differently', (_what, some, share) => {
    const pairs = some.flatMap((first) => some.map((second) => [first, second]));
    const refused = pairs.filter((chain) => {
      const purchase = found(mangled(chain, json(plain)));
      if (purchase === 'refused') return true;
      expect(purchase, chain.join(', then ')).toMatchObject(
        some === names ? { receipt: token } : plain,
      );
      return false;
    });
    expect(refused.length).toBeLessThan(pairs.length / share);
  });

  it('in lines of names that call the order id a receipt is read', () => {
    expect(found(labels(plain).replace('Order ID', 'Receipt'))).toEqual(plain);
  });

  it('in lines of names whose receipt is broken is refused', () => {
    for (const width of [31, 40, 60])
      expect(found(inLines(width, '')(lines(plain)))).toBe('refused');
  });

  it('beside another is chosen by its order or its product', () => {
    const other = {
      ...plain,
      receipt: `${token}X`,
      orderId: 'GPA.9999-5678-9012-34567',
      productId: 'coins',
    };
    for (const write of [json, lines]) {
      const text = `${write(plain)}\n\n${write(other)}`;
      expect(readPasted(text)).toMatchObject({ kind: 'several', purchases: [plain, other] });
      expect(found(text, { orderId: other.orderId })).toEqual(other);
      expect(found(text, { productId: 'gems_100' })).toEqual(plain);
    }
  });

  it('that was cut anywhere is refused', () => {
    for (const name of names.filter((each) => !/react|Unity/.test(each))) {
      const text = mangled([name], json(plain));
      for (let end = 0; end < text.length; end += 7) {
        const purchase = found(text.slice(0, end));
        if (purchase !== 'refused')
          expect(purchase, `${name}, ${end}`).toMatchObject({ receipt: token });
      }
    }
  });
});

it.each([
  ['UTF-8 behind a mark', Buffer.from(`\uFEFF${json(plain)}`)],
  ['UTF-16, as PowerShell writes it', Buffer.from(`\uFEFF${json(plain)}\r\n`, 'utf16le')],
])('bytes of %s are read', (_what, bytes) => {
  expect(found(decodeInput('lookup', bytes))).toEqual(plain);
});

it.each([
  ['89504e470d0a1a0a', 'is a picture'],
  ['ffd8ffe000104a46', 'is a picture'],
  ['255044462d312e370aff', 'is not UTF-8'],
])('the bytes %s are refused: %s', (hex, says) => {
  expect(() => decodeInput('lookup', Buffer.from(hex, 'hex'))).toThrow(says);
});

/** Each was once a wrong receipt: it is refused, or comes out as it was. */
it.each([
  ['an escape in a broken line', `{"purchaseToken":"a\\\n\\nb","productId":"p"}`, 'a\\nb'],
  [
    'a telephone link',
    `{"purchaseToken":"12<tel:12>",\n"x":1790000000000<tel:1790000000000>}`,
    '12<tel:12>',
  ],
  ['a line that goes on', 'purchaseToken: abcdefgh\ndef (from the log)\n', 'abcdefghdef'],
  ['an encoded byte cut in lines', '{"purchaseToken":"a=\n3\nDb","productId":"p=3D"}', 'a=3Db'],
  ['an entity in a plain line', 'purchaseToken: a&amp;b\n\n', 'a&amp;b'],
  [
    'an entity beside a tag',
    '{"purchaseToken":"a&amp;b","packageName":"<a href="http://c.d">c.d</a>"}',
    'a&amp;b',
  ],
  [
    'a space that does not break, before a line break',
    '{"purchaseToken":\u00A0"a\u00A0\nb"}',
    'a\u00A0b',
  ],
  ['a space that does not break, after one', '{"purchaseToken":\u00A0"a\n\u00A0b"}', 'a\u00A0b'],
  [
    'a soft line break in lines of names as JSON text',
    String.raw`"productId: p\npurchaseToken: ab=` + '\n\\n"',
    'ab',
  ],
  ['quoted-printable as a form', 'purchaseToken=3Da&productId=3Dp', '3Da'],
])('a hole that was found stays closed: %s', (_what, text, receipt) => {
  const got = found(text);
  if (got !== 'refused') expect(got.receipt).toBe(receipt);
});

/** A receipt is opaque (§2.1): any characters may occur, those that look like a change of some program too. */
const receipts = fc.oneof(
  fc.string({ unit: fc.constantFrom(...'aZ09-_.~:+/=3D%2F&;,'), minLength: 1, maxLength: 200 }),
  fc.string({ unit: fc.constantFrom(...'abcXYZ0189-_.'), minLength: 20, maxLength: 200 }),
  fc.constantFrom(token, `${token}==`, 'abc.def<http://abc.def>', '[x](http://x)', '\u201Cq\u201D'),
  fc.constantFrom('x,', 'a\\nb', '12<tel:12>', 'a&amp;b', 'a\u00A0b'),
);
const storeName = fc.string({ unit: fc.constantFrom(...'abcz019._'), minLength: 1, maxLength: 40 });
const purchases = fc.record({
  receipt: receipts,
  productId: fc.oneof(storeName, fc.constant(plain.productId)),
  package: fc.oneof(storeName, fc.constant(plain.package)),
  orderId: fc.oneof(storeName, fc.constant(plain.orderId)),
});

it(
  'after any chain of changes the receipt is the same or refused, never another',
  { timeout: 600_000 },
  () => {
    const runs = Number(process.env['PVG_CHAINS'] ?? 400);
    const seed = Number(process.env['PVG_SEED'] ?? 0) || undefined;
    const counts = { read: 0, refused: 0 };
    fc.assert(
      fc.property(
        purchases,
        fc.constantFrom(...Object.values(forms)),
        // No program does the same twice.
        fc.uniqueArray(fc.constantFrom(...names), { maxLength: 4 }),
        fc.integer({ min: 10, max: 120 }),
        (purchase, write, chain, width) => {
          const text = mangled(chain, write(purchase));
          for (const each of [text, inLines(width, '')(text)]) {
            const got = found(each);
            counts[got === 'refused' ? 'refused' : 'read'] += 1;
            if (got !== 'refused')
              expect(got.receipt, JSON.stringify([chain, each])).toBe(purchase.receipt);
          }
        },
      ),
      { numRuns: runs, ...(seed !== undefined && { seed }) },
    );
    expect(counts.read).toBeGreaterThan(counts.refused / 20);
    if (process.env['PVG_CHAINS']) console.log(counts);
  },
);

it('reads a word alone as all layers read it, base64 of a purchase too', () => {
  const encoded = fc
    .string({ unit: 'grapheme-ascii', minLength: 12 })
    .map((text) => Buffer.from(JSON.stringify({ receipt: text })).toString('base64url'));
  const word = fc.oneof(encoded, fc.stringMatching(/^[\w.-]{1,60}$/));
  fc.assert(
    fc.property(word, (text) => {
      const trimmed = (pasted: string): string[] => [
        ...new Set(collectReadings(pasted).texts.map((reading) => reading.trim())),
      ];
      // A blank in front leaves the word to all layers.
      expect(trimmed(text)).toEqual(trimmed(` ${text}`));
    }),
  );
});
