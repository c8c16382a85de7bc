import type { Diagnosis } from './diagnose.js';

/** What a diagnosis comes to, told first: the same in `diagnose` and in `listen`. */
interface DiagnosisVerdict {
  readonly id: 'signature-right' | 'cause-found' | 'headers-at-fault' | 'cause-unknown';
  readonly says: string;
  /** What to do; empty when there is nothing. */
  readonly next: string;
  /** Ids: the simplest set of causes, then those in the headers. */
  readonly causes: readonly string[];
}

export function verdictOf({ match, findings, lint, cutShort }: Diagnosis): DiagnosisVerdict {
  const [finding] = findings;
  const [header] = lint;
  const causes = [...(finding?.causes ?? []), ...lint.map(({ id }) => id)];
  if (match) {
    const but = header === undefined ? '.' : `, but: ${header.says}`;
    return {
      id: 'signature-right',
      says: `The signature is right${but}`,
      next: header?.fix ?? afterRight,
      causes,
    };
  }
  if (finding) return { id: 'cause-found', says: finding.says, next: finding.fix, causes };
  // Without a signature the other headers hardly matter.
  const atFault =
    lint.find(({ id }) => id === 'hdr-signature-missing') ?? lint.find(({ id }) => id.startsWith('hdr-'));
  if (atFault) return { id: 'headers-at-fault', says: atFault.says, next: atFault.fix, causes };
  return {
    id: 'cause-unknown',
    says: 'The signature does not match, and nothing that was tried reproduces it.',
    next: `${cutShort ? 'The time was up before everything was tried. ' : ''}${whatRemains}`,
    causes,
  };
}

const afterRight =
  'If the request was refused all the same, compare the address, the environment and the time it was sent.';
const whatRemains =
  'What remains: a secret that pvg was not given, a body that was changed on its way, a value that is not in the request.';
