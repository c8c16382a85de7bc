import { describe, expect, it } from 'vitest';
import { computeExtent } from '../../src/reconcile/extent.js';
import { JoinedPurchase } from '../../src/reconcile/purchase.js';
import {
  entry,
  file,
  first,
  page,
  reconciled,
  rowsIn,
  second,
  third,
} from '../helpers/reconciled.js';

const changesAgainst = async (...rows: readonly object[]) => {
  const earlier = file('earlier.ndjson', ...rows.map((row) => JSON.stringify(row)));
  const { out } = await reconciled('--against', earlier);
  return Object.fromEntries(rowsIn(out).map((row) => [row.order_id, row['change']]));
};

const earlierRows = async () => rowsIn((await reconciled()).out);

describe('a purchase of an earlier run', () => {
  it('is the same if all of its facts are', async () => {
    const changes = await changesAgainst(...(await earlierRows()));
    expect(changes).toEqual({ [first]: 'same', [second]: 'same', [third]: 'same' });
  });

  it.each([
    ['the verdict', { verdict: 'unknown' }],
    ['the grants', { granted: null }],
    ['the receipt', { receipt: 'token-of-another' }],
    ['what else applies', { also: ['unresolved'] }],
    ['the class', { class: 'unresolved' }],
  ])('has changed if one fact has, such as %s', async (_what, part) => {
    const [row, ...others] = await earlierRows();
    const changes = await changesAgainst({ ...row, ...part }, ...others);
    expect(changes[row?.order_id ?? '']).toBe('changed');
  });

  it('has not changed if pvg only says it in other words', async () => {
    const rows = await earlierRows();
    const changes = await changesAgainst(...rows.map((row) => ({ ...row, says: 'Other words.' })));
    expect(Object.values(changes)).toEqual(['same', 'same', 'same']);
  });

  it.each([
    ['that was gone then is not gone again', 'gone', undefined],
    ['that was new then is gone now', 'new', 'gone'],
    ['without a change is gone now', undefined, 'gone'],
  ])('%s', async (_what, change, now) => {
    const rows = await earlierRows();
    const old = { ...rows[0], order_id: 'GPA.3300-0000-0000-00009', receipt: null, change };
    const changes = await changesAgainst(...rows, old);
    expect(changes[old.order_id]).toBe(now);
  });

  it('is not the purchase of another order with the same receipt', async () => {
    // A void that names the receipt alone belongs to the order that has it.
    const voids = file('voids.json', page([entry(first, { orderId: undefined })]));
    const rows = rowsIn((await reconciled('--voided', voids)).out);
    const other = 'GPA.3300-0000-0000-00009';
    const renamed = rows.map((row) => (row.order_id === first ? { ...row, order_id: other } : row));
    const earlier = file('earlier.ndjson', ...renamed.map((row) => JSON.stringify(row)));
    const { out } = await reconciled('--voided', voids, '--against', earlier);
    const changes = rowsIn(out).map((row) => [row.order_id, row['change']]);
    expect(changes).toContainEqual([other, 'gone']);
    expect(changes).toContainEqual([first, 'new']);
  });
});

describe('the rows of one void', () => {
  const rowOfVoid = {
    at: '2026-11-02T00:00:00Z',
    reason: null,
    source: null,
    quantity: 1,
    feeKind: null,
  };
  const partialOf = (...extents: readonly ('part' | 'whole' | null)[]) => {
    const purchase = new JoinedPurchase('GPA.1', null);
    for (const [line, extent] of extents.entries()) {
      purchase.takeVoid({ ...rowOfVoid, extent, fingerprint: line, line });
    }
    purchase.removeRepeatedRows();
    return computeExtent(purchase).partial;
  };

  it.each([
    [['part', null], true],
    [[null, 'part'], true],
    [['part', 'whole'], false],
    [['whole', 'part'], false],
    [['whole', null], false],
  ] as const)('%j are partial: %s', (extents, isPartial) => {
    expect(partialOf(...extents)).toBe(isPartial);
  });
});
