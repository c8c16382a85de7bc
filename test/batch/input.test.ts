import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openRows } from '../../src/batch/read-rows.js';
import type { Row, RowSettings } from '../../src/batch/row.js';
import { readShard } from '../../src/batch/shard.js';
import { PvgError } from '../../src/failure.js';
import { JsonObject } from '../../src/text/json/json.js';
import { parseJson } from '../../src/text/json/parse.js';

/** How an input becomes rows: what is asked, what is echoed, what is refused. */

const settings: RowSettings = { map: new Map(), ofAll: {}, force: true };
const never = new AbortController().signal;

async function* piecesOf(bytes: Uint8Array, cuts: readonly number[]): AsyncGenerator<Uint8Array> {
  let at = 0;
  for (const cut of [...cuts.filter((each) => each < bytes.length), bytes.length].sort((a, b) => a - b)) {
    await Promise.resolve();
    if (cut > at) yield bytes.subarray(at, cut);
    at = Math.max(at, cut);
  }
}

async function read(
  input: string | Uint8Array,
  { cuts = [], bytes, ...more }: Partial<RowSettings> & { cuts?: readonly number[]; bytes?: number } = {},
): Promise<Row[]> {
  const all = Buffer.from(input);
  const chunks = piecesOf(all, cuts);
  const { rows } = await openRows({ chunks, size: bytes }, { ...settings, ...more }, never);
  const found: Row[] = [];
  for await (const some of rows) found.push(...some);
  return found;
}

const membersOf = (input: string): unknown => {
  const json = parseJson(input);
  return json instanceof JsonObject ? json.members : json;
};

const header = 'receipt,product_id,package';
const problems = (rows: readonly Row[]): (string | undefined)[] => rows.map(({ problem }) => problem?.says);

describe('os and os_id', () => {
  const missing = Symbol('missing');
  const osIds = [missing, null, '', 1, 2, '1', '2', 3, true];
  // A: asked for as Android; i: iOS, which cannot be looked up; !: they contradict each other; x: neither.
  it.each([
    [missing, 'AAAAiAixx'],
    [null, 'AAAAiAixx'],
    ['', 'AAAAiAixx'],
    ['android', 'AAAA!A!xx'],
    ['ANDROID', 'AAAA!A!xx'],
    ['ios', 'iii!i!ixx'],
    [1, 'AAAA!A!xx'],
    [['android'], 'xxxxxxxxx'],
    [{ id: 1 }, 'xxxxxxxxx'],
    [5, 'xxxxxxxxx'],
    ['windows', 'xxxxxxxxx'],
    [false, 'xxxxxxxxx'],
  ])('os %j', async (os, expected) => {
    const lines = osIds.map((osId) =>
      JSON.stringify({
        ...(os !== missing && { os }),
        ...(osId !== missing && { os_id: osId }),
        receipt: 't',
        product_id: 'g',
        package: 'p',
      }),
    );
    const good = '{"receipt":"t","product_id":"g","package":"p"}';
    const [, ...rows] = await read([good, ...lines].join('\n'));
    const marks = rows.map(({ purchase, problem }) => {
      if (purchase !== undefined) return 'A';
      if (problem?.code === 'not-shown') return 'i';
      return problem?.says.includes('contradict') === true ? '!' : 'x';
    });
    expect(marks.join('')).toBe(expected);
  });

  it.each([
    ['os,os_id', ['android,1', ',1', 'android,', ','], [',2', 'ios,1', 'android,2', 'x,1', '1,3', 'ios,']],
    ['os_id,os', ['1,android', '1.0,', ' 1 ,'], ['2,', '2.0,android', '0,']],
    ['os,platform', [',Android'], [',ios', 'android,iOS']],
  ])('in the columns %s of a CSV', async (columns, asked, refused) => {
    const rows = await read(
      [`${columns},${header}`, ...[...asked, ...refused].map((cells) => `${cells},t,g,p`)].join('\n'),
    );
    expect(rows.map(({ purchase }) => purchase !== undefined)).toEqual([
      ...asked.map(() => true),
      ...refused.map(() => false),
    ]);
  });

  it('--map os=<column> names the one that counts', async () => {
    const text = `os,os_id,${header}\nandroid,2,t,g,p\n`;
    expect((await read(text, { map: new Map([['os', 'os']]) }))[0]?.purchase).toBeDefined();
  });
});

describe('a member of the wrong type is never taken for a missing one', () => {
  it.each([
    ['product_id', ['g'], 'has a product_id that is neither text nor a number'],
    ['package', { name: 'p' }, 'has a package that is neither text nor a number'],
    ['receipt', true, 'has a receipt that is neither text nor a number'],
  ])('%s', async (name, value, says) => {
    const good = { receipt: 't', product_id: 'g', package: 'p' };
    const text = [good, { ...good, [name]: value }].map((row) => JSON.stringify(row)).join('\n');
    const rows = await read(text, { ofAll: { product_id: 'other', package: 'other' } });
    expect(rows[1]).toMatchObject({ purchase: undefined, problem: { says: `Line 2 ${says}.` } });
  });
});

describe('the echo of the input', () => {
  const cell = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 6 }),
    fc.string({
      unit: fc.constantFrom(
        '"',
        ',',
        ';',
        '\u{11080}',
        '\u{11081}',
        '\t',
        '\r',
        '\n',
        ' ',
        'a',
        '\ufffd',
        '\\',
      ),
      maxLength: 6,
    }),
  );
  const text = cell.filter((each) => !each.includes('\0'));
  const name = text.filter((each) => each.trim() !== '');

  const written = (cells: readonly string[], quotesAll: boolean): string =>
    cells
      .map((each) =>
        quotesAll || /[",;\t\r\n]|^\s|\s$/.test(each) ? `"${each.replaceAll('"', '""')}"` : each,
      )
      .join(',');

  it('has each cell of a CSV under its column’s name, character for character', async () => {
    const table = fc
      .uniqueArray(name, { maxLength: 4, selector: (each) => each.trim() })
      .filter((names) =>
        names.every(
          (each) => !/receipt|product|package|token|sku|^\s*os|platform|bundle|application/i.test(each),
        ),
      )
      .chain((names) =>
        fc.record({
          names: fc.constant(names),
          rows: fc.array(fc.array(text, { minLength: names.length, maxLength: names.length }), {
            minLength: 1,
            maxLength: 4,
          }),
          quotesAll: fc.boolean(),
          lineEnd: fc.constantFrom('\n', '\r\n'),
          cuts: fc.array(fc.nat(200), { maxLength: 5 }),
        }),
      );
    await fc.assert(
      fc.asyncProperty(table, async ({ names, rows, quotesAll, lineEnd, cuts }) => {
        const all = ['receipt', 'product_id', 'package', ...names];
        const lines = [all, ...rows.map((cells) => ['t', 'g', 'p', ...cells])];
        const csv = lines.map((cells) => written(cells, quotesAll) + lineEnd).join('');
        const found = await read(csv, { cuts });
        expect(found.map(({ input }) => membersOf(input))).toEqual(
          lines.slice(1).map((cells) => cells.map((each, at) => [all[at], each])),
        );
        expect(problems(found)).toEqual(rows.map(() => undefined));
      }),
      { numRuns: 300 },
    );
  });

  it('has the members of a line of NDJSON, their numbers digit for digit and repeated ones twice', async () => {
    const line = fc
      .record({
        value: fc.dictionary(cell, fc.jsonValue()),
        escapesAll: fc.boolean(),
        escapesSlashes: fc.boolean(),
        space: fc.constantFrom('', ' ', '\t', '\r'),
      })
      .map(({ value, escapesAll, escapesSlashes, space }) => {
        let json = JSON.stringify({ ...value, number: 0 }).replace(
          /:0\}$/,
          ':1.10e400,"number":12345678901234567890}',
        );
        if (escapesSlashes) json = json.replaceAll('/', '\\/');
        if (escapesAll)
          json = json.replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
        return `${space}{${space}${json.slice(1)}${space}`;
      });
    await fc.assert(
      fc.asyncProperty(fc.array(line, { minLength: 1, maxLength: 4 }), async (lines) => {
        const good = '{"receipt":"t","product_id":"g","package":"p"}';
        const [, ...found] = await read([good, ...lines].join('\n'));
        expect(found.map(({ input }) => membersOf(input))).toEqual(lines.map(membersOf));
        for (const { input } of found) expect(input).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u);
      }),
      { numRuns: 300 },
    );
  });

  it.each([
    ['{"receipt":"t","product_id":"g","package":"p","a":"\\/ \\u00e9 é ü"}'],
    ['{"receipt":"t", "product_id":"g","package":"p","a":1.0}'],
  ])('is the line itself where no terminal minds: %s', async (line) => {
    expect((await read(line))[0]?.input).toBe(line);
  });

  it('gives every cell a name of its own', async () => {
    const text = `${header}, column 5 ,column 6,,\nt,g,p,a,b,c,d\nt,g,p,a,b,c,d,e\n`;
    expect((await read(text)).map(({ input }) => membersOf(input))).toEqual([
      [
        ...[
          ['receipt', 't'],
          ['product_id', 'g'],
          ['package', 'p'],
          [' column 5 ', 'a'],
          ['column 6', 'b'],
        ],
        ...[
          ['column 6 (no name)', 'c'],
          ['column 7', 'd'],
        ],
      ],
      [
        ...[
          ['receipt', 't'],
          ['product_id', 'g'],
          ['package', 'p'],
          [' column 5 ', 'a'],
          ['column 6', 'b'],
        ],
        ...[
          ['column 6 (no name)', 'c'],
          ['column 7', 'd'],
          ['column 8', 'e'],
        ],
      ],
    ]);
  });

  it('names columns as they came, though spaces around them do not matter', async () => {
    const [row] = await read(' receipt ,"product_id ",package,my token\nt,g,p,x\n', {
      map: new Map([['receipt', ' my token']]),
    });
    expect(row?.purchase).toEqual({ receipt: 'x', productId: 'g', package: 'p' });
    expect(row?.input).toBe('{" receipt ":"t","product_id ":"g","package":"p","my token":"x"}');
  });
});

describe('reading', () => {
  const soup = fc
    .array(fc.constantFrom('"', ',', '\n', '\r\n', ' ', 'a', '""', '\r', 't,g,p\n', '"t","g","p"\n', 'é'), {
      maxLength: 40,
    })
    .map((parts) => parts.join(''));

  it('finds the same rows wherever the input is cut into pieces, and never fails', async () => {
    await fc.assert(
      fc.asyncProperty(soup, fc.array(fc.nat(120), { maxLength: 8 }), async (text, cuts) => {
        const csv = `${header}\nt,g,p\n${text}`;
        expect(await read(csv, { cuts })).toEqual(await read(csv));
      }),
      { numRuns: 500 },
    );
  });

  it('keeps a broken quote to its line', async () => {
    const bad = ['"t"x,g,p', '"t,g,p', '"t""x,g,p', 't,"g" "x",p'];
    const text = [header, 't1,g,p', ...bad.flatMap((line) => [line, 'good,g,p', '"good","g","p"']), ''];
    const rows = await read(text.join('\n'));
    expect(rows.filter(({ purchase }) => purchase?.receipt === 'good')).toHaveLength(2 * bad.length);
    expect(rows.filter(({ problem }) => problem !== undefined).map(({ line }) => line)).toEqual([
      3, 6, 9, 12,
    ]);
  });

  it('takes a quote inside a cell that does not begin with one as it is', async () => {
    expect((await read(`${header}\na"b"c,g,p\n`))[0]?.purchase?.receipt).toBe('a"b"c');
  });

  it('tells a replacement character that came from bytes that are no UTF-8', async () => {
    const lines = [header, 't\ufffd1,g,p', 't2,g,p'].join('\n');
    const bytes = Buffer.concat([Buffer.from(lines), Buffer.from('\nt\xe93\ufffd,g,p\nt4,g,p', 'latin1')]);
    expect(problems(await read(bytes))).toEqual([
      undefined,
      undefined,
      'Spreadsheet row 4 is not UTF-8 text.',
      undefined,
    ]);
    const line = '{"receipt":"t\ufffd","product_id":"g","package":"p"}';
    const ndjson = Buffer.concat([Buffer.from(`${line}\n${line}\n{"a":"`), Buffer.from([0xff, 0x22, 0x7d])]);
    expect(problems(await read(ndjson))).toEqual([undefined, undefined, 'Line 3 is not UTF-8 text.']);
    expect((await read(`${header},\ufffd\nt,g,p,x\n`))[0]?.problem).toBeUndefined();
  });

  it('knows the separator by the first line with something on it, outside of quotes', async () => {
    expect(await read('\n\n"a, b, c, d";receipt;product_id;package\nx;t;g;p\n')).toMatchObject([
      { purchase: { receipt: 't' } },
    ]);
  });

  it('does not mind sixty thousand members or columns', async () => {
    const names = Array.from({ length: 60_000 }, (_, at) => `c${String(at)}`);
    const cells = names.map(() => '');
    expect(await read(`${header},${names.join(',')}\nt,g,p,${cells.join(',')}\n`)).toHaveLength(1);
    const members = names.map((each) => `"${each}":1`).join(',');
    expect(await read(`{"receipt":"t","product_id":"g","package":"p",${members}}`)).toHaveLength(1);
  });

  it.each([
    ['in the middle of a row', `${header}\nt1,g,p\nt2,g,p`, 1],
    ['at the end of a row', `${header}\nt1,g,p\n`, 1],
    ['in a line of NDJSON', '{"receipt":"t1","product_id":"g","package":"p"}\n', 1],
  ])('tells an input that became shorter while it was read: %s', async (_, text, asked) => {
    const rows = await read(text, { bytes: 500 });
    expect(rows.filter(({ purchase }) => purchase !== undefined)).toHaveLength(asked);
    expect(rows.at(-1)).toMatchObject({ number: 2, problem: { code: 'input-unreadable' } });
    expect(rows.at(-1)?.problem?.says).toContain(
      `after ${String(text.length)} bytes, but had 500 bytes when`,
    );
  });

  it('waits for a row that can be read before it judges the input, where a pipe gives a row at a time', async () => {
    const text = `${header}\nbad\nt,g,p\n`;
    const rows = await read(text, { cuts: [header.length + 1, header.length + 5] });
    expect(rows.map(({ problem }) => problem === undefined)).toEqual([false, true]);
  });

  it.each([1, 3, 99])(
    'ends with the reason of an interruption before the first row: %i pieces',
    async (pieces) => {
      const end = new AbortController();
      async function* chunks(): AsyncGenerator<Uint8Array> {
        for (let at = 0; at < pieces; at += 1) {
          await Promise.resolve();
          yield Buffer.from('\n');
        }
        setImmediate(() => {
          end.abort(new PvgError('terminated', 'Terminated.'));
        });
        await new Promise(() => undefined);
      }
      const opened = openRows({ chunks: chunks(), size: undefined }, settings, end.signal);
      await expect(opened).rejects.toMatchObject({ code: 'terminated' });
    },
  );
});

describe('parts', () => {
  it.each([
    ['0', 1],
    ['1', 2],
    ['3', 0],
  ])('the task with index %s has the part after it', (index, expected) => {
    expect(readShard('auto/4', { JOB_COMPLETION_INDEX: index })).toMatchObject({ index: expected, count: 4 });
  });
});
