import { describe, expect, it } from 'vitest';
import type { Diagnosis, LintFinding } from '../../src/diagnosis/outcome.js';
import { entryOf, seen } from '../../src/listen/entry.js';
import { toldOf, undiagnosed } from '../../src/listen/told.js';

const nothing: Diagnosis = {
  outcome: { kind: 'unknown', cutShort: null },
  lint: [],
  tried: 7,
  expected: null,
};
const finding = { causes: ['a-b', 'c-d'], says: 'It was so.', fix: 'Do this.', difference: null };
const explained = { kind: 'explained', finding } as const;
const right = { kind: 'right' } as const;
const refused = { kind: 'refused-anyway' } as const;
const lint = (id: string, effect: LintFinding['effect'] = 'refused') => ({
  id,
  says: `Lint ${id}.`,
  fix: 'Set it.',
  effect,
});
const badHeader = (id: string, isSigned = false) =>
  ({ kind: 'bad-header', problem: lint(id), isSigned }) as const;

describe('the first words on a request', () => {
  const cases: [says: string, diagnosis: Partial<Diagnosis>, id: string, causes: string[], text: RegExp][] = [
    ['a right one', { outcome: right }, 'signature-right', [], /^The signature is right\.$/],
    [
      'a right one with a line break that the file added',
      { outcome: { ...right, fileAdded: 'line break' } },
      'signature-right',
      [],
      /^The signature is right\. The line break at the end of the file is not a part of it\.$/,
    ],
    [
      'a right one with a skewed clock',
      { outcome: refused, lint: [lint('ts-clock-skew')] },
      'cannot-succeed',
      ['ts-clock-skew'],
      /^The signature is right, but the request cannot succeed\. Lint/,
    ],
    [
      'a right one with a problem that may not be fatal',
      { outcome: right, lint: [lint('request-body', 'unclear')] },
      'signature-right',
      ['request-body'],
      /^The signature is right, but there is another problem\. Lint/,
    ],
    [
      'a right one that the contract does not allow',
      { outcome: refused, lint: [lint('request-body', 'unclear'), lint('request-method', 'not-allowed')] },
      'cannot-succeed',
      ['request-body', 'request-method'],
      /^The signature is right, but the contract does not allow this request\. Lint request-method/,
    ],
    ['one with a cause', { outcome: explained }, 'cause-found', ['a-b', 'c-d'], /^It was so\.$/],
    [
      'one with a cause and a header at fault',
      { outcome: explained, lint: [lint('hdr-name-wrong')] },
      'cause-found',
      ['a-b', 'c-d', 'hdr-name-wrong'],
      /^It was so/,
    ],
    [
      'one of which a step differs',
      { outcome: { kind: 'step-differs', step: 'message', finding } },
      'cause-found',
      ['a-b', 'c-d'],
      /^It was so/,
    ],
    [
      'one problem in two places, by its id once',
      { outcome: refused, lint: [lint('request-members'), lint('request-members')] },
      'cannot-succeed',
      ['request-members'],
      /^The signature is right, but the request cannot succeed\. Lint/,
    ],
    [
      'a header at fault alone',
      { outcome: badHeader('hdr-name-wrong', true), lint: [lint('hdr-name-wrong')] },
      'cause-found',
      ['hdr-name-wrong'],
      /^Lint hdr-name-wrong\. The signature itself is right\.$/,
    ],
    [
      'no signature',
      {
        outcome: badHeader('hdr-signature-missing'),
        lint: [lint('hdr-timestamp-missing'), lint('hdr-signature-missing')],
      },
      'signature-missing',
      ['hdr-timestamp-missing', 'hdr-signature-missing'],
      /^Lint hdr-signature-missing\.$/,
    ],
    ['nothing found', {}, 'cause-unknown', [], /pvg found no mistake that produces it/],
    [
      'a text that is not a digest',
      { tried: 0, outcome: { kind: 'not-a-digest', says: 'X-Signature is empty.', fix: 'Send it.' } },
      'cause-unknown',
      [],
      /^X-Signature is empty\.$/,
    ],
    [
      'a copy that hides a part',
      {
        outcome: { kind: 'masked', problem: lint('request-masked', 'unclear') },
        lint: [lint('request-masked', 'unclear')],
      },
      'cause-unknown',
      ['request-masked'],
      /cannot judge .* Lint request-masked/,
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
    expect(toldOf({ ...nothing, outcome: { kind: 'unknown', cutShort: 'time' } }).fix).toMatch(
      /^The time for the search ended/,
    );
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
