import { describe, expect, it } from 'vitest';
import { cell } from '../../src/tables/csv-out.js';
import { FirstOfKind, purchaseName, rowsPage, withoutReceipt } from '../../src/tables/rows-page.js';

describe('A page of rows', () => {
  const kinds = Array.from({ length: 4 }, (_, at) => ({
    ...{ id: `k${at}`, name: `<kind ${at}>`, count: 10, says: 'Says.', next: 'Use `pvg`.' },
    tone: 'good' as const,
  }));
  const page = rowsPage({
    ...{ title: '<title>', banner: null, place: [], tone: 'good', headline: 'All of it.', noun: 'row' },
    ...{ kindName: 'Verdict', kinds, all: 899, head: ['Purchase'], where: 'All rows are in x.', footer: [] },
    marks: [{ id: 'unusual', label: 'unusual', count: 1 }],
    rows: [
      { kind: 'k1', marks: ['unusual'], tone: 'bad', more: '', cells: [['']] },
      ...Array.from({ length: 500 }, () => ({
        ...{ kind: 'k0', tone: 'good' as const, more: '', cells: [['GPA.1', '<below>'] as const] },
      })),
      { kind: 'k0', marks: ['unusual'], tone: 'bad', more: 'behind many usual ones', cells: [['']] },
    ],
  });

  it.each([
    ['the kind and the marks of a row', '<tr class="k1 unusual">'],
    ['unusual rows of a frequent kind', 'behind many usual ones'],
    ['a choice for each kind with its count', 'for="k3">&lt;kind 3&gt; <span>10</span>'],
    ['a choice for a mark', 'for="unusual">unusual <span>1</span>'],
    ['how many rows it does not show', '397 more rows not on this page'],
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
    for (let row = 0; row < 600; row += 1) first.add('frequent', row);
    first.add('rare', 600);
    expect(first.rows).toEqual([...Array.from({ length: 500 }, (_, row) => row), 600]);
  });

  it.each([
    [purchaseName('GPA.1', 'token-1'), 'GPA.1'],
    [purchaseName(null, 'token-1'), 'sha256:'],
    [purchaseName('x'.repeat(120), null), 'sha256:'],
    [withoutReceipt('player of token-1', 'token-1'), 'sha256:'],
    [purchaseName(null, null), ''],
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
    expect(cell(value)).toBe(expected);
  });
});
