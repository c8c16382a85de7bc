import { describe, expect, it } from 'vitest';
import type { Diagnosis } from '../../src/diagnosis/diagnose.js';
import type { LintFinding } from '../../src/diagnosis/lint.js';
import { entryOf, seen } from '../../src/listen/entry.js';
import { toldOf, undiagnosed } from '../../src/listen/told.js';

const nothing: Diagnosis = {
  match: false,
  findings: [],
  lint: [],
  tried: 7,
  cutShort: false,
  tiersDone: [],
  ladder: null,
  sender: null,
  text: null,
};
const finding = { causes: ['a-b', 'c-d'], says: 'It was so.', fix: 'Do this.', as: [], difference: null };
const lint = (id: string, effect: LintFinding['effect'] = 'refused') => ({
  id,
  says: `Lint ${id}.`,
  fix: 'Set it.',
  effect,
});

describe('the first words on a request', () => {
  const cases: [says: string, diagnosis: Partial<Diagnosis>, id: string, causes: string[], text: RegExp][] = [
    ['a right one', { match: true }, 'signature-right', [], /^The signature is right\.$/],
    [
      'a right one with a skewed clock',
      { match: true, lint: [lint('ts-clock-skew')] },
      'cannot-succeed',
      ['ts-clock-skew'],
      /^The signature is right, but the request cannot succeed\. Lint/,
    ],
    [
      'a right one with a problem that may not be fatal',
      { match: true, lint: [lint('request-body', 'unclear')] },
      'signature-right',
      ['request-body'],
      /^The signature is right, but there is another problem\. Lint/,
    ],
    [
      'a right one that the contract does not allow',
      { match: true, lint: [lint('request-body', 'unclear'), lint('request-method', 'not-allowed')] },
      'cannot-succeed',
      ['request-body', 'request-method'],
      /^The signature is right, but the contract does not allow this request\. Lint request-method/,
    ],
    ['one with a cause', { findings: [finding] }, 'cause-found', ['a-b', 'c-d'], /^It was so\.$/],
    [
      'one with a cause and a header at fault',
      { findings: [finding], lint: [lint('hdr-name-wrong')] },
      'cause-found',
      ['a-b', 'c-d', 'hdr-name-wrong'],
      /^It was so/,
    ],
    [
      'one problem in two places, by its id once',
      { match: true, lint: [lint('request-members'), lint('request-members')] },
      'cannot-succeed',
      ['request-members'],
      /^The signature is right, but the request cannot succeed\. Lint/,
    ],
    [
      'a header at fault alone',
      { lint: [lint('hdr-name-wrong')] },
      'cause-found',
      ['hdr-name-wrong'],
      /^Lint hdr/,
    ],
    [
      'no signature',
      { lint: [lint('hdr-timestamp-missing'), lint('hdr-signature-missing')] },
      'signature-missing',
      ['hdr-timestamp-missing', 'hdr-signature-missing'],
      /^Lint hdr-signature-missing/,
    ],
    ['nothing found', {}, 'cause-unknown', [], /pvg found no mistake that produces it/],
    [
      'a text that is not a digest',
      { tried: 0, text: { says: 'X-Signature is empty.', next: 'Send it.' } },
      'cause-unknown',
      [],
      /^X-Signature is empty\.$/,
    ],
    [
      'a clock that explains no signature',
      { lint: [lint('ts-clock-skew')] },
      'cause-unknown',
      ['ts-clock-skew'],
      /pvg found no mistake/,
    ],
  ];
  it.each(cases)('are right for %s', (_says, diagnosis, id, causes, text) => {
    const told = toldOf({ ...nothing, ...diagnosis });
    expect(told).toMatchObject({ id, causes });
    expect(told.says).toMatch(text);
  });

  it('say when the time was up', () => {
    expect(toldOf({ ...nothing, cutShort: true }).fix).toMatch(/^The time for the search ran out/);
  });

  it('say why there is no diagnosis', () => {
    const request = seen({ method: 'GET', target: '/', headers: [], body: undefined }, 1, 0);
    const answered = { status: 405, by: 'refused' } as const;
    expect(entryOf(request, answered, undiagnosed('Because.'))).toMatchObject({
      id: 'not-diagnosed',
      says: 'Because.',
      fix: '',
      causes: [],
      diagnosis: undefined,
    });
  });
});
