import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { classIds } from '../../src/reconcile/classes.js';
import { lookupKinds } from '../../src/service/outcome.js';
import { temporaryFolder } from '../support/context.js';
import { pvg } from '../support/pvg.js';

/** Inputs of every kind, and every dirt: other names, blanks, NULL, a row twice, ids that are in one input alone. */

interface Generated {
  readonly lookups: string;
  readonly voided: string;
  readonly granted: string;
}

const orderId = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: 1, max: 9 }).map((number) => `GPA.${String(number)}`) },
  { weight: 1, arbitrary: fc.constantFrom('GPA.1..0', 'GPA.1..1', 'GPA.2..0') },
);
const receipt = fc.integer({ min: 1, max: 9 }).map((number) => `token-${String(number)}`);
const keys = fc.record({
  order: fc.option(orderId, { nil: undefined, freq: 3 }),
  receipt: fc.option(receipt, { nil: undefined, freq: 2 }),
});
const verdict = fc.constantFrom(...lookupKinds, 'a-later-verdict', null);
const at = fc.constantFrom(null, '2026-11-01T10:00:00.000Z', '2026-11-02T10:00:00.000Z');
const dirt = fc.constantFrom('', 'NULL', '\\N', '-', '0', 'n/a', 'N/A');

const lookupRows = fc.array(fc.record({ keys, verdict, at }), { minLength: 1, maxLength: 14 });
const asNdjson = (
  rows: readonly { keys: Keys; verdict: string | null; at: string | null }[],
  isOlder: boolean,
): string =>
  rows
    .map(({ keys: { order, receipt: own }, verdict: id, at: time }, row) =>
      JSON.stringify({
        row,
        at: time,
        // A row has its receipt under the name of pvg, or in `input` alone if an older pvg wrote it.
        ...(isOlder
          ? { input: { receipt: own ?? '-', product_id: 'gems_100' } }
          : {
              purchase: {
                os: 'android',
                receipt: own ?? null,
                order_id: row % 2 === 0 ? (order ?? '0') : null,
              },
              input: { Beleg: own ?? '' },
            }),
        verdict: id === null ? null : { id, says: 'It’s "so"' },
        answer: order === undefined ? null : { order_id: order, transactions: [{ quantity: 1 }] },
      }),
    )
    .join('\n');
interface Keys {
  readonly order: string | undefined;
  readonly receipt: string | undefined;
}

const voidRows = fc.array(fc.record({ keys, empty: dirt }), { maxLength: 8 });
const asPages = (rows: readonly { keys: Keys }[], pageSize: number, indent: number): string => {
  const entries = rows.map(({ keys: { order, receipt: own } }) => ({
    kind: 'androidpublisher#voidedPurchase',
    purchaseToken: own ?? '',
    ...(order !== undefined && { orderId: order }),
    voidedTimeMillis: '1772543800000',
    voidedReason: 1,
  }));
  const pages = Array.from({ length: Math.max(1, Math.ceil(entries.length / pageSize)) }, (_, page) => ({
    voidedPurchases: entries.slice(page * pageSize, (page + 1) * pageSize),
  }));
  return pages.map((page) => JSON.stringify(page, null, indent)).join('\n');
};
const asReport = (rows: readonly { keys: Keys; empty: string }[]): string =>
  ['Order Number,Purchase Token,Financial Status']
    .concat(
      rows.map(
        ({ keys: { order, receipt: own }, empty }, row) =>
          `"${order ?? empty}",${own ?? empty},${row % 3 === 0 ? 'Charged' : 'Refund'}`,
      ),
    )
    .join('\r\n');

const grantRows = fc.array(fc.record({ keys, empty: dirt }), { maxLength: 10 });
const asCsv = (rows: readonly { keys: Keys; empty: string }[], delimiter: string): string =>
  [['Player', 'order-id', 'Token'].join(delimiter)]
    .concat(
      rows.map(({ keys: { order, receipt: own }, empty }, row) =>
        [`p${String(row)}`, order ?? empty, `"${own ?? empty}"`].join(delimiter),
      ),
    )
    .join('\n');

const dataSet: fc.Arbitrary<Generated> = fc
  .record({
    lookups: lookupRows,
    voids: voidRows,
    grants: grantRows,
    form: fc.constantFrom('pages', 'lines', 'report'),
    delimiter: fc.constantFrom(',', ';', '\t'),
    indent: fc.constantFrom(0, 2),
    isOlder: fc.boolean(),
  })
  .map(({ lookups, voids, grants, form, delimiter, indent, isOlder }) => ({
    lookups: asNdjson(lookups, isOlder),
    voided: form === 'report' ? asReport(voids) : asPages(voids, form === 'lines' ? 1 : 3, indent),
    granted: asCsv(grants, delimiter),
  }));

it('the query for DuckDB gives every purchase the class that pvg gives it', async () => {
  const connection = await (await DuckDBInstance.create()).connect();
  const folder = temporaryFolder();
  const seen = new Set<string>();
  await fc.assert(
    fc.asyncProperty(dataSet, async (data) => {
      for (const [role, text] of Object.entries(data)) writeFileSync(join(folder, role), String(text));
      const files = ['lookups', 'voided', 'granted'].flatMap((role) => [`--${role}`, join(folder, role)]);
      const ended = await pvg(['reconcile', ...files, '--allow-empty']);
      expect(ended.err).not.toContain('✘');
      const own = ended.out
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line) as Record<string, unknown>)
        .map((row) => ({
          class: row['class'],
          also: (row['also'] as string[]).join(' '),
          order_id: row['order_id'],
          receipt: row['receipt'],
          verdict: row['verdict'],
          voids: String((row['voided'] as { count: number } | null)?.count ?? 0),
          grants: String((row['granted'] as { count: number } | null)?.count ?? 0),
        }));
      const { out: query } = await pvg(['reconcile', ...files, '--allow-empty', '--sql', 'duckdb']);
      const rows = (await connection.runAndReadAll(query)).getRowObjectsJson();
      const byText = (all: readonly object[]): string[] => all.map((row) => JSON.stringify(row)).sort();
      expect(byText(rows)).toEqual(byText(own));
      for (const row of own) seen.add(String(row.class));
    }),
    { numRuns: 200 },
  );
  expect([...seen].sort()).toEqual([...classIds].sort());
});
