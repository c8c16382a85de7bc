import { setImmediate } from 'node:timers/promises';
import type { Credential } from '../contract/credential.js';
import { interfaceRecords } from '../contract/interfaces.js';
import { shownFingerprint } from '../signing/digest.js';
import { counted } from '../text/sentences.js';
import { bodyRules } from './body-rules.js';
import { findDifference } from './difference.js';
import {
  expectedValue,
  expectedSteps,
  type ExpectedSteps,
  type SenderValues,
} from './expected-values.js';
import { explainSteps, type ExplainedSteps } from './explain/steps.js';
import { explainSenderValues, type SenderFinding } from './explain/sender-values.js';
import {
  gatewayCaseWords,
  isOnlyUpperCase,
  advisedLint,
  signatureFinding,
  wrongNameOfPrefixed,
} from './explained-finding.js';
import { isOtherLength, lintBodyLength } from './lint/body-length.js';
import { lintHeaders, lintTooLarge } from './lint/headers.js';
import { lintGame } from './lint/other-client.js';
import { longestHeader, type ReadHeaders } from './lint/read-headers.js';
import { interfaceWords, isMasked, requestLint } from './lint/request.js';
import { isWebToken, maskedSignature, wrongSignatureText } from './lint/signature-text.js';
import type { ObservedRequest } from './observed-request.js';
import type { RequestDiagnosis, LintFinding, DiagnosisOutcome } from './outcome.js';
import { readParts, withoutFileEnd, withoutLineBreak, type RequestParts } from './request-parts.js';
import { interfaceOfRequest } from './read/which-interface.js';
import { Bodies } from './search/bodies.js';
import { signerChoices } from './search/signer-choices.js';
import { signatureMatcher, type MatchSignature } from './search/decode-signature.js';
import { attemptsOfInput, attemptsOfMasked } from './search/limits.js';
import {
  searchSteps,
  usualHighestCost,
  type SearchLimits,
  type SearchResult,
} from './search/search.js';
import type { SearchParts } from './search/search-parts.js';
import { signedBytes } from './signed-bytes.js';
import { type SearchedRequest, type HeaderValues, type SigningSteps } from './signing-steps.js';

/** The credentials that are tried, and the limits of the search. */
export interface TimedSearch {
  readonly credential: Credential;
  /** Credentials of other profiles, games or environments: the search tries them at a higher cost. */
  readonly others?: readonly Credential[] | undefined;
  readonly budgetMs: number;
  /** The share of this request, if the input has several; undefined for all attempts of an input. */
  readonly mostAttempts?: number | undefined;
  readonly deep?: boolean | undefined;
  /** What the developer printed in the sender's program. */
  readonly sender?: SenderValues;
}

/** Diagnoses a request in one go. @param elapsed milliseconds that only go forward */
export function diagnoseInTime(
  request: ObservedRequest,
  search: TimedSearch,
  elapsed: () => number,
): RequestDiagnosis {
  const work = diagnoseStepwise(request, search, elapsed);
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
  }
}

/** After this time the work pauses, so that the event loop can handle signals and requests. */
const turnMs = 20;

interface Turns {
  /** Milliseconds that only go forward. */
  readonly elapsed: () => number;
  readonly signal?: AbortSignal | undefined;
}

/** Diagnoses a request in turns with the event loop, so that signals are seen. @throws the reason of the signal */
export async function diagnoseInTurns(
  request: ObservedRequest,
  search: TimedSearch,
  { elapsed, signal }: Turns,
): Promise<RequestDiagnosis> {
  // Before each request, because many short ones in a row would otherwise never let the event loop work.
  await setImmediate();
  signal?.throwIfAborted();
  const work = diagnoseStepwise(request, search, elapsed);
  let lastMs = elapsed();
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
    if (elapsed() - lastMs < turnMs) continue;
    await setImmediate();
    signal?.throwIfAborted();
    lastMs = elapsed();
  }
}

/** Extra time after the budget for the sender's values: comparing them is quick, but comes after a search that used it up. */
const senderValuesMs = 2_000;
const noSearch: SearchResult = { steps: undefined, tried: 0, spent: 0, cutShort: null };

/** The diagnosis as a generator: at each `yield` its caller may let other work run, or stop. */
function* diagnoseStepwise(
  request: ObservedRequest,
  timed: TimedSearch,
  elapsed: () => number,
): Generator<void, RequestDiagnosis> {
  const problem = wrongAddress(request, timed.credential);
  if (problem === undefined) return yield* searchAndExplain(request, timed, elapsed);
  return {
    outcome: { kind: 'refused-anyway' },
    lint: [problem],
    tried: 0,
    spent: 0,
    fileEnd: null,
    expected: null,
  };
}

function* searchAndExplain(
  observed: ObservedRequest,
  timed: TimedSearch,
  elapsed: () => number,
): Generator<void, RequestDiagnosis> {
  const { credential, others = [], sender = {} } = timed;
  const endMs = elapsed() + timed.budgetMs;
  const requestParts = readParts(observed, credential, others);
  const { secrets, headers, request } = requestParts;
  const parts = searchParts(requestParts, sender);
  const matchSignature = readMatcher(headers);
  const limits = searchLimits(timed, () => elapsed() >= endMs, isMaskedCopy(requestParts));
  const found =
    parts && matchSignature ? yield* searchSteps(parts, matchSignature, limits) : noSearch;
  const steps = isBodyDigest(requestParts.headerTexts, found) ? undefined : found.steps;
  const lint = [...lintBodyLength(observed), ...lintRequest(requestParts, steps)];
  // An editor adds a line break to a file. The expected values are without it, because the program never had it.
  const withoutFileBreak = observed.endsFile
    ? { ...request, body: withoutLineBreak(request.body) }
    : request;
  const expected =
    secrets && expectedSteps({ request: withoutFileBreak, secrets, headers, sender });
  /** The steps of the signature, if the search found them, with what is needed to put them in words. */
  const explained = steps && secrets && { steps, request, headers, secrets };
  const outcome = explained
    ? explainedOutcome(explained, observed.endsFile === true, lint)
    : yield* explainWithoutSteps({
        parts,
        matchSignature,
        sender,
        isOver: () => elapsed() > endMs + senderValuesMs,
        request: withoutFileBreak,
        signature: headers.signature,
        expected,
        lint,
        cutShort: found.cutShort,
      });
  const hasSenderValues = (sender.bodyHash ?? sender.message) !== undefined;
  const showsExpected = hasSenderValues || !lint.some(isUnlikeSent);
  return {
    outcome,
    lint: explained ? advisedLint(lint, explained, outcome) : lint,
    tried: found.tried,
    spent: found.spent,
    fileEnd: readFileEnd(requestParts, withoutFileBreak, outcome),
    expected: expected && showsExpected ? expected : null,
    key: secrets && keyWords(secrets.own.secret),
  };
}

function keyWords(secret: string): string {
  return `${shownFingerprint(secret)} (${counted(Buffer.byteLength(secret), 'byte')})`;
}

/** Whether the problem is that this copy of the request is not what was sent. */
function isUnlikeSent(problem: LintFinding): boolean {
  return isMasked(problem) || isOtherLength(problem);
}

interface UnexplainedSignature {
  readonly request: SearchedRequest;
  readonly signature: string | undefined;
  readonly expected: ExpectedSteps | undefined;
  readonly lint: readonly LintFinding[];
  readonly cutShort: SearchResult['cutShort'];
}

interface SenderSearch extends UnexplainedSignature {
  readonly parts: SearchParts | undefined;
  readonly matchSignature: MatchSignature | undefined;
  readonly sender: SenderValues;
  readonly isOver: () => boolean;
}

/** The search explained nothing, so the values of the sender's program are compared, if they were given. */
function* explainWithoutSteps(search: SenderSearch): Generator<void, DiagnosisOutcome> {
  const { parts, matchSignature, expected, request, sender, isOver } = search;
  if (parts === undefined || expected === undefined) return unexplainedOutcome(search);
  const bodies = new Bodies(request.body, bodyRules(request.interface, request.url));
  const senderParts = { ...parts, matchSignature, expected, request, bodies, isOver };
  const finding = yield* explainSenderValues(senderParts, sender);
  return finding ? senderOutcome(finding, request) : unexplainedOutcome(search);
}

/** Returns undefined without a secret for this interface. */
function searchParts(
  { secrets, headers, request }: RequestParts,
  sender: SenderValues,
): SearchParts | undefined {
  if (secrets === undefined) return undefined;
  const receivedAt = signingTime(request, sender);
  return {
    request,
    secrets,
    headers,
    bodies: new Bodies(request.body, bodyRules(request.interface, request.url)),
    choices: signerChoices({ ...request, receivedAt }, secrets, headers),
  };
}

/** Returns undefined if there is no signature to search for, or a header is too long for a search. */
function readMatcher(headers: HeaderValues): MatchSignature | undefined {
  const isLong = Object.values(headers).some((value = '') => value.length > longestHeader);
  if (headers.signature === undefined || isLong || isWebToken(headers.signature)) return undefined;
  return signatureMatcher(headers.signature);
}

/** Whether a header was wrongly guessed to be the signature: `Digest` may really be a plain hash of the body. */
function isBodyDigest({ signature }: ReadHeaders, { steps }: SearchResult): boolean {
  return signature.isGuess === true && steps?.construction.isKeyless === true;
}

function lintRequest(parts: RequestParts, steps: SigningSteps | undefined): LintFinding[] {
  const { request, headerTexts, secrets } = parts;
  const isSigned = steps !== undefined;
  const all = requestLint(request, interfaceRecords[request.interface]);
  const isMaskedCopyOnly = !isSigned && all.some(isMasked);
  // A log masked this copy of the request, so the form of its body says nothing about the body that was sent.
  const requestProblems = all.filter(({ id }) => !(isMaskedCopyOnly && id === 'request-body'));
  return [
    ...lintHeaders({ request, headers: headerTexts, secrets, steps }),
    ...requestProblems.filter((problem) => !isSigned || !isMasked(problem)),
    ...(isSigned ? [] : lintTooLarge(request.body, headerTexts)),
    ...(isSigned || secrets === undefined ? [] : lintGame(request, secrets.own)),
  ];
}

function readFileEnd(
  { request, withoutEnd }: RequestParts,
  withoutFileBreak: SearchedRequest,
  outcome: DiagnosisOutcome,
): RequestDiagnosis['fileEnd'] {
  if (withoutEnd !== undefined) return 'added';
  if (withoutFileBreak.body.length === request.body.length) return null;
  return outcome.kind === 'right' ? 'signed' : 'added';
}

/** Whether a part of the request looks as if a log masked it: then only few attempts are made. */
function isMaskedCopy({ request, headers }: RequestParts): boolean {
  return (
    maskedSignature(headers.signature) !== undefined ||
    requestLint(request, interfaceRecords[request.interface]).some(isMasked)
  );
}

function searchLimits(
  timed: TimedSearch,
  isOver: () => boolean,
  isMaskedRequest: boolean,
): SearchLimits {
  const { deep = false, mostAttempts } = timed;
  const most = mostAttempts ?? attemptsOfInput[deep ? 'deep' : 'usual'];
  return {
    isOver,
    mostAttempts: isMaskedRequest && !deep ? Math.min(most, attemptsOfMasked) : most,
    highestCost: deep ? usualHighestCost + 1 : usualHighestCost,
  };
}

/** About when the request was signed: its time of arrival, or else the Unix seconds in the sender's message. */
function signingTime(
  { receivedAt }: SearchedRequest,
  { message = Buffer.alloc(0) }: SenderValues,
): number | undefined {
  if (receivedAt !== undefined) return receivedAt;
  const [digits] = /\b\d{10}\b/.exec(Buffer.from(message).toString('latin1')) ?? [];
  return Number(digits) || undefined;
}

/** The problem of a request that is right for the other interface, but was sent to an address of this one. */
function wrongAddress(request: ObservedRequest, credential: Credential): LintFinding | undefined {
  // Without its address and its headers the body alone tells the interface.
  const meantInterface = interfaceOfRequest({ ...request, url: '', headers: [] });
  if (request.url === '' || meantInterface === undefined) return undefined;
  if (meantInterface === request.interface) return undefined;
  const meant = { ...request, interface: meantInterface };
  if (!readParts(meant, credential, []).isRight) return undefined;
  const problem = requestLint(meant, interfaceRecords[meantInterface]).find(
    ({ id }) => id === 'request-path',
  );
  if (problem === undefined) return undefined;
  const says = `This is a request of ${interfaceWords[meantInterface]}, sent to ${interfaceWords[request.interface]}.`;
  return { ...problem, says };
}

function senderOutcome(
  { step, explanation, next: nextAdvice, body }: SenderFinding,
  request: SearchedRequest,
): DiagnosisOutcome {
  const finding = signatureFinding(explanation, request, body);
  const fix = [finding.fix, nextAdvice].filter(Boolean).join(' ');
  return { kind: 'step-differs', step, finding: { ...finding, fix } };
}

/** The outcome for a signature whose steps were found. */
function explainedOutcome(
  { steps, request, headers, secrets }: ExplainedSteps,
  endsFile: boolean,
  lint: readonly LintFinding[],
): DiagnosisOutcome {
  const sent = endsFile ? withoutFileEnd(request, steps.body) : request;
  const explained = { steps, request: sent, headers, secrets };
  const difference = findDifference(sent.body, signedBytes(explained));
  const bodyFinding = signatureFinding(explainSteps(explained), sent, steps.body);
  // At the session interface the whole message stands for the body, so the difference is shown in the message.
  const finding = { ...bodyFinding, difference };
  const wrongName = wrongNameOfPrefixed(finding, lint);
  if (wrongName) return { kind: 'bad-header', problem: wrongName, isSigned: true };
  if (isOnlyUpperCase(finding, request)) {
    return { kind: 'explained', finding: { ...finding, ...gatewayCaseWords }, isOpen: true };
  }
  // The difference is to a body that was not sent.
  const otherBody = difference === null ? undefined : lint.find(isOtherLength);
  if (otherBody) return { kind: 'masked', problem: otherBody };
  if (finding.says !== '') return { kind: 'explained', finding };
  const problem = headerAtFault(lint);
  if (problem) return { kind: 'bad-header', problem, isSigned: true };
  const isRefused = lint.some(({ effect }) => effect !== 'unclear');
  return isRefused ? { kind: 'refused-anyway' } : { kind: 'right' };
}

function unexplainedOutcome(unexplained: UnexplainedSignature): DiagnosisOutcome {
  const { request, signature, expected, lint, cutShort } = unexplained;
  const problem = headerAtFault(lint);
  if (problem) return { kind: 'bad-header', problem, isSigned: false };
  const masked = maskedSignature(signature) ?? lint.find(isUnlikeSent);
  if (masked) return { kind: 'masked', problem: masked };
  const message = expectedValue(expected ?? [], 'message') ?? '';
  const signed = request.interface === 'session' ? request.body : Buffer.from(message);
  const text = signature ? wrongSignatureText(signature, signed) : undefined;
  if (text === undefined) return { kind: 'unknown', cutShort };
  const { cause, says, fix } = text;
  if (cause === undefined) return { kind: 'not-a-digest', says, fix };
  return { kind: 'explained', finding: { causes: [cause], says, fix, difference: null } };
}

// A missing signature is the first problem to fix, so it comes before those of all other headers.
const headerAtFault = (lint: readonly LintFinding[]): LintFinding | undefined =>
  lint.find(({ id }) => id === 'hdr-signature-missing') ??
  lint.find(({ id }) => id.startsWith('hdr-'));
