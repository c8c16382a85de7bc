import { interfaceRecords } from '../../contract/interfaces.js';
import { parseMembers } from '../json-forms/tree.js';
import { headerOf } from '../observed-request.js';
import type { LintFinding } from '../outcome.js';
import type { SearchedRequest } from '../signing-steps.js';
import { quoteText } from '../spelling.js';
import { requestLint } from './request.js';

const sendSigned =
  'Send exactly the bytes that were signed: the service refuses the body that was sent.';
const sendSignedUnclear =
  'Send exactly the bytes that were signed: the contract does not show that the service takes the body that was sent.';
const sendInner =
  'Send the object that was signed, without the object around it: the service needs its fields at the top of the body.';

/** The signed bytes would be a better body than the sent one: the advice, and the problems that following it solves. */
interface BetterSignedBody {
  readonly fix: string;
  readonly solved: readonly LintFinding[];
}

/** Causes that change values only, such as 5 into "5". With them a problem of the sent value also counts if it is unclear. */
const changedValueCauses: readonly string[] = ['body-numbers-as-strings', 'body-member-changed'];

/** undefined if the signed bytes have as many problems: then the advice is to sign the sent bytes. */
export function betterSignedBody(
  request: SearchedRequest,
  signed: Buffer,
  causes: readonly string[],
): BetterSignedBody | undefined {
  const isOnlyChangedValues =
    causes.length > 0 && causes.every((id) => changedValueCauses.includes(id));
  const problemsOf = (body: Buffer): LintFinding[] =>
    bodyProblems({ ...request, body }).filter(
      ({ effect }) => effect === 'refused' || (isOnlyChangedValues && effect === 'unclear'),
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

/** Several problems share the id `request-members`, so the sentence tells whether two are the same. */
export function hasProblem(problems: readonly LintFinding[], { says }: LintFinding): boolean {
  return problems.some((problem) => problem.says === says);
}

const bodyProblems = (request: SearchedRequest): LintFinding[] =>
  requestLint(request, interfaceRecords[request.interface]).filter(({ id }) =>
    /^request-(?:body|members)$/.test(id),
  );

/** Some other services want the signature in the body: the names that such a member has. */
const signatureNames = /^(?:x[-_]?)?(?:sign(?:ature)?|sig|hmac)$/i;
/** How a body that holds its own signature differs from the signed one. */
export const signatureMemberCauses: readonly string[] = [
  'body-member-missing',
  'body-member-changed',
  'body-empties-dropped',
];

/** What to do with a member that has the signature of this body, which it did not have when it was signed. */
export function signatureMemberFix(request: SearchedRequest, signed: Buffer): string | undefined {
  const signature = headerOf(request.headers, 'x-signature')?.trim();
  const own = parseMembers(request.body).find(
    ([name, value]) =>
      signatureNames.test(name.value) &&
      value.kind === 'text' &&
      (value.value === signature || /^[0-9a-f]{32,128}$/i.test(value.value)),
  );
  if (own === undefined) return undefined;
  const [name, value] = own;
  const isSigned = parseMembers(signed).some(
    ([other, otherValue]) =>
      other.value === name.value &&
      otherValue.kind === 'text' &&
      value.kind === 'text' &&
      otherValue.value === value.value,
  );
  return isSigned
    ? undefined
    : `Leave ${quoteText(name.value)} out of the body: no body can hold its own signature. Send it in X-Signature alone.`;
}
