import { expect, it } from 'vitest';
import type { JournalEntry } from '../../../src/support/journal/entry.js';
import { readSituation, replySituation } from '../../../src/support/replies/situations.js';
import { lookupKinds } from '../../../src/service/outcome.js';
import { entryOf } from '../../helpers/journal.js';

const verdict = (id: string) => ({ verdict: { id, says: 'S.', next: 'N.' } });
const failed = (exit: JournalEntry['exit']): Partial<JournalEntry> => ({
  exit,
  verdict: null,
  code: 'X',
});
const session = { command: 'session', interface: 'session' } as const;
const no = { exit: 6, ...verdict('not-confirmed') } as const;
const fact = (id: 'product' | 'check-first', value: string): Partial<JournalEntry> => ({
  facts: [{ id, label: 'X', value }],
});

it.each<[string, Partial<JournalEntry>, string | undefined]>([
  ...lookupKinds.map((id) => [id, verdict(id), id] as [string, Partial<JournalEntry>, string]),
  ['a 5xx', failed(8), 'service-down'],
  ['a 429', failed(9), 'service-down'],
  ['a lost answer', failed(10), 'service-down'],
  ['a service that was not reached', failed(11), 'service-down'],
  ['refused credentials: our own problem', failed(4), undefined],
  ['a refused request: our own mistake', failed(5), undefined],
  ['a page of a proxy', failed(12), undefined],
  ['an interrupted call', failed(130), undefined],
  ['a run of a batch', { command: 'batch' }, undefined],
  [
    'a verify: what was said may have changed',
    { command: 'verify', ...verdict('verified') },
    'verify',
  ],
  ['a verify without an answer', { ...failed(null), command: 'verify', phase: 'sent' }, 'verify'],
  ['a purchase that dev does not confirm', { ...no, origin: 'https://a.example' }, 'environment'],
  ['another product than the one asked for', fact('product', 'gems_500'), 'check-first'],
  ['a product mismatch', { ...no, code: 'PRODUCT_MISMATCH' }, 'check-first'],
  ['a difference to check first', fact('check-first', 'another order'), 'check-first'],
  ['the product asked for', fact('product', 'gems_100'), 'paid-and-recorded'],
  [
    'a player who completed verification',
    { ...session, ...verdict('completed') },
    'verification-completed',
  ],
  [
    'a player who has not',
    { ...session, ...verdict('not-completed') },
    'verification-not-completed',
  ],
  ['a "no" after a "yes"', { ...session, ...verdict('not-completed'), advice: 'check' }, 'unknown'],
  [
    'a record of our own verify',
    { ...verdict('paid-and-recorded'), advice: 'check' },
    'paid-and-recorded',
  ],
  [
    'a record with something unusual',
    {
      ...verdict('paid-and-recorded'),
      advice: 'check',
      anomalies: [{ field: 'currency', says: 'It is empty' }],
    },
    'unknown',
  ],
  ['a session check that failed', { ...session, ...failed(8) }, 'service-down'],
])('what a call lets us tell the player: %s', (_, given, told) => {
  const { situation, silence } = replySituation(entryOf(given));
  expect(silence ?? situation).toBe(told);
});

it.each([
  [' Pending ', 'pending'],
  ['completed', 'verification-completed'],
  ['not-completed', 'verification-not-completed'],
])('the situation "%s" is %s', (given, situation) => {
  expect(readSituation(given)).toBe(situation);
});

it.each(['constructor', '', 'paid', 'verified'])('no situation is %s', (given) => {
  expect(() => readSituation(given)).toThrow(/--for must be one of: paid-and-recorded, /);
});
