import { describe, expect, it } from 'vitest';
import { madeAtMs } from '../../../src/desk/journal/entry.js';
import { readKept } from '../../../src/desk/journal/kept.js';
import { printLine } from '../../../src/desk/journal/line.js';
import { entryOf } from '../../support/journal.js';

describe('a line of the journal', () => {
  it.each([
    ['a look-up', entryOf()],
    [
      'a failure with everything in it',
      entryOf({
        command: 'verify',
        exit: 6,
        code: 'VERIFICATION_FAILED',
        verdict: null,
        case: 'Fall „Übergröße“ \u{1f3ae}',
        anomalies: [{ field: 'x', says: 'is odd' }],
        error: { code: 'VERIFICATION_FAILED', says: 'No.', hint: 'Look.', section: null },
        operator: {
          tx_mgmt_id: '9007199254740993',
          game_id: '1',
          current_state: null,
          last_error_code: null,
        },
      }),
    ],
    [
      'one that was only sent',
      entryOf({ phase: 'sent', exit: null, status: null, verdict: null, advice: null }),
    ],
  ])('gives back what was put in: %s', (_what, entry) => {
    const line = printLine(entry);
    expect(line).not.toContain('\n');
    expect(readKept(line)).toEqual(entry);
  });

  it('begins with the id, from which the age of a file is read', () => {
    expect(madeAtMs(printLine(entryOf()).slice(0, 64))).toBe(Date.parse('2026-09-21T14:13:20Z'));
    for (const other of ['', '{"at":"2026"}', '{"id":"20269921T141320Z-000001"', 'torn'])
      expect(madeAtMs(other)).toBeUndefined();
  });

  const whole = printLine(entryOf());
  it.each([
    ['torn', whole.slice(0, 200)],
    ['glued to another', `${whole.slice(0, 200)}${whole}`],
    ['no JSON', 'lookup demo'],
    ['no object', '[1]'],
    ['bytes of nothing', '\0\0\0\0'],
    ['an object of something else', '{"id":"x"}'],
    ['a command that is none', whole.replace('"lookup"', '"erase"')],
    ['a time that is none', whole.replace('2026-09-21T', 'yesterday')],
  ])('is damaged: %s', (_what, line) => {
    expect(readKept(line)).toBeUndefined();
  });

  it.each([
    ['members of a later version', whole.replace('{', '{"later":{"deep":[1]},'), entryOf()],
    [
      'an advice it does not know',
      whole.replace('"advice":"none"', '"advice":"pray"'),
      entryOf({ advice: null }),
    ],
    ['an exit status it does not know', whole.replace('"exit":0', '"exit":77'), entryOf({ exit: null })],
    ['a member that is missing', whole.replace('"case":null,', ''), entryOf()],
  ])('is readable all the same with %s', (_what, line, entry) => {
    expect(readKept(line)).toEqual(entry);
  });
});
