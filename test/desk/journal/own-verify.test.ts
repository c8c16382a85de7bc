import { describe, expect, it } from 'vitest';
import { withOwnVerify, withRecorder } from '../../../src/desk/journal/own-verify.js';
import type { LookupKind } from '../../../src/service/outcome.js';
import { policies } from '../../../src/service/policy.js';
import type { Told } from '../../../src/view/tell.js';
import { verdictNamed } from '../../../src/view/verdict.js';
import { entryOf } from '../../support/journal.js';

const judged = (id: LookupKind): Told => ({
  exit: 0,
  verdict: verdictNamed(id),
  advice: policies[id].advice,
  answer: null,
  anomalies: [],
  error: null,
  facts: [],
});

const verify = entryOf({
  id: '20261121T090000Z-00000a',
  at: '2026-11-21T09:00:00.000Z',
  command: 'verify',
  exit: 0,
  user: 'maria',
  case: 'TICKET-1',
});
const said = 'It was verified from here on 2026-11-21 09:00 UTC by maria for TICKET-1.';

const here = { user: 'maria', host: 'desk-7' };

describe('a look-up of a purchase that was verified from here', () => {
  it('says so, and that the developers have to know of it', () => {
    const told = withOwnVerify(judged('paid-and-recorded'), [verify], here);
    expect(told).toMatchObject({
      advice: 'check',
      verdict: {
        id: 'paid-and-recorded',
        says: `Paid at the store, and recorded by the gateway for this game. ${said}`,
        who: 'the game’s developers',
        next: expect.stringMatching(/^Tell them about this verify/) as string,
      },
      facts: [{ label: 'Verified from here', value: 'the call 20261121T090000Z-00000a' }],
    });
  });

  it.each<LookupKind>([
    'paid-recorded-with-error',
    'paid-recorded-elsewhere',
    'cancelled-after-recorded',
    'cancelled',
    'pending',
    'not-confirmed',
    'unknown',
  ])('says so and leaves the advice of %s as it is', (id) => {
    const before = judged(id);
    const told = withOwnVerify(before, [verify], here);
    expect(told.verdict).toEqual({ ...before.verdict, says: `${String(before.verdict?.says)} ${said}` });
    expect(told.advice).toBe(before.advice);
  });

  it('is a contradiction if the gateway has no record: nobody is told to verify again', () => {
    const told = withOwnVerify(judged('paid-never-received'), [verify], here);
    expect(told.anomalies).toMatchObject([{ field: 'gateway.found' }]);
    expect(told.verdict).toMatchObject({ id: 'paid-never-received', who: 'the operator' });
    expect(told.verdict?.next).toContain('do not verify again');
  });

  it.each([
    ['was refused', { exit: 6 }],
    ['was a duplicate', { exit: 7 }],
    ['was stopped by the guard', { exit: 13 }],
    ['is a look-up', { command: 'lookup' }],
  ] as const)('is as it was if the call from here %s', (_what, given) => {
    const before = judged('paid-and-recorded');
    expect(withOwnVerify(before, [{ ...verify, ...given }], here)).toBe(before);
  });
});

describe('a second verify', () => {
  const refused: Told = {
    ...judged('paid-and-recorded'),
    exit: 7,
    verdict: null,
    error: { code: 'DUPLICATE_TRANSACTION', says: 'Already verified', hint: 'Check.', section: '§7.1' },
  };

  it('says that the record is from the first one, and who has to know', () => {
    expect(withRecorder(refused, [verify], here).error).toMatchObject({
      first: `${said} The record is from that verify (\`pvg journal show 20261121T090000Z-00000a\`).`,
      who: 'the game’s developers',
      hint: expect.stringMatching(/^Tell them about this verify/) as string,
    });
  });

  it('says no more than that it may be, if the first one got no clear answer', () => {
    const told = withRecorder(refused, [{ ...verify, exit: 10, status: null }], here).error;
    expect(told?.first).toMatch(/its answer was lost.* The record may be from that verify\.$/);
    expect(told?.hint).toBe('Check.');
  });

  it('is as it was without one from here', () => {
    expect(withRecorder(refused, [], here)).toBe(refused);
  });
});
