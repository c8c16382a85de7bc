import { describe, expect, it } from 'vitest';
import { figure, goalTable, placed, spread, table } from '../../bench/tables.mjs';

describe('a figure', () => {
  it.each([
    [0.2034, '0.20'],
    [1.556, '1.56'],
    [26.52, '26.5'],
    [569.4, '569'],
    [15234.4, '15,234'],
    [NaN, '–'],
  ])('%d is told as %s', (value, expected) => {
    expect(figure(value)).toBe(expected);
  });

  it('has its interval beside it, or says that there was one run', () => {
    expect(spread({ median: 1.5, low: 1.4, high: 1.62, of: 20 })).toBe('1.50 [1.40–1.62]');
    expect(spread({ median: 1.5, low: 1.5, high: 1.5, of: 1 })).toBe('1.50 (one run)');
  });
});

describe('the tables', () => {
  it('are Markdown: words to the left, figures to the right', () => {
    expect(table({ head: ['', 'ms'], rows: [['bare', '26']] })).toBe(
      '|  | ms |\n| --- | --: |\n| bare | 26 |',
    );
  });

  it('show each goal with its measure, and stress a miss', () => {
    const goal = { measure: 'startup/sign', says: '`sign`', unit: '× node', atMost: 1.4 };
    const found = { median: 1.6, low: 1.5, high: 1.7, of: 20 };
    const missed = goalTable([{ ...goal, found, verdict: 'missed' }]).split('\n');
    expect(missed.at(-1)).toBe('| `sign` | ≤ 1.4 × node | 1.60 [1.50–1.70] | **missed** |');
    expect(goalTable([{ ...goal, found: undefined, verdict: 'not measured' }])).toContain(
      '| – | not measured |',
    );
  });

  it('replace what stood at their place in the page, and nothing else', () => {
    const page = (text: string): string =>
      `before\n<!-- bench goals: begin -->\n${text}\n<!-- bench goals: end -->\nafter\n`;
    expect(placed(page('old'), 'new')).toBe(page('\nnew\n'));
  });
});
