import { describe, expect, it } from 'vitest';
import type { JournalEntry } from '../../../src/desk/journal/entry.js';
import { headlineOf, toneOf } from '../../../src/desk/report/call-words.js';
import { entryOf } from '../../support/journal.js';

const none = { verdict: null, code: null, advice: 'check' } as const;

describe('the headline of a call in a report', () => {
  it.each<[string, Partial<JournalEntry>, RegExp, string]>([
    [
      'a verify that the guard of prod stopped',
      { ...none, command: 'verify', exit: 13, attempts: 0 },
      /^No verify was sent: pvg stopped it\.$/,
      'careful',
    ],
    [
      'a verify that was not sent, because one is on record',
      { ...none, command: 'verify', exit: 7, attempts: 0 },
      /^No verify was sent: pvg stopped it\.$/,
      'careful',
    ],
    [
      'a verify whose answer was lost',
      { ...none, command: 'verify', exit: 10, attempts: 1 },
      /It is not known whether the purchase was recorded\.$/,
      'bad',
    ],
    [
      'a verify that was announced and never answered',
      { ...none, command: 'verify', phase: 'sent', exit: null, attempts: 0 },
      /^A verify was sent, and its answer is not known\.$/,
      'bad',
    ],
    [
      'a look-up with the wrong product',
      {
        exit: 6,
        code: 'PRODUCT_MISMATCH',
        verdict: { id: 'not-confirmed', says: 'Not confirmed.', next: '' },
      },
      /^The store’s record of this receipt has another product than the one that was asked for\.$/,
      'bad',
    ],
    [
      'a player without a record of verification',
      {
        command: 'session',
        advice: 'none',
        verdict: { id: 'not-completed', says: 'No record of it.', next: '' },
      },
      /^No record of it\.$/,
      'careful',
    ],
  ])('of %s', (_, given, headline, tone) => {
    const call = entryOf({ anomalies: [], exit: 0, ...given });
    expect(headlineOf(call)).toMatch(headline);
    expect(toneOf(call)).toBe(tone);
  });
});
