import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../support/context.js';
import { json, pvg, type Ended } from '../support/pvg.js';

/** No purchase and no grant disappears between `pvg batch` and the classes, and no list that is not there counts. */

const folder = temporaryFolder();
const at = (name: string): string => join(folder, name);
const file = (name: string, text: string): string => {
  writeFileSync(at(name), text);
  return at(name);
};
const lines = (...rows: readonly string[]): string => `${rows.join('\n')}\n`;
const run = (...words: readonly string[]): Promise<Ended> => pvg(words, { home: folder });

type Purchase = Readonly<Record<string, unknown>> & { readonly class: string; readonly says: string };
const rowsIn = (text: string): Purchase[] =>
  text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Purchase);
/** The row of each purchase by its receipt, or by its order id. */
const byKey = ({ out }: Ended, key: 'receipt' | 'order_id'): Record<string, Purchase> =>
  Object.fromEntries(rowsIn(out).map((row) => [String(row[key]), row]));

describe('A batch whose input has columns of its own', () => {
  const input = file(
    'kasse.csv',
    lines('Beleg;Produkt', 'demo-recorded;gems_100', 'demo-pending;gems_100', 'demo-never-received;'),
  );
  const map = ['--map', 'receipt=Beleg', '--map', 'product_id=Produkt', '--package', 'com.example.game'];
  const lookUp = async (out: string): Promise<void> => {
    const ended = await run('batch', input, ...map, '--profile', 'local', '--out', out, '--overwrite');
    expect(ended.status).toBe(21);
  };
  const granted = file('granted.csv', lines('receipt,player', 'demo-recorded,p1', 'demo-pending,p2'));

  it('has each purchase under the names of pvg in its rows', async () => {
    await lookUp(at('own.ndjson'));
    const rows = rowsIn(readFileSync(at('own.ndjson'), 'utf8'));
    const purchase = { os: 'android', package: 'com.example.game', order_id: null };
    expect(rows.sort((one, other) => Number(one['row']) - Number(other['row']))).toMatchObject([
      { purchase: { ...purchase, product_id: 'gems_100', receipt: 'demo-recorded' } },
      { purchase: { ...purchase, product_id: 'gems_100', receipt: 'demo-pending' } },
      { purchase: { ...purchase, product_id: null, receipt: 'demo-never-received' }, exit: 2 },
    ]);
  });

  it.each(['ndjson', 'csv'])('is joined with the grants by its receipts, written as %s', async (format) => {
    await lookUp(at(`results.${format}`));
    const ended = await run('reconcile', '--lookups', at(`results.${format}`), '--granted', granted);
    expect(ended.status).toBe(0);
    expect(byKey(ended, 'receipt')).toMatchObject({
      'demo-recorded': { class: 'settled', verdict: 'paid-and-recorded' },
      'demo-pending': { class: 'granted-not-paid', verdict: 'pending' },
      'demo-never-received': { class: 'unresolved' },
    });
    expect(ended.err).not.toContain('left out');
  });

  /** What pvg 0.2 wrote: only `input` has the receipt. */
  const older = (name: string, rows: readonly object[]): string =>
    file(name, lines(...rows.map((row) => JSON.stringify(row))));
  const answers = [
    { verdict: { id: 'paid-and-recorded' }, answer: { order_id: 'GPA.1' } },
    { verdict: { id: 'pending' }, answer: null },
  ];
  const inputs = (of: (receipt: string) => object): object[] =>
    answers.map((each, at) => ({ row: at + 1, input: of(`token-${String(at + 1)}`), ...each }));
  const old = older(
    'old.ndjson',
    inputs((receipt) => ({ Beleg: receipt, Produkt: 'gems_100' })),
  );
  const oldCsv = file(
    'old.csv',
    lines(
      'row,"input.Beleg","input.Produkt",verdict.id,answer.order_id',
      '1,"token-1","gems_100","paid-and-recorded","GPA.1"',
      '2,"token-2","gems_100","pending",',
    ),
  );
  const nested = older(
    'nested.ndjson',
    inputs((receipt) => ({ kauf: { beleg: receipt } })),
  );
  const oldGrants = file('old-granted.csv', lines('receipt', 'token-1', 'token-2'));

  it.each([
    ['NDJSON, by the name in the batch', old, 'Beleg'],
    ['NDJSON, by the name in the results', old, 'input.Beleg'],
    ['CSV, by the name in the batch', oldCsv, 'Beleg'],
    ['CSV, by the name in the results', oldCsv, 'input.Beleg'],
    ['NDJSON, by a path as --map of the batch takes it', nested, 'kauf.beleg'],
  ])('and that an older pvg wrote is read with --map: %s', async (_what, path, column) => {
    const words = ['reconcile', '--lookups', path, '--granted', oldGrants];
    const ended = await run(...words, '--map', `lookups.receipt=${column}`);
    expect(ended.status).toBe(0);
    expect(byKey(ended, 'receipt')).toMatchObject({
      'token-1': { class: 'settled', order_id: 'GPA.1' },
      'token-2': { class: 'granted-not-paid' },
    });
    expect(rowsIn(ended.out)).toHaveLength(2);
  });

  it.each([old, oldCsv])('and that an older pvg wrote is refused without --map: %s', async (path) => {
    const ended = await run('reconcile', '--lookups', path, '--granted', oldGrants);
    expect(ended.status).toBe(2);
    expect(ended.out).toBe('');
    expect(ended.err).toContain('--map lookups.receipt=');
    expect(ended.err).toContain('input.Beleg');
  });
});

const lookedUp = (receipt: string, order: string | null, verdict: string): string =>
  JSON.stringify({
    purchase: { os: 'android', product_id: 'gems', package: 'com.example', receipt, order_id: null },
    verdict: { id: verdict },
    answer: order === null ? null : { order_id: order },
  });
const lookups = file('lookups.ndjson', lines(lookedUp('token-1', 'GPA.1', 'paid-and-recorded')));

describe('A list without rows', () => {
  const gate = ['--fail-on', 'granted-twice,granted-and-voided'];
  it.each<[string, string, string, string]>([
    ['an empty file', '--granted', 'nothing.csv', ''],
    ['blank lines alone', '--granted', 'blank.csv', '\n\n'],
    ['a header alone', '--granted', 'header.csv', 'order_id,player\n'],
    ['an empty array', '--granted', 'array.json', '[]'],
    ['rows that have neither an order id nor a receipt', '--granted', 'ids.csv', 'order_id,player\n,p1\n'],
    ['an empty file', '--voided', 'nothing.json', ''],
    ['a header alone', '--voided', 'voided.csv', 'order_id,voided_at\n'],
    ['a page of the store without purchases', '--voided', 'page.json', '{"voidedPurchases":[]}'],
    ['an empty page over several lines', '--voided', 'pretty.json', '{\n  "voidedPurchases": []\n}\n'],
  ])('ends with 2 and writes nothing: %s for %s', async (_what, option, name, text) => {
    const words = ['reconcile', '--lookups', lookups, option, file(name, text), ...gate];
    const out = at(`classes-of-${name}`);
    const refused = await run(...words, '--out', out);
    expect(refused.status).toBe(2);
    expect(refused.out).toBe('');
    expect(refused.err).toContain(option);
    expect(refused.err).toContain('--allow-empty');
    expect(existsSync(out)).toBe(false);
    expect((await run(...words, '--sql', 'duckdb')).status).toBe(name === 'ids.csv' ? 0 : 2);
    const allowed = await run(...words, '--allow-empty', '--json');
    expect([allowed.status, json(allowed)['purchases']]).toEqual([0, 1]);
  });

  it('ends with 2 as what the batch wrote, too', async () => {
    const words = ['reconcile', '--lookups', file('no-rows.ndjson', ''), '--granted', lookups];
    expect((await run(...words)).status).toBe(2);
  });

  it('is no reason to stop where another file of the same list has rows, and is named', async () => {
    const page = (name: string, text: string): string[] => ['--voided', file(name, text)];
    const ended = await run(
      ...['reconcile', '--lookups', lookups],
      ...page('first-page.json', '{"voidedPurchases":[{"orderId":"GPA.1"}]}'),
      ...page('last-page.json', '{"voidedPurchases":[]}'),
    );
    expect([ended.status, rowsIn(ended.out)[0]?.class]).toEqual([0, 'voided-not-granted']);
    expect(ended.err).toMatch(/last-page\.json has no rows/);
  });
});

it('A list of 130,000 rows is read when its JSON stands on many lines', async () => {
  const voidedPurchases = Array.from({ length: 130_000 }, (_, n) => ({ orderId: `GPA.${String(n)}` }));
  const list = file('many.json', JSON.stringify({ voidedPurchases }, null, 1));
  const ended = await run('reconcile', '--lookups', lookups, '--voided', list, '--json');
  expect([ended.status, json(ended)['purchases']]).toEqual([0, 130_000]);
});

describe('A grant with the order id of one purchase and the receipt of another', () => {
  const store = file(
    'store.ndjson',
    lines(
      lookedUp('token-1', 'GPA.1', 'paid-and-recorded'),
      lookedUp('token-2', 'GPA.2', 'cancelled'),
      lookedUp('token-5', 'GPA.5..0', 'paid-and-recorded'),
    ),
  );
  it.each([
    ['counts for its order id, and is named', 'GPA.1,token-2', 'token-1', 'settled', 1],
    ['also where no look-up has the order id', 'GPA.9,token-1', 'token-1', 'granted-unknown', 1],
    ['not with its own receipt', 'GPA.1,token-1', 'token-1', 'settled', 0],
    ['not with a receipt that is in no other list', 'GPA.1,token-8', 'token-1', 'settled', 0],
    ['not with another ending of its number', 'GPA.5..1,token-5', 'token-5', 'granted-unknown', 0],
  ])('%s: %s', async (_what, grant, receipt, id, contradictory) => {
    const grants = file('swapped.csv', lines('order_id,receipt', grant));
    const out = ['--out', at('plain.ndjson'), '--overwrite', '--json'];
    const ended = await run('reconcile', '--lookups', store, '--granted', grants, ...out);
    expect(json(ended)).toMatchObject({ contradictory });
    const rows = rowsIn(readFileSync(at('plain.ndjson'), 'utf8'));
    expect(rows.filter((row) => row['granted'] !== null)).toMatchObject([{ class: id, receipt }]);
    const told = await run('reconcile', '--lookups', store, '--granted', grants);
    expect(/1 row of --granted .* order id .* receipt.*line 2/s.test(told.err)).toBe(contradictory === 1);
  });
});
