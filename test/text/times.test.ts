import { describe, expect, it } from 'vitest';
import { age, nearTime, shortTime } from '../../src/text/times.js';

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
    ['UTC', '2026-11-03T10:00:00Z', '3 Nov 10:00'],
    ['Europe/Berlin', '2026-11-03T10:00:00Z', '3 Nov 11:00'],
    ['UTC', '2026-09-03T10:00:00Z', '3 Sep 10:00'],
    ['UTC', '2025-12-31T23:59:00Z', '31 Dec 2025 23:59'],
    ['Asia/Tokyo', '2025-12-31T23:59:00Z', '1 Jan 08:59'],
  ])('for a list, in %s, %s is %s', (timeZone, at, says) => {
    expect(shortTime(Date.parse(at), { nowMs, timeZone })).toBe(says);
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
