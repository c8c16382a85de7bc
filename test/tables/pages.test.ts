import { describe, expect, it } from 'vitest';
import { spreadsheetCell } from '../../src/tables/csv-out.js';
import {
  FirstOfKind,
  purchaseName,
  renderRowsPage,
  withoutReceipt,
} from '../../src/tables/rows-page.js';

describe('A page of rows', () => {
  const usual = { tone: 'good' as const, cells: [['GPA.1', '<below>'] as const] };
  const kinds = Array.from({ length: 4 }, (_, at) => ({
    ...{ name: `<kind ${at}>`, count: 10, says: 'Says.', next: 'Use `pvg`.' },
    ...{ tone: 'good' as const, rows: Array.from({ length: at }, () => usual) },
  }));
  const page = renderRowsPage({
    ...{
      title: '<title>',
      banner: null,
      subtitle: [],
      tone: 'good',
      headline: 'All of it.',
      noun: 'row',
    },
    ...{
      kindName: 'Verdict',
      kinds,
      rowCount: 899,
      head: ['Purchase'],
      placeOfRows: 'All rows are in x.',
      footer: [],
    },
  });

  it.each([
    ['a way from each kind to its rows', '<a href="#k3"><code>&lt;kind 3&gt;</code></a>'],
    [
      'the rows of each kind',
      '<section id="k3">\n<h2><code>&lt;kind 3&gt;</code>: 10 rows, 3 of them on',
    ],
    ['the share of a kind', '1.1 %'],
    ['commands as code', 'Use <code>pvg</code>.'],
  ])('has %s', (_what, text) => {
    expect(page).toContain(text);
  });

  it('has what others wrote as text only', () => {
    expect(page).not.toMatch(/<title><title>|<kind|<below>/);
  });

  it('has only the first rows of a frequent kind', () => {
    const first = new FirstOfKind<number>();
    for (let row = 0; row < 600; row += 1) first.add('frequent', () => row);
    first.add('rare', () => 600);
    expect(first.rowsOf('frequent')).toEqual(Array.from({ length: 500 }, (_, row) => row));
    expect(first.rowsOf('rare')).toEqual([600]);
  });

  it.each([
    [purchaseName('GPA.1', 'token-1'), 'GPA.1'],
    [purchaseName(null, 'token-1'), 'sha256:'],
    [purchaseName('x'.repeat(120), null), 'sha256:'],
    [withoutReceipt('player of token-1', 'token-1'), 'sha256:'],
    [purchaseName(null, null), ''],
    [withoutReceipt('player of another', 'token-1'), 'player of another'],
    [withoutReceipt('player', null), 'player'],
    [withoutReceipt('', 'token-1'), ''],
  ])('names a purchase without its receipt: %s', (shown, expected) => {
    expect(shown.startsWith(expected)).toBe(true);
    expect(shown).not.toContain('token-1');
  });
});

describe('A cell for spreadsheets', () => {
  it.each([
    [undefined, ''],
    [null, ''],
    [true, 'true'],
    [-1.5, '-1.5'],
    ['-1.5', '"-1.5"'],
    ['a "b"\r\nc', '"a ""b""\nc"'],
    ['=1+1', `"'=1+1"`],
    [' ＝1', `"' ＝1"`],
    ['\u202e', '"\\u{202e}"'],
    [{ a: [1] }, '"{""a"":[1]}"'],
  ])('of %j is %s', (value, expected) => {
    expect(spreadsheetCell(value)).toBe(expected);
  });
});
