import { describe, expect, it } from 'vitest';
import { age, besideTime, localTime, nearTime } from '../../src/text/times.js';

const nowMs = Date.parse('2026-11-21T12:00:00Z');

describe('a time for people', () => {
  it.each([
    ['Europe/Berlin', '2026-11-03T10:00:00Z', '2026-11-03 11:00:00 UTC+01:00'],
    ['Asia/Kolkata', '2026-11-21T03:25:31.120Z', '2026-11-21 08:55:31 UTC+05:30'],
    ['America/St_Johns', '2026-07-03T10:00:07Z', '2026-07-03 07:30:07 UTC-02:30'],
    ['Europe/London', '2026-11-03T10:00:00Z', null],
    ['UTC', '2026-11-03T10:00:00Z', null],
  ])('by the clock of %s, %s is %s', (timeZone, at, says) => {
    expect(localTime(Date.parse(at), timeZone)).toBe(says);
  });

  it.each([
    ['Europe/Berlin', '2026-11-03 11:00:00 UTC+01:00, 18 days ago'],
    ['UTC', '18 days ago'],
  ])('beside an answer, in %s, is %s', (timeZone, says) => {
    expect(nearTime(Date.parse('2026-11-03T10:00:00Z'), { nowMs, timeZone })).toBe(says);
  });

  it.each([
    [-59, 'just now'],
    [-90 * 60, '90 minutes ago'],
    [-48 * 3_600, '2 days ago'],
    [-90 * 86_400, '3 months ago'],
    [-800 * 86_400, '2 years ago'],
    [30, 'in less than a minute'],
    [15 * 60, 'in 15 minutes'],
  ])('%i seconds from now is %s', (seconds, says) => {
    expect(age(nowMs + seconds * 1_000, nowMs)).toBe(says);
  });
});

describe('a moment in a report', () => {
  const reading = { nowMs: Date.parse('2026-11-21T03:31:02.000Z'), timeZone: 'UTC' };

  it.each([
    ['2026-11-21T03:31:02.000Z', 'less than a minute before this report'],
    ['2026-03-02T09:30:00.000Z', '8 months before this report'],
    ['2026-11-21T03:41:02.000Z', '10 minutes after this report'],
  ])('%s is %s', (utc, says) => {
    expect(besideTime(utc, reading)).toBe(says);
  });

  it.each(['', 'gems_100', '2026-11-21', '1790000000000', '2026-13-45T99:99:99Z'])(
    '%j is none',
    (text) => {
      expect(besideTime(text, reading)).toBeUndefined();
    },
  );
});
