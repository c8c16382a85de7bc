import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { FileError } from '../../src/file-access.js';
import { orderIdFromCell } from '../../src/contract/order-id.js';
import { classIds } from '../../src/reconcile/classes.js';
import { runProgram } from '../../src/program.js';
import { temporaryFolder, testContext } from '../helpers/context.js';
import { checkSchema, readSchema } from '../helpers/schemas.js';
import { json, pvg, type Ended } from '../helpers/pvg.js';

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
const kinds = [
  lookUp('token-1', 'GPA.1', 'paid-and-recorded'),
  lookUp('token-2', 'GPA.2', 'pending'),
  lookUp('token-3', null, null),
];
const lookups = file('lookups.ndjson', kinds.join('\n'));
const grants = (...rows: readonly string[]): string =>
  ['order_id,granted_at,player', ...rows].join('\n');
const granted = (name: string, content: string | Uint8Array): string[] => [
  '--granted',
  file(name, content),
];
const voids = (name: string, content: string | Uint8Array): string[] => [
  '--voided',
  file(name, content),
];
const voided = (name: string, entry: object): string[] => {
  const purchase = { orderId: 'GPA.1', voidedTimeMillis: '1793700000000', ...entry };
  return voids(name, JSON.stringify({ voidedPurchases: [purchase] }));
};

type Row = Readonly<Record<string, unknown>>;
const rowsOf = ({ out }: Ended): Row[] => {
  const rows = out.split('\n').filter(Boolean);
  return rows.map((line) => {
    const row = JSON.parse(line) as Row;
    checkSchema('reconcile-row', row);
    return row;
  });
};
const classesOf = (ended: Ended): unknown[] => rowsOf(ended).map((row) => row['class']);
const reconciled = (...words: readonly string[]): Promise<Ended> =>
  pvg(['reconcile', '--lookups', lookups, ...words]);

describe('pvg reconcile', () => {
  const noGrants = 'There is no list of what the game granted.';
  const noneGranted = [...granted('none.csv', 'order_id\n'), '--allow-empty'];
  it.each([
    [
      'settled',
      'none',
      'There is no list of voided purchases.',
      granted('one.csv', grants('GPA.1,,p')),
    ],
    ['paid-not-granted', 'check', noGrants, []],
    ['voided-not-granted', 'check', noGrants, voided('refunds.json', {})],
    ['paid-not-granted', 'check', 'the game did not grant it', noneGranted],
  ])('says nothing of a list that was not given: %s', async (id, advice, says, words) => {
    const paid = rowsOf(await reconciled(...words)).find((each) => each['order_id'] === 'GPA.1');
    expect(paid).toMatchObject({
      class: id,
      advice,
      says: expect.stringContaining(says) as string,
    });
  });

  it('gives each purchase a class, what it rests on and who acts, classes about money first', async () => {
    const ended = await reconciled(
      ...voided('voided.json', { voidedSource: 0, voidedReason: 1, voidedQuantity: 1 }),
      ...granted('grants.csv', grants('GPA.1,2026-11-03T11:00:00Z,p-1', 'GPA.9,,p-2')),
    );
    expect(ended.status).toBe(0);
    expect(classesOf(ended)).toEqual([
      'granted-and-voided',
      'granted-unknown',
      'unresolved',
      'not-paid',
    ]);
    expect(rowsOf(ended)[1]?.['says']).toMatch(
      /no look-up found it\..*another order id, or none\.$/,
    );
    expect(rowsOf(ended)[0]).toEqual({
      class: 'granted-and-voided',
      also: [],
      order_id: 'GPA.1',
      receipt: 'token-1',
      verdict: 'paid-and-recorded',
      voided: {
        count: 1,
        at: '1793700000000',
        reason: '1',
        source: '0',
        quantity: 1,
        of: 3,
        partial: true,
      },
      granted: { count: 1, at: ['2026-11-03T11:00:00Z'], players: ['p-1'] },
      advice: 'check',
      says: 'The game granted it, and the store voided a part of the purchase. Voided on 2026-11-03T10:00:00Z, before the grant; the store says source: user, reason: remorse; 1 of 3 units. The game’s developers decide what of it the player keeps.',
    });
    expect(ended.err).toContain('4 purchases reconciled; 2 to check.');
  });

  it.each<[string, string, string | Uint8Array, ...string[]]>([
    ['a CSV with semicolons', 'semi.csv', 'Order ID;Note\r\nGPA.1;"a;b"\r\n'],
    ['a CSV in UTF-16', '16.csv', Buffer.from(`\ufeff${grants('GPA.1,,')}`, 'utf16le')],
    ['NDJSON by receipt', 'grants.ndjson', '{"token":"token-1"}\n'],
    ['a JSON array over several lines', 'a.json', '[\n{"orderId":\n"GPA.1"}\n]'],
    ['an id with blanks around it', 'blank.csv', grants(' GPA.1 ,,')],
    ['a column of --map', 'odd.csv', 'Bestellung,Name\nGPA.1,x\n', 'Bestellung'],
    [
      'a nested column of --map',
      'nested.ndjson',
      '{"payload":{"order":"GPA.1"}}\n',
      'payload.order',
    ],
  ])('reads grants from %s, one file or several', async (_what, name, content, ...columns) => {
    const map = columns.flatMap((column) => ['--map', `granted.order_id=${column}`]);
    const words = [...granted(name, content), ...map];
    expect(classesOf(await reconciled(...words))).toContain('settled');
    const several = [...words, ...granted(`again-${name}`, content)];
    expect(classesOf(await reconciled(...several))).toContain('settled');
    expect(json(await reconciled(...several, '--json'))['repeated']).toMatchObject([
      { role: 'granted', count: 1 },
    ]);
  });

  const mismatch = { error: { code: 'PRODUCT_MISMATCH' } };
  it.each([
    ['paid-never-received', {}, true, /do not grant it again.*without a verify/],
    ['paid-never-received', {}, false, /If it has not granted the item, it sends its own/],
    [
      'not-confirmed',
      mismatch,
      true,
      /granted it\. The look-up named another product(?!.*confirm)/,
    ],
    [
      'not-confirmed',
      mismatch,
      false,
      /^The look-up named another product.*Correct the product id/,
    ],
    ['not-confirmed', {}, true, /it is not paid, or not for this game\..*does not confirm/],
  ])('says what is true of %s with %j, granted: %s', async (verdict, more, isGranted, says) => {
    const look = file('one.ndjson', lookUp('token-1', null, verdict, more));
    const words = granted('g.csv', `receipt\n${isGranted ? 'token-1' : 'token-x'}\n`);
    const [row] = rowsOf(await pvg(['reconcile', '--lookups', look, ...words])).filter(
      ({ receipt }) => receipt === 'token-1',
    );
    expect(row?.['says']).toMatch(says);
  });

  it.each([
    "'GPA.1",
    '="GPA.1"',
    '#GPA.1',
    '\u200bGPA.1',
    ' gpa.1 ',
    '\u201eGPA.1\u201c',
    'GPA.1;',
  ])('joins an order id in the dress of a spreadsheet or a chat program: %s', async (id) => {
    const text = `order_id\tplayer\n${id}\tp\nTotal\t1\nGesamt: \t1\n`;
    const ended = await reconciled(...granted('dressed.csv', text));
    expect(classesOf(ended)).toContain('settled');
    expect(ended.err).toContain('2 rows of --granted have neither an order id nor a receipt');
  });

  it('joins an order id whose hyphens a word processor made dashes', () => {
    expect(orderIdFromCell('GPA.1234\u20135678\u20119012\u221234567..0')).toBe(
      'GPA.1234-5678-9012-34567..0',
    );
  });

  it('says that no grant has a look-up, for then another column may have the ids', async () => {
    const says = 'No purchase has both a look-up and a grant.';
    expect((await reconciled(...granted('own.csv', 'order_id\n1001\n1002\n'))).err).toContain(says);
    expect((await reconciled(...granted('both.csv', 'order_id\n1001\nGPA.1\n'))).err).not.toContain(
      says,
    );
    const beside = 'order_id,ref\n1001,GPA.1234-5678-9012-34567\n';
    expect((await reconciled(...granted('beside.csv', beside))).err).toContain(
      'the column "ref" looks like order_id and is not used',
    );
  });

  it('joins an order id in lower case, and names columns of the grants that it does not use', async () => {
    const ended = await reconciled(
      ...granted('low.csv', 'order_id,status,note\ngpa.1,delivered,x\n'),
    );
    expect(classesOf(ended)).toContain('settled');
    expect(ended.err).toMatch(/counts as a grant\. Columns that are not used: note, status\./);
    const used = '{"payload":{"order":"GPA.1"}}\n';
    const map = ['--map', 'granted.order_id=payload.order'];
    expect((await reconciled(...granted('used.ndjson', used), ...map)).err).not.toContain(
      'not used',
    );
  });

  it('says of rows that differ in a column without a meaning how to name the id of a grant', async () => {
    const rows = 'order_id,granted_at,player,log\nGPA.1,t,p,1\nGPA.1,t,p,2\n';
    const ended = await reconciled(...granted('same.csv', rows));
    const says = expect.stringContaining('--map granted.id=') as string;
    expect(rowsOf(ended)[0]).toMatchObject({ class: 'granted-twice', says });
  });

  it('leaves out the charges of a sales report', async () => {
    const report = 'Order Number,Financial Status\nGPA.1,Charged\nGPA.2,Refund\n';
    const rows = rowsOf(await reconciled(...voids('sales.csv', report)));
    expect(rows.filter((row) => row['voided'] !== null)).toMatchObject([{ order_id: 'GPA.2' }]);
  });

  it('names a kind of a void that it does not know, and leaves such rows out', async () => {
    const report =
      'Order Number,Financial Status\nGPA.1,Erstattung\nGPA.2,Charged back\nGPA.3,Charged\n';
    const files = voids('kinds.csv', report);
    const rows = rowsOf(await reconciled(...files));
    expect(rows.filter((row) => row['voided'] !== null)).toMatchObject([{ order_id: 'GPA.2' }]);
    const { skipped } = JSON.parse((await reconciled(...files, '--json')).out) as {
      skipped: unknown;
    };
    expect(skipped).toEqual([{ role: 'voided', count: 1, line: 2 }]);
    const one = voids('one-kind.csv', 'Order Number,Financial Status\nGPA.1,Erstattung\n');
    expect((await reconciled(...one)).status).toBe(2);
  });

  it('counts the last look-up that has a result', async () => {
    const again = [
      lookUp('token-1', 'GPA.1', 'paid-and-recorded', { at: '2026-11-05T10:00:00.000Z' }),
      lookUp('token-1', 'GPA.1', 'pending', { at: '2026-11-04T10:00:00.000Z' }),
      lookUp('token-1', null, null, { at: '2026-11-06T10:00:00.000Z' }),
    ];
    const ended = await pvg(['reconcile', '--lookups', file('again.ndjson', again.join('\n'))]);
    expect(rowsOf(ended)).toMatchObject([{ verdict: 'paid-and-recorded' }]);
  });

  it('prints one object with --json, and ends with 6 for a class of --fail-on', async () => {
    const ended = await reconciled('--json', '--fail-on', 'unresolved,granted-twice');
    const classes = { unresolved: 1, 'not-paid': 1, 'paid-not-granted': 1, settled: 0 };
    const inputs = { lookups: 3 };
    expect(json(ended)).toMatchObject({ ok: false, exit: 6, purchases: 3, classes, inputs });
    expect(ended.status).toBe(6);
    expect((await reconciled('--json', '--fail-on', 'granted-twice')).status).toBe(0);
  });

  it('writes the rows to --out, as CSV by its ending, and replaces nothing by itself', async () => {
    const out = join(folder, 'classes.csv');
    const ended = await reconciled('--out', out);
    expect([ended.status, ended.out]).toEqual([
      0,
      expect.stringContaining('3 purchases reconciled'),
    ]);
    const written = readFileSync(out, 'utf8');
    expect(written).toMatch(/^class,also,order_id,receipt,verdict,/);
    expect(written.trim().split('\r\n')).toHaveLength(4);
    const refused = await reconciled('--out', out, '--fail-on', 'granted-twice');
    expect(refused.status).toBe(2);
    expect(refused.err.replace(/\s+/g, ' ')).toContain(
      `Next: pvg reconcile --lookups ${lookups} --out ${out} --fail-on granted-twice --overwrite`,
    );
    expect(readFileSync(out, 'utf8')).toBe(written);
    expect((await reconciled('--out', out, '--overwrite')).status).toBe(0);
  });

  it('writes a page with counts, shares, files and 500 rows of a class at most, and no receipt', async () => {
    const report = join(folder, 'page.html');
    const many = Array.from({ length: 597 }, (_, at) => `GPA.1${String(at)},,`);
    const sales = 'Order Number,Voided Date\nGPA.1,2026-11-03\n';
    const months = [...voids('august.csv', sales), ...voids('september.csv', sales)];
    const players = granted('many.csv', grants('GPA.1,,p-1', 'token-3,,', ...many));
    const ended = await reconciled(...months, ...players, '--report', report, '--json');
    expect(json(ended)).toMatchObject({ report, output: null });
    const page = readFileSync(report, 'utf8');
    for (const told of ['601 purchases reconciled; 599 to check.', '99.5 %', 'GPA.1'])
      expect(page).toContain(told);
    expect(page).toMatch(
      /<bdi>\S*august\.csv<\/bdi> \(voided purchases\): <b>1 row<\/b> · .*september\.csv/,
    );
    expect(page.match(/looked up with|no look-up found it\. /g)).toHaveLength(500);
    expect(page).toContain('<code>granted-unknown</code>: 598 purchases, 500 of them on this page');
    expect(page).not.toMatch(/token-[12]/);
    expect((await reconciled('--report', report)).status).toBe(2);
  });

  it.each(['--out', '--report'])('ends with 14 when the disk is full for %s', async (option) => {
    const context = testContext();
    const path = join(folder, `full${option}`);
    const full = (): Promise<never> => Promise.reject(new FileError('ENOSPC', path));
    const files = { ...context.files, write: full };
    const words = ['reconcile', '--lookups', lookups, option, path];
    expect(await runProgram({ ...context, files }, words)).toBe(14);
    expect(context.stderr.text()).toContain('the disk is full');
  });

  const batchInput = file('in.csv', 'receipt,product_id,package\nr1,gems,com.example\n');
  const named = granted('named.csv', 'Bestellnr,order_id\n1,GPA.1\n');
  const token = `${'a'.repeat(20)}.AO-J1`;
  it.each<[RegExp, ...string[]]>([
    [/in\.csv is not what `pvg batch` writes[^]*`pvg batch/, '--lookups', batchInput],
    [
      /plain\.csv is not .*: it has no verdicts/,
      '--lookups',
      file('plain.csv', 'input.receipt\nr1\n'),
    ],
    [/no column for order_id and none for receipt[^]*: a, b/, ...granted('bad.csv', 'a,b\n1,2\n')],
    [
      /columns: a{20}\.AO-J1, p\. Is the header missing[^]*Choose/,
      ...granted('headless.csv', `${token},p\n${token},q\n`),
    ],
    [
      /column "Nr" looks like order_id\./,
      ...granted('nr.csv', 'Nr,b\nGPA.1234-5678-9012-34567,2\n'),
    ],
    [
      /line 3: the row has 3 cells, but .* 2/,
      ...granted('cells.csv', 'order_id,b\nGPA.1,2\nGPA.2,2,3\n'),
    ],
    [/quote\.csv, line 2: the row has/, ...granted('quote.csv', 'order_id,b\n"GPA.2,2\n')],
    [/b\.ndjson, line 1: the row is not JSON/, ...granted('b.ndjson', '{"orderId":\n')],
    [/is not a JSON object/, ...granted('texts.json', '["GPA.1"]')],
    [/--fail-on must be one of: granted-twice/, '--fail-on', 'granted-thrice'],
    [/Value 2 of --fail-on must be one of/, '--fail-on', 'granted-twice,nonsense'],
    [/The fields of granted are/, '--map', 'granted.order=x'],
    [
      /the column Name, which --granted \S+ lacks[^]*: Bestellnr/,
      ...named,
      '--map',
      'granted.player=Name',
    ],
    [/are the same file/, '--out', lookups, '--overwrite'],
    [/--sql must be one of: duckdb/, '--sql', 'oracle'],
    [/there is no such file[^]*Next: ls -l /, '--voided', join(folder, 'nothing')],
  ])('refuses what cannot be joined, and writes nothing: %s', async (says, ...words) => {
    const ended = await reconciled(...words);
    expect([ended.status, ended.out]).toEqual([2, '']);
    expect(ended.err).toMatch(says);
  });

  it('refuses to do without look-ups', async () => {
    const ended = await pvg(['reconcile', '--granted', lookups]);
    expect([ended.status, ended.err]).toEqual([2, expect.stringContaining('--lookups is missing')]);
  });

  it('has every class in the schema of its rows', () => {
    const { definitions } = readSchema('reconcile-row') as {
      definitions: { class: { enum: string[] } };
    };
    expect(definitions.class.enum).toEqual(classIds);
  });

  const placeholders = [
    '',
    '-',
    '0',
    'n/a',
    'N/A',
    '#N/A',
    '#NV',
    'TBD',
    'k.A.',
    '---',
    ' -   ',
    'None',
    'unknown',
  ];
  it.each(placeholders)(
    'joins nothing by %j in the place of an id, and counts such rows',
    async (none) => {
      const ended = await reconciled(
        ...granted('none.csv', `order_id,receipt,player\n${none},token-1,p\n${none},${none},p`),
        ...voids('none-voided.csv', `order_id,voided_at\n${none},2026-11-03\nGPA.2,2026-11-03`),
      );
      const found = Object.fromEntries(
        rowsOf(ended).map((row) => [String(row['order_id']), row['class']]),
      );
      expect(found).toEqual({
        'GPA.1': 'settled',
        'GPA.2': 'voided-not-granted',
        null: 'unresolved',
      });
      const says = 'neither an order id nor a receipt: left out (the first is line';
      for (const row of ['granted has', 'voided has'])
        expect(ended.err).toContain(`--${row} ${says}`);
    },
  );

  it('writes a backslash as BigQuery reads it, and as the others do', async () => {
    for (const [engine, text] of Object.entries({
      bigquery: String.raw`'\\N'`,
      trino: String.raw`'\N'`,
    }))
      expect((await reconciled('--sql', engine)).out).toContain(text);
  });

  it('says with a query, too, what it does not use, each once', async () => {
    const text = 'order_id,receipt,ref\nGPA.1,\u200btoken-1,GPA.1234-5678-9012-34567';
    const { status, err } = await reconciled(...granted('query.csv', text), '--sql', 'duckdb');
    expect(status).toBe(0);
    expect(err).toMatch(/Columns that are not used: ref|column "ref" looks like/);
    const sentences = err.split('\n').filter(Boolean);
    expect(new Set(sentences).size).toBe(sentences.length);
  });

  it.each([
    ['--fail-on', 'granted-twice'],
    ['--out', 'q.sql'],
    ['--report', 'page.html'],
    ['--format', 'csv'],
    ['--json'],
    ['--query', 'classes'],
  ])('a query has no use for %s: 2, and nothing is printed', async (...words) => {
    const ended = await reconciled('--sql', 'duckdb', ...words);
    expect(ended.status).toBe(2);
    expect(ended.out).not.toMatch(/select/i);
  });

  it('names a date that it cannot read, with its row, and keeps the purchase', async () => {
    const rows = [
      'order_id,voided_at',
      'GPA.1,3.11.2026 10:00',
      'GPA.2,gestern',
      'GPA.3,2026-13-40',
    ];
    const ended = await reconciled(...voids('dates.csv', rows.join('\n')));
    expect(rowsOf(ended)).toHaveLength(4);
    expect(ended.err).toContain(
      '2 rows of --voided have a date that pvg cannot read: "gestern" (the first is line 3).',
    );
  });

  it('names a column that looks like an order id and is not used', async () => {
    const ended = await reconciled(
      ...granted('unused.csv', 'Bestellung;receipt\nGPA.1234-5678-9012-34567;token-1'),
    );
    expect(ended.err).toMatch(
      /unused\.csv: the column "Bestellung" looks like order_id and is not used/,
    );
    expect(ended.err).toContain('--map granted.order_id="Bestellung"');
  });

  it.each([
    ['{"a b":{"order":"GPA.1234"}}', "--map 'granted.order_id=a b.order'"],
    ['{"a":{"order":"GPA.1234"}}', '--map granted.order_id=a.order'],
    ['{"it$s":{"order":"GPA.1234"}}', "--map 'granted.order_id=it$s.order'"],
  ])('offers a path inside the rows as a shell reads it: %s', async (row, map) => {
    const ended = await reconciled(...granted('inside.ndjson', `${row}\n`));
    expect(ended.err.replaceAll(/\s+/g, ' ')).toContain(`\`${map}\``);
  });

  it('offers no path that --map would read in another way', async () => {
    const row = '{"a.b":{"order":"GPA.1234"},"c":{"transaction_id":"x"}}';
    const ended = await reconciled(...granted('dots.ndjson', `${row}\n`));
    expect(ended.err).not.toContain('a.b.order');
  });

  it.each([
    ['a $HOME', "--map 'granted.order_id=a $HOME'"],
    ['a b', '--map granted.order_id="a b"'],
  ])('offers a column that is not used as a shell reads it: %s', async (column, map) => {
    const text = `${column};receipt\nGPA.1234-5678-9012-34567;token-1`;
    const ended = await reconciled(...granted('shell.csv', text));
    expect(ended.err.replaceAll(/\s+/g, ' ')).toContain(`\`${map}\``);
  });

  it('reads a list of the store in Windows-1252 and says so', async () => {
    const text = Buffer.from('Order Number;Refund Reason\nGPA.1;Rückgabe\n', 'latin1');
    const ended = await reconciled(...voids('latin.csv', text));
    expect(classesOf(ended)).toContain('voided-not-granted');
    expect(ended.err).toMatch(/--voided \S*latin\.csv is not UTF-8: it is read as Windows-1252\./);
  });
});
