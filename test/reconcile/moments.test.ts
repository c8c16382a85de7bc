import { describe, expect, it } from 'vitest';
import { momentAmongGrants, shownTime, parseTimeSpan } from '../../src/reconcile/timestamps.js';

const utc = (text: string): number => Date.parse(text);

describe('a time of an input', () => {
  it.each([
    ['1793700000', '2026-11-03T10:00:00Z'],
    ['1793700000000', '2026-11-03T10:00:00Z'],
    ['2026-11-03T10:00:00Z', '2026-11-03T10:00:00Z'],
    ['2026-11-03 10:00:00 UTC', '2026-11-03T10:00:00Z'],
    ['2026-11-03T17:00:00+07:00', '2026-11-03T10:00:00Z'],
    ['2026-11-03T17:00+0700', '2026-11-03T10:00:00Z'],
    ['2026-11-03 08:30:00-01:30', '2026-11-03T10:00:00Z'],
    ['2026-11-03 12:00:00.5+02', '2026-11-03T10:00:00Z'],
    ['Nov 3, 2026 10:00:00 AM UTC', '2026-11-03T10:00:00Z'],
    ['3.11.2026 17:00 +07:00', '2026-11-03T10:00:00Z'],
  ])('%s is exactly %s', (text, exact) => {
    expect(parseTimeSpan(text)).toEqual({ fromMs: utc(exact), toMs: utc(exact) });
    expect(shownTime(text)).toBe(exact);
  });

  it.each([
    ['2026-11-03 10:00:00', '2026-11-02T20:00:00Z', '2026-11-03T22:00:00Z'],
    ['2026-11-03', '2026-11-02T10:00:00Z', '2026-11-04T12:00:00Z'],
  ])('%s may be any moment from %s to %s', (text, from, to) => {
    expect(parseTimeSpan(text)).toEqual({ fromMs: utc(from), toMs: utc(to) });
    expect(shownTime(text)).toBe(text);
  });

  it.each([
    ...['2026. 11. 3. 12:00', '2026年11月3日 12:00', '2026년 11월 3일 12:00'],
    ...[
      '3.11.2026 12:00',
      '03.11.2026, 12:00:00',
      'Nov 3, 2026, 12:00 pm',
      'November 3 2026 12:00',
    ],
    ...[
      '3 Nov 2026 12:00 PM',
      '03-Nov-2026 12:00',
      '2026/11/3 12:00:00',
      '3.11.26 12:00',
      '03-Nov-26 12:00',
    ],
  ])('%s is read, and may be of any zone', (text) => {
    expect(parseTimeSpan(text)).toEqual(parseTimeSpan('2026-11-03 12:00'));
  });

  it.each(['03/11/2026 12:00', '11/3/2026 12:00:00 PM', '3-11-2026 12:00'])(
    '%s may be of two days: day and month may be swapped',
    (text) => {
      const [march, november] = [
        parseTimeSpan('2026-03-11 12:00'),
        parseTimeSpan('2026-11-03 12:00'),
      ];
      expect(parseTimeSpan(text)).toEqual({ fromMs: march?.fromMs, toMs: november?.toMs });
    },
  );

  it.each(['25/12/2026', '12/25/2026', '12/25/26', '25.12.2026', 'Dec 25, 2026', '2026年12月25日'])(
    '%s can only be one day',
    (text) => {
      expect(parseTimeSpan(text)).toEqual(parseTimeSpan('2026-12-25'));
    },
  );

  it.each([
    ...[
      'yesterday',
      '17937000',
      '2026-13-40',
      '32.1.2026',
      '3.11.026',
      '30/30/2026',
      '3.11.2026 25:00',
    ],
    ...['Foo 3, 2026', ''],
  ])('%j is none', (text) => {
    expect(parseTimeSpan(text)).toBeUndefined();
    expect(shownTime(text)).toBe(text);
  });
});

describe('a void and the grants', () => {
  it.each([
    ['2026-11-03T10:00:00Z', '2026-11-03T10:00:01Z', 'before'],
    ['2026-11-03T10:00:00Z', '2026-11-03T09:59:59Z', 'after'],
    ['2026-11-03T10:00:00Z', '2026-11-03 12:00:00', 'unknown'],
    ['2026-11-03T10:00:00Z', '2026-11-05 12:00:00', 'before'],
    ['3.11.2026', '2026-11-05T12:30:00Z', 'before'],
    ['3/11/2026', '2026-11-05T12:30:00Z', 'before'],
    ['3/11/2026', '2026-05-01T00:00:00Z', 'unknown'],
    ['2026-11-03T10:00:00Z', null, 'unknown'],
    [null, '2026-11-03T10:00:00Z', 'unknown'],
  ])('voided %s, granted %s: %s', (voided, granted, place) => {
    expect(momentAmongGrants(voided, [granted])).toBe(place);
  });

  const [early, late] = ['2026-11-01T10:00:00Z', '2026-11-05T10:00:00Z'];
  it.each([
    ['2026-11-03T10:00:00Z', [early, late], 'between'],
    ['2026-11-03T10:00:00Z', [early, null, late], 'between'],
    ['2026-10-30T10:00:00Z', [early, late], 'before'],
    ['2026-11-09T10:00:00Z', [early, late], 'after'],
    ['2026-11-09T10:00:00Z', [early, null], 'unknown'],
    ['2026-11-03T10:00:00Z', [early, '2026-11-03 12:00:00'], 'unknown'],
  ])('voided %s, granted %j: %s, whatever the order of the grants is', (voided, granted, place) => {
    expect(momentAmongGrants(voided, granted)).toBe(place);
    expect(momentAmongGrants(voided, granted.toReversed())).toBe(place);
  });
});
