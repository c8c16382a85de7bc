import { setImmediate } from 'node:timers/promises';
import type { Credential } from '../contract/credential.js';
import { records, type InterfaceRecord } from '../contract/interfaces.js';
import { isComplete, verify } from '../signing/scheme.js';
import { sentAs } from './bodies/bodies.js';
import { bodyHint } from './body-hint.js';
import { catalogue, isCauseId, type CauseId } from './catalogue.js';
import { difference, type Difference } from './difference.js';
import { lint, toLintFinding, type LintFinding } from './lint.js';
import type { ObservedRequest } from './observed-request.js';
import { readHeaders, rightValues } from './read-headers.js';
import { spaceOf } from './request-space.js';
import { ladderOf, messageBytes, type Ladder, type SenderValues } from './ladder.js';
import { schemeSays, spokenMessage } from './schemes.js';
import { atOnce, searching } from './search.js';
import { readMessage } from './sender-message.js';
import { senderFinding, type SenderFinding } from './sender.js';
import { signatureText, type SignatureText } from './signature-text.js';
import { isMasked, requestLint } from './request-lint.js';
import { noLists, type Match } from './space.js';
import { lineEndUnsigned, toldByBytes, type Told } from './told-by-bytes.js';
import { isTooLong, tooLarge } from './too-large.js';

/** A set of causes that reproduces the observed signature exactly. */
export interface Finding {
  readonly causes: readonly string[];
  readonly says: string;
  readonly fix: string;
  /** The variant in words: which encoder, or which secret. */
  readonly as: readonly string[];
  /** Between the sent body and the bytes that were signed instead. */
  readonly difference: Difference | null;
}

export interface Diagnosis {
  /** Whether the signature is exactly the text that §5 asks for. */
  readonly match: boolean;
  /** Simplest first. Each reproduces the observed signature exactly; none is a guess. */
  readonly findings: readonly Finding[];
  readonly lint: readonly LintFinding[];
  readonly tried: number;
  /** The right values to compare with; null if a header or the secret is missing. */
  readonly ladder: Ladder | null;
  /** What the values of the sender's program show; null if none were given, or if a finding explains the signature. */
  readonly sender: SenderFinding | null;
  /** What the text of X-Signature is, if it cannot be the digest. */
  readonly text: SignatureText | null;
  /** What the sent body suggests, if nothing explains the signature. */
  readonly hint?: string | undefined;
  /** The budget ended before everything was tried. */
  readonly cutShort: boolean;
  /** The tiers that were completed, for measuring. */
  readonly tiersDone: readonly string[];
}

interface DiagnoseOptions {
  /** Further credentials: of other profiles, games or environments. */
  readonly others: readonly Credential[];
  readonly deep: boolean;
  readonly isOver: () => boolean;
  readonly sender?: SenderValues;
}

/** What is searched, and for how long. */
export interface TimedSearch {
  readonly credential: Credential;
  /** Tried after it. */
  readonly others?: readonly Credential[] | undefined;
  readonly budgetMs: number;
  readonly deep?: boolean | undefined;
  readonly sender?: SenderValues;
}

/** `elapsed`: milliseconds that only go forward. */
export const diagnoseInTime = (
  request: ObservedRequest,
  known: TimedSearch,
  elapsed: () => number,
): Diagnosis => atOnce(inTime(request, known, elapsed));

const turnMs = 20;

/** Lets the event loop turn meanwhile, so that signals and requests are seen. @throws the reason of the signal */
export async function diagnoseInTurns(
  request: ObservedRequest,
  known: TimedSearch,
  elapsed: () => number,
  signal?: AbortSignal,
): Promise<Diagnosis> {
  const work = inTime(request, known, elapsed);
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

function inTime(
  request: ObservedRequest,
  { credential, others = [], budgetMs, deep = false, ...more }: TimedSearch,
  elapsed: () => number,
): Generator<void, Diagnosis> {
  const endMs = elapsed() + budgetMs;
  return diagnosing(request, credential, { ...more, others, deep, isOver: () => elapsed() > endMs });
}

// Several sets of causes can produce the same bytes: only the simplest are reported.
const mostFindings = 8;

/** Finds out why a request’s signature does not match. Pure, except for the clock behind `isOver`. */
export const diagnose = (...given: Parameters<typeof diagnosing>): Diagnosis => atOnce(diagnosing(...given));

function* diagnosing(
  request: ObservedRequest,
  credential: Credential,
  options: DiagnoseOptions,
  scheme: InterfaceRecord = records[request.interface],
): Generator<void, Diagnosis> {
  const secret = credential[scheme.secret.member];
  const headers = rightValues(readHeaders(request, credential, scheme), (signature, timestamp, clientId) => {
    const values = { clientId, timestamp, body: request.body };
    return secret !== undefined && isComplete(scheme, values) && verify(scheme, secret, values, signature);
  });
  const whole = spaceOf(request, scheme, { headers, credential, others: options.others }, options.isOver);
  const space = isTooLong(headers) ? { ...whole, lists: noLists } : whole;
  const searched = yield* searching(space, options);
  const [simplest] = searched.matches;
  const found = simplest?.causes ?? [];
  const exact = simplest !== undefined && found.length === 0;
  const lints = lint({
    request,
    scheme,
    headers,
    credential,
    found,
    signedHeaderId: simplest === undefined || simplest.attempt.clientId.causes.length === 0,
  });
  const isOpen = simplest === undefined;
  // A body that was signed as it is was not masked later.
  const requestLints = requestLint(request, scheme).filter((each) => isOpen || !isMasked(each));
  // No sender can ever print the values of a body that was masked later.
  const { bodyHash, message } = options.sender ?? {};
  const isComparable = (bodyHash ?? message) !== undefined || !requestLints.some(isMasked);
  const ladderWith = (sender: SenderValues): Ladder | null =>
    (isComparable && ladderOf(request, scheme, { headers, credential }, sender)) || null;
  const right = ladderWith({ bodyHash });
  const read =
    isOpen && right !== null && message !== undefined
      ? readMessage(message, messageBytes(right, request), space)
      : undefined;
  const ladder = read === undefined ? right : ladderWith({ bodyHash, message: read.bytes });
  return {
    ladder,
    sender:
      (isOpen && ladder && senderFinding({ bodyHash, message: read }, { scheme, ladder, space })) || null,
    text: (isOpen && textOf(headers.signature.value, ladder)) || null,
    match: exact && !lints.some(({ id }) => id.startsWith('hdr-')),
    findings: exact
      ? []
      : searched.matches.slice(0, mostFindings).map((match) => toFinding(request, scheme, match)),
    lint: [...lints.map(toLintFinding), ...requestLints, ...(isOpen ? tooLarge(request, headers) : [])],
    tried: searched.tried,
    hint: isOpen ? bodyHint(request.body) : undefined,
    cutShort: searched.cutShort,
    tiersDone: searched.tiersDone,
  };
}

const textOf = (observed: string | undefined, ladder: Ladder | null): SignatureText | undefined =>
  observed === undefined
    ? undefined
    : signatureText(observed, {
        signature: ladder?.steps.at(-1)?.expected ?? '',
        message: Buffer.from(ladder?.steps.find(({ step }) => step === 'message')?.expected ?? ''),
      });

function toFinding(
  { body }: ObservedRequest,
  { id, isHexCaseShown }: InterfaceRecord,
  { causes, as, says, attempt }: Match,
): Finding {
  const signed = attempt.body.value.bytes;
  const words: Match['says'] = { ...says, ...writtenAgain(body, signed, { causes, says }) };
  const ofCause = (cause: CauseId): Told =>
    toldByBytes(cause, body, signed) ?? {
      says: words[cause] ?? catalogue[cause].says,
      fix: catalogue[cause].fix,
    };
  const told = [...causes.filter(isCauseId).map(ofCause), ...lineEndUnsigned(causes, body, signed)];
  const isCaseOpen = !isHexCaseShown && causes.includes('out-uppercase-hex');
  const more = [
    schemeSays(attempt),
    isCaseOpen && `The contract does not say whether the ${id}’s hex is upper or lower case.`,
  ];
  return {
    causes,
    as: as.map((variant) => (variant === attempt.layout.as ? spokenMessage(attempt) : variant)),
    says: [...told.map((each) => each.says), ...more].filter(Boolean).join(' '),
    fix: [...new Set(told.map(({ fix }) => fix))].join(' '),
    difference: difference(body, signed),
  };
}

/** Compact JSON was signed, and a known encoder writes it as the sent body: the order of the fields is a part of that. */
function writtenAgain(
  sent: Uint8Array,
  signed: Uint8Array,
  { causes, says }: Pick<Match, 'causes' | 'says'>,
): Match['says'] {
  if (!causes.includes('body-json-compact') || says['body-json-compact'] !== undefined) return {};
  const as = sentAs(sent, signed);
  return as === undefined
    ? {}
    : {
        'body-json-compact': `Compact JSON (without spaces) was signed, but the body was sent ${as}.`,
        'body-keys-sorted': '',
      };
}
