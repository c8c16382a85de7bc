import { describe, expect, it } from 'vitest';
import { allPaid, asked, byRow, csv, env, rowsOf, unasked, workplace } from '../support/batch.js';
import { pvg, words, type Ended } from '../support/pvg.js';

/** How the rows of an input are taken, and what is refused. */

const place = workplace();

const columnsTold = ({ err }: Ended): string[] => err.match(/^Columns: .*/gm) ?? [];

describe('rows in', () => {
  it.each([
    ['a CSV', 'receipt,product_id,package\nt1,gems,com.example\n'],
    ['with a byte order mark', '\ufeffreceipt,product_id,package\nt1,gems,com.example\n'],
    ['with CRLF', 'receipt,product_id,package\r\nt1,gems,com.example\r\n'],
    ['with lone CR', 'receipt,product_id,package\rt1,gems,com.example\r'],
    ['without a last line end', 'receipt,product_id,package\nt1,gems,com.example'],
    ['with columns in another order', 'package,receipt,product_id\ncom.example,t1,gems\n'],
    ['with the store’s names', 'purchaseToken,productId,packageName\nt1,gems,com.example\n'],
    ['with names for people', 'Purchase Token,SKU,Package Name\nt1,gems,com.example\n'],
    ['with semicolons', 'receipt;product_id;package\nt1;gems;com.example\n'],
    ['with tabs', 'receipt\tproduct_id\tpackage\nt1\tgems\tcom.example\n'],
    ['with quotes', '"receipt","product_id","package"\n"t1","gems","com.example"\n'],
    ['with quotes and CRLF', '"receipt","product_id","package"\r\n"t1","gems","com.example"\r\n'],
    ['with empty lines', '\nreceipt,product_id,package\n\nt1,gems,com.example\n\n'],
    ['with an os', 'receipt,product_id,package,os_id\nt1,gems,com.example,1\n'],
    ['NDJSON', '{"receipt":"t1","product_id":"gems","package":"com.example"}\n'],
    [
      'NDJSON with the store’s names',
      '{"purchaseToken":"t1","productId":"gems","packageName":"com.example"}',
    ],
    ['NDJSON with CRLF', '{"receipt":"t1","product_id":"gems","package":"com.example"}\r\n'],
  ])('%s', async (_, text) => {
    place.put('in', text);
    const seen: unknown[] = [];
    const ended = await place.batch('in', (request) => {
      seen.push(asked(request));
      return allPaid(request, { timeoutMs: 1 });
    });
    expect(ended.status).toBe(0);
    expect(seen).toEqual([{ os_id: 1, product_id: 'gems', package: 'com.example', receipt: 't1' }]);
    expect(rowsOf(ended.out)).toMatchObject([{ row: 1, ok: true, exit: 0 }]);
  });

  it('takes the mapped column, and the options for what rows leave out', async () => {
    place.put('in.csv', 'token,receipt,item\nt1,an order,gems\n,,gems\n');
    const ended = await place.batch('in.csv --map receipt=token --map product_id=item --package com.example');
    expect(ended.status).toBe(21);
    expect(byRow(ended.out)).toMatchObject([
      { row: 1, answer: { order_id: 'GPA.t1' }, input: { token: 't1', receipt: 'an order', item: 'gems' } },
      { row: 2, exit: 2, error: { code: 'input-unreadable' } },
    ]);
  });

  it.each([
    [
      'rows of separators alone, as a spreadsheet leaves them',
      'receipt,product_id,package\n,,\nt1,g,p\n, ,\n"","",""\nt2,g,p\n,,\n,\n',
    ],
    ['sep=;', 'sep=;\nreceipt;product_id;package\nt1;g;p\nt2;g;p\n'],
    ['"sep=;" and CRLF', '\ufeff"sep=;"\r\nreceipt;product_id;package\r\nt1;g;p\r\nt2;g;p\r\n'],
    ['sep=|', 'SEP=|\nreceipt|product_id|package\nt1|g|p\nt2|g|p\n'],
    ['sep=,', 'sep=,\nreceipt,product_id,package\nt1,g,p\nt2,g,p\n'],
  ])('are no rows: %s', async (_, text) => {
    place.put('in.csv', text);
    const ended = await place.batch('in.csv --out out.ndjson');
    expect(ended.status).toBe(0);
    expect(byRow(place.got('out.ndjson')).map(({ row, answer }) => [row, answer?.order_id])).toEqual([
      [1, 'GPA.t1'],
      [2, 'GPA.t2'],
    ]);
    place.put('in.csv', text.replaceAll(/^[, "]+\n/gm, ''));
    const again = await place.batch('in.csv --out out.ndjson --resume', () =>
      Promise.reject(new TypeError('asked')),
    );
    expect(again.status).toBe(0);
  });

  it.each([
    ['purchaseToken,productId,package', 'receipt from "purchaseToken", product_id from "productId"'],
    ['receipt,token,product_id,package', 'receipt from "receipt" (not "token")'],
  ])('says what it took the columns for: %s', async (header, says) => {
    const names = header.split(',');
    place.put('in.csv', `${header}\n${names.map((_, at) => `x${String(at)}`).join(',')}\n`);
    for (const options of ['', '--dry-run']) {
      expect(columnsTold(await place.batch(`in.csv ${options}`))).toEqual([expect.stringContaining(says)]);
      expect((await place.batch(`in.csv -q ${options}`)).err).toBe('');
    }
    place.put('in.ndjson', JSON.stringify(Object.fromEntries(names.map((name) => [name, 'x']))));
    expect(columnsTold(await place.batch('in.ndjson'))).toEqual([expect.stringContaining(says)]);
  });

  it('says nothing of columns that have their plain names, or were mapped', async () => {
    place.put('in.csv', 'token,product_id,package,sku2\nt1,g,p,\n');
    const ended = await place.batch('in.csv --map receipt=token --out out.ndjson');
    expect(byRow(place.got('out.ndjson')).map(({ answer }) => answer?.order_id)).toEqual(['GPA.t1']);
    expect(columnsTold(ended)).toEqual([]);
  });

  it.each([
    ['token,purchaseToken,product_id,package', '', 'receipt: purchaseToken and token'],
    ['receipt,sku,Product,package', '', 'product_id: sku and Product'],
    [
      'receipt,product_id,package',
      '--map product_id=package --map package=package',
      'one column for two fields',
    ],
  ])('does not guess between two: %s %s', async (header, options, says) => {
    place.put('in.csv', `${header}\n${header.replace(/\w+/g, 'x')}\n`);
    place.put('in.ndjson', JSON.stringify(Object.fromEntries(header.split(',').map((name) => [name, 'x']))));
    for (const file of ['in.csv', 'in.ndjson']) {
      const ended = await place.batch(`${file} ${options}`, unasked);
      expect(ended.status).toBe(2);
      expect(ended.err).toContain(says);
    }
  });

  it('does not send what is hardly a receipt', async () => {
    const doubtful = [
      ...[
        '1.23E+15',
        '"1,23E+15"',
        '1E15',
        '-1.2e-7',
        '#NAME?',
        '#REF!',
        '#VALUE!',
        '#N/A',
        '#DIV/0!',
        '####',
      ],
      ...[
        'https://a.example/x',
        'purchaseToken=abc',
        'purchaseToken:abc',
        'abc...',
        'abc...def',
        'GPA.1234-5',
      ],
    ];
    place.put(
      'in.csv',
      `receipt,product_id,package\n${doubtful.map((each) => `${each},g,p\n`).join('')}t.a-b_c,g,p\n`,
    );
    const ended = await place.batch('in.csv');
    expect(byRow(ended.out).map(({ error }) => error?.code)).toEqual([
      ...doubtful.map(() => 'receipt-doubtful'),
      undefined,
    ]);
    expect((await place.batch('in.csv --force')).status).toBe(0);
    for (const each of ['1.23E+15', '#NAME?'])
      expect(
        (
          await pvg(['lookup', '--receipt', each, ...words('--product-id g --package p')], {
            home: place.home,
            env,
            send: allPaid,
          })
        ).status,
      ).toBe(2);
  });

  it('reads standard input', async () => {
    const ended = await place.batch('-', allPaid, { stdin: csv(2) });
    expect(rowsOf(ended.out)).toHaveLength(2);
  });

  it('keeps what a row has besides, cell by cell and digit by digit', async () => {
    place.put('in.csv', 'receipt,product_id,package,note\nt1,gems,com.example,"a, ""b""\nc"\n');
    expect(rowsOf((await place.batch('in.csv')).out)[0]?.input).toEqual({
      receipt: 't1',
      product_id: 'gems',
      package: 'com.example',
      note: 'a, "b"\nc',
    });
    place.put(
      'in.ndjson',
      '{"receipt":"t1","product_id":"gems","package":"com.example","n":12345678901234567890}\n',
    );
    expect((await place.batch('in.ndjson')).out).toContain('"n":12345678901234567890');
  });

  it.each([
    ['too few cells', 't2,gems', 'Spreadsheet row 3 has 2 cells, but the header has 3'],
    ['too many cells', 't2,gems,com.example,x', 'Spreadsheet row 3 has 4 cells'],
    ['no receipt', ',gems,com.example', 'Spreadsheet row 3 has no receipt'],
    ['a NUL byte', 't\u00002,gems,com.example', 'Spreadsheet row 3 contains a NUL byte'],
    [
      'an order id',
      'GPA.1234-5678,gems,com.example',
      'Spreadsheet row 3: This does not look like a receipt: it is an order id',
    ],
    ['white space in it', '"t 2",gems,com.example', 'Spreadsheet row 3: The receipt has white space'],
    ['an open quote', '"t2,gems,com.example', 'Spreadsheet row 3 has a quote that is not closed'],
    ['text behind a quote', '"t2"x,gems,com.example', 'Spreadsheet row 3 has a quote that is not closed'],
    [
      'more than 1 MB',
      `${'x'.repeat(2 ** 20 + 10)},gems,com.example`,
      'Spreadsheet row 3 is longer than 1 MB',
    ],
  ])('a bad row is reported and stops nothing: %s', async (_, row, says) => {
    place.put('in.csv', `receipt,product_id,package\nt1,gems,com.example\n${row}\nt3,gems,com.example\n`);
    const ended = await place.batch('in.csv');
    expect(ended.status).toBe(21);
    const [first, bad, third] = byRow(ended.out);
    expect(first).toMatchObject({ row: 1, ok: true });
    expect(bad?.error?.says).toContain(says);
    expect(bad).toMatchObject({ row: 2, ok: false, exit: 2, verdict: null, answer: null });
    expect(third).toMatchObject({ row: 3, ok: true, answer: { order_id: 'GPA.t3' } });
  });

  it.each([
    ['no JSON', '{"receipt":', 'Line 2 is not JSON'],
    ['no object', '[1]', 'Line 2 is not a JSON object'],
    [
      'a member twice',
      '{"receipt":"a","receipt":"b","product_id":"g","package":"p"}',
      'has the same member twice',
    ],
    ['iOS', '{"receipt":"a","product_id":"g","os":"ios"}', 'is an iOS purchase'],
    ['another os', '{"receipt":"a","product_id":"g","package":"p","os_id":3}', 'neither android (1) nor ios'],
  ])('a bad line of NDJSON is reported and stops nothing: %s', async (_, line, says) => {
    const good = '{"receipt":"t1","product_id":"gems","package":"com.example"}';
    place.put('in.ndjson', `${good}\n${line}\n${good}\n`);
    const ended = await place.batch('in.ndjson');
    expect(ended.status).toBe(21);
    expect(byRow(ended.out)[1]?.error?.says).toContain(says);
    expect(byRow(ended.out)[2]).toMatchObject({ ok: true });
  });

  it('marks a row that is no UTF-8, and only that', async () => {
    place.put(
      'in.csv',
      Buffer.concat([
        Buffer.from(csv(1)),
        Buffer.from('t2,caf\xe9,com.example\n', 'latin1'),
        Buffer.from('t3,gems,com.example\n'),
      ]),
    );
    const ended = await place.batch('in.csv');
    expect(byRow(ended.out).map(({ ok }) => ok)).toEqual([true, false, true]);
    expect(byRow(ended.out)[1]?.error?.says).toContain('Spreadsheet row 3 is not UTF-8');
  });

  it.each([
    ['an empty file', '', 'The input is empty'],
    ['a header only', 'receipt,product_id,package\n', 'a header but no rows'],
    ['a missing column', 'receipt,package\nt1,com.example\n', 'no column for product_id'],
    ['two missing columns', 'receipt\nt1\n', 'no column for product_id or package'],
    [
      'a column twice',
      'receipt,product_id,package,receipt\na,b,c,d\n',
      'Columns 1 and 4 of the header have the same name',
    ],
    ['a JSON array', '[{"receipt":"t1"}]', 'a JSON array, not NDJSON'],
    ['UTF-16 that breaks off', Buffer.from('\ufeffreceipt\n', 'utf16le').subarray(0, -1), 'begins as UTF-16'],
    [
      'UTF-16 without its mark',
      Buffer.from('receipt,product_id\n', 'utf16le'),
      'UTF-16 without a byte order mark',
    ],
    ['NUL bytes from the start', Buffer.alloc(100), 'or not text'],
    ['a spreadsheet', Buffer.from('PK\u0003\u0004rest'), 'spreadsheet'],
    [
      'an open quote in the header',
      '"receipt,product_id\nt1,gems\n',
      'The header has a quote that is not closed',
    ],
    ['a line of 50 MB', Buffer.alloc(50 * 2 ** 20, 'x'), 'longer than 1 MB'],
    [
      'rows of which none can be read',
      'receipt,product_id,package\nt1,gems\n',
      'The only row cannot be read',
    ],
  ])('%s is refused before the first request', async (_, data, says) => {
    place.put('in', data);
    const ended = await place.batch('in', unasked);
    expect(ended.err).toContain(says);
    expect(ended.err).toContain('Nothing was sent');
    expect(ended.status).toBe(2);
    expect(ended.out).toBe('');
  });

  it.each([
    ['a folder', '.', 'it is a folder'],
    ['no file', 'nothing.csv', 'there is no such file'],
  ])('%s is refused', async (_, file, says) => {
    const ended = await place.batch(file);
    expect(ended.err).toContain(says);
    expect(ended.status).toBe(2);
  });

  it('--dry-run checks the whole file and sends nothing', async () => {
    place.put('in.csv', `${csv(3)}bad\n`);
    const ended = await place.batch('in.csv --dry-run --json', unasked);
    expect(ended.status).toBe(21);
    expect(JSON.parse(ended.out)).toMatchObject({
      answer: { format: 'csv', rows: 4, unreadable: 1, first_unreadable: [{ row: 4, line: 5 }] },
    });
  });
});
