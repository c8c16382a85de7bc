import { describe, expect, it } from 'vitest';
import { renderView } from '../../src/output/terminal.js';

const wide = { color: false, columns: 80, terminal: false, accessible: false };
const facts = (value: string) => renderView({ headline: 'x', facts: [{ label: 'Message', value }] }, wide);

describe('a view for people', () => {
  it('wraps a long value between words and keeps the frame', () => {
    const lines = facts('many words '.repeat(40)).trimEnd().split('\n').slice(1);
    expect(new Set(lines.map((line) => [...line].length)).size).toBe(1);
    expect(lines.every((line) => [...line].length <= 80)).toBe(true);
    expect(lines.some((line) => line.includes('wor│'))).toBe(false);
  });

  it('keeps wide characters inside the frame', () => {
    const lines = facts('宝石 100 個 '.repeat(30)).trimEnd().split('\n').slice(2, -1);
    expect(lines.every((line) => line.startsWith('│') && line.endsWith('│'))).toBe(true);
  });

  it.each([
    ['escapes', '\u001b['.repeat(10_000)],
    ['line ends', '\n'.repeat(200_000)],
    ['emoji', '💎'.repeat(50_000)],
    ['one long word', 'x'.repeat(1_000_000)],
    ['many words', 'word '.repeat(100_000)],
  ])('is quick with a value full of %s, and obeys none of them', (_what, value) => {
    const started = performance.now();
    const text = facts(value);
    expect(performance.now() - started).toBeLessThan(2_000);
    expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}]/u);
    expect(text.length).toBeLessThan(20_000);
  });

  it('prints lines instead of a table below 80 columns and for ACCESSIBLE', () => {
    const view = {
      headline: 'x',
      table: {
        head: ['', 'name'],
        rows: [
          ['*', 'game'],
          ['', 'other'],
        ],
      },
    };
    for (const style of [
      { ...wide, columns: 60 },
      { ...wide, accessible: true },
    ]) {
      expect(renderView(view, style)).toBe('x\n*\nname: game\n\nname: other\n');
    }
  });
});
