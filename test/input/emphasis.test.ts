import { describe, expect, it } from 'vitest';
import { withoutEmphasis } from '../../src/input/pasted/emphasis.js';
import { findOrderId } from '../../src/input/pasted/order-ids.js';
import { readPasted } from '../../src/input/pasted/read.js';
import { doubtReceipt } from '../../src/input/receipt.js';
import { pvg } from '../helpers/pvg.js';

/** A chat puts marks around what is bold, slanted, struck or hidden; a token may end with one of its own. */

const token = 'kdjmlgfchnbaopeikdjmlgfc.AO-J1OyV7mQe2RkX9tWz4LpB0sHfNc6uGaYd3jTi8';
const receipts = [token, `${token}_`, `${token}-`, 'demo-purchased'];
const orderId = 'GPA.1111-2222-3333-44444';
const pairs = ['*', '**', '_', '__', '~', '~~', '||'].map((mark) => [mark, mark] as const);
const marks = [...pairs, ['*_', '_*'], ['||`', '`||']] as const;

const plainOf = (text: string): string => withoutEmphasis(text)?.text ?? text;

describe.each(marks)('%s…%s around a value is left out', (open, close) => {
  it.each(receipts)('around the receipt %s', (receipt) => {
    const marked = `${open}${receipt}${close}`;
    const lines = ['product: gems_100', `order: ${open}${orderId}${close}`, `token: ${marked}`];
    expect(readPasted(plainOf(lines.join('\n')))).toMatchObject({
      kind: 'purchase',
      purchase: { receipt, orderId, productId: 'gems_100' },
    });
    for (const text of [marked, `token:${marked}`, `It is ${marked}.`, `(${marked})`]) {
      expect(plainOf(text)).toBe(text.replace(marked, receipt));
    }
  });

  it('around a product and a package', () => {
    const text = `product: ${open}gems_100${close}\npackage: ${open}com.x.y${close}`;
    expect(plainOf(text)).toBe('product: gems_100\npackage: com.x.y');
  });

  it('around an order id, wherever one is read', () => {
    expect(findOrderId(`${open}${orderId}${close}`)).toBe(orderId);
  });
});

it.each(['||', '*', '_', '~'])('%s around the whole line is left out', (mark) => {
  expect(plainOf(`${mark}token: ${token}_${mark}`)).toBe(`token: ${token}_`);
});

it.each([
  [`token: ${token}_`],
  [`token: *${token}`],
  [`token: ${token}**`],
  ['token: _opaque-receipt-0123456789-abcdef_'],
  ['token: **1234**'],
  ['token: kdjm****jTi8'],
  [`||order||token||\n|${orderId}|${token}|`],
  ['product: gems_100_'],
  ['_thanks_ *very* much ~not~'],
])('what may be of the value stays: %s', (text) => {
  expect(withoutEmphasis(text)).toBeUndefined();
});

it('it is said, and the receipt of --receipt is refused and never changed', async () => {
  const purchase = '--profile local --product-id gems_100 --package com.example.game';
  const text = 'token: ||demo-purchased||';
  const { status, err } = await pvg(`lookup ${purchase} -`, { stdin: text });
  expect([status, err.includes(withoutEmphasis(text)?.note ?? '-')]).toEqual([0, true]);
  for (const marked of ['_demo-purchased_', `_${token}_`, `~${token}~`, `*${token}*`]) {
    expect(doubtReceipt(marked), marked).toBeDefined();
    expect((await pvg(`lookup ${purchase} --receipt ${marked}`)).status).toBe(2);
  }
});
