import { appendFileSync, existsSync, rmSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { allPaid, cells, csv, paid, unasked, workplace } from '../helpers/batch.js';
import { answering } from '../helpers/exchange.js';

/** Results as CSV, for a spreadsheet. */

const place = workplace();
const header = 'receipt,product_id,package';

/** The cells of a CSV by the names of its columns, row by row. */
function rowsIn(text: string): Record<string, string>[] {
  const [names = [], ...rows] = cells(text);
  return rows.map((row) => Object.fromEntries(names.map((name, at) => [name, row[at] ?? ''])));
}

describe('A CSV of results', () => {
  it('has a column for each value, and one for each column of the input', async () => {
    place.put('in.csv', `${header},note,os\nt1,g,p,x,\nt2,g,p,y,ios\n`);
    const body = JSON.parse(Buffer.from(paid('GPA.1').body).toString()) as object;
    const ended = await place.batch(
      'in.csv --format csv --concurrency 1',
      answering(200, { ...body, extra: 1 }),
    );
    const rows = rowsIn(ended.out);
    const transaction =
      'purchase_state purchase_date_ms quantity region_code acknowledgement_state gateway.found ' +
      'gateway.tx_mgmt_id gateway.last_error_code gateway.recorded_for_this_game ';
    expect(cells(ended.out)[0]?.join(' ')).toBe(
      'row purchase.os purchase.product_id purchase.package purchase.receipt purchase.order_id ok exit verdict.id ' +
        'advice at call_id profile environment answer.order_id answer.found ' +
        transaction.replaceAll(/\S+ /g, 'answer.transactions.0.$&') +
        'answer.status answer.error anomalies answer error.code error.says error.section ' +
        'input.receipt input.product_id input.package input.note input.os input_other',
    );
    expect(rows).toMatchObject([
      {
        ...{ row: '1', ok: 'true', exit: '0', 'verdict.id': 'paid-and-recorded', advice: 'none' },
        ...{ profile: '', environment: 'dev', 'purchase.receipt': 't1', 'purchase.os': 'android' },
        ...{ 'answer.order_id': 'GPA.1', 'answer.transactions.0.gateway.found': 'true' },
        ...{ 'input.note': 'x', input_other: '', 'error.code': '' },
        anomalies: expect.stringContaining('extra unlisted') as string,
      },
      {
        row: '2',
        ok: 'false',
        exit: '2',
        'purchase.os': 'ios',
        'error.code': 'not-shown',
        answer: '',
      },
    ]);
  });

  it('has no cell that is a formula, and numbers as numbers', async () => {
    const formulas = ['=1+1', '+1', '-1+2', '-x', '@x', '＝1', ' =1', '=HYPERLINK("x")', '＠x'];
    const numbers = ['-1.5', '-1', '-1,5', '-2.5E+3', '0.10'];
    const rows = [...formulas, ...numbers].map((note) =>
      JSON.stringify({ receipt: 't', product_id: 'g', package: 'p', note }),
    );
    place.put('in.ndjson', rows.join('\n'));
    const { out } = await place.batch('in.ndjson --format csv --concurrency 1');
    const shown = [...formulas.map((note) => `'${note}`), ...numbers];
    expect(rowsIn(out).map((row) => row['input.note'])).toEqual(shown);
  });

  it.each([
    ['in a file: has a column for each member', '--out out.csv', 'input.late', '12'],
    ['on standard output: has all others in one', '', 'input_other', '{"late":12}'],
  ])('of NDJSON, %s', async (_, options, column, late) => {
    const row = (at: number, more: object): string =>
      `${JSON.stringify({ receipt: `t${String(at)}`, product_id: 'g', package: 'p', ...more })}\n`;
    const many = Array.from({ length: 500 }, (_each, at) => row(at, { 'a\u001bb': at })).join('');
    place.put('in.ndjson', many + row(500, { late: 12 }));
    const { out } = await place.batch(`in.ndjson --format csv --concurrency 1 ${options}`);
    const rows = rowsIn(out === '' ? place.got('out.csv') : out);
    expect([rows[1]?.['input.a\\u{1b}b'], rows[1]?.['input_other']]).toEqual(['1', '']);
    expect(rows.at(-1)?.[column]).toBe(late);
  });
});

describe('--out x.csv', () => {
  const receipts = (): (string | undefined)[] =>
    rowsIn(place.got('out.csv')).map((row) => row['purchase.receipt']);

  it('is made from the rows beside it, also after each --resume', async () => {
    place.put('in.csv', csv(3));
    expect((await place.batch('in.csv --out out.csv --concurrency 1')).status).toBe(0);
    expect(receipts()).toEqual(['token-1', 'token-2', 'token-3']);
    expect(place.got('.out.csv.ndjson').split('\n').length).toBe(4);
    place.put('in.csv', csv(4));
    for (const [meanwhile, send] of [
      [() => undefined, allPaid],
      [() => rmSync(place.at('out.csv')), unasked],
      // A CSV that was opened in Excel and saved does no harm.
      [() => appendFileSync(place.at('out.csv'), 'torn'), unasked],
    ] as const) {
      meanwhile();
      expect((await place.batch('in.csv --out out.csv --resume', send)).status).toBe(0);
      expect(receipts()).toHaveLength(4);
    }
  });

  it.each(['a,b\n1,2\n', ''])('is not made over a file of others: %j', async (text) => {
    place.put('in.csv', csv(1));
    place.put('out.csv', text);
    for (const way of ['', '--resume'])
      expect((await place.batch(`in.csv --out out.csv ${way}`, unasked)).status).toBe(2);
    expect([place.got('out.csv'), existsSync(place.at('.out.csv.ndjson'))]).toEqual([text, false]);
    expect((await place.batch('in.csv --out out.csv --overwrite')).status).toBe(0);
    expect(receipts()).toEqual(['token-1']);
    // Nor over the rows of a CSV that has gone.
    rmSync(place.at('out.csv'));
    expect((await place.batch('in.csv --out out.csv', unasked)).status).toBe(2);
    expect(place.got('.out.csv.ndjson')).toContain('token-1');
  });
});

it.each(['--out out.csv', ''])(
  '--excel has a mark, and the delimiter of the input: %s',
  async (more) => {
    place.put('in.csv', 'receipt;product_id;package;note\nt1;g;p;"a;b"\nt2;g;p;é\n');
    const { out, status } = await place.batch(`in.csv --excel --concurrency 1 ${more}`.trim());
    const text = out === '' ? place.got('out.csv') : out;
    expect([status, text]).toEqual([0, expect.stringMatching(/^\ufeffrow;/)]);
    expect(text).toMatch(/;"t1";"g";"p";"a;b";\r\n2;.*;"é";\r\n$/);
    if (more === '') return;
    // It stays a file for Excel.
    expect((await place.batch(`in.csv --resume ${more}`, unasked)).status).toBe(0);
    expect(place.got('out.csv')).toBe(text);
  },
);

it.each(['--format ndjson', '--out o.ndjson'])(
  '--excel goes with no other format: %s',
  async (option) => {
    place.put('in.csv', csv(1));
    expect((await place.batch(`in.csv --excel ${option}`, unasked)).status).toBe(2);
  },
);
