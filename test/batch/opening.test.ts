import { describe, expect, it } from 'vitest';
import { openRows } from '../../src/batch/read-rows.js';
import type { Row } from '../../src/batch/row.js';
import { PvgError } from '../../src/failure.js';

/** What an input is taken for by its beginning, and what is said where nothing in it can be read. */

const settings = { map: new Map(), ofAll: {}, force: true };

/** @param pieceBytes a pipe may give a few bytes at a time */
async function read(text: string, pieceBytes = 64 * 1024): Promise<Row[]> {
  const bytes = Buffer.from(text);
  async function* chunks(): AsyncGenerator<Uint8Array> {
    for (let at = 0; at < bytes.length; at += pieceBytes) {
      await Promise.resolve();
      yield bytes.subarray(at, at + pieceBytes);
    }
  }
  const opened = await openRows(
    { chunks: chunks(), size: undefined },
    settings,
    new AbortController().signal,
  );
  const found: Row[] = [];
  for await (const some of opened.rows) found.push(...some);
  return found;
}

const refusalOf = (text: string, pieceBytes?: number): Promise<{ says: string; hint: string | undefined }> =>
  read(text, pieceBytes).then(
    () => Promise.reject(new TypeError('it was read')),
    (error: unknown) => {
      if (!(error instanceof PvgError)) throw error;
      return { says: error.message, hint: error.details.hint };
    },
  );

const row = (at: number): string => `{"receipt":"t${String(at)}","product_id":"g","package":"p"}`;
const long = 'x'.repeat(1_100_000);

describe('a first line of more than 1 MB', () => {
  it.each([
    ['', 64 * 1024],
    ['\ufeff', 64 * 1024],
    ['', 2_000_000],
    [' \t', 1_000],
  ])(
    'that begins with { is a bad row of NDJSON: after %j, %i bytes at a time',
    async (before, pieceBytes) => {
      const rows = await read(`${before}{"receipt":"${long}"}\n${row(2)}\n${row(3)}\n`, pieceBytes);
      expect(rows.map(({ number, line, problem }) => [number, line, problem?.says])).toEqual([
        [1, 1, 'Line 1 is longer than 1 MB.'],
        [2, 2, undefined],
        [3, 3, undefined],
      ]);
    },
  );

  it('that begins with [ is an array', async () => {
    expect((await refusalOf(`[{"receipt":"${long}"}]`)).says).toContain('a JSON array, not NDJSON');
  });

  it('is else the header of a CSV, which cannot be read', async () => {
    expect((await refusalOf(`receipt,${long}\n`)).says).toContain('The header is longer than 1 MB.');
  });
});

describe('JSON over several lines', () => {
  const object = { receipt: 't1', product_id: 'g', package: 'p' };
  it.each([
    ['indented', JSON.stringify(object, null, 2)],
    ['objects one after the other', `${JSON.stringify(object, null, 2)}\n`.repeat(50)],
    ['with CRLF', JSON.stringify(object, null, 2).replaceAll('\n', '\r\n')],
    ['broken after a member', '{"receipt":"t1",\n"product_id":"g","package":"p"}\n'],
    ['broken before a comma', '{"receipt":"t1"\n,"product_id":"g"\n,"package":"p"}\n'],
    ['broken within a row', `{"receipt":"t1","product_id":"g","package":"p"\n}\n`],
  ])('is named, and how to write it: %s', async (_, text) => {
    const { says, hint } = await refusalOf(text);
    expect(says).toBe('The input is JSON over several lines, not NDJSON. Nothing was sent.');
    expect(hint).toBe('Write one object per line: `jq -c . <file> | pvg batch -`.');
  });

  it('is named where a pipe gives a line at a time, too', async () => {
    const { says } = await refusalOf(JSON.stringify(object, null, 2), 2);
    expect(says).toContain('JSON over several lines');
  });

  it.each(['{"receipt":', '{"receipt":"t1",', '{"receipt":\n{"receipt":\n', '{"a":1}\n"b"\n'])(
    'is not seen in lines that are broken: %j',
    async (text) => {
      expect((await refusalOf(text)).says).toMatch(/^(The only row|The first 2 rows) cannot be read/);
    },
  );
});

describe('NDJSON with CR for its line ends', () => {
  it.each([
    ['two rows', `${row(1)}\r${row(2)}`],
    ['and one at the end', `${row(1)}\r${row(2)}\r`],
    ['and a line feed at the end', `${row(1)}\r${row(2)}\n`],
    ['more than 1 MB', `${row(1)}\r`.repeat(40_000)],
  ])('is named: %s', async (_, text) => {
    const { says, hint } = await refusalOf(text);
    expect(says).toContain('The input is NDJSON with CR as its line breaks');
    expect(hint).toContain(`tr '\\r' '\\n' < <file> | pvg batch -`);
  });

  it('does not mind CRLF', async () => {
    expect(await read(`${row(1)}\r\n${row(2)}\r\n`)).toHaveLength(2);
  });
});

describe('where no row can be read', () => {
  it.each([
    ['NDJSON', '{"receipt"\n'.repeat(3)],
    ['one line', `{"receipt":"${long}"}\n`],
    ['a CSV', 'receipt,product_id,package\n"t1"x,g,p\n"t2"x,g,p\n'],
  ])('nothing is said of rows that were, nor of --resume: %s', async (_, text) => {
    const { hint } = await refusalOf(text);
    expect(hint).toBe(
      'Use CSV with a header (`receipt,product_id,package`) or NDJSON, one purchase per line.',
    );
  });

  it('the hint of the first row is given where it has one of its own', async () => {
    const { hint } = await refusalOf('receipt,product_id,package\nt1,g\n');
    expect(hint).toBe('Put a cell in quotes if it contains the delimiter or a line break.');
  });
});
