import { describe, expect, it } from 'vitest';
import { operations } from '../../src/contract/interfaces.js';
import { odd, type Outcome } from '../../src/service/outcome.js';
import { errorIdOf, policies, policyOf, showsRecord, verdictIdOf } from '../../src/service/policy.js';
import { exchangeOf, response } from '../support/exchange.js';
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

  it.each<[string, Outcome, string]>([
    [
      'recorded, of another order',
      outcomeOf('lookup', 'paid-and-recorded', { anomalies: [odd('other-order', 'x')] }),
      '0 check report',
    ],
    [
      'pending, of another order',
      outcomeOf('lookup', 'pending', { anomalies: [odd('other-order', 'x')] }),
      '0 do-not-grant report',
    ],
    [
      'recorded, with something unusual',
      outcomeOf('lookup', 'paid-and-recorded', { anomalies: [odd('missing', 'x')] }),
      '0 none report',
    ],
    [
      'a no after a yes',
      outcomeOf('session', 'not-completed', { anomalies: [odd('contradictory', 'x')] }),
      '0 check check',
    ],
    [
      'a refusal that contradicts itself',
      outcomeOf('session', 'refused', { anomalies: [odd('contradictory', 'x')] }),
      '5 fix-request explain',
    ],
    ['no shape with 200', outcomeOf('verify', 'foreign', { status: 200 }), '12 check lookup'],
    ['no shape with 999', outcomeOf('verify', 'foreign', { status: 999 }), '12 check lookup'],
    [
      'no shape with 400 after an unclear attempt',
      outcomeOf('verify', 'foreign', { made: exchangeOf(response({}), { unclearBefore: true }) }),
      '12 check lookup',
    ],
    ['no shape of a look-up', outcomeOf('lookup', 'foreign', { status: 200 }), '12 check doctor'],
  ])('but for what else is known: %s', (_, outcome, line) => {
    const { exit, advice, next } = policyOf(outcome);
    expect([exit, advice, next].join(' ')).toBe(line);
  });

  it('names a failure without a code by its status, with the section that lists it', () => {
    expect(errorIdOf({ operation: 'verify', kind: 'failed', status: 503 })).toEqual({
      code: 'http-503',
      section: '§7.1',
    });
    expect(
      errorIdOf({ operation: 'lookup', kind: 'credentials-refused', status: 401, code: 'UNAUTHORIZED' }),
    ).toEqual({ code: 'UNAUTHORIZED', section: '§5.1' });
    expect(errorIdOf({ operation: 'session', kind: 'refused', status: 409, code: 'xmdt_disabled' })).toEqual({
      code: 'xmdt_disabled',
      section: '§7.2',
    });
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
