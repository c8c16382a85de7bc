import { describe, expect, it } from 'vitest';
import type { CountAnswer, JournalAnswer } from '../../src/desk/wire.js';
import {
  draftKey,
  parseDrafts,
  formatDrafts,
  findTicketsWithDraft,
  changeDraft,
} from '../../src/pages/desk/drafts.js';
import { readOverview, type LineFilter } from '../../src/pages/desk/journal-overview.js';
import { languageOf, addLanguageChoice } from '../../src/pages/desk/reply-language.js';
import { isWholeText } from '../../src/pages/desk/whole-text.js';

describe('a half-written text', () => {
  const drafts = changeDraft(new Map(), draftKey('note', 'T-1'), 'half');

  it('belongs to its ticket, and waits there', () => {
    expect(drafts.get(draftKey('note', 'T-2'))).toBeUndefined();
    expect(drafts.get(draftKey('note', 'T-1'))).toBe('half');
    expect(findTicketsWithDraft(drafts, 'note', 'T-2')).toEqual(['T-1']);
    expect(findTicketsWithDraft(drafts, 'note', 'T-1')).toEqual([]);
  });

  it('survives a reload if it is a note; what was pasted may have a receipt', () => {
    const both = changeDraft(drafts, draftKey('paste', 'T-1'), 'token');
    expect([...parseDrafts(formatDrafts(both))]).toEqual([...drafts]);
  });

  it('is gone once it is empty', () => {
    expect(changeDraft(drafts, draftKey('note', 'T-1'), '').size).toBe(0);
  });
});

describe('the language of a reply', () => {
  const english = { forNewTickets: 'en', byTicket: new Map() };
  const old = { ticket: 'T-1', replyLanguage: 'de' };
  const fresh = { ticket: 'T-2', replyLanguage: undefined };

  it('of a ticket with a reply is that of the reply, and of a new one what the person chose', () => {
    expect([languageOf(english, old), languageOf(english, fresh)]).toEqual(['de', 'en']);
  });

  it('without a ticket is what the person chose, whatever was done for others', () => {
    const none = { ticket: '', replyLanguage: 'de' };
    expect(languageOf(english, none)).toBe('en');
    expect(addLanguageChoice(english, none, 'ko').forNewTickets).toBe('ko');
  });

  it('that is chosen at a ticket with a reply changes that ticket alone', () => {
    const chosen = addLanguageChoice(english, old, 'fr');
    expect([languageOf(chosen, old), languageOf(chosen, fresh)]).toEqual(['fr', 'en']);
  });

  it('that is chosen at a new ticket is the person’s, and stays the ticket’s', () => {
    const chosen = addLanguageChoice(english, fresh, 'ko');
    const next = addLanguageChoice(chosen, { ...fresh, ticket: 'T-3' }, 'ja');
    expect(languageOf(chosen, { ...fresh, ticket: 'T-4' })).toBe('ko');
    expect(languageOf(next, { ...fresh, replyLanguage: 'es' })).toBe('ko');
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

describe('the overview of the journal', () => {
  const anyLine = { since: '2026-11-20', until: '', outcome: '', person: '', find: '' };
  const reads = (total: number) => {
    const counted: LineFilter[] = [];
    const count = async (filter: LineFilter): Promise<CountAnswer> => {
      counted.push(filter);
      const isOfDays = filter.since !== '';
      return {
        calls: { counts: [], total: isOfDays ? total - 1 : total },
        others: { reply: 1, refusal: 0, note: 1, move: 0 },
        calls_by: { day: [{ name: '2026-11-28', count: total }], person: [] },
        incomplete: null,
      };
    };
    const list = async (): Promise<JournalAnswer> => ({
      entries: [],
      replies: [],
      remarks: [],
      has_older: true,
      incomplete: null,
    });
    return { counted, reads: { count, list, hintFor: async () => 'Write it so.' } };
  };

  it('counts the journal once, and says how many lines there are', async () => {
    const { counted, reads: once } = reads(500);
    const overview = await readOverview(anyLine, once);
    expect(counted).toHaveLength(1);
    expect(overview).toMatchObject({ total: 501, onOtherDays: 0, hint: '' });
  });

  it('counts the outcomes without the one that is chosen', async () => {
    const { counted, reads: twice } = reads(500);
    await readOverview({ ...anyLine, outcome: 'pending' }, twice);
    expect(counted.map(({ outcome }) => outcome)).toEqual(['pending', '']);
  });

  it('of what was found by a name says how much is on other days', async () => {
    const overview = await readOverview({ ...anyLine, find: 'T-1' }, reads(3).reads);
    expect(overview).toMatchObject({ onOtherDays: 1, hint: '' });
  });
});
