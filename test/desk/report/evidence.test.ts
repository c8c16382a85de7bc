import { describe, expect, it } from 'vitest';
import type { JournalEntry } from '../../../src/desk/journal/entry.js';
import { evidenceOf, type Audience } from '../../../src/desk/report/evidence.js';
import type { Block } from '../../../src/desk/report/block.js';
import { writeReport } from '../../../src/desk/report/forms.js';
import { entryOf, remarkOf } from '../../support/journal.js';

const options = (audience: Audience = 'support') => ({
  audience,
  nowMs: Date.parse('2026-09-21T15:00:00Z'),
  timeZone: 'UTC',
  version: '0.0.0-test',
});

const evidence = (entry: JournalEntry, history: readonly JournalEntry[] = [entry], audience?: Audience) =>
  evidenceOf(
    { id: entry.case, subjects: [{ entry, calls: history }], calls: history, remarks: [], others: 0 },
    options(audience),
  );

const block = (entry: JournalEntry, history?: readonly JournalEntry[], audience?: Audience): Block => {
  const [first] = evidence(entry, history, audience).blocks;
  if (first === undefined) throw new Error('no block');
  return first;
};

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
      made: { utc: '2026-09-21T15:00:00.000Z' },
    });
    expect(block(entry)).toMatchObject({
      subject: { kind: 'Purchase', name: 'GPA.1234-5678-9012-34567' },
      headline: 'Never received.',
      verdict: 'paid-never-received',
      next: 'The game.',
      profile: 'local',
      environment: 'dev',
    });
    expect(block(entry).asked).toContainEqual(
      expect.objectContaining({
        label: 'Asked',
        value: entry.at,
        moment: expect.objectContaining({ age: '46 minutes before this report' }) as object,
      }),
    );
    expect(block(entry).asked).toContainEqual({ label: 'Product', value: 'gems_100' });
    expect(block(entry).technical).toContainEqual({
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
    const made = block(entryOf(given));
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
    expect(block(entry, [entry], 'operator').operator).toEqual([
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
    const shown = block(entryOf({ operator }), [], 'operator').operator;
    expect(shown.filter(({ label }) => label === 'last_error_code')).toEqual(expected);
  });

  it('masks an e-mail address wherever a service repeats one', () => {
    const entry = entryOf({
      facts: [{ label: 'Message', value: 'player nguyen.van@example.com is unknown' }],
      anomalies: [{ field: 'a@b.example', says: 'is a@b.example' }],
      error: { code: 'X', says: 'for a@b.example.', hint: '', section: null },
    });
    expect(JSON.stringify(evidence(entry))).not.toMatch(/[a-z]@/);
    expect(block(entry).facts[0]?.value).toBe('player [e-mail address] is unknown');
  });

  it('says nothing twice: an error that is the verdict is no error of its own', () => {
    const verdict = { id: 'not-confirmed', says: 'Not confirmed.', next: 'Do not grant.' };
    const error = { code: 'not-confirmed', says: verdict.says, hint: verdict.next, section: '§2.4' };
    const made = block(entryOf({ exit: 6, code: 'not-confirmed', verdict, error }));
    expect(made.unsaid).toEqual([]);
    expect(made.technical).toContainEqual({ label: 'Code', value: 'not-confirmed (a code of pvg)' });
  });

  it('names who acts next once: under its heading, with what the error says to do', () => {
    const who = 'the game’s developers';
    const made = block(
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
      headline: 'The store’s record of this receipt has another product than the one that was asked for.',
      next: 'The game’s developers. Is the product the right one? Do not grant. Find out why.',
      unsaid: ['The product does not match (HTTP 422). It does not match.'],
    });
    expect(made.technical).toContainEqual({ label: 'Code', value: 'PRODUCT_MISMATCH' });
    expect(made.sections).toContain('§7.1');
  });

  it.each(['no-contract-shape', 'outcome-unknown', 'http-503'])('calls %s a code of pvg', (code) => {
    const error = { code, says: 'S.', hint: 'H.', section: '§2.2' };
    const entry = entryOf({ exit: 12, code, verdict: null, error });
    const made = block(entry);
    expect(made).toMatchObject({ verdict: null, error: { code }, sections: ['§2.2'] });
    expect(made.technical).toContainEqual({ label: 'Code', value: `${code} (a code of pvg)` });
    expect(writeReport('md', evidence(entry))).toContain(`\n**Error** \`${code}\` (a code of pvg): S.\n`);
    expect(writeReport('html', evidence(entry))).toContain(`>Error <code>${code}</code> (a code of pvg)<`);
  });
});

describe('open questions', () => {
  const open = (entry: JournalEntry, history: readonly JournalEntry[] = [entry]): string =>
    block(entry, history).open.join('\n');

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

describe('the noise', () => {
  it('is folded: the state is a word, its number is a technical detail', () => {
    const entry = entryOf({
      purchase_state: '1',
      facts: [
        { id: 'state', label: 'State', value: '1 CANCELED' },
        { id: 'acknowledged', label: 'Acknowledged', value: '1 acknowledged' },
        { id: 'reason', label: 'Reason', value: 'NEVER_RECEIVED_BY_GATEWAY' },
      ],
    });
    expect(block(entry).facts).toEqual([{ label: 'State', value: 'CANCELED' }]);
    expect(
      block(entry)
        .technical.slice(0, 3)
        .map(({ value }) => value),
    ).toEqual(['1 CANCELED', '1 acknowledged', 'NEVER_RECEIVED_BY_GATEWAY']);
  });

  it('is not: a state that the contract does not list', () => {
    const facts = [{ id: 'state' as const, label: 'State', value: '7 (not listed)' }];
    expect(block(entryOf({ purchase_state: '7', facts })).facts[0]?.value).toBe('7 (not listed)');
  });
});

describe('the banner', () => {
  const prod = { environment: 'prod', origin: 'https://gateway.example', receipt: '111111111111' } as const;
  const dev = { origin: 'https://dev.example', receipt: '222222222222' };
  const of = (...given: Partial<JournalEntry>[]): string | null => {
    const subjects = given.map((each) => ({ entry: entryOf(each), calls: [entryOf(each)] }));
    return evidenceOf({ id: null, subjects, calls: [], remarks: [], others: 0 }, options()).banner;
  };

  it.each<[string, Partial<JournalEntry>[], string | null]>([
    ['none on prod', [prod], null],
    ['the emulator', [{}], 'Demo data: the emulator inside pvg.'],
    ['dev', [dev], 'Test environment (dev).'],
    [
      'a part of it',
      [dev, prod],
      'Test environment (dev). Other parts are about prod: each part names its environment.',
    ],
  ])('%s', (_, given, says) => {
    expect(of(...given)).toBe(says);
  });
});

describe('replies', () => {
  it('have their time and who took them', () => {
    const reply = remarkOf({
      situation: 'pending',
      languages: ['ko', 'en'],
      receipt: 'ce57bf5c0a9b',
    });
    const made = evidenceOf({ id: 'T-1', subjects: [], calls: [], remarks: [reply], others: 0 }, options());
    expect(made.replies).toMatchObject([
      { situation: 'pending', languages: ['ko', 'en'], about: 'sha256:ce57bf5c0a9b…' },
    ]);
    const page = writeReport('md', made);
    expect(page).toMatch(/^# Case `T-1`/);
    expect(page).toContain('`mai on desk-3`: pending (ko, en), about sha256:ce57bf5c0a9b…');
    expect(page).toContain('This report contains no receipt');
  });
});
