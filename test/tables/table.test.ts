import { Buffer } from 'node:buffer';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PvgError } from '../../src/failure.js';
import { cleanCell } from '../../src/tables/clean-cell.js';
import { openTable, type Table, type TableOptions } from '../../src/tables/table.js';
import { type TableRow } from '../../src/tables/table-row.js';

type Field = 'order_id' | 'receipt' | 'player';
type Options = Partial<TableOptions<Field>>;

const names = {
  order_id: ['order_id', 'orderId'],
  receipt: ['receipt', 'purchaseToken'],
  player: ['player'],
};

/** In pieces; `taken` is told how long each is. */
async function* piecesOf(
  content: string | Uint8Array,
  size: number,
  taken?: (bytes: number) => void,
) {
  const bytes = Buffer.from(content);
  for (let at = 0; at < bytes.length; at += size) {
    taken?.(size);
    yield await Promise.resolve(bytes.subarray(at, at + size));
  }
}

const opened = (
  content: string | Uint8Array,
  options: Options = {},
  pieceSize = 64 * 1024,
  taken?: (bytes: number) => void,
): Promise<Table<Field> | undefined> =>
  openTable(
    { chunks: piecesOf(content, pieceSize, taken), size: Buffer.byteLength(content) },
    { names, map: new Map(), name: 'x.csv', onNote: () => undefined, ...options },
  );

async function rowsOf(
  content: string | Uint8Array,
  options: Options = {},
  pieceSize?: number,
): Promise<TableRow<Field>[]> {
  const table = await opened(content, options, pieceSize);
  const rows: TableRow<Field>[] = [];
  for await (const some of table?.rows ?? []) rows.push(...some);
  return rows;
}

const row = { order_id: 'GPA.1', player: 'Zoë €' };
const csv = (delimiter = ',', newline = '\n'): string =>
  ['Order ID,player', 'GPA.1,Zoë €', ','].join(newline).replaceAll(',', delimiter);

/** `Zoë €` in Windows-1252. */
const windows = (text: string): Buffer => Buffer.from(text.replaceAll('€', '\x80'), 'latin1');
const utf16be = (text: string): Buffer => Buffer.from(`\ufeff${text}`, 'utf16le').swap16();

describe('A table is read the same', () => {
  const json = JSON.stringify(row);
  it.each<[string, string | Uint8Array]>([
    ['as CSV', csv()],
    ['with a byte order mark', `\ufeff${csv()}`],
    ['with tabs', csv('\t')],
    ['with Excel’s line for the separator', `sep=|\r\n${csv('|', '\r\n')}`],
    ['with the same behind a mark, in quotes', `\ufeff"sep=;"\r\n${csv(';', '\r\n')}`],
    ['with CRLF', csv(',', '\r\n')],
    ['with the line ends of an old Mac', csv(',', '\r')],
    ['with empty lines before the header', `\n\n${csv()}`],
    ['in quotes', '"Order ID","player"\n"GPA.1","Zoë €"\n'],
    ['in UTF-16, little end first', Buffer.from(`\ufeff${csv('\t')}`, 'utf16le')],
    ['in UTF-16, big end first', utf16be(csv(';'))],
    ['in Windows-1252', windows(csv(';'))],
    ['gzipped', gzipSync(csv())],
    ['gzipped in UTF-16', gzipSync(utf16be(csv()))],
    ['as NDJSON', `${json}\n`],
    ['as an array on many lines', JSON.stringify([row], null, 2)],
    ['as arrays in an array', `[[${json}],[]]`],
    ['as one object', JSON.stringify(row, null, '\t')],
    ['as NDJSON in Windows-1252', windows(json)],
    ['as a page of a list', JSON.stringify({ kind: 'page', list: [row], pageInfo: {} })],
    [
      'as pages one by one',
      `{"list":[]}\n{"pageInfo":{}}${JSON.stringify({ list: [row] }, null, 1)}`,
    ],
    ['as pages in an array', JSON.stringify([{ list: [row] }, { tokenPagination: {} }])],
  ])('%s', async (_what, content) => {
    const options = { list: String(content).includes('list') ? 'list' : undefined };
    for (const pieceSize of [1, 3, 64 * 1024]) {
      const rows = await rowsOf(content, options, pieceSize);
      expect(rows.map(({ values, problem }) => [values, problem])).toEqual([[row, undefined]]);
    }
  });
});

describe('A table says', () => {
  it.each([
    ['Windows-1252', windows(csv()), ['x.csv is not UTF-8: it is read as Windows-1252.']],
    ['UTF-16', utf16be(csv()), ['x.csv is UTF-16: it is read as UTF-16.']],
    ['nothing of UTF-8', csv(), []],
    ['nothing of a NUL in a cell', `${csv()}GPA.9,\0`, []],
  ])('that it is %s', async (_what, content, expected) => {
    const told: string[] = [];
    await rowsOf(content, { onNote: (sentence) => told.push(sentence) });
    expect(told).toEqual(expected);
  });
});

describe('A table is refused', () => {
  const saveAs = 'In Excel: Save as, CSV UTF-8.';
  it.each<[string, Uint8Array, string]>([
    [
      'in Cyrillic of Windows',
      Buffer.from([...Buffer.from('order_id\n'), 0xcf, 0xf0, 0xe8, 0xe2]),
      saveAs,
    ],
    [
      'with a byte that Windows-1252 does not have',
      Buffer.from('order_id\n\x81', 'latin1'),
      saveAs,
    ],
    [
      'in UTF-8 and then not',
      Buffer.concat([Buffer.from('order_id\nZoë\n'), windows('ë')]),
      saveAs,
    ],
    ['in UTF-16 that is cut', Buffer.from(`\ufeff${csv()}`, 'utf16le').subarray(0, -1), saveAs],
    ['in UTF-16 without a mark', Buffer.from(csv(), 'utf16le'), 'without a byte order mark'],
    ['as a zip file that is cut', Buffer.from('PK\x03\x04…'), 'a zip file that is cut or damaged'],
    [
      'with a wrong byte, by line and character',
      Buffer.concat([Buffer.from('order_id\nZoë\nab'), windows('ë')]),
      'line 3, character 3',
    ],
    [
      'with a byte that Windows-1252 does not have, by its line, not by that of an é before it',
      windows('order_id\nZoë\n12345\n\x81'),
      'line 4, character 1',
    ],
    [
      'with such a byte in a later piece, too',
      Buffer.concat([windows(`order_id\nZoë\n${'x\n'.repeat(20_000)}`), windows('é\x81')]),
      'line 20003, character 2',
    ],
    ['packed more than twice', gzipSync(gzipSync(gzipSync(csv()))), 'packed more than twice'],
    [
      'as a gzip file that is cut',
      gzipSync(csv()).subarray(0, -9),
      'is a gzip file that is cut or damaged',
    ],
  ])('%s', async (_what, content, says) => {
    const { message, details } = await rowsOf(content).then(
      () => new PvgError('internal', 'It was read.'),
      (error: unknown) => error as PvgError,
    );
    expect(`${message} ${details.hint ?? ''}`).toContain(says);
  });
});

describe('A CSV', () => {
  it('keeps line breaks and quotes of a cell, and knows line and spreadsheet row of each record', async () => {
    const text =
      'sep=,\norder_id,player\n"GPA.1","a\r\nb"\n\nGPA.2,"say ""hi"""\r\n"GPA.3",x\nGPA.4,y';
    const rows = await rowsOf(text, {}, 7);
    expect(rows.map(({ line, sheetRow, values }) => [line, sheetRow, values.player])).toEqual([
      [3, 2, 'a\r\nb'],
      [6, 4, 'say "hi"'],
      [7, 5, 'x'],
      [8, 6, 'y'],
    ]);
  });

  it('takes a quote that begins no cell as it is', async () => {
    const rows = await rowsOf('order_id\tplayer\nGPA.1\t{"a":"b\nGPA.2\t"c"\n');
    expect(rows.map(({ values }) => values.player)).toEqual(['{"a":"b', 'c']);
  });

  it.each([
    ['that is not closed', 'order_id,b\nGPA.1,2\n"GPA.2,2\nGPA.3,3\n', 3, 1],
    ['with text behind it', 'order_id,b\n"GPA.1",2\n\n"GPA.2"x,2\n"GPA.3",3\n', 4, 1],
    ['inside another cell of a record with quotes', 'order_id,b\n"GPA.2",5" screen,"\n', 2, 2],
  ])(
    'gives the rows before a quote %s, and names line and cell',
    async (_what, text, line, cell) => {
      const seen: (string | undefined)[] = [];
      const read = async (): Promise<void> => {
        const table = await opened(text, {}, 9);
        for await (const rows of table?.rows ?? [])
          seen.push(...rows.map(({ values }) => values.order_id));
      };
      await expect(read()).rejects.toThrow(
        new RegExp(
          `x\\.csv, line ${line}: the row has a quote that is not closed.*cell ${cell}\\.`,
        ),
      );
      expect(seen).toEqual(line === 2 ? [] : ['GPA.1']);
    },
  );

  it.each([
    [
      'an open quote',
      `order_id\n"${'x\n'.repeat(5_000_000)}`,
      /line 2: .* a quote that is not closed/,
    ],
    ['a line', `order_id\n${'x'.repeat(10_000_000)}`, /line 2: the row is longer than 1 MB/],
  ])('is not read for more than 1 MB after %s', async (_what, text, says) => {
    let given = 0;
    const table = opened(text, {}, 64 * 1024, (bytes) => (given += bytes));
    const read = async (): Promise<void> => {
      for await (const rows of (await table)?.rows ?? []) expect(rows).toEqual([]);
    };
    await expect(read()).rejects.toThrow(says);
    expect(given).toBeLessThan(1.2 * 1024 * 1024);
  });

  it('has a row with too many cells as a problem of that row, with all of its cells', async () => {
    const [bad, good] = await rowsOf('order_id,b\nGPA.1,2,3\nGPA.2,2\n');
    expect(bad).toMatchObject({ problem: 'has 3 cells, but the header has 2', values: {} });
    expect(bad?.inputJson()).toBe('{"order_id":"GPA.1","b":"2","column 3":"3"}');
    expect(good?.values).toEqual({ order_id: 'GPA.2' });
  });

  it.each(['', 'NULL', '\\N'])('has %j as a missing value', async (cell) => {
    expect((await rowsOf(`order_id,player\nGPA.1,${cell}\n`))[0]?.values).toEqual({
      order_id: 'GPA.1',
    });
  });
});

describe('JSON', () => {
  it('has a line that is not JSON as a problem of that line', async () => {
    const rows = await rowsOf('{"orderId":"GPA.1"}\n{"orderId":\n7\n{"orderId":"GPA.4"}');
    expect(
      rows.map(({ line, values, problem }) => [line, values.order_id, problem?.slice(0, 15)]),
    ).toEqual([
      [1, 'GPA.1', undefined],
      [2, undefined, 'is not JSON: th'],
      [3, undefined, 'is not a JSON o'],
      [4, 'GPA.4', undefined],
    ]);
  });

  it.each([
    ['cut in a row', '[{"orderId":"GPA.1"},\n{"orderId":"GP', 2],
    ['cut behind a row', '[\n{"orderId":"GPA.1"}\n', 3],
    ['with a text instead of a row', '[{"orderId":"GPA.1"}, "GPA.2"]', 1],
    ['with another bracket', '[{"orderId":"GPA.1"}]\n}', 2],
  ])('is a problem when it is %s', async (_what, text, line) => {
    const rows = await rowsOf(text, {}, 5);
    expect(rows.map((each) => [each.problem === undefined, each.line])).toEqual([
      [true, text.startsWith('[\n') ? 2 : 1],
      [false, line],
    ]);
  });

  it('keeps every digit and gives the row as it came on one line', async () => {
    const [first] = await rowsOf('[{"order_id": 12345678901234567890,\n\t"player": 1.50}]');
    expect(first?.values).toEqual({ order_id: '12345678901234567890', player: '1.50' });
    expect(first?.inputJson()).toBe('{"order_id": 12345678901234567890,  "player": 1.50}');
  });

  it('takes names such as __proto__ for members like any other', async () => {
    const rows = await rowsOf(
      '{"__proto__":{"order_id":"GPA.0"},"constructor":1,"orderId":"GPA.1"}',
    );
    expect(rows.map(({ values }) => values)).toEqual([{ order_id: 'GPA.1' }]);
  });

  it('streams a document of many megabytes', async () => {
    const page = `{"voidedPurchases":[${Array.from({ length: 40_000 }, (_, at) => `{"orderId":"GPA.${at}","x":"[}\\""}`).join(',')}]}`;
    const rows = await rowsOf(page, { list: 'voidedPurchases' });
    expect([rows.length, rows.at(-1)?.values.order_id]).toEqual([40_000, 'GPA.39999']);
  });
});

describe('An id', () => {
  const blanks = fc.stringMatching(/^[ \t\u00a0\ufeff\u3000]{0,3}$/);
  const id = fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9._=+/"'-]{0,20}[A-Za-z0-9._-]$/);
  const around = fc.constantFrom(['', ''], ["'", ''], ['="', '"'], [`'="`, '"'], ['= "', '"']);
  it('is read without what stands around it, and is else unchanged', () =>
    fc.assert(
      fc.property(id, blanks, blanks, around, (text, before, after, [open, close]) => {
        const cell = `${before}${open ?? ''}${text}${close ?? ''}${after}`;
        expect(cleanCell(cell)).toBe(text);
        expect(cleanCell(text)).toBe(text);
      }),
      { numRuns: 300 },
    ));
});

describe('The columns', () => {
  const to = (column: string) => new Map([['order_id' as const, column]]);
  const inA = { names: { order_id: ['a.order_id'] }, nested: ['a'] };
  it.each<[string, string, Options, Partial<Record<Field, string>>]>([
    [
      'are known by usual names',
      'Order-ID,Purchase Token\n1,2\n',
      {},
      { order_id: '1', receipt: '2' },
    ],
    ['prefer the better name', 'orderId,order_id\n1,2\n', {}, { order_id: '2' }],
    ['prefer the exact spelling', 'Order ID,orderId\n1,2\n', {}, { order_id: '2' }],
    ['skip an empty cell for the next best', 'order_id,orderId\n,2\n', {}, { order_id: '2' }],
    ['are those of the map', 'order_id,Nr\n1,2\n', { map: to('Nr') }, { order_id: '2' }],
    [
      'of the map count for nothing else',
      'receipt,b\n1,2\n',
      { map: to('receipt') },
      { order_id: '1' },
    ],
    ['of a map are paths', '{"a":{"b":[7]}}', { map: to('a.b.0') }, { order_id: '7' }],
    [
      'are found in nested members',
      '{"a":{"Order ID":"1"},"order_id":"0"}',
      inA,
      { order_id: '1' },
    ],
    [
      'lose the mark of a formula where pvg made it',
      "receipt\n'=1\n",
      { mayBeOwnOutput: true },
      { receipt: '=1' },
    ],
    ['lose it where an id has it', "receipt\n'=1\n", {}, { receipt: '=1' }],
    ['lose it in JSON', `{"receipt":"'=1"}`, {}, { receipt: '=1' }],
    ['keep it where there is no id', "player\n'=1\n", {}, { player: "'=1" }],
    ['keep blanks where there is no id', 'player\n x \n', {}, { player: ' x ' }],
  ])('%s', async (_what, text, options, values) => {
    expect((await rowsOf(text, options)).map((each) => each.values)).toEqual([values]);
  });

  it('tell which names were guessed, and which columns look like a field but are not used', async () => {
    const row = 'x,y,GPA.1234-5678-9012-34567,com.example.game';
    const table = await opened(`Token,Purchase Token,Nr,Paket\n${row}\n`);
    for await (const rows of table?.rows ?? []) expect(rows.length).toBeLessThan(2);
    expect(table?.columns.guesses(['receipt', 'order_id'])).toEqual([
      'receipt from "Purchase Token"',
    ]);
    expect(table?.columns.unmatchedColumns(['order_id', 'receipt'])).toEqual([['order_id', 'Nr']]);
  });
});

it.each(['', '\n \n', '\ufeff'])('Nothing has no rows: %j', async (text) => {
  expect(await rowsOf(text)).toEqual([]);
});
