import { describe, expect, it } from 'vitest';
import { spawnSync } from 'node:child_process';
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { compared, goals, isMissed, judged } from '../../bench/goals.mjs';
import { goalTable } from '../../bench/tables.mjs';
import { temporaryFolder } from '../support/context.js';

describe('a measure beside its goal', () => {
  it.each([
    { atMost: 1.4, low: 1.1, median: 1.2, high: 1.3, verdict: 'met' },
    { atMost: 1.4, low: 1.4, median: 1.4, high: 1.4, verdict: 'met' },
    { atMost: 1.4, low: 1.3, median: 1.38, high: 1.5, verdict: 'met, within noise' },
    { atMost: 1.4, low: 1.3, median: 1.42, high: 1.5, verdict: 'missed, within noise' },
    { atMost: 1.4, low: 1.5, median: 1.6, high: 1.7, verdict: 'missed' },
    { atLeast: 0.75, low: 0.8, median: 0.9, high: 1, verdict: 'met' },
    { atLeast: 0.75, low: 0.7, median: 0.74, high: 0.8, verdict: 'missed, within noise' },
    { atLeast: 0.75, low: 0.5, median: 0.6, high: 0.7, verdict: 'missed' },
    { atMost: 150, low: NaN, median: NaN, high: NaN, verdict: 'not measured' },
  ])('$low–$median–$high: $verdict', ({ verdict, low, median, high, ...goal }) => {
    expect(judged(goal, { low, median, high })).toBe(verdict);
  });

  it('that was not taken is said, and is no miss', () => {
    const all = compared({}, ['batch']);
    expect(all.map(({ verdict }) => verdict)).toEqual(['not measured', 'not measured']);
    expect(all.some(isMissed)).toBe(false);
  });
});

describe('the goals', () => {
  it('are asked only of the parts that were run', () => {
    expect(compared({}, ['emulator']).map(({ measure }) => measure)).toEqual(['emulator/of-bare']);
  });

  it('have one bound each, and a measure each', () => {
    expect(new Set(goals.map(({ measure }) => measure)).size).toBe(goals.length);
    expect(goals.filter(({ atMost, atLeast }) => (atMost === undefined) === (atLeast === undefined))).toEqual(
      [],
    );
  });
});

it('a goal missed by less than the figure shows is shown with a digit more', () => {
  const row = { measure: 'a/b', says: 'it', unit: 'of all', atLeast: 0.95, verdict: 'missed' };
  const found = { median: 0.9476, low: 0.94, high: 0.95, of: 3 };
  expect(goalTable([{ ...row, found }])).toContain('0.948 [0.94–0.95]');
});

describe('bench refuses with one line and status 2', () => {
  const bench = (...words: string[]) => {
    const file = join(import.meta.dirname, '..', '..', 'bench', 'bench.mjs');
    const { status, stderr } = spawnSync(process.execPath, [file, ...words], { encoding: 'utf8' });
    return { status, lines: stderr.trim().split('\n') };
  };
  const oldNode = (): string => {
    const file = join(temporaryFolder(), 'node');
    writeFileSync(file, '#!/bin/sh\necho v20.9.0\n');
    chmodSync(file, 0o755);
    return file;
  };
  it.each([
    ['an option it does not know', () => ['--odd'], /--odd/],
    ['--node without a file', () => ['--node'], /--node/],
    ['a node older than pvg needs', () => ['--node', oldNode()], /v20\.9\.0: pvg needs Node 20\.18\.1/],
  ])('%s', (_, words, says) => {
    const { status, lines } = bench(...words());
    expect({ status, lines: lines.length }).toEqual({ status: 2, lines: 1 });
    expect(lines[0]).toMatch(says);
  });
});
