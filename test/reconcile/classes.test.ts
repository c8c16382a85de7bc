import { describe, expect, it } from 'vitest';
import { classesOf } from '../../src/reconcile/classes.js';
import { Purchase, type Lookup } from '../../src/reconcile/join.js';
import { lookupKinds } from '../../src/service/outcome.js';

const evidence = (
  verdict: Lookup['verdict'] | null,
  { grants = 0, voids = 0 }: { readonly grants?: number; readonly voids?: number } = {},
): Purchase => {
  const purchase = new Purchase('GPA.1', null);
  purchase.take({ lookup: verdict && { verdict, at: null, quantity: null, isOtherProduct: false }, voids });
  for (let grant = 0; grant < grants; grant += 1) purchase.take({ grants: [{ at: null, player: null }] });
  return purchase;
};
const granted = { grants: 1 };
const voided = { voids: 1 };
const both = { grants: 1, voids: 1 };
const all = { grants: 2, voids: 1 };

describe('the class of a purchase', () => {
  it.each<[string, Purchase, ...string[]]>([
    ['paid, recorded and granted', evidence('paid-and-recorded', granted), 'settled'],
    ['recorded with an error and granted', evidence('paid-recorded-with-error', granted), 'settled'],
    ['paid, recorded, not granted', evidence('paid-and-recorded'), 'paid-not-granted'],
    ['paid, and never verified', evidence('paid-never-received'), 'paid-never-received', 'paid-not-granted'],
    ['paid, never verified, and granted', evidence('paid-never-received', granted), 'paid-never-received'],
    ['granted twice', evidence('paid-and-recorded', { grants: 2 }), 'granted-twice'],
    ['granted twice and voided', evidence('paid-and-recorded', all), 'granted-twice', 'granted-and-voided'],
    ['granted, then voided', evidence('paid-and-recorded', both), 'granted-and-voided'],
    ['granted and voided, not looked up', evidence(null, both), 'granted-and-voided', 'granted-unknown'],
    ['granted, without a look-up', evidence(null, granted), 'granted-unknown'],
    ['a look-up that failed', evidence('failed'), 'unresolved'],
    ['a look-up that failed, of a granted one', evidence('failed', granted), 'unresolved'],
    ['an answer that says too little', evidence('unknown'), 'unresolved'],
    ['a store without a result', evidence('store-unavailable', granted), 'unresolved'],
    ['granted and pending', evidence('pending', granted), 'granted-not-paid'],
    ['granted and cancelled', evidence('cancelled', granted), 'granted-not-paid'],
    ['granted and cancelled later', evidence('cancelled-after-recorded', granted), 'granted-not-paid'],
    ['granted for another game', evidence('paid-recorded-elsewhere', granted), 'granted-not-paid'],
    ['granted and not confirmed', evidence('not-confirmed', granted), 'granted-not-paid'],
    ['voided alone', evidence(null, voided), 'voided-not-granted'],
    ['paid, voided, not granted', evidence('paid-and-recorded', voided), 'voided-not-granted'],
    ['pending', evidence('pending'), 'not-paid'],
    ['cancelled and voided', evidence('cancelled', voided), 'voided-not-granted', 'not-paid'],
  ])('%s', (_what, given, ...classes) => {
    expect(classesOf(given)).toEqual(classes);
  });

  it('is there for everything that the inputs can say', () => {
    for (const lookup of [...lookupKinds, 'failed', null] as const)
      for (const grants of [0, 1, 2])
        for (const voids of [0, 1])
          if (lookup !== null || grants + voids > 0)
            expect(classesOf(evidence(lookup, { grants, voids }))).not.toEqual([]);
  });
});

it.each<[counts: Lookup['verdict'], other: Lookup['verdict'], otherAt: string]>([
  ['pending', 'paid-and-recorded', '2026-11-03'],
  ['pending', 'not-confirmed', '2026-11-05'],
  ['pending', 'failed', '2026-11-05'],
  ['not-confirmed', 'failed', '2026-11-05'],
])('of two look-ups of a purchase, %s on 2026-11-04 counts, not %s on %s', (counts, other, otherAt) => {
  const both = [
    { verdict: counts, at: '2026-11-04', quantity: null, isOtherProduct: false },
    { verdict: other, at: otherAt, quantity: null, isOtherProduct: false },
  ] as const;
  for (const lookups of [both, both.toReversed()]) {
    const purchase = new Purchase('GPA.1', null);
    for (const lookup of lookups) purchase.take({ lookup });
    expect(purchase.lookup?.verdict).toBe(counts);
  }
});
