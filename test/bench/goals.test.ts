import { describe, expect, it } from 'vitest';
import { spawnSync } from 'node:child_process';
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { compared, goals, isMissed, judged } from '../../bench/goals.mjs';
import { figure, goalTable, placed } from '../../bench/tables.mjs';
import { temporaryFolder } from '../helpers/context.js';

describe('a measure beside its goal', () => {
  it.each([
    { atMost: 1.4, low: 1.4, median: 1.4, high: 1.4, verdict: 'met' },
    { atMost: 1.4, low: 1.3, median: 1.38, high: 1.5, verdict: 'met, within noise' },
    { atMost: 1.4, low: 1.3, median: 1.42, high: 1.5, verdict: 'missed, within noise' },
    { atMost: 1.4, low: 1.5, median: 1.6, high: 1.7, verdict: 'missed' },
    { atLeast: 0.75, low: 0.8, median: 0.9, high: 1, verdict: 'met' },
    { atLeast: 0.75, low: 0.7, median: 0.74, high: 0.8, verdict: 'missed, within noise' },
    { atMost: 150, low: NaN, median: NaN, high: NaN, verdict: 'not measured' },
  ])('$low–$median–$high: $verdict', ({ verdict, low, median, high, ...goal }) => {
    expect(judged(goal, { low, median, high })).toBe(verdict);
  });

  it('is asked only of the parts that were run; one that was not taken is no miss', () => {
    const all = compared({}, ['emulator']);
    expect(all).toMatchObject([{ measure: 'emulator/of-bare', verdict: 'not measured' }]);
    expect(all.some(isMissed)).toBe(false);
  });

  it('has one bound, and a measure of its own', () => {
    expect(new Set(goals.map(({ measure }) => measure)).size).toBe(goals.length);
    const bounds = goals.map(({ atMost, atLeast }) =>
      [atMost, atLeast].filter((each) => each !== undefined),
    );
    expect(bounds.filter(({ length }) => length !== 1)).toEqual([]);
  });
});

describe('the tables', () => {
  it.each([
    [0.2034, '0.20'],
    [26.52, '26.5'],
    [15234.4, '15,234'],
    [NaN, '–'],
  ])('tell %d as %s', (value, expected) => {
    expect(figure(value)).toBe(expected);
  });

  const goal = { measure: 'startup/sign', says: '`sign`', unit: '× node', atMost: 1.4 };
  it.each([
    [{ median: 1.6, low: 1.5, high: 1.7, of: 20 }, 'missed', '1.60 [1.50–1.70] | **missed** |'],
    // Missed by less than the figure shows.
    [{ median: 1.4024, low: 1.4, high: 1.41, of: 3 }, 'missed', '1.402 [1.40–1.41] | **missed** |'],
    [{ median: 1.3, low: 1.3, high: 1.3, of: 1 }, 'met', '1.30 (one run) | met |'],
    [undefined, 'not measured', '– | not measured |'],
  ])('show each goal with its measure: %j, %s', (found, verdict, expected) => {
    const row = goalTable([{ ...goal, found, verdict }])
      .split('\n')
      .at(-1);
    expect(row).toBe(`| \`sign\` | ≤ 1.4 × node | ${expected}`);
  });

  it('replace what stood at their place in the page, and nothing else', () => {
    const page = (text: string): string =>
      `before\n<!-- bench goals: begin -->\n${text}\n<!-- bench goals: end -->\nafter\n`;
    expect(placed(page('old'), 'new')).toBe(page('\nnew\n'));
  });
});

it('bench refuses an option that it does not know, and an old node, with one line and status 2', () => {
  const node = join(temporaryFolder(), 'node');
  writeFileSync(node, '#!/bin/sh\necho v20.9.0\n');
  chmodSync(node, 0o755);
  for (const [words, says] of [
    [['--odd'], /--odd/],
    [['--node', node], /v20\.9\.0: pvg needs Node 20\.18\.1/],
  ] as const) {
    const file = join(import.meta.dirname, '..', '..', 'bench', 'bench.mjs');
    const { status, stderr } = spawnSync(process.execPath, [file, ...words], { encoding: 'utf8' });
    expect([status, stderr.trim()]).toEqual([2, expect.stringMatching(says)]);
    expect(stderr.trim()).not.toContain('\n');
  }
});
