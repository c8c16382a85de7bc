import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openRows } from '../../src/batch/open-rows.js';
import { readPlan, type BatchOptions } from '../../src/batch/options.js';
import { readRow, type BatchRow } from '../../src/batch/row.js';
import { JsonObject } from '../../src/text/json/json.js';
import { parseJson } from '../../src/text/json/parse.js';
import { nothingSent, said, unasked, workplace } from '../helpers/batch.js';

/** How an input becomes rows: what is asked, what is echoed, what is refused. Reading tables: test/tables. */

const place = workplace();
const header = 'receipt,product_id,package';

async function read(
  content: string | Uint8Array,
  options: BatchOptions = {},
  packageOfProfile?: string,
) {
  const bytes = Buffer.from(content);
  async function* chunks(): AsyncGenerator<Uint8Array> {
    for (let at = 0; at < bytes.length; at += 64 * 1024)
      yield await Promise.resolve(bytes.subarray(at, at + 64 * 1024));
  }
  const told: string[] = [];
  const { table, rowSettings: settings } = await openRows(
    { chunks: chunks(), size: bytes.length, close: () => Promise.resolve() },
    readPlan(options),
    { packageOfProfile, onNote: (sentence) => Promise.resolve(void told.push(sentence)) },
  );
  const rows: BatchRow[] = [];
  for await (const group of table.rows)
    for (const each of group) rows.push(readRow(each, rows.length + 1, settings));
  return { rows, told };
}

const rowsOf = async (content: string | Uint8Array, options?: BatchOptions): Promise<BatchRow[]> =>
  (await read(content, options)).rows;
const receiptsOf = async (
  content: string,
  options?: BatchOptions,
): Promise<(string | undefined)[]> =>
  (await rowsOf(content, options)).map(({ purchase }) => purchase?.receipt);

async function refusalOf(content: string | Uint8Array, options = ''): Promise<string> {
  place.put('in', content);
  const ended = await place.batch(`in ${options}`, unasked);
  expect([ended.status, ended.out]).toEqual([2, '']);
  expect(said(ended)).toMatch(nothingSent);
  return said(ended);
}

describe('The os of a row', () => {
  // A: asked for as Android; i: iOS, which cannot be looked up; x: neither, or the two contradict each other.
  it.each([
    [undefined, 'AAAAiAixx'],
    [null, 'AAAAiAixx'],
    ['android', 'AAAAxAxxx'],
    ['ios', 'iiixixixx'],
    [1, 'AAAAxAxxx'],
    [5, 'xxxxxxxxx'],
  ])('%j', async (os, expected) => {
    // JSON leaves out what is undefined.
    const lines = [undefined, null, '', 1, 2, '1', '2', 3, true].map((osId) =>
      JSON.stringify({ os, os_id: osId, receipt: 't', product_id: 'g', package: 'p' }),
    );
    const marks = (await rowsOf(lines.join('\n'))).map(({ purchase, problem }) =>
      purchase !== undefined ? 'A' : problem?.code === 'not-shown' ? 'i' : 'x',
    );
    expect(marks.join('')).toBe(expected);
  });

  it.each([
    ['os,os_id', 'android,1|,1|android,|,', ',2|ios,1|x,1|ios,|android,2'],
    ['os_id,os', '1,android|1.0,| 1 ,', '2,|2.0,|0,'],
  ])('in the columns %s of a CSV', async (columns, right, wrong) => {
    const [good, bad] = [right.split('|'), wrong.split('|')];
    const text = [
      `${columns},${header}`,
      ...[...good, ...bad].map((cells) => `${cells},t,g,p`),
    ].join('\n');
    expect(await receiptsOf(text)).toEqual([...good.map(() => 't'), ...bad.map(() => undefined)]);
  });
});

describe('A row that cannot be asked says where it is and why', () => {
  it.each([
    ['too few cells', 't2,g', 'input-unreadable', '2 cells'],
    ['a receipt that a database did not have', '\\N,g,p', 'input-unreadable', 'no receipt'],
    ['nothing but a package', ',,p', 'input-unreadable', 'no receipt and no product_id'],
    ['an order id', 'GPA.1234-5678,g,p', 'receipt-doubtful', 'order id'],
    [
      'swapped cells',
      `g,${'a'.repeat(16)}.AO-J1,p`,
      'receipt-doubtful',
      'product id looks like a receipt',
    ],
    ['a placeholder for the product', 't2,-,p', 'receipt-doubtful', 'product id is a placeholder'],
    ['a hidden character in the product', 't2,g\u200b,p', 'receipt-doubtful', 'product id'],
  ])('in a CSV: %s', async (_, bad, code, says) => {
    const rows = await rowsOf(`${header}\nt1,g,p\n${bad}\n"t3",g,p\n`);
    expect(rows.map(({ purchase }) => purchase !== undefined)).toEqual([true, false, true]);
    expect(rows[1]).toMatchObject({ number: 2, source: { line: 3 }, problem: { code } });
    expect(rows[1]?.problem?.says).toMatch(
      new RegExp(`^Spreadsheet row 3 \\(line 3 of the file\\).*${says}`),
    );
    expect(rows[1]?.problem?.says).not.toContain('GPA.1234-5678');
  });

  it.each([
    ['no JSON', '{"receipt":', 'not JSON'],
    ['no product', '{"receipt":"a","package":"p"}', 'no product_id'],
    ['a product of another type', '{"receipt":"a","product_id":["g"],"package":"p"}', 'product_id'],
  ])('in NDJSON: %s', async (_, bad, says) => {
    const good = '{"receipt":"t1","product_id":"g","package":"p"}';
    // What all rows have is for rows without one, not for one that is wrong.
    const options = bad.includes('["g"]') ? { productId: 'o' } : {};
    const rows = await rowsOf(`${good}\n${bad}\n${good}\n`, options);
    expect(rows.map(({ purchase }) => purchase !== undefined)).toEqual([true, false, true]);
    expect([rows[1]?.source.place, rows[1]?.problem?.code]).toEqual(['Line 2', 'input-unreadable']);
    expect(rows[1]?.problem?.says).toContain(says);
  });

  it('does not ask for what is hardly a receipt, unless --force says so', async () => {
    const doubtful = (
      '1.23E+15 "1,23E+15" 1E15 -1.2e-7 #NAME? #REF! #VALUE! #N/A #NV #DIV/0! #ÜBERLAUF! #### - --- ??? TBD k.A. keine unknown https://a.example/x ' +
      'purchaseToken=abc purchaseToken:abc abc... abc...def GPA.1234-5'
    ).split(' ');
    const text = `${header}\n${doubtful.map((each) => `${each},g,p\n`).join('')}t.a-b_c,g,p\n`;
    const codes = (await rowsOf(text)).map(({ problem }) => problem?.code);
    expect(codes).toEqual([...doubtful.map(() => 'receipt-doubtful'), undefined]);
    for (const { problem } of await rowsOf(text, { force: true })) expect(problem).toBeUndefined();
  });
});

it.each([
  [
    'a nested receipt, beside an order id',
    '{"payload":{"token":"t"},"orderId":"GPA.1","product_id":"g","package":"p"}',
    'payload.token. Choose with `--map receipt="payload.token"`',
  ],
])('An input is refused, with the way on: %s', async (_, text, says) => {
  expect(await refusalOf(text)).toMatch(new RegExp(says));
  expect(
    (await rowsOf(text, { map: ['receipt=payload.token'] })).every(
      ({ purchase }) => purchase !== undefined,
    ),
  ).toBe(true);
});

describe('The echo of a row', () => {
  const membersOf = (row: BatchRow | undefined): unknown => {
    const json = parseJson(row?.source.inputJson() ?? '');
    return json instanceof JsonObject ? json.members : json;
  };
  const special = fc.constantFrom('"', ',', ';', '\u{11080}', '\t', '\r', '\n', ' ', 'a', '\\');
  const text = fc
    .oneof(fc.string({ unit: 'binary', maxLength: 6 }), fc.string({ unit: special, maxLength: 6 }))
    .filter((each) => !each.includes('\0') && !/\p{Cs}/u.test(each));
  const name = text.filter((each) => each.trim() !== '' && each.trim() === each);

  it('has each cell of a CSV under its column’s name, character for character', async () => {
    const table = fc
      .uniqueArray(name, { maxLength: 4 })
      .filter((names) => names.every((each) => !/os|token|sku|product|platform/i.test(each)))
      .chain((names) => {
        const row = fc.array(text, { minLength: names.length, maxLength: names.length });
        return fc.tuple(fc.constant(names), fc.array(row, { minLength: 1, maxLength: 4 }));
      });
    await fc.assert(
      fc.asyncProperty(table, async ([names, rows]) => {
        const all = ['receipt', 'product_id', 'package', ...names];
        const lines = [all, ...rows.map((cells) => ['t', 'g', 'p', ...cells])];
        const written = (each: string): string => `"${each.replaceAll('"', '""')}"`;
        const found = await rowsOf(
          lines.map((cells) => `${cells.map(written).join(',')}\r\n`).join(''),
        );
        expect(found.map(membersOf)).toEqual(
          lines.slice(1).map((cells) => cells.map((each, at) => [all[at], each])),
        );
      }),
      { numRuns: 200 },
    );
  });

  it('has the members of NDJSON, numbers digit for digit, and nothing that a terminal obeys', async () => {
    const line = fc
      .dictionary(text, fc.jsonValue())
      .map((value) =>
        JSON.stringify({ ...value, number: 0 }).replace(
          /:0\}$/,
          ':1.10e400,"number":12345678901234567890}',
        ),
      );
    await fc.assert(
      fc.asyncProperty(fc.array(line, { minLength: 1, maxLength: 4 }), async (lines) => {
        const good = '{"receipt":"t","product_id":"g","package":"p"}';
        const [, ...found] = await rowsOf([good, ...lines].join('\n'));
        expect(found.map(membersOf)).toEqual(
          lines.map((each) => (parseJson(each) as JsonObject).members),
        );
        for (const row of found)
          expect(row.source.inputJson()).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u);
      }),
      { numRuns: 200 },
    );
  });
});

describe('The columns', () => {
  it.each([
    [
      'purchaseToken,productId,package',
      'receipt from "purchaseToken", product_id from "productId"',
    ],
    ['receipt,token,product_id,package', 'receipt from "receipt" (not "token")'],
    [header, ''],
  ])('are told where that is a guess: %s', async (names, says) => {
    const { told } = await read(`${names}\n${names.replaceAll(/[^,]+/g, 'x')}\n`);
    expect(told.join('\n')).toContain(says);
    expect(told).toHaveLength(says === '' ? 0 : 1);
  });

  it('of --map are those, and the options are for what rows leave out', async () => {
    const map = ['receipt=token', 'product_id=item'];
    const text = 'token,receipt,item\nt1,an order,g\n,,g\n';
    const { rows, told } = await read(text, { map, package: 'com.example' });
    const purchase = { receipt: 't1', productId: 'g', package: 'com.example' };
    expect([rows.map((row) => row.purchase), told]).toEqual([[purchase, undefined], []]);
  });

  it.each([
    ['order_id', `Spalte,${header}\nGPA.1234-5678-9012-34567,t,g,p\n`],
    ['package', 'receipt,product_id,Spalte\nt,g,com.example.game\n'],
  ])('that look like %s and are not used are named', async (field, text) => {
    const { told } = await read(text, { package: 'com.example' });
    expect(told.join(' ')).toContain(`--map ${field}="Spalte"`);
    expect(told.join(' ')).not.toMatch(/GPA|game/);
  });

  it('lack the package: it is the profile’s, and that is told once', async () => {
    const own = 'com.example.mine';
    const { rows, told } = await read('receipt,product_id\nt1,g\nt2,g\n', {}, own);
    expect(rows.map(({ purchase }) => purchase?.package)).toEqual([own, own]);
    expect(told).toEqual([expect.stringContaining(own)]);
    const { rows: withoutOne } = await read(`${header}\nt1,g,\n`, {}, own);
    expect(withoutOne[0]?.purchase?.package).toBe(own);
    const { rows: others } = await read('receipt,product_id\nt1,g\n', { package: 'other' }, own);
    expect(others[0]?.purchase?.package).toBe('other');
  });
});

describe('An input is refused', () => {
  const token = `${'aBcDeFgHiJ'.repeat(4)}.AO-J1Ox${'aBcDeFgHiJ'.repeat(10)}`;
  it.each<[string, string, string, string]>([
    ['that is empty', '', '--allow-empty', ''],
    ['that is cut', '{"receipt":', 'Line 1 is not JSON', ''],
    ['without a header', 't-1,gems,com.example.game\nt-2,g,p\n', 'Is the header missing,', ''],
    [
      'with a title above its header',
      'November;;\nreceipt;product_id;package\nt;g;p\n',
      'or something above it?',
      '',
    ],
    ['of receipts alone, with empty columns', 'receipt;;\nt;;\n', '--product-id', ''],
    ['of one line that is no header', 't-1,gems,com.example.game\n', 'Is the header missing,', ''],
    ['of order ids alone', 'Order ID\nGPA.1-2\n', 'has order ids (column Order ID)', ''],
    ['without a product', 'receipt,package\nt1,p\n', '--product-id', ''],
    [
      'without a member',
      '{"id":1,"product_id":"g","package":"p"}\n',
      'id, product_id, package',
      '',
    ],
    [
      'without the column of --map',
      `${header}\nt,g,p\n`,
      'receipt, product_id',
      '--map receipt=tokn',
    ],
    ['with two that may be the receipt', 'token,purchaseToken,sku,package\na,b,c,d\n', 'token', ''],
    ['with the same column twice', `${header},receipt\na,b,c,d\n`, 'receipt', ''],
    [
      'with the column of --map twice',
      `${header},x,x\na,b,c,d,e\n`,
      '4 and 5, both',
      '--map receipt=x',
    ],
    [
      'with a receipt under another name',
      `Spalte,product_id,package\n${token},g,p\n`,
      '--map receipt=',
      '',
    ],
  ])('%s', async (_, content, says, options) => {
    expect(await refusalOf(content, options)).toContain(says);
  });
});
