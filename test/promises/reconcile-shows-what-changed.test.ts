import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fileRoles, randomInputs, textOf, type RandomInputs } from '../reconcile/random-inputs.js';
import { json, pvg, type Ended } from '../helpers/pvg.js';
import {
  entry,
  file,
  first,
  folder,
  lookedUp,
  lookups,
  page,
  reconciled,
  rowsIn,
  second,
  third,
} from '../helpers/reconciled.js';

/** `--against`: every purchase of this run and of the earlier one is new, changed, gone or the same. */

const keyOf = (row: Readonly<Record<string, unknown>>): string =>
  JSON.stringify([row['order_id'], row['order_id'] === null ? row['receipt'] : null]);

const changesIn = ({ out }: Ended): Record<string, unknown> =>
  Object.fromEntries(rowsIn(out).map((row) => [row.order_id ?? row['receipt'], row['change']]));

const without = (row: object, ...names: readonly string[]): object =>
  Object.fromEntries(Object.entries(row).filter(([name]) => !names.includes(name)));

const withoutChange = ({ out }: Ended): object[] =>
  rowsIn(out)
    .filter(({ change }) => change !== 'gone')
    .map((row) => without(row, 'change'));

const grantsOf = (name: string, ...orders: readonly string[]): string[] => [
  '--granted',
  file(name, 'order_id', ...orders),
];
const runWith = (...words: readonly string[]): Promise<Ended> =>
  pvg(['reconcile', '--lookups', lookups, ...words]);

const earlierFile = async (...words: readonly string[]): Promise<string> =>
  file('earlier.ndjson', (await runWith(...words)).out.trimEnd());

const fourth = 'GPA.3300-0000-0000-00004';

describe('A row', () => {
  it('is new, changed, gone or the same, whatever else the command line asks for', async () => {
    const earlier = await earlierFile(...grantsOf('a.csv', first, second, fourth));
    const now = ['--granted', file('b.csv', 'order_id', first, 'GPA.9', third)];
    const ended = await runWith(...now, '--against', earlier);
    const expected = {
      [first]: 'same',
      [second]: 'changed',
      [third]: 'changed',
      'GPA.9': 'new',
      [fourth]: 'gone',
    };
    expect(changesIn(ended)).toEqual(expected);
    expect(withoutChange(ended)).toEqual(rowsIn((await runWith(...now)).out));
    const summary = json(await runWith(...now, '--against', earlier, '--json'));
    expect(summary).toMatchObject({
      purchases: 4,
      against: earlier,
      changes: { new: 1, changed: 2, gone: 1, same: 1 },
    });
    expect(json(await runWith(...now, '--json'))).toMatchObject({ against: null, changes: null });
  });

  it('has its change in the last column of a CSV and on the page', async () => {
    const earlier = await earlierFile(...grantsOf('a.csv', first, fourth));
    const [out, report] = [join(folder, 'classes.csv'), join(folder, 'page.html')];
    const words = ['--out', out, '--report', report, '--overwrite'];
    await runWith(...grantsOf('b.csv', first, 'GPA.9'), '--against', earlier, ...words);
    const lines = readFileSync(out, 'utf8').trimEnd().split('\r\n');
    const last = lines.map((line) => line.slice(line.lastIndexOf(',') + 1).replaceAll('"', ''));
    expect([last[0], ...last.slice(1).sort()]).toEqual([
      ...['change', 'gone', 'new', 'same', 'same', 'same'],
    ]);
    const shown = readFileSync(report, 'utf8');
    for (const change of ['1 new', '0 changed', '1 gone', '3 same'])
      expect(shown).toContain(change);
    expect(shown).toContain('<code>gone</code>');
    await runWith(...grantsOf('b.csv', first), '--out', out, '--overwrite');
    expect(readFileSync(out, 'utf8').split('\r\n')[0]).not.toContain('change');
  });

  it('does not change the status, and a purchase that is gone has no class of this run', async () => {
    const earlier = await earlierFile(...grantsOf('a.csv', first, fourth));
    const words = [...grantsOf('b.csv', first), '--against', earlier];
    expect((await runWith(...words, '--fail-on', 'granted-unknown')).status).toBe(0);
    expect((await runWith(...words, '--fail-on', 'settled')).status).toBe(6);
    expect(json(await runWith(...words, '--json'))['classes']).toMatchObject({
      'granted-unknown': 0,
    });
  });

  it('is no longer there, once it is gone', async () => {
    const gone = await runWith('--against', await earlierFile(...grantsOf('a.csv', fourth)));
    expect(changesIn(gone)[fourth]).toBe('gone');
    const again = await runWith('--against', file('gone.ndjson', gone.out.trimEnd()));
    expect(changesIn(again)).not.toHaveProperty(fourth);
    expect(Object.values(changesIn(again))).toEqual(['same', 'same', 'same']);
  });

  it('is the same purchase before and after its order id was known', async () => {
    const receipt = `token-${fourth}`;
    const byReceipt = ['--granted', file('receipt.csv', 'receipt', receipt)];
    const known = file('known.ndjson', lookedUp(fourth));
    const unknown = await earlierFile(...byReceipt);
    const withOrder = await runWith(...byReceipt, '--lookups', known, '--against', unknown);
    expect(changesIn(withOrder)).toMatchObject({ [fourth]: 'changed' });
    expect(Object.values(changesIn(withOrder))).not.toContain('gone');
    const earlier = file('with-order.ndjson', withOrder.out.trimEnd());
    const withReceipt = await runWith(...byReceipt, '--against', earlier);
    expect(changesIn(withReceipt)).toMatchObject({ [receipt]: 'changed' });
  });

  it('of any two months is told as its facts say', async () => {
    await fc.assert(
      fc.asyncProperty(randomInputs, randomInputs, async (month, next) => {
        const before = await pvg([...written(month), '--allow-empty']);
        const earlier = file('month.ndjson', before.out.trimEnd());
        const command = [...written(next), '--allow-empty'];
        const plain = await pvg(command);
        const ended = await pvg([...command, '--against', earlier]);
        expect(ended.status).toBe(0);
        expect(withoutChange(ended)).toEqual(rowsIn(plain.out));
        const earlierRows = new Map(rowsIn(before.out).map((row) => [keyOf(row), row]));
        const factsOf = (row: object): string =>
          JSON.stringify(without(row, 'change', 'says', 'advice'));
        for (const row of rowsIn(ended.out)) {
          const earlierRow = earlierRows.get(keyOf(row));
          const isEqual = earlierRow !== undefined && factsOf(earlierRow) === factsOf(row);
          if (earlierRow === undefined) expect(row['change']).toMatch(/^(new|changed)$/);
          else if (isEqual) expect(row['change']).toMatch(/^(same|gone|changed)$/);
          else expect(row['change']).toBe('changed');
        }
        const itself = await pvg([
          ...command,
          '--against',
          file('now.ndjson', plain.out.trimEnd()),
        ]);
        for (const row of rowsIn(itself.out)) expect(row['change']).toBe('same');
      }),
      { numRuns: 60 },
    );
  });
});

function written(data: RandomInputs): string[] {
  for (const role of fileRoles) writeFileSync(join(folder, role), textOf(data[role]));
  const files = fileRoles.flatMap((role) => [`--${role}`, join(folder, role)]);
  return ['reconcile', ...files, ...data.words];
}

describe('Results of an earlier run', () => {
  it('may be gzipped, a JSON array, or have their members in another order', async () => {
    const { out } = await reconciled();
    const rows = rowsIn(out);
    const turned = rows.map((row) => Object.fromEntries(Object.entries(row).reverse()));
    const packed = join(folder, 'packed.ndjson.gz');
    writeFileSync(packed, gzipSync(out));
    const forms = [packed, file('array.json', JSON.stringify(turned, null, 2))];
    for (const form of forms) {
      const changes = changesIn(await reconciled('--against', form));
      expect(Object.values(changes)).toEqual(['same', 'same', 'same']);
    }
  });

  it.each<[string, () => Promise<string>]>([
    ['look-ups', () => Promise.resolve(file('look-ups.ndjson', lookedUp(first)))],
    ['the store’s list', () => Promise.resolve(file('list.json', page([entry(first)])))],
    ['a list of grants', () => Promise.resolve(file('list.csv', 'order_id', first))],
    ['a header alone', () => Promise.resolve(file('header.csv', 'class,also,order_id'))],
    ['no file', () => Promise.resolve(join(folder, 'nothing-here.ndjson'))],
    ['an empty file', () => Promise.resolve(file('empty.ndjson'))],
    ['no JSON', () => Promise.resolve(file('broken.ndjson', '{"class":'))],
    ['a class of no version', async () => file('odd.ndjson', await edited({ class: 'fine' }))],
    ['a row without an id', async () => file('no-id.ndjson', await edited(noIds))],
    ['times that are none', async () => file('times.ndjson', await edited({ granted: { at: 1 } }))],
    [
      'a CSV of reconcile',
      async () => {
        const path = join(folder, 'csv-of-reconcile.csv');
        await reconciled('--out', path, '--overwrite');
        return path;
      },
    ],
  ])('are 2, named, with nothing written: %s', async (_what, makeFile) => {
    const path = await makeFile();
    const out = join(folder, 'never.ndjson');
    const ended = await reconciled('--against', path, '--out', out);
    expect(ended.status).toBe(2);
    expect(ended.err).toContain(path);
    expect(existsSync(out)).toBe(false);
  });

  const noIds = { order_id: null, receipt: null };
  const edited = async (members: object): Promise<string> => {
    const rows = rowsIn((await reconciled()).out);
    return rows.map((row) => JSON.stringify({ ...row, ...members })).join('\n');
  };

  it('may be empty with --allow-empty: then every row is new', async () => {
    const words = ['--against', file('empty.ndjson'), '--allow-empty'];
    expect(Object.values(changesIn(await reconciled(...words)))).toEqual(['new', 'new', 'new']);
  });

  it('are not overwritten, and no query compares with them', async () => {
    const { out } = await reconciled();
    const earlier = file('kept.ndjson', out.trimEnd());
    const both = await reconciled('--against', earlier, '--out', earlier, '--overwrite');
    const query = await reconciled('--against', earlier, '--sql', 'duckdb');
    expect([both.status, query.status, query.out]).toEqual([2, 2, '']);
    expect(readFileSync(earlier, 'utf8')).toBe(out);
  });
});
