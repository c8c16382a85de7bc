import { describe, expect, it } from 'vitest';
import { readPasted, type Choice } from '../../src/input/pasted/read.js';
import { whyNot } from '../../src/input/pasted/why-not.js';
import { mostGrowth, timesLonger } from '../support/growth.js';
import { checkName, doubtReceipt } from '../../src/input/receipt.js';

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

const pubSub = (notification: object): string => {
  const data = Buffer.from(JSON.stringify(notification)).toString('base64');
  return JSON.stringify({ message: { attributes: { key: 'value' }, data, messageId: '136969346945' } });
};
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
        verificationData: { localVerificationData: originalJson, serverVerificationData: token },
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
      pubSub({ ...notification, oneTimeProductNotification: { purchaseToken: token, sku: 'gems_100' } }),
    ],
    [
      'as a Pub/Sub message of a subscription',
      pubSub({
        ...notification,
        subscriptionNotification: { purchaseToken: token, subscriptionId: 'gems_100' },
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
    expect(readPasted(text)).toMatchObject({ is: 'purchase', purchase: whole });
  });

  const twoProducts = '{"purchaseToken":"t","productIds":["a","b"]}';
  const notifiedOfVoid = pubSub({
    ...notification,
    voidedPurchaseNotification: { purchaseToken: token, productType: 2 },
  });

  it.each<[string, string, object, Choice?]>([
    [
      'of a voided purchase has no product',
      notifiedOfVoid,
      { purchase: { receipt: token, package: 'com.example.game' } },
    ],
    ['of two products is several', twoProducts, { is: 'several' }],
    [
      'of two products that differ, too',
      '[{"purchaseToken":"t","sku":"a"},{"purchaseToken":"t","sku":"b"}]',
      { is: 'several' },
    ],
    [
      'of two products takes the one asked for',
      twoProducts,
      { purchase: { receipt: 't', productId: 'b' } },
      { productId: 'b' },
    ],
    ['in a list of one has it', '{"purchaseToken":"t","productIds":["a"]}', { purchase: { productId: 'a' } }],
    [
      'of two packages is several',
      `[${originalJson},{"purchaseToken":"${token}","package":"x"}]`,
      { is: 'several' },
    ],
  ])('%s', (_what, text, expected, choice) => {
    expect(readPasted(text, choice)).toMatchObject(expected);
  });

  it.each(['purchaseToken', 'productId', 'packageName', 'productIds'])('with %s twice is unclear', (name) => {
    const text = `{"purchaseToken":"t","${name}":"CANARY","${name}":"other"}`;
    for (const each of [text, JSON.stringify({ originalJson: text })])
      expect(readPasted(each)).toEqual({ is: 'unclear' });
  });

  it.each([
    [
      'an iOS receipt of Unity',
      '{"Store":"AppleAppStore","TransactionID":"1","Payload":"MIIT"}',
      /Ask the operator/,
    ],
    ['without quotation marks', '{purchaseToken:CANARY}', /into a file/],
    ['a log line that was cut', `Purchase. Json: ${originalJson.slice(0, -9)}`, /in one piece/],
    [
      'two purchases',
      `${originalJson}\n{"purchaseToken":"x","orderId":"GPA.9999-5678-9012-34567"}`,
      /`--order-id`: GPA.1234-5678-9012-34567, GPA.9999/,
    ],
  ])('that is %s has a way on, and is not repeated', (_what, text, hint) => {
    const pasted = readPasted(text);
    const error = pasted.is === 'purchase' ? undefined : whyNot(pasted, text, '--purchase-json');
    expect(error).toMatchObject({
      code: 'input-unreadable',
      details: { hint: expect.stringMatching(hint) as string },
    });
    expect(error?.message).not.toContain('CANARY');
  });

  it.each([
    ['quotation marks', (size: number) => `Purchase. Json: {${'"\\'.repeat(10 * size)}`],
    ['brackets', (size: number) => `Purchase. Json: ${'{'.repeat(10 * size)}`],
    ['log lines', (size: number) => 'Purchase. Json: {'.repeat(size)],
    ['depth', (size: number) => '['.repeat(5 * size) + ']'.repeat(5 * size)],
  ])('full of %s is refused, in proportion to its length', async (_what, text) => {
    const refused = (size: number): void => {
      expect(readPasted(text(size)).is).toBe('nothing');
    };
    expect(await timesLonger(500, refused)).toBeLessThan(mostGrowth);
  });
});

describe('a receipt', () => {
  it.each([token, 'demo-purchased', 'Ab+/=', 'a.b..c', 'a:b,c;d'])('%s is not doubted', (text) => {
    expect(doubtReceipt(text)).toBeUndefined();
  });

  it.each([
    ['\uFEFFabc', 'has an invisible character (U+FEFF) at character 1 of 4'],
    ['ab\u200Bc', 'has an invisible character (U+200B) at character 3 of 4'],
    ['a b', 'has white space (U+0020) at character 2 of 3'],
    ['ab\r\ncd\nef', 'has a line break (U+000D) at character 3 of 9'],
    ['💎💎 ab', 'has white space (U+0020) at character 3 of 5'],
    ...['“', '…', '<', '>', '"', "'", '`', '\\', '—', '\u0430'].map((odd) => [
      `abc${odd}`,
      'has an unusual character',
    ]),
    ...['abc...xyz', 'abc=3Dxyz', 'abc&amp;xyz', 'abc%2exyz'].map((odd) => [odd, 'at character 4 of']),
    ['purchaseToken: abc', 'purchase JSON, or a part of it'],
    [`[${originalJson}]`, 'purchase JSON'],
    [`\uFEFF${originalJson}`, 'purchase JSON'],
    [JSON.stringify(originalJson), 'purchase JSON'],
    [`Purchase. Json: ${originalJson}`, 'purchase JSON'],
  ])('%j is doubted', (text, says) => {
    const doubt = doubtReceipt(text);
    expect(doubt?.says).toContain(says);
    expect(doubt?.hint).toMatch(/--force`\.$/);
    expect(`${doubt?.says ?? ''}${doubt?.hint ?? ''}`).not.toContain(token);
  });

  const orderId = 'GPA.1234-5678-9012-34567';
  it.each([
    ['an order id', orderId, orderId],
    ['one in quotes', `“${orderId.toLowerCase()}..0”`, `${orderId}..0`],
    ['one with long dashes', 'GPA.1234–5678—9012−34567', orderId],
    ['one without its beginning', '1234-5678-9012-34567', orderId],
    ['one with a label', `Order ID: ${orderId}`, orderId],
    ['one in a short mail', `My order is ${orderId}. Please help!`, orderId],
    ['an old one', '12999763169054705758.1371079406387615', '12999763169054705758.1371079406387615'],
    ['one that may be something else', `${orderId}x9`, undefined],
    ['a part of one', 'GPA.1234', undefined],
  ])('%s leads to the earlier calls with it', (_what, text, id) => {
    const { nextCommand } = doubtReceipt(text) ?? {};
    expect(nextCommand).toBe(id === undefined ? undefined : `pvg journal find ${id}`);
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
      }).toThrow(/^--product-id has white space at its ends, or an invisible character \(U\+/);
      checkName('--product-id', name, true);
    },
  );

  it.each(['gems_100', 'gems 100', '', undefined])('%j are not', (name) => {
    checkName('--product-id', name, false);
  });
});
