import { expect, it } from 'vitest';
import { isFoundBy, namesFor } from '../../../src/support/journal/calls.js';
import { addWhoRecorded, unresolvedVerify } from '../../../src/support/journal/earlier-calls.js';
import type { JournalEntry } from '../../../src/support/journal/entry.js';
import { fingerprint } from '../../../src/signing/digest.js';
import type { Description } from '../../../src/wording/description.js';
import { entryOf } from '../../helpers/journal.js';

const atMinute = (minute: number): Pick<JournalEntry, 'id' | 'at'> => {
  const two = String(minute).padStart(2, '0');
  return { id: `20260921T14${two}00Z-000001`, at: `2026-09-21T14:${two}:00.000Z` };
};

const token = 'opaque-token-of-the-store';
const ids = {
  receipt: fingerprint(token),
  order_id: 'GPA.1111-2222-3333-44444',
  case: 'Ticket 47/11',
};
const known = entryOf({ ...atMinute(1), ...ids });
const player = entryOf({
  ...atMinute(3),
  command: 'session',
  receipt: null,
  player: 'hmac:0123456789ab',
});
it.each([
  ['the order id', 'GPA.1111-2222-3333-44444', known],
  ['the order id, in lower case and with blanks', ' gpa.1111-2222-3333-44444 ', known],
  ['the order id, with long dashes', 'GPA.1111–2222—3333–44444', known],
  ['the order id, without its beginning', '1111-2222-3333-44444', known],
  ['the order id, with blanks', 'GPA.1111 2222 3333 44444', known],
  ['a fingerprint', fingerprint(token), known],
  ['a fingerprint with its kind', `sha256:${fingerprint(token)}`, known],
  ['the receipt itself', token, known],
  ['the case, in any case', 'ticket 47/11', known],
  ['the id', known.id, known],
  ['a player', 'player-42', player],
  ['a player’s id', 'hmac:0123456789AB', player],
  ['a part of an order id', 'GPA.1111', undefined],
  ['a part of a case', 'Ticket', undefined],
])('a call is found by %s', (_what, wanted, found) => {
  const names = namesFor(wanted, wanted === 'player-42' ? ['hmac:0123456789ab'] : []);
  expect([known, player].filter(isFoundBy(names))).toEqual(found ? [found] : []);
});

const verify = (minute: number, given: Partial<JournalEntry>): JournalEntry =>
  entryOf({ ...atMinute(minute), command: 'verify', verdict: null, status: null, ...given });
const lookup = (minute: number, id: string, exit: 0 | 6 = 0): JournalEntry =>
  entryOf({ ...atMinute(minute), exit, verdict: { id, says: '', next: '' } });

const neverAnswered = verify(1, { phase: 'sent', exit: null });
const lost = verify(1, { exit: 10, code: 'outcome-unknown' });

const here = { user: 'agent', host: 'desk-7' };
const duplicate: Description = {
  exit: 7,
  advice: 'already-verified',
  nextStep: 'explain',
  verdict: null,
  answer: null,
  anomalies: [],
  facts: [],
  isRawWithheld: false,
  error: {
    code: 'DUPLICATE_TRANSACTION',
    says: 'Already verified',
    hint: 'Check.',
    section: '§7.1',
  },
};

it.each<[string, JournalEntry[], boolean, boolean]>([
  ['that was sent and never answered', [neverAnswered], true, true],
  ['whose answer was lost', [lost], true, true],
  ['that was interrupted while under way', [verify(1, { exit: 130, attempts: 1 })], true, true],
  [
    'that was interrupted before it was sent',
    [verify(1, { exit: 130, attempts: 0 })],
    false,
    false,
  ],
  ['that ended in a 502', [verify(1, { exit: 8, status: 502 })], true, true],
  ['whose answer had no shape', [verify(1, { exit: 12, status: 200 })], true, true],
  ['that was never reached', [verify(1, { exit: 11 })], false, false],
  ['that the store rejected', [verify(1, { exit: 6, status: 422 })], false, false],
  ['that succeeded', [verify(1, { exit: 0, status: 200 })], false, true],
  ['that was a duplicate', [verify(1, { exit: 7, status: 409 })], false, false],
  ['that was lost, then repeated with success', [lost, verify(2, { exit: 0 })], false, true],
  ['that was lost, then a 409', [lost, verify(2, { exit: 7 })], false, true],
  ['that was lost, then found recorded', [lost, lookup(2, 'paid-and-recorded')], false, true],
  [
    'that was lost, then found never received',
    [lost, lookup(2, 'paid-never-received')],
    false,
    false,
  ],
  [
    'that was lost, then a look-up that says nothing of it',
    [lost, lookup(2, 'pending')],
    true,
    true,
  ],
  [
    'that was lost, then a look-up that was rejected',
    [lost, lookup(2, 'not-confirmed', 6)],
    true,
    true,
  ],
  ['that was lost after a look-up', [lookup(0, 'paid-never-received'), lost], true, true],
])('an earlier verify %s: %# is open %s, may be the recorder %s', (_what, calls, isOpen, mayBe) => {
  expect([
    unresolvedVerify(calls) !== undefined,
    addWhoRecorded(duplicate, calls, { account: here }) !== duplicate,
  ]).toEqual([isOpen, mayBe]);
});
