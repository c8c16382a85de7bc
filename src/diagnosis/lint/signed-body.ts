import { interfaceRecords } from '../../contract/interfaces.js';
import type { LintFinding } from '../outcome.js';
import type { SearchedRequest } from '../signing-steps.js';
import { requestLint } from './request.js';

const sendSigned =
  'Send exactly the bytes that were signed: the service refuses the body that was sent.';
const sendSignedUnclear =
  'Send exactly the bytes that were signed: the contract does not show that the service takes the body that was sent.';
const sendInner =
  'Send the object that was signed, without the object around it: the service needs its fields at the top of the body.';

/** What the service refuses in the body that was sent, but not in the bytes that were signed. */
interface BetterSignedBody {
  readonly fix: string;
  readonly solved: readonly LintFinding[];
}

/** With these, a value that the contract does not show was sent in place of the signed one. */
const otherValues: readonly string[] = ['body-numbers-as-strings', 'body-member-changed'];

/** undefined if the signed bytes are no better than the sent ones: then the sent ones have to be signed. */
export function betterSignedBody(
  request: SearchedRequest,
  signed: Buffer,
  causes: readonly string[],
): BetterSignedBody | undefined {
  const hasOtherValues = causes.length > 0 && causes.every((id) => otherValues.includes(id));
  const problemsOf = (body: Buffer): LintFinding[] =>
    bodyProblems({ ...request, body }).filter(
      ({ effect }) => effect === 'refused' || (hasOtherValues && effect === 'unclear'),
    );
  const sentProblems = problemsOf(request.body);
  const signedProblems = problemsOf(signed);
  const solved = sentProblems.filter((problem) => !hasProblem(signedProblems, problem));
  const isWorse = signedProblems.some((problem) => !hasProblem(sentProblems, problem));
  if (solved.length === 0 || isWorse) return undefined;
  if (causes.includes('body-member-only')) return { fix: sendInner, solved };
  const isRefused = solved.some(({ effect }) => effect === 'refused');
  return { fix: isRefused ? sendSigned : sendSignedUnclear, solved };
}

/** Problems have no ids of their own: two with the same sentence are the same one. */
export function hasProblem(problems: readonly LintFinding[], { says }: LintFinding): boolean {
  return problems.some((problem) => problem.says === says);
}

const bodyProblems = (request: SearchedRequest): LintFinding[] =>
  requestLint(request, interfaceRecords[request.interface]).filter(({ id }) =>
    /^request-(?:body|members)$/.test(id),
  );
