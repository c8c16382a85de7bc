import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Candidate } from '../../src/input/pasted/candidates.js';
import { withoutEmphasis } from '../../src/input/pasted/emphasis.js';
import { describeLeftOut } from '../../src/input/pasted/left-out.js';
import { readPasted } from '../../src/input/pasted/read.js';
import { doubtReceipt } from '../../src/input/receipt.js';

/** What programs, spreadsheets and chats make of a purchase: it comes out unchanged, or is refused. */

type Purchase = Required<Candidate>;
type Write = (purchase: Purchase) => string;
const plain: Purchase = {
  receipt: 'hgoeapcmjbkjmkihjllgpkhn.AO-J1OxTokenOfTheStore_1-2aB3cD4eF5gH6iJ7kL8mN9oP0qR1sT2uV3wX',
  productId: 'gems_100',
  package: 'com.example.game',
  orderId: 'GPA.1234-5678-9012-34567',
};

const json: Write = ({ receipt, productId, package: packageName, orderId }) =>
  JSON.stringify({ orderId, packageName, productId, purchaseState: 0, purchaseToken: receipt });
const cell: Write = (purchase) => `"${json(purchase).replaceAll('"', '""')}"`;
const python: Write = (purchase) =>
  json(purchase)
    .replaceAll('"', "'")
    .replace(/\}$/, ", 'acknowledged': True, 'developerPayload': None, 'list': [1, 2]}");
const address: Write = (p) =>
  `https://androidpublisher.googleapis.com/androidpublisher/v3/applications/${p.package}/purchases/products/${p.productId}/tokens/${p.receipt}`;
const members = (p: Purchase): [string, string][] => [
  ['orderId', p.orderId],
  ['packageName', p.package],
  ['productId', p.productId],
  ['purchaseToken', p.receipt],
];
const header = 'order_id,package,sku,purchase_token';
const row: Write = (p) => [p.orderId, p.package, p.productId, p.receipt].join(',');
const markdown: Write = (p) =>
  members(p)
    .map(([name, value]) => `| ${name} | ${value.replaceAll('_', '\\_')} |`)
    .join('\n');

const fields: Write = (p) =>
  members(p)
    .map(([name, value]) => `${name}=${value}`)
    .join(' ');
const labelled =
  (names: readonly string[], colon = ': '): Write =>
  (p) =>
    [p.orderId, p.package, p.productId, p.receipt]
      .map((value, index) => `${names[index] ?? ''}${colon}${value}`)
      .join('\n');

/** What a log, a form or a person puts on one line. */
const onOneLine: Readonly<Record<string, Write>> = {
  'fields on one line': fields,
  'fields with the receipt first': (p) => fields(p).split(' ').toReversed().join(' '),
  'fields with commas': (p) => fields(p).replaceAll(' ', ', '),
  'fields with semicolons': (p) => fields(p).replaceAll(' ', '; '),
  'fields of a form': (p) => fields(p).replaceAll(' ', '&'),
  'fields in a log': (p) => `2026-11-28 12:00:01 INFO purchase ${fields(p)} state=0`,
  'fields in a log, with a word at the end': (p) =>
    `12:00 WARN ${fields(p).split(' ').toReversed().join(' ')} failed`,
  'fields of Java': (p) => `Purchase(${fields(p).replaceAll(' ', ', ')})`,
  'a map of Java': (p) => `grant failed {${fields(p).replaceAll(' ', ', ')}}`,
  'fields in quotes': (p) => fields(p).replaceAll(/=(\S+)/g, '="$1"'),
  'names and values with commas': (p) => fields(p).replaceAll(' ', ', ').replaceAll('=', ': '),
  'fields before a sentence': (p) => `${fields(p)}\nCould you check this purchase?`,
  'lines of a log': (p) => `12:00 INFO ${fields(p)}\n12:01 INFO ${fields(p)}\n`,
};

const rowBelow = (p: Purchase): string => `${header}\n${row(p)}`;
const amongLines: Readonly<Record<string, Write>> = {
  'a table below a sentence': (p) => `Hi Anna, here is the export:\n${rowBelow(p)}\n`,
  'a table above a sentence': (p) => `${rowBelow(p)}\nThanks, all the best, and bye, Mai`,
  'a table in a mail': (p) => `Hallo,\n\nanbei:\n\n${rowBelow(p)}\n\nGruß\nMai`,
  'a table with semicolons in a mail': (p) =>
    `Hallo,\nanbei:\n${rowBelow(p).replaceAll(',', ';')}\nViele Grüße`,
  'a table with tabs in a mail': (p) =>
    `Hallo,\nanbei:\n${rowBelow(p).replaceAll(',', '\t')}\nViele Grüße`,
  'a table with quotes in a mail': (p) =>
    `Here it is:\n"${header.replaceAll(',', '","')}"\n"${row(p).replaceAll(',', '","')}"\nBye`,
};

const inOtherLanguages: Readonly<Record<string, Write>> = {
  German: labelled(['Bestellnummer', 'Paketname', 'Produkt-ID', 'Kauftoken']),
  Spanish: labelled(['Número de pedido', 'Paquete', 'ID del producto', 'Token de compra']),
  French: labelled(['Commande', 'Nom du package', 'Produit', 'Jeton d’achat'], '\u00A0: '),
  Indonesian: labelled(['Nomor pesanan', 'Nama paket', 'Kode produk', 'Token pembelian']),
  Japanese: labelled(['注文番号', 'パッケージ', '商品ID', 'トークン'], '\uFF1A'),
  Korean: labelled(['주문 번호', '패키지', '상품 ID', '구매 토큰']),
  Portuguese: labelled(['Número do pedido', 'Pacote', 'Produto', 'Token da compra']),
  Russian: labelled(['Номер заказа', 'Имя пакета', 'Товар', 'Токен']),
  Turkish: labelled(['Sipariş no', 'Paket adı', 'Ürün', 'Satın alma jetonu']),
  'Turkish, as the store says it': labelled([
    'Sipariş numarası',
    'Paket adı',
    'Ürün kimliği',
    'Satın alma belirteci',
  ]),
  Thai: labelled(['หมายเลขคำสั่งซื้อ', 'ชื่อแพ็กเกจ', 'รหัสสินค้า', 'โทเค็นการซื้อ']),
  'Thai, in short': labelled(['คำสั่งซื้อ', 'แพ็กเกจ', 'สินค้า', 'โทเค็น'], ' : '),
  'German with hyphens': labelled(['Bestell-Nr', 'Paket-Name', 'Produkt-Nummer', 'Kauf-Token']),
  'Vietnamese, of a purchase': labelled(['Số đơn hàng', 'Gói', 'Mã sản phẩm', 'Mã giao dịch mua']),
  'Chinese, traditional': labelled(['訂單號', '套件名稱', '商品編號', '購買權杖'], '\uFF1A'),
  Vietnamese: labelled(['Mã đơn hàng', 'Tên gói', 'Sản phẩm', 'Mã token']),
  Chinese: labelled(['订单号', '包名', '商品ID', '购买令牌'], '\uFF1A'),
};

const forms: Readonly<Record<string, Write>> = {
  ...onOneLine,
  ...amongLines,
  ...inOtherLanguages,
  'a cell of a CSV': cell,
  'a cell without its quotes': (p) => cell(p).slice(1, -1),
  'a row with a cell, below its header': (p) => `id,purchase_json\n17,${cell(p)}\n`,
  'a row with a cell, without its header': (p) => `17,${cell(p)},done`,
  'a row below its header': (p) => `${header}\n${row(p)}\n`,
  'a row with semicolons': (p) => `${header}\n${row(p)}\n`.replaceAll(',', ';'),
  'a row with tabs': (p) => `${header}\r\n${row(p)}\r\n`.replaceAll(',', '\t'),
  'a row with every cell quoted': (p) => `${header}\n"${row(p).replaceAll(',', '","')}"\n`,
  'a Markdown table of names': (p) => `| field | value |\n|---|---|\n${markdown(p)}\n`,
  'a Markdown table with a header': (p) =>
    `| ${header.replaceAll(',', ' | ')} |\n|---|:--|--:|---|\n| ${row(p).replaceAll(',', ' | ')} |`,
  'a Markdown table with code': (p) =>
    `| field | value |\n|---|---|\n${members(p)
      .map(([name, value]) => `| **${name}** | \`${value}\` |`)
      .join('\n')}`,
  'JSON with the escapes of a chat': (p) => json(p).replaceAll('_', '\\_'),
  'a dump of Python': (p) => `2026-11-21 WARNING grant: ${python(p)}\n`,
  'a dump of Python in a list': (p) => `[${python(p)}, ${python(p)}]`,
  'a dump of Ruby': (p) => json(p).replaceAll('":', '"=>').replace(/\}$/, ', "x"=>nil}'),
  'a dump of Node’s console': (p) =>
    `{\n${members(p)
      .map(([name, value]) => `  ${name}: '${value}'`)
      .join(',\n')},\n  ok: false\n}`,
  'a dump of Ruby with symbols': (p) =>
    `{${members(p)
      .map(([name, value]) => `:${name}=>"${value}"`)
      .join(', ')}, :state=>:paid, :ids=>[:a, :"b c"], :true=>nil}`,
  'a dump of Ruby with quoted symbols': (p) =>
    `{${members(p)
      .map(([name, value]) => `:"${name}" => "${value}"`)
      .join(', ')}}`,
  'a dump of Ruby 3.4': (p) =>
    `{${members(p)
      .map(([name, value]) => `${name}: "${value}"`)
      .join(', ')}, state: :paid, "b c": nil}`,
  'a dump without blanks': (p) =>
    `{${members(p)
      .map(([name, value]) => `${name}:'${value}'`)
      .join(',')},acknowledged:true,list:[null]}`,
  'print_r of PHP': (p) =>
    `Array\n(\n${members(p)
      .map(([name, value]) => `    [${name}] => ${value}`)
      .join('\n')}\n    [purchaseState] => 0\n)\n`,
  'var_export of PHP': (p) =>
    `array (\n${members(p)
      .map(([name, value]) => `  '${name}' => '${value}'`)
      .join(',\n')},\n  'state' => 0,\n)`,
  'var_dump of PHP': (p) =>
    `array(4) {\n${members(p)
      .map(([name, value]) => `  ["${name}"]=>\n  string(${value.length}) "${value}"`)
      .join('\n')}\n}\n`,
  'lines of other names': (p) =>
    `Order number: ${p.orderId}\nSKU: ${p.productId}\nApp: ${p.package}\nToken: ${p.receipt}\nState: 0\n`,
  'JSON quoted with bars': (p) => json(p).replaceAll(',', ',\n').replace(/^/gm, '| '),
  'JSON quoted with bars twice': (p) => json(p).replaceAll(',', ',\n').replace(/^/gm, '| | '),
  'lines quoted with bars': (p) =>
    `Hello,\norder: ${p.orderId}\nSKU: ${p.productId}\nApp: ${p.package}\nToken: ${p.receipt}\n\nMai`.replace(
      /^/gm,
      '| ',
    ),
  'lines with names of a console': (p) =>
    `Google order id: ${p.orderId}\nItem ID: ${p.productId}\nApp id: ${p.package}\nPurchase token: ${p.receipt}\nPurchase time: 17\n`,
};

const addresses: Readonly<Record<string, Write>> = {
  'an address alone': address,
  'an address in a log': (p) => `GET ${address(p)}?alt=json 400 Bad Request\n`,
  'an address with a method': (p) => `POST ${address(p)}:acknowledge 204`,
  'an address in backticks': (p) => `Client error: \`GET ${address(p)}\` resulted in a 400`,
  'an address before an answer': (p) => `${address(p)}\n{"error":{"code":400,"message":"m"}}`,
};

function found(text: string): Candidate | 'refused' {
  const pasted = readPasted(text);
  if (pasted.kind !== 'purchase' || doubtReceipt(pasted.purchase.receipt)) return 'refused';
  return pasted.purchase;
}

it.each(Object.entries(inOtherLanguages))('labels in %s are read in a chat, too', (_, write) => {
  const text = write(plain).replace(/^/gm, '[10:02] Mai: ');
  expect(found(`${text}\n[10:03] Mai: 何も届きません`)).toEqual(plain);
});

it.each([
  'token=kdjm****jTi8 product=gems_100 package=com.example.game',
  'token=kdjmxxxx product=gems_100 package=com.example.game',
  `token=${plain.receipt} 9Yn3 product=gems_100`,
  `product=gems_100 token=${plain.receipt}\n9Yn3QTgC6sL0k`,
  `product=gems_100&token=${plain.receipt}%3D`,
  `${header}\n${row(plain)}\n9Yn3QTgC6sL0k`,
  `Here:\n${header}\n${row(plain)}\n\n9Yn3QTgC6sL0k\nThanks`,
])('a receipt that was masked or broken is refused: %s', (text) => {
  expect(found(text)).toBe('refused');
});

it('other tokens on a line are not the receipt', () => {
  const { receipt, orderId } = plain;
  const text = `access_token=abc id-token=def session token: ghi order=${orderId} token=${receipt}`;
  expect(found(text)).toEqual({ receipt, orderId });
});

describe('a purchase as', () => {
  it.each(Object.entries(forms))('%s is read', (_form, write) => {
    expect(found(write(plain))).toEqual(plain);
  });

  it.each(Object.entries(addresses))('%s is read', (_form, write) => {
    const { receipt, productId, package: packageName } = plain;
    expect(found(write(plain))).toEqual({ receipt, productId, package: packageName });
  });

  it.each(Object.entries({ ...forms, ...addresses }))(
    '%s is not left out of itself, and keeps its marks or loses those around it',
    (_form, write) => {
      const whole = write(plain);
      const read = found(whole);
      expect(found(withoutEmphasis(whole)?.text ?? whole)).toEqual(read);
      for (const width of [20, 33, 60, 76, 1000]) {
        const text = inLines(whole, width);
        if (found(text) !== 'refused') expect(describeLeftOut(text, [plain]), text).toBeUndefined();
      }
    },
  );
});

it.each([
  ['the receipt first', [3, 0, 2, 1]],
  ['the receipt last', [0, 2, 1, 3]],
  ['the receipt in the middle', [2, 3, 0, 1]],
])('a row with tabs and without a header is read, %s, also with a time', (_order, columns) => {
  const cells = row(plain).split(',');
  const text = columns.map((column) => cells[column]).join('\t');
  for (const each of [text, `28.11.2026 10:02\t${text}`, `${text}\t28.11.2026 10:02\n`]) {
    expect(found(each)).toEqual(plain);
  }
});

const receipts = fc.oneof(
  fc.string({ unit: fc.constantFrom(...'aZ09-_.~:+/=&;,|\'"\\`()*# '), minLength: 1 }),
  fc.string({ unit: fc.constantFrom(...'abcXYZ0189-_.'), minLength: 20, maxLength: 150 }),
  fc.constantFrom(plain.receipt, 'a\\_b', "a'b", 'a""b', 'a","b', 'x:acknowledge'),
);
const name = fc.string({ unit: fc.constantFrom(...'abcz019._'), minLength: 1, maxLength: 30 });
const purchases = fc.record({
  receipt: receipts,
  productId: name,
  package: name,
  orderId: fc.constant(plain.orderId),
});

/** As a program breaks a text at a width. */
function inLines(text: string, width: number): string {
  const pieces = Array.from({ length: Math.ceil(text.length / width) }, (_, index) =>
    text.slice(index * width, (index + 1) * width),
  );
  return pieces.join('\n');
}

/** Those that quote what they write; in the others a quote in the receipt ends it, and no program writes one. */
const isOfToken = /^[\w.~:+/=&-]+$/;

it.each(Object.entries({ ...forms, ...addresses }))(
  'a random purchase as %s comes out unchanged or is refused, also in broken lines',
  (_form, write) => {
    fc.assert(
      fc.property(purchases, fc.integer({ min: 10, max: 120 }), (purchase, width) => {
        fc.pre(isOfToken.test(purchase.receipt));
        const whole = write(purchase);
        for (const text of [whole, inLines(whole, width)]) {
          const got = found(text);
          if (got !== 'refused') expect(got.receipt, text).toBe(purchase.receipt);
        }
      }),
      { numRuns: 60 },
    );
  },
);
