import { spawnSync } from 'node:child_process';
import {
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { showProgress, type ProgressFacts } from '../../src/batch/progress.js';
import { Summary } from '../../src/batch/summary.js';
import { FileError } from '../../src/context.js';
import { PvgError } from '../../src/failure.js';
import { WireFailure, type Send } from '../../src/wire.js';
import { temporaryFolder, testContext } from '../support/context.js';
import { allPaid, answer, asked, cells, csv, env, paid, runBatch } from '../support/batch.js';
import { pvg, words } from '../support/pvg.js';
import { runProgram } from '../../src/program.js';

let home: string;
beforeEach(() => {
  home = temporaryFolder();
});
afterEach(() => {
  rmSync(home, { recursive: true, force: true });
});

const put = (name: string, data: string | Uint8Array): void => {
  writeFileSync(join(home, name), data);
};
const got = (name: string): string => readFileSync(join(home, name), 'utf8');

interface OutRow {
  readonly row: number;
  readonly input: Record<string, unknown> | null;
  readonly ok: boolean;
  readonly exit: number;
  readonly verdict: { id: string } | null;
  readonly answer: { order_id?: string } | null;
  readonly error: { code: string; says: string } | null;
}
const rowsOf = (text: string): OutRow[] =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as OutRow);
const byRow = (text: string): OutRow[] => rowsOf(text).sort((one, other) => one.row - other.row);

const batch = (options: string, send: Send = allPaid, more: object = {}) =>
  runBatch(options, { home, send, ...more });

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
    put('in', text);
    const seen: unknown[] = [];
    const ended = await batch('in', (request) => {
      seen.push(asked(request));
      return allPaid(request, { timeoutMs: 1 });
    });
    expect(ended.status).toBe(0);
    expect(seen).toEqual([{ os_id: 1, product_id: 'gems', package: 'com.example', receipt: 't1' }]);
    expect(rowsOf(ended.out)).toMatchObject([{ row: 1, ok: true, exit: 0 }]);
  });

  it('takes the mapped column, and the options for what rows leave out', async () => {
    put('in.csv', 'token,receipt,item\nt1,an order,gems\n,,gems\n');
    const ended = await batch('in.csv --map receipt=token --map product_id=item --package com.example');
    expect(ended.status).toBe(20);
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
    put('in.csv', text);
    const ended = await batch('in.csv --out out.ndjson');
    expect(ended.status).toBe(0);
    expect(byRow(got('out.ndjson')).map(({ row, answer }) => [row, answer?.order_id])).toEqual([
      [1, 'GPA.t1'],
      [2, 'GPA.t2'],
    ]);
    put('in.csv', text.replaceAll(/^[, "]+\n/gm, ''));
    const again = await batch('in.csv --out out.ndjson --resume', () =>
      Promise.reject(new TypeError('asked')),
    );
    expect(again.status).toBe(0);
  });

  it.each([
    ['purchaseToken,productId,package', 'receipt ← purchaseToken; product_id ← productId'],
    ['receipt,token,product_id,package', 'receipt ← receipt, not token'],
  ])('says what it took the columns for: %s', async (header, says) => {
    put('in.csv', `${header}\n${header.replace(/\w+/g, 'x')}\n`);
    for (const options of ['', '--dry-run']) {
      expect((await batch(`in.csv ${options}`)).err).toContain(`Columns, by their names: ${says} (`);
      expect((await batch(`in.csv -q ${options}`)).err).toBe('');
    }
    const names = header.split(',');
    put('in.ndjson', JSON.stringify(Object.fromEntries(names.map((name) => [name, 'x']))));
    expect((await batch('in.ndjson')).err).toContain(says);
  });

  it('says nothing of columns that have their plain names, or were mapped', async () => {
    put('in.csv', 'token,product_id,package,sku2\nt1,g,p,\n');
    expect((await batch('in.csv --map receipt=token')).err).not.toContain('Columns, by');
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
    put('in.csv', `${header}\n${header.replace(/\w+/g, 'x')}\n`);
    put('in.ndjson', JSON.stringify(Object.fromEntries(header.split(',').map((name) => [name, 'x']))));
    for (const file of ['in.csv', 'in.ndjson']) {
      const ended = await batch(`${file} ${options}`, () => Promise.reject(new TypeError('asked')));
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
    put(
      'in.csv',
      `receipt,product_id,package\n${doubtful.map((each) => `${each},g,p\n`).join('')}t.a-b_c,g,p\n`,
    );
    const ended = await batch('in.csv --ordered');
    expect(rowsOf(ended.out).map(({ error }) => error?.code)).toEqual([
      ...doubtful.map(() => 'receipt-doubtful'),
      undefined,
    ]);
    expect((await batch('in.csv --force')).status).toBe(0);
    for (const each of ['1.23E+15', '#NAME?'])
      expect(
        (
          await pvg(['lookup', '--receipt', each, ...words('--product-id g --package p')], {
            home,
            env,
            send: allPaid,
          })
        ).status,
      ).toBe(2);
  });

  it('reads standard input', async () => {
    const ended = await batch('-', allPaid, { stdin: csv(2) });
    expect(rowsOf(ended.out)).toHaveLength(2);
  });

  it('keeps what a row has besides, cell by cell and digit by digit', async () => {
    put('in.csv', 'receipt,product_id,package,note\nt1,gems,com.example,"a, ""b""\nc"\n');
    expect(rowsOf((await batch('in.csv')).out)[0]?.input).toEqual({
      receipt: 't1',
      product_id: 'gems',
      package: 'com.example',
      note: 'a, "b"\nc',
    });
    put(
      'in.ndjson',
      '{"receipt":"t1","product_id":"gems","package":"com.example","n":12345678901234567890}\n',
    );
    expect((await batch('in.ndjson')).out).toContain('"n":12345678901234567890');
  });

  it.each([
    ['too few cells', 't2,gems', 'Line 3: it has 2 cells, and the header has 3'],
    ['too many cells', 't2,gems,com.example,x', 'Line 3: it has 4 cells'],
    ['no receipt', ',gems,com.example', 'Line 3: it has no receipt'],
    ['a NUL byte', 't\u00002,gems,com.example', 'Line 3: it holds a NUL byte'],
    ['an order id', 'GPA.1234-5678,gems,com.example', 'Line 3: The receipt looks like an order id'],
    ['white space in it', '"t 2",gems,com.example', 'Line 3: The receipt has white space'],
    ['an open quote', '"t2,gems,com.example', 'Line 3: a quote in it is not closed'],
    ['text behind a quote', '"t2"x,gems,com.example', 'Line 3: a quote in it is not closed'],
    ['more than 1 MB', `${'x'.repeat(2 ** 20 + 10)},gems,com.example`, 'Line 3: it is longer than 1 MB'],
  ])('a bad row is reported and stops nothing: %s', async (_, row, says) => {
    put('in.csv', `receipt,product_id,package\nt1,gems,com.example\n${row}\nt3,gems,com.example\n`);
    const ended = await batch('in.csv');
    expect(ended.status).toBe(20);
    const [first, bad, third] = byRow(ended.out);
    expect(first).toMatchObject({ row: 1, ok: true });
    expect(bad?.error?.says).toContain(says);
    expect(bad).toMatchObject({ row: 2, ok: false, exit: 2, verdict: null, answer: null });
    expect(third).toMatchObject({ row: 3, ok: true, answer: { order_id: 'GPA.t3' } });
  });

  it.each([
    ['no JSON', '{"receipt":', 'Line 2: it is not JSON'],
    ['no object', '[1]', 'Line 2: it is not a JSON object'],
    ['a member twice', '{"receipt":"a","receipt":"b","product_id":"g","package":"p"}', 'stands in it twice'],
    ['iOS', '{"receipt":"a","product_id":"g","os":"ios"}', 'an iOS purchase cannot be looked up'],
    ['another os', '{"receipt":"a","product_id":"g","package":"p","os_id":3}', 'neither android (1) nor ios'],
  ])('a bad line of NDJSON is reported and stops nothing: %s', async (_, line, says) => {
    const good = '{"receipt":"t1","product_id":"gems","package":"com.example"}';
    put('in.ndjson', `${good}\n${line}\n${good}\n`);
    const ended = await batch('in.ndjson');
    expect(ended.status).toBe(20);
    expect(byRow(ended.out)[1]?.error?.says).toContain(says);
    expect(byRow(ended.out)[2]).toMatchObject({ ok: true });
  });

  it('marks a row that is no UTF-8, and only that', async () => {
    put(
      'in.csv',
      Buffer.concat([
        Buffer.from(csv(1)),
        Buffer.from('t2,caf\xe9,com.example\n', 'latin1'),
        Buffer.from('t3,gems,com.example\n'),
      ]),
    );
    const ended = await batch('in.csv');
    expect(byRow(ended.out).map(({ ok }) => ok)).toEqual([true, false, true]);
    expect(byRow(ended.out)[1]?.error?.says).toContain('Line 3: it is not UTF-8');
  });

  it.each([
    ['an empty file', '', 'The input is empty'],
    ['a header only', 'receipt,product_id,package\n', 'a header and no rows'],
    ['a missing column', 'receipt,package\nt1,com.example\n', 'no column for product_id'],
    ['two missing columns', 'receipt\nt1\n', 'no column for product_id and none for package'],
    ['a column twice', 'receipt,product_id,package,receipt\na,b,c,d\n', 'the 1. and the 4. column'],
    ['a JSON array', '[{"receipt":"t1"}]', 'a JSON array, not NDJSON'],
    ['UTF-16', Buffer.from('\ufeffreceipt,product_id\n', 'utf16le'), 'UTF-16'],
    ['NUL bytes from the start', Buffer.alloc(100), 'UTF-16 or no text'],
    ['a spreadsheet', Buffer.from('PK\u0003\u0004rest'), 'spreadsheet'],
    ['an open quote in the header', '"receipt,product_id\nt1,gems\n', 'The header cannot be read'],
    ['a line of 50 MB', Buffer.alloc(50 * 2 ** 20, 'x'), 'longer than 1 MB'],
    [
      'rows of which none can be read',
      'receipt,product_id,package\nt1,gems\n',
      'The only row cannot be read',
    ],
  ])('%s is refused before the first request', async (_, data, says) => {
    put('in', data);
    const ended = await batch('in', () => Promise.reject(new TypeError('asked')));
    expect(ended.err).toContain(says);
    expect(ended.err).toContain('Nothing was sent');
    expect(ended.status).toBe(2);
    expect(ended.out).toBe('');
  });

  it.each([
    ['a folder', '.', 'it is a folder'],
    ['no file', 'nothing.csv', 'there is no such file'],
  ])('%s is refused', async (_, file, says) => {
    const ended = await batch(file);
    expect(ended.err).toContain(says);
    expect(ended.status).toBe(2);
  });

  it('--dry-run checks the whole file and sends nothing', async () => {
    put('in.csv', `${csv(3)}bad\n`);
    const ended = await batch('in.csv --dry-run --json', () => Promise.reject(new TypeError('asked')));
    expect(ended.status).toBe(20);
    expect(JSON.parse(ended.out)).toMatchObject({
      answer: { format: 'csv', rows: 4, unreadable: 1, first_unreadable: [{ row: 4, line: 5 }] },
    });
  });
});

describe('rows out', () => {
  it('are each one line of JSON with these members, in this order, and nothing else is on stdout', async () => {
    put('in.csv', csv(3));
    const ended = await batch('in.csv');
    for (const row of rowsOf(ended.out))
      expect(Object.keys(row)).toEqual(['row', 'input', 'ok', 'exit', 'verdict', 'answer', 'error']);
    expect(ended.err).toContain('paid-and-recorded');
  });

  it('keep the answer digit for digit', async () => {
    put('in.csv', csv(1));
    const text = '{"found": true, "big": 12345678901234567890, "found2": 1.0}';
    const ended = await batch('in.csv', () => Promise.resolve(answer(200, text)));
    expect(ended.out).toContain('"big":12345678901234567890,"found2":1.0');
  });

  it('show a purchase that the store does not confirm as an answer: status 0', async () => {
    put('in.csv', csv(1));
    const rejection = { order_id: null, game_id: 1, found: false, status: 404, error: 'x' };
    const ended = await batch('in.csv', () => Promise.resolve(answer(200, rejection)));
    expect(ended.status).toBe(0);
    expect(rowsOf(ended.out)).toMatchObject([{ ok: false, exit: 6, verdict: { id: 'not-confirmed' } }]);
  });

  it('never hold a secret, nor the signature that a service repeats', async () => {
    put('in.csv', csv(1));
    const ended = await batch('in.csv', (request) => {
      const signature = request.headers.find(([name]) => name === 'X-Signature')?.[1] ?? '';
      const base64 = Buffer.from(signature).toString('base64');
      const text = `{"found":true,"s":"${signature}","u":"\\u0061-secret-of-the-test","b":"${base64}"}`;
      return Promise.resolve(answer(200, text));
    });
    expect(rowsOf(ended.out)[0]?.answer).toEqual({
      found: true,
      s: '[redacted]',
      u: '[redacted]',
      b: '[redacted]',
    });
  });

  it('hold no character that a terminal obeys', async () => {
    put('in.csv', 'receipt,product_id,package,note\nt1,gems,com.example,\u001b[2J\u202e\n');
    const ended = await batch('in.csv', () =>
      Promise.resolve(answer(200, '{"found":true,"x":"\\u001b]0;"}')),
    );
    expect(ended.out).not.toContain('\u001b');
    expect(ended.out).not.toContain('\u202e');
    expect(rowsOf(ended.out)[0]?.input).toMatchObject({ note: '\u001b[2J\u202e' });
  });

  it('are flat as CSV, and no cell is a formula', async () => {
    const payloads = ['=1+1', '+1', '-1', '@x', '\t=1', '\r=1', '＝1', ' =1', '=HYPERLINK("x")', '＠x'];
    put(
      'in.ndjson',
      payloads
        .map((note) => JSON.stringify({ receipt: 't', product_id: 'g', package: 'p', note }))
        .join('\n'),
    );
    const ended = await batch('in.ndjson --format csv --ordered --concurrency 1');
    const [header = '', ...lines] = ended.out.split('\r\n');
    expect(
      header.startsWith('row,"input.receipt","input.product_id","input.package","input.note",ok,exit,'),
    ).toBe(true);
    expect(lines[0]?.startsWith(`1,"t","g","p","'=1+1",true,0,"paid-and-recorded"`)).toBe(true);
    for (const line of lines.slice(0, payloads.length)) expect(line).toMatch(/^\d+,"t","g","p","'/);
  });

  it('keep line ends of a cell as CSV, and show no code for them', async () => {
    put('in.csv', 'receipt,product_id,package,note\r\nt,g,p,"a\r\nb\rc"\r\nt,g,p,"\r\n=1"\r\n');
    const line = 'in.csv --out out.csv --ordered';
    expect((await batch(line)).status).toBe(0);
    expect(got('out.csv')).toContain('"a\nb\nc"');
    expect(got('out.csv')).toContain('"\'\n=1"');
    expect((await batch(`${line} --resume`, () => Promise.reject(new TypeError('asked')))).status).toBe(0);
  });

  it('go to a file that is the owner’s alone', async () => {
    put('in.csv', csv(2));
    expect((await batch('in.csv --out out.ndjson')).status).toBe(0);
    expect(statSync(join(home, 'out.ndjson')).mode & 0o777).toBe(0o600);
    expect(byRow(got('out.ndjson'))).toHaveLength(2);
  });

  it('never go over a file that exists', async () => {
    put('in.csv', csv(2));
    put('out.ndjson', 'mine');
    const refused = await batch('in.csv --out out.ndjson', () => Promise.reject(new TypeError('asked')));
    expect(refused.status).toBe(2);
    expect(refused.err).toContain('--resume');
    expect(got('out.ndjson')).toBe('mine');
    expect((await batch('in.csv --out out.ndjson --overwrite')).status).toBe(0);
    expect(byRow(got('out.ndjson'))).toHaveLength(2);
  });

  it.each([
    ['foreign text', 'mine'],
    ['rows of this batch', undefined],
    ['nothing', ''],
    ['no file at all', null],
  ])('never go on from a symbolic link, whatever it leads to: %s', async (_, text) => {
    put('in.csv', csv(1));
    if (text === undefined) await batch('in.csv --out victim');
    else if (text !== null) put('victim', text);
    const before = text === null ? '' : got('victim');
    symlinkSync(join(home, 'victim'), join(home, 'out.ndjson'));
    const refused = await batch('in.csv --out out.ndjson --resume', () =>
      Promise.reject(new TypeError('asked')),
    );
    expect(refused.status).toBe(2);
    expect(refused.err).toContain('no regular file but a symbolic link');
    expect(lstatSync(join(home, 'out.ndjson')).isSymbolicLink()).toBe(true);
    expect(existsSync(join(home, 'victim'))).toBe(text !== null);
    if (text !== null) expect(got('victim')).toBe(before);
  });

  it('replace a symbolic link and not what it leads to', async () => {
    put('in.csv', csv(1));
    put('victim', 'mine');
    symlinkSync(join(home, 'victim'), join(home, 'out.ndjson'));
    expect((await batch('in.csv --out out.ndjson --overwrite')).status).toBe(0);
    expect(lstatSync(join(home, 'out.ndjson')).isFile()).toBe(true);
    expect(got('victim')).toBe('mine');
  });

  it.each(['--overwrite', '--resume', ''])('are not written to a folder: %s', async (way) => {
    put('in.csv', csv(1));
    mkdirSync(join(home, 'folder'));
    for (const option of ['--out folder', '--out out.ndjson --report folder.html']) {
      if (option.includes('.html')) mkdirSync(join(home, 'folder.html'));
      const refused = await batch(`in.csv ${option} ${way}`, () => Promise.reject(new TypeError('asked')));
      expect(refused.status).toBe(2);
      expect(existsSync(join(home, 'out.ndjson'))).toBe(false);
    }
  });

  it.each(['--overwrite', '--resume', ''])('are written by one run at a time: %s', async (way) => {
    put('in.csv', csv(3));
    await batch('in.csv --out out.ndjson');
    const before = got('out.ndjson');
    if (way === '') rmSync(join(home, 'out.ndjson'));
    // Pid 1 lives wherever tests run.
    put('.out.ndjson.in-use', JSON.stringify({ pid: 1, host: hostname() }));
    const refused = await batch(`in.csv --out out.ndjson ${way}`, () =>
      Promise.reject(new TypeError('asked')),
    );
    expect(refused.status).toBe(13);
    expect(refused.err).toContain('Another pvg is writing the file of --out. Nothing was sent.');
    if (way !== '') expect(got('out.ndjson')).toBe(before);
    rmSync(join(home, '.out.ndjson.in-use'));
    expect((await batch(`in.csv --out out.ndjson ${way}`)).status).toBe(0);
    expect(readdirSync(home).filter((name) => name.startsWith('.'))).toEqual(['.out.ndjson.settings']);
  });

  it.each([
    ['in.csv --out in.csv --overwrite', 'the input'],
    ['in.csv --out HOME/in.csv --overwrite', 'the input'],
    ['in.csv --out linked/in.csv --overwrite', 'the input'],
    ['linked/in.csv --out in.csv --overwrite', 'the input'],
    ['in.csv --out other.csv --overwrite', 'the input'],
    ['in.csv --report page.html --overwrite', 'the input'],
    ['in.csv --out ./same.html --report same.html', '--out'],
    ['in.csv --out same.html --report HOME/same.html', '--out'],
    ['in.csv --out linked/same.html --report same.html', '--out'],
  ])('are never one file with another: %s', async (line, what) => {
    const rows = csv(1);
    put('in.csv', rows);
    symlinkSync(home, join(home, 'linked'));
    symlinkSync('in.csv', join(home, 'page.html'));
    linkSync(join(home, 'in.csv'), join(home, 'other.csv'));
    const refused = await batch(line.replaceAll('HOME', home), () => Promise.reject(new TypeError('asked')));
    expect(refused.status).toBe(2);
    expect(refused.err).toMatch(new RegExp(`${what}.*are the same file`));
    expect(got('in.csv')).toBe(rows);
  });

  it.each(['--overwrite', '--resume'])('leave a pipe or a device as it is: %s', async (way) => {
    put('in.csv', csv(1));
    const pipe = join(home, 'pipe');
    spawnSync('mkfifo', [pipe]);
    const refused = await batch(`in.csv --out pipe ${way}`, () => Promise.reject(new TypeError('asked')));
    expect(refused.status).toBe(2);
    expect(refused.err).toContain('no regular file');
    expect(lstatSync(pipe).isFIFO()).toBe(true);
  });

  it('come in the order of the input when asked to', async () => {
    put('in.csv', csv(200));
    let at = 0;
    const send: Send = async (request) => {
      at += 1;
      for (let turns = (at * 7) % 13; turns > 0; turns -= 1) await Promise.resolve();
      return paid(asked(request)['receipt'] ?? '');
    };
    const ended = await batch('in.csv --ordered --concurrency 32', send);
    expect(rowsOf(ended.out).map(({ row }) => row)).toEqual(Array.from({ length: 200 }, (_, row) => row + 1));
  });

  it('are summed up on a page without script', async () => {
    put('in.csv', csv(3));
    put('a<b>.csv', csv(1));
    expect((await batch('a<b>.csv --report summary.html')).status).toBe(0);
    const page = got('summary.html');
    expect(page).toContain('<meter max="1" value="1">');
    expect(page).toContain('a&lt;b&gt;.csv');
    expect(page).toContain("default-src 'none'");
    expect(page).not.toMatch(/<script|https?:|token-1/);
    expect((await batch('in.csv --report summary.html')).status).toBe(2);
    expect((await batch('in.csv --report nowhere/summary.html')).err).toContain(
      'The folder of --report is not there',
    );
    expect(existsSync(join(home, 'nowhere'))).toBe(false);
  });
});

describe('pace', () => {
  const inFlight = () => {
    let [now, most] = [0, 0];
    const send: Send = async (request) => {
      now += 1;
      most = Math.max(most, now);
      await new Promise(setImmediate);
      now -= 1;
      return allPaid(request, { timeoutMs: 1 });
    };
    return { send, most: () => most };
  };

  it.each([
    ['', 4],
    ['--concurrency 1', 1],
    ['--concurrency 32', 32],
  ])('keeps to the number of look-ups at once: %s', async (options, expected) => {
    put('in.csv', csv(100));
    const counted = inFlight();
    const ended = await batch(`in.csv ${options}`, counted.send);
    expect(counted.most()).toBe(expected);
    expect(ended.err.includes('At most 4 look-ups at once')).toBe(options === '');
  });

  it('keeps to --rate', async () => {
    put('in.csv', csv(50));
    const ended = await batch('in.csv --rate 10');
    const slept = ended.context.slept.reduce((sum, ms) => sum + ms, 0);
    expect(slept).toBeGreaterThan(4_700);
    expect(slept).toBeLessThan(5_100);
  });

  it.each([
    ['429', () => answer(429, 'busy')],
    ['502', () => answer(502, { success: false, error: 'VERIFIER_ERROR', message: 'x' })],
    ['HTML', () => answer(200, '<html>')],
    ['an empty body', () => answer(200, '')],
    ['a reset', () => new WireFailure('lost', 'the connection ended before an answer came')],
    ['a cut body', () => new WireFailure('cut', 'it broke off', { status: 200 })],
    ['a refused connection', () => new WireFailure('not-reached', 'the connection was refused')],
  ])('tries a row again, signed anew: %s', async (_, fault) => {
    put('in.csv', csv(1));
    const signatures = new Set<string>();
    let clock = 1_790_000_000_000;
    const ended = await batch(
      'in.csv',
      (request) => {
        signatures.add(request.headers.find(([name]) => name === 'X-Signature')?.[1] ?? '');
        const outcome = signatures.size < 4 ? fault() : paid('GPA.1');
        return outcome instanceof WireFailure ? Promise.reject(outcome) : Promise.resolve(outcome);
      },
      { now: () => (clock += 1000) },
    );
    expect(signatures.size).toBe(4);
    expect(ended.status).toBe(0);
    expect(rowsOf(ended.out)).toMatchObject([{ ok: true, answer: { order_id: 'GPA.1' } }]);
  });

  it.each([
    ['400', answer(400, { success: false, error: 'MISSING_FIELDS', message: 'x' }), 5, 0],
    ['404 HTML', answer(404, '<html>'), 12, 20],
    ['302', answer(302, '', [['location', 'https://other.example/']]), 12, 20],
  ])('asks once where a further attempt changes nothing: %s', async (_, outcome, exit, status) => {
    put('in.csv', csv(1));
    let times = 0;
    const ended = await batch('in.csv', () => {
      times += 1;
      return Promise.resolve(outcome);
    });
    expect(times).toBe(1);
    expect(rowsOf(ended.out)).toMatchObject([{ exit }]);
    expect(ended.status).toBe(status);
  });

  it('gives a row up after its retries, and goes on', async () => {
    put('in.csv', csv(3));
    let times = 0;
    const ended = await batch('in.csv --retries 2', (request, options) => {
      if (asked(request)['receipt'] !== 'token-2') return allPaid(request, options);
      times += 1;
      return Promise.resolve(answer(503, 'busy'));
    });
    expect(times).toBe(3);
    expect(ended.status).toBe(20);
    expect(byRow(ended.out).map(({ exit }) => exit)).toEqual([0, 8, 0]);
  });

  it('waits as long as Retry-After says, with all rows', async () => {
    put('in.csv', csv(3));
    let first = true;
    const ended = await batch('in.csv', (request, options) => {
      if (!first) return allPaid(request, options);
      first = false;
      return Promise.resolve(answer(429, 'busy', [['retry-after', '120']]));
    });
    expect(ended.status).toBe(0);
    expect(ended.context.slept.some((ms) => ms > 119_000 && ms <= 120_000)).toBe(true);
    expect(ended.err).toContain('it asked to wait up to 120 s');
  });

  it('repeats what a closed kept connection lost without counting it', async () => {
    put('in.csv', csv(1));
    let times = 0;
    const ended = await batch('in.csv --retries 0', () => {
      times += 1;
      const stale = new WireFailure('lost', 'closed', { staleConnection: true });
      return times <= 3 ? Promise.reject(stale) : Promise.resolve(paid('GPA.1'));
    });
    expect(times).toBe(4);
    expect(ended.status).toBe(0);
  });

  it.each([2.5, 7, 100, 1_000])(
    'has no second with more than the rate, %d, and keeps it',
    async (perSecond) => {
      const { Pace } = await import('../../src/batch/pace.js');
      const pace = new Pace({ ceiling: 64, perSecond });
      const starts: number[] = [];
      for (let nowMs = 0; nowMs < 60_000; nowMs += 1) {
        // The process was busy for a moment, now and then.
        if (nowMs % 5_000 === 4_000) nowMs += 90;
        while (pace.waitMs(nowMs) === 0) {
          pace.started(nowMs);
          starts.push(nowMs);
        }
      }
      const most = Math.max(
        ...starts.map((atMs, at) => {
          let end = at;
          while ((starts[end] ?? Infinity) < atMs + 1_000) end += 1;
          return end - at;
        }),
      );
      expect(most).toBeLessThanOrEqual(perSecond + 1);
      expect(starts.length / 60).toBeGreaterThanOrEqual(0.97 * perSecond);
    },
  );

  it('slows down by half at trouble and comes back one by one', async () => {
    const { Pace } = await import('../../src/batch/pace.js');
    const pace = new Pace({ ceiling: 16, perSecond: undefined });
    pace.overloaded(1, 10, undefined);
    expect(pace.limit).toBe(8);
    // What was sent before is the same trouble.
    pace.overloaded(9, 11, undefined);
    expect(pace.limit).toBe(8);
    pace.overloaded(12, 20, undefined);
    expect(pace.limit).toBe(4);
    for (let answers = 0; answers < 5; answers += 1) pace.succeeded();
    expect(pace.limit).toBe(5);
    for (let answers = 0; answers < 500; answers += 1) pace.succeeded();
    expect(pace.limit).toBe(16);
  });
});

describe('a run that ends early', () => {
  it('ends with 4 at refused credentials, and can be resumed', async () => {
    put('in.csv', csv(50));
    let times = 0;
    const refused = await batch('in.csv --out out.ndjson --concurrency 1', (request, options) => {
      times += 1;
      return times <= 10
        ? allPaid(request, options)
        : Promise.resolve(answer(401, { success: false, error: 'UNAUTHORIZED', message: 'x' }));
    });
    expect(refused.status).toBe(4);
    expect(times).toBe(11);
    expect(refused.err).toContain('pvg batch in.csv --out out.ndjson --concurrency 1 --resume');
    expect((await batch('in.csv --out out.ndjson --resume')).status).toBe(0);
    expect(byRow(got('out.ndjson')).map(({ row }) => row)).toEqual(
      Array.from({ length: 50 }, (_, at) => at + 1),
    );
  });

  it('ends with 11 after many rows without a connection, and not with all of them failed', async () => {
    put('in.csv', csv(5_000));
    let times = 0;
    const ended = await batch('in.csv --out out.ndjson --retries 0', () => {
      times += 1;
      return Promise.reject(new WireFailure('not-reached', 'the connection was refused'));
    });
    expect(ended.status).toBe(11);
    expect(times).toBeLessThan(200);
    expect((await batch('in.csv --out out.ndjson --resume')).status).toBe(0);
    expect(byRow(got('out.ndjson')).filter(({ ok }) => ok)).toHaveLength(5_000);
  });

  it.each([
    ['interrupted', 130],
    ['terminated', 143],
  ] as const)('that is %s keeps what is done and names the command that goes on', async (code, status) => {
    put('in.csv', csv(100));
    const end = new AbortController();
    let times = 0;
    const ended = await batch(
      'in.csv --out out.ndjson',
      (request, options) => {
        times += 1;
        if (times === 20) end.abort(new PvgError(code, 'Interrupted.'));
        return allPaid(request, options);
      },
      { interrupt: end.signal },
    );
    expect(ended.status).toBe(status);
    expect(ended.err).toContain('pvg batch in.csv --out out.ndjson --resume');
    const done = byRow(got('out.ndjson')).length;
    expect(done).toBeGreaterThanOrEqual(19);
    expect(done).toBeLessThan(30);
    expect((await batch('in.csv --out out.ndjson --resume')).status).toBe(0);
    expect(byRow(got('out.ndjson'))).toHaveLength(100);
  });

  it('ends quietly with 141 when the reader of stdout has gone', async () => {
    put('in.csv', csv(1_000));
    const context = testContext({ home, env, send: allPaid });
    const gone = {
      ...context.stdout,
      write: () => Promise.reject(new PvgError('pipe-closed', 'the reader closed it')),
    };
    expect(await runProgram({ ...context, stdout: gone }, ['batch', 'in.csv', '-q'])).toBe(141);
    expect(context.stderr.text()).toBe('');
  });

  it('ends with 14 at a full disk, and goes on where there is room again', async () => {
    put('in.csv', csv(300));
    const send: Send = async (request, options) => {
      await new Promise((resolve) => setImmediate(resolve));
      return allPaid(request, options);
    };
    const context = testContext({ home, env, send });
    const files: typeof context.files = {
      ...context.files,
      openAppend: async (path, place) => {
        const file = await context.files.openAppend(path, place);
        let written = 0;
        return {
          ...file,
          write: (data) => {
            written += 1;
            if (written > 3) throw new FileError('ENOSPC', path);
            file.write(data);
          },
        };
      },
    };
    const status = await runProgram({ ...context, files }, words('batch in.csv --out out.ndjson'));
    expect(status).toBe(14);
    expect(context.stderr.text()).toContain('the disk is full');
    expect(context.stderr.text()).toContain('--resume');
    expect((await batch('in.csv --out out.ndjson --resume')).status).toBe(0);
    expect(byRow(got('out.ndjson'))).toHaveLength(300);
  });
});

describe('NDJSON in, CSV out', () => {
  const line = (at: number, more: object = {}): string =>
    `${JSON.stringify({ receipt: `t${String(at)}`, product_id: 'g', package: 'p', ...more })}\n`;
  const member = (text: string, row: number, name: string): string | undefined => {
    const [head = [], ...rows] = cells(text);
    return rows.find(([number]) => number === String(row))?.[head.indexOf(name)];
  };

  it('gives a column to each member of the first rows', async () => {
    put('in.ndjson', line(1) + line(2, { note: 'x', 'a\u001bb': 1 }) + line(3, { case: 'T-1' }));
    const { out } = await batch('in.ndjson --format csv --ordered');
    expect([...(cells(out)[0]?.slice(1, 7) ?? []), cells(out)[0]?.at(-1)]).toEqual([
      'input.receipt',
      'input.product_id',
      'input.package',
      'input.note',
      'input.a\\u{1b}b',
      'input.case',
      'input_other',
    ]);
    expect(member(out, 2, 'input.note')).toBe('x');
    expect(member(out, 2, 'input.a\\u{1b}b')).toBe('1');
    expect(member(out, 3, 'input.case')).toBe('T-1');
    expect(member(out, 3, 'input_other')).toBe('');
  });

  it('keeps what later rows have besides, and a member that stands twice, in one column', async () => {
    const many = Array.from({ length: 1_500 }, (_, at) => line(at + 1)).join('');
    put('in.ndjson', `${many}${line(1_501, { late: 12, deep: { n: [1] } })}`);
    const { out } = await batch('in.ndjson --format csv');
    expect(member(out, 1_501, 'input_other')).toBe('{"late":12,"deep":{"n":[1]}}');
    put('in.ndjson', `${line(1)}{"receipt":"a","receipt":"b","product_id":"g","package":"p"}\n`);
    const twice = (await batch('in.ndjson --format csv')).out;
    expect([member(twice, 2, 'input.receipt'), member(twice, 2, 'input_other')]).toEqual([
      'b',
      '{"receipt":"a"}',
    ]);
  });

  it('goes on with the columns that the output has, also where rows with others were added', async () => {
    put('in.ndjson', line(1, { note: 'é"\n=1' }) + line(2, { 'n\u0007': 1 }));
    await batch('in.ndjson --out out.csv');
    const [head] = cells(got('out.csv'));
    put('in.ndjson', `${line(1, { note: 'é"\n=1' })}${line(2, { 'n\u0007': 1 })}${line(3, { late: true })}`);
    const ended = await batch('in.ndjson --out out.csv --resume');
    expect([ended.status, ended.err]).toEqual([0, expect.stringContaining('(2 by an earlier run)')]);
    expect(cells(got('out.csv'))[0]).toEqual(head);
    expect(member(got('out.csv'), 3, 'input_other')).toBe('{"late":true}');
    const bytes = got('out.csv');
    for (let length = 0; length < bytes.length; length += 61) {
      put('out.csv', bytes);
      truncateSync(join(home, 'out.csv'), length);
      expect((await batch('in.ndjson --out out.csv --resume')).status).toBe(0);
      expect(cells(got('out.csv'))).toHaveLength(4);
    }
  });

  it.each(['a,b\n1,2\n', 'row,"x"\r\n1,"2"\r\n', 'mine'])('leaves another file alone: %j', async (text) => {
    put('in.ndjson', line(1));
    put('out.csv', text);
    expect((await batch('in.ndjson --out out.csv --resume')).status).toBe(2);
    expect(got('out.csv')).toBe(text);
  });
});

describe('an output that is being read', () => {
  it('can be interrupted, and stays as it is', async () => {
    put('in.csv', csv(3_000));
    const cut = new AbortController();
    await batch('in.csv --out out.ndjson --retries 0', (request, options) =>
      asked(request)['receipt'] === 'token-2000'
        ? Promise.resolve(answer(502, 'x'))
        : allPaid(request, options),
    );
    const before = got('out.ndjson');
    const context = testContext({ home, env, send: allPaid, interrupt: cut.signal });
    const files: typeof context.files = {
      ...context.files,
      open: async (path) => {
        const file = await context.files.open(path);
        if (path !== 'out.ndjson') return file;
        const chunks = (async function* () {
          for await (const chunk of file.chunks) {
            cut.abort(new PvgError('terminated', 'Terminated.'));
            yield chunk;
          }
        })();
        return { ...file, chunks };
      },
    };
    const line = 'batch in.csv --out out.ndjson --resume';
    expect(await runProgram({ ...context, files }, words(line))).toBe(143);
    expect(context.stderr.text()).toContain('nothing was sent');
    expect(got('out.ndjson')).toBe(before);
    expect((await batch('in.csv --out out.ndjson --resume')).status).toBe(0);
    expect(byRow(got('out.ndjson')).filter(({ ok }) => ok)).toHaveLength(3_000);
  });
});

describe('--resume', () => {
  const run = (options = '', send: Send = allPaid) => batch(`in.csv --out out.ndjson ${options}`, send);

  it('starts from the first row when there is no output yet', async () => {
    put('in.csv', csv(5));
    expect((await run('--resume')).status).toBe(0);
    expect(rowsOf(got('out.ndjson'))).toHaveLength(5);
  });

  it.each(['ndjson', 'csv'])('cuts a line that broke off, wherever that was: %s', async (format) => {
    put('in.csv', 'receipt,product_id,package,note\nt1,g,p,"é\nb"\nt2,g,p,"x ""y"""\nt3,g,p,z\n');
    await batch(`in.csv --out whole.${format} --ordered`);
    const whole = readFileSync(join(home, `whole.${format}`));
    for (let length = 0; length < whole.length; length += format === 'csv' ? 41 : 37) {
      put(`out.${format}`, whole);
      truncateSync(join(home, `out.${format}`), length);
      const ended = await batch(`in.csv --out out.${format} --resume --ordered`);
      expect([length, ended.status, ended.err]).toEqual([length, 0, ended.err]);
      expect(got(`out.${format}`)).toBe(whole.toString());
    }
  });

  it('asks for nothing that is done', async () => {
    put('in.csv', csv(20));
    await run();
    let times = 0;
    const ended = await run('--resume', (request, options) => {
      times += 1;
      return allPaid(request, options);
    });
    expect([times, ended.status]).toEqual([0, 0]);
    expect(ended.err).toContain('20 rows (20 by an earlier run), all answered');
  });

  it.each(['ndjson', 'csv'])('tries rows again that failed: %s', async (format) => {
    put('in.csv', `${csv(4)}bad\n`);
    const first = await batch(`in.csv --out out.${format} --retries 0`, (request, options) =>
      asked(request)['receipt'] === 'token-3' ? Promise.resolve(answer(502, 'x')) : allPaid(request, options),
    );
    expect(first.status).toBe(20);
    put('in.csv', `${csv(5)}`);
    const second = await batch(`in.csv --out out.${format} --resume`);
    expect(second.status).toBe(0);
    const text = got(`out.${format}`);
    if (format === 'ndjson')
      expect(byRow(text).map(({ row, ok }) => [row, ok])).toEqual([1, 2, 3, 4, 5].map((row) => [row, true]));
    else
      expect(
        text
          .split('\r\n')
          .filter((line) => /^\d/.test(line))
          .map((line) => line[0])
          .sort(),
      ).toEqual(['1', '2', '3', '4', '5']);
  });

  it.each(['ndjson', 'csv'])('says that the input has changed, and touches nothing: %s', async (format) => {
    put('in.csv', csv(4));
    await batch(`in.csv --out out.${format}`);
    const before = got(`out.${format}`);
    put('in.csv', csv(4).replace('token-2', 'token-9'));
    const ended = await batch(`in.csv --out out.${format} --resume`);
    expect(ended.status).toBe(2);
    expect(ended.err).toContain('The input has changed: its row 2 (line 3)');
    expect(got(`out.${format}`)).toBe(before);
  });

  it('takes rows that were added, and says when rows have gone', async () => {
    put('in.csv', csv(3));
    await run();
    put('in.csv', csv(6));
    expect((await run('--resume')).status).toBe(0);
    expect(byRow(got('out.ndjson'))).toHaveLength(6);
    put('in.csv', csv(2));
    const before = got('out.ndjson');
    for (const more of [{}, { stdin: csv(2) }]) {
      const line = `${'stdin' in more ? '-' : 'in.csv'} --out out.ndjson --resume`;
      const ended = await batch(line, () => Promise.reject(new TypeError('asked')), more);
      expect(ended.status).toBe(2);
      expect(ended.err).toContain('The input has changed: it has 2 rows');
      expect(ended.err).toContain('Mend rows in place');
      expect(got('out.ndjson')).toBe(before);
    }
  });

  it.each([
    ['another environment', { PVG_ENVIRONMENT: 'prod' }, '', 'the environment (then dev, now prod)'],
    ['another origin', { PVG_GATEWAY_URL: 'https://b.example' }, '', 'now https://b.example)'],
    ['another game', { PVG_CLIENT_ID: 'other' }, '', 'the client id (then client, now other)'],
    ['another product', {}, '--product-id other', '--product-id (then none, now other)'],
    ['another package', {}, '--package other', '--package (then none, now other)'],
    ['another map', {}, '--map os=note', '--map (then none, now os=note)'],
  ])('does not mix answers: %s', async (_, other, options, says) => {
    put('in.csv', 'receipt,product_id,package,note\nt1,g,p,\nt2,g,p,\n');
    await run();
    const before = readdirSync(home).map((name) => [name, statSync(join(home, name)).isFile() && got(name)]);
    const refused = await batch(
      `in.csv --out out.ndjson --resume ${options}`,
      () => Promise.reject(new TypeError('asked')),
      { env: { ...env, ...other } },
    );
    expect(refused.status).toBe(2);
    expect(refused.err).toContain('--out was made with other settings');
    expect(refused.err).toContain(says);
    expect(readdirSync(home).map((name) => [name, statSync(join(home, name)).isFile() && got(name)])).toEqual(
      before,
    );
    rmSync(join(home, '.out.ndjson.settings'));
    const moved = await batch(`in.csv --out out.ndjson --resume ${options}`, allPaid, {
      env: { ...env, ...other },
    });
    expect(moved.status).toBe(0);
  });

  it('keeps what it was asked with beside the output: nobody else’s to read, without secret or receipt', async () => {
    put('in.csv', csv(1));
    const { err } = await run();
    expect(err).toMatch(/Profile:[ │]+environment variables \(dev\)/);
    expect(statSync(join(home, '.out.ndjson.settings')).mode & 0o777).toBe(0o600);
    expect(JSON.parse(got('.out.ndjson.settings'))).toEqual({
      profile: 'environment variables',
      environment: 'dev',
      origin: 'https://gw.example',
      client_id: 'client',
      product_id: null,
      package: null,
      map: '',
    });
    expect((await run('--overwrite --package other')).status).toBe(0);
    expect(got('.out.ndjson.settings')).toContain('"package":"other"');
  });

  it('says of --ordered that rows tried again stand at the end', async () => {
    put('in.csv', csv(2));
    await run('--ordered --retries 0', (request, options) =>
      asked(request)['receipt'] === 'token-1' ? Promise.resolve(answer(502, 'x')) : allPaid(request, options),
    );
    const ended = await run('--ordered --resume');
    expect(ended.err).toContain('Rows that were tried again stand at the end');
  });

  it.each(['', '-q'])('a refusal of the service is told, though it is an answer %s', async (quiet) => {
    put('in.csv', csv(3));
    const send: Send = (request, options) =>
      asked(request)['receipt'] === 'token-2'
        ? allPaid(request, options)
        : Promise.resolve(answer(403, { success: false, error: { code: 'ip_not_allowed', message: 'no' } }));
    const says = '3 rows answered, of which 2 were refused by the service (http-403).';
    const first = await run(quiet, send);
    expect(first.status).toBe(0);
    expect(first.err).toContain(says);
    expect(first.err).not.toContain('✔');
    expect(first.err.trim().endsWith('pvg explain-error 403')).toBe(true);
    const again = await run(`--resume ${quiet}`, send);
    expect(again.err).toContain('of which 2 were refused by the service (http-403).');
  });

  it.each(['missing.csv', 'in.csv --out x.ndjson', 'bad.csv', 'in.csv --resume'])(
    'with --query an error stands on stderr: %s',
    async (line) => {
      put('in.csv', csv(1));
      put('bad.csv', 'a,b\n1,2\n');
      const ended = await batch(`${line} --query row`);
      expect([ended.status, ended.out]).toEqual([2, '']);
      expect(ended.err.length).toBeGreaterThan(20);
    },
  );

  it.each([
    ['a note', 'my notes\n'],
    ['the input itself', csv(3)],
    ['a note without a line end', 'my notes'],
    ['another JSON', '{"receipt":"x"}\n'],
  ])('leaves a file alone that is not its own: %s', async (_, text) => {
    put('in.csv', csv(3));
    put('out.ndjson', text);
    const ended = await run('--resume');
    expect(ended.status).toBe(2);
    expect(ended.err).toContain('not touched');
    expect(got('out.ndjson')).toBe(text);
  });

  it.each([
    ['--resume', 'needs --out'],
    ['--out x.ndjson --resume --overwrite', 'exclude each other'],
    ['--format xml', '--format takes one of'],
    ['--concurrency 0', '--concurrency takes a whole number from 1'],
    ['--rate 0', '--rate takes a number above 0'],
    ['--shard 9/8', '--shard takes'],
    ['--shard auto', 'none of JOB_COMPLETION_INDEX'],
    ['--map receipt', '--map takes'],
    ['--map receipt=nothing', 'the header has no such column'],
    ['--report summary.pdf', 'ends in .html'],
    ['--raw', '--raw does not go with batch'],
    ['--query error.says --out x.ndjson', '--query and --out exclude each other'],
    ['--query a[', 'is not a JMESPath expression'],
  ])('wrong usage: %s', async (options, says) => {
    put('in.csv', csv(1));
    const ended = await batch(`in.csv ${options}`);
    expect(ended.status).toBe(2);
    expect(ended.out + ended.err).toContain(says);
    expect(existsSync(join(home, 'x.ndjson'))).toBe(false);
  });
});

describe('--shard', () => {
  const part = async (shard: string, more: Record<string, string> = {}): Promise<number[]> => {
    const ended = await pvg(['batch', 'in.csv', '--shard', shard], {
      home,
      env: { ...env, ...more },
      send: allPaid,
    });
    expect(ended.status).toBe(0);
    return rowsOf(ended.out).map(({ row }) => row);
  };

  it.each([
    ['from 1', ['1/4', '2/4', '3/4', '4/4']],
    ['from 0', ['0/4', '1/4', '2/4', '3/4']],
  ])('the parts together are the whole, counted %s', async (_, shards) => {
    put('in.csv', csv(400));
    const parts = await Promise.all(shards.map((shard) => part(shard)));
    expect(parts.flat().sort((one, other) => one - other)).toEqual(
      Array.from({ length: 400 }, (__, at) => at + 1),
    );
    for (const rows of parts) expect(rows.length).toBeGreaterThan(70);
  });

  it.each([
    ['Kubernetes', { JOB_COMPLETION_INDEX: '2' }, 'auto/4', '3/4'],
    ['Kubernetes with a count', { JOB_COMPLETION_INDEX: '2', JOB_COMPLETION_COUNT: '4' }, 'auto', '3/4'],
    [
      'Slurm from 1',
      { SLURM_ARRAY_TASK_ID: '3', SLURM_ARRAY_TASK_COUNT: '4', SLURM_ARRAY_TASK_MIN: '1' },
      'auto',
      '3/4',
    ],
    [
      'Slurm in steps',
      {
        SLURM_ARRAY_TASK_ID: '20',
        SLURM_ARRAY_TASK_COUNT: '4',
        SLURM_ARRAY_TASK_MIN: '0',
        SLURM_ARRAY_TASK_STEP: '10',
      },
      'auto',
      '3/4',
    ],
    ['AWS Batch', { AWS_BATCH_JOB_ARRAY_INDEX: '2', AWS_BATCH_JOB_ARRAY_SIZE: '4' }, 'auto', '3/4'],
  ])('auto reads what the scheduler says: %s', async (_, variables, shard, same) => {
    put('in.csv', csv(100));
    expect(await part(shard, variables)).toEqual(await part(same));
  });

  it('divides --rate among the parts, and says so', async () => {
    put('in.csv', csv(40));
    const ended = await batch('in.csv --shard 1/4 --rate 20');
    expect(ended.err).toContain('Part 1 of 4 (1/4); its share of --rate is 5 a second');
  });
});

describe('progress', () => {
  const watch = async (options: string, columns: number, more: object = {}): Promise<string> => {
    put('in.csv', csv(300));
    const ticks: (() => void)[] = [];
    let times = 0;
    const ended = await batch(
      `in.csv ${options}`,
      (request, given) => {
        times += 1;
        if (times % 50 === 0) for (const tick of ticks) tick();
        return allPaid(request, given);
      },
      { columns, every: (_: number, call: () => void) => (ticks.push(call), () => undefined), ...more },
    );
    expect(ended.status).toBe(0);
    return ended.err;
  };

  it.each([40, 60, 80, 120])('is a bar of whole words within %i columns', async (columns) => {
    const told = await watch('--out out.ndjson', columns, { terminal: true });
    const drawn = told.split(/[\r\n]|\p{Cc}\[[\d;?]*[A-Za-z]/u).filter((text) => /[█░]/u.test(text));
    expect(drawn.length).toBeGreaterThan(0);
    for (const text of drawn) {
      expect(text.length).toBeLessThan(columns);
      expect(text).toMatch(/^[█░]+ \d+ of 300 rows( · (\S+\/s|\d+ s left|paid-and-recorded \d+))*$/u);
    }
  });

  it.each([
    ['rows on the same terminal', '', { terminal: true }],
    ['no terminal', '--out out.ndjson', {}],
    ['ACCESSIBLE', '--out out.ndjson', { terminal: true, env: { ...env, ACCESSIBLE: '1' } }],
  ])('is lines and no bar: %s', async (_, options, more) => {
    const told = await watch(options, 80, more);
    expect(told).not.toMatch(/[█░]/u);
    expect(told).toMatch(/^1\d % · \d+ of 300 rows/m);
  });

  const lines = async (facts: Partial<ProgressFacts>) => {
    let told = '';
    let tick = (): void => undefined;
    let nowMs = 0;
    const summary = new Summary();
    const progress = await showProgress(
      {
        stderr: {
          columns: 80,
          isTerminal: false,
          write: (text) => Promise.resolve(void (told += String(text))),
        },
        clock: { elapsed: () => nowMs, every: (_, call) => ((tick = call), () => undefined) },
        draws: false,
      },
      {
        summary,
        expectedRows: () => undefined,
        passedOver: () => 0,
        slowness: () => '',
        ...facts,
      },
    );
    return {
      after: (ms: number, rows: number): void => {
        nowMs += ms;
        summary.addBefore({ counts: new Map([['pending', rows]]), count: rows, refused: new Map() });
        tick();
      },
      told: async (): Promise<string> => {
        await progress.stop();
        return told;
      },
    };
  };

  it('never has more done than there is', async () => {
    const { after, told } = await lines({
      expectedRows: () => ({ rows: 31.5, exact: false }),
      passedOver: () => 7,
    });
    after(0, 40);
    expect(await told()).toMatch(/^100 % · 47 of about 47 rows/);
  });

  it('has the rate of the last seconds: none while nothing is answered', async () => {
    const { after, told } = await lines({ expectedRows: () => ({ rows: 1_000, exact: true }) });
    after(10_000, 100);
    after(10_000, 0);
    after(10_000, 50);
    const rates = (await told()).split('\n').map((line) => /(\S+)\/s(?: · (.*) left)?/.exec(line)?.slice(1));
    expect(rates).toEqual([['10', '1 min 30 s'], ['0.0', undefined], ['5.0', '2 min 50 s'], undefined]);
  });

  it('says how many rows there will be by the size of what was read', async () => {
    const many = 3_000;
    put('in.csv', csv(many));
    const ticks: (() => void)[] = [];
    let times = 0;
    const ended = await batch(
      'in.csv --out out.ndjson',
      (request, given) => {
        times += 1;
        if (times % 500 === 0) for (const tick of ticks) tick();
        return allPaid(request, given);
      },
      { every: (_: number, call: () => void) => (ticks.push(call), () => undefined) },
    );
    const guesses = [...ended.err.matchAll(/of (?:about )?(\d+) rows/g)].map(([, rows]) => Number(rows));
    expect(guesses.length).toBeGreaterThan(3);
    for (const guess of guesses) expect(Math.abs(guess - many)).toBeLessThan(many / 10);
  });

  it('is nothing with --quiet', async () => {
    expect(await watch('--out out.ndjson --quiet', 80, { terminal: true })).toBe('');
  });
});

describe('help', () => {
  it('says why there is no bulk verify', async () => {
    const { out } = await pvg('batch --help');
    expect(out).toContain('There is no bulk verify, by policy');
  });
});
