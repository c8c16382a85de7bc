import { describe, expect, it } from 'vitest';
import { isObject, pageMember, readJsonRows, rowObject, valueAt } from '../../src/tables/json.js';

describe('the text of a row', () => {
  it.each(['{', '', 'x', '{"a":1}}', '[{"a":1}]', 'null', '"a"', '1'])('%j is none', (text) => {
    expect(rowObject(text)).toBeUndefined();
  });

  it.each([
    ['{}', {}],
    ['{"a":"1"}', { a: '1' }],
    // As a double would lose them.
    ['{"a":9007199254740993}', { a: '9007199254740993' }],
    ['{"a":1.0}', { a: '1.0' }],
  ])('%s is an object with its digits', (text, row) => {
    const found = rowObject(text);
    expect(isObject(found)).toBe(true);
    expect(
      Object.fromEntries(Object.entries(found ?? {}).map(([name, value]) => [name, String(value)])),
    ).toEqual(row);
  });
});

describe('a member of a page', () => {
  it.each([
    [{ nextPageToken: 'a' }, 'a'],
    [{ next_page_token: 'a' }, 'a'],
    [{ 'Next-Page-Token': 'a' }, 'a'],
    // A client may keep both spellings, and fill one.
    [{ nextPageToken: '', next_page_token: 'a' }, 'a'],
    [{ nextPageToken: null, next_page_token: 'a' }, 'a'],
    [{ nextPageToken: 'a', next_page_token: 'b' }, 'a'],
    [{ nextPageToken: '' }, ''],
    [{ pageToken: 'a' }, undefined],
  ])('is found in any spelling: %j', (page, value) => {
    expect(pageMember(page, 'nextpagetoken')).toBe(value);
  });
});

it.each([
  ['payload.tokens.1', 'b'],
  ['payload.tokens', ['a', 'b']],
  ['payload.none', undefined],
  ['payload.tokens.2', undefined],
  ['payload.tokens.length.x', undefined],
  ['payload.empty.x', undefined],
  ['name.0', undefined],
  ['toString', undefined],
])('the value at %s is its own, never one of the language', (path, value) => {
  const row = { name: 'n', payload: { tokens: ['a', 'b'], empty: null } };
  expect(valueAt(row, path.split('.'))).toEqual(value);
});

describe('each row of JSON', () => {
  async function linesOf(text: string, list?: string): Promise<(number | string)[]> {
    const texts = (async function* () {
      yield await Promise.resolve(text);
    })();
    const found: (number | string)[] = [];
    const rows = readJsonRows(texts, { list, name: 'x.json' }, ({ line, problem }) =>
      problem === undefined ? line : `${String(line)} ${problem.replace(/:.*/s, '')}`,
    );
    for await (const some of rows) found.push(...some);
    return found;
  }

  it.each<[text: string, lines: (number | string)[]]>([
    ['{"a":1}\n{"a":2}\n', [1, 2]],
    ['{"a":1}\n\n\n{"a":2}\n', [1, 4]],
    ['[\n\n{"a":1},{"a":2},\n\n\n{\n"a":3}\n]\n', [3, 3, 6]],
    ['{\n"a":1\n}\n{"a":\n2}\n', [1, 4]],
    ['{"a":"}\\"{"}\n{"a":2}\n', [1, 2]],
    // A line that is not JSON spoils no other.
    ['{"a":1}\n{"a":\n{"a":3}\n', [1, '2 is not JSON', 3]],
    ['{"a":1}\n[1]\nnull\n', [1, '2 is not a JSON object', '3 is not a JSON object']],
    ['[1,\n"x",\n{"a":1}]\n', ['1 is not a JSON object', '2 is not a JSON object', 3]],
    ['[{"a":1},\n{"a":\n', [1, '2 is not JSON']],
    ['\n', []],
  ])('has the line on which it begins: %j', async (text, lines) => {
    expect(await linesOf(text)).toEqual(lines);
  });

  it.each<[text: string, lines: (number | string)[]]>([
    ['{"n":1,\n"list":[\n{"a":1},\n{"a":2}],"more":{}}\n', [3, 4]],
    ['{"list":[{"a":1}]}\n\n{"list":[{"a":2}]}\n', [1, 3]],
    ['{"list":[{"a":1}],"list":[{"a":2}]}\n', [1, '1 is part of a page with two lists']],
    ['{"list":[{"a":1}],x}\n', [1, '1 is part of a page that is not JSON']],
    ['{"list":[{"a":1}]\n', [1, '1 is not JSON']],
  ])('of pages, too: %j', async (text, lines) => {
    expect(await linesOf(text, 'list')).toEqual(lines);
  });
});
