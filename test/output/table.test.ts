import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { measureColumns, displayWidth, drawTable, wrapEntry } from '../../src/output/table.js';
import { renderView } from '../../src/output/terminal.js';
import { mostGrowth, timesLonger } from '../helpers/growth.js';

const texts = [
  'Đội ngũ',
  'Đội ngũ'.normalize('NFD'),
  '购买收据',
  '영수증'.normalize('NFD'),
  'ใบเสร็จ',
  'हिन्दी',
  '💎👍🏽',
  '🇻🇳',
  'مُحَمَّد',
  '',
];

describe('a table', () => {
  it('begins each column in one place, in any script, and keeps every text', async () => {
    const rows = texts.map((text) => [text, text, '|']);
    const lines = await drawTable({ head: ['Text', 'Text', 'End'], rows, gap: 2, columns: 80 });
    const drawn = lines.slice(1);
    const ends = drawn.map((line) => displayWidth(line.slice(0, line.lastIndexOf('|'))));
    expect(new Set(ends).size).toBe(1);
    expect(drawn.map((line) => line.split(/ {2,}/).filter((cell) => cell !== ''))).toEqual(
      rows.map((row) => row.filter((cell) => cell !== '')),
    );
  });

  it.each([60, 80, 120])('is not wider than %i columns, and loses no word', async (columns) => {
    for (const word of texts.filter((text) => text !== '')) {
      const long = Array.from({ length: 40 }, (_, index) => `${word.normalize()}${index}`).join(
        ' ',
      );
      const rows = [
        ['购买', long],
        ['b', 'c'],
      ];
      const lines = await drawTable({ rows, gap: 2, columns });
      for (const line of lines) expect(displayWidth(line)).toBeLessThanOrEqual(columns);
      expect(lines.slice(0, -1).join(' ').replace(/\s+/g, ' ')).toBe(`购买 ${long}`);
      expect(lines.at(-1)).toBe('b     c');
    }
  });

  it('draws thousands of rows in parts, each once and in order', async () => {
    const wideWord = 'x'.repeat(90);
    const rows = Array.from({ length: 2_000 }, (_, index) => [
      `row-${index}`,
      index % 333 === 332 ? wideWord : 'value',
    ]);
    const lines = await drawTable({ rows, gap: 2, columns: 80 });
    expect(lines.map((line) => line.trim().split(/ +/)[0])).toEqual(
      rows.flatMap(([name, value]) => (value === wideWord ? [name, wideWord] : [name])),
    );
  });

  it('takes time in proportion to a cell of many lines', async () => {
    const draw = (words: number) =>
      drawTable({ rows: [['name', 'word '.repeat(words)]], gap: 2, columns: 80 });
    expect(await timesLonger(100, draw)).toBeLessThan(mostGrowth);
  });

  it('paints whole cells without moving a column', async () => {
    const paintCell = (kind: string, text: string): string => `<${kind} ${text}>`;
    const rows = [
      ['a', 'b'],
      ['ccc', 'd e'],
    ];
    expect(await drawTable({ rows, gap: 2, columns: 6, paintCell })).toEqual([
      '<label a>    <value b>',
      '<label ccc>  <value d>',
      '     <value e>',
    ]);
    expect(await drawTable({ head: ['H', 'I'], rows, gap: 2, columns: 80, paintCell })).toEqual([
      '<heading H    I>',
      '<value a>    <value b>',
      '<value ccc>  <value d e>',
    ]);
  });

  it('keeps a text that takes no column, and the blanks inside of a text', async () => {
    const rows = [
      ['\u0301', 'two  blanks'],
      ['b', '\u0301'],
    ];
    expect(await drawTable({ rows, gap: 1, columns: 80 })).toEqual([
      '\u0301 two  blanks',
      'b \u0301',
    ]);
  });

  it('gives the last column what the others leave', () => {
    const rows = [
      ['ab', 'x'.repeat(90)],
      ['购买', 'y'],
    ];
    expect(measureColumns(rows, { columns: 80, gap: 2 })).toEqual([4, 74]);
    expect(measureColumns(rows, { columns: 200, gap: 2 })).toEqual([4, 90]);
    expect(measureColumns([], { columns: 80, gap: 2 })).toEqual([]);
  });
});

describe('the facts of a verdict', () => {
  const word = fc.oneof(fc.constantFrom(...texts), fc.string({ maxLength: 30, unit: 'grapheme' }));
  const sentence = fc.array(word, { minLength: 1, maxLength: 30 }).map((words) => words.join(' '));
  const value = sentence.filter((text) => text.trim() !== '');
  const label = fc.constantFrom('State', 'Order id', 'Recorded for this game', '영수증 표시');

  it('stand where each would stand alone, label beside value', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.record({ label, value }), { minLength: 1 }), async (facts) => {
        const style = {
          color: false,
          columns: 80,
          terminal: true,
          windows: false,
          accessible: false,
        };
        // As a list prints them: without a terminal, no value is broken.
        const listed = await renderView({ facts }, { ...style, terminal: false });
        const rows = listed
          .trimEnd()
          .split('\n')
          .map((line) => line.split(/(?<=:) /));
        const widest = Math.max(...facts.map((fact) => displayWidth(`${fact.label}:`)));
        const expected = rows.flatMap(([head = '', ...rest]) => {
          const padding = ' '.repeat(widest - displayWidth(head) + 1);
          return wrapEntry(head + padding, rest.join(' '), 80);
        });
        const drawn = await renderView({ facts }, style);
        expect(drawn.split('\n').map((line) => line.trimEnd())).toEqual(
          [...expected, ''].map((line) => line.trimEnd()),
        );
      }),
      { seed: 54, numRuns: 300 },
    );
  });
});
