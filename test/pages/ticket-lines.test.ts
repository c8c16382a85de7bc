import { describe, expect, it } from 'vitest';
import type {
  DeskSituation,
  JournalCall,
  NewestAnswer,
  ReplyEntry,
  ShownLine,
  ShownRemark,
} from '../../src/desk/wire.js';
import { buildHistory } from '../../src/pages/desk/history-lines.js';
import { formatLine, formatOrders } from '../../src/pages/desk/journal-entry.js';
import { chooseNextStep } from '../../src/pages/desk/next-of-question.js';
import { findRefusedNext, formatRefusal } from '../../src/pages/desk/refused-line.js';
import {
  formatAnswerCounts,
  findAnswer,
  findNewTicket,
  findNewestReply,
  findOpenQuestions,
  findOtherTickets,
  countPurchases,
  formatSubject,
} from '../../src/pages/desk/ticket-lines.js';
import { formatAge } from '../../src/pages/desk/times.js';

const remark = {
  id: '1',
  at: '2026-11-28T00:00:00Z',
  command: 'refusal',
  code: 'receipt-doubtful',
  situation: 'need-receipt',
  order_id: 'GPA.1',
  order_ids: ['GPA.1'],
  receipt: null,
  player: null,
  case: 'T-1',
  text: 'why',
  says: 'what it is',
  action: { who: 'the game’s developers', not: 'No grant.', next: 'Send it.' },
} as Partial<ShownRemark> as ShownRemark;
const refund: DeskSituation = {
  id: 'refund',
  mention: 'a refund',
  who: 'the store',
  not: 'No promise.',
  next: 'Ask.',
};

describe('a call that was moved', () => {
  const id = '20261128T000000Z-000001';
  const move = {
    ...remark,
    command: 'move',
    at: '2026-11-28T01:00:00.000Z',
    call: id,
    case: 'T-2',
    moved_from: 't-1',
  } as ShownRemark;
  const entries = [{ id }] as JournalCall[];

  it.each([
    ['itself', { entries: [], remarks: [move] }, 'T-2'],
    ['with all of its ticket', { entries: [], remarks: [{ ...move, call: null }] }, 'T-2'],
    ['and came back', { entries, remarks: [move] }, undefined],
    ['as another call', { entries: [], remarks: [{ ...move, call: 'other' }] }, undefined],
    ['from another ticket', { entries: [], remarks: [{ ...move, moved_from: 'T-3' }] }, undefined],
    [
      'before it was made',
      { entries: [], remarks: [{ ...move, call: null, at: '2026-11-27T23:00:00.000Z' }] },
      undefined,
    ],
  ])('%s: at which ticket it is now', (_what, lines, ticket) => {
    expect(findNewTicket(id, lines, 'T-1')).toBe(ticket);
  });
});

describe('a refused paste at the page', () => {
  it.each([
    ['with its order', remark, 'careful'],
    [
      'with several purchases',
      { ...remark, situation: null, code: 'input-unreadable', text: '[withheld]' },
      'note-sign',
    ],
  ])('%s does not repeat what the journal has', (_what, line, sign) => {
    const shown = formatRefusal(line);
    expect(shown.sign).toBe(sign);
    expect(shown.text).not.toContain(line.text);
  });
});

describe('who acts next on a refused paste', () => {
  it('is what the server says', () => {
    expect(findRefusedNext(remark)).toEqual(remark.action);
    expect(formatRefusal(remark).text).toBe('what it is');
    expect(formatRefusal(remark).next).toBe('Who acts next: the game’s developers. Send it.');
  });

  it('is what was found out about its order for another ticket', () => {
    const answer = { who: 'the operator', next: 'Do not grant. Wait.' } as NewestAnswer;
    const orderAnswers = new Map([['GPA.1', answer]]);
    const { next } = formatRefusal(remark, { ticketJournal: { orderAnswers } });
    expect(next).toBe('Who acts next: the operator. Do not grant. Wait.');
  });
});

it('the line of a call says that its receipt is probably cut', () => {
  const facts = [{ id: 'probably-cut', label: '', value: 'It has 9 characters.' }];
  const call = { phase: 'answered', verdict: { says: 'No.' }, facts } as unknown as ShownLine;
  const start = { languages: [], words: {} };
  expect(formatLine(call, { start }).text).toBe('No. It has 9 characters.');
});

it('the order id of an iOS purchase is not looked for once it is known', () => {
  const line = { ...remark, situation: 'ios', order_id: 'MSDX4T7QK2' };
  expect(formatRefusal(line).next).toContain('MSDX4T7QK2');
});

describe('what a question of the player changes', () => {
  const who = 'the game’s developers, if the player did not get the item';
  const found = (not: string) => ({ actor: who, not, next: 'Wait.' });

  it('is nothing while there is none', () => {
    expect(chooseNextStep(found('No grant.'), [refund], '')).toEqual(found('No grant.'));
  });

  it('is who acts and what they do', () => {
    expect(chooseNextStep(found('No grant.'), [refund], 'refund')).toEqual({
      actor: 'the store',
      not: 'No grant. No promise.',
      next: 'Ask.',
    });
  });

  const asked = (id: string) => [{ ...refund, id }];

  it.each([
    [
      'of two bans with a condition that of the question',
      'paid-and-recorded',
      'paid-twice',
      'No promise.',
    ],
    ['a ban without a condition before one with it', 'pending', 'paid-twice', 'No grant.'],
    ['the same ban once', 'pending', 'chargeback', 'No promise.'],
    ['bans of different things both', 'pending', 'refund', 'No grant. No promise.'],
  ])('says %s', (_what, verdict, id, both) => {
    expect(chooseNextStep({ ...found('No grant.'), verdict }, asked(id), id).not).toBe(both);
  });

  it('names who checks before a grant, once somebody else acts', () => {
    const recorded = { ...found('They check.'), verdict: 'paid-and-recorded' };
    expect(chooseNextStep(recorded, [refund], 'refund').not).toMatch(/developers.* No promise\.$/);
  });

  it('is nothing for an answer about another order', () => {
    const other = { ...found('No.'), isToBeChecked: true };
    expect(chooseNextStep(other, [refund], 'refund')).toEqual(other);
  });
});

it('purchases of a ticket are counted by receipt, and other tickets are named once', () => {
  const call = (receipt: string, ticket: string, verdict: object | null): JournalCall =>
    ({ command: 'lookup', receipt, case: ticket, verdict }) as JournalCall;
  const entries = [call('a', 'T-1', {}), call('a', 'T-2', {}), call('b', 'T-2', null)];
  expect(countPurchases({ entries })).toBe(1);
  expect(findOtherTickets(entries, 't-1')).toEqual(['T-2']);
});

describe('the answer about an order', () => {
  const newest = {
    id: '2',
    at: '2026-11-28T00:00:00Z',
    case: 'T-7',
    says: 'Paid.',
  } as NewestAnswer;
  const own = { ...newest, id: '1', case: 't-1', says: 'Pending.' };

  it('is that of the ticket itself, whatever others looked up later', () => {
    const found = { newest_answer: newest, answers: [newest, own] };
    expect(findAnswer(found, 'T-1')).toEqual(own);
  });

  it('is the newest one, if the ticket has none', () => {
    const found = { newest_answer: newest, answers: [newest, own] };
    expect(findAnswer(found, 'T-2')).toEqual(newest);
  });

  it('of several purchases and a player are counted by verdict, each with its name', () => {
    const answer = (verdict: string, player: string | null): NewestAnswer => ({
      ...newest,
      verdict,
      player,
    });
    const answers = [answer('a', null), answer('b', null), answer('b', 'hmac:64fe7d00aa')];
    expect(formatAnswerCounts(answers, { a: 'Paid' })).toBe(
      '2 purchases · 1 player · 1 × Paid · 2 × b',
    );
    const names = { order_id: 'GPA.1', product: 'gems', player: null };
    expect(formatSubject(names)).toBe('GPA.1');
    expect(formatSubject({ ...names, player: 'hmac:64fe7d00aa' })).toBe('player-64fe7d');
  });
});

it('a ticket got a reply only if it got this text', () => {
  const replies = [{ at: '1', situation: 'ios', texts: ['with M1'] } as unknown as ReplyEntry];
  expect(findNewestReply({ replies }, 'with M1')).toBe(replies[0]);
  expect(findNewestReply({ replies }, 'without')).toBeUndefined();
});

describe('a question that a text of the ticket mentions', () => {
  const call = { case: 't-1', questions: ['refund'] } as unknown as JournalCall;
  const refused = { ...remark, questions: ['paid-twice'] };
  const replyAbout = (situation: string) => [{ situation } as ReplyEntry];
  const lines = { entries: [call], replies: [], remarks: [refused] };

  it.each([
    ['stands while no reply is about it', lines, ['refund', 'paid-twice']],
    [
      'stands beside another reply',
      { ...lines, replies: replyAbout('pending') },
      ['refund', 'paid-twice'],
    ],
    ['goes with a reply about it', { ...lines, replies: replyAbout('refund') }, ['paid-twice']],
    ['is not of another ticket', { ...lines, entries: [{ ...call, case: 'T-2' }] }, ['paid-twice']],
  ])('%s', (_what, found, open) => {
    expect(findOpenQuestions(found, 'T-1')).toEqual(open);
  });
});

describe('the ticket so far', () => {
  const call = (id: string, receipt: string): ShownLine =>
    ({
      id,
      phase: 'answered',
      command: 'lookup',
      receipt,
      player: null,
      order_id: null,
      case: 'T-1',
      for_item: `item of ${receipt}`,
    }) as ShownLine;
  const refusal = (id: string): ShownLine => ({ ...remark, id });
  const notConfirmed = {
    ...call('1', 'a'),
    ...{ case: 'T-2', order_id: 'GPA.1', verdict: { id: 'not-confirmed' } },
  } as ShownLine;
  const reply = {
    id: 'r',
    command: 'reply',
    call: null,
    situation: 'refund',
    receipt: null,
    player: null,
    order_id: null,
    case: 'T-1',
  } as ReplyEntry;
  const wordsOf = ({ command, receipt }: ShownLine) => ({
    sign: '',
    text: command,
    next: command === 'reply' ? '' : `next of ${receipt ?? command}`,
  });
  const shownOf = (lines: readonly ShownLine[]) =>
    buildHistory(lines, wordsOf, [refund]).map(({ ids, words }) => [ids.join(), words.next]);

  it.each<[string, readonly ShownLine[], readonly (readonly string[])[]]>([
    [
      'says once what to do about a purchase',
      [call('3', 'a'), call('2', 'b'), call('1', 'a')],
      [
        ['3', 'next of a'],
        ['2', 'next of b'],
        ['1', ''],
      ],
    ],
    [
      'has a paste that was refused several times once',
      [refusal('3'), refusal('2'), refusal('1')],
      [['3,2,1', 'next of refusal']],
    ],
    [
      'has the same paste of another ticket apart',
      [refusal('3'), { ...refusal('2'), case: 'T-2' }, refusal('1')],
      [
        ['3,1', 'next of refusal'],
        ['2', ''],
      ],
    ],
    [
      'says what to do about a refused paste although its order was not confirmed before',
      [{ ...refusal('2'), order_id: 'GPA.1' }, notConfirmed],
      [
        ['2', 'next of refusal'],
        ['1', 'next of a'],
      ],
    ],
    [
      'says nothing more about a refused paste once something was looked up',
      [call('2', 'a'), refusal('1')],
      [
        ['2', 'next of a'],
        ['1', ''],
      ],
    ],
    [
      'says who acts by the question of the player, and what to do about the item',
      [reply, call('1', 'a')],
      [
        ['r', 'Who acts next: the store. No promise. Ask.'],
        ['1', 'item of a'],
      ],
    ],
    [
      'says who acts although an order id of the purchase was pasted alone since',
      [refusal('3'), { ...reply, order_id: 'GPA.1' }, { ...call('1', 'a'), order_id: 'GPA.1' }],
      [
        ['3', ''],
        ['r', 'Who acts next: the store. No promise. Ask.'],
        ['1', 'item of a'],
      ],
    ],
  ])('%s', (_what, lines, shown) => {
    expect(shownOf(lines)).toEqual(shown);
  });
});

it.each([
  ['2026-11-28T00:00:00Z', 'just now'],
  ['2026-11-27T23:59:00Z', '1 minute ago'],
  ['2026-11-27T22:00:00Z', '2 hours ago'],
  ['2026-11-20T00:00:00Z', '8 days ago'],
])('the age of an answer is counted in whole units: %s', (time, age) => {
  expect(formatAge(time, Date.parse('2026-11-28T00:00:30Z'))).toBe(age);
});

describe('the orders of a line', () => {
  it.each([
    ['a reply about several', { command: 'reply', order_ids: ['GPA.1', 'GPA.2'] }, 'GPA.1, GPA.2'],
    ['a refusal without one', { command: 'refusal', order_ids: [] }, null],
    [
      'a call about another one',
      { phase: 'answered', order_id: 'GPA.1', asked_order_ids: ['GPA.1', 'GPA.2'] },
      'GPA.1 (asked about GPA.2)',
    ],
  ])('of %s', (_what, line, words) => {
    expect(formatOrders(line as unknown as ShownLine)).toBe(words);
  });
});
