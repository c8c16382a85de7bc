import { describe, expect, it } from 'vitest';
import {
  findLookAlike,
  misreadOrderId,
  orderIdIn,
  orderIdOf,
} from '../../src/input/pasted/look-alikes.js';

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
    expect([orderIdIn(text), orderIdOf(text)]).toEqual([orderId, orderId]);
    expect(misreadOrderId(text)).toBeUndefined();
  });

  it('alone or behind a label they are named as an order id', () => {
    for (const label of ['', '注文番号：', 'Order number: ']) {
      const text = `${label}ＧＰＡ．４０８０－５２２６－５７４４－８７７８９`;
      expect(findLookAlike(text)).toMatchObject({ way: 'order', orderId });
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
    expect(misreadOrderId(text)).toBe(orderId);
    expect(orderIdIn(text)).toBeUndefined();
    expect(findLookAlike(text)).toBeUndefined();
  });
});
