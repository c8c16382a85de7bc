import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { pvg, type Ended } from '../helpers/pvg.js';
import { file, first, folder, lookups, rowOf, rowsIn } from '../helpers/reconciled.js';
import { zipOf } from '../helpers/zip.js';

/** What `batch` reads, the lists of `reconcile` may be, too: the same purchase gets the same class. */

const receipt = `token-${first}`;
const realToken = `${'abcdefghij'.repeat(2)}.AO-J1Ox${'aB3dE'.repeat(20)}`;

const put = (name: string, content: string | Uint8Array): string => {
  writeFileSync(join(folder, name), content);
  return join(folder, name);
};

type List = '--granted' | '--voided';
const reconcileWith = (
  option: List,
  content: string | Uint8Array,
  ...words: readonly string[]
): Promise<Ended> =>
  pvg(['reconcile', '--lookups', lookups, option, put('list', content), ...words]);

const purchaseJson = JSON.stringify({
  orderId: first,
  packageName: 'com.example',
  productId: 'g',
  purchaseToken: receipt,
});
const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;

/** All of them have the receipt of the first purchase, and no order id outside it. `reason` makes a CSV a list of voids, too. */
const lists: Readonly<Record<string, string | Uint8Array>> = {
  'a plain receipt': `receipt,reason\n${receipt},0\n`,
  'outer blanks': `receipt,reason\n  ${receipt}\t,0\n`,
  'no-break spaces': `receipt,reason\n\u00a0${receipt}\u00a0,0\n`,
  'an apostrophe': `receipt,reason\n'${receipt},0\n`,
  'a formula of a text': `receipt,reason\n="${receipt}",0\n`,
  'a formula of a text beside quotes': `note,receipt,reason\n"a,b",="${receipt}",0\n`,
  'blanks in NDJSON': `${JSON.stringify({ receipt: ` ${receipt} ` })}\n`,
  'a receipt and a purchase token': `receipt,purchase_token,reason\nMIIabc,${receipt},0\n`,
  'purchase JSON in a cell': `id,receipt_json,reason\n1,${quoted(purchaseJson)},0\n`,
  'a zip file': zipOf([{ name: 'x.csv', content: `receipt,reason\n${receipt},0\n` }]),
};

describe('A list finds its purchase by a receipt with', () => {
  it.each(Object.entries(lists))('%s', async (_what, content) => {
    const granted = await reconcileWith('--granted', content);
    expect([granted.status, rowOf(granted, first)?.class]).toEqual([0, 'settled']);
    const voided = await reconcileWith('--voided', content);
    expect([voided.status, rowOf(voided, first)?.class]).toEqual([0, 'voided-not-granted']);
    for (const ended of [granted, voided]) expect(rowsIn(ended.out)).toHaveLength(3);
  });
});

const refused: Readonly<Record<string, readonly [content: string | Uint8Array, says: RegExp]>> = {
  'swapped columns': [
    `order_id,receipt\n${realToken},${first}\n`,
    /--map \w+\.receipt=order_id --map \w+\.order_id=receipt/,
  ],
  'an INSERT dump': [`INSERT INTO grants VALUES ('${first}');\n`, /select \* from grants/],
  'a COPY dump': [`COPY grants (order_id) FROM stdin;\n${first}\n\\.\n`, /\\copy/],
  'aligned output of psql': [` order_id \n----------\n ${first}\n(1 row)\n`, /csv header/],
  'two tables in a zip file': [
    zipOf(['a.csv', 'b.csv'].map((name) => ({ name, content: `order_id\n${first}\n` }))),
    /a\.csv, b\.csv/,
  ],
  'a zip file that is cut': [
    zipOf([{ name: 'a.csv', content: `order_id\n${first}\n` }]).subarray(0, 50),
    /damaged/,
  ],
  'a short row': [`order_id,player,time\n${first},ann\n`, /line 2.* time/],
  'a receipt that Excel cut': [`receipt\n${'a'.repeat(32_767)}\n`, /line 2.*32767/],
};

describe('A list is refused, and nothing is written: with', () => {
  it.each(Object.entries(refused))('%s', async (_what, [content, says]) => {
    for (const list of ['--granted', '--voided'] as const) {
      const out = file('was-there.ndjson', 'x');
      const ended = await reconcileWith(list, content, '--out', out, '--overwrite');
      const words = ended.err.replace(/\s+/g, ' ');
      expect([ended.status, ended.out]).toEqual([2, '']);
      expect(words).toMatch(says);
      expect(words).not.toContain(realToken);
    }
  });
});

it('A receipt that Excel cut does no harm beside an order id', async () => {
  const ended = await reconcileWith(
    '--granted',
    `order_id,receipt\n${first},${'a'.repeat(32_767)}\n`,
  );
  expect([ended.status, rowOf(ended, first)?.class]).toEqual([0, 'settled']);
});

it('What was cleaned is said once for each list, and with --sql that the query does not do it', async () => {
  const content = `receipt\n ${receipt}\n ${receipt}x\n`;
  const ended = await reconcileWith('--granted', content);
  expect(ended.err.match(/Cleaned 2 cells/g)).toHaveLength(1);
  const query = await reconcileWith('--granted', content, '--sql', 'duckdb');
  expect(query.status).toBe(0);
  expect(query.err.replace(/\s+/g, ' ')).toMatch(
    /Cleaned 2 cells.*The query takes cells as they are/,
  );
});

it('A query for DuckDB cannot name a zip file', async () => {
  const archive = zipOf([{ name: 'x.csv', content: `receipt\n${receipt}\n` }]);
  expect((await reconcileWith('--granted', archive, '--sql', 'duckdb')).status).toBe(2);
});
