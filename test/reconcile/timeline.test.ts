import { describe, expect, it } from 'vitest';
import { Timeline } from '../../src/reconcile/timeline.js';

const timeline = (...days: readonly string[]): Timeline => {
  const made = new Timeline();
  for (const day of days) made.add('granted', `${day}T12:00:00Z`);
  return made;
};

describe('the bars of a timeline', () => {
  it.each([
    ['days', ['2026-10-31', '2026-11-02'], ['2026-10-31', '2026-11-01', '2026-11-02']],
    ['weeks from Monday', ['2026-01-01', '2026-03-31'], ['week of 2025-12-29', 'week of 2026-01-05']],
    ['months', ['2023-12-31', '2026-01-01'], ['2023-12', '2024-01']],
    ['years', ['1970-01-01', '2026-01-01'], ['1970', '1971']],
  ])('are %s', (_unit, days, first) => {
    expect(
      timeline(...days)
        .bars()
        .bars.map(({ label }) => label),
    ).toEqual(expect.arrayContaining(first));
  });

  it('are of the finest unit that has no more than 62', () => {
    expect(timeline('2026-01-01', '2026-03-03').bars().bars).toHaveLength(62);
    expect(timeline('2026-01-01', '2026-03-04').bars().unit).toBe('week');
  });

  it('count each kind, also on days without the other', () => {
    const made = timeline('2026-11-01', '2026-11-01');
    made.add('voided', '2026-11-03');
    made.add('voided', null);
    made.add('voided', 'last week');
    expect(made.bars().bars.map(({ counts }) => counts)).toEqual([
      { voided: 0, granted: 2 },
      { voided: 0, granted: 0 },
      { voided: 1, granted: 0 },
    ]);
    expect(made.undated).toEqual({ voided: 2, granted: 0 });
  });

  it.each([
    ['nothing has a date', []],
    ['a date is far off', ['0001-01-01', '2026-01-01']],
  ])('are none if %s', (_why, days) => {
    expect(timeline(...days).bars().bars).toEqual([]);
  });
});
