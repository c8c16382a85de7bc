import { describe, expect, it } from 'vitest';
import { dayOf, shownTime, spanOf } from '../../src/reconcile/moments.js';
import { voidWords } from '../../src/reconcile/voids.js';

const utc = (text: string): number => Date.parse(text);

describe('a time of an input', () => {
  it.each([
    ['1793700000', '2026-11-03T10:00:00Z'],
    ['1793700000000', '2026-11-03T10:00:00Z'],
    ['2026-11-03T10:00:00Z', '2026-11-03T10:00:00Z'],
    ['2026-11-03 10:00:00 UTC', '2026-11-03T10:00:00Z'],
    ['2026-11-03T17:00:00+07:00', '2026-11-03T10:00:00Z'],
    ['2026-11-03T17:00+0700', '2026-11-03T10:00:00Z'],
  ])('%s is exactly %s', (text, exact) => {
    expect(spanOf(text)).toEqual({ fromMs: utc(exact), toMs: utc(exact) });
    expect(shownTime(text)).toBe(exact);
  });

  it.each([
    ['2026-11-03 10:00:00', '2026-11-02T20:00:00Z', '2026-11-03T22:00:00Z'],
    ['2026-11-03', '2026-11-02T10:00:00Z', '2026-11-04T12:00:00Z'],
  ])('%s may be any moment from %s to %s', (text, from, to) => {
    expect(spanOf(text)).toEqual({ fromMs: utc(from), toMs: utc(to) });
    expect(shownTime(text)).toBe(text);
    expect(dayOf(text)).toBe(utc('2026-11-03') / 86_400_000);
  });

  it.each(['03/11/2026', 'yesterday', '17937000', '2026-13-40', ''])('%j is none', (text) => {
    expect(spanOf(text)).toBeUndefined();
    expect(shownTime(text)).toBe(text);
  });
});

describe('a void and a grant', () => {
  it.each([
    ['2026-11-03T10:00:00Z', '2026-11-03T10:00:01Z', ', before the grant.'],
    ['2026-11-03T10:00:00Z', '2026-11-03T09:59:59Z', ', after the grant.'],
    ['2026-11-03T10:00:00Z', '2026-11-03 12:00:00', ', and it is not known whether before the grant.'],
    ['2026-11-03T10:00:00Z', '2026-11-05 12:00:00', ', before the grant.'],
    ['2026-11-03T10:00:00Z', null, ', and it is not known whether before the grant.'],
  ])('voided %s, granted %s', (at, granted, says) => {
    const voided = { at, reason: null, source: null, quantity: null };
    expect(voidWords(voided, null, [{ at: granted, player: null }])).toContain(says);
  });
});
