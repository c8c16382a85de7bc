import { setImmediate } from 'node:timers/promises';
import type { Credential } from '../contract/credential.js';
import { records } from '../contract/interfaces.js';
import { isComplete, verify } from '../signing/scheme.js';
import { rulesOf } from './body-rules.js';
import { fixOf } from './catalogue/catalogue.js';
import { difference } from './difference.js';
import { expectedOf, type Expected, type SenderValues } from './expected.js';
import { explainSteps } from './explain/steps.js';
import { explainGiven } from './explain/given.js';
import { lintHeaders, tooLarge, tooLong } from './lint/headers.js';
import { readHeaders, rightValues } from './lint/read-headers.js';
import { isMasked, maskedSignature, requestLint } from './lint/request.js';
import { signatureText } from './lint/signature-text.js';
import type { ObservedRequest } from './observed-request.js';
import type { Diagnosis, Finding, LintFinding, Outcome } from './outcome.js';
import { Bodies } from './search/bodies.js';
import { signatureGoal } from './search/goal.js';
import { knobsOf } from './search/knobs.js';
import { search, usualDeepest, type SearchLimits, type SearchResult } from './search/search.js';
import {
  isNothing,
  observedOf,
  ownedOf,
  type HeaderValues,
  type Observed,
  type Owned,
  type Told,
} from './steps.js';

/** What is searched, and for how long. */
export interface TimedSearch {
  readonly credential: Credential;
  /** Tried after it: of other profiles, games or environments. */
  readonly others?: readonly Credential[] | undefined;
  readonly budgetMs: number;
  readonly deep?: boolean | undefined;
  readonly sender?: SenderValues;
}

/** `elapsed`: milliseconds that only go forward. */
export function diagnoseInTime(
  request: ObservedRequest,
  search: TimedSearch,
  elapsed: () => number,
): Diagnosis {
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
): Promise<Diagnosis> {
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

/** Without `--deep`, an unknown ends after as many attempts, however slow the machine is. */
const mostTries = 800_000;
/** The values of the sender need little time, but they come after a search. */
const givenMs = 2_000;

function inTime(
  request: ObservedRequest,
  { credential, others = [], budgetMs, deep = false, sender = {} }: TimedSearch,
  elapsed: () => number,
): Generator<void, Diagnosis> {
  const endMs = elapsed() + budgetMs;
  const limits = {
    isOver: () => elapsed() > endMs,
    isGivenOver: () => elapsed() > endMs + givenMs,
    mostTries: deep ? Number.POSITIVE_INFINITY : mostTries,
    deepest: deep ? usualDeepest + 1 : usualDeepest,
  };
  return diagnosing(request, { credential, others, sender }, limits);
}

interface Known {
  readonly credential: Credential;
  readonly others: readonly Credential[];
  readonly sender: SenderValues;
}

interface Limits extends SearchLimits {
  /** For the values that the sender gave. */
  readonly isGivenOver: () => boolean;
}
const noSearch: SearchResult = { steps: undefined, tried: 0, cutShort: false };

function* diagnosing(
  request: ObservedRequest,
  { credential, others, sender }: Known,
  limits: Limits,
): Generator<void, Diagnosis> {
  const owned = ownedOf(request.interface, credential, others);
  const scheme = records[request.interface];
  const isRight = (body: Uint8Array, { signature, timestamp, clientId }: HeaderValues): boolean =>
    owned !== undefined &&
    signature !== undefined &&
    isComplete(scheme, { timestamp, clientId, body }) &&
    verify(scheme, owned.own.secret, { timestamp, clientId, body }, signature);
  const read = rightValues(readHeaders(request, credential.clientId), (signature, timestamp, clientId) =>
    isRight(request.body, { signature, timestamp, clientId }),
  );
  const headers = {
    signature: read.signature.value,
    timestamp: read.timestamp.value,
    clientId: read.clientId.value,
  };
  const fileAdded = request.endsFile && addedBy((body) => isRight(body, headers), request.body);
  const observed = observedOf(fileAdded ? { ...request, body: fileAdded.body } : request);
  const long = tooLong(read);
  const found =
    owned === undefined || long.length > 0 ? noSearch : yield* searching(observed, owned, headers, limits);
  // A hash of the body under another name is mostly what its name says, such as `Digest`.
  const isOther = read.signature.isGuess === true && found.steps?.construction.keyless === true;
  const { tried } = found;
  const steps = isOther ? undefined : found.steps;
  const told = steps && owned && explainSteps(steps, observed, headers, owned);
  const lint = lintHeaders({ observed, headers: read, owned, steps });
  const ofBody = requestLint(request, scheme).filter((each) => steps === undefined || !isMasked(each));
  const expected = owned && expectedOf(observed, owned, headers, sender);
  const all = [...lint, ...ofBody, ...(steps ? [] : [...long, ...tooLarge(observed)])];
  const outcome =
    (steps && told && outcomeOf(told, steps.body, observed, all)) ??
    (owned && (yield* givenOutcome(observed, owned, headers, sender, limits))) ??
    outcomeWithout(observed, headers, expected, all, limitMet(found, limits));
  return {
    outcome: outcome.kind === 'right' && fileAdded ? { ...outcome, fileAdded: fileAdded.what } : outcome,
    lint: all,
    tried,
    expected: expected && (hasGiven(sender) || !all.some(isMasked)) ? expected : null,
  };
}

const hasGiven = ({ bodyHash, message }: SenderValues): boolean => (bodyHash ?? message) !== undefined;

function* searching(
  observed: Observed,
  owned: Owned,
  headers: HeaderValues,
  limits: Limits,
): Generator<void, SearchResult> {
  const goal = headers.signature === undefined ? undefined : signatureGoal(headers.signature);
  if (goal?.canBeRead !== true) return noSearch;
  const bodies = new Bodies(observed.body, rulesOf(observed.interface, observed.url));
  const knobs = knobsOf(observed, owned, headers);
  return yield* search({ observed, owned, headers, bodies, knobs, goal }, limits);
}

function* givenOutcome(
  observed: Observed,
  owned: Owned,
  headers: HeaderValues,
  sender: SenderValues,
  { isGivenOver: isOver }: Limits,
): Generator<void, Outcome | undefined> {
  if (!hasGiven(sender)) return undefined;
  const bodies = new Bodies(observed.body, rulesOf(observed.interface, observed.url));
  const knobs = knobsOf(observed, owned, headers);
  const found = yield* explainGiven({ observed, owned, headers, bodies, knobs, isOver }, sender);
  if (found === undefined) return undefined;
  const { told, step, body, next } = found;
  const finding = findingFrom(told, observed, body);
  return {
    kind: 'step-differs',
    step,
    finding: { ...finding, fix: [finding.fix, next].filter(Boolean).join(' ') },
  };
}

const findingFrom = ({ ids, says }: Told, { body }: Observed, signed: Uint8Array | undefined): Finding => ({
  causes: ids,
  says: says.join(' '),
  fix: fixOf(ids),
  difference: signed === undefined ? null : difference(body, signed),
});

/** Of a signature whose every step is known. */
function outcomeOf(told: Told, body: Uint8Array, observed: Observed, lint: readonly LintFinding[]): Outcome {
  if (!isNothing(told)) return { kind: 'explained', finding: findingFrom(told, observed, body) };
  const problem = headerAtFault(lint);
  if (problem) return { kind: 'bad-header', problem, isSigned: true };
  return lint.some(({ effect }) => effect !== 'unclear') ? { kind: 'refused-anyway' } : { kind: 'right' };
}

const limitMet = ({ cutShort, tried }: SearchResult, { mostTries: most }: Limits): 'time' | 'tries' | null =>
  !cutShort ? null : tried >= most ? 'tries' : 'time';

/** Of one that nothing explains. */
function outcomeWithout(
  { body, interface: of }: Observed,
  { signature }: HeaderValues,
  expected: Expected | undefined,
  lint: readonly LintFinding[],
  cutShort: Extract<Outcome, { kind: 'unknown' }>['cutShort'],
): Outcome {
  const problem = headerAtFault(lint);
  if (problem) return { kind: 'bad-header', problem, isSigned: false };
  const masked = maskedSignature(signature) ?? lint.find(isMasked);
  if (masked) return { kind: 'masked', problem: masked };
  const message = expected?.steps.find(({ step }) => step === 'message')?.expected;
  const text =
    signature === undefined
      ? undefined
      : signatureText(signature, {
          signature: expected?.steps.at(-1)?.expected ?? '',
          message: of === 'session' ? body : Buffer.from(message ?? ''),
        });
  return text ? { kind: 'not-a-digest', ...text } : { kind: 'unknown', cutShort };
}

// A missing signature comes before all other headers.
const headerAtFault = (lint: readonly LintFinding[]): LintFinding | undefined =>
  lint.find(({ id }) => id === 'hdr-signature-missing') ?? lint.find(({ id }) => id.startsWith('hdr-'));

/** What an editor added to the end of a file, if the body is signed right without it. */
function addedBy(
  isRight: (body: Uint8Array) => boolean,
  body: Uint8Array,
): { readonly body: Uint8Array; readonly what: 'line break' | 'blank' } | undefined {
  const text = Buffer.from(body).toString('latin1');
  if (!/\s$/.test(text) || isRight(body)) return undefined;
  const [whole = ''] = /^[^]*[^ \t\r\n]/.exec(text) ?? [];
  const ends = [text.replace(/\r?\n$/, ''), whole].map((each) => body.subarray(0, each.length));
  const found = ends.find((each) => each.length < body.length && isRight(each));
  return found && { body: found, what: text.endsWith('\n') ? 'line break' : 'blank' };
}
