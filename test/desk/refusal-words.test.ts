import { describe, expect, it } from 'vitest';
import { nameRefused } from '../../src/desk/refusal-words.js';
import type { RemarkEntry } from '../../src/support/journal/entry.js';

const remark = {
  command: 'refusal',
  situation: 'need-receipt',
  order_id: 'GPA.1',
  order_ids: ['GPA.1'],
  text: 'why',
} as Partial<RemarkEntry> as RemarkEntry;

describe('a refused paste of the journal', () => {
  it.each<[string, Partial<RemarkEntry>]>([
    ['what is damaged or no receipt', { receipt_problem: 'damaged' }],
    ['an error', { text: 'why PRODUCT_MISMATCH', order_ids: [] }],
    ['an error beside an order', { text: 'why HTTP 502, GPA.1' }],
    ['what has a receipt', { situation: null }],
  ])('with %s says why it was refused', (_what, part) => {
    const line = { ...remark, ...part };
    expect(nameRefused(line)).toBe(line.text);
  });

  it('with several orders names all of them', () => {
    const text = nameRefused({ ...remark, order_ids: ['GPA.1', 'GPA.2'] });
    expect(text).toContain('GPA.1, GPA.2');
  });

  it.each(['need-receipt', 'need-order-id'])(
    'names the order that it has, whatever is missing: %s',
    (situation) => {
      expect(nameRefused({ ...remark, situation })).toContain('GPA.1');
      const none = { ...remark, situation, order_id: null, order_ids: [] };
      expect(nameRefused(none)).not.toContain('GPA.1');
    },
  );
});
