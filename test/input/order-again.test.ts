import { describe, expect, it } from 'vitest';
import { readPasted } from '../../src/input/pasted/read.js';

/** The order of a mail stands again beside its purchase: one purchase, wherever the order stands there. */

const token = 'kdjmlgfchnbaopeikdjmlgfc.AO-J1OyV7mQe2RkX9tWz4LpB0sHfNc6uGaYd3jTi8';
const otherToken = 'opeikdjmlgfckdjmlgfchnba.AO-J1OaYd3jTi8VtWz4LpB0sHfNc6uGy7mQe2RkX9';
const orderId = 'GPA.3306-1111-2222-30006';
const otherOrderId = 'GPA.3307-1111-2222-30007';
const purchase = { orderId, productId: 'gems_1200', package: 'com.x.y', receipt: token };
const mail = `Hello,\n\nOrder number: ${orderId}\nTotal: EUR 4.99\n`;

const orderNames = ['order', 'orderId', 'order_id', 'Order number', 'order-id', 'Bestellnummer'];
const receiptNames = ['purchaseToken', 'purchase_token', 'token', 'receipt'];
const productNames = ['productId', 'product_id', 'product', 'sku'];
const packageNames = ['packageName', 'package', 'pkg'];

function permutationsOf<T>(items: readonly T[]): T[][] {
  if (items.length < 2) return [[...items]];
  return items.flatMap((item, index) =>
    permutationsOf(items.toSpliced(index, 1)).map((rest) => [item, ...rest]),
  );
}

interface Names {
  readonly order: string;
  readonly receipt: string;
  readonly product: string;
  readonly package: string;
}

const usualNames: Names = {
  order: 'orderId',
  receipt: 'purchaseToken',
  product: 'productId',
  package: 'packageName',
};
const variants: readonly Names[] = [
  ...orderNames.map((order) => ({ ...usualNames, order })),
  ...receiptNames.map((receipt) => ({ ...usualNames, receipt })),
  ...productNames.map((product) => ({ ...usualNames, product })),
  ...packageNames.map((name) => ({ ...usualNames, package: name })),
];

function fieldsOf(names: Names): readonly (readonly [name: string, value: string])[] {
  return [
    [names.order, orderId],
    [names.product, purchase.productId],
    [names.package, purchase.package],
    [names.receipt, token],
  ];
}

function textsWith(names: Names): readonly string[] {
  return permutationsOf(fieldsOf(names)).flatMap((fields) => {
    const line = fields.map(([name, value]) => `${name}=${value}`).join(' ');
    const form = fields.map(([name, value]) => `${name}: ${value}`).join('\n');
    return [
      `${mail}\n${line}`,
      `${mail}${line}\n`,
      `${line}\n\n${mail}`,
      `${mail}\n2026-11-28T19:01:20Z INFO iap player=88123 ${line} ms=12`,
      `${mail}\n${form}\n`,
      `${mail}${form}\n`,
    ];
  });
}

const twoOfAnOrder = [
  [`product: gems_100`, `order: ${orderId}`, `token: ${token}`],
  [`product: gold_pack`, `order: ${orderId}`, `token: ${otherToken}`],
];

describe('the order of a mail again beside its purchase', () => {
  it.each(variants)('$order $product $package $receipt, in every order', (names) => {
    for (const text of textsWith(names)) {
      const expected = { kind: 'purchase', purchase, orderIds: [orderId] };
      expect(readPasted(text), text).toMatchObject(expected);
    }
  });

  it.each(['packageName', 'pkg'])(
    'the package of a form again in the line of a log: %s',
    (name) => {
      const line = `product=gems_1200 ${name}=com.x.y purchaseToken=${token}`;
      expect(readPasted(`Package: com.x.y\n\n${line}`)).toMatchObject({
        purchase: { productId: 'gems_1200', package: 'com.x.y', receipt: token },
      });
    },
  );

  it.each(permutationsOf([0, 1, 2]))(
    'two purchases of one order stay two: %i %i %i',
    (...order) => {
      const lines = twoOfAnOrder.flatMap((values) => order.map((index) => values[index]));
      expect(readPasted(`${mail}\n${lines.join('\n')}`)).not.toMatchObject({ kind: 'purchase' });
      const inLines = twoOfAnOrder.map((values) => order.map((index) => values[index]).join(', '));
      expect(readPasted(`${mail}\n${inLines.join('\n')}`)).toMatchObject({
        kind: 'several',
        purchases: [
          { orderId, productId: 'gems_100', receipt: token, doubt: undefined },
          { orderId, productId: 'gold_pack', receipt: otherToken, doubt: undefined },
        ],
      });
    },
  );

  it('the only purchase is read, although another order was chosen: both are compared later', () => {
    const line = `product=gems_1200 package=com.x.y order=${orderId} token=${token}`;
    expect(readPasted(line, { orderId: otherOrderId })).toMatchObject({ purchase });
  });

  it.each(permutationsOf(fieldsOf(usualNames)))('another order stays another one', (...fields) => {
    const line = fields.map(([name, value]) => `${name}=${value}`).join(' ');
    const text = `Order number: ${otherOrderId}\n\n${line}`;
    expect(readPasted(text)).toMatchObject({ purchase, orderIds: [otherOrderId, orderId] });
  });
});
