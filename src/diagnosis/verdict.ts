import type { Diagnosis, Finding } from './diagnose.js';
import { isSigned, type Ladder } from './ladder.js';
import type { LintFinding } from './lint.js';
import { isMasked } from './request-lint.js';

/** The result of a diagnosis, the same in `diagnose` and in `listen`. */
interface DiagnosisVerdict {
  readonly id:
    | 'signature-right'
    | 'cannot-succeed'
    | 'cause-found'
    | 'step-differs'
    | 'headers-at-fault'
    | 'cause-unknown';
  readonly says: string;
  /** What to do; empty if there is nothing to do. */
  readonly next: string;
  /** Ids: the simplest set of causes, then the problems in the headers. */
  readonly causes: readonly string[];
}

/** A verdict, with the problem of the request that it tells with its fix. */
interface Decided extends Omit<DiagnosisVerdict, 'causes'> {
  readonly causes?: readonly string[];
  readonly problem?: LintFinding | undefined;
}

export function verdictOf(diagnosis: Diagnosis): DiagnosisVerdict {
  const { id, says, next, causes = [] } = decided(diagnosis);
  return { id, says, next, causes: [...new Set([...causes, ...diagnosis.lint.map((each) => each.id)])] };
}

/** The problem that the verdict tells with its fix; undefined if it tells something else. */
export const toldProblem = (diagnosis: Diagnosis): LintFinding | undefined => decided(diagnosis).problem;

function decided(diagnosis: Diagnosis): Decided {
  const { match, findings, lint, sender, text, ladder, hint, cutShort } = diagnosis;
  const [finding] = findings;
  const problem = gravest(lint);
  if (match) {
    return {
      id: cannotSucceed(diagnosis) ? 'cannot-succeed' : 'signature-right',
      says: rightWords(problem),
      next: problem?.fix ?? afterRight,
      problem,
    };
  }
  if (finding) return { id: 'cause-found', says: finding.says, next: finding.fix, causes: finding.causes };
  if (sender) return { id: 'step-differs', says: sender.says, next: sender.next, causes: sender.causes };
  const atFault = headerAtFault(lint);
  if (atFault) {
    const isRight = atFault.id === 'hdr-name-wrong' && ladder !== null && isSigned(ladder);
    const right = isRight ? ' The signature itself is right.' : '';
    return { id: 'headers-at-fault', says: atFault.says + right, next: atFault.fix, problem: atFault };
  }
  const masked = lint.find(isMasked);
  if (masked)
    return {
      id: 'cause-unknown',
      says: `pvg cannot judge the signature from this copy of the body. ${masked.says}`,
      next: masked.fix,
      problem: masked,
    };
  if (text !== null) return { id: 'cause-unknown', ...text };
  return {
    id: 'cause-unknown',
    says: problem === undefined ? notFound : `${notFound} ${problem.says}`,
    next: [problem?.fix, hint, cutShort && timeUp, compare(ladder)].filter(Boolean).join(' '),
    problem,
  };
}

// A missing signature comes before all other headers.
const headerAtFault = (lint: readonly LintFinding[]): LintFinding | undefined =>
  lint.find(({ id }) => id === 'hdr-signature-missing') ?? lint.find(({ id }) => id.startsWith('hdr-'));

/** Signed right, but the service refuses it, or the contract does not allow it. */
export const cannotSucceed = ({ match, lint }: Pick<Diagnosis, 'match' | 'lint'>): boolean =>
  match && lint.some(({ effect }) => effect !== 'unclear');

/** The problem that matters most: one that explains the service’s refusal comes before the refusal. */
const gravest = (lint: readonly LintFinding[]): LintFinding | undefined => {
  const of = (effect: LintFinding['effect']): LintFinding[] => lint.filter((each) => each.effect === effect);
  const ordered = [...of('refused'), ...of('not-allowed'), ...of('unclear')];
  return ordered.find(({ id, effect }) => id !== 'answer-refused' && effect !== 'unclear') ?? ordered[0];
};

const effectWords: Readonly<Record<LintFinding['effect'], string>> = {
  refused: 'The signature is right, but the request cannot succeed.',
  'not-allowed': 'The signature is right, but the contract does not allow this request.',
  unclear: 'The signature is right, but there is another problem.',
};

const rightWords = (problem: LintFinding | undefined): string =>
  problem === undefined ? 'The signature is right.' : `${effectWords[problem.effect]} ${problem.says}`;

const afterRight =
  'If the service still refuses the request, check the address, the environment and, for the gateway, the sender’s clock.';
const notFound = 'The signature does not match, and pvg found no mistake that produces it.';
const timeUp = 'The time for the search ran out (`--budget`) before pvg had tried everything.';
const ofAnother = 'If none differs, X-Signature is of another request or was changed on its way.';
const compare = (ladder: Ladder | null): string => {
  if (ladder === null)
    return 'Send the missing headers first: without them pvg cannot say what the right signature is.';
  return ladder.parts === null
    ? 'Print the bytes that the sender’s program signs, in hex, and compare them with the sent body: `--signed-message`. If they differ, the difference shows the mistake: the program signs other bytes than it sends, or something such as a proxy may have changed the body. If they are the same, the key is wrong, or X-Signature is of another request.'
    : `Print the body hash, the message and the signature in the sender’s program. Compare each with the expected one: the first that differs shows the mistake. If it is the body hash, something such as a proxy may have changed the body. If it is the signature, the key is wrong. ${ofAnother}`;
};

/** A sentence about the findings after the simplest; none if there are none. */
export const alternatives = (findings: readonly Finding[]): string[] =>
  findings.length === 0
    ? []
    : [
        `Other mistakes that produce the same bytes: ${findings.map(({ causes }) => causes.join(' + ')).join('; ')}.`,
      ];
