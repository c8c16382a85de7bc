import { records, type InterfaceRecord } from '../../contract/interfaces.js';
import { joinWithAnd } from '../../text/join-with-and.js';
import { expectedAt, type SenderValues } from '../expected-values.js';
import { sha256HexForm } from '../forms/hashes.js';
import {
  cutsOf,
  readingsOfMessage,
  rightAfterContent,
  signedWith,
  stepsOfCuts,
} from '../search/sender-values.js';
import type { GivenParts } from '../search/sender-values.js';
import { isNothing, nothingSaid, together, type Steps, type Said } from '../signing-steps.js';
import { explainBody } from './body.js';
import { explainSigner, explainSteps } from './steps.js';

/** What the sender's own values show of a signature that no known mistake explains. */
interface GivenFinding {
  readonly step: 'body hash' | 'message' | 'key';
  readonly told: Said;
  readonly next: string;
  /** The bytes that were signed, if they are known. */
  readonly body?: Uint8Array;
}

const says = (words: string): Said => ({ ids: [], says: [words] });
const stepsSay = (steps: Steps | undefined, { observed, headers, owned }: GivenParts): Said =>
  steps ? explainSteps(steps, observed, headers, owned) : nothingSaid;

export function* explainGiven(
  parts: GivenParts,
  { bodyHash, message }: SenderValues,
): Generator<void, GivenFinding | undefined> {
  if (message !== undefined) return yield* ofMessage(Buffer.from(message), parts);
  return bodyHash === undefined ? undefined : yield* ofHash(bodyHash.trim(), parts);
}

const otherBody =
  'Hash the bytes that are sent. Print them as hex just before hashing and just before sending, and compare the two. If they are the same, something after the program changed the body.';

function* ofHash(given: string, parts: GivenParts): Generator<void, GivenFinding> {
  if (given === expectedAt(parts.expected, 'body_hash')) {
    return {
      step: 'message',
      told: says(
        'The sender’s body hash is right, so the mistake is in the message, the key or the signature.',
      ),
      next: 'Print the message that the program signs, and compare it too: `--signed-message`.',
    };
  }
  const { timestamp = '', clientId = '' } = parts.headers;
  const content = Buffer.from(given);
  const cuts = parts.knobs.layouts
    .atCost(0)
    .map((layout) => ({ layout, timestamp, clientId, content }));
  const steps = yield* stepsOfCuts(cuts, parts);
  const told = stepsSay(steps, parts);
  if (steps && !isNothing(told)) return { step: 'body hash', told, next: '', body: steps.body };
  return {
    step: 'body hash',
    told: says('The sender’s body hash is not the SHA-256 of the sent body.'),
    next: otherBody,
  };
}

function* ofMessage(given: Buffer, parts: GivenParts): Generator<void, GivenFinding> {
  const { observed, expected } = parts;
  const right = expectedAt(expected, 'message');
  const wanted = right === undefined ? observed.body : Buffer.from(right);
  const all = readingsOfMessage(given);
  const [plain = given] = all;
  if (plain.equals(wanted)) return { step: 'key', told: says(rightMessage), next: otherKey(parts) };
  // What gives the signature is what was signed, whatever else the text may be.
  const signed = all.find((each) => signedWith(each, parts) !== undefined);
  // A line break after it may be that of a file.
  const isInside = right === undefined ? given.includes(wanted) : given.toString().trim() === right;
  if (!signed && (isInside || all.some((each) => each.equals(wanted)))) {
    return { step: 'key', told: says(insideText), next: `${ifItIsALog} ${otherKey(parts)}` };
  }
  for (const reading of signed ? [signed] : all) {
    const cuts = cutsOf(reading, parts);
    const steps = yield* stepsOfCuts(cuts, parts);
    const told = stepsSay(steps, parts);
    if (steps && !isNothing(told)) {
      return { ...proven(reading, told, parts), next: '', body: steps.body };
    }
    const cut = cuts.find(({ content }) => /^[0-9a-f]{64}$/i.test(content.toString('latin1')));
    if (cut === undefined || right === undefined) continue;
    // The hash is of no body that pvg can make of the sent one; the parts around it are told as they are.
    const { content, ...around } = cut;
    const whole = {
      ...rightAfterContent(parts),
      ...around,
      body: observed.body,
      hash: sha256HexForm,
    };
    const digits = content.toString('latin1', 0, 12);
    const hashSays = `The body hash in the message (${digits}…) is not the SHA-256 of the sent body.`;
    return {
      ...proven(reading, together(stepsSay(whole, parts), says(hashSays)), parts),
      next: otherBody,
    };
  }
  const body = signed ?? plain;
  return right === undefined
    ? { ...proven(body, explainBody(observed.body, body), parts), next: otherBytes, body }
    : { ...proven(body, says(wrongMessage(body.toString(), right, parts)), parts), next: build };
}

const secretWords = ({ observed }: GivenParts): string =>
  (records[observed.interface] as InterfaceRecord).secret.words;

/** With what is known of the key, if this message gives the signature. */
function proven(
  message: Buffer,
  told: Said,
  parts: GivenParts,
): Pick<GivenFinding, 'step' | 'told'> {
  const signer = signedWith(message, parts);
  const proof = signer && explainSigner(signer, parts.owned);
  const start = `With this message, the ${secretWords(parts)}`;
  const last =
    proof === undefined
      ? `${start} does not give X-Signature. If the program signs exactly this, its key or its HMAC call is wrong too.`
      : `${start} gives exactly X-Signature, so the key is right.`;
  return { step: 'message', told: together(told, proof && !isNothing(proof) ? proof : says(last)) };
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

const otherKey = (parts: GivenParts): string => {
  const words = secretWords(parts);
  return `Print the signature as well. If it is the expected one, X-Signature is of another request. If not, the key is not the ${words}, or the HMAC is not called once with this message alone. Print the number of bytes of the HMAC key and the first 12 digits of its SHA-256. Compare the digits with those that \`pvg profile show\` prints for the ${words}.`;
};

function wrongMessage(message: string, right: string, { headers, owned }: GivenParts): string {
  const { clientId = owned.own.clientId, timestamp } = headers;
  const all = [
    ['client id', clientId],
    ['timestamp', timestamp],
    ['body hash', right.slice(-64)],
  ] as const;
  const at = [...right].findIndex((one, place) => one !== message[place]);
  const first = String(1 + (at === -1 ? right.length : at));
  const missing = all.filter(([, value = '']) => !message.includes(value)).map(([part]) => part);
  const where = message.includes(owned.own.secret)
    ? ': it has the secret in it'
    : missing.length > 0 && `: it does not have the expected ${joinWithAnd(missing)}`;
  const lengths = `${String(message.length)} characters instead of ${String(right.length)}`;
  return `The signed message differs from the expected one from character ${first} on (${lengths})${where || ''}.`;
}
