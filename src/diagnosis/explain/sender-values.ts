import { records, type InterfaceRecord } from '../../contract/interfaces.js';
import { joinWithAnd } from '../../text/join-with-and.js';
import { expectedValue, type SenderValues } from '../expected-values.js';
import { sha256HexForm } from '../forms/hashes.js';
import {
  cutMessage,
  messageReadings,
  rightAfterContent,
  findSigner,
  findCutSteps,
} from '../search/sender-values.js';
import type { SenderParts } from '../search/sender-values.js';
import {
  isNoExplanation,
  noExplanation,
  joinExplanations,
  type SigningSteps,
  type StepExplanation,
} from '../signing-steps.js';
import { explainBody } from './body.js';
import { explainSigner, explainSteps } from './steps.js';

/** What the sender's own values show of a signature that no known mistake explains. */
export interface SenderFinding {
  readonly step: 'body hash' | 'message' | 'key';
  readonly explanation: StepExplanation;
  readonly next: string;
  /** The bytes that were signed, if they are known. */
  readonly body?: Uint8Array;
}

function sayOnly(sentence: string): StepExplanation {
  return { ids: [], says: [sentence] };
}

function explainFound(steps: SigningSteps | undefined, parts: SenderParts): StepExplanation {
  const { request, headers, secrets } = parts;
  return steps ? explainSteps({ steps, request, headers, secrets }) : noExplanation;
}

export function* explainSenderValues(
  parts: SenderParts,
  { bodyHash, message }: SenderValues,
): Generator<void, SenderFinding | undefined> {
  if (message !== undefined) return yield* explainSentMessage(Buffer.from(message), parts);
  if (bodyHash === undefined) return undefined;
  return yield* explainSentHash(bodyHash.trim(), parts);
}

const otherBody =
  'Hash the bytes that are sent. Print them as hex just before hashing and just before sending, and compare the two. If they are the same, something after the program changed the body.';

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
    next: otherBody,
  };
}

function* explainSentMessage(message: Buffer, parts: SenderParts): Generator<void, SenderFinding> {
  const right = expectedValue(parts.expected, 'message');
  const wanted = right === undefined ? parts.request.body : Buffer.from(right);
  const readings = messageReadings(message);
  const [plainest = message] = readings;
  if (plainest.equals(wanted)) {
    return explainRightMessage(plainest, parts);
  }
  // What gives the signature is what was signed, whatever else the text may be.
  const signed = readings.find((reading) => findSigner(reading, parts) !== undefined);
  const hasWanted = readings.some((reading) => reading.equals(wanted));
  if (!signed && (hasWanted || isInside(message, right, wanted))) {
    const next = `${ifItIsALog} ${otherKey(parts)}`;
    return { step: 'key', explanation: sayOnly(insideText), next };
  }
  if (signed?.equals(wanted)) return explainRightMessage(signed, parts);
  for (const reading of signed ? [signed] : readings) {
    const finding = yield* explainReading(reading, right, parts);
    if (finding !== undefined) return finding;
  }
  return unknownMessage(signed ?? plainest, right, parts);
}

/** A search that was cut short may have missed the key that gives the signature. */
function explainRightMessage(message: Buffer, parts: SenderParts): SenderFinding {
  const signer = findSigner(message, parts);
  const signerExplanation = signer ? explainSigner(signer, parts.secrets) : noExplanation;
  return {
    step: 'key',
    explanation: joinExplanations(sayOnly(rightMessage), signerExplanation),
    next: isNoExplanation(signerExplanation) ? otherKey(parts) : '',
  };
}

/** Whether a session's body stands in the text, or the text is the gateway's message with space around it. */
function isInside(message: Buffer, right: string | undefined, wanted: Buffer): boolean {
  if (right !== undefined) return message.toString().trim() === right;
  return wanted.length > 0 && message.includes(wanted);
}

/** `right`: the expected message; undefined for the session interface. */
function* explainReading(
  reading: Buffer,
  right: string | undefined,
  parts: SenderParts,
): Generator<void, SenderFinding | undefined> {
  const cuts = cutMessage(reading, parts);
  const steps = yield* findCutSteps(cuts, parts);
  const explanation = explainFound(steps, parts);
  if (steps && !isNoExplanation(explanation)) {
    return { ...addProof(reading, explanation, parts), next: '', body: steps.body };
  }
  if (steps !== undefined) return undefined;
  const cut = cuts.find(({ content }) => /^[0-9a-f]{64}$/i.test(content.toString('latin1')));
  if (cut === undefined || right === undefined) return undefined;
  // The hash is of no body that pvg can make of the sent one; the parts around it are told as they are.
  const { content, ...around } = cut;
  const rightHash = {
    ...rightAfterContent(parts),
    ...around,
    body: parts.request.body,
    hash: sha256HexForm,
  };
  const digits = content.toString('latin1', 0, 12);
  const hashSays = `The body hash in the message (${digits}…) is not the SHA-256 of the sent body.`;
  const whole = joinExplanations(explainFound(rightHash, parts), sayOnly(hashSays));
  return { ...addProof(reading, whole, parts), next: otherBody };
}

function unknownMessage(
  signed: Buffer,
  right: string | undefined,
  parts: SenderParts,
): SenderFinding {
  if (right === undefined) {
    const explanation = explainBody(parts.request.body, signed);
    return { ...addProof(signed, explanation, parts), next: otherBytes, body: signed };
  }
  const explanation = sayOnly(wrongMessage(signed.toString(), right, parts));
  return { ...addProof(signed, explanation, parts), next: build };
}

const secretWords = ({ request }: SenderParts): string =>
  (records[request.interface] as InterfaceRecord).secret.words;

/** With what is known of the key, if this message gives the signature. */
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

const rightMessage =
  'The sender’s message is right, so the mistake is in the key, the algorithm or the signature’s text, or X-Signature is of another request.';
const insideText = 'The given text has the expected message in it, with other text around it.';
/** The program may also have signed the text around it. */
const ifItIsALog =
  'If the program signs all of this text, sign the expected message alone. If the text is a line of a log, the message is right.';
const otherBytes = 'If the program does that, something after it changed the body.';
const build =
  'Build the message from exactly these parts, with one dot between them and nothing before or after.';

const otherKey = (parts: SenderParts): string => {
  const words = secretWords(parts);
  return `Print the signature as well. If it is the expected one, X-Signature is of another request. If not, the key is not the ${words}, or the HMAC is not called once with this message alone. Print the number of bytes of the HMAC key and the first 12 digits of its SHA-256. Compare the digits with those that \`pvg profile show\` prints for the ${words}.`;
};

function wrongMessage(message: string, right: string, parts: SenderParts): string {
  const differing = [...right].findIndex((character, index) => character !== message[index]);
  const position = 1 + (differing === -1 ? right.length : differing);
  const lengths = `${String(message.length)} characters instead of ${String(right.length)}`;
  return `The signed message differs from the expected one from character ${String(position)} on (${lengths})${messageMistake(message, right, parts)}.`;
}

function messageMistake(message: string, right: string, { headers, secrets }: SenderParts): string {
  if (message.includes(secrets.own.secret)) return ': it has the secret in it';
  const expectedParts = [
    { part: 'client id', value: headers.clientId ?? secrets.own.clientId },
    { part: 'timestamp', value: headers.timestamp },
    { part: 'body hash', value: right.slice(-64) },
  ];
  const missing = expectedParts.filter(({ value = '' }) => !message.includes(value));
  if (missing.length === 0) return '';
  return `: it does not have the expected ${joinWithAnd(missing.map(({ part }) => part))}`;
}
