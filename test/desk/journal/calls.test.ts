import { describe, expect, it } from 'vitest';
import { findCalls, historyOf } from '../../../src/desk/journal/calls.js';
import { callsIn } from '../../../src/desk/journal/kept.js';
import { supportedCause, openVerify, possibleRecorder, saysOpen } from '../../../src/desk/journal/earlier.js';
import type { JournalEntry } from '../../../src/desk/journal/entry.js';
import { fingerprint, sha256Hex } from '../../../src/signing/digest.js';
import { entryOf } from '../../support/journal.js';

const atMinute = (minute: number): Pick<JournalEntry, 'id' | 'at'> => {
  const two = String(minute).padStart(2, '0');
  return { id: `20260921T14${two}00Z-000001`, at: `2026-09-21T14:${two}:00.000Z` };
};

describe('calls', () => {
  it('are what was written of each, put together by id, oldest first', () => {
    const sent = entryOf({ ...atMinute(2), command: 'verify', phase: 'sent', exit: null });
    const answered = { ...sent, phase: 'answered' as const, exit: 0 as const };
    const other = entryOf(atMinute(1));
    expect(callsIn([sent, other, answered])).toEqual([other, answered]);
    expect(callsIn([answered, sent])).toEqual([answered]);
    expect(callsIn([other, other])).toEqual([other]);
  });

  const token = 'opaque-token-of-the-store';
  const known = entryOf({
    ...atMinute(1),
    receipt: fingerprint(token),
    order_id: 'GPA.1111-2222-3333-44444',
    case: 'Ticket 47/11',
    request_sha256: sha256Hex('body'),
  });
  const verified = entryOf({
    ...atMinute(2),
    order_id: null,
    facts: [{ id: 'transaction-id', label: 'Transaction id', value: 'GPA.9999-9999-9999-99999' }],
  });
  const player = entryOf({
    ...atMinute(3),
    command: 'session',
    receipt: null,
    player: fingerprint('player-42'),
  });
  it.each([
    ['the order id', 'GPA.1111-2222-3333-44444', [known]],
    ['the order id, in lower case and with blanks', ' gpa.1111-2222-3333-44444 ', [known]],
    ['a transaction id', 'GPA.9999-9999-9999-99999', [verified]],
    ['a fingerprint', fingerprint(token), [known]],
    ['a fingerprint with its kind', `sha256:${fingerprint(token)}`, [known]],
    ['a whole digest', sha256Hex(token).toUpperCase(), [known]],
    ['the receipt itself', token, [known]],
    ['the case, in any case', 'ticket 47/11', [known]],
    ['the id', known.id, [known]],
    ['the hash of the request', `sha256:${sha256Hex('body')}`, [known]],
    ['a player', 'player-42', [player]],
    ['a part of an order id', 'GPA.1111', []],
    ['a part of a case', 'Ticket', []],
  ])('are found by %s', (_what, wanted, found) => {
    expect(findCalls([known, verified, player], wanted)).toEqual(found);
  });

  it('have a history: the same receipt or player at the same place', () => {
    const one = entryOf(atMinute(1));
    const same = entryOf(atMinute(2));
    const elsewhere = entryOf({ ...atMinute(3), origin: 'https://other.example' });
    const prod = entryOf({ ...atMinute(4), environment: 'prod' });
    const other = entryOf({ ...atMinute(5), receipt: 'aaaaaaaaaaaa' });
    expect(historyOf([one, same, elsewhere, prod, other], one)).toEqual([same]);
    const nobody = { ...one, receipt: null };
    expect(historyOf([nobody, { ...same, receipt: null }], nobody)).toEqual([]);
  });
});

const verify = (minute: number, given: Partial<JournalEntry>): JournalEntry =>
  entryOf({ ...atMinute(minute), command: 'verify', verdict: null, status: null, ...given });
const lookup = (minute: number, id: string, exit: 0 | 6 = 0): JournalEntry =>
  entryOf({ ...atMinute(minute), exit, verdict: { id, says: '', next: '' } });

const neverAnswered = verify(1, { phase: 'sent', exit: null });
const lost = verify(1, { exit: 10, code: 'outcome-unknown' });

describe('an earlier verify', () => {
  it.each<[string, JournalEntry[], boolean, boolean]>([
    ['that was sent and never answered', [neverAnswered], true, true],
    ['whose answer was lost', [lost], true, true],
    ['that was interrupted while under way', [verify(1, { exit: 130, attempts: 1 })], true, true],
    ['that was interrupted before it was sent', [verify(1, { exit: 130, attempts: 0 })], false, false],
    ['that ended in a 502', [verify(1, { exit: 8, status: 502 })], true, true],
    ['whose answer had no shape', [verify(1, { exit: 12, status: 200 })], true, true],
    ['that was never reached', [verify(1, { exit: 11 })], false, false],
    ['that was refused', [verify(1, { exit: 5, status: 400 })], false, false],
    ['that the store rejected', [verify(1, { exit: 6, status: 422 })], false, false],
    ['that succeeded', [verify(1, { exit: 0, status: 200 })], false, true],
    ['that was a duplicate', [verify(1, { exit: 7, status: 409 })], false, false],
    ['that was lost, then repeated with success', [lost, verify(2, { exit: 0 })], false, true],
    ['that was lost, then a 409', [lost, verify(2, { exit: 7 })], false, true],
    ['that was lost, then found recorded', [lost, lookup(2, 'paid-and-recorded')], false, true],
    [
      'that was lost, then found cancelled and recorded',
      [lost, lookup(2, 'cancelled-after-recorded')],
      false,
      true,
    ],
    ['that was lost, then found never received', [lost, lookup(2, 'paid-never-received')], false, false],
    ['that was lost, then a look-up that says nothing of it', [lost, lookup(2, 'pending')], true, true],
    ['that was lost, then a look-up that was rejected', [lost, lookup(2, 'not-confirmed', 6)], true, true],
    ['that was lost after a look-up', [lookup(0, 'paid-never-received'), lost], true, true],
    ['of which there is none', [lookup(1, 'paid-and-recorded')], false, false],
  ])('%s: %# is open %s, may be the recorder %s', (_what, calls, isOpen, mayBe) => {
    expect([openVerify(calls) !== undefined, possibleRecorder(calls) !== undefined]).toEqual([isOpen, mayBe]);
  });

  const here = { user: 'agent', host: 'desk-7' };

  it.each([
    ['another user', { user: 'maria' }, 'by maria on desk-7'],
    ['another computer', { host: 'desk-3' }, 'by agent on desk-3'],
    ['nobody knows whom', { user: null, host: null }, 'by somebody else'],
  ])('of %s is not told as one from here', (_who, caller, says) => {
    expect(saysOpen({ ...lost, ...caller }, here)).toContain(`was sent ${says} at 2026-09-21 14:01 UTC`);
  });

  it('is told with its time and its id, and with no more certainty than there is', () => {
    expect(saysOpen(lost, here)).toBe(
      'A verify of this receipt was sent from here at 2026-09-21 14:01 UTC (`pvg journal show 20260921T140100Z-000001`): its answer was lost, so it is not known whether it was recorded.',
    );
    const sent =
      'from here at 2026-09-21 14:01 UTC (`pvg journal show 20260921T140100Z-000001`): its answer was lost.';
    expect(saysOpen(lost, here, lookup(2, 'paid-and-recorded'))).toContain(
      `${sent} A verify is recorded now; it may be that one.`,
    );
    expect(saysOpen(lost, here, lookup(2, 'paid-never-received'))).toContain(
      `${sent} This look-up shows that it was not recorded.`,
    );
    expect(saysOpen(lost, here, lookup(2, 'pending'))).toBe(saysOpen(lost, here));
    expect(saysOpen(verify(1, { exit: 8, status: 502 }), here)).toContain('ended with HTTP 502');
  });
});

describe('which listed cause of VERIFICATION_FAILED a look-up supports', () => {
  const failed = verify(1, { exit: 6, code: 'VERIFICATION_FAILED', status: 422 });
  const inState = (state: string, given: Partial<JournalEntry> = {}): JournalEntry => ({
    ...lookup(2, 'x'),
    purchase_state: state,
    ...given,
  });
  const rejected = (value: string): JournalEntry => ({
    ...lookup(2, 'not-confirmed', 6),
    facts: [{ id: 'store-detail', label: 'Store detail', value }],
  });
  it.each<[string, JournalEntry[], 1 | 2 | 3 | null | undefined]>([
    ['none without a look-up', [], undefined],
    ['none by a look-up that got no answer', [entryOf({ ...atMinute(2), exit: 8 })], undefined],
    ['the first when the state is 1', [inState('1')], 1],
    ['the first when the state is 2', [inState('2')], 1],
    ['the second when it was found with another package', [inState('0', { package: 'com.other' })], 2],
    ['none when it was found in state 0', [inState('0')], null],
    ['the second when the store’s detail names the package', [rejected('the package does not match')], 2],
    ['the third when the store’s detail names credentials', [rejected('no credentials are configured')], 3],
    ['none when the detail names both', [rejected('package or service account')], null],
    ['none when the detail names neither', [rejected('not found')], null],
    ['what the latest look-up says', [rejected('the package'), inState('1')], 1],
  ])('%s', (_what, history, cause) => {
    const support = supportedCause(failed, history);
    expect(support?.cause).toBe(cause);
    if (cause === null) expect(support?.says).toContain('does not show which');
    if (typeof cause === 'number') expect(support?.says).toContain('points to the');
  });

  it.each<[string, string, JournalEntry[], 1 | 2 | 3 | null | undefined]>([
    ['the second by its own message alone', 'The package does not match the purchase.', [], 2],
    ['the third by its own message alone', 'No service-account credentials are configured.', [], 3],
    ['the first by its own message alone', 'purchase_state is 2', [], 1],
    [
      'its message, where the look-up does not tell',
      'The package does not match.',
      [rejected('not found')],
      2,
    ],
    ['what the look-up shows before its message', 'The package does not match.', [inState('1')], 1],
    ['none where the message names two', 'package or credentials', [], undefined],
    ['none where the message names none', 'Rejected.', [], undefined],
  ])('and the verify’s own message: %s', (_what, message, history, cause) => {
    const support = supportedCause(
      { ...failed, facts: [{ id: 'message', label: 'Message', value: message }] },
      history,
    );
    expect(support?.cause).toBe(cause);
  });
});
