import { describe, expect, it } from 'vitest';
import { mostGrowth, timesLonger } from '../helpers/growth.js';
import stringWidth from 'string-width';
import { isPlainText } from '../../src/text/visible.js';
import { renderView } from '../../src/output/terminal.js';
import { displayWidth } from '../../src/output/table.js';

const wide = { color: false, columns: 80, terminal: true, windows: false, accessible: false };
const facts = (value: string) =>
  renderView({ headline: 'x', facts: [{ label: 'Message', value }] }, wide);

describe('a view for people', () => {
  it.each([
    ['Chinese', '宝石 100 個'],
    ['emoji', '💎 and 👍🏽'],
    ['Thai with marks above and below', 'ซื้อที่ร้านค้าแล้ว น้ำ'],
    ['Vietnamese written in parts', 'tiếng Việt'.normalize('NFD')],
    ['Korean written in parts', '한국어'.normalize('NFD')],
    ['Hindi', 'हिन्दी'],
    ['Arabic with vowel signs', 'مُحَمَّد'],
  ])('begins the last column in one place beside %s', async (_what, value) => {
    const last = 'END '.repeat(20).trim();
    const table = {
      head: ['a', 'b'],
      rows: [
        [value, last],
        ['y', last],
      ],
    };
    const labels = [
      { label: value, value: last },
      { label: 'y', value: last },
    ];
    for (const view of [{ table }, { facts: labels }]) {
      const drawn = await renderView({ headline: '', ...view }, wide);
      const lines = drawn.split('\n').filter((line) => line.includes('END'));
      const starts = lines.map((line) => displayWidth(line.slice(0, line.indexOf('END'))));
      expect(lines).toHaveLength(4);
      expect(new Set(starts).size).toBe(1);
      for (const line of lines) expect(displayWidth(line)).toBeLessThanOrEqual(80);
      expect(drawn).toContain(value);
    }
  });

  it('breaks lines between words on a terminal, and only there', async () => {
    const view = {
      headline: 'word '.repeat(9).trim(),
      facts: [{ label: 'Store', value: 'found '.repeat(9).trim() }],
    };
    const narrow = { ...wide, terminal: false, columns: 30 };
    expect((await renderView(view, narrow)).split('\n')).toHaveLength(3);
    const lines = (await renderView(view, { ...narrow, terminal: true })).trimEnd().split('\n');
    expect(lines.every((line) => line.length <= 30)).toBe(true);
    expect(lines.slice(2, 5)).toEqual(['', 'Store:', '    found found found found']);
  });

  it.each([
    ['escapes', '\u001b[', 1_000],
    ['line ends', '\n', 2_000],
    ['emoji', '💎', 1_000],
    ['one long word', 'x', 10_000],
    ['many words', 'word ', 2_000],
  ])(
    'takes time in proportion to a value full of %s, and obeys none of them',
    async (_what, value, size) => {
      expect(await timesLonger(size, (times) => facts(value.repeat(times)))).toBeLessThan(
        mostGrowth,
      );
      const text = await facts(value.repeat(size));
      expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}]/u);
      expect(text.length).toBeLessThan(20_000);
    },
  );

  it.each([
    ['below 80 columns', { columns: 60 }],
    ['for ACCESSIBLE', { accessible: true }],
    ['without a terminal', { terminal: false }],
    ['without room for its last column', {}, 'x'.repeat(74)],
    ['without room to break its last column', {}, 'x'.repeat(63), 'game '.repeat(9).trim()],
  ])('prints lines instead of a table %s', async (_when, style, mark = '*', name = 'game') => {
    const rows = [
      [mark, name],
      ['', 'other'],
    ];
    const view = { headline: 'x', table: { head: ['', 'name'], rows } };
    // Where somebody sees them they stand apart.
    const apart = 'terminal' in style || 'accessible' in style ? '' : '\n';
    const lines = `x\n${apart}${mark}\nname: ${name}\n\nname: other\n`;
    expect(await renderView(view, { ...wide, ...style })).toBe(lines);
  });
});

it('plain text has one column a character by string-width too, so that it need not be loaded', () => {
  const plain = Array.from({ length: 0x10000 }, (_, code) => String.fromCharCode(code)).filter(
    isPlainText,
  );
  expect(plain.length).toBe(551);
  expect(plain.filter((character) => stringWidth(character) !== 1)).toEqual([]);
});

describe('a long next command', () => {
  const colours = new RegExp(String.raw`\x1b\[\d+m`, 'g');
  const command = `pvg diagnose --interface session --body '{"a": 1, "b": "two words"}' --signature ${'0f'.repeat(32)} --lang node`;
  const view = { headline: '', nextCommand: command };

  it.each([40, 60, 80, 120, 200])('is one command for a shell at %i columns', async (columns) => {
    for (const color of [false, true]) {
      const text = (await renderView(view, { ...wide, color, columns })).replaceAll(colours, '');
      expect(text.replaceAll(/ \\\n */g, ' ')).toBe(`Next: ${command}\n`);
      for (const line of text.trimEnd().split('\n').slice(0, -1)) expect(line).toMatch(/ \\$/);
    }
  });

  it.each([
    ['for a program', { terminal: false }],
    ['on Windows', { windows: true }],
  ])('is one line %s', async (_where, style) => {
    expect(await renderView(view, { ...wide, columns: 40, ...style })).toBe(`Next: ${command}\n`);
  });
});
