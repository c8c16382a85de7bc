import { describe, expect, it } from 'vitest';
import type { FoundAnswer } from '../../src/desk/wire.js';
import {
  draftKey,
  draftsOfPage,
  keptDrafts,
  ticketsWithDraft,
  withDraft,
} from '../../src/pages/desk/drafts.js';
import { overviewOfFound } from '../../src/pages/desk/journal-overview.js';
import { languageOf, withLanguage } from '../../src/pages/desk/reply-language.js';
import { isWholeText } from '../../src/pages/desk/whole-text.js';

describe('a half-written text', () => {
  const drafts = withDraft(new Map(), draftKey('note', 'T-1'), 'half');

  it('belongs to its ticket, and waits there', () => {
    expect(drafts.get(draftKey('note', 'T-2'))).toBeUndefined();
    expect(drafts.get(draftKey('note', 'T-1'))).toBe('half');
    expect(ticketsWithDraft(drafts, 'note', 'T-2')).toEqual(['T-1']);
    expect(ticketsWithDraft(drafts, 'note', 'T-1')).toEqual([]);
  });

  it('survives a reload if it is a note; what was pasted may have a receipt', () => {
    const both = withDraft(drafts, draftKey('paste', 'T-1'), 'token');
    expect([...draftsOfPage(keptDrafts(both))]).toEqual([...drafts]);
  });

  it('is gone once it is empty', () => {
    expect(withDraft(drafts, draftKey('note', 'T-1'), '').size).toBe(0);
  });
});

describe('the language of a reply', () => {
  const english = { own: 'en', byTicket: new Map() };
  const old = { ticket: 'T-1', last: 'de' };
  const fresh = { ticket: 'T-2', last: undefined };

  it('of a ticket with a reply is that of the reply, and of a new one what the person chose', () => {
    expect([languageOf(english, old), languageOf(english, fresh)]).toEqual(['de', 'en']);
  });

  it('without a ticket is what the person chose, whatever was done for others', () => {
    const none = { ticket: '', last: 'de' };
    expect(languageOf(english, none)).toBe('en');
    expect(withLanguage(english, none, 'ko').own).toBe('ko');
  });

  it('that is chosen at a ticket with a reply changes that ticket alone', () => {
    const chosen = withLanguage(english, old, 'fr');
    expect([languageOf(chosen, old), languageOf(chosen, fresh)]).toEqual(['fr', 'en']);
  });

  it('that is chosen at a new ticket is the person’s, and stays the ticket’s', () => {
    const chosen = withLanguage(english, fresh, 'ko');
    const next = withLanguage(chosen, { ...fresh, ticket: 'T-3' }, 'ja');
    expect(languageOf(chosen, { ...fresh, ticket: 'T-4' })).toBe('ko');
    expect(languageOf(next, { ...fresh, last: 'es' })).toBe('ko');
  });
});

it.each([
  ['a number', '48201', false],
  ['a name with blanks around it', ' player-42\n', false],
  ['a mail', 'Hello,\nwhere are my gems?', true],
  ['a JSON on one line', `{"purchaseToken":"${'x'.repeat(80)}"}`, true],
])('what is pasted is a whole text or a name: %s', (_what, text, isWhole) => {
  expect(isWholeText(text)).toBe(isWhole);
});

it('what was found by a name is counted as the journal counts', () => {
  const at = '2026-11-28T10:00:00Z';
  const call = { at, user: 'anna', command: 'lookup', phase: 'answered', code: null };
  const found = {
    entries: [
      { ...call, verdict: { id: 'pending' } },
      { ...call, verdict: null, code: 'HTTP', user: 'ben' },
      { ...call, at: '2026-11-01T10:00:00Z', verdict: { id: 'pending' } },
    ],
    replies: [{ at, user: 'anna', command: 'reply' }],
    remarks: [{ at, user: 'anna', command: 'note' }],
    incomplete: null,
  } as unknown as FoundAnswer;
  const filter = { since: '2026-11-20', until: '', outcome: '', person: '', find: 'T-1' };
  const all = overviewOfFound(found, filter);
  expect(all.outcomes.calls.counts).toEqual([
    { name: 'pending', count: 1 },
    { name: 'HTTP', count: 1 },
  ]);
  expect(all.outcomes.others).toEqual({ reply: 1, refusal: 0, note: 1, move: 0 });
  expect(all.people).toEqual(['anna', 'ben']);
  const pending = overviewOfFound(found, { ...filter, outcome: 'pending' });
  expect(pending.onOtherDays).toBe(1);
  expect(pending.newest).toMatchObject({ entries: [{ user: 'anna' }], replies: [], remarks: [] });
});
