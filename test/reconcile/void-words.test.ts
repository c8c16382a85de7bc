import { describe, expect, it } from 'vitest';
import { JoinedPurchase, type Void } from '../../src/reconcile/purchase.js';
import { formatVoids } from '../../src/reconcile/void-words.js';

const voidedAt = '2026-11-03T10:00:00Z';
const [before, after] = ['2026-11-01T10:00:00Z', '2026-11-05T10:00:00Z'];

interface Evidence {
  readonly voids?: readonly Partial<Void>[];
  /** The times of the grants. */
  readonly granted?: readonly (string | null)[];
  readonly bought?: string;
}

function wordsOf({ voids = [{}], granted = [], bought }: Evidence): string {
  const purchase = new JoinedPurchase('GPA.1', null);
  const unsaid = { at: voidedAt, reason: null, source: null, quantity: null, extent: null };
  for (const [line, row] of voids.entries()) {
    purchase.takeVoid({ ...unsaid, feeKind: null, fingerprint: line, line, ...row });
  }
  for (const [line, at] of granted.entries()) {
    purchase.takeGrant({ at, player: null, id: null, fingerprint: line, line });
  }
  if (bought !== undefined) {
    const verdict = 'paid-and-recorded';
    purchase.takeLookup({ verdict, at: null, quantity: bought, isOtherProduct: false });
  }
  return formatVoids(purchase);
}

describe('a void in words', () => {
  const start = `Voided on ${voidedAt}`;
  it.each<[says: string, evidence: Evidence]>([
    [`${start}.`, {}],
    ['The store’s list has no date for it.', { voids: [{ at: null }] }],
    [`${start}, after the grant.`, { granted: [before] }],
    [`${start}, before the grant.`, { granted: [after] }],
    [`${start}, between the grants.`, { granted: [before, after] }],
    [`${start}, after the grants.`, { granted: [before, before] }],
    [`${start}, and it is not known whether before the grant.`, { granted: [null] }],
    [`${start}, and it is not known whether before the grants.`, { granted: [null, null] }],
    [
      `${start}; the store says source: user, reason: other.`,
      { voids: [{ source: '0', reason: '0' }] },
    ],
    [
      `${start}; the store says source: Google, reason: unacknowledged purchase.`,
      { voids: [{ source: '2', reason: '8' }] },
    ],
    // Beyond its list the store's own word is shown.
    [`${start}; the store says source: 3, reason: 9.`, { voids: [{ source: '3', reason: '9' }] }],
    [`${start}; the store says reason: remorse.`, { voids: [{ reason: '1' }] }],
    [`${start}; 1 of 3 units.`, { voids: [{ quantity: 1 }], bought: '3' }],
    [
      `${start}; 1 unit, and no look-up says of how many.`,
      { voids: [{ quantity: 1, extent: 'part' }] },
    ],
  ])('%s', (says, evidence) => {
    expect(wordsOf(evidence)).toBe(says);
  });

  it.each([
    [2, ''],
    [5, ''],
    [6, ' And 1 more void.'],
    [7, ' And 2 more voids.'],
  ])('is told up to five times: %i', (count, end) => {
    const words = wordsOf({ voids: Array.from({ length: count }, () => ({})) });
    const times = Math.min(count, 5);
    expect(words).toBe(`${Array.from({ length: times }, () => `${start}.`).join(' ')}${end}`);
  });

  it('of all and of a part has no sum, as nobody knows how many units all are', () => {
    const voids = [{ extent: 'whole' as const }, { quantity: 1 }];
    expect(wordsOf({ voids })).toBe(`${start}. ${start}; 1 unit.`);
  });

  it('of several parts has their units, and those of all together', () => {
    const voids = [{ quantity: 1 }, { quantity: 1 }];
    expect(wordsOf({ voids, bought: '3' })).toBe(
      `${start}; 1 unit. ${start}; 1 unit. Together 2 of 3 units.`,
    );
  });
});
