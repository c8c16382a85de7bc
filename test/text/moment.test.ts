import { describe, expect, it } from 'vitest';
import { momentOf } from '../../src/text/times.js';

const now = '2026-11-21T03:31:02.000Z';
const reading = (timeZone = 'UTC') => ({ nowMs: Date.parse(now), timeZone });

describe('a moment in a report', () => {
  it.each([
    ['2026-11-21T03:31:02.000Z', 'less than a minute before this report'],
    ['2026-11-21T03:31:01.000Z', 'less than a minute before this report'],
    ['2026-11-21T03:25:31.120Z', '5 minutes before this report'],
    ['2026-11-21T00:31:02.000Z', '3 hours before this report'],
    ['2026-11-20T19:02:11.000Z', '8 hours before this report'],
    ['2026-03-02T09:30:00.000Z', '8 months before this report'],
    ['2026-11-21T03:41:02.000Z', '10 minutes after this report'],
  ])('%s is %s', (utc, age) => {
    expect(momentOf(utc, reading())).toEqual({ utc, local: null, age });
  });

  it.each([
    ['Europe/Berlin', '2026-11-21 04:25:31 (Europe/Berlin, UTC+01:00)'],
    ['Asia/Kolkata', '2026-11-21 08:55:31 (Asia/Kolkata, UTC+05:30)'],
    ['America/Sao_Paulo', '2026-11-21 00:25:31 (America/Sao_Paulo, UTC-03:00)'],
    ['UTC', null],
    ['Europe/London', null],
  ])('in %s the clocks show %s', (zone, local) => {
    expect(momentOf('2026-11-21T03:25:31.120Z', reading(zone))?.local).toBe(local);
  });

  it.each(['', 'gems_100', '2026-11-21', '1790000000000', '2026-13-45T99:99:99Z'])('%j is none', (text) => {
    expect(momentOf(text, reading())).toBeUndefined();
  });
});
