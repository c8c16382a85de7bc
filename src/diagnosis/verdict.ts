import { expectedValue, type ExpectedSteps } from './expected-values.js';
import { isOtherLength } from './lint/body-length.js';
import { otherSender } from './lint/other-client.js';
import { isMatch, isSameProblem, type RequestDiagnosis, type LintFinding } from './outcome.js';

/** The result of a diagnosis in words, the same in `diagnose`, `listen` and `conform`. */
export function mismatchVerdict(diagnosis: RequestDiagnosis) {
  const { outcome, lint } = diagnosis;
  const [id, says, next] = wordsOf(diagnosis);
  const ids = 'finding' in outcome ? outcome.finding.causes : [];
  // The causes, then the problems beside them.
  const causes: readonly string[] = [...new Set([...ids, ...lint.map((each) => each.id)])];
  return { id, says, next, causes };
}

/** The id of the verdict, its sentence, and what to do, which is empty if there is nothing to do. */
function wordsOf({ outcome, lint, expected, fileEnd }: RequestDiagnosis) {
  const problem = gravestProblem(lint);
  switch (outcome.kind) {
    case 'right': {
      const fileEndWords = fileEnd === null ? '' : ` ${fileEnds[fileEnd]}`;
      const says = rightWords(problem) + fileEndWords;
      return ['signature-right', says, problem?.fix ?? afterRight] as const;
    }
    case 'refused-anyway':
      return ['cannot-succeed', rightWords(problem), problem?.fix ?? ''] as const;
    case 'explained':
      return ['cause-found', outcome.finding.says, outcome.finding.fix] as const;
    case 'step-differs':
      return ['step-differs', outcome.finding.says, outcome.finding.fix] as const;
    case 'bad-header': {
      const { says, fix } = outcome.problem;
      const signatureWords = outcome.isSigned ? ' The signature itself is right.' : '';
      return ['headers-at-fault', says + signatureWords, fix] as const;
    }
    case 'masked': {
      const { says, fix } = outcome.problem;
      const copy = 'pvg cannot judge the signature from this copy of the request.';
      return ['cause-unknown', `${copy} ${says}`, fix] as const;
    }
    case 'not-a-digest':
      return ['cause-unknown', outcome.says, outcome.fix] as const;
    case 'unknown': {
      const other = otherSender(lint);
      if (other !== undefined) return ['cause-unknown', other.says, other.fix] as const;
      const says = 'The signature does not match, and pvg found no mistake that produces it.';
      const saysWithProblem = `${says} ${problem?.says ?? ''}`.trim();
      return ['cause-unknown', saysWithProblem, unknownWords({ outcome, lint, expected })] as const;
    }
  }
}

/** The problem that the sentence of the verdict already tells, with its fix; undefined if the sentence tells something else. */
export function verdictProblem({ outcome, lint }: RequestDiagnosis): LintFinding | undefined {
  if ('problem' in outcome) return outcome.problem;
  if ('finding' in outcome || outcome.kind === 'not-a-digest') return undefined;
  const other = outcome.kind === 'unknown' ? otherSender(lint) : undefined;
  return other ?? gravestProblem(lint);
}

/** Whether nothing explains the signature, and the request is of another client or game than the credentials. */
export function isOfOtherSender({ outcome, lint }: RequestDiagnosis): boolean {
  return outcome.kind === 'unknown' && otherSender(lint) !== undefined;
}

/** The problems that the sentence of the verdict does not tell. */
export function untoldProblems(diagnosis: RequestDiagnosis): readonly LintFinding[] {
  const { outcome, lint } = diagnosis;
  const causes: readonly string[] = 'finding' in outcome ? outcome.finding.causes : [];
  const toldProblem = verdictProblem(diagnosis);
  return lint.filter(
    (problem) => !causes.includes(problem.id) && !isSameProblem(problem, toldProblem),
  );
}

/** Whether there is nothing more to find out about the signature. */
export function isExplained(diagnosis: RequestDiagnosis): boolean {
  return isMatch(diagnosis) || diagnosis.outcome.kind === 'explained';
}

/** Whether it is known how the signature was made: no expected values help then. */
export function isSignatureKnown(diagnosis: RequestDiagnosis): boolean {
  const { outcome } = diagnosis;
  return isExplained(diagnosis) || (outcome.kind === 'bad-header' && outcome.isSigned);
}

/** The problem that matters most. The service’s refusal comes last among the certain ones, because the others explain it. */
const gravestProblem = (lint: readonly LintFinding[]): LintFinding | undefined => {
  const withEffect = (effect: LintFinding['effect']): LintFinding[] =>
    lint.filter((problem) => problem.effect === effect);
  const ordered = [
    ...withEffect('refused'),
    ...withEffect('not-allowed'),
    ...withEffect('unclear'),
  ];
  return (
    ordered.find(({ id, effect }) => id !== 'answer-refused' && effect !== 'unclear') ?? ordered[0]
  );
};

const effectWords: Readonly<Record<LintFinding['effect'], string>> = {
  refused: 'The signature is right, but the request cannot succeed.',
  'not-allowed': 'The signature is right, but the contract does not allow this request.',
  unclear: 'The signature is right, but there is another problem.',
};

const fileEnds: Readonly<Record<NonNullable<RequestDiagnosis['fileEnd']>, string>> = {
  added: 'The file adds white space at its end: if that was sent too, it must be signed.',
  signed:
    'That counts the line break at the end of the file: if it was not sent, it must not be signed.',
};

function rightWords(problem: LintFinding | undefined): string {
  if (problem === undefined) return 'The signature is right.';
  const rightSentence = isOtherLength(problem)
    ? 'The signature is right for the body given.'
    : effectWords[problem.effect];
  return `${rightSentence} ${problem.says}`;
}

const afterRight =
  'If the service still refuses the request, check the address, the environment and, for the gateway, the sender’s clock.';
const moreTimeAdvice = 'The time for the search ended first: `--budget` gives it more.';
const headersFirst =
  'Send the missing headers first: without them pvg cannot say what the right signature is.';

/** A wrong secret leaves no trace in a signature, so it is the most frequent mistake that no search finds. */
const keyFirst =
  'Compare the key first: most often the program has another secret. The fingerprint of a key is the first 12 hexadecimal digits of its SHA-256.';

interface ComparisonAdvice {
  readonly print: string;
  readonly compare: string;
  /** What each difference means. */
  readonly readings: readonly string[];
  readonly giveToPvg: string;
}

const messageAdvice: ComparisonAdvice = {
  print: 'Print the body hash, the message and the signature in the sender’s program.',
  compare: 'Compare each with the expected one: the first that differs is the mistake.',
  readings: [
    'The body hash: the program hashes other bytes than it sends, or a proxy changed the body.',
    'The message: its client id, its timestamp (such as one with a fraction) or what stands between its parts differs.',
    'Only the signature: check the key and how the HMAC is called.',
    'None: X-Signature is of another request, or was changed on its way.',
  ],
  giveToPvg: 'Or let pvg compare: give the printed message to `--signed-message`.',
};

const bodyAdvice: ComparisonAdvice = {
  print: 'Print the bytes that the sender’s program signs, in hex.',
  compare: 'Compare them with the sent body.',
  readings: [
    'They differ: the program signs other bytes than it sends, or a proxy changed the body.',
    'They are the same: check the key and how the HMAC is called; X-Signature may also be of another request.',
  ],
  giveToPvg: 'Or let pvg compare: give the printed bytes to `--signed-message`.',
};

const comparisonAdvice = (expected: ExpectedSteps): ComparisonAdvice =>
  expectedValue(expected, 'message') === undefined ? bodyAdvice : messageAdvice;

/** What to do if nothing explains the signature: first fix the gravest problem of the request, then compare step by step. */
export function adviceForUnknown({ outcome, lint, expected }: UnknownParts) {
  const isOutOfTime = outcome.kind === 'unknown' && outcome.cutShort === 'time';
  const texts = [gravestProblem(lint)?.fix ?? '', isOutOfTime ? moreTimeAdvice : ''];
  const firstAdvice = texts.filter((text) => text !== '');
  return { ...comparisonAdvice(expected ?? []), firstAdvice, keyFirst };
}

type UnknownParts = Pick<RequestDiagnosis, 'outcome' | 'lint' | 'expected'>;

/** The same advice as one text, for JSON and for a single line. */
function unknownWords(parts: UnknownParts): string {
  const { firstAdvice, print, compare, readings, giveToPvg } = adviceForUnknown(parts);
  const steps =
    parts.expected === null ? [headersFirst] : [keyFirst, print, compare, ...readings, giveToPvg];
  return [...firstAdvice, ...steps].join(' ');
}
