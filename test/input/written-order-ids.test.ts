import { describe, expect, it } from 'vitest';
import { hyphenLookAlikes, orderIdFromCell } from '../../src/contract/order-id.js';
import { findLookAlike } from '../../src/input/pasted/look-alikes.js';
import { withoutQuotesAround } from '../../src/input/pasted/named-secrets.js';
import {
  findOrderId,
  guessMisreadOrderId,
  isPartOfOrderId,
  normalizeOrderId,
  readOrderIdEnd,
} from '../../src/input/pasted/order-ids.js';
import { looksLikeJson } from '../../src/input/pasted/paste-error.js';
import { isPlainWord } from '../../src/input/pasted/plain-words.js';
import { quotationMarks } from '../../src/input/pasted/quotation-marks.js';
import { findUsername } from '../../src/input/pasted/said-username.js';
import { doubtShortOrder } from '../../src/input/pasted/short-order.js';
import { findUnreadOrder } from '../../src/input/pasted/unread-orders.js';

/** An order id is the same in other forms of the same characters; other characters are offered, and never taken. */

const orderId = 'GPA.4080-5226-5744-87789';

describe('the same characters', () => {
  it.each([
    ['of full width', 'ＧＰＡ．４０８０－５２２６－５７４４－８７７８９'],
    ['with the dash of a Japanese keyboard', 'ＧＰＡ．４０８０ー５２２６ー５７４４ー８７７８９'],
    ['behind a label', '注文番号：ＧＰＡ．４０８０－５２２６－５７４４－８７７８９'],
    ['in a sentence', '注文番号はＧＰＡ．４０８０－５２２６－５７４４－８７７８９です。'],
    ['partly of full width', 'GPA．4080−5226−5744−87789'],
  ])('%s', (_how, text) => {
    expect([findOrderId(text), normalizeOrderId(text)]).toEqual([orderId, orderId]);
    expect(guessMisreadOrderId(text)).toBeUndefined();
  });

  it('alone or behind a label they are named as an order id', () => {
    for (const label of ['', '注文番号：', 'Order number: ']) {
      const text = `${label}ＧＰＡ．４０８０－５２２６－５７４４－８７７８９`;
      expect(findLookAlike(text)).toMatchObject({ advice: 'order', orderId });
    }
  });
});

describe('letters in the place of digits are offered', () => {
  it.each([
    ['an O', 'GPA.4O80-5226-5744-87789'],
    ['in small letters', 'gpa.4o80-5226-5744-87789'],
    ['of full width', '注文番号：ＧＰＡ．４O８０－５２２６－５７４４－８７７８９'],
    ['at the beginning', '6PA.4080-5226-5744-87789'],
  ])('%s', (_what, text) => {
    expect(guessMisreadOrderId(text)).toBe(orderId);
    expect(findOrderId(text)).toBeUndefined();
    expect(findLookAlike(text)).toBeUndefined();
  });
});

describe('a part of an order id', () => {
  it.each([
    ['with its beginning', 'GPA.4080-5226'],
    ['without its beginning', '4080-5226'],
    ['with another dash', '4080\u20135226-5744'],
    ['with the long mark of a vowel', '4080\u30FC5226\u30FC5744'],
    ['of full width', '４０８０－５２２６'],
  ])('%s is one to all who ask', (_how, text) => {
    expect(isPartOfOrderId(text)).toBe(true);
    expect(findLookAlike(text)).toMatchObject({ advice: 'order' });
    expect(findLookAlike(text)?.noun).toMatch(/^a part of an order id/);
  });

  it.each(['+84 90 123 45 67', '090-1234-5678', '555-1234'])(
    'the phone number %s is none',
    (text) => {
      expect(isPartOfOrderId(text)).toBe(false);
      expect(findLookAlike(text)).toEqual({ noun: 'a phone number' });
    },
  );
});

it('an order id with receipts behind it is named as neither', () => {
  const receipts = ['a', 'b'].map((letter) => `${letter.repeat(16)}.AO-x`).join(' ');
  expect(findLookAlike(receipts)).toEqual({ noun: 'more than one receipt', advice: 'typed' });
  expect(findLookAlike(`${orderId} ${receipts}`)).toBeUndefined();
});

describe('each mark that stands for a hyphen', () => {
  it.each([...`-${hyphenLookAlikes}`].map((mark) => [mark]))('%s', (mark) => {
    const written = orderId.replaceAll('-', mark);
    const picture = written.replace('0', 'O');
    expect(findOrderId(written)).toBe(orderId);
    expect(guessMisreadOrderId(picture)).toBe(orderId);
    expect(findUnreadOrder(picture, [])).toMatchObject({ probableOrderId: orderId });
    expect(isPartOfOrderId(written.slice(0, -6))).toBe(true);
    expect(doubtShortOrder(written.slice(0, -1), undefined)?.hint).toContain('has 4-4-4-4.');
    expect(readOrderIdEnd(`5744${mark}87789`)).toBe('574487789');
    expect(orderIdFromCell(written)).toBe(orderId);
  });
});

describe('each quotation mark', () => {
  it.each([...quotationMarks].map((mark) => [mark]))('%s is not of the value in it', (mark) => {
    const quoted = (text: string): string => `${mark}${text}${mark}`;
    expect(findLookAlike(quoted(orderId))).toMatchObject({ orderId });
    expect(withoutQuotesAround(quoted('secret'))).toBe('secret');
    expect(isPlainWord(quoted('diamonds'))).toBe(true);
    expect(findUsername(`Username: ${quoted('dragon99')}`)).toBe('dragon99');
    expect(looksLikeJson(`${mark}{`)).toBe(true);
  });
});
