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

interface Row extends Readonly<Record<'class' | 'order_id' | 'receipt' | 'verdict', string | null>> {
  readonly also: readonly string[];
  readonly voided: { readonly count: number } | null;
  readonly granted: { readonly count: number } | null;
}

const orderId = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: 1, max: 9 }).map((number) => `GPA.${String(number)}`) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      'GPA.1..0',
      'GPA.1..1',
      'GPA.2..0',
      'gpa.1',
      ' gPa.2',
      "'GPA.1",
      '#GPA.2',
      'GPA.1 .',
      'GPA.1\u20132',
      'GPA.1-2',
    ),
  },
);
const token = fc.integer({ min: 1, max: 9 }).map((number) => `token-${String(number)}`);
const keys = {
  order: fc.option(orderId, { nil: undefined, freq: 3 }),
  receipt: fc.option(token, { nil: undefined, freq: 2 }),
  /** Stands where there is none. */
  dirt: fc.constantFrom('', 'NULL', '\\N', '-', '0', 'n/a', 'N/A', '#NV', 'k.A.', ' -  '),
};

/** A row has its receipt under the name of pvg, or in `input` alone if an older pvg wrote it. */
const lookupLine = fc
  .record({
    ...keys,
    id: fc.constantFrom(...lookupKinds, 'a-later-verdict', null),
    at: fc.constantFrom(null, '2026-11-01T10:00:00.000Z', '2026-11-02T10:00:00.000Z'),
    saysOrder: fc.boolean(),
  })
  .map(({ order, receipt, id, at, saysOrder }) => {
    const verdict = id && { id, says: 'It’s "so"' };
    const answer = order === undefined ? null : { order_id: order, transactions: [{ quantity: 1 }] };
    const order_id = saysOrder ? (order ?? '0') : null;
    const purchase = { os: 'android', receipt: receipt ?? null, order_id };
    return {
      today: JSON.stringify({ at, purchase, input: { Beleg: receipt ?? '' }, verdict, answer }),
      older: JSON.stringify({ at, input: { receipt: receipt ?? '-', product_id: 'g' }, verdict, answer }),
    };
  });

const voided = fc.array(fc.record(keys), { maxLength: 8 });
const asReport = voided.map((rows) =>
  ['Order Number,Purchase Token,Financial Status']
    .concat(
      rows.map(({ order, receipt, dirt }, row) =>
        [
          `"${order ?? dirt}"`,
          receipt ?? dirt,
          ['Charged', 'Refund', 'Charged back', 'Erstattung'][row % 4],
        ].join(),
      ),
    )
    .join('\r\n'),
);
const asPages = fc
  .tuple(voided, fc.constantFrom(1, 3), fc.constantFrom(0, 2))
  .map(([rows, pageSize, indent]) => {
    const entries = rows.map(({ order, receipt }) => ({
      kind: 'androidpublisher#voidedPurchase',
      purchaseToken: receipt ?? '',
      ...(order !== undefined && { orderId: order }),
      voidedTimeMillis: '1772543800000',
      voidedReason: 1,
    }));
    const pages = [entries.slice(0, pageSize)];
    for (let at = pageSize; at < entries.length; at += pageSize) pages.push(entries.slice(at, at + pageSize));
    return pages.map((page) => JSON.stringify({ voidedPurchases: page }, null, indent)).join('\n');
  });

const dataSet = fc.record({
  lookups: fc
    .tuple(fc.array(lookupLine, { minLength: 1, maxLength: 14 }), fc.constantFrom('today', 'older'))
    .map(([lines, form]) => lines.map((line) => line[form]).join('\n')),
  voided: fc.oneof(asReport, asPages),
  granted: fc
    .tuple(fc.array(fc.record(keys), { maxLength: 10 }), fc.constantFrom(',', ';', '\t'))
    .map(([rows, delimiter]) =>
      rows
        .map(({ order, receipt, dirt }, row) => [`p${String(row)}`, order ?? dirt, `"${receipt ?? dirt}"`])
        .reduce(
          (text, cells) => `${text}\n${cells.join(delimiter)}`,
          ['Player', 'order-id', 'Token'].join(delimiter),
        ),
    ),
});

it('the query for DuckDB gives every purchase the class that pvg gives it', async () => {
  const connection = await (await DuckDBInstance.create()).connect();
  const folder = temporaryFolder();
  const seen = new Set<string>();
  await fc.assert(
    fc.asyncProperty(dataSet, async (data) => {
      for (const [role, text] of Object.entries(data)) writeFileSync(join(folder, role), text);
      const files = Object.keys(data).flatMap((role) => [`--${role}`, join(folder, role)]);
      const ended = await pvg(['reconcile', ...files, '--allow-empty']);
      expect(ended.err).not.toContain('✘');
      const own = (ended.out.match(/.+/g) ?? []).map((line) => {
        const row = JSON.parse(line) as Row;
        const [voids, grants] = [row.voided, row.granted].map((each) => String(each?.count ?? 0));
        const { class: id, also, order_id, receipt, verdict } = row;
        return { class: id, also: also.join(' '), order_id, receipt, verdict, voids, grants };
      });
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
