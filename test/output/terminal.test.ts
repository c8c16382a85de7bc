import { describe, expect, it } from 'vitest';
import { mostGrowth, timesLonger } from '../support/growth.js';
import stringWidth from 'string-width';
import { isPlainText } from '../../src/text/json/plain-text.js';
import { renderView } from '../../src/output/terminal.js';
import { displayWidth } from '../../src/output/wrap.js';

const wide = { color: false, columns: 80, terminal: true, windows: false, accessible: false };
const facts = (value: string) => renderView({ headline: 'x', facts: [{ label: 'Message', value }] }, wide);

describe('a view for people', () => {
  it.each([
    ['Chinese', '宝石 100 個'],
    ['emoji', '💎 and 👍🏽'],
    ['Thai with marks above and below', 'ซื้อที่ร้านค้าแล้ว น้ำ'],
    ['Vietnamese written in parts', 'tiếng Việt'.normalize('NFD')],
    ['Korean written in parts', '한국어'.normalize('NFD')],
    ['Hindi', 'हिन्दी'],
    ['Arabic with vowel signs', 'مُحَمَّد'],
  ])('draws the right border in one column beside %s', async (_what, value) => {
    for (const text of [value, `${value} `.repeat(30)]) {
      const table = {
        head: ['a', 'b'],
        rows: [
          [text, 'x'],
          ['y', value],
        ],
      };
      const drawn = await renderView(
        { headline: '', facts: [{ label: 'Message', value: text }], table },
        wide,
      );
      const tables = drawn.trimEnd().split(/(?<=┘)\n/);
      expect(tables).toHaveLength(2);
      for (const each of tables) expect(new Set(each.split('\n').map(displayWidth)).size).toBe(1);
      for (const word of value.split(' ')) expect(drawn).toContain(word);
    }
  });

  it('breaks no letter from its marks', async () => {
    const lines = (await facts('ที่'.repeat(200))).split('\n').filter((line) => line.includes('ท'));
    expect(lines.length).toBeGreaterThan(1);
    for (const line of lines) expect(line).not.toMatch(/│ \p{M}/u);
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
    expect(lines[2]).toBe('Store: found found found found');
  });

  it.each([
    ['escapes', '\u001b[', 1_000],
    ['line ends', '\n', 2_000],
    ['emoji', '💎', 1_000],
    ['one long word', 'x', 10_000],
    ['many words', 'word ', 2_000],
  ])('takes time in proportion to a value full of %s, and obeys none of them', async (_what, value, size) => {
    expect(await timesLonger(size, (times) => facts(value.repeat(times)))).toBeLessThan(mostGrowth);
    const text = await facts(value.repeat(size));
    expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}]/u);
    expect(text.length).toBeLessThan(20_000);
  });

  it.each([
    ['below 80 columns', { columns: 60 }],
    ['for ACCESSIBLE', { accessible: true }],
  ])('prints lines instead of a table %s', async (_when, style) => {
    const rows = [
      ['*', 'game'],
      ['', 'other'],
    ];
    const view = { headline: 'x', table: { head: ['', 'name'], rows } };
    expect(await renderView(view, { ...wide, ...style })).toBe('x\n*\nname: game\n\nname: other\n');
  });
});

it('plain text has one column a character by string-width too, so that it need not be loaded', () => {
  const plain = Array.from({ length: 0x10000 }, (_, code) => String.fromCharCode(code)).filter(isPlainText);
  expect(plain.length).toBe(679);
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
