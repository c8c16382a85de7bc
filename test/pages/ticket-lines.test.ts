import { describe, expect, it } from 'vitest';
import type { JournalCall, NewestAnswer, RemarkEntry } from '../../src/desk/wire.js';
import { nextOfQuestion } from '../../src/pages/desk/next-of-question.js';
import { refusedLine } from '../../src/pages/desk/refused-line.js';
import { otherTickets, purchaseCount } from '../../src/pages/desk/ticket-lines.js';

const remark = {
  command: 'refusal',
  code: 'receipt-doubtful',
  situation: 'need-receipt',
  order_id: 'GPA.1',
  text: 'why',
} as RemarkEntry;
const answer: NewestAnswer = {
  id: '1',
  at: '2026-11-28T00:00:00Z',
  case: 'T-7',
  tone: 'good',
  says: 'It is paid.',
  who: 'the player',
  next: 'Wait.',
  situation: 'pending',
};

describe('a refused paste at the page', () => {
  it('has the sign and the ticket of the answer that its order has', () => {
    const { sign, words } = refusedLine(remark, answer);
    expect([sign, words.includes('T-7'), words.includes('GPA.1')]).toEqual(['good', true, true]);
  });

  it.each([
    ['no answer', remark, 'careful'],
    [
      'several purchases',
      { ...remark, situation: null, code: 'input-unreadable', text: '[withheld]' },
      'note-sign',
    ],
  ])('with %s does not repeat what the journal has', (_what, line, sign) => {
    const shown = refusedLine(line, undefined);
    expect(shown.sign).toBe(sign);
    expect(shown.words).not.toContain(line.text);
  });
});

it('a question of the player changes who acts, and takes no warning away', () => {
  const situations = [{ id: 'refund', who: 'the store', not: 'No promise.', next: 'Ask.' }];
  const found = { actor: 'you', not: 'No grant.', next: 'Wait.' };
  expect(nextOfQuestion(found, situations, '')).toEqual(found);
  expect(nextOfQuestion(found, situations, 'refund')).toEqual({
    actor: 'the store',
    not: 'No grant. No promise.',
    next: 'Ask.',
  });
});

it('purchases of a ticket are counted by receipt, and other tickets are named once', () => {
  const call = (receipt: string, ticket: string, verdict: object | null): JournalCall =>
    ({ command: 'lookup', receipt, case: ticket, verdict }) as JournalCall;
  const entries = [call('a', 'T-1', {}), call('a', 'T-2', {}), call('b', 'T-2', null)];
  expect(purchaseCount({ entries })).toBe(1);
  expect(otherTickets(entries, 't-1')).toEqual(['T-2']);
});
