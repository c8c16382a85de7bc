import { describe, expect, it } from 'vitest';
import type { JournalEntry } from '../../../src/desk/journal/entry.js';
import { readSituation, situations, tellable } from '../../../src/desk/replies/situations.js';
import { lookupKinds, verifyKinds } from '../../../src/service/outcome.js';
import { entryOf } from '../../support/journal.js';

const verdict = (id: string): JournalEntry['verdict'] => ({ id, says: 'S.', next: 'N.' });
const failed = (exit: JournalEntry['exit'], more: Partial<JournalEntry> = {}): Partial<JournalEntry> => ({
  exit,
  verdict: null,
  code: 'X',
  ...more,
});
const session = (id: string, more: Partial<JournalEntry> = {}): Partial<JournalEntry> => ({
  command: 'session',
  interface: 'session',
  verdict: verdict(id),
  ...more,
});

describe('what a call lets us tell the player', () => {
  it.each(lookupKinds)('a look-up: its verdict, %s', (id) => {
    expect(tellable(entryOf({ verdict: verdict(id) }))).toEqual({ situation: id });
  });

  const no = (id: string, more = {}) => failed(6, { verdict: verdict(id), ...more });
  const fact = (id: 'product' | 'check-first', value: string): Partial<JournalEntry> => ({
    facts: [{ id, label: 'X', value }],
  });
  it.each<[string, Partial<JournalEntry>, string | undefined]>([
    ['the store gave no result', failed(8, { verdict: verdict('store-unavailable') }), 'store-unavailable'],
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
      { command: 'verify', verdict: verdict('verified') },
      'verify',
    ],
    ['a verify without an answer', { command: 'verify', phase: 'sent', exit: null, verdict: null }, 'verify'],
    ['another product than the one asked for', fact('product', 'gems_500'), 'check-first'],
    ['a product mismatch', no('not-confirmed', { code: 'PRODUCT_MISMATCH' }), 'check-first'],
    ['a difference to check first', fact('check-first', 'another order'), 'check-first'],
    ['the product asked for', fact('product', 'gems_100'), 'paid-and-recorded'],
    ['a player who completed verification', session('completed'), 'verification-completed'],
    ['a player who has not', session('not-completed'), 'verification-not-completed'],
    ['a "no" after a "yes"', session('not-completed', { advice: 'check' }), 'unknown'],
    ['a session check that failed', session('', failed(8)), 'service-down'],
  ])('%s', (_, given, told) => {
    const { situation, silence } = tellable(entryOf(given));
    expect(silence ?? situation).toBe(told);
  });

  it('is never a verdict of a verify', () => {
    for (const id of verifyKinds) expect([...situations.keys()]).not.toContain(id);
  });
});

describe('a situation', () => {
  it.each([
    ['pending', 'pending'],
    [' Pending ', 'pending'],
    ['completed', 'verification-completed'],
    ['not-completed', 'verification-not-completed'],
  ])('%s', (given, situation) => {
    expect(readSituation(given)).toBe(situation);
  });

  it.each(['constructor', '', 'paid'])('is not %s', (given) => {
    expect(() => readSituation(given)).toThrow(/--for must be one of: paid-and-recorded, /);
  });
});
