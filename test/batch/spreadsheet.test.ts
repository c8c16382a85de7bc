import { describe, expect, it } from 'vitest';
import { textOnly } from '../../src/batch/wrong-input.js';
import { allPaid, answer, asked, byRow, cells, rowsOf, said, unasked, workplace } from '../support/batch.js';

/** What comes out of spreadsheets, databases and PowerShell, and goes back into them. */

const place = workplace();

const header = 'receipt,product_id,package\n';
const bom = '\ufeff';

describe('UTF-16, as PowerShell 5 and spreadsheets write it', () => {
  const text = `${bom}receipt,product_id,package,note\r\nt1,g,p,é😀\r\n`;
  const littleEndian = Buffer.from(text, 'utf16le');
  const bigEndian = Buffer.from(littleEndian).swap16();

  it.each([
    ['little-endian', littleEndian],
    ['big-endian', bigEndian],
  ])('is read by its byte order mark: %s', async (_, bytes) => {
    place.put('in.csv', bytes);
    const ended = await place.batch('in.csv');
    expect(ended.status).toBe(0);
    expect(rowsOf(ended.out)).toMatchObject([
      { input: { receipt: 't1', product_id: 'g', package: 'p', note: 'é😀' } },
    ]);
  });

  it('is read also where a pipe gives it byte by byte', async () => {
    const bytes = async function* (): AsyncGenerator<Uint8Array> {
      for (const byte of littleEndian) yield await Promise.resolve(Uint8Array.of(byte));
    };
    const pieces: Uint8Array[] = [];
    for await (const piece of textOnly(bytes(), () => true)) pieces.push(piece);
    expect(`${bom}${Buffer.concat(pieces).toString()}`).toBe(text);
  });

  it('is read as NDJSON too, and gone on with', async () => {
    const line = '{"receipt":"t1","product_id":"g","package":"p"}\r\n';
    place.put('in.ndjson', Buffer.from(`${bom}${line}`, 'utf16le'));
    expect((await place.batch('in.ndjson --out o.ndjson')).status).toBe(0);
    expect((await place.batch('in.ndjson --out o.ndjson --resume', unasked)).status).toBe(0);
  });
});

describe('--delimiter', () => {
  it.each([
    ['|', '|'],
    ['tab', '\t'],
    ['\\t', '\t'],
    [';', ';'],
  ])('separates the cells, whatever the first line shows: %s', async (typed, delimiter) => {
    const row = (...texts: string[]): string => `${texts.join(delimiter)}\n`;
    place.put('in.csv', row('receipt', 'product_id', 'package', 'a,b,c,d,e') + row('t1', 'g', 'p', '1'));
    const ended = await place.batch(['in.csv', '--delimiter', typed]);
    expect(ended.status).toBe(0);
    expect(rowsOf(ended.out)).toMatchObject([{ input: { receipt: 't1', 'a,b,c,d,e': '1' } }]);
  });

  it.each(['', '""', ',,', '"', ' '])('takes one character: %j', async (typed) => {
    place.put('in.csv', `${header}t1,g,p\n`);
    const ended = await place.batch(['in.csv', '--delimiter', typed], unasked);
    expect([ended.status, said(ended)]).toEqual([
      2,
      expect.stringContaining('--delimiter needs one character'),
    ]);
  });
});

describe('--map', () => {
  it('leads to a nested member of NDJSON', async () => {
    const line = { payload: { token: 't1', of: [{ sku: 'g' }] }, package: 'p' };
    place.put('in.ndjson', JSON.stringify(line));
    const seen: unknown[] = [];
    const ended = await place.batch(
      'in.ndjson --map receipt=payload.token --map product_id=payload.of.0.sku',
      (request, options) => {
        seen.push(asked(request));
        return allPaid(request, options);
      },
    );
    expect(seen).toMatchObject([{ receipt: 't1', product_id: 'g', package: 'p' }]);
    // The row is echoed as it came.
    expect(rowsOf(ended.out)[0]?.input).toEqual(line);
  });

  it('prefers a member of exactly that name', async () => {
    const line = { 'payload.token': 'own', payload: { token: 'nested' }, product_id: 'g', package: 'p' };
    place.put('in.ndjson', JSON.stringify(line));
    const { out } = await place.batch('in.ndjson --map receipt=payload.token');
    expect(rowsOf(out)).toMatchObject([{ answer: { order_id: 'GPA.own' } }]);
  });

  it('that leads nowhere in a row fails that row', async () => {
    place.put(
      'in.ndjson',
      '{"payload":{"token":"t1"},"product_id":"g","package":"p"}\n{"payload":"x","product_id":"g","package":"p"}\n',
    );
    const ended = await place.batch('in.ndjson --map receipt=payload.token');
    expect(ended.status).toBe(21);
    expect(byRow(ended.out).map(({ exit }) => exit)).toEqual([0, 2]);
  });
});

describe('a cell', () => {
  it.each(['NULL', '\\N'])('of the text %s is missing, as databases write it', async (nothing) => {
    place.put('in.csv', `${header}t1,g,${nothing}\n${nothing},g,p\n`);
    const ended = await place.batch('in.csv --package com.example');
    expect(byRow(ended.out)).toMatchObject([
      { ok: true, input: { package: nothing } },
      { ok: false, error: { says: 'Spreadsheet row 3 has no receipt.' } },
    ]);
  });

  it.each(['-1.5', '-1', '-1,5', '-2.5E+3', '0.10'])(
    'that is a number stays one in CSV: %s',
    async (number) => {
      place.put('in.csv', `receipt,product_id,package,price\nt1,g,p,"${number}"\n`);
      const { out } = await place.batch('in.csv --format csv');
      const [head = [], row = []] = cells(out);
      expect(row[head.indexOf('input.price')]).toBe(number);
    },
  );

  it.each(['-1+1', '-x', '+1', '=1'])('that could be a formula does not: %s', async (formula) => {
    place.put('in.csv', `receipt,product_id,package,price\nt1,g,p,"${formula}"\n`);
    const { out } = await place.batch('in.csv --format csv');
    const [head = [], row = []] = cells(out);
    expect(row[head.indexOf('input.price')]).toBe(`'${formula}`);
  });
});

describe('--excel', () => {
  const semicolons = 'receipt;product_id;package;note\nt1;g;p;"a;b"\nt2;g;p;é\n';

  it('writes a byte order mark, and separates as the input does', async () => {
    place.put('in.csv', semicolons);
    expect((await place.batch('in.csv --excel --out o.csv')).status).toBe(0);
    const text = place.got('o.csv');
    expect(text.startsWith(`${bom}row;"input.receipt";"input.product_id";`)).toBe(true);
    expect(text).toMatch(/\r\n1;"t1";"g";"p";"a;b";true;0;"none";/);
  });

  it('means CSV where no format is named, and goes with no other', async () => {
    place.put('in.csv', semicolons);
    expect((await place.batch('in.csv --excel')).out.startsWith(`${bom}row;`)).toBe(true);
    expect((await place.batch('in.csv --excel --format ndjson', unasked)).status).toBe(2);
    expect((await place.batch('in.csv --excel --out o.ndjson', unasked)).status).toBe(2);
  });

  it.each(['--excel', ''])('is gone on with as the file was begun, also with "%s"', async (option) => {
    place.put('in.csv', semicolons);
    await place.batch('in.csv --excel --out o.csv --concurrency 1');
    const whole = place.got('o.csv');
    const lines = whole.split('\r\n');
    place.put('o.csv', `${lines.slice(0, 2).join('\r\n')}\r\n${lines[2]?.slice(0, 20) ?? ''}`);
    const ended = await place.batch(`in.csv ${option} --out o.csv --resume --concurrency 1`);
    expect(ended.status).toBe(0);
    expect(cells(place.got('o.csv').replaceAll(';', ',')).length).toBe(3);
    expect(place.got('o.csv').replace(/"2026[^"]*"/g, '')).toBe(whole.replace(/"2026[^"]*"/g, ''));
  });

  it('of NDJSON uses commas', async () => {
    place.put('in.ndjson', '{"receipt":"t1","product_id":"g","package":"p"}\n');
    expect((await place.batch('in.ndjson --excel')).out.startsWith(`${bom}row,"input.receipt",`)).toBe(true);
  });
});

describe('a header that lacks a column', () => {
  it('is answered with the columns it has', async () => {
    place.put('in.csv', 'id,amount,package\n1,2,p\n');
    const ended = await place.batch('in.csv', unasked);
    expect(ended.status).toBe(2);
    expect(said(ended)).toContain('The header has no column for receipt or product_id.');
    expect(said(ended)).toContain('Found these columns: id, amount, package.');
    place.put('token.csv', 'token,amount,package\n1,2,p\n');
    expect(said(await place.batch('token.csv', unasked))).toContain('Matched: receipt from "token".');
    const mapped = await place.batch('in.csv --map receipt=tokn', unasked);
    expect(said(mapped)).toContain('Found these columns: id, amount, package.');
  });

  it('shows no receipt where it is no header but the first row', async () => {
    const receipt = 'x'.repeat(150);
    place.put('in.csv', `${receipt},g,p\n`);
    const ended = await place.batch('in.csv', unasked);
    expect(said(ended)).toContain('Found these columns: (a text of 150 characters), g, p.');
    expect(ended.out + ended.err).not.toContain('xxx');
  });

  it('of NDJSON is answered with the members of the row', async () => {
    place.put('in.ndjson', '{"id":1,"product_id":"g","package":"p"}\n');
    expect(said(await place.batch('in.ndjson', unasked))).toContain(
      'Found these members: id, product_id, package.',
    );
  });
});

describe('where a row stands', () => {
  it('is its line, and the row of the spreadsheet where that is another one', async () => {
    place.put('in.csv', `${header.trim()},note\nt1,g,p,"two\nlines"\n,g,p,\n`);
    const ended = await place.batch('in.csv');
    expect(byRow(ended.out)[1]?.error?.says).toBe('Spreadsheet row 3 (line 4 of the file) has no receipt.');
    expect(ended.err).toContain('Spreadsheet row 3 (line 4 of the file) has no receipt.');
  });

  it('counts empty lines and not the line that names the separator, as spreadsheets do', async () => {
    place.put('in.csv', `sep=,\n${header}\n\nt1,g,p\n,g,p\n`);
    expect(byRow((await place.batch('in.csv')).out)[1]?.error?.says).toBe(
      'Spreadsheet row 5 (line 6 of the file) has no receipt.',
    );
  });

  it('is told of a row that got no answer too', async () => {
    place.put('in.csv', `${header}t1,g,p\n`);
    const ended = await place.batch('in.csv --retries 0', () => Promise.resolve(answer(502, 'x')));
    expect(ended.err).toContain('Spreadsheet row 2: ');
  });
});
