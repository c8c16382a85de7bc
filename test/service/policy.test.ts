import { describe, expect, it } from 'vitest';
import { operations } from '../../src/contract/interfaces.js';
import { errorIdOf, policies, policyOf, showsRecord, verdictIdOf } from '../../src/service/policy.js';
import { kindsOf, outcomeOf } from '../support/judged.js';

describe('pvg’s own policy', () => {
  it('shows a rejection as not confirmed, and no verdict where nothing was said about the purchase', () => {
    const kinds = ['rejected', 'own-duplicate', 'lost', 'refused', 'foreign'] as const;
    expect(kinds.map(verdictIdOf)).toEqual(['not-confirmed', null, null, null, null]);
  });

  it('has every kind in the table', () => {
    expect(new Set(Object.values(kindsOf).flat())).toEqual(new Set(Object.keys(policies)));
  });

  it('grants for one kind only, and an error never ends with 0', () => {
    const granting = operations.flatMap((operation) =>
      kindsOf[operation].filter((kind) => policyOf(outcomeOf(operation, kind)).advice === 'grant'),
    );
    expect(granting).toEqual(['verified']);
    for (const operation of operations)
      for (const kind of kindsOf[operation]) {
        const outcome = outcomeOf(operation, kind);
        expect([kind, errorIdOf(outcome) === null]).toEqual([kind, policyOf(outcome).exit === 0]);
      }
  });

  it('names a failure without a code by its status, with the section that lists it', () => {
    const ids = [
      { operation: 'verify', kind: 'failed', status: 503 },
      { operation: 'lookup', kind: 'credentials-refused', status: 401, code: 'UNAUTHORIZED' },
      { operation: 'session', kind: 'refused', status: 409, code: 'xmdt_disabled' },
    ] as const;
    const named = ids.map((each) => Object.values(errorIdOf(each) ?? {}).join(' '));
    expect(named).toEqual(['http-503 §7.1', 'UNAUTHORIZED §5.1', 'xmdt_disabled §7.2']);
  });

  it('knows which verdicts show a verify on record, and which show that there is none', () => {
    const recorded = ['paid-and-recorded', 'paid-recorded-with-error', 'paid-recorded-elsewhere'];
    for (const kind of [...recorded, 'cancelled-after-recorded']) expect(showsRecord(kind)).toBe(true);
    expect(showsRecord('paid-never-received')).toBe(false);
    for (const kind of ['cancelled', 'unknown', undefined]) expect(showsRecord(kind)).toBeUndefined();
  });
});
