import { describe, expect, it } from 'vitest';
import { isObject, pageMember, rowObject, valueAt } from '../../src/tables/json.js';

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
