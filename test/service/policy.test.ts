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
    expect(ids.map((each) => Object.values(errorIdOf(each) ?? {}).join(' '))).toEqual([
      ...['http-503 §7.1', 'UNAUTHORIZED §5.1', 'xmdt_disabled §7.2'],
    ]);
  });

  it.each<[string | undefined, boolean | undefined]>([
    ['paid-and-recorded', true],
    ['paid-recorded-with-error', true],
    ['paid-recorded-elsewhere', true],
    ['cancelled-after-recorded', true],
    ['paid-never-received', false],
    ['cancelled', undefined],
    ['unknown', undefined],
    [undefined, undefined],
  ])('knows whether %s shows a verify on record', (kind, shows) => {
    expect(showsRecord(kind)).toBe(shows);
  });
});
