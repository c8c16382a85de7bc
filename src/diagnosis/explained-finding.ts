import { joinSentences } from '../text/sentences.js';
import { causeOf, fixText } from './catalogue/catalogue.js';
import type { CauseId } from './catalogue/causes.js';
import { senderOf } from './catalogue/sender.js';
import { findDifference } from './difference.js';
import { explainSteps, type ExplainedSteps } from './explain/steps.js';
import {
  betterSignedBody,
  hasProblem,
  signatureMemberCauses,
  signatureMemberFix,
} from './lint/signed-body.js';
import type { DiagnosisOutcome, LintFinding, SignatureFinding } from './outcome.js';
import type { SearchedRequest, SigningSteps, StepExplanation } from './signing-steps.js';

/**
 * The finding about the signature. If the sent body would be refused but the signed one would not, the fix is to send the
 * signed body, so that it does not contradict the lint.
 */
export function signatureFinding(
  { ids, says }: StepExplanation,
  request: SearchedRequest,
  signed: Uint8Array | undefined,
): SignatureFinding {
  const signedBody = signed === undefined ? undefined : Buffer.from(signed);
  const better = signedBody && betterSignedBody(request, signedBody, ids);
  const memberFix =
    signedBody && ids.some(isOfSignatureMember)
      ? signatureMemberFix(request, signedBody)
      : undefined;
  const sender = senderOf(request);
  // With a better signed body the usual advice, to sign the sent bytes, would lead to the next refusal.
  const unsolved = better === undefined ? ids : ids.filter((id) => !isOfBody(id));
  // A body that holds its own signature cannot be signed as it was sent, so the advice to do that is left out.
  const otherIds =
    memberFix === undefined ? unsolved : unsolved.filter((id) => !isOfSignatureMember(id));
  return {
    causes: ids,
    says: says.join(' '),
    fix: joinSentences(better?.fix, memberFix, fixText(otherIds, sender, request.interface)),
    difference: signed === undefined ? null : findDifference(request.body, signed),
  };
}

const isOfSignatureMember = (id: CauseId): boolean => signatureMemberCauses.includes(id);
const isOfBody = (id: CauseId): boolean => causeOf(id).group.startsWith('Body:');

function signsContent({ layout }: SigningSteps): boolean {
  return layout.parts.includes('content');
}

/** For `Authorization: HMAC …` the wrong name of the header is the mistake, not the text before the signature. */
export function wrongNameOfPrefixed(
  { causes }: SignatureFinding,
  lint: readonly LintFinding[],
): LintFinding | undefined {
  return causes.join() === 'out-prefixed'
    ? lint.find(({ id }) => id === 'hdr-name-wrong')
    : undefined;
}

function prefixLint(explained: ExplainedSteps): LintFinding[] {
  const { ids, says } = explainSteps(explained);
  if (ids.join() !== 'out-prefixed') return [];
  return [{ id: 'out-prefixed', says: says.join(' '), fix: fixText(ids), effect: 'refused' }];
}

/** The lint in agreement with the outcome: problems that its fix solves get this fix, and a prefix it leaves out is added. */
export function advisedLint(
  lint: readonly LintFinding[],
  explained: ExplainedSteps,
  outcome: DiagnosisOutcome,
): readonly LintFinding[] {
  if (outcome.kind === 'bad-header') return [...lint, ...prefixLint(explained)];
  if (outcome.kind !== 'explained') return lint;
  const { causes } = outcome.finding;
  const { request, steps } = explained;
  const better = signsContent(steps) ? betterSignedBody(request, steps.body, causes) : undefined;
  if (better === undefined) return lint;
  return lint.map((problem) =>
    hasProblem(better.solved, problem) ? { ...problem, fix: better.fix } : problem,
  );
}

/** Whether only the upper case differs. For the gateway that may be right: §5.1 says "hex", and only §5.2 says lower case. */
export function isOnlyUpperCase({ causes }: SignatureFinding, request: SearchedRequest): boolean {
  return request.interface === 'gateway' && causes.join() === 'out-uppercase-hex';
}

export const gatewayCaseWords = {
  says: 'The signature is right but for its upper case: the contract does not show which case the gateway takes.',
  fix: 'Send it in lower case, which is safe.',
};
