import { type InterfaceRecord, interfaceRecords } from '../../contract/interfaces.js';
import { counted, joinWithAnd } from '../../text/sentences.js';
import { expectedValue, type SenderValues } from '../expected-values.js';
import { sha256HexForm } from '../forms/hashes.js';
import { cutMessage, rightSigner, findSigner, findCutSteps } from '../search/sender-values.js';
import { hasInside, isSameMessage, readSenderMessage } from '../search/sender-readings.js';
import type { SenderParts } from '../search/sender-values.js';
import {
  isNoExplanation,
  noExplanation,
  joinExplanations,
  type SigningSteps,
  type StepExplanation,
} from '../signing-steps.js';
import { quoteText } from '../spelling.js';
import { explainBodyOf } from './body.js';
import { explainSigner, explainSteps } from './steps.js';

/** What comparing the sender's own body hash or message shows about a signature that the search did not explain. */
export interface SenderFinding {
  readonly step: 'body hash' | 'message' | 'key';
  readonly explanation: StepExplanation;
  /** What to do next; empty if the fixes of the explained causes say it. */
  readonly next: string;
  /** The bytes that were signed, if they are known. */
  readonly body?: Uint8Array;
}

const messageIsRight =
  'The sender’s message is right, so the mistake is in the key, the algorithm or the signature’s text, or X-Signature is of another request.';
const expectedIsInside =
  'The given text has the expected message in it, with other text around it.';

const adviceToCompareHashedBytes =
  'Hash the bytes that are sent. Print them as hex just before hashing and just before sending, and compare the two. If they are the same, something after the program changed the body.';
const adviceToBuildMessage =
  'Build the message from exactly these parts, with one dot between them and nothing before or after.';
const adviceOnChangedBody = 'If the program does that, something after it changed the body.';
const adviceOnSurroundingText =
  'If the program signs all of this text, sign the expected message alone. If the text is a line of a log, the message is right.';

function adviceToCompareSignatures(parts: SenderParts): string {
  const secretName = secretWords(parts);
  return `Print the signature as well. If it is the expected one, X-Signature is of another request. If not, one of these is wrong: the key, the call of the HMAC (once, with this message alone), or how its bytes are written as hex. Print the number of bytes of the HMAC key and the first 12 digits of its SHA-256. Compare the digits with those of the ${secretName} that was issued: \`pvg profile show\` prints them if it is in a profile.`;
}

function secretWords({ request }: SenderParts): string {
  return (interfaceRecords[request.interface] as InterfaceRecord).secret.words;
}

function sayOnly(sentence: string): StepExplanation {
  return { ids: [], says: [sentence] };
}

function explainFound(steps: SigningSteps | undefined, parts: SenderParts): StepExplanation {
  const { request, headers, secrets } = parts;
  return steps ? explainSteps({ steps, request, headers, secrets }) : noExplanation;
}

/** Compares the sender's message with the expected one, or else its body hash; undefined if neither was given. */
export function* explainSenderValues(
  parts: SenderParts,
  { bodyHash, message }: SenderValues,
): Generator<void, SenderFinding | undefined> {
  if (message !== undefined) return yield* explainSentMessage(Buffer.from(message), parts);
  if (bodyHash === undefined) return undefined;
  return yield* explainSentHash(bodyHash.trim(), parts);
}

function* explainSentHash(bodyHash: string, parts: SenderParts): Generator<void, SenderFinding> {
  if (bodyHash === expectedValue(parts.expected, 'body_hash')) {
    return {
      step: 'message',
      explanation: sayOnly(
        'The sender’s body hash is right, so the mistake is in the message, the key or the signature.',
      ),
      next: 'Print the message that the program signs, and compare it too: `--signed-message`.',
    };
  }
  const { timestamp = '', clientId = '' } = parts.headers;
  const content = Buffer.from(bodyHash);
  // Each cut is a guess at the sender's whole message: a usual layout, and the given body hash as its content.
  const layouts = parts.choices.layouts.atCost(0);
  const cuts = layouts.map((layout) => ({ layout, timestamp, clientId, content }));
  const steps = yield* findCutSteps(cuts, parts);
  const explanation = explainFound(steps, parts);
  if (steps && !isNoExplanation(explanation)) {
    return { step: 'body hash', explanation, next: '', body: steps.body };
  }
  return {
    step: 'body hash',
    explanation: sayOnly('The sender’s body hash is not the SHA-256 of the sent body.'),
    next: adviceToCompareHashedBytes,
  };
}

function* explainSentMessage(message: Buffer, parts: SenderParts): Generator<void, SenderFinding> {
  // The session interface has no message of its own: its signed bytes are the body.
  const expectedText = expectedValue(parts.expected, 'message');
  const expectedBytes = expectedText === undefined ? parts.request.body : Buffer.from(expectedText);
  const readings = readSenderMessage(message);
  const [firstReading = message] = readings;
  if (isSameMessage(message, expectedBytes) === true) {
    return explainRightMessage(expectedBytes, parts);
  }
  // The reading with which a known key gives X-Signature is the one that was signed.
  const signed = readings.find((reading) => findSigner(reading, parts) !== undefined);
  if (signed?.equals(expectedBytes)) return explainRightMessage(signed, parts);
  if (!signed && hasInside(message, expectedBytes)) {
    const next = `${adviceOnSurroundingText} ${adviceToCompareSignatures(parts)}`;
    return { step: 'key', explanation: sayOnly(expectedIsInside), next };
  }
  for (const reading of signed ? [signed] : readings) {
    const finding = yield* explainReading(reading, expectedText, parts);
    if (finding !== undefined) return finding;
  }
  return unknownMessage(signed ?? firstReading, expectedText, parts);
}

/** The message is right. A mistake in the key is searched again here, because the search may have been cut short. */
function explainRightMessage(message: Buffer, parts: SenderParts): SenderFinding {
  const signer = findSigner(message, parts);
  const signerExplanation = signer ? explainSigner(signer, parts.secrets) : noExplanation;
  return {
    step: 'key',
    explanation: joinExplanations(sayOnly(messageIsRight), signerExplanation),
    next: isNoExplanation(signerExplanation) ? adviceToCompareSignatures(parts) : '',
  };
}

/**
 * Takes the message apart into its parts, and explains those that differ; undefined if nothing explains them.
 * @param expectedText the expected message; undefined for the session interface
 */
function* explainReading(
  reading: Buffer,
  expectedText: string | undefined,
  parts: SenderParts,
): Generator<void, SenderFinding | undefined> {
  const cuts = cutMessage(reading, parts);
  const steps = yield* findCutSteps(cuts, parts);
  const explanation = explainFound(steps, parts);
  if (steps && !isNoExplanation(explanation)) {
    return { ...addProof(reading, explanation, parts), next: '', body: steps.body };
  }
  if (steps !== undefined || expectedText === undefined) return undefined;
  const cut = cuts.find(({ content }) => /^[0-9a-f]{64}$/i.test(content.toString('latin1')));
  if (cut === undefined) return undefined;
  // No known change of the body has this hash, so the steps take the right hash: only the other parts are explained.
  const { content, ...partsAround } = cut;
  const stepsWithExpectedHash = {
    ...rightSigner(parts),
    ...partsAround,
    body: parts.request.body,
    hash: sha256HexForm,
  };
  const digits = content.toString('latin1', 0, 12);
  const hashSays = `The body hash in the message (${digits}…) is not the SHA-256 of the sent body.`;
  const allExplained = joinExplanations(
    explainFound(stepsWithExpectedHash, parts),
    sayOnly(hashSays),
  );
  return { ...addProof(reading, allExplained, parts), next: adviceToCompareHashedBytes };
}

function unknownMessage(
  signed: Buffer,
  expectedText: string | undefined,
  parts: SenderParts,
): SenderFinding {
  if (expectedText === undefined) {
    const explanation = explainBodyOf(parts.request.interface, parts.request.body, signed);
    return { ...addProof(signed, explanation, parts), next: adviceOnChangedBody, body: signed };
  }
  const explanation = sayOnly(wrongMessage(signed.toString(), expectedText, parts));
  return { ...addProof(signed, explanation, parts), next: adviceToBuildMessage };
}

/** Adds a sentence on whether this message gives X-Signature, and with which key. */
function addProof(
  message: Buffer,
  explanation: StepExplanation,
  parts: SenderParts,
): Pick<SenderFinding, 'step' | 'explanation'> {
  const start = `With this message, the ${secretWords(parts)}`;
  const signer = findSigner(message, parts);
  if (signer === undefined) {
    const says = `${start} does not give X-Signature. If the program signs exactly this, its key or its HMAC call is wrong too.`;
    return { step: 'message', explanation: joinExplanations(explanation, sayOnly(says)) };
  }
  const signerExplanation = explainSigner(signer, parts.secrets);
  const proof = isNoExplanation(signerExplanation)
    ? sayOnly(`${start} gives exactly X-Signature, so the key is right.`)
    : signerExplanation;
  return { step: 'message', explanation: joinExplanations(explanation, proof) };
}

function wrongMessage(message: string, expectedText: string, parts: SenderParts): string {
  const differing = [...expectedText].findIndex((character, index) => character !== message[index]);
  const position = 1 + (differing === -1 ? expectedText.length : differing);
  const hasSameLength = message.length === expectedText.length;
  const lengths = hasSameLength
    ? ''
    : ` (${counted(message.length, 'character')} instead of ${String(expectedText.length)})`;
  return `The signed message differs from the expected one from character ${String(position)} on${lengths}${messageMistake(message, expectedText, parts)}.`;
}

function messageMistake(
  message: string,
  expectedText: string,
  { headers, secrets }: SenderParts,
): string {
  if (message.includes(secrets.own.secret)) return ': it has the secret in it';
  const expectedParts = [
    { part: 'client id', value: headers.clientId ?? secrets.own.clientId },
    { part: 'timestamp', value: headers.timestamp },
    { part: 'body hash', value: expectedText.slice(-64) },
  ];
  const missing = expectedParts.filter(
    ({ value }) => value !== undefined && !message.includes(value),
  );
  if (missing.length === 0) return partsInMessage(message, expectedParts);
  return `: it does not have the expected ${joinWithAnd(missing.map(({ part }) => part))}`;
}

interface NamedPart {
  readonly part: string;
  readonly value: string | undefined;
}

const longestShown = 20;

/** All parts are in the message: in which order, and what stands around them; nothing if that is not certain. */
function partsInMessage(message: string, namedParts: readonly NamedPart[]): string {
  const found = namedParts
    .map(({ part, value = '' }) => ({ part, value, start: message.indexOf(value) }))
    .sort((one, other) => one.start - other.start);
  // A value that the message has twice has no certain place.
  if (found.some(({ value }) => message.split(value).length !== 2)) return '';
  const ends = [0, ...found.map(({ start, value }) => start + value.length)];
  const starts = [...found.map(({ start }) => start), message.length];
  const pieces = ends.map((end, index) => message.slice(end, starts[index]));
  // If one value stands inside another one, the values and the pieces are together longer than the message.
  const length = [...found.map(({ value }) => value), ...pieces].join('').length;
  if (length !== message.length || pieces.some((piece) => piece.length > longestShown)) return '';
  const before = pieces[0] ?? '';
  const after = pieces.at(-1) ?? '';
  const joints = new Set(pieces.slice(1, -1));
  const [joint = ''] = joints;
  const jointWords = joint === '' ? 'with nothing between them' : `joined with ${quoteText(joint)}`;
  const names = joinWithAnd(found.map(({ part }) => `the ${part}`));
  return [
    `: it has ${before === '' ? '' : `${quoteText(before)}, then `}${names}, in this order`,
    joints.size === 1 ? jointWords : `with ${joinWithAnd([...joints].map(quoteText))} between them`,
    ...(after === '' ? [] : [`then ${quoteText(after)}`]),
  ].join(', ');
}
