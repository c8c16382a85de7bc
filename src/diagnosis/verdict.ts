import type { Diagnosis, Finding, LintFinding } from './diagnose.js';

/** The result of a diagnosis, the same in `diagnose` and in `listen`. */
interface DiagnosisVerdict {
  readonly id: 'signature-right' | 'cause-found' | 'headers-at-fault' | 'cause-unknown';
  readonly says: string;
  /** What to do; empty if there is nothing to do. */
  readonly next: string;
  /** Ids: the simplest set of causes, then the problems in the headers. */
  readonly causes: readonly string[];
}

export function verdictOf({ match, findings, lint, tried, cutShort }: Diagnosis): DiagnosisVerdict {
  const [finding] = findings;
  const [header] = lint;
  const causes = [...(finding?.causes ?? []), ...lint.map(({ id }) => id)];
  if (match) {
    return {
      id: 'signature-right',
      says: rightWords(header),
      next: header?.fix ?? afterRight,
      causes,
    };
  }
  if (finding) return { id: 'cause-found', says: finding.says, next: finding.fix, causes };
  // A missing signature comes before all other headers.
  const atFault =
    lint.find(({ id }) => id === 'hdr-signature-missing') ?? lint.find(({ id }) => id.startsWith('hdr-'));
  if (atFault) return { id: 'headers-at-fault', says: atFault.says, next: atFault.fix, causes };
  return {
    id: 'cause-unknown',
    ...(tried === 0 ? noDigest : { says: notFound, next: cutShort ? `${timeUp} ${checks}` : checks }),
    causes,
  };
}

/** §5.1 rejects these: the timestamp is more than 300 seconds away from the server’s time. */
const fatal: readonly string[] = ['ts-ms-both', 'ts-micro-nano-both', 'ts-clock-skew', 'ts-timezone-shift'];

function rightWords(header: LintFinding | undefined): string {
  if (header === undefined) return 'The signature is right.';
  return fatal.includes(header.id)
    ? `The signature is right, but the request cannot succeed. ${header.says}`
    : `The signature is right, but there is another problem. ${header.says}`;
}

const afterRight =
  'If the service still refuses the request, check the address, the environment and, for the gateway, the sender’s clock.';
const notFound = 'The signature does not match, and pvg found no mistake that produces it.';
const timeUp = 'The time for the search ran out (`--budget`) before pvg had tried everything.';
const checks =
  'Check the secret: `pvg diagnose --all-profiles` tries every stored one. ' +
  'Check that nothing changed the body on its way: catch the request with `pvg listen`. ' +
  'Check that the sender signs only values that are in the request.';
const noDigest = {
  says: 'The signature is not 64 hexadecimal digits, nor another known form of a digest, so no attempt could match.',
  next: 'Send the HMAC-SHA256 as 64 lower-case hexadecimal digits, and nothing else, in X-Signature.',
};

/** A sentence about the findings after the simplest; none if there are none. */
export const alternatives = (findings: readonly Finding[]): string[] =>
  findings.length === 0
    ? []
    : [
        `Other mistakes that produce the same bytes: ${findings.map(({ causes }) => causes.join(' + ')).join('; ')}.`,
      ];
