import { describe, expect, it } from 'vitest';
import type { JournalEntry } from '../../../src/desk/journal/entry.js';
import { evidenceOf, type Audience } from '../../../src/desk/report/evidence.js';
import { writeReport } from '../../../src/desk/report/forms.js';
import { selectCalls, withHistory, type Wanted } from '../../../src/desk/journal/calls.js';
import { entryOf } from '../../support/journal.js';

const options = (audience: Audience = 'support') => ({
  audience,
  nowMs: Date.parse('2026-09-21T15:00:00Z'),
  timeZone: 'UTC',
  version: '0.0.0-test',
});

const evidence = (entry: JournalEntry, history: readonly JournalEntry[] = [entry], audience?: Audience) =>
  evidenceOf({ entry, history }, options(audience));

const at = (time: string, given: Partial<JournalEntry> = {}): JournalEntry =>
  entryOf({
    id: `20260921T${time}Z-000001`,
    at: `2026-09-21T${time.replace(/(..)(..)(..)/, '$1:$2:$3')}.000Z`,
    ...given,
  });

const failed: Partial<JournalEntry> = {
  exit: 8,
  status: 502,
  verdict: null,
  advice: 'retry-later',
  facts: [],
};
const neverReceived: Partial<JournalEntry> = {
  verdict: { id: 'paid-never-received', says: 'Never received.', next: 'The game.' },
};
const lostVerify: Partial<JournalEntry> = {
  command: 'verify',
  phase: 'sent',
  exit: null,
  verdict: null,
  advice: null,
};

describe('evidence for the ticket', () => {
  it('says the verdict, who acts next, what was asked and when', () => {
    const entry = entryOf({ ...neverReceived, case: 'T-1' });
    expect(evidence(entry)).toMatchObject({
      case: 'T-1',
      subject: { kind: 'Purchase', name: 'GPA.1234-5678-9012-34567' },
      headline: 'Never received.',
      verdict: 'paid-never-received',
      next: 'The game.',
      times: [
        { label: 'Asked', value: entry.at, moment: { age: '46 minutes before this report' } },
        { label: 'Report made', value: '2026-09-21T15:00:00.000Z' },
      ],
    });
    expect(evidence(entry).asked).toContainEqual({ label: 'Product', value: 'gems_100' });
    expect(evidence(entry).call).toContainEqual({
      label: 'SHA-256 of the request body',
      value: entry.request_sha256,
    });
  });

  it.each<[string, Partial<JournalEntry>, string, string]>([
    ['good', {}, 'paid-and-recorded', 'For information'],
    ['careful', { anomalies: [{ field: 'x', says: 'odd' }] }, 'paid-and-recorded', 'For information'],
    ['careful', { ...neverReceived, advice: 'check' }, 'paid-never-received', 'Check before granting'],
    ['bad', failed, 'none', 'Try again later'],
    ['bad', lostVerify, 'none', 'none'],
  ])('is %s for %j', (tone, given, verdict, advice) => {
    const made = evidence(entryOf(given));
    expect([made.tone, made.verdict ?? 'none', made.advice ?? 'none']).toEqual([tone, verdict, advice]);
  });

  it('shows the operator’s ids to the operator alone', () => {
    const entry = entryOf({
      operator: {
        tx_mgmt_id: '9007199254740993',
        game_id: '4242',
        current_state: 'odd_state',
        last_error_code: 'E77',
      },
      facts: [
        { id: 'gateway-record', label: 'Gateway record', value: '9007199254740993' },
        { id: 'gateway-state', label: 'Gateway state', value: 'odd_state' },
        { id: 'last-error', label: 'Last error', value: 'E77' },
        { id: 'last-error-message', label: 'Last error message', value: 'broke' },
        { label: 'Region', value: 'VN' },
      ],
    });
    const support = JSON.stringify(evidence(entry));
    for (const hidden of ['9007199254740993', '4242', 'odd_state', 'E77', 'broke'])
      expect(support).not.toContain(hidden);
    expect(support).toContain('VN');
    expect(evidence(entry, [entry], 'operator').operator).toEqual([
      { label: 'tx_mgmt_id', value: '9007199254740993' },
      { label: 'game_id', value: '4242' },
      { label: 'current_state', value: 'odd_state' },
      { label: 'last_error_code', value: 'E77' },
      { label: 'Last error message', value: 'broke' },
    ]);
  });

  it.each([
    ['none, where the record has no error', 'odd_state', [{ label: 'last_error_code', value: 'none' }]],
    ['nothing, where there is no record', null, []],
  ])('says of the last error: %s', (_what, current_state, expected) => {
    const operator = { tx_mgmt_id: null, game_id: null, current_state, last_error_code: null };
    const shown = evidence(entryOf({ operator }), [], 'operator').operator;
    expect(shown.filter(({ label }) => label === 'last_error_code')).toEqual(expected);
  });

  it('masks an e-mail address wherever a service repeats one', () => {
    const entry = entryOf({
      facts: [{ label: 'Message', value: 'player nguyen.van@example.com is unknown' }],
      anomalies: [{ field: 'a@b.example', says: 'is a@b.example' }],
      error: { code: 'X', says: 'for a@b.example.', hint: '', section: null },
    });
    expect(JSON.stringify(evidence(entry))).not.toMatch(/[a-z]@/);
    expect(evidence(entry).facts[0]?.value).toBe('player [e-mail address] is unknown');
  });

  it('says nothing twice: an error that is the verdict is no error of its own', () => {
    const verdict = { id: 'not-confirmed', says: 'Not confirmed.', next: 'Do not grant.' };
    const error = { code: 'not-confirmed', says: verdict.says, hint: verdict.next, section: '§2.4' };
    const made = evidence(entryOf({ exit: 6, code: 'not-confirmed', verdict, error }));
    expect(made.unsaid).toEqual([]);
    expect(made.call).toContainEqual({ label: 'Code', value: 'not-confirmed (a code of pvg)' });
  });

  it('names who acts next once: under its heading, with what the error says to do', () => {
    const who = 'the game’s developers';
    const made = evidence(
      entryOf({
        exit: 6,
        code: 'PRODUCT_MISMATCH',
        verdict: { id: 'not-confirmed', says: 'Not confirmed.', who, next: 'Do not grant the item on it.' },
        error: {
          code: 'PRODUCT_MISMATCH',
          says: 'The product does not match (HTTP 422). It does not match.',
          first: 'Is the product the right one?',
          who,
          hint: 'Do not grant. Find out why.',
          section: '§7.1',
        },
      }),
    );
    expect(made).toMatchObject({
      headline: 'Not confirmed.',
      next: 'The game’s developers. Is the product the right one? Do not grant. Find out why.',
      unsaid: ['The product does not match (HTTP 422). It does not match.'],
    });
    expect(made.call).toContainEqual({ label: 'Code', value: 'PRODUCT_MISMATCH' });
    expect(made.sections).toContain('§7.1');
  });

  it.each(['no-contract-shape', 'outcome-unknown', 'http-503'])('calls %s a code of pvg', (code) => {
    const error = { code, says: 'S.', hint: 'H.', section: '§2.2' };
    const made = evidence(entryOf({ exit: 12, code, verdict: null, error }));
    expect(made.call).toContainEqual({ label: 'Code', value: `${code} (a code of pvg)` });
    for (const form of ['html', 'md'] as const) {
      const page = writeReport(form, made);
      expect(page).toContain('(a code of pvg)');
      expect(page).not.toMatch(/Verdict: `none`|no verdict|contract §2\.2/);
    }
  });
});

describe('open questions', () => {
  const open = (entry: JournalEntry, history: readonly JournalEntry[] = [entry]): string =>
    evidence(entry, history).open.join('\n');

  it('a refund is never a fact: a paid purchase may have been refunded since', () => {
    expect(open(entryOf())).toMatch(/Android refunds are only in the store’s own voided-purchase reports/);
  });

  it('a verify whose answer was lost stays open until a look-up tells', () => {
    const lost = at('140000', lostVerify);
    const later = at('143000', failed);
    expect(open(later, [lost, later])).toMatch(/Was the verify of 2026-09-21T14:00:00.000Z recorded\?/);
    const told = at('144500', neverReceived);
    expect(open(told, [lost, later, told])).not.toMatch(/Was the verify/);
  });

  it('a failed call does not take away what an earlier one said', () => {
    const before = at('140000', neverReceived);
    const after = at('143000', failed);
    expect(open(after, [before, after])).toMatch(
      /Is the earlier answer still true\? At 2026-09-21T14:00:00.000Z: Never received\./,
    );
    expect(open(before, [before, after])).not.toMatch(/earlier answer/);
  });

  it('a verify that nobody looked up', () => {
    const refused = at('140000', { command: 'verify', exit: 6, verdict: null });
    expect(open(refused)).toMatch(/The journal has no look-up of this purchase/);
    const lookedUp = at('130000', neverReceived);
    expect(open(refused, [lookedUp, refused])).not.toMatch(/has no look-up/);
  });

  it.each<[string, Partial<JournalEntry>]>([
    [
      'What does the recorded state mean?',
      { operator: { tx_mgmt_id: null, game_id: null, current_state: 'new_state', last_error_code: null } },
    ],
    [
      'What does this status mean for a look-up?',
      { exit: 5, status: 404, verdict: null, advice: 'fix-request' },
    ],
  ])('what the contract does not show is said to be not shown (%s)', (question, given) => {
    expect(open(entryOf(given))).toContain(`${question} The contract does not show it.`);
    expect(open(entryOf(given))).not.toContain('§');
  });
});

describe('which calls a report is about', () => {
  const first = at('130000', { case: 'T-1' });
  const other = at('133000', { receipt: '000000000000' });
  const second = at('140000', { case: 't-1', receipt: '111111111111' });
  const again = at('143000', {});
  const calls = [first, other, second, again];

  it.each<[string, Wanted, JournalEntry, readonly JournalEntry[]]>([
    ['the last one, with those of its receipt', { by: 'last' }, again, [first, again]],
    ['the newest of a case, with all of the case', { by: 'case', case: 'T-1' }, second, [first, second]],
    ['one by its id', { by: 'id', id: other.id.toLowerCase() }, other, [other]],
  ])('%s', (_, wanted, entry, history) => {
    expect(selectCalls(calls, wanted)).toEqual({ entry, history });
  });

  it('none', () => {
    expect(selectCalls([], { by: 'last' })).toBeUndefined();
    expect(selectCalls(calls, { by: 'case', case: 'T-2' })).toBeUndefined();
  });

  it('a call that is not in the journal is the newest of its history', () => {
    const now = at('150000', { case: 'T-1' });
    expect(withHistory(calls, now)).toEqual([first, second, now]);
  });

  it('another environment is another place', () => {
    const prod = at('150000', { environment: 'prod', origin: 'https://gateway.example' });
    expect(withHistory(calls, prod)).toEqual([prod]);
  });
});
