import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from './context.js';
import { json, pvg, type Ended } from './pvg.js';
import { checkSchema } from './schemas.js';

/** Three purchases that were looked up and granted once, and what `pvg reconcile` says of them and more files. */

export const folder = temporaryFolder();

/** Writes a file and returns its path. */
export const file = (name: string, ...lines: readonly string[]): string => {
  writeFileSync(join(folder, name), lines.map((line) => `${line}\n`).join(''));
  return join(folder, name);
};

interface Row extends Readonly<Record<string, unknown>> {
  readonly class: string;
  readonly order_id: string | null;
  readonly says: string;
}

/** The lines of NDJSON, which are what their schema says. */
export const rowsIn = (text: string): Row[] =>
  (text.match(/.+/g) ?? []).map((line) => {
    const row = JSON.parse(line) as Row;
    checkSchema('reconcile-row', row);
    return row;
  });

export const rowOf = (ended: Ended, order: string): Row | undefined =>
  rowsIn(ended.out).find((row) => row.order_id === order);

export const lookedUp = (order: string, quantity = 1): string =>
  JSON.stringify({
    at: '2026-11-01T10:00:00.000Z',
    purchase: { os: 'android', receipt: `token-${order}`, order_id: null },
    verdict: { id: 'paid-and-recorded' },
    answer: { order_id: order, transactions: [{ quantity }] },
  });

export const first = 'GPA.3300-0000-0000-00001';
export const second = 'GPA.3300-0000-0000-00002';
export const third = 'GPA.3300-0000-0000-00003';
/** Of the first two, three units were bought. */
export const lookups = file(
  'lookups.ndjson',
  lookedUp(first, 3),
  lookedUp(second, 3),
  lookedUp(third),
);
const granted = file('granted.csv', 'order_id', first, second, third);

export const reconciled = (...words: readonly string[]): Promise<Ended> =>
  pvg(['reconcile', '--lookups', lookups, '--granted', granted, ...words]);

export const summaryOf = async (...words: readonly string[]): Promise<Record<string, unknown>> =>
  json(await reconciled(...words, '--json'));

/** An entry of the store's list. */
export const entry = (order: string, more: object = {}): object => ({
  kind: 'androidpublisher#voidedPurchase',
  purchaseToken: `token-${order}`,
  purchaseTimeMillis: '1793600000000',
  voidedTimeMillis: '1795800000000',
  orderId: order,
  voidedSource: 2,
  voidedReason: 7,
  ...more,
});

/** A page of the store's list. */
export const page = (entries: readonly object[], more: object = {}): string =>
  JSON.stringify({ ...more, voidedPurchases: entries });
