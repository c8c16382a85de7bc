import { describe, expect, it } from 'vitest';
import { operations } from '../../src/contract/interfaces.js';
import { odd, type Outcome } from '../../src/service/outcome.js';
import { errorIdOf, policies, policyOf, showsRecord, verdictIdOf } from '../../src/service/policy.js';
import { exchangeOf, response } from '../support/exchange.js';
import { kindsOf, outcomeOf } from '../support/judged.js';

/** Exit status, advice and next step; the verdict and the error that programs see. */
const told = (outcome: Outcome): string => {
  const { exit, advice, next } = policyOf(outcome);
  return [exit, advice, next, verdictIdOf(outcome.kind) ?? '-', errorIdOf(outcome)?.code ?? '-'].join(' ');
};

const table = `
lookup paid-and-recorded: 0 none report paid-and-recorded -
lookup paid-recorded-with-error: 0 check report paid-recorded-with-error -
lookup paid-never-received: 0 check report paid-never-received -
lookup paid-recorded-elsewhere: 0 do-not-grant profiles paid-recorded-elsewhere -
lookup pending: 0 do-not-grant report pending -
lookup cancelled: 0 do-not-grant report cancelled -
lookup cancelled-after-recorded: 0 check report cancelled-after-recorded -
lookup store-unavailable: 8 retry-later report store-unavailable store-unavailable
lookup not-confirmed: 6 do-not-grant explain-rejection not-confirmed not-confirmed
lookup unknown: 0 check report unknown -
lookup already-verified: 7 already-verified explain already-verified CODE
lookup rejected: 6 do-not-grant explain not-confirmed CODE
lookup refused: 5 fix-request explain - CODE
lookup credentials-refused: 4 fix-request probe - CODE
lookup failed: 8 retry-later explain - CODE
lookup limited: 9 retry-later explain - CODE
lookup lost: 10 retry-later doctor - outcome-unknown
lookup not-reached: 11 retry-later doctor - not-reached
lookup broken: 12 check doctor - no-contract-shape
lookup foreign: 12 check doctor - no-contract-shape
lookup redirected: 12 check doctor - no-contract-shape
verify verified: 0 grant lookup verified -
verify verified-other-product: 6 check lookup verified-other-product verified-other-product
verify verified-doubtful: 6 check lookup verified-doubtful verified-doubtful
verify already-verified: 7 already-verified explain already-verified CODE
verify own-duplicate: 10 check lookup - outcome-unknown
verify unclear: 10 check lookup - outcome-unknown
verify rejected: 6 do-not-grant explain not-confirmed CODE
verify refused: 5 fix-request explain - CODE
verify credentials-refused: 4 fix-request probe - CODE
verify failed: 8 retry-later explain - CODE
verify limited: 9 retry-later explain - CODE
verify lost: 10 check lookup - outcome-unknown
verify not-reached: 11 retry-later doctor - not-reached
verify broken: 12 check lookup - no-contract-shape
verify foreign: 12 check doctor - no-contract-shape
verify redirected: 12 check doctor - no-contract-shape
session completed: 0 none report completed -
session not-completed: 0 none check not-completed -
session refused: 5 fix-request explain - CODE
session credentials-refused: 4 fix-request probe - CODE
session failed: 8 retry-later explain - CODE
session limited: 9 retry-later explain - CODE
session lost: 10 retry-later doctor - outcome-unknown
session not-reached: 11 retry-later doctor - not-reached
session broken: 12 check doctor - no-contract-shape
session foreign: 12 check doctor - no-contract-shape
session redirected: 12 check doctor - no-contract-shape
`;

describe('pvg’s own policy', () => {
  it('is this, and nothing else', () => {
    const lines = (['lookup', 'verify', 'session'] as const).flatMap((operation) =>
      kindsOf[operation].map((kind) => `${operation} ${kind}: ${told(outcomeOf(operation, kind))}`),
    );
    expect(lines).toEqual(table.trim().split('\n'));
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
    ).toEqual({
      code: 'UNAUTHORIZED',
      section: '§5.1',
    });
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
