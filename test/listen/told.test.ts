import { expect, it } from 'vitest';
import type { Diagnosis, LintFinding } from '../../src/diagnosis/outcome.js';
import { toldOf } from '../../src/listen/told.js';

const unknown = { kind: 'unknown', cutShort: null } as const;
const nothing = { outcome: unknown, lint: [], tried: 7, expected: null, fileEnd: null } as const;
const finding = { causes: ['a-b', 'c-d'], says: 'It was so.', fix: 'Do this.', difference: null };
const explained = { kind: 'explained', finding } as const;
const right = { kind: 'right' } as const;
const refusedAnyway = { kind: 'refused-anyway' } as const;
const lint = (id: string, effect: LintFinding['effect'] = 'refused') => ({
  id,
  says: 'S.',
  fix: 'F.',
  effect,
});
const unclear = (id: string) => lint(id, 'unclear');
const badHeader = (id: string) => ({ kind: 'bad-header', problem: lint(id), isSigned: false }) as const;
const refusal = { code: 'X', says: 'So.', fix: '' };

it.each<[says: string, diagnosis: Partial<Diagnosis>, isRefused: boolean, id: string, causes: string[]]>([
  ['right', { outcome: right }, false, 'signature-right', []],
  ['right, answered with a refusal', { outcome: right }, true, 'refused', []],
  ['right, with a problem', { outcome: right, lint: [unclear('p')] }, false, 'signature-right', ['p']],
  ['right and hopeless', { outcome: refusedAnyway, lint: [lint('p')] }, true, 'cannot-succeed', ['p']],
  ['with a cause', { outcome: explained }, true, 'cause-found', ['a-b', 'c-d']],
  [
    'with a cause and a header',
    { outcome: explained, lint: [lint('h')] },
    true,
    'cause-found',
    ['a-b', 'c-d', 'h'],
  ],
  ['with a header at fault', { outcome: badHeader('h'), lint: [lint('h')] }, true, 'cause-found', ['h']],
  [
    'without a signature',
    { outcome: badHeader('hdr-signature-missing'), lint: [lint('h'), lint('hdr-signature-missing')] },
    true,
    'signature-missing',
    ['h', 'hdr-signature-missing'],
  ],
  ['unknown', {}, true, 'cause-unknown', []],
  ['too large', { lint: [unclear('request-too-large')] }, true, 'too-large', ['request-too-large']],
  ['no digest', { outcome: { kind: 'not-a-digest', says: 'X.', fix: 'F.' } }, true, 'cause-unknown', []],
])('a request that is %s', (_says, diagnosis, isRefused, id, causes) => {
  expect(toldOf({ ...nothing, ...diagnosis }, isRefused ? refusal : undefined)).toMatchObject({ id, causes });
});
