import { describe, expect, it } from 'vitest';
import { readPasted } from '../../src/input/pasted/read.js';

const receipt = 'kdjmlgfchnbaopeikdjmlgfc.AO-J1OyV7mQe2RkX9tWz4LpB0sHfNc6uGaYd3jTi8';
const orderId = 'GPA.3312-4410-7719-58204';
const values = {
  orderId,
  packageName: 'com.example.game',
  productId: 'gems_100',
  purchaseToken: receipt,
};
const elements = Object.entries(values).map(([name, value]) => `<${name}>${value}</${name}>`);
const settings = Object.entries(values).map(
  ([name, value]) => `    <string name="${name}">${value}</string>`,
);
const purchase = { receipt, orderId, productId: 'gems_100', package: 'com.example.game' };

describe('a purchase in XML', () => {
  it.each([
    ['on one line', `<purchase>${elements.join('')}</purchase>`],
    ['on several lines', `<purchase>\n  ${elements.join('\n  ')}\n</purchase>\n`],
    ['in a mail', `> Hi, here it is:\n> ${elements.join('\n> ')}\n> Thanks`],
    ['of an app’s settings', `<map>\n${settings.join('\n')}\n</map>`],
    ['in HTML', `<p>${elements.join('').replaceAll('<', '&lt;').replaceAll('>', '&gt;')}</p>`],
  ])('is read: %s', (_what, text) => {
    expect(readPasted(text)).toMatchObject({ kind: 'purchase', purchase });
  });

  it('is one of several', () => {
    const otherReceipt = `b${receipt.slice(1)}`;
    const other = elements
      .join('')
      .replace(receipt, otherReceipt)
      .replace(orderId, 'GPA.3312-4410-7719-58205');
    const pasted = readPasted(`<list><p>${elements.join('')}</p><p>${other}</p></list>`);
    expect(pasted).toMatchObject({
      kind: 'several',
      purchases: [{ receipt }, { receipt: otherReceipt }],
    });
  });

  it.each([
    ['a cut value', `<purchaseToken>${receipt.slice(0, 40)}…</purchaseToken>`],
    ['a broken element', `<purchaseToken>${receipt}</productId>`],
    ['an entity', `<purchaseToken>${receipt.slice(0, 40)}&amp;b</purchaseToken>`],
  ])('is not guessed: %s', (_what, text) => {
    expect(readPasted(text).kind).not.toBe('purchase');
  });
});
