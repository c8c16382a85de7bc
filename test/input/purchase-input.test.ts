import { describe, expect, it } from 'vitest';
import { mostGrowth, timesLonger } from '../support/growth.js';
import { readPasted, type Pasted } from '../../src/input/pasted/read.js';
import { noPurchase } from '../../src/input/pasted/why-not.js';
import { checkName, doubtReceipt } from '../../src/input/receipt.js';
import { json, pvg } from '../support/pvg.js';

const token = 'hgoeapcmjbkjmkihjllgpkhn.AO-J1OxTokenOfTheStore_1-2';
const original = {
  orderId: 'GPA.1234-5678-9012-34567',
  packageName: 'com.example.game',
  productId: 'gems_100',
  purchaseTime: 1_790_000_000_000,
  purchaseState: 0,
  purchaseToken: token,
  quantity: 1,
  acknowledged: false,
};
const originalJson = JSON.stringify(original);
const whole = { receipt: token, productId: 'gems_100', package: 'com.example.game' };

const pubSub = (notification: object): string =>
  JSON.stringify({
    message: {
      attributes: { key: 'value' },
      data: Buffer.from(JSON.stringify(notification)).toString('base64'),
      messageId: '136969346945',
    },
    subscription: 'projects/myproject/subscriptions/mysubscription',
  });
const notification = { version: '1.0', packageName: 'com.example.game', eventTimeMillis: '1790000000000' };
const unity = {
  Store: 'GooglePlay',
  TransactionID: token,
  Payload: JSON.stringify({
    json: originalJson,
    signature: 'c2ln',
    skuDetails: [JSON.stringify({ productId: 'gems_100', type: 'inapp', price: '€1.00' })],
  }),
};

function readPurchaseJson(text: string, options: { productId?: string } = {}): Omit<Pasted, 'undone'> {
  const what = '--purchase-json';
  const pasted = readPasted(text, { what, ...options });
  if (pasted === undefined) throw noPurchase(text, what);
  const { undone, ...purchase } = pasted;
  expect(undone).toBeInstanceOf(Array);
  return purchase;
}

describe('a purchase JSON', () => {
  it.each([
    ['as the billing library gives it (originalJson)', originalJson],
    ['indented, behind a byte order mark', `\uFEFF${JSON.stringify(original, null, 2)}\n`],
    ['as a JSON text', JSON.stringify(originalJson)],
    ['with its signature', JSON.stringify({ originalJson, signature: 'c2ln' })],
    ['as the one of a list', JSON.stringify([original])],
    ['as the receipt of Unity', JSON.stringify(unity)],
    [
      'as the receipt of Unity inside a request',
      JSON.stringify({ player: 'p', receipt: JSON.stringify(unity) }),
    ],
    [
      'as Flutter’s PurchaseDetails',
      JSON.stringify({
        productID: 'gems_100',
        purchaseID: original.orderId,
        verificationData: {
          localVerificationData: originalJson,
          serverVerificationData: token,
          source: 'google_play',
        },
      }),
    ],
    [
      'as react-native-iap gives it',
      JSON.stringify({
        productId: 'gems_100',
        transactionId: original.orderId,
        transactionReceipt: originalJson,
        purchaseToken: token,
        dataAndroid: originalJson,
        packageNameAndroid: 'com.example.game',
      }),
    ],
    [
      'with a package that only the store’s own text has',
      JSON.stringify({ productId: 'gems_100', purchaseToken: token, transactionReceipt: originalJson }),
    ],
    [
      'as Cordova’s transaction, the store’s text beside it',
      JSON.stringify({ id: 'gems_100', transaction: { purchaseToken: token, receipt: originalJson } }),
    ],
    [
      'as Godot gives it',
      JSON.stringify({ package_name: 'com.example.game', purchase_token: token, products: ['gems_100'] }),
    ],
    [
      'as a Pub/Sub message of a one-time product',
      pubSub({
        ...notification,
        oneTimeProductNotification: {
          version: '1.0',
          notificationType: 1,
          purchaseToken: token,
          sku: 'gems_100',
        },
      }),
    ],
    [
      'as a Pub/Sub message of a subscription',
      pubSub({
        ...notification,
        subscriptionNotification: {
          version: '1.0',
          notificationType: 4,
          purchaseToken: token,
          subscriptionId: 'gems_100',
        },
      }),
    ],
    [
      'as a log line of the billing library',
      `11-03 10:00:00.123  1234  1234 D Billing: Purchase. Json: ${originalJson}`,
    ],
    [
      'as a list in a log line',
      `onPurchasesUpdated [Purchase. Json: ${originalJson}, Purchase. Json: ${originalJson}] done`,
    ],
  ])('%s gives token, product and package', (_what, text) => {
    expect(readPurchaseJson(text)).toMatchObject(whole);
  });

  it('of a voided purchase has no product: that is still to be named', () => {
    const text = pubSub({
      ...notification,
      voidedPurchaseNotification: { purchaseToken: token, productType: 2 },
    });
    expect(readPurchaseJson(text)).toEqual({ receipt: token, package: 'com.example.game' });
  });

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
    expect(() => readPurchaseJson(text)).toThrow(
      expect.objectContaining({
        code: 'usage',
        message: '--purchase-json names 2 products.',
        details: { hint: 'Choose one with `--product-id <id>`.' },
      }) as Error,
    );
    expect(readPurchaseJson(text, { productId: 'b' })).toMatchObject({ receipt: 't', products: 2 });
    expect(readPurchaseJson('{"purchaseToken":"t","productIds":["a"]}')).toEqual({
      receipt: 't',
      productId: 'a',
    });
    const differing = '[{"purchaseToken":"t","sku":"a"},{"purchaseToken":"t","sku":"b"}]';
    expect(() => readPurchaseJson(differing)).toThrow('names 2 products');
  });

  it('with several purchases gives the one of the product asked for', () => {
    const text = JSON.stringify([original, { ...original, productId: 'gems_500', purchaseToken: 'other' }]);
    expect(readPurchaseJson(text, { productId: 'gems_500' }).receipt).toBe('other');
    expect(() => readPurchaseJson(text)).toThrow('2 purchases with different receipts');
  });

  it.each([
    [
      'an iOS receipt of Unity',
      '{"Store":"AppleAppStore","TransactionID":"1","Payload":"MIIT"}',
      /iOS receipt.*operator/,
    ],
    [
      'a message without a purchase',
      pubSub({ ...notification, testNotification: { version: '1.0' } }),
      /billing library/,
    ],
    ['half of typographic quotation marks', '{“purchaseToken”:“CANARY}', /typographic quotation marks/],
    ['without quotation marks', '{purchaseToken:CANARY}', /the shell removed them/],
    ['an ellipsis', '{"purchaseToken":"CANARY…', /shortened/],
    ['a log line that was cut', `Purchase. Json: ${originalJson.slice(0, -9)}`, /in one piece/],
  ])('that is %s is refused with the way on', (_what, text, hint) => {
    expect(() => readPurchaseJson(text)).toThrow(
      expect.objectContaining({
        code: 'input-unreadable',
        message: expect.not.stringContaining('CANARY') as string,
        details: expect.objectContaining({ hint: expect.stringMatching(hint) as string }) as object,
      }) as Error,
    );
  });

  it.each([
    ['quotation marks', (size: number) => `Purchase. Json: {${'"\\'.repeat(10 * size)}`],
    ['brackets', (size: number) => `Purchase. Json: ${'{'.repeat(10 * size)}`],
    ['log lines', (size: number) => 'Purchase. Json: {'.repeat(size)],
    ['depth', (size: number) => '['.repeat(5 * size) + ']'.repeat(5 * size)],
  ])('full of %s is refused, in proportion to its length', async (_what, text) => {
    const refused = (size: number): void => {
      expect(() => readPurchaseJson(text(size))).toThrow();
    };
    expect(await timesLonger(500, refused)).toBeLessThan(mostGrowth);
  });
});

describe('a receipt', () => {
  it.each([token, 'demo-purchased', 'Ab+/=', 'a.b..c', 'a:b,c;d'])('%s is not doubted', (text) => {
    expect(doubtReceipt(text)).toBeUndefined();
  });

  it.each([
    ['a byte order mark', '\uFEFFabc', 'has a byte order mark (U+FEFF) at character 1 of 4.'],
    ['a space', 'a b', 'has white space at character 2 of 3.'],
    ['a line break', 'abc\ndef', 'has white space at character 4 of 7 (a line break).'],
    [
      'several line breaks',
      'ab\r\ncd\nef',
      'has white space at character 3 of 9 (a line break) (and in 2 other places).',
    ],
    ['a no-break space', 'abc\u00A0', 'has white space at character 4 of 4 (U+00A0).'],
    ['a zero-width space', 'ab\u200Bc', 'has an invisible character (U+200B) at character 3 of 4.'],
    ['a bidi mark', '\u202Eabc', 'has an invisible character (U+202E) at character 1 of 4.'],
    ['a soft hyphen', 'ab\u00ADc', 'has an invisible character (U+00AD) at character 3 of 4.'],
    ['quotation marks', '"abc"', 'has a quotation mark (U+0022) at character 1 of 5 (and in 1 other place).'],
    [
      'smart quotes',
      '\u201Cabc\u201D',
      'has a quotation mark (U+201C) at character 1 of 5 (and in 1 other place).',
    ],
    ['a quotation mark and a comma', 'abc",', 'has a quotation mark (U+0022) at character 4 of 5.'],
    ['backticks', '`abc`', 'has a quotation mark (U+0060) at character 1 of 5 (and in 1 other place).'],
    ['an ellipsis', 'abc\u2026', 'has an ellipsis (U+2026) at character 4 of 4.'],
    ['an ellipsis in its middle', 'abc...xyz', 'has an ellipsis (...) at character 4 of 9.'],
    ['angle brackets', '<abc>', 'has an angle bracket at character 1 of 5 (and in 1 other place).'],
    ['quoted-printable', 'abc=3Dxyz', 'has an equals sign with two hex digits at character 4 of 9.'],
    ['HTML', 'abc&amp;xyz', 'has a character as HTML writes it at character 4 of 11.'],
    ['percent-encoding', 'abc%2Exyz', 'has a percent sign with two hex digits at character 4 of 9.'],
    ['an escape of JSON', 'abc\\u003d', 'has a backslash at character 4 of 9.'],
    ['a dash for a hyphen', 'abc\u2014d', 'has an unusual character (U+2014) at character 4 of 5.'],
    ['a Cyrillic letter', 'a\u0430', 'has an unusual character (U+0430) at character 2 of 2.'],
    ['emoji ahead, counted as one', '💎💎 ab', 'has white space at character 3 of 5.'],
    [
      'an order id',
      'GPA.1234-5678-9012-34567',
      'This does not look like a receipt: it is an order id of the store (GPA.…).',
    ],
    [
      'an order id in quotes',
      '“gpa.1234-5678-9012-34567..0”',
      'This does not look like a receipt: it is an order id of the store (GPA.…).',
    ],
    ['a purchase JSON', originalJson, 'This does not look like a receipt: it is JSON.'],
    ['a list of them', `[${originalJson}]`, 'This does not look like a receipt: it is JSON.'],
    [
      'one behind a byte order mark',
      `\uFEFF${originalJson}`,
      'This does not look like a receipt: it is JSON.',
    ],
    [
      'one inside a JSON text',
      JSON.stringify(originalJson),
      'This does not look like a receipt: it is JSON.',
    ],
    ['a log line', `Purchase. Json: ${originalJson}`, 'This does not look like a receipt: it is JSON.'],
    [
      'a web address',
      'https://play.google.com/x?token=abc',
      'This does not look like a receipt: it is a web address.',
    ],
    ['its name ahead', 'purchaseToken: abc', 'begins with the name `purchaseToken`.'],
  ])('with %s is doubted', (_what, text, says) => {
    const doubt = doubtReceipt(text);
    expect(doubt?.says).toBe(says.startsWith('This') ? says : `The receipt ${says}`);
    expect(doubt?.hint).toMatch(/--force`\.$/);
    expect(`${doubt?.says ?? ''}${doubt?.hint ?? ''}`).not.toContain(token);
  });

  it.each(['a', ' ', '\u200B', '"', '.', '%2'])(
    'of many %j is looked at in proportion to its length',
    async (text) => {
      expect(await timesLonger(10_000, (size) => doubtReceipt(text.repeat(size)))).toBeLessThan(mostGrowth);
    },
  );
});

describe('product and package', () => {
  it.each(['gems_100 ', ' gems_100', 'gems_100\u200B', '\u00A0gems_100', 'gems\n', ' '])(
    '%j are doubted for their ends',
    (name) => {
      expect(() => {
        checkName('--product-id', name, false);
      }).toThrow(/^--product-id (begins|ends) with white space or an invisible character \(U\+/);
      checkName('--product-id', name, true);
    },
  );

  it.each(['gems_100', 'gems 100', '', undefined])('%j are not', (name) => {
    checkName('--product-id', name, false);
  });
});

describe('a doubtful input', () => {
  const call = ['lookup', '--profile', 'local', '--package', 'com.example.game'];

  it.each([
    ['a receipt', ['--product-id', 'gems_100', '--receipt', '"demo-recorded"']],
    ['a product', ['--product-id', 'gems_100 ', '--receipt', 'demo-recorded']],
    ['a token in the envelope', ['--purchase-json', '{"purchaseToken":"demo\u200B","productId":"gems_100"}']],
  ])('%s is refused with 2, and sent with --force', async (_what, options) => {
    const refused = await pvg([...call, ...options]);
    expect(refused.status).toBe(2);
    expect(refused.err).toContain('--force');
    expect((await pvg([...call, ...options, '--force'])).status).toBe(6);
  });

  it('of --os is met with the nearest', async () => {
    const options = ['--product-id', 'p', '--receipt', 'r', '--json'];
    const ended = json(await pvg([...call, ...options, '--os', 'andriod']));
    expect(ended['error']).toMatchObject({
      says: '--os must be android or ios.',
      hint: expect.stringContaining('Did you mean `--os android`?') as string,
    });
  });
});
