import { describe, expect, it } from 'vitest';
import type { JournalEntry } from '../../../src/desk/journal/entry.js';
import { caseAround, selectCase, type Case, type Wanted } from '../../../src/desk/report/case.js';
import { entryOf, remarkOf } from '../../support/journal.js';

const at = (time: string, given: Partial<JournalEntry> = {}): JournalEntry =>
  entryOf({
    id: `20260921T${time}Z-000001`,
    at: `2026-09-21T${time.replace(/(..)(..)(..)/, '$1:$2:$3')}.000Z`,
    order_id: null,
    ...given,
  });

const failed = { exit: 8, status: 502, verdict: null, advice: 'retry-later' } as const;
const prod = { environment: 'prod', origin: 'https://gateway.example' } as const;
const player = { command: 'session', interface: 'session', receipt: null, player: '333333333333' } as const;

const shown = (found: Case | undefined): object | undefined =>
  found && {
    id: found.id,
    blocks: found.subjects.map(({ entry }) => entry.id.slice(9, 15)),
    calls: found.calls.map(({ id }) => id.slice(9, 15)),
    others: found.others,
  };

describe('which purchases and players a report is about', () => {
  const first = at('130000', { case: 'T-1', order_id: 'GPA.1' });
  const other = at('133000', { receipt: '000000000000' });
  const second = at('140000', { case: 't-1', receipt: '111111111111', order_id: 'GPA.2' });
  const again = at('143000', {});
  const elsewhere = at('144000', { case: 'T-9' });
  const verified = at('145000', { case: 'T-9', command: 'verify' });
  const onProd = at('150000', { ...prod, case: 'T-1' });
  const its = at('151000', { ...player, case: 'T-1' });
  const calls = [first, other, second, again, elsewhere, verified, onProd, its];

  it.each<[string, Wanted, object]>([
    [
      'a case: one block for each purchase and player at each place, with calls made without a case, every verify and newer calls of another case',
      { by: 'case', case: 'T-1' },
      {
        id: 'T-1',
        blocks: ['151000', '150000', '145000', '140000'],
        calls: ['130000', '140000', '143000', '144000', '145000', '150000', '151000'],
        others: 0,
      },
    ],
    [
      'the newest call: the block of its player, with the calls of the case',
      { by: 'last' },
      {
        id: 'T-1',
        blocks: ['151000'],
        calls: ['130000', '140000', '143000', '144000', '145000', '150000', '151000'],
        others: 3,
      },
    ],
    [
      'a call by its id, without a case',
      { by: 'name', name: other.id.toLowerCase() },
      { id: null, blocks: ['133000'], calls: ['133000'], others: 0 },
    ],
    [
      'an order id, whatever the cases of its calls',
      { by: 'name', name: 'gpa.1' },
      { id: null, blocks: ['145000'], calls: ['130000', '143000', '144000', '145000'], others: 0 },
    ],
    [
      'an order id of one case',
      { by: 'name', name: 'GPA.2' },
      { id: 't-1', blocks: ['140000'], calls: ['140000'], others: 0 },
    ],
    [
      'a case, named without --case',
      { by: 'name', name: 't-9' },
      { id: 'T-9', blocks: ['145000'], calls: ['143000', '144000', '145000'], others: 0 },
    ],
  ])('%s', (_, wanted, expected) => {
    const found = selectCase({ calls, remarks: [] }, wanted);
    expect({ ...shown(found), id: found?.id?.toUpperCase() ?? null }).toEqual({
      ...expected,
      id: (expected as { id: string | null }).id?.toUpperCase() ?? null,
    });
  });

  it('nothing', () => {
    expect(selectCase({ calls: [], remarks: [] }, { by: 'last' })).toBeUndefined();
    expect(selectCase({ calls, remarks: [] }, { by: 'case', case: 'T-2' })).toBeUndefined();
    expect(selectCase({ calls, remarks: [] }, { by: 'name', name: 'GPA.3' })).toBeUndefined();
  });

  it('a case or an order id that only a reply names', () => {
    const reply = remarkOf({ case: 'T-6', situation: 'need-receipt', order_id: 'GPA.7' });
    const journal = { calls, remarks: [reply] };
    expect(selectCase(journal, { by: 'case', case: 't-6' })).toMatchObject({ id: 'T-6', remarks: [reply] });
    expect(selectCase(journal, { by: 'name', name: 'GPA.7' })).toMatchObject({
      subjects: [],
      remarks: [reply],
    });
  });

  it('the look-up that was just made comes first, even if it failed and is not in the journal', () => {
    const now = at('160000', { case: 'T-1', ...failed });
    const found = caseAround({ calls, remarks: [] }, now, 'whole');
    expect(found.subjects[0]?.entry).toBe(now);
    expect(found.subjects).toHaveLength(4);
    expect(found.calls.at(-1)).toBe(now);
  });

  it('a run of many look-ups is only a line of the table', () => {
    const run = at('160000', { command: 'batch', case: 'T-7', receipt: null, request_sha256: null });
    expect(shown(selectCase({ calls: [run], remarks: [] }, { by: 'case', case: 'T-7' }))).toEqual({
      id: 'T-7',
      blocks: [],
      calls: ['160000'],
      others: 0,
    });
  });
});

describe('the call that a block shows', () => {
  const head = (...calls: JournalEntry[]): string | undefined =>
    selectCase({ calls, remarks: [] }, { by: 'case', case: 'T-1' })?.subjects[0]?.entry.id.slice(9, 15);
  const told = at('130000', { case: 'T-1' });

  it.each<[string, JournalEntry[], string]>([
    ['the newest that says something', [told, at('140000', { case: 'T-1', ...failed })], '130000'],
    [
      'the newest, if none does',
      [at('120000', { case: 'T-1', ...failed }), at('140000', { case: 'T-1', ...failed })],
      '140000',
    ],
    [
      'a verify with an unknown outcome: it is urgent',
      [
        told,
        at('140000', {
          case: 'T-1',
          command: 'verify',
          phase: 'sent',
          exit: null,
          verdict: null,
          advice: null,
        }),
      ],
      '140000',
    ],
  ])('%s', (_, calls, expected) => {
    expect(head(...calls)).toBe(expected);
  });

  it('the most urgent block comes first, then the newest', () => {
    const good = at('150000', { case: 'T-1', receipt: '111111111111' });
    const bad = at('120000', { case: 'T-1', receipt: '222222222222', ...failed });
    const careful = at('140000', { case: 'T-1', receipt: '444444444444', advice: 'check' });
    const found = selectCase({ calls: [bad, told, careful, good], remarks: [] }, { by: 'case', case: 'T-1' });
    expect(found?.subjects.map(({ entry }) => entry)).toEqual([bad, careful, good, told]);
  });
});
