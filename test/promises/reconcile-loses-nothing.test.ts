import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../helpers/context.js';
import { json, pvg, type Ended } from '../helpers/pvg.js';

/** No purchase and no grant disappears between `pvg batch` and the classes, and no list that is not there counts. */

const folder = temporaryFolder();
const at = (name: string): string => join(folder, name);
const file = (name: string, ...lines: readonly string[]): string => {
  writeFileSync(at(name), lines.map((line) => `${line}\n`).join(''));
  return at(name);
};
const run = (...words: readonly string[]): Promise<Ended> => pvg(words, { home: folder });

type Purchase = Readonly<Record<string, unknown>> & { readonly class: string };
const rowsIn = (text: string): Purchase[] =>
  (text.match(/.+/g) ?? []).map((line) => JSON.parse(line) as Purchase);
/** The row of each purchase by its receipt. */
const byReceipt = ({ out }: Ended): Record<string, Purchase> =>
  Object.fromEntries(rowsIn(out).map((row) => [String(row['receipt']), row]));

describe('A batch whose input has columns of its own', () => {
  it.each(['ndjson', 'csv'])(
    'is joined with the grants by its receipts, written as %s',
    async (format) => {
      const rows = [
        'Beleg;Produkt',
        'demo-recorded;gems_100',
        'demo-pending;gems_100',
        'demo-never-received;',
      ];
      const map = [
        '--map',
        'receipt=Beleg',
        '--map',
        'product_id=Produkt',
        '--package',
        'com.example.game',
      ];
      const results = at(`results.${format}`);
      const batch = [
        'batch',
        file('kasse.csv', ...rows),
        ...map,
        '--profile',
        'local',
        '--out',
        results,
      ];
      expect((await run(...batch)).status).toBe(21);
      const granted = file('granted.csv', 'receipt,player', 'demo-recorded,p1', 'demo-pending,p2');
      const ended = await run('reconcile', '--lookups', results, '--granted', granted);
      expect(ended.status).toBe(0);
      expect(byReceipt(ended)).toMatchObject({
        'demo-recorded': { class: 'settled', verdict: 'paid-and-recorded' },
        'demo-pending': { class: 'granted-not-paid', verdict: 'pending' },
        'demo-never-received': { class: 'unresolved' },
      });
      expect(ended.err).not.toContain('left out');
    },
  );

  /** What pvg 0.2 wrote: only `input` has the receipt. */
  const older = (name: string, input: (receipt: string) => object): string => {
    const paid = { verdict: { id: 'paid-and-recorded' }, answer: { order_id: 'GPA.1' } };
    const first = { row: 1, input: input('token-1'), ...paid };
    const second = { row: 2, input: input('token-2'), verdict: { id: 'pending' }, answer: null };
    return file(name, JSON.stringify(first), JSON.stringify(second));
  };
  const old = older('old.ndjson', (receipt) => ({ Beleg: receipt, Produkt: 'gems_100' }));
  const oldCsv = file(
    'old.csv',
    'row,"input.Beleg","input.Produkt",verdict.id,answer.order_id',
    '1,"token-1","gems_100","paid-and-recorded","GPA.1"',
    '2,"token-2","gems_100","pending",',
  );
  const nested = older('nested.ndjson', (receipt) => ({ kauf: { beleg: receipt } }));
  const oldGrants = file('old-granted.csv', 'receipt', 'token-1', 'token-2');

  it.each([
    ['NDJSON', old, 'input.Beleg'],
    ['CSV', oldCsv, 'input.Beleg'],
    ['NDJSON, by a path', nested, 'input.kauf.beleg'],
  ])('and that an older pvg wrote is read with --map: %s', async (_what, path, column) => {
    const words = ['reconcile', '--lookups', path, '--granted', oldGrants];
    const ended = await run(...words, '--map', `lookups.receipt=${column}`);
    expect(byReceipt(ended)).toMatchObject({
      'token-1': { class: 'settled', order_id: 'GPA.1' },
      'token-2': { class: 'granted-not-paid' },
    });
    expect(rowsIn(ended.out)).toHaveLength(2);
  });

  it.each([old, oldCsv])(
    'and that an older pvg wrote is refused without --map: %s',
    async (path) => {
      const { status, out, err } = await run(
        'reconcile',
        '--lookups',
        path,
        '--granted',
        oldGrants,
      );
      expect([status, out]).toEqual([2, '']);
      for (const named of ['--map lookups.receipt=', 'input.Beleg']) expect(err).toContain(named);
    },
  );
});

const lookedUp = (receipt: string, order: string, verdict: string): string =>
  JSON.stringify({
    purchase: {
      os: 'android',
      product_id: 'gems',
      package: 'com.example',
      receipt,
      order_id: null,
    },
    ...{ verdict: { id: verdict }, answer: { order_id: order } },
  });
const lookups = file('lookups.ndjson', lookedUp('token-1', 'GPA.1', 'paid-and-recorded'));

describe('A list without rows', () => {
  it.each<[string, string, string, ...string[]]>([
    ['an empty file', '--granted', 'nothing.csv'],
    ['an empty array', '--granted', 'array.json', '[]'],
    [
      'rows that have neither an order id nor a receipt',
      '--granted',
      'ids.csv',
      'order_id,player',
      ',p1',
    ],
    ['a header alone', '--voided', 'voided.csv', 'order_id,voided_at'],
    [
      'an empty page over several lines',
      '--voided',
      'pretty.json',
      '{',
      '  "voidedPurchases": []',
      '}',
    ],
  ])('ends with 2 and writes nothing: %s for %s', async (_what, option, name, ...lines) => {
    const words = ['reconcile', '--lookups', lookups, option, file(name, ...lines)];
    const { status, out, err } = await run(...words, '--out', at('classes'));
    expect([status, out, existsSync(at('classes'))]).toEqual([2, '', false]);
    for (const named of [option, '--allow-empty']) expect(err).toContain(named);
    expect((await run(...words, '--sql', 'duckdb')).status).toBe(name === 'ids.csv' ? 0 : 2);
    expect(json(await run(...words, '--allow-empty', '--json'))).toMatchObject({
      exit: 0,
      purchases: 1,
    });
  });

  it('is no reason to stop where another file of the same list has rows, and is named', async () => {
    const first = file('first-page.json', '{"voidedPurchases":[{"orderId":"GPA.1"}]}');
    const last = file('last-page.json', '{"voidedPurchases":[]}');
    const ended = await run('reconcile', '--lookups', lookups, '--voided', first, '--voided', last);
    expect([ended.status, rowsIn(ended.out)[0]?.class]).toEqual([0, 'voided-not-granted']);
    expect(ended.err).toMatch(/last-page\.json has no rows/);
  });
});

it('A list of 130,000 rows is read when its JSON stands on many lines', async () => {
  const voidedPurchases = Array.from({ length: 130_000 }, (_, n) => ({
    orderId: `GPA.${String(n)}`,
  }));
  const list = file('many.json', JSON.stringify({ voidedPurchases }, null, 1));
  const ended = await run('reconcile', '--lookups', lookups, '--voided', list, '--json');
  expect(json(ended)).toMatchObject({ exit: 0, purchases: 130_000 });
});

it.each([
  ['counts for its order id, and is named', 'GPA.1,token-2', 'token-1', 'settled', 1],
  ['also where no look-up has the order id', 'GPA.9,token-1', 'token-1', 'granted-unknown', 1],
  ['not with its own receipt', 'GPA.1,token-1', 'token-1', 'settled', 0],
  ['not with a receipt that is in no other list', 'GPA.1,token-8', 'token-1', 'settled', 0],
  ['not with another ending of its number', 'GPA.5..1,token-5', 'token-5', 'renewal', 0],
])(
  'A grant with the order id of one purchase and the receipt of another %s: %s',
  async (_what, grant, receipt, id, contradictory) => {
    const store = file(
      'store.ndjson',
      lookedUp('token-1', 'GPA.1', 'paid-and-recorded'),
      lookedUp('token-2', 'GPA.2', 'cancelled'),
      lookedUp('token-5', 'GPA.5..0', 'paid-and-recorded'),
    );
    const granted = file('swapped.csv', 'order_id,receipt', grant);
    const words = ['reconcile', '--lookups', store, '--granted', granted];
    const ended = await run(...words, '--out', at('plain.ndjson'), '--overwrite', '--json');
    expect(json(ended)).toMatchObject({ contradictory });
    const rows = rowsIn(readFileSync(at('plain.ndjson'), 'utf8'));
    expect(rows.filter((row) => row['granted'] !== null)).toMatchObject([{ class: id, receipt }]);
    const { err } = await run(...words);
    expect(/1 row of --granted .* order id .* receipt.*line 2/s.test(err)).toBe(
      contradictory === 1,
    );
  },
);
