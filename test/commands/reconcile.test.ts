import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { FileError, type OpenFile } from '../../src/context.js';
import { classIds } from '../../src/reconcile/classes.js';
import { runProgram } from '../../src/program.js';
import { temporaryFolder, testContext } from '../support/context.js';
import { checkSchema, readSchema } from '../support/schemas.js';
import { json, pvg, type Ended } from '../support/pvg.js';

const folder = temporaryFolder();
const file = (name: string, content: string | Uint8Array): string => {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
};

const lookUp = (receipt: string, order: string | null, verdict: string | null, more = {}): string =>
  JSON.stringify({
    input: { receipt },
    at: '2026-11-03T10:00:00.000Z',
    verdict: verdict === null ? null : { id: verdict },
    answer: order === null ? null : { order_id: order, transactions: [{ quantity: 3 }] },
    ...more,
  });
const lookups = file(
  'lookups.ndjson',
  [
    lookUp('token-1', 'GPA.1', 'paid-and-recorded'),
    lookUp('token-2', 'GPA.2', 'pending'),
    lookUp('token-3', null, null),
  ].join('\n'),
);
const voided = (entry: object): string =>
  JSON.stringify({ voidedPurchases: [{ orderId: 'GPA.1', voidedTimeMillis: '1793700000000', ...entry }] });
const grants = (...rows: readonly string[]): string => ['order_id,granted_at,player', ...rows].join('\n');

const rowsOf = ({ out }: Ended): Record<string, unknown>[] =>
  out
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .map((row) => {
      checkSchema('reconcile-row', row);
      return row;
    });
const classesOf = (ended: Ended): unknown[] => rowsOf(ended).map((row) => row['class']);
const reconciled = (...words: readonly string[]): Promise<Ended> =>
  pvg(['reconcile', '--lookups', lookups, ...words]);

describe('pvg reconcile', () => {
  it('does not say that something is not in a list that was not given', async () => {
    const refunds = ['--voided', file('refunds.json', voided({}))];
    const granted = ['--granted', file('granted.csv', grants('GPA.1,,p-1'))];
    const told = async (...words: readonly string[]): Promise<unknown> => {
      const row = rowsOf(await reconciled(...words)).find((each) => each['order_id'] === 'GPA.1');
      return [row?.['class'], row?.['advice'], row?.['says']];
    };
    const without = 'There is no list of what the game granted.';
    expect(await told()).toEqual(['paid-not-granted', 'check', expect.stringContaining(without)]);
    expect(await told(...refunds)).toEqual(['voided-not-granted', 'check', expect.stringContaining(without)]);
    expect(await told(...granted)).toEqual([
      'settled',
      'none',
      expect.stringContaining('There is no list of voided purchases.'),
    ]);
    const none = ['--granted', file('none.csv', 'order_id\n'), '--allow-empty'];
    expect(await told(...none)).toEqual([
      'paid-not-granted',
      'check',
      expect.stringContaining('the game did not grant it'),
    ]);
  });

  it('gives each purchase a class, what it rests on and who acts, classes about money first', async () => {
    const ended = await reconciled(
      ...['--voided', file('voided.json', voided({ voidedSource: 0, voidedReason: 1, voidedQuantity: 1 }))],
      ...['--granted', file('grants.csv', grants('GPA.1,2026-11-03T11:00:00Z,p-1', 'GPA.9,,p-2'))],
    );
    expect(ended.status).toBe(0);
    expect(classesOf(ended)).toEqual(['granted-and-voided', 'granted-unknown', 'unresolved', 'not-paid']);
    expect(rowsOf(ended)[0]).toEqual({
      class: 'granted-and-voided',
      also: [],
      order_id: 'GPA.1',
      receipt: 'token-1',
      verdict: 'paid-and-recorded',
      voided: { count: 1, at: '1793700000000', reason: '1', source: '0', quantity: '1' },
      granted: { count: 1, at: ['2026-11-03T11:00:00Z'], players: ['p-1'] },
      advice: 'check',
      says: 'The game granted it, and the store voided the purchase. Voided on 2026-11-03T10:00:00Z, before the grant; the store says source: user, reason: remorse; 1 of 3 units. The game’s developers decide whether the player keeps the item.',
    });
    expect(ended.err).toContain('4 purchases reconciled; 2 to check.');
  });

  it.each<[string, string, string | Uint8Array]>([
    ['a CSV with semicolons', 'semi.csv', 'Order ID;Note\r\nGPA.1;"a;b"\r\n'],
    ['a CSV in UTF-16', '16.csv', Buffer.from(`\ufeff${grants('GPA.1,,')}`, 'utf16le')],
    ['NDJSON by receipt', 'grants.ndjson', '{"token":"token-1"}\n'],
    ['a JSON array over several lines', 'a.json', '[\n{"orderId":\n"GPA.1"}\n]'],
    ['an id with blanks around it', 'blank.csv', grants(' GPA.1 ,,')],
  ])('reads grants from %s', async (_what, name, content) => {
    const path = file(name, content);
    expect(classesOf(await reconciled('--granted', path))).toContain('settled');
    const several = ['--granted', path, '--granted', file(`again-${name}`, content)];
    expect(classesOf(await reconciled(...several))).toContain('granted-twice');
  });

  it.each(['ndjson', 'csv'])('reads what batch wrote as %s', async (format) => {
    const home = temporaryFolder();
    const receipts = ['demo-recorded', 'demo-pending', 'demo-never-received'];
    const purchases = receipts.map((receipt) => `${receipt},gems_100,com.example.game`);
    writeFileSync(join(home, 'purchases.csv'), ['receipt,product_id,package', ...purchases].join('\n'));
    const out = join(home, `results.${format}`);
    await pvg(['batch', join(home, 'purchases.csv'), '--profile', 'local', '--out', out], { home });
    expect(classesOf(await pvg(['reconcile', '--lookups', out], { home }))).toEqual([
      'paid-never-received',
      'paid-not-granted',
      'not-paid',
    ]);
  });

  it('takes the columns of --map, also nested ones', async () => {
    const odd = file('odd.csv', 'Bestellung,Name\nGPA.1,x\n');
    expect(classesOf(await reconciled('--granted', odd, '--map', 'granted.order_id=Bestellung'))).toContain(
      'settled',
    );
    const nested = file('nested.ndjson', '{"payload":{"order":"GPA.1"}}\n');
    expect(
      classesOf(await reconciled('--granted', nested, '--map', 'granted.order_id=payload.order')),
    ).toContain('settled');
  });

  it('says of a grant that stands there twice in the same way that it may be one', async () => {
    const ended = await reconciled('--granted', file('same.csv', grants('GPA.1,t,p', 'GPA.1,t,p')));
    expect(rowsOf(ended)[0]).toMatchObject({
      class: 'granted-twice',
      says: expect.stringContaining('perhaps they are one grant, exported more than once') as string,
    });
  });

  it('leaves out the charges of a sales report', async () => {
    const report = 'Order Number,Financial Status\nGPA.1,Charged\nGPA.2,Refund\n';
    const ended = await reconciled('--voided', file('sales.csv', report));
    const voidedIds = rowsOf(ended).filter((row) => row['voided'] !== null);
    expect(voidedIds.map((row) => row['order_id'])).toEqual(['GPA.2']);
  });

  it('counts the last look-up that has a result', async () => {
    const again = file(
      'again.ndjson',
      [
        lookUp('token-1', 'GPA.1', 'paid-and-recorded', { at: '2026-11-05T10:00:00.000Z' }),
        lookUp('token-1', 'GPA.1', 'pending', { at: '2026-11-04T10:00:00.000Z' }),
        lookUp('token-1', null, null, { at: '2026-11-06T10:00:00.000Z' }),
      ].join('\n'),
    );
    const ended = await pvg(['reconcile', '--lookups', again]);
    expect(rowsOf(ended)).toMatchObject([{ verdict: 'paid-and-recorded' }]);
  });

  it('prints one object with --json, and ends with 6 for a class of --fail-on', async () => {
    const ended = await reconciled('--json', '--fail-on', 'unresolved,granted-twice');
    expect(ended.status).toBe(6);
    expect(json(ended)).toMatchObject({
      ok: false,
      exit: 6,
      purchases: 3,
      classes: { unresolved: 1, 'not-paid': 1, 'paid-not-granted': 1, settled: 0 },
      inputs: { lookups: 3 },
    });
    expect((await reconciled('--json', '--fail-on', 'granted-twice')).status).toBe(0);
  });

  it('writes the rows to --out, as CSV by its ending, and replaces nothing by itself', async () => {
    const out = join(folder, 'classes.csv');
    const ended = await reconciled('--out', out);
    expect(ended.status).toBe(0);
    expect(ended.out).toContain('3 purchases reconciled; 1 to check.');
    const written = readFileSync(out, 'utf8');
    expect(written).toMatch(/^class,also,order_id,receipt,verdict,/);
    expect(written.trim().split('\r\n')).toHaveLength(4);
    expect((await reconciled('--out', out)).status).toBe(2);
    expect(readFileSync(out, 'utf8')).toBe(written);
    expect((await reconciled('--out', out, '--overwrite')).status).toBe(0);
  });

  it('writes a page with counts, shares and rows, and no receipt', async () => {
    const report = join(folder, 'page.html');
    const ended = await reconciled(
      ...['--voided', file('voided.json', voided({ purchaseToken: 'token-1' })), '--report', report],
      ...['--granted', file('grants.csv', grants('GPA.1,2026-11-02T11:00:00Z,p-1', 'token-3,,')), '--json'],
    );
    expect(json(ended)).toMatchObject({ report, output: null });
    const page = readFileSync(report, 'utf8');
    expect(page).toContain('4 purchases reconciled; 2 to check.');
    expect(page).toContain('25.0 %');
    expect(page).toContain('GPA.1');
    expect(page).not.toMatch(/token-[12]/);
    expect((await reconciled('--report', report)).status).toBe(2);
  });

  it('names the files of each input on the page once, with their rows', async () => {
    const report = join(folder, 'inputs.html');
    const sales = 'Order Number,Financial Status\nGPA.1,Charged\nGPA.2,Refund\n';
    const months = ['august.csv', 'september.csv'].flatMap((name) => ['--voided', file(name, sales)]);
    await reconciled(...months, '--report', report);
    expect(readFileSync(report, 'utf8')).toMatch(
      /lookups\.ndjson<\/bdi>: <b>3 rows of look-ups<\/b> · <bdi>\S*august\.csv, \S*september\.csv<\/bdi>: <b>4 rows of voided purchases<\/b>/,
    );
  });

  it('shows 500 purchases of each class at most on the page, and says how many are missing', async () => {
    const many = Array.from({ length: 600 }, (_, at) => `GPA.${String(at)},,`);
    const report = join(folder, 'many.html');
    await reconciled('--granted', file('many.csv', grants(...many)), '--report', report);
    const page = readFileSync(report, 'utf8');
    expect(page.match(/<tr class="granted-unknown/g)).toHaveLength(500);
    expect(page).toMatch(/9\d more purchases not on this page/);
  });

  it.each(['--out', '--report'])('ends with 14 when the disk is full for %s', async (option) => {
    const context = testContext();
    const path = join(folder, `full${option}`);
    const full = (): Promise<never> => Promise.reject(new FileError('ENOSPC', path));
    const files = { ...context.files, replaceBy: full, replace: full };
    const words = ['reconcile', '--lookups', lookups, option, path];
    expect(await runProgram({ ...context, files }, words)).toBe(14);
    expect(context.stderr.text()).toContain('the disk is full');
  });

  const granted = (name: string, text: string): string[] => ['--granted', file(name, text)];
  it.each<[string, string[], RegExp]>([
    [
      'the input of batch in the place of its output',
      ['--lookups', file('in.csv', 'receipt,product_id,package\nr1,gems,com.example\n')],
      /in\.csv is not what `pvg batch` writes[^]*Or look up first: `pvg batch/,
    ],
    [
      'columns that join nothing',
      granted('bad.csv', 'a,b\n1,2\n'),
      /has no column for order_id and none for receipt[^]*Found these columns: a, b/,
    ],
    [
      'columns that join nothing, although one has order ids',
      granted('likely.csv', 'Bestellung,b\nGPA.1234-5678-9012-34567,2\n'),
      /The column "Bestellung" looks like order_id\./,
    ],
    [
      'a row with too many cells',
      granted('cells.csv', 'order_id,b\nGPA.1,2\nGPA.2,2,3\n'),
      /cells\.csv, line 3: the row has 3 cells, but the header has 2/,
    ],
    [
      'a quote that is not closed',
      granted('quote.csv', 'order_id,b\n"GPA.2,2\n'),
      /quote\.csv, line 2: the row has/,
    ],
    [
      'a line that is not JSON',
      granted('b.ndjson', '{"orderId":\n'),
      /b\.ndjson, line 1: the row is not JSON/,
    ],
    ['a list of texts', granted('texts.json', '["GPA.1"]'), /is not a JSON object/],
    ['an unknown class', ['--fail-on', 'granted-thrice'], /--fail-on must be one of: granted-twice/],
    ['a wrong --map', ['--map', 'granted.order=x'], /The fields of granted are/],
    [
      'a --map that names no column',
      [...granted('named.csv', 'Bestellnr,order_id\n1,GPA.1\n'), '--map', 'granted.player=Name'],
      /player names the column Name, which --granted \S+ lacks\.[^]*Found these columns: Bestellnr, order_id\./,
    ],
    ['an input as output', ['--out', lookups, '--overwrite'], /are the same file/],
    ['an unknown engine', ['--sql', 'oracle'], /--sql must be one of: duckdb/],
    ['a file that is not there', ['--voided', join(folder, 'nothing')], /there is no such file/],
  ])('refuses %s, and writes nothing', async (_what, words, says) => {
    const ended = await reconciled(...words);
    expect([ended.status, ended.out]).toEqual([2, '']);
    expect(ended.err).toMatch(says);
  });

  it('refuses to do without look-ups', async () => {
    const ended = await pvg(['reconcile', '--granted', lookups]);
    expect([ended.status, ended.err]).toEqual([2, expect.stringContaining('--lookups is missing')]);
  });

  it('has every class in the schema of its rows', () => {
    const { definitions } = readSchema('reconcile-row') as { definitions: { class: { enum: string[] } } };
    expect(definitions.class.enum).toEqual(classIds);
  });

  it.each(['-', '0', 'n/a', 'N/A', '#N/A', 'None', 'unknown'])(
    'joins nothing by a placeholder in the place of an id: %s',
    async (placeholder) => {
      const rows = ['order_id,receipt,player', `${placeholder},token-1,p`, `${placeholder},${placeholder},p`];
      const voids = ['order_id,voided_at', `${placeholder},2026-11-03`, 'GPA.2,2026-11-03'];
      const ended = await reconciled(
        ...['--granted', file('placeholders.csv', rows.join('\n'))],
        ...['--voided', file('placeholder-voids.csv', voids.join('\n'))],
      );
      const found = Object.fromEntries(rowsOf(ended).map((row) => [String(row['order_id']), row['class']]));
      expect(found).toEqual({ 'GPA.1': 'settled', 'GPA.2': 'voided-not-granted', null: 'unresolved' });
      expect(ended.err).toContain('1 row of --granted has neither an order id nor a receipt');
      expect(ended.err).toContain('1 row of --voided has neither an order id nor a receipt');
    },
  );

  it('names a date that it cannot read, with its row, and keeps the purchase', async () => {
    const voids = ['order_id,voided_at', 'GPA.1,3.11.2026 10:00', 'GPA.2,gestern', 'GPA.3,2026-13-40'];
    const ended = await reconciled('--voided', file('dates.csv', voids.join('\n')));
    expect(rowsOf(ended)).toHaveLength(4);
    expect(ended.err).toContain(
      '2 rows of --voided have a date that pvg cannot read: "gestern" (the first is line 3).',
    );
  });

  it('names a column that looks like an order id and is not used', async () => {
    const rows = ['Bestellung;receipt', 'GPA.1234-5678-9012-34567;token-1'];
    const ended = await reconciled('--granted', file('unused.csv', rows.join('\n')));
    expect(ended.err).toMatch(/unused\.csv: the column "Bestellung" looks like order_id and is not used/);
    expect(ended.err).toContain('--map granted.order_id=<column>');
  });

  it('reads a list of the store in Windows-1252 and says so', async () => {
    const text = Buffer.from('Order Number;Grund\nGPA.1;Rückgabe\n', 'latin1');
    const ended = await reconciled('--voided', file('latin.csv', text));
    expect(classesOf(ended)).toContain('voided-not-granted');
    expect(ended.err).toMatch(/--voided \S*latin\.csv is not UTF-8: it is read as Windows-1252\./);
  });

  it('counts rows that can be joined to nothing', async () => {
    const ended = await reconciled('--granted', file('none.csv', grants('GPA.1,,', ',,p')));
    expect(ended.err).toContain(
      '1 row of --granted has neither an order id nor a receipt: left out (the first is line 3).',
    );
  });
});

it.each([
  ['that is missing', '--voided=missing.json'],
  ['without a known column', `--granted=${file('no-columns.csv', 'a,b\n1,2\n')}`],
  ['for a query', '--sql=duckdb'],
])('closes every file that it opened, with a file %s', async (_what, word) => {
  const context = testContext({});
  let open = 0;
  const counted = async (path: string): Promise<OpenFile> => {
    const opened = await context.files.open(path);
    open++;
    let isOpen = true;
    const close = async (): Promise<void> => {
      if (isOpen) open--;
      isOpen = false;
      await opened.close();
    };
    return { ...opened, close };
  };
  const files = { ...context.files, open: counted };
  await runProgram({ ...context, files }, ['reconcile', '--lookups', lookups, word]);
  expect(open).toBe(0);
});
