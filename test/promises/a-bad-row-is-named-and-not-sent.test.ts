import { describe, expect, it } from 'vitest';
import { byRow } from '../helpers/batch.js';
import {
  first,
  game,
  gold,
  header,
  one,
  purchaseJson,
  quoted,
  tablePlace,
  two,
} from '../helpers/purchase-tables.js';

const { lookUp } = tablePlace();

interface BadRow {
  readonly row: string;
  readonly code: 'input-unreadable' | 'receipt-doubtful';
  readonly says: RegExp;
}

const badRows: Readonly<Record<string, BadRow>> = {
  'too few cells': {
    row: `${two},${gold}`,
    code: 'input-unreadable',
    says: /^Spreadsheet row 3 \(line 3 of the file\) has 2 cells.* package/,
  },
  'one cell': { row: two, code: 'input-unreadable', says: /product_id, package/ },
  'the count of rows that psql prints': {
    row: '(2 rows)',
    code: 'input-unreadable',
    says: /\\copy/,
  },
  'a receipt that Excel cut': {
    row: `${'a'.repeat(32_767)},${gold},${game}`,
    code: 'receipt-doubtful',
    says: /32767 characters: Excel/,
  },
  'purchase JSON that Excel cut': {
    row: `${quoted(`{"purchaseToken":"${one}","x":"`.padEnd(32_767, 'a'))},${gold},${game}`,
    code: 'receipt-doubtful',
    says: /32767 characters: Excel/,
  },
  'purchase JSON of another product': {
    row: `${quoted(purchaseJson())},sail.silver,${game}`,
    code: 'input-unreadable',
    says: /another product_id/,
  },
  'purchase JSON without a token': {
    row: `${quoted(purchaseJson({ purchaseToken: undefined }))},${gold},${game}`,
    code: 'receipt-doubtful',
    says: /purchase JSON/,
  },
  'a receipt with white space in it': {
    row: `${two.slice(0, 30)} ${two.slice(30)},${gold},${game}`,
    code: 'receipt-doubtful',
    says: /white space/,
  },
  'swapped cells in one row': {
    row: `${gold},${two},${game}`,
    code: 'receipt-doubtful',
    says: /product/,
  },
};

describe('One row is named with its place and not sent, and the others are: with', () => {
  it.each(Object.entries(badRows))('%s', async (_what, { row, code, says }) => {
    const { ended, sent } = await lookUp(`${header}\n${first.join()}\n${row}\n`);
    expect([ended.status, sent]).toEqual([21, [first]]);
    expect(byRow(ended.out)[1]?.error).toMatchObject({ code, says: expect.stringMatching(says) });
  });

  it('a receipt that Excel cut, which --force sends', async () => {
    const long = 'a'.repeat(32_767);
    const { sent } = await lookUp(`${header}\n${long},${gold},${game}\n`, '--force');
    expect(sent).toEqual([[long, gold, game]]);
  });
});
