import { describe, expect, it } from 'vitest';
import { readPasted, type Choice } from '../../src/input/pasted/read.js';
import { collectReadings } from '../../src/input/pasted/paste-layers.js';
import { pasteError } from '../../src/input/pasted/paste-error.js';
import { mostGrowth, timesLonger } from '../helpers/growth.js';
import { checkName } from '../../src/input/name-check.js';
import { doubtReceipt } from '../../src/input/receipt.js';

const token = 'hgoeapcmjbkjmkihjllgpkhn.AO-J1OxTokenOfTheStore_1-2';
const packageName = 'com.example.game';
const productId = 'gems_100';
const original = {
  orderId: 'GPA.1234-5678-9012-34567',
  packageName,
  productId,
  purchaseToken: token,
};
const originalJson = JSON.stringify(original);
const unity = {
  Store: 'GooglePlay',
  TransactionID: token,
  Payload: JSON.stringify({
    json: originalJson,
    skuDetails: [JSON.stringify({ productId, type: 'inapp', price: '€1.00' })],
  }),
};
const pubSub = (notification: object): object => {
  const data = Buffer.from(JSON.stringify({ version: '1.0', packageName, ...notification }));
  return { message: { attributes: { key: 'value' }, data: data.toString('base64') } };
};
const ofVoid = pubSub({ voidedPurchaseNotification: { purchaseToken: token, productType: 2 } });

/** More forms, and what programs make of them: pasted.test.ts. */
const envelopes: Readonly<Record<string, object>> = {
  'as the one of a list': [original],
  'as the receipt of Unity inside a request': { player: 'p', receipt: JSON.stringify(unity) },
  'as Flutter’s PurchaseDetails': {
    productID: productId,
    verificationData: { localVerificationData: originalJson, serverVerificationData: token },
  },
  'as react-native-iap gives it': {
    ...{ productId, transactionId: original.orderId, transactionReceipt: originalJson },
    ...{ purchaseToken: token, packageNameAndroid: packageName },
  },
  'with a package that only the store’s own text has': {
    ...{ productId, purchaseToken: token, transactionReceipt: originalJson },
  },
  'as Cordova’s transaction': {
    id: productId,
    transaction: { purchaseToken: token, receipt: originalJson },
  },
  'as Godot gives it': { package_name: packageName, purchase_token: token, products: [productId] },
  'as a Pub/Sub message of a one-time product': pubSub({
    oneTimeProductNotification: { purchaseToken: token, sku: productId },
  }),
  'as a Pub/Sub message of a subscription': pubSub({
    subscriptionNotification: { purchaseToken: token, subscriptionId: productId },
  }),
};

describe('a purchase JSON', () => {
  it.each([
    ...Object.entries(envelopes).map(([name, json]) => [name, JSON.stringify(json)]),
    [
      'as a list in a log line',
      `[Purchase. Json: ${originalJson}, Purchase. Json: ${originalJson}] done`,
    ],
  ])('%s gives token, product and package', (_what, text) => {
    const purchase = { receipt: token, productId, package: packageName };
    expect(readPasted(text)).toMatchObject({ kind: 'purchase', purchase });
  });

  const two = '{"purchaseToken":"t","productIds":["a","b"]}';
  it.each<[string, string, object, Choice?]>([
    [
      'of a voided purchase has no product',
      JSON.stringify(ofVoid),
      { purchase: { receipt: token, package: packageName } },
    ],
    ['of two products is several', two, { kind: 'several' }],
    [
      'of two products takes the one asked for',
      two,
      { purchase: { productId: 'b' } },
      { productId: 'b' },
    ],
    [
      'in a list of one has it',
      '{"purchaseToken":"t","productIds":["a"]}',
      { purchase: { productId: 'a' } },
    ],
    [
      'that differs in its product',
      `[${originalJson},{"token":"${token}","sku":"x"}]`,
      { kind: 'several' },
    ],
    [
      'that differs in its package',
      `[${originalJson},{"token":"${token}","package":"x"}]`,
      { kind: 'several' },
    ],
  ])('%s', (_what, text, expected, choice) => {
    expect(readPasted(text, choice)).toMatchObject(expected);
  });

  const cut = { ...original, purchaseToken: token.slice(0, -9) };
  const other = { ...cut, orderId: 'GPA.9999-5678-9012-34567' };
  it.each<[string, object[], Choice, string]>([
    [
      'of two orders',
      [original, other],
      {},
      '`--order-id GPA.1234-5678-9012-34567` (gems_100), `--order-id GPA.9999',
    ],
    ['of other orders', [original, other], { orderId: 'GPA.1-2' }, 'has no purchase with GPA.1-2.'],
    ['of two products', [original, { ...cut, productId: 'x' }], {}, '--product-id'],
    ['whole and cut', [original, cut], {}, 'one may be cut'],
    [
      'whole and cut, of this order',
      [original, cut, other],
      { orderId: original.orderId },
      'one may be cut',
    ],
    ['whole and cut, of this product', [original, cut], { productId }, 'one may be cut'],
  ])('with purchases %s says how to go on', (_what, purchases, choice, hint) => {
    const pasted = readPasted(JSON.stringify(purchases), choice);
    if (pasted.kind !== 'several') throw new TypeError(pasted.kind);
    const { message, details } = pasteError({
      pasted,
      readings: collectReadings(''),
      what: 'The text',
    });
    expect(`${message} ${details.hint ?? ''} ${details.hintAtTerminal ?? ''}`).toContain(hint);
  });

  it.each(['purchaseToken', 'productId', 'packageName', 'productIds'])(
    'with %s twice is unclear',
    (name) => {
      const text = `{"purchaseToken":"t","${name}":"one","${name}":"other"}`;
      for (const each of [text, JSON.stringify({ originalJson: text })])
        expect(readPasted(each)).toEqual({ kind: 'unclear' });
    },
  );

  it.each([
    ['of Apple’s store', '{"Store":"AppleAppStore","Payload":"MIIT"}', /Ask the operator/],
    ['that was cut', `Purchase. Json: ${originalJson.slice(0, -9)}`, /in one piece/],
  ])('%s has a way on, and is not repeated', (_what, text, hint) => {
    const error = pasteError({
      pasted: { kind: 'nothing' },
      readings: collectReadings(text),
      what: '--purchase-json',
    });
    expect(error.details.hint).toMatch(hint);
    expect(error.message).not.toContain(token);
  });

  it.each([
    ['quotation marks', (size: number) => `Purchase. Json: {${'"\\'.repeat(10 * size)}`],
    ['brackets', (size: number) => `Purchase. Json: ${'{'.repeat(10 * size)}`],
    ['log lines', (size: number) => 'Purchase. Json: {'.repeat(size)],
    ['depth', (size: number) => '['.repeat(5 * size) + ']'.repeat(5 * size)],
  ])('full of %s is refused, in proportion to its length', async (_what, text) => {
    const refused = (size: number): void => {
      expect(readPasted(text(size)).kind).toBe('nothing');
    };
    expect(await timesLonger(500, refused)).toBeLessThan(mostGrowth);
  });
});

describe('a line of a chat', () => {
  it.each([
    'INFO grant failed for aB3dE5fG7hJ9kL1mN3pQ5rS7tU9 9Yn3QTgC6sL0k again',
    'please check token: aB3dE5fG7hJ9kL1mN3pQ5rS7tU9 vW1x of gems_100',
  ])('%s: nobody is led to send it', (text) => {
    const doubt = doubtReceipt(text);
    expect(doubt?.says).toBe('This text has several words, and a receipt is a single word.');
    expect(JSON.stringify(doubt)).not.toContain('--force');
  });

  it.each([
    'Mai: ok',
    '[10:02] Mai: it is not there',
    'nothing arrived',
    'Mai: 何も届きません です',
  ])('%s: nobody is told of a receipt in it', (text) => {
    const doubt = doubtReceipt(text);
    expect(doubt?.says).toBe('This text has no receipt and no order id.');
    expect(doubt?.asks).toMatchObject({ names: 'nothing' });
    expect(JSON.stringify(doubt)).not.toContain('--force');
  });
});

describe('an order id', () => {
  it.each([
    'GPA.3312-4410-7719-58204',
    'Order number: GPA.3312-4410-7719-58204',
    '6PA.3312-441O-7719-58204',
    '12999763169054705758.1371079406387615',
    'here it is: GPA.3312-4410-7719-58204',
    'gpa.3312-4410-77',
  ])('%s: nobody is led to send it as a receipt', (text) => {
    const doubted = doubtReceipt(text);
    expect(doubted?.nextCommand).toMatch(/^pvg (?:journal find|reply) /);
    expect(JSON.stringify(doubted)).not.toContain('--force');
  });
});

describe('a receipt', () => {
  it.each([token, 'demo-purchased', 'Ab+/=', 'a.B.c', 'a:b'])('%s is not doubted', (text) => {
    expect(doubtReceipt(text)).toBeUndefined();
  });

  it.each([
    ['\uFEFFabc', '(U+FEFF) at character 1 of 4'],
    ['ab\u200Bc', '(U+200B) at character 3 of 4'],
    ['ab\r\ncd\nef', 'a line break (U+000D) at character 3 of 9'],
    ['💎💎 ab', 'white space (U+0020) at character 3 of 5'],
    ...[
      '“',
      '…',
      '<',
      '>',
      '"',
      "'",
      '`',
      '\\',
      '—',
      '\u0430',
      '...x',
      '=3Dx',
      '&amp;x',
      '%2ex',
    ].map((odd) => [`abc${odd}`, 'at character 4 of']),
    ...['gems_100,com.example.game,abc', 'a;b', 'a\tb', '17|abc', '2026-03-02 09:31,17,abc'].map(
      (row) => [row, 'stands between the cells of a table'],
    ),
    ['abc..xyz', 'a mark of a cut or masked text (..) at character 4 of 8'],
    [`${token}__TRUNCATED__`, 'a mark of a cut or masked text (TRUNCATED)'],
    ['purchaseToken: abc', 'JSON'],
    [JSON.stringify(originalJson), 'JSON'],
    [`Purchase. Json: ${originalJson}`, 'JSON'],
  ])('%j is doubted', (text, says) => {
    const doubt = doubtReceipt(text);
    expect(doubt?.says).toContain(says);
    expect(doubt?.hintAtTerminal).toMatch(/--force`\.$/);
    expect(JSON.stringify(doubt)).not.toContain(token);
  });

  const { orderId } = original;
  it.each([
    ['an order id', orderId, orderId],
    ['one in quotes', `“${orderId.toLowerCase()}..0”`, `${orderId}..0`],
    ['one with long dashes', 'GPA.1234–5678—9012−34567', orderId],
    ['one with blanks', 'GPA.1234 5678 9012 34567', orderId],
    ['one without its beginning', '1234-5678-9012-34567', orderId],
    ['one with a label', `Order ID: ${orderId}`, orderId],
    ['one in a short mail', `My order is ${orderId}. Please help!`, orderId],
    [
      'an old one',
      '12999763169054705758.1371079406387615',
      '12999763169054705758.1371079406387615',
    ],
    ['one that may be something else', `${orderId}x9`, undefined],
    ['a part of one', 'GPA.1234', undefined],
  ])('%s leads to the earlier calls with it', (_what, text, id) => {
    const { nextCommand } = doubtReceipt(text) ?? {};
    expect(nextCommand).toBe(id === undefined ? undefined : `pvg journal find ${id}`);
  });

  it.each(['a', ' ', '\u200B', '"', '.', '%2'])(
    'of many %j is looked at in proportion to its length',
    async (text) => {
      expect(await timesLonger(10_000, (size) => doubtReceipt(text.repeat(size)))).toBeLessThan(
        mostGrowth,
      );
    },
  );
});

/** Outer white space and what nobody sees: test/promises. */
it.each(['gems_100', 'gems 100', '', undefined])('the product %j is not doubted', (name) => {
  checkName('--product-id', name, false);
});
