import { describe, expect, it } from 'vitest';
import {
  findClasses,
  findMeaning,
  type ClassId,
  type InputFacts,
} from '../../src/reconcile/classes.js';
import { JoinedPurchase, type Lookup } from '../../src/reconcile/purchase.js';
import { lookupKinds } from '../../src/service/outcome.js';

const complete: InputFacts = { rowCounts: {}, isVoidedPartial: false };
const partial: InputFacts = { rowCounts: {}, isVoidedPartial: true };

interface Evidence {
  readonly grants?: number;
  readonly voids?: number;
  readonly orderId?: string;
}

const evidence = (
  verdict: Lookup['verdict'] | null,
  { grants = 0, voids = 0, orderId = 'GPA.1' }: Evidence = {},
): JoinedPurchase => {
  const purchase = new JoinedPurchase(orderId, null);
  if (verdict !== null)
    purchase.takeLookup({ verdict, at: null, quantity: null, isOtherProduct: false });
  const unsaid = {
    at: null,
    reason: null,
    source: null,
    quantity: null,
    extent: null,
    feeKind: null,
  };
  for (let line = 0; line < voids; line += 1)
    purchase.takeVoid({ ...unsaid, fingerprint: line, line });
  for (let line = 0; line < grants; line += 1)
    purchase.takeGrant({ at: null, player: null, id: null, fingerprint: line, line });
  return purchase;
};
const granted = { grants: 1 };
const voided = { voids: 1 };
const both = { grants: 1, voids: 1 };
const all = { grants: 2, voids: 1 };
const renewal = { orderId: 'GPA.1..0' };

describe('the class of a purchase', () => {
  it('is never settled where the voided list is not complete', () => {
    const settled = evidence('paid-and-recorded', granted);
    expect(findClasses(settled, partial)).toEqual(['not-voided-so-far']);
    expect(findClasses(evidence('paid-and-recorded', both), partial)).toEqual([
      'granted-and-voided',
    ]);
    expect(findClasses(evidence('paid-and-recorded'), partial)).toEqual(['paid-not-granted']);
  });

  it.each<[string, JoinedPurchase, ...string[]]>([
    ['paid, recorded and granted', evidence('paid-and-recorded', granted), 'settled'],
    [
      'recorded with an error and granted',
      evidence('paid-recorded-with-error', granted),
      'settled',
    ],
    ['paid, recorded, not granted', evidence('paid-and-recorded'), 'paid-not-granted'],
    [
      'paid, and never verified',
      evidence('paid-never-received'),
      'paid-never-received',
      'paid-not-granted',
    ],
    [
      'paid, never verified, and granted',
      evidence('paid-never-received', granted),
      'paid-never-received',
    ],
    ['granted twice', evidence('paid-and-recorded', { grants: 2 }), 'granted-twice'],
    [
      'granted twice and voided',
      evidence('paid-and-recorded', all),
      'granted-twice',
      'granted-and-voided',
    ],
    ['granted, then voided', evidence('paid-and-recorded', both), 'granted-and-voided'],
    [
      'granted and voided, not looked up',
      evidence(null, both),
      'granted-and-voided',
      'granted-unknown',
    ],
    ['granted, without a look-up', evidence(null, granted), 'granted-unknown'],
    ['a renewal, granted', evidence(null, { ...renewal, grants: 1 }), 'renewal'],
    [
      'a renewal, granted twice',
      evidence(null, { ...renewal, grants: 2 }),
      'granted-twice',
      'renewal',
    ],
    [
      'a renewal, granted and voided',
      evidence(null, { ...renewal, ...both }),
      'granted-and-voided',
      'renewal',
    ],
    [
      'a renewal with a look-up',
      evidence('paid-and-recorded', { ...renewal, grants: 1 }),
      'settled',
    ],
    [
      'a renewal that is voided alone',
      evidence(null, { ...renewal, voids: 1 }),
      'voided-not-granted',
    ],
    ['a look-up that failed', evidence('failed'), 'unresolved'],
    ['a look-up that was refused', evidence('refused'), 'unresolved'],
    ['a look-up that failed, of a granted one', evidence('failed', granted), 'unresolved'],
    ['an answer that says too little', evidence('unknown'), 'unresolved'],
    ['a store without a result', evidence('store-unavailable', granted), 'unresolved'],
    ['granted and pending', evidence('pending', granted), 'granted-not-paid'],
    ['granted and cancelled', evidence('cancelled', granted), 'granted-not-paid'],
    [
      'granted and cancelled later',
      evidence('cancelled-after-recorded', granted),
      'granted-not-paid',
    ],
    ['granted for another game', evidence('paid-recorded-elsewhere', granted), 'granted-not-paid'],
    ['granted and not confirmed', evidence('not-confirmed', granted), 'granted-not-paid'],
    ['voided alone', evidence(null, voided), 'voided-not-granted'],
    ['paid, voided, not granted', evidence('paid-and-recorded', voided), 'voided-not-granted'],
    ['pending', evidence('pending'), 'not-paid'],
    ['cancelled and voided', evidence('cancelled', voided), 'voided-not-granted', 'not-paid'],
  ])('%s', (_what, given, ...classes) => {
    expect(findClasses(given, complete)).toEqual(classes);
  });

  it('is there for everything that the inputs can say', () => {
    for (const lookup of [...lookupKinds, 'failed', 'refused', 'store-closed', null] as const)
      for (const grants of [0, 1, 2])
        for (const voids of [0, 1])
          for (const inputFacts of [complete, partial])
            if (lookup !== null || grants + voids > 0)
              expect(findClasses(evidence(lookup, { grants, voids }), inputFacts)).not.toEqual([]);
  });
});

it.each<[counts: Lookup['verdict'], other: Lookup['verdict'], otherAt: string]>([
  ['pending', 'paid-and-recorded', '2026-11-03'],
  ['pending', 'not-confirmed', '2026-11-05'],
  ['pending', 'failed', '2026-11-05'],
  ['not-confirmed', 'failed', '2026-11-05'],
  ['pending', 'store-unavailable', '2026-11-05'],
  ['paid-and-recorded', 'store-closed', '2026-11-05'],
  ['not-confirmed', 'store-unavailable', '2026-11-05'],
])(
  'of two look-ups of a purchase, %s on 2026-11-04 counts, not %s on %s',
  (counts, other, otherAt) => {
    const both = [
      { verdict: counts, at: '2026-11-04', quantity: null, isOtherProduct: false },
      { verdict: other, at: otherAt, quantity: null, isOtherProduct: false },
    ] as const;
    for (const lookups of [both, both.toReversed()]) {
      const purchase = new JoinedPurchase('GPA.1', null);
      for (const lookup of lookups) purchase.takeLookup(lookup);
      expect(purchase.lookup?.verdict).toBe(counts);
    }
  },
);

it.each([
  ['failed', 'retry-later'],
  ['refused', 'fix-request'],
  ['unknown', 'check'],
  ['store-unavailable', 'retry-later'],
  ['store-closed', 'check'],
] as const)('a script of an unresolved purchase whose look-up is %s gets %s', (verdict, advice) => {
  expect(findMeaning('unresolved', complete, evidence(verdict)).advice).toBe(advice);
});

describe('what a class means for a purchase', () => {
  const complete = { lookups: 1, voided: 1, granted: 1 };
  const meant = (
    id: ClassId,
    rowCounts: InputFacts['rowCounts'],
    { isOtherProduct = false, ...more }: Partial<Lookup> & Evidence = {},
  ): string => {
    const purchase = evidence(null, more);
    const { verdict = 'not-confirmed' } = more;
    purchase.takeLookup({ verdict, at: null, quantity: null, isOtherProduct });
    return findMeaning(id, { rowCounts, isVoidedPartial: false }, purchase).says;
  };

  it.each<[id: ClassId, isOtherProduct: boolean, says: RegExp]>([
    ['granted-not-paid', true, /another product/],
    ['granted-not-paid', false, /^(?!.*another product).*it is not paid/],
    ['not-paid', true, /another product/],
    ['not-paid', false, /^(?!.*another product)Not paid/],
  ])('%s, looked up with another product: %s', (id, isOtherProduct, says) => {
    expect(meant(id, complete, { isOtherProduct })).toMatch(says);
  });

  it('is never that of another product where nothing is known of a purchase', () => {
    for (const id of ['granted-not-paid', 'not-paid'] as const) {
      const { says } = findMeaning(id, { rowCounts: complete, isVoidedPartial: false });
      expect(says).not.toContain('another product');
    }
  });

  it.each<[id: ClassId, missing: 'granted' | 'voided', says: RegExp]>([
    ['voided-not-granted', 'granted', /no list of what the game granted/],
    ['paid-not-granted', 'granted', /no list of what the game granted/],
    ['not-paid', 'granted', /no list of what the game granted/],
    ['settled', 'voided', /no list of voided purchases/],
  ])('%s says that there is no list: %s', (id, missing, says) => {
    expect(meant(id, { ...complete, [missing]: undefined })).toMatch(says);
    // A list may be empty.
    expect(meant(id, { ...complete, [missing]: 0 })).not.toMatch(says);
  });

  it('of one that was granted never says to grant it', () => {
    const id = 'paid-never-received';
    const next = (grants: number): string =>
      findMeaning(id, { rowCounts: complete, isVoidedPartial: false }, evidence(id, { grants }))
        .next;
    expect(next(1)).toMatch(/do not grant it again/);
    expect(next(0)).toMatch(/it sends its own, and grants only if that succeeds/);
  });
});
