import { expect, it } from 'vitest';
import { namesFor } from '../../../src/support/journal/calls.js';
import {
  buildRemarkLine,
  type JournalEntry,
  type RemarkEntry,
} from '../../../src/support/journal/entry.js';
import {
  caseAround,
  selectCase,
  type Case,
  type NamedCase,
} from '../../../src/support/report/case.js';
import { entryOf, replyOf } from '../../helpers/journal.js';

const at = (time: string, given: Partial<JournalEntry> = {}): JournalEntry =>
  entryOf({
    id: `20260921T${time}00Z-000001`,
    at: `2026-09-21T${time.replace(/(..)(..)/, '$1:$2')}:00.000Z`,
    order_id: null,
    profile: 'shop',
    environment: 'prod',
    origin: 'https://gateway.example',
    ...given,
  });

const timeOf = ({ id }: { readonly id: string }): string => id.slice(9, 13);

const shown = (found: Case | undefined): object | undefined =>
  found && {
    blocks: found.subjects.map(({ entry }) => timeOf(entry)),
    calls: found.calls.map(timeOf),
    elsewhere: found.callsOfOtherCases.map(timeOf),
    also: found.subjects.flatMap(({ answersElsewhere }) =>
      answersElsewhere.map(({ entry }) => timeOf(entry)),
    ),
    replies: found.replies.map(timeOf),
    isOneSubjectOnly: found.isOneSubjectOnly,
  };

const journal = (
  calls: readonly JournalEntry[],
  replies: readonly ReturnType<typeof replyOf>[] = [],
) => ({
  ...{ calls, replies, incomplete: undefined },
});
const refusalOf = (given: Partial<RemarkEntry>): RemarkEntry =>
  buildRemarkLine(
    {
      ...{ id: '20260921T160300Z-00000d', at: '2026-09-21T16:03:00.000Z' },
      ...{ command: 'refusal', user: null, host: null, version: '1' },
      ...given,
    },
    (text) => text,
  );
const selected = (given: ReturnType<typeof journal>, wanted: NamedCase): Case | undefined =>
  selectCase(given, wanted, namesFor(wanted.name, []));
const select = (given: ReturnType<typeof journal>, wanted: NamedCase): object | undefined =>
  shown(selected(given, wanted));

const failed = { exit: 8, status: 502, verdict: null, advice: 'retry-later' } as const;
const player = {
  command: 'session',
  interface: 'session',
  receipt: null,
  player: 'hmac:333333333333',
} as const;

const first = at('1300', { case: 'T-1', order_id: 'GPA.1' });
const second = at('1400', { case: 't-1', receipt: '111111111111', order_id: 'GPA.2' });
const without = at('1430', { case: null });
const ofOther = at('1440', { case: 'T-9' });
const onDev = at('1500', { case: 'T-1', environment: 'dev', profile: 'shop-dev' });
const demo = at('1510', { case: 'T-1', environment: 'dev', profile: 'local', origin: 'local' });
const its = at('1520', { ...player, case: 'T-1' });
const stranger = at('1530', { receipt: '222222222222' });
const replies = [
  replyOf({ id: '20260921T160000Z-00000a', case: 'T-1', call: null }),
  replyOf({ id: '20260921T160100Z-00000b', case: 'T-1', call: second.id, receipt: second.receipt }),
  replyOf({
    id: '20260921T160200Z-00000c',
    case: 'T-9',
    call: ofOther.id,
    receipt: ofOther.receipt,
  }),
];
const all = journal([first, second, without, ofOther, onDev, demo, its, stranger], replies);
const ofCase: NamedCase = { kind: 'case', name: 'T-1' };

it.each<[string, ReturnType<typeof journal>, NamedCase, object | undefined]>([
  [
    'has its own calls alone, and no demo call; calls of other cases about the same purchases are apart',
    all,
    ofCase,
    {
      blocks: ['1520', '1400', '1300'],
      also: ['1500'],
      calls: ['1300', '1400', '1500', '1520'],
      ...{ elsewhere: ['1430', '1440'], replies: ['1600', '1601'], isOneSubjectOnly: false },
    },
  ],
  [
    'is found by its name alone, too',
    all,
    { kind: 'name', name: 't-9' },
    {
      blocks: ['1440'],
      elsewhere: ['1300', '1430', '1500'],
      replies: ['1602'],
      isOneSubjectOnly: false,
    },
  ],
  [
    'shows one purchase of several when that is asked for',
    all,
    { kind: 'name', name: 'GPA.2' },
    {
      blocks: ['1400'],
      calls: ['1400'],
      elsewhere: [],
      replies: ['1600', '1601'],
      isOneSubjectOnly: true,
    },
  ],
  [
    'is not made of calls without a case',
    all,
    { kind: 'name', name: '222222222222' },
    { blocks: ['1530'], calls: ['1530'], elsewhere: [], replies: [] },
  ],
  ['of demo calls alone shows them', journal([demo]), ofCase, { blocks: ['1510'] }],
  ['may be a reply alone', journal([], replies), ofCase, { blocks: [], replies: ['1600'] }],
  ['is not invented for a case', all, { kind: 'case', name: 'T-7' }, undefined],
  ['is not invented for an order', all, { kind: 'name', name: 'GPA.7' }, undefined],
])('a case %s', (_what, given, wanted, found) => {
  const selected = select(given, wanted);
  if (found === undefined) expect(selected).toBeUndefined();
  else expect(selected).toMatchObject(found);
});

it.each<[string, readonly JournalEntry[], readonly string[]]>([
  ['beside a real call: real ones', [at('1200', { case: 'T-5' })], ['1300']],
  ['beside a demo call', [{ ...demo, case: 'T-5', receipt: '555555555555' }], ['1300', '1310']],
  ['alone', [], ['1300', '1310']],
])('a paste that was refused lists the look-ups of its order elsewhere, %s', (_, calls, listed) => {
  const order_id = 'GPA.5';
  const ofEmulator = at('1310', { origin: 'local', receipt: '666666666666', order_id });
  const lookups = [at('1300', { order_id, receipt: '777777777777' }), ofEmulator];
  const refusal = refusalOf({ case: 'T-5', order_ids: [order_id] });
  const given = { ...journal([...calls, ...lookups]), remarks: [refusal] };
  expect(select(given, { kind: 'case', name: 'T-5' })).toMatchObject({ elsewhere: listed });
});

const good = at('1300');
const open = at('1310', { command: 'verify', phase: 'sent', exit: null, verdict: null });
it.each<[string, JournalEntry[], string]>([
  ['the newest answer', [good, at('1320')], '1320'],
  ['an answer before a later failure', [good, at('1320', failed)], '1300'],
  ['a failure if there is nothing else', [at('1320', failed)], '1320'],
  ['a verify with an unknown outcome before an older answer', [good, open], '1310'],
  ['an answer after such a verify', [open, at('1320')], '1320'],
])('a block shows %s', (_what, calls, entry) => {
  const inCase = calls.map((call) => ({ ...call, case: 'T-1' }));
  expect(select(journal(inCase), ofCase)).toMatchObject({ blocks: [entry] });
  const receipt = calls[0]?.receipt ?? '';
  expect(select(journal(calls), { kind: 'name', name: receipt })).toMatchObject({
    blocks: [entry],
  });
});

it('the case around a call that was just made has what is about the same', () => {
  const made = at('1700', { case: 'T-1' });
  const found = shown(caseAround(journal([first, second]), made));
  expect(found).toMatchObject({
    blocks: ['1700'],
    calls: ['1300', '1700'],
    isOneSubjectOnly: true,
  });
});

it.each([
  ['demo calls alone', [demo], false],
  ['real calls alone', [first], false],
  ['both: the demo calls are left out', [demo, first], true],
])('a case of %s', (_what, calls, isIncomplete) => {
  const { incompleteWords } = selected(journal(calls), ofCase) ?? {};
  expect(incompleteWords !== undefined).toBe(isIncomplete);
});
