import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { drawn } from '../../bench/chart.mjs';
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
    expect(
      goalTable([{ ...goal, found, verdict: 'missed' }])
        .split('\n')
        .at(-1),
    ).toBe('| `sign` | ≤ 1.4 × node | 1.60 [1.50–1.70] | **missed** |');
    expect(goalTable([{ ...goal, found: undefined, verdict: 'not measured' }])).toContain(
      '| – | not measured |',
    );
  });

  it('replace what stood at their place in the page, and nothing else', () => {
    const page = 'before\n<!-- bench sizes 20: begin -->\nold\n<!-- bench sizes 20: end -->\nafter\n';
    expect(placed(page, 'sizes 20', 'new')).toBe(
      'before\n<!-- bench sizes 20: begin -->\n\nnew\n\n<!-- bench sizes 20: end -->\nafter\n',
    );
    expect(placed(page, 'sizes 24', 'new')).toBeUndefined();
  });

  it('have a place in docs/speed.md for every part', () => {
    const page = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'speed.md'), 'utf8');
    const parts = ['goals', 'startup', 'batch', 'growth', 'diagnosis', 'emulator', 'sizes'];
    expect(parts.filter((part) => placed(page, `${part} 20`, '') === undefined)).toEqual([]);
  });
});

describe('the chart', () => {
  const row = { label: 'pvg sign', pvg: true, median: 2, low: 1, high: 4, goal: 1 };
  const chart = (more: object = {}): string =>
    drawn({ title: 'Start', says: 'Node 20', rows: [{ ...row, ...more }] });
  const of = (svg: string, pattern: RegExp): number => Number(pattern.exec(svg)?.[1]);

  it('is logarithmic: a doubling is the same way everywhere', () => {
    const svg = chart();
    const [low, middle, high] = [
      of(svg, /<line class="pvg"[^>]* x1="([\d.]+)"/),
      of(svg, /<circle class="pvg"[^>]* cx="([\d.]+)"/),
      of(svg, /<line class="pvg"[^>]* x2="([\d.]+)"/),
    ];
    expect(middle - low).toBeCloseTo(high - middle, 1);
    expect(of(svg, /<line class="goal" x1="([\d.]+)"/)).toBe(low);
  });

  it('has a dot a row, and a tick only where there is a goal', () => {
    expect(chart().match(/<circle/g)).toHaveLength(1);
    expect(chart({ goal: undefined })).not.toContain('class="goal"');
  });

  it('takes a label for text, not for markup', () => {
    expect(chart({ label: '<b> & co' })).toContain('&lt;b&gt; &amp; co');
  });

  it('brings its own ground, for light pages and dark ones', () => {
    expect(chart()).toMatch(/<rect class="ground"/);
    expect(chart()).toContain('prefers-color-scheme: dark');
  });
});
