import { setImmediate } from 'node:timers/promises';
import type { Credential } from '../contract/credential.js';
import { records } from '../contract/interfaces.js';
import { isComplete, verify } from '../signing/scheme.js';
import { bodyRules } from './body-rules.js';
import { isKeyless } from './forms/constructions.js';
import { fixText } from './catalogue/catalogue.js';
import { difference } from './difference.js';
import { expectedAt, expectedOf, type Expected, type SenderValues } from './expected-values.js';
import { explainSteps } from './explain/steps.js';
import { explainGiven } from './explain/sender-values.js';
import { lintHeaders, lintTooLarge } from './lint/headers.js';
import { longestHeader, readHeaders } from './lint/read-headers.js';
import { interfaceWords, isMasked, maskedSignature, requestLint } from './lint/request.js';
import { signatureText } from './lint/signature-text.js';
import type { ObservedRequest } from './observed-request.js';
import type {
  RequestDiagnosis,
  MismatchFinding,
  LintFinding,
  DiagnosisOutcome,
} from './outcome.js';
import { interfaceOfRequest } from './read/which-interface.js';
import { Bodies } from './search/bodies.js';
import { signerChoices } from './search/signer-choices.js';
import { signatureGoal } from './search/decode-signature.js';
import { attemptsOfInput } from './search/limits.js';
import { search, usualDeepest, type SearchLimits, type SearchResult } from './search/search.js';
import { observedOf, ownedOf, type Observed, type Said } from './signing-steps.js';

/** What is searched, and for how long. */
export interface TimedSearch {
  readonly credential: Credential;
  /** Tried after it: of other profiles, games or environments. */
  readonly others?: readonly Credential[] | undefined;
  readonly budgetMs: number;
  /** If the input has more requests: the share of this one. */
  readonly mostAttempts?: number | undefined;
  readonly deep?: boolean | undefined;
  readonly sender?: SenderValues;
}

/** `elapsed`: milliseconds that only go forward. */
export function diagnoseInTime(
  request: ObservedRequest,
  search: TimedSearch,
  elapsed: () => number,
): RequestDiagnosis {
  const work = inTime(request, search, elapsed);
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
  }
}

const turnMs = 20;

/** Lets the event loop turn meanwhile, so that signals and requests are seen. @throws the reason of the signal */
export async function diagnoseInTurns(
  request: ObservedRequest,
  search: TimedSearch,
  elapsed: () => number,
  signal?: AbortSignal,
): Promise<RequestDiagnosis> {
  // Between many requests too: each may take less than a turn.
  await setImmediate();
  signal?.throwIfAborted();
  const work = inTime(request, search, elapsed);
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

/** The values of the sender need little time, but they come after a search. */
const givenMs = 2_000;
const noSearch: SearchResult = { steps: undefined, tried: 0, spent: 0, cutShort: null };

function* inTime(
  request: ObservedRequest,
  timed: TimedSearch,
  elapsed: () => number,
): Generator<void, RequestDiagnosis> {
  const misled = wrongAddress(request, timed.credential);
  return misled
    ? {
        outcome: { kind: 'refused-anyway' },
        lint: [misled],
        tried: 0,
        spent: 0,
        fileEnd: null,
        expected: null,
      }
    : yield* searched(request, timed, elapsed);
}

function* searched(
  request: ObservedRequest,
  timed: TimedSearch,
  elapsed: () => number,
): Generator<void, RequestDiagnosis> {
  const { credential, others = [], sender = {} } = timed;
  const endMs = elapsed() + timed.budgetMs;
  const limits = limitsOf(timed, () => elapsed() >= endMs);
  const { owned, read, headers, observed, withoutEnd } = partsOf(request, credential, others);
  const parts = owned && {
    ...{ observed, owned, headers },
    bodies: new Bodies(observed.body, bodyRules(observed.interface, observed.url)),
    knobs: signerChoices({ ...observed, receivedAt: timeOf(observed, sender) }, owned, headers),
  };
  const isLong = Object.values(headers).some((value = '') => value.length > longestHeader);
  const goal =
    headers.signature === undefined || isLong ? undefined : signatureGoal(headers.signature);
  const found = parts && goal ? yield* search(parts, goal, limits) : noSearch;
  // A hash of the body under another name is mostly what its name says, such as `Digest`.
  const isOther =
    read.signature.isGuess === true && found.steps && isKeyless(found.steps.construction);
  const steps = isOther ? undefined : found.steps;
  const sent = request.endsFile && steps ? withoutFileEnd(observed, steps.body) : observed;
  const lint = [
    ...lintHeaders(observed, read, owned, steps),
    ...requestLint(request, records[request.interface]).filter(
      (each) => steps === undefined || !isMasked(each),
    ),
    ...(steps ? [] : lintTooLarge(observed.body, read)),
  ];
  // An editor ends a file with a line break: a developer would look for that difference in vain.
  const plain = request.endsFile
    ? { ...observed, body: withoutLineBreak(observed.body) }
    : observed;
  const expected = owned && expectedOf(plain, owned, headers, sender);
  const isOver = (): boolean => elapsed() > endMs + givenMs;
  const bodies = new Bodies(plain.body, bodyRules(plain.interface, plain.url));
  const given =
    parts && expected && !steps
      ? yield* explainGiven({ ...parts, goal, expected, observed: plain, bodies, isOver }, sender)
      : undefined;
  const outcome: DiagnosisOutcome = given
    ? {
        ...{ kind: 'step-differs', step: given.step },
        finding: findingFrom(given.told, plain, given.body, given.next),
      }
    : steps && owned
      ? outcomeOf(findingFrom(explainSteps(steps, sent, headers, owned), sent, steps.body), lint)
      : outcomeWithout(plain, headers.signature, expected, lint, found.cutShort);
  const hasGiven = (sender.bodyHash ?? sender.message) !== undefined;
  const end =
    plain.body.length === observed.body.length
      ? null
      : outcome.kind === 'right'
        ? 'signed'
        : 'added';
  return {
    outcome,
    lint,
    tried: found.tried,
    spent: found.spent,
    fileEnd: withoutEnd ? 'added' : end,
    expected: expected && (hasGiven || !lint.some(isMasked)) ? expected : null,
  };
}

const limitsOf = (
  { deep = false, mostAttempts = attemptsOfInput[deep ? 'deep' : 'usual'] }: TimedSearch,
  isOver: () => boolean,
): SearchLimits => ({ isOver, mostAttempts, deepest: deep ? usualDeepest + 1 : usualDeepest });

/** A program that signs a time may send none: then the message that its developer gives shows one. */
const timeOf = (
  { receivedAt }: Observed,
  { message = Buffer.alloc(0) }: SenderValues,
): number | undefined =>
  receivedAt ??
  (Number(/\b\d{10}\b/.exec(Buffer.from(message).toString('latin1'))?.[0]) || undefined);

/** What a request and the credentials show before anything is tried. */
function partsOf(request: ObservedRequest, credential: Credential, others: readonly Credential[]) {
  const owned = ownedOf(request.interface, credential, others);
  const scheme = records[request.interface];
  const read = readHeaders(request, owned);
  const [signature, timestamp, clientId] = [
    read.signature.value,
    read.timestamp.value,
    read.clientId.value,
  ];
  const isRight = (body: Uint8Array): boolean =>
    owned !== undefined &&
    signature !== undefined &&
    isComplete(scheme, { timestamp, clientId, body }) &&
    verify(scheme, owned.own.secret, { timestamp, clientId, body }, signature);
  // What an editor added to the end of a file, if the body is signed right without it.
  const ends = request.endsFile && !isRight(request.body) ? [withoutLineBreak, wholeOf] : [];
  const withoutEnd = ends.map((end) => end(request.body)).find(isRight);
  const observed = observedOf(request, withoutEnd);
  return {
    ...{ owned, read, headers: { signature, timestamp, clientId }, observed, withoutEnd },
    isRight: withoutEnd !== undefined || isRight(request.body),
  };
}

/** A right request of the other interface, sent to an address of this one: no mistake of its signature. */
function wrongAddress(request: ObservedRequest, credential: Credential): LintFinding | undefined {
  const of = interfaceOfRequest({ ...request, url: '', headers: [] });
  if (request.url === '' || of === undefined || of === request.interface) return undefined;
  const meant = { ...request, interface: of };
  if (!partsOf(meant, credential, []).isRight) return undefined;
  const says = `This is a request of ${interfaceWords[of]}, sent to ${interfaceWords[request.interface]}.`;
  return requestLint(meant, records[of]).flatMap((each) =>
    each.id === 'request-path' ? { ...each, says } : [],
  )[0];
}

const findingFrom = (
  { ids, says }: Said,
  { body }: Observed,
  signed: Uint8Array | undefined,
  next = '',
): MismatchFinding => ({
  causes: ids,
  says: says.join(' '),
  fix: [fixText(ids), next].filter(Boolean).join(' '),
  difference: signed === undefined ? null : difference(body, signed),
});

/** Of a signature whose every step is known. */
function outcomeOf(finding: MismatchFinding, lint: readonly LintFinding[]): DiagnosisOutcome {
  if (finding.says !== '') return { kind: 'explained', finding };
  const problem = headerAtFault(lint);
  if (problem) return { kind: 'bad-header', problem, isSigned: true };
  return lint.some(({ effect }) => effect !== 'unclear')
    ? { kind: 'refused-anyway' }
    : { kind: 'right' };
}

/** Of one that nothing explains. */
function outcomeWithout(
  { body, interface: of }: Observed,
  signature: string | undefined,
  expected: Expected | undefined,
  lint: readonly LintFinding[],
  cutShort: SearchResult['cutShort'],
): DiagnosisOutcome {
  const problem = headerAtFault(lint);
  if (problem) return { kind: 'bad-header', problem, isSigned: false };
  const masked = maskedSignature(signature) ?? lint.find(isMasked);
  if (masked) return { kind: 'masked', problem: masked };
  const message = expectedAt(expected ?? [], 'message') ?? '';
  const text = signatureText(signature ?? '', of === 'session' ? body : Buffer.from(message));
  return text && signature !== undefined
    ? { kind: 'not-a-digest', ...text }
    : { kind: 'unknown', cutShort };
}

// A missing signature comes before all other headers.
const headerAtFault = (lint: readonly LintFinding[]): LintFinding | undefined =>
  lint.find(({ id }) => id === 'hdr-signature-missing') ??
  lint.find(({ id }) => id.startsWith('hdr-'));

/** The beginning of the body that the pattern matches, taken as one character per byte. */
const startOf = (body: Uint8Array, pattern: RegExp): Buffer =>
  Buffer.from(pattern.exec(Buffer.from(body).toString('latin1'))?.[0] ?? '', 'latin1');
const withoutLineBreak = (body: Uint8Array): Buffer => startOf(body, /^[^]*?(?=(?:\r?\n)?$)/);
const wholeOf = (body: Uint8Array): Buffer => startOf(body, /^[^]*[^ \t\r\n]/);

/** Beside another mistake, what the file has after the body is the editor's, if what was signed ends without it. */
function withoutFileEnd(observed: Observed, signed: Uint8Array): Observed {
  const body = wholeOf(observed.body);
  return body.length > 0 && body.at(-1) === signed.at(-1) ? { ...observed, body } : observed;
}
