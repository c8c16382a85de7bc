import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { byRow } from '../helpers/batch.js';
import {
  first,
  game,
  gold,
  header,
  one,
  purchaseJson,
  quoted,
  second,
  tablePlace,
  token,
  two,
  type Purchase,
} from '../helpers/purchase-tables.js';
import { zipOf } from '../helpers/zip.js';

const { place, lookUp } = tablePlace();

interface Read {
  readonly content: string | Uint8Array;
  readonly options?: string;
  readonly packageOfProfile?: string;
  readonly sent: readonly Purchase[];
  /** What must be said, because something was decided. */
  readonly says?: RegExp;
}

const inCell = (text: string, name = 'receipt_json'): string => `id,${name}\n1,${quoted(text)}\n`;
const good = `${header}\n${one},${gold},${game}\n${two},${gold},${game}\n`;
const both = [first, second];

const isRead: Readonly<Record<string, Read>> = {
  'outer blanks': {
    content: `${header}\n ${one} ,${gold},${game}\n${two},${gold} , ${game}\n`,
    sent: both,
    says: /Cleaned 3 cells/,
  },
  'no-break spaces': {
    content: `${header}\n\u00a0${one}\u00a0,${gold}\u00a0,${game}\n`,
    sent: [first],
    says: /Cleaned 2 cells/,
  },
  'tabs around a receipt': { content: `${header}\n"\t${one}\t",${gold},${game}\n`, sent: [first] },
  'a line break in a receipt’s cell': {
    content: `${header}\n"${one}\n",${gold},${game}\n`,
    sent: [first],
  },
  'the apostrophe of a spreadsheet': {
    content: `${header}\n'${one},'${gold},'${game}\n`,
    sent: [first],
    says: /Cleaned 3 cells/,
  },
  'formulas of a text': {
    content: `${header}\n="${one}",="${gold}",="${game}"\n`,
    sent: [first],
    says: /Cleaned 3 cells/,
  },
  'formulas of a text, in quotes': {
    content: `${header}\n"=""${one}""",${gold},${game}\n`,
    sent: [first],
  },
  'formulas of a text beside cells in quotes': {
    content: `note,${header}\n"a,=""b"",c",="${one}","${gold}",="${game}"\n`,
    sent: [first],
  },
  'an apostrophe behind a blank': {
    content: `${header}\n '${one},${gold},${game}\n`,
    sent: [first],
  },
  'a receipt of NDJSON with blanks': {
    content: `${JSON.stringify({ receipt: ` ${one}\n`, product_id: gold, package: game })}\n`,
    sent: [first],
    says: /Cleaned 1 cell/,
  },
  'outer blanks that --force keeps': {
    content: `${header}\n ${one} ,${gold},${game}\n`,
    options: '--force',
    sent: [[` ${one} `, gold, game]],
  },
  ...Object.fromEntries(
    ['begin', 'Use date', 'BEGIN TRANSACTION', 'start transaction', 'set', 'copy', 'drop'].map(
      (name) => [
        `a first column that is called as SQL begins: ${name}`,
        {
          content: `${name};${header.replaceAll(',', ';')}\n1;${one};${gold};${game}\n`,
          sent: [first],
        },
      ],
    ),
  ),
  'nothing to clean': { content: good, sent: both },
  'a package that a database did not have': {
    content: `${header}\n${one},${gold},\\N\n${two},${gold},NULL\n`,
    packageOfProfile: game,
    sent: both,
    says: /2 rows without a package/,
  },
  'an empty package and one of blanks': {
    content: `${header}\n${one},${gold},\n${two},${gold}, \n`,
    packageOfProfile: game,
    sent: both,
  },
  'a package that is null in JSON': {
    content: `{"receipt":"${one}","product_id":"${gold}","package":null}\n`,
    packageOfProfile: game,
    sent: [first],
  },
  'a package of the row, which counts before the profile’s': {
    content: `${header}\n${one},${gold},${game}\n`,
    packageOfProfile: 'com.other',
    sent: [first],
  },
  'a package of the option, which counts before the profile’s': {
    content: `${header}\n${one},${gold},\\N\n`,
    options: `--package ${game}`,
    packageOfProfile: 'com.other',
    sent: [first],
  },
  'a product that a database did not have': {
    content: `${header}\n${one},\\N,${game}\n${two},NULL,${game}\n`,
    options: `--product-id ${gold}`,
    sent: both,
  },
  'a receipt and a purchase token': {
    content: `receipt,purchase_token,product_id,package\nMIIabc,${one},${gold},${game}\n`,
    sent: [first],
    says: /receipt from "purchase_token" \(not "receipt"\)/,
  },
  'the same in other spellings': {
    content: `Receipt;Purchase Token;product_id;package\nMIIabc;${one};${gold};${game}\n`,
    sent: [first],
    says: /receipt from "Purchase Token" \(not "Receipt"\)/,
  },
  'a receipt where the token is missing': {
    content: `receipt,purchase_token,product_id,package\n${one},\\N,${gold},${game}\n`,
    sent: [first],
  },
  'swapped columns, with the map that was told': {
    content: `${header}\n${gold},${one},${game}\n`,
    options: '--map receipt=product_id --map product_id=receipt',
    sent: [first],
  },
  'a zip file': {
    content: zipOf([{ name: 'purchases.csv', content: good }]),
    sent: both,
    says: /purchases\.csv/,
  },
  'a zip file whose member is stored, and in UTF-16': {
    content: zipOf([
      { name: 'p.csv', content: Buffer.from(`\ufeff${good}`, 'utf16le'), isStored: true },
    ]),
    sent: both,
  },
  'a gzip file of a zip file': {
    content: gzipSync(zipOf([{ name: 'p.csv', content: good }])),
    sent: both,
  },
  'the purchase JSON in a cell': {
    content: inCell(purchaseJson()),
    sent: [first],
    says: /purchase JSON in 1 row/,
  },
  'the purchase JSON under the name receipt': {
    content: inCell(purchaseJson(), 'receipt'),
    sent: [first],
  },
  'the purchase JSON in a column of --map': {
    content: inCell(purchaseJson(), 'data'),
    options: '--map receipt=data',
    sent: [first],
  },
  'the purchase JSON, which --force sends as a receipt': {
    content: `${header}\n${quoted(purchaseJson())},${gold},${game}\n`,
    options: '--force',
    sent: [[purchaseJson(), gold, game]],
  },
  'the purchase JSON as a text in JSON': {
    content: `${JSON.stringify({ receipt: purchaseJson() })}\n`,
    sent: [first],
  },
  'the purchase JSON of a library, with the store’s inside': {
    content: inCell(JSON.stringify({ store: 'GooglePlay', Payload: purchaseJson() }), 'receipt'),
    sent: [first],
  },
  'the purchase JSON beside a product of the row': {
    content: `receipt,product_id\n${quoted(purchaseJson({ productId: undefined }))},${gold}\n`,
    sent: [first],
  },
  'a header with blanks in it': {
    content: ` receipt , product_id , package \n${one},${gold},${game}\n`,
    sent: [first],
  },
  'rows that psql printed unaligned, without its count': {
    content: `receipt|product_id|package\n${one}|${gold}|${game}\n`,
    sent: [first],
  },
  'tabs of mysql --batch': {
    content: `receipt\tproduct_id\tpackage\n${one}\t${gold}\t${game}\n`,
    sent: [first],
  },
  'a column whose name begins as SQL does': {
    content: `create time,set,${header}\nnow,x,${one},${gold},${game}\n`,
    sent: [first],
  },
};

describe('A table of purchases is looked up: with', () => {
  it.each(Object.entries(isRead))('%s', async (_what, file) => {
    const { content, options, packageOfProfile, sent: expected, says } = file;
    const { ended, sent, words } = await lookUp(content, options, packageOfProfile);
    expect([ended.status, sent]).toEqual([0, expected]);
    if (says !== undefined) expect(words).toMatch(says);
    else expect(words).not.toMatch(/Cleaned 0|undefined/);
  });
});

it('What was cleaned is said in one line, with the first place, and the echo stays as it came', async () => {
  const rows = Array.from({ length: 500 }, (_, row) => ` ${token(row)} ,${gold},${game}\n`);
  const { ended, words } = await lookUp(`${header}\n${rows.join('')}`);
  expect(words.match(/Cleaned/g)).toHaveLength(1);
  expect(words).toMatch(
    /Cleaned 500 cells \(receipt 500\).*Spreadsheet row 2 \(line 2 of the file\)/,
  );
  expect(byRow(ended.out)[0]?.input?.['receipt']).toBe(` ${token(0)} `);
});

it('What was cleaned is said by a dry run, which sends nothing', async () => {
  const { ended, sent } = await lookUp(`${header}\n ${one},${gold},${game}\n`, '--dry-run');
  expect([ended.status, sent]).toEqual([0, []]);
  expect(ended.out).toMatch(/Cleaned 1 cell/);
});

interface RefusedFile {
  readonly content: string | Uint8Array;
  readonly options?: string;
  /** The way on, or the place. */
  readonly says: RegExp;
  readonly neverSays?: RegExp;
}

const psql = /psql "\$DATABASE" -c "\\copy \(select \* from .* to 'purchases\.csv' csv header"/;
const mysql = /mysql --batch -e "select \* from purchases" "\$DATABASE" > purchases\.tsv/;
const sqlite = /sqlite3 -header -csv "\$DATABASE" "select \* from purchases" > purchases\.csv/;
const values = `('${one}','${gold}','${game}')`;

const isRefused: Readonly<Record<string, RefusedFile>> = {
  'receipt and product swapped': {
    content: `${header}\n${gold},${one},${game}\n${gold},${two},${game}\n`,
    says: /--map receipt=product_id --map product_id=receipt/,
  },
  'receipt and product swapped, under other names': {
    content: `Purchase Token,SKU,package\n${gold},${one},${game}\n`,
    says: /--map receipt=SKU --map 'product_id=Purchase Token'/,
  },
  'receipt and package swapped': {
    content: `${header}\n${game},${gold},${one}\n`,
    says: /--map receipt=package --map package=receipt/,
  },
  'receipt and product swapped in NDJSON': {
    content: `${JSON.stringify({ receipt: gold, product_id: one, package: game })}\n`,
    says: /--map receipt=product_id --map product_id=receipt/,
  },
  'an INSERT dump of MySQL': {
    content: `-- MySQL dump 10.13\n/*!40101 SET NAMES utf8 */;\nINSERT INTO \`purchases\` VALUES ${values};\n`,
    says: mysql,
  },
  'an INSERT without anything above': {
    content: `INSERT INTO purchases (receipt, product_id, package) VALUES ${values};\n`,
    says: psql,
  },
  'a COPY dump': {
    content: `--\n-- PostgreSQL database dump\n--\n\nSET statement_timeout = 0;\nCOPY public.purchases (receipt, product_id, package) FROM stdin;\n${one}\t${gold}\t${game}\n\\.\n`,
    says: /select \* from public\.purchases/,
  },
  'a COPY alone': {
    content: `COPY purchases (receipt) FROM stdin;\n${one}\n\\.\n`,
    says: psql,
  },
  'a dump that begins with BEGIN': {
    content: `BEGIN;\r\nCREATE TABLE purchases (receipt text);\r\n`,
    says: psql,
  },
  'a dump that begins with USE': {
    content: `USE shop; \nINSERT INTO \`purchases\` VALUES ${values};\n`,
    says: mysql,
  },
  'a dump of SQLite': {
    content: `PRAGMA foreign_keys=OFF;\nBEGIN TRANSACTION;\nCREATE TABLE purchases (receipt text);\nINSERT INTO purchases VALUES('${one}');\nCOMMIT;\n`,
    says: sqlite,
  },
  'the aligned output of psql': {
    content: ` receipt | product_id | package \n---------+------------+---------\n ${one} | ${gold} | ${game}\n(1 row)\n`,
    says: psql,
  },
  'the aligned output of psql, of one column': {
    content: `receipt\n-------\n${one}\n(1 row)\n`,
    says: psql,
  },
  'the expanded output of psql': {
    content: `-[ RECORD 1 ]-----\nreceipt    | ${one}\nproduct_id | ${gold}\n`,
    says: psql,
  },
  'the lines of sqlite3': { content: `  receipt = ${one}\nproduct_id = ${gold}\n`, says: psql },
  'the rows of HTML': { content: `<TR><TH>receipt</TH></TR>\n`, says: /Export the table as CSV/ },
  'the table of mysql': {
    content: `+---------+------------+\n| receipt | product_id |\n+---------+------------+\n| ${one} | ${gold} |\n`,
    says: /mysql --batch -e/,
  },
  'a table of Markdown': {
    content: `| receipt | product_id |\n| --- | --- |\n| ${one} | ${gold} |\n`,
    says: psql,
  },
  'a login page': {
    content: '<!DOCTYPE html>\n<html><body>Sign in</body></html>\n',
    says: /login/,
  },
  'no receipts': {
    content: 'id,user,amount\n1,ann,3\n2,bob,4\n',
    says: /id, user, amount.*developers/,
    neverSays: /--map/,
  },
  'no receipts in NDJSON': {
    content: '{"id":1,"user":{"name":"ann"}}\n',
    says: /developers/,
    neverSays: /--map/,
  },
  'receipts under a name that is not usual': {
    content: `Kauf,product_id,package\n\\N,${gold},${game}\n${one},${gold},${game}\n`,
    says: /--map receipt="Kauf"/,
  },
  'purchase JSON under a name that is not usual': {
    content: inCell(purchaseJson(), 'data'),
    says: /--map receipt="data"/,
  },
  'order ids alone': { content: 'Order ID\nGPA.3391-2204-7716-50284\n', says: /developers/ },
  'two tables in a zip file': {
    content: zipOf([
      { name: 'a.csv', content: good },
      { name: 'b.csv', content: good },
    ]),
    says: /a\.csv, b\.csv.*unzip/,
  },
  'an encrypted zip file': {
    content: zipOf([{ name: 'a.csv', content: good, isEncrypted: true }]),
    says: /a password.*unzip/,
  },
  'a zip file that is cut': {
    content: zipOf([{ name: 'a.csv', content: good }]).subarray(0, 60),
    says: /damaged/,
  },
  'a workbook': {
    content: zipOf([
      { name: '[Content_Types].xml', content: '<x/>' },
      { name: 'xl/workbook.xml', content: '<x/>' },
    ]),
    says: /a spreadsheet/,
  },
};

describe('A file is refused before anything is sent or written, with the way on: with', () => {
  it.each(Object.entries(isRefused))('%s', async (_what, { content, options, says, neverSays }) => {
    place.put('out.ndjson', 'was there');
    const outOptions = `--out out.ndjson --overwrite ${options ?? ''}`;
    const { ended, sent, words } = await lookUp(content, outOptions);
    expect([ended.status, sent]).toEqual([2, []]);
    expect(place.got('out.ndjson')).toBe('was there');
    expect(words).toMatch(says);
    expect(words).not.toMatch(neverSays ?? /undefined/);
    expect(words).not.toContain(one);
  });
});

it('--resume knows a cleaned receipt again: with and without what was around it', async () => {
  const dirty = `${header}\n '${one}' ,${gold},${game}\n`.replace(`'${one}'`, `'${one}`);
  const before = await lookUp(dirty, '--out o.ndjson');
  const after = await lookUp(`${header}\n${one},${gold},${game}\n`, '--out o.ndjson --resume');
  expect([before.sent, after.sent, after.ended.status]).toEqual([[first], [], 0]);
});
