import type { Diagnosis } from '../diagnosis/diagnose.js';

/** What a request is told as, first of all. */
export type Word = 'ok' | 'mismatch' | 'unknown' | 'no signature' | 'not diagnosed';

export interface Told {
  readonly word: Word;
  readonly says: string;
  /** What to do about it; empty when there is nothing. */
  readonly fix: string;
  /** Ids, the simplest set of causes first, then those in the headers. */
  readonly causes: readonly string[];
}

/** A diagnosis, or why there is none. */
export type Outcome = Diagnosis | { readonly undiagnosed: string };

export function tell(outcome: Outcome): Told {
  if ('undiagnosed' in outcome)
    return { word: 'not diagnosed', says: outcome.undiagnosed, fix: '', causes: [] };
  const { match, findings, lint } = outcome;
  const [finding] = findings;
  const [header] = lint;
  const causes = [...(finding?.causes ?? []), ...lint.map(({ id }) => id)];
  if (match) {
    const but = header === undefined ? '.' : `, but: ${header.says}`;
    return { word: 'ok', says: `The signature is right${but}`, fix: header?.fix ?? '', causes };
  }
  const unsigned = lint.find(({ id }) => id === 'hdr-signature-missing');
  if (unsigned) return { word: 'no signature', says: unsigned.says, fix: unsigned.fix, causes };
  if (finding) return { word: 'mismatch', says: finding.says, fix: finding.fix, causes };
  const atFault = lint.find(({ id }) => id.startsWith('hdr-'));
  if (atFault) return { word: 'mismatch', says: atFault.says, fix: atFault.fix, causes };
  return {
    word: 'unknown',
    says: 'The signature does not match, and nothing that was tried reproduces it.',
    fix: `${outcome.cutShort ? 'The time was up before everything was tried. ' : ''}What remains: a secret that pvg was not given, a body that was changed on its way, a value that is not in the request.`,
    causes,
  };
}
