import { records, type InterfaceRecord } from '../../contract/interfaces.js';
import { listed } from '../../text/listed.js';
import { expectedOf, partWords, type Expected, type SenderValues } from '../expected.js';
import { rightConstruction } from '../forms/constructions.js';
import { text } from '../forms/bytes.js';
import { sha256Hex } from '../forms/hashes.js';
import {
  cutsOf,
  readingsOfMessage,
  signedWith,
  stepsOfCuts,
  stepsOfHash,
  type Cut,
  type GivenParts,
} from '../search/given.js';
import { signatureGoal } from '../search/goal.js';
import { quoted } from '../spelled.js';
import { isNothing, nothing, together, type HeaderValues, type Steps, type Told } from '../steps.js';
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

export function* explainGiven(
  parts: Parts,
  { bodyHash, message }: SenderValues,
): Generator<void, GivenFinding | undefined> {
  const expected = expectedOf(parts.observed, parts.owned, parts.headers);
  if (expected === undefined) return undefined;
  if (message !== undefined) return yield* ofMessage(Buffer.from(message), expected, parts);
  return bodyHash === undefined ? undefined : yield* ofHash(bodyHash.trim(), expected, parts);
}

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
  return {
    step: 'body hash',
    told: isNothing(told) ? says('The sender’s body hash is not the SHA-256 of the sent body.') : told,
    next: isNothing(told) ? otherBody : '',
    ...(steps && { body: steps.body }),
  };
}

const otherBody =
  'Hash the bytes that are sent. Print their number just before hashing and just before sending, and compare the two. If they are the same bytes, something after the program changed the body.';

function* ofMessage(given: Buffer, expected: Expected, parts: Parts): Generator<void, GivenFinding> {
  const { body, interface: of } = parts.observed;
  const right = expected.steps.find(({ step }) => step === 'message')?.expected;
  const wanted = right === undefined ? body : Buffer.from(right);
  const readings = readingsOfMessage(given);
  if (readings.slice(0, 2).some((each) => each.equals(wanted)) && !isLine(readings, wanted))
    return rightMessage(of);
  if (given.includes(wanted) && (readings.some((each) => each.equals(wanted)) || right === undefined))
    return insideText(of);
  for (const reading of readings) {
    const cuts = cutsOf(reading, parts);
    const steps = cuts.length === 0 ? undefined : yield* stepsOfCuts(cuts, parts);
    const told = steps ? explainSteps(steps, parts.observed, parts.headers, parts.owned) : nothing;
    if (steps && !isNothing(told)) return proven(reading, told, parts, steps.body);
    const cut = cuts.find(({ content }) => /^[0-9a-f]{64}$/i.test(content.toString('latin1')));
    if (cut && right !== undefined)
      return proven(reading, ofOtherHash(cut, parts), parts, undefined, otherBody);
  }
  if (right === undefined) return proven(given, explainBody(body, given), parts, given, otherBytes);
  return proven(given, says(wrongMessage(given.toString('utf8'), right, expected)), parts, undefined, build);
}

const isLine = ([given, second]: readonly Buffer[], wanted: Buffer): boolean =>
  given?.equals(wanted) !== true && second?.equals(wanted) === true && given?.includes(wanted) === true;

const otherBytes =
  'Make the body once, and sign and send these same bytes. If the program does that, something after it changed the body.';
const build =
  'Build the message from exactly these parts, with one dot between them and nothing before or after.';

/** The parts around a hash that is of no body that pvg can make of the sent one. */
function ofOtherHash({ content, ...cut }: Cut, { observed, headers, owned }: Parts): Told {
  const hash = sha256Hex;
  const rest = {
    key: text(owned.own.secret),
    construction: rightConstruction,
    reading: { length: 32, dress: [], fits: () => true },
  };
  const steps: Steps = { body: observed.body, hash, ...cut, ...rest };
  return together(
    explainSteps(steps, observed, headers, owned),
    says(
      `The body hash in the message (${content.toString('latin1').slice(0, 12)}…) is not the SHA-256 of the sent body.`,
    ),
  );
}

/** With what is known of the key, if this message gives the signature. */
function proven(
  message: Buffer,
  told: Told,
  { observed, owned, headers, knobs }: Parts,
  body: Uint8Array | undefined,
  next = '',
): GivenFinding {
  const { words } = (records[observed.interface] as InterfaceRecord).secret;
  const signer =
    headers.signature === undefined
      ? undefined
      : signedWith(message, knobs, signatureGoal(headers.signature));
  const proof = signer && explainSigner(signer, owned);
  const last =
    proof === undefined
      ? says(
          `With this message, the ${words} does not give X-Signature. If the program signs exactly this, its key or its HMAC call is wrong too.`,
        )
      : isNothing(proof)
        ? says(`With this message, the ${words} gives exactly X-Signature, so the key is right.`)
        : proof;
  return { step: 'message', told: together(told, last), next, ...(body && { body }) };
}

const otherKey = (of: Parts['observed']['interface']): string => {
  const { words } = (records[of] as InterfaceRecord).secret;
  return `Print the signature as well. If it is the expected one, X-Signature is of another request. If not, the key is not the ${words}, or the HMAC is not called once with this message alone. Print the number of bytes of the HMAC key and the first 12 digits of its SHA-256. Compare the digits with those that \`pvg profile show\` prints for the ${words}.`;
};

const rightMessage = (of: Parts['observed']['interface']): GivenFinding => ({
  step: 'key',
  told: says(
    'The sender’s message is right, so the mistake is in the key, the algorithm or the signature’s text, or X-Signature is of another request.',
  ),
  next: otherKey(of),
});

/** The program may also have signed the text around it. */
const insideText = (of: Parts['observed']['interface']): GivenFinding => ({
  step: 'key',
  told: says('The given text has the expected message in it, with other text around it.'),
  next: `If the program signs all of this text, sign the expected message alone. If the text is a line of a log, the message is right. ${otherKey(of)}`,
});

function wrongMessage(message: string, right: string, { parts }: Expected): string {
  const lengths = `it has ${String(message.length)} characters instead of ${String(right.length)}`;
  if (right.startsWith(message)) return `The signed message stops too early: ${lengths}.`;
  const at = message.indexOf(right);
  if (at >= 0) {
    const around = [message.slice(0, at), message.slice(at + right.length)].map(
      (each) => `\`${quoted(each)}\``,
    );
    return `The signed message has ${around[0] ?? ''} before and ${around[1] ?? ''} after the expected one: ${lengths}.`;
  }
  const missing = (parts ?? [])
    .filter(([, value]) => !message.includes(value))
    .map(([part]) => partWords[part]);
  const where = missing.length === 0 ? '' : `: it does not have the expected ${listed(missing)}`;
  return `The signed message differs from the expected one${where}.`;
}
