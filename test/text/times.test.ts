import { describe, expect, it } from 'vitest';
import { age, nearTime, isoLocalTime } from '../../src/text/times.js';

const atMs = Date.parse('2026-11-03T10:00:00Z');
const nowMs = Date.parse('2026-11-21T12:00:00Z');

describe('a time for people', () => {
  it.each([
    ['Europe/Berlin', '3 Nov, 11:00 Europe/Berlin, 18 days ago'],
    ['Asia/Ho_Chi_Minh', '3 Nov, 17:00 Asia/Ho_Chi_Minh, 18 days ago'],
    ['UTC', '18 days ago'],
    ['Etc/UTC', '18 days ago'],
  ])('by the clock of %s is %s', (timeZone, says) => {
    expect(nearTime(atMs, { nowMs, timeZone })).toBe(says);
  });

  it('names the year where it is another than in UTC', () => {
    const newYear = Date.parse('2026-12-31T20:00:00Z');
    expect(nearTime(newYear, { nowMs: newYear, timeZone: 'Asia/Tokyo' })).toBe(
      '1 Jan 2027, 05:00 Asia/Tokyo, just now',
    );
  });

  it.each([
    ['UTC', '2026-11-03T10:00:00Z', '2026-11-03T10:00:00Z'],
    ['Europe/London', '2026-11-03T10:00:00Z', '2026-11-03T10:00:00Z'],
    ['Europe/Berlin', '2026-11-03T10:00:00Z', '2026-11-03T11:00:00+01:00'],
    ['Asia/Tokyo', '2025-12-31T23:59:00Z', '2026-01-01T08:59:00+09:00'],
    ['America/St_Johns', '2026-07-03T10:00:07Z', '2026-07-03T07:30:07-02:30'],
  ])('for a list, in %s, %s is %s', (timeZone, at, says) => {
    expect(isoLocalTime(Date.parse(at), timeZone)).toBe(says);
    expect(Date.parse(says)).toBe(Date.parse(at));
  });

  it.each([
    [-59, 'just now'],
    [-60, '1 minute ago'],
    [-90 * 60, '90 minutes ago'],
    [-47 * 3_600, '47 hours ago'],
    [-48 * 3_600, '2 days ago'],
    [-89 * 86_400, '89 days ago'],
    [-90 * 86_400, '3 months ago'],
    [-800 * 86_400, '2 years ago'],
    [30, 'in less than a minute'],
    [15 * 60, 'in 15 minutes'],
  ])('%i seconds from now is %s', (seconds, says) => {
    expect(age(nowMs + seconds * 1_000, nowMs)).toBe(says);
  });

  it('has an age at the ends of what a date can be', () => {
    expect(age(0, 8.64e15)).toMatch(/years ago$/);
    expect(nearTime(8.64e15, { nowMs, timeZone: 'Asia/Tokyo' })).toMatch(/Asia\/Tokyo, in .* years$/);
  });
});
