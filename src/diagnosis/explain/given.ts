import { records, type InterfaceRecord } from '../../contract/interfaces.js';
import { listed } from '../../text/listed.js';
import { expectedOf, partWords, type Expected, type SenderValues } from '../expected.js';
import { rightConstruction } from '../forms/constructions.js';
import { equal, text } from '../forms/bytes.js';
import { sha256Hex } from '../forms/hashes.js';
import {
  bytesOfHex,
  cutsOf,
  readingsOfMessage,
  signedWith,
  stepsOfCuts,
  stepsOfHash,
  type GivenParts,
} from '../search/given.js';
import { signatureGoal } from '../search/goal.js';
import { isNothing, nothing, together, type HeaderValues, type Told } from '../steps.js';
import { explainBody } from './body.js';
import { explainSigner, explainSteps } from './steps.js';

/** What the sender's own values show of a signature that no known mistake explains. */
interface GivenFinding {
  readonly step: 'body hash' | 'message' | 'key';
  readonly told: Told;
  readonly next: string;
  /** The bytes that were signed, if they are known. */
  readonly body?: Uint8Array;
}

interface Parts extends GivenParts {
  readonly headers: HeaderValues;
}

const says = (words: string): Told => ({ ids: [], says: [words] });
const secretWords = ({ observed }: Parts): string =>
  (records[observed.interface] as InterfaceRecord).secret.words;

export function* explainGiven(
  parts: Parts,
  { bodyHash, message }: SenderValues,
): Generator<void, GivenFinding | undefined> {
  const expected = expectedOf(parts.observed, parts.owned, parts.headers);
  if (expected === undefined) return undefined;
  if (message !== undefined) return yield* ofMessage(Buffer.from(message), expected, parts);
  return bodyHash === undefined ? undefined : yield* ofHash(bodyHash.trim(), expected, parts);
}

const otherBody =
  'Hash the bytes that are sent. Print their number just before hashing and just before sending, and compare the two. If they are the same bytes, something after the program changed the body.';

function* ofHash(given: string, expected: Expected, parts: Parts): Generator<void, GivenFinding> {
  const right = expected.steps.find(({ step }) => step === 'body_hash')?.expected;
  if (given === right)
    return {
      step: 'message',
      told: says(
        'The sender’s body hash is right, so the mistake is in the message, the key or the signature.',
      ),
      next: 'Print the message that the program signs, and compare it too: `--signed-message`.',
    };
  const { timestamp = '', clientId = '' } = parts.headers;
  const steps = yield* stepsOfHash(Buffer.from(given), parts, { timestamp, clientId });
  const told = steps ? explainSteps(steps, parts.observed, parts.headers, parts.owned) : nothing;
  return isNothing(told) || steps === undefined
    ? {
        step: 'body hash',
        told: says('The sender’s body hash is not the SHA-256 of the sent body.'),
        next: otherBody,
      }
    : { step: 'body hash', told, next: '', body: steps.body };
}

const otherBytes = 'If the program does that, something after it changed the body.';
const build =
  'Build the message from exactly these parts, with one dot between them and nothing before or after.';

function* ofMessage(given: Buffer, expected: Expected, parts: Parts): Generator<void, GivenFinding> {
  const { observed, owned, headers } = parts;
  const right = expected.steps.find(({ step }) => step === 'message')?.expected;
  const wanted = right === undefined ? observed.body : Buffer.from(right);
  const whole = given.toString().trim();
  const plain = bytesOfHex(whole) ?? given;
  if (equal(plain, wanted)) return rightMessage(parts);
  const all = readingsOfMessage(given);
  // What gives the signature is what was signed, whatever else the text may be.
  const signed = all.find((each) => signerOf(each, parts) !== undefined);
  const readings = signed ? [signed] : all;
  // A line break after it may be that of a file.
  const isInside = right === undefined ? given.includes(wanted) : whole === right;
  if (!signed && (isInside || readings.some((each) => each.equals(wanted)))) return insideText(parts);
  for (const reading of readings) {
    const cuts = cutsOf(reading, parts);
    const steps = cuts.length === 0 ? undefined : yield* stepsOfCuts(cuts, parts);
    const told = steps ? explainSteps(steps, observed, headers, owned) : nothing;
    if (steps && !isNothing(told)) return { ...proven(reading, told, parts), next: '', body: steps.body };
    const cut = cuts.find(({ content }) => /^[0-9a-f]{64}$/i.test(content.toString('latin1')));
    if (cut && right !== undefined) {
      // The hash is of no body that pvg can make of the sent one; the parts around it are told as they are.
      const { content, ...around } = cut;
      const rest = {
        ...{ body: observed.body, hash: sha256Hex, key: text(owned.own.secret) },
        construction: rightConstruction,
        reading: { length: 32, dress: [], fits: () => true },
      };
      const hashSays = `The body hash in the message (${content.toString('latin1').slice(0, 12)}…) is not the SHA-256 of the sent body.`;
      const ofRest = explainSteps({ ...rest, ...around }, observed, headers, owned);
      return { ...proven(reading, together(ofRest, says(hashSays)), parts), next: otherBody };
    }
  }
  const message = signed ?? plain;
  if (right === undefined)
    return {
      ...proven(message, explainBody(observed.body, message), parts),
      next: otherBytes,
      body: message,
    };
  return { ...proven(message, says(wrongMessage(message.toString(), right, expected)), parts), next: build };
}

const signerOf = (message: Buffer, { headers, knobs }: Parts): ReturnType<typeof signedWith> =>
  headers.signature === undefined ? undefined : signedWith(message, knobs, signatureGoal(headers.signature));

/** With what is known of the key, if this message gives the signature. */
function proven(message: Buffer, told: Told, parts: Parts): Pick<GivenFinding, 'step' | 'told'> {
  const signer = signerOf(message, parts);
  const proof = signer && explainSigner(signer, parts.owned);
  const words = secretWords(parts);
  const last =
    proof === undefined
      ? says(
          `With this message, the ${words} does not give X-Signature. If the program signs exactly this, its key or its HMAC call is wrong too.`,
        )
      : isNothing(proof)
        ? says(`With this message, the ${words} gives exactly X-Signature, so the key is right.`)
        : proof;
  return { step: 'message', told: together(told, last) };
}

const otherKey = (parts: Parts): string => {
  const words = secretWords(parts);
  return `Print the signature as well. If it is the expected one, X-Signature is of another request. If not, the key is not the ${words}, or the HMAC is not called once with this message alone. Print the number of bytes of the HMAC key and the first 12 digits of its SHA-256. Compare the digits with those that \`pvg profile show\` prints for the ${words}.`;
};

const rightMessage = (parts: Parts): GivenFinding => ({
  step: 'key',
  told: says(
    'The sender’s message is right, so the mistake is in the key, the algorithm or the signature’s text, or X-Signature is of another request.',
  ),
  next: otherKey(parts),
});

/** The program may also have signed the text around it. */
const insideText = (parts: Parts): GivenFinding => ({
  step: 'key',
  told: says('The given text has the expected message in it, with other text around it.'),
  next: `If the program signs all of this text, sign the expected message alone. If the text is a line of a log, the message is right. ${otherKey(parts)}`,
});

function wrongMessage(message: string, right: string, { parts }: Expected): string {
  const missing = (parts ?? [])
    .filter(([, value]) => !message.includes(value))
    .map(([part]) => partWords[part]);
  const where = missing.length === 0 ? '' : `: it does not have the expected ${listed(missing)}`;
  return `The signed message differs from the expected one (${String(message.length)} characters instead of ${String(right.length)})${where}.`;
}
