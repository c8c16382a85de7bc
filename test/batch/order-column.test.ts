import { describe, expect, it } from 'vitest';
import { asked, byRow, cells, env, paid, rowsOf, said, workplace } from '../support/batch.js';
import type { Send } from '../../src/contract/wire.js';

/** The order ids of a spreadsheet are compared with those of the answers. */

const place = workplace();

/** Every purchase has the order id that its receipt names: `t1` has `GPA.t1`. */
const store: Send = (request) => {
  const { receipt = '', product_id: product = '' } = asked(request);
  const orderId = `GPA.${receipt}`;
  const purchase = { transaction_id: orderId, order_id: orderId, product_id: product };
  const { headers, status, body } = paid(orderId);
  const answer = JSON.parse(Buffer.from(body).toString()) as { transactions: object[] };
  const transactions = answer.transactions.map((each) => ({ ...each, ...purchase }));
  return Promise.resolve({ headers, status, body: Buffer.from(JSON.stringify({ ...answer, transactions })) });
};

interface WithAnomalies {
  readonly anomalies: readonly { id: string; field: string }[];
}

const differs = (row: object): boolean =>
  (row as WithAnomalies).anomalies.some(
    ({ id, field }) => id === 'other-order' && field === 'transactions[0].order_id',
  );

describe('an order_id column', () => {
  it.each([
    ['order_id', ''],
    ['Order ID', ''],
    ['Beleg', '--map order_id=Beleg'],
  ])('%s %s is compared row by row', async (name, options) => {
    place.put('in.csv', `receipt,product_id,package,${name}\nt1,g,p,gpa.T1\nt2,g,p,GPA.t1\nt3,g,p,\n`);
    const ended = await place.batch(`in.csv ${options}`, store);
    expect(ended.status).toBe(0);
    expect(byRow(ended.out).map((row) => [row.advice, differs(row)])).toEqual([
      ['none', false],
      ['check', true],
      ['none', false],
    ]);
    expect(said(ended)).toContain('something unusual: see `anomalies`');
  });

  it.each([
    ['', false],
    ['--map order_id=order_id', true],
  ])('with the game’s own numbers counts only if it is mapped: %s', async (options, isCompared) => {
    place.put('in.csv', 'receipt,product_id,package,order_id\nt1,g,p,20261122-7\n');
    const ended = await place.batch(`in.csv ${options}`, store);
    expect(rowsOf(ended.out).map(differs)).toEqual([isCompared]);
  });

  it('is in a CSV output a cell', async () => {
    place.put('in.csv', 'receipt,product_id,package,order_id\nt1,g,p,GPA.t1\nt2,g,p,GPA.t1\n');
    const ended = await place.batch('in.csv --format csv --concurrency 1', store);
    const [header = [], ...rows] = cells(ended.out);
    const column = header.indexOf('anomalies');
    expect(rows[1]?.[column]).toContain('transactions[0].order_id other-order');
    expect(rows[0]?.[column]).not.toContain('other-order');
  });

  it('keeps equal receipts apart with --dedupe', async () => {
    place.put('in.csv', 'receipt,product_id,package,order_id\nt1,g,p,GPA.t1\nt1,g,p,GPA.t2\n');
    const ended = await place.batch('in.csv --dedupe', store);
    expect(byRow(ended.out).map(differs)).toEqual([false, true]);
  });
});

describe('the package of the profile', () => {
  const options = { env: { ...env, PVG_PACKAGE: 'com.example.mine' } };
  const packages: (string | undefined)[] = [];
  const noting: Send = (request, signal) => {
    packages.push(asked(request)['package_name'] ?? asked(request)['package']);
    return store(request, signal);
  };

  it('is for all rows of an input that has no column for it, and that is said once', async () => {
    packages.length = 0;
    place.put('in.csv', 'receipt,product_id\nt1,g\nt2,g\n');
    const ended = await place.batch('in.csv', noting, options);
    expect(ended.status).toBe(0);
    expect(packages).toEqual(['com.example.mine', 'com.example.mine']);
    expect(said(ended).match(/Package of all rows: com\.example\.mine, from the profile/g)).toHaveLength(1);
  });

  it('fills no empty cell of a column: that may be another game’s', async () => {
    place.put('in.csv', 'receipt,product_id,package\nt1,g,p\nt2,g,\n');
    const ended = await place.batch('in.csv', store, options);
    expect(ended.status).toBe(21);
    expect(said(ended)).not.toContain('from the profile');
  });
});
