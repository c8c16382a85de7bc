import { describe, expect, it } from 'vitest';
import { collectReadingsOfPage } from '../../src/input/pasted/html-page.js';
import { pasteError } from '../../src/input/pasted/paste-error.js';
import { findPurchase, type Pasted } from '../../src/input/pasted/read.js';

const receipt =
  'kdjmlgfchnbaopeikdjmlgfc.AO-J1OyV7mQe2RkX9tWz4LpB0sHfNc6uGaYd3jTi8kdjmlgfchnbaopeikdjmlgfcV7mQe2RkX9tWz4LpB0sHfNc6';
const orderId = 'GPA.3312-4410-7719-58204';
const purchase = { receipt, productId: 'gems_100', package: 'com.example.game' };
const values = {
  productId: 'gems_100',
  purchaseToken: receipt,
  packageName: 'com.example.game',
};
const join = (write: (name: string, value: string) => string, between = ''): string =>
  Object.entries(values)
    .map(([name, value]) => write(name, value))
    .join(between);

const read = (text: string): Pasted => findPurchase(collectReadingsOfPage(text), {});

describe('a page with its tags', () => {
  const heads = join((name) => `<th>${name}</th>`);
  const cells = join((_name, value) => `<td>${value}</td>`);
  it.each([
    ['line breaks', join((name, value) => `${name}: ${value}`, '<br>')],
    ['line breaks of XHTML', join((name, value) => `${name}: ${value}`, '<br />')],
    ['paragraphs', `<p>Hi,</p>${join((name, value) => `<p>${name}: ${value}</p>`)}`],
    ['divisions', join((name, value) => `<div>${name}: ${value}</div>`)],
    ['bold names', join((name, value) => `<b>${name}</b>:&nbsp;${value}<br>`)],
    [
      'a table of names and values',
      join((name, value) => `<tr><td>${name}</td><td>${value}</td></tr>`),
    ],
    [
      'the same, line by line',
      join((name, value) => `<tr>\n<td>${name}</td>\n<td>${value}</td>\n</tr>\n`),
    ],
    ['a table with a head', `<table><tr>${heads}</tr><tr>${cells}</tr></table>`],
    ['blanks behind the colons', join((name, value) => `${name}:&nbsp;${value}`, '\n')],
    ['JSON', `<pre>${JSON.stringify(values).replaceAll('"', '&quot;')}</pre>`],
  ])('is read: %s', (_what, text) => {
    expect(read(text)).toMatchObject({ kind: 'purchase', purchase });
  });

  it('has several purchases', () => {
    const other = receipt.replace('kdjm', 'bdjm');
    const row = (token: string): string => cells.replace(receipt, token);
    const text = `<table><tr>${heads}</tr><tr>${row(receipt)}</tr><tr>${row(other)}</tr></table>`;
    expect(read(text)).toMatchObject({
      kind: 'several',
      purchases: [{ receipt }, { receipt: other }],
    });
  });

  it.each([
    [
      'two receipts for one purchase',
      `<p>purchaseToken: ${receipt}</p><p>purchaseToken: ${receipt.slice(0, -9)}</p>`,
    ],
    [
      'a receipt in two pieces',
      `purchaseToken: ${receipt.slice(0, 40)}<br>${receipt.slice(40)}<br>`,
    ],
  ])('takes no receipt that is not certain: %s', (_what, text) => {
    const pasted = read(text);
    const isCertain = pasted.kind === 'purchase' && pasted.purchase.receipt !== receipt;
    expect(isCertain).toBe(false);
  });

  it('is not what JSON has in its texts', () => {
    const json = JSON.stringify({ ...values, description: 'gold<br>and more' });
    expect(read(json)).toMatchObject({ kind: 'purchase', purchase });
  });
});

describe('a purchase JSON without its braces', () => {
  const members = (between: string, quotes = '""'): string => {
    const [open = '', close = ''] = [...quotes];
    return join((name, value) => `${open}${name}${close}: ${open}${value}${close}`, between);
  };
  it.each([
    ['on one line', members(', ')],
    ['on several lines', members(',\n')],
    ['with typographic marks', members(', ', '“”')],
    ['with guillemets', members(', ', '«»')],
    ['cut at its start', `1234","orderId":"${orderId}",${members(',')},"quantity":1}`],
    ['behind words', `Here is the log: ${members(', ')}`],
    [
      'with French guillemets and braces',
      `{ ${members(', ').replace(/"([^"]*)"/g, '«\u00A0$1\u00A0»')} }`,
    ],
  ])('is read: %s', (_what, text) => {
    expect(read(text)).toMatchObject({ kind: 'purchase', purchase });
  });

  it('with two receipts is no purchase', () => {
    const text = `${members(', ')}, "purchaseToken": "${receipt.slice(0, -9)}"`;
    expect(read(text).kind).not.toBe('purchase');
  });
});

describe('a number sign in a label', () => {
  it.each(['N° de commande', 'Nº de commande', 'Nº de pedido', 'N° do pedido', '№ заказа'])(
    'is no part of the receipt above: %s',
    (label) => {
      const text = `${join((name, value) => `${name}: ${value}`, '\n')}\npurchaseToken: ${receipt}\n${label} : ${orderId}`;
      expect(read(text)).toMatchObject({ kind: 'purchase', purchase: { ...purchase, orderId } });
    },
  );
});

describe('the source of a mail', () => {
  const errorOf = (text: string): string => {
    const readings = collectReadingsOfPage(text);
    const pasted = findPurchase(readings, {});
    if (pasted.kind === 'purchase') throw new TypeError('The text has a purchase.');
    return pasteError({ pasted, readings, what: 'The text' }).message;
  };
  const header = 'Content-Type: multipart/alternative; boundary="b1"\n\n--b1\n';
  const cut = `purchaseToken: ${receipt.slice(0, 50)}\n\n--b1\n${receipt.slice(0, 30)}=\n${receipt.slice(30)}`;

  it('is named, where no purchase in it is certain', () => {
    expect(errorOf(`MIME-Version: 1.0\n${header}${cut}`)).toContain('source of a mail');
    expect(errorOf('we got a mail')).not.toContain('source of a mail');
  });
});
