import type { InterfaceRecord } from '../contract/interfaces.js';
import { counted } from '../text/counted.js';
import { listed } from '../text/listed.js';
import { sha256Hex } from '../signing/digest.js';
import { signs, type MessagePart } from '../signing/scheme.js';
import { catalogue, isCauseId } from './catalogue.js';
import { binaryOfText } from './choice.js';
import { difference, type Difference } from './difference.js';
import { digest } from './digests.js';
import { partWords, type Ladder, type LadderStep } from './ladder.js';
import { readSignature } from './reading.js';
import { quoted } from './spelled.js';
import { bodyWith, layoutOf, signedAs, type SenderMessage } from './sender-message.js';
import type { Match, Space } from './space.js';

/** What the sender's own values show about a signature that no known mistake explains. */
export interface SenderFinding {
  readonly says: string;
  readonly next: string;
  /** What explains the sender's body hash or message; empty if it is not known. */
  readonly causes: readonly string[];
  readonly difference: Difference | null;
  /** What `difference` is between: the expected message and the sender’s, or the sent body and the signed one. */
  readonly compares: 'messages' | 'bodies';
  /** All that was signed is right: what is left is the key. */
  readonly leavesKey?: true;
}

/** What is known without a cause and without a difference. */
const advice = (
  says: string,
  next: string,
  compares: SenderFinding['compares'] = 'messages',
): SenderFinding => ({ says, next, causes: [], difference: null, compares });

const nothing = advice('', '');

/** What the causes of a match say; nothing without a match. */
function ofCauses(match: Match | undefined): SenderFinding {
  const causes = match?.causes.filter(isCauseId) ?? [];
  return {
    ...nothing,
    says: causes.map((id) => match?.says[id] ?? catalogue[id].says).join(' '),
    next: [...new Set(causes.map((id) => catalogue[id].fix))].join(' '),
    causes,
  };
}

/** Several findings as one, with the first of their differences. */
function together(...all: readonly SenderFinding[]): SenderFinding {
  const text = (member: 'says' | 'next'): string =>
    all
      .map((each) => each[member])
      .filter((words) => words !== '')
      .join(' ');
  const { difference, compares } = all.find((each) => each.difference !== null) ?? all[0] ?? nothing;
  return {
    says: text('says'),
    next: text('next'),
    causes: all.flatMap(({ causes }) => causes),
    difference,
    compares,
    ...(all.some(({ leavesKey }) => leavesKey) && { leavesKey: true }),
  };
}

/** What the sender's values are compared with. */
interface Right {
  readonly scheme: InterfaceRecord;
  readonly ladder: Ladder;
  readonly space: Space;
}

type Parts = NonNullable<Ladder['parts']>;

interface Values {
  readonly bodyHash: string | undefined;
  readonly message: SenderMessage | undefined;
}

/** undefined if the sender gave no value. */
export function senderFinding({ bodyHash, message }: Values, right: Right): SenderFinding | undefined {
  const isHashWrong = right.ladder.steps.some(({ step, same }) => step === 'body_hash' && same === false);
  if (message?.signed === undefined && bodyHash !== undefined && isHashWrong) {
    const hash = bodyHash.trim();
    const found = wrongHash(hash, right.space);
    const signed = signedAs(Buffer.from(withHash(hash, right)), right.space);
    return signed === undefined ? found : provenBy(signed, found, right, 'body hash');
  }
  if (message === undefined) return bodyHash === undefined ? undefined : rightHash;
  const found = ofMessage(message, right);
  return message.signed === undefined ? found : provenBy(message.signed, found, right, 'message');
}

function ofMessage({ bytes, isInside, signed }: SenderMessage, right: Right): SenderFinding {
  const { scheme } = right;
  const text = Buffer.from(bytes);
  const found = signs(scheme, 'body') ? otherBody(text, right.space) : ofParts(text.toString(), right);
  if (found === undefined) return isInside ? insideText(scheme) : rightMessage(scheme);
  return together(
    found,
    advice(
      isInside ? 'The message was taken out of the given text.' : '',
      signed === undefined
        ? `With this message, the ${scheme.secret.words} does not give X-Signature: if the program signs exactly this, its key is wrong too.`
        : '',
    ),
  );
}

const withHash = (hash: string, { scheme, ladder }: Right): string =>
  (ladder.parts ?? []).map(([part, value]) => (part === 'bodyHash' ? hash : value)).join(scheme.separator);

/** The message gives X-Signature: what is wrong beside the message is known. */
function provenBy(
  signed: Match,
  found: SenderFinding,
  { scheme }: Right,
  given: 'message' | 'body hash',
): SenderFinding {
  const proof = ofCauses(signed);
  const isKeyRight = proof.causes.length === 0;
  const says = `With this ${given}, the ${scheme.secret.words} gives exactly X-Signature, so the key is right.`;
  return {
    ...together(found, proof),
    says: `${isKeyRight ? says : proof.says} ${found.says}`,
  };
}

/** For an interface that signs the body itself; undefined if the message is the sent body. */
function otherBody(text: Buffer, space: Space): SenderFinding | undefined {
  const between = difference(space.right.body.value.bytes, text);
  if (between === null) return undefined;
  const known = ofCauses(bodyWith(sha256Hex(text), space));
  const says = `The message is not the sent body (${between.says}).`;
  const next =
    known.causes.length > 0
      ? ''
      : 'Make the body once, and sign and send these same bytes. If the program does that, something after it changed the body.';
  return together({ ...advice(says, next, 'bodies'), difference: between }, known);
}

/** For an interface that signs several parts; undefined if the message is the expected one. */
function ofParts(message: string, right: Right): SenderFinding | undefined {
  const step = right.ladder.steps.find((each) => each.step === 'message');
  if (step?.same !== false) return undefined;
  const wrong = wrongMessage(message, step, right);
  if (step.expected.startsWith(message) || message.includes(step.expected)) return wrong;
  const hash = hashAfterRight(message, right);
  if (hash !== undefined) return wrongHash(hash, right.space);
  return otherLayout(message, step, right) ?? withBody(wrong, message, right);
}

/** A part before the body hash differs, and the body hash too: its own mistake, if it is known. */
function withBody(found: SenderFinding, message: string, { ladder, space }: Right): SenderFinding {
  const hash = /[0-9a-f]{64}$/i.exec(message)?.[0];
  const [part, expected] = ladder.parts?.at(-1) ?? [];
  if (hash === undefined || part !== 'bodyHash' || hash === expected) return found;
  const body = wrongHash(hash, space);
  return body.causes.length === 0 ? found : together(found, body);
}

/** The parts in another order or form, around the right body hash or another one. */
function otherLayout(
  message: string,
  { difference: between }: LadderStep,
  { space, ladder: { parts } }: Right,
): SenderFinding | undefined {
  const expected = sha256Hex(space.right.body.value.bytes);
  // The digits before a hash may look like a part of it.
  const hash = message.includes(expected) ? expected : /[0-9a-f]{64}/i.exec(message)?.[0];
  if (hash === undefined) return undefined;
  const match = layoutOf(binaryOfText(message), hash, space);
  const layout = match === undefined ? rejoined(message, hash, parts ?? []) : ofCauses(match);
  if (layout === undefined) return undefined;
  const found = together(layout, hash === expected ? nothing : wrongHash(hash, space));
  return { ...found, difference: found.difference ?? between };
}

/** All parts and nothing else, in any order and with any one separator. */
function rejoined(message: string, hash: string, parts: Parts): SenderFinding | undefined {
  const values = parts.map(([part, value]) => [part, part === 'bodyHash' ? hash : value] as const);
  const rest = message.length - values.reduce((sum, [, value]) => sum + value.length, 0);
  const separatorOf = ([first]: typeof values): string => {
    const start = first?.[1].length ?? 0;
    return message.slice(start, start + rest / (values.length - 1));
  };
  const order = ordersOf(values).find(
    (each) => each.map(([, value]) => value).join(separatorOf(each)) === message,
  );
  if (order === undefined) return undefined;
  const separator = separatorOf(order);
  const isInOrder = order.every(([part], at) => part === values[at]?.[0]);
  const causes = [
    ...(isInOrder ? [] : (['layout-order'] as const)),
    ...(separator === '.' ? [] : ([separator === '' ? 'layout-no-separator' : 'layout-separator'] as const)),
  ];
  const words = listed(order.map(([part]) => partWords[part]));
  const between = separator === '' ? 'nothing' : `\`${quoted(separator)}\``;
  const says = [
    !isInOrder && `The parts of the message were joined in the wrong order: ${words}.`,
    separator !== '.' && `Between the parts of the message stands ${between} instead of \`.\`.`,
  ];
  return {
    ...nothing,
    causes,
    says: says.filter(Boolean).join(' '),
    next: causes.map((id) => catalogue[id].fix).join(' '),
  };
}

const ordersOf = <Part>(parts: readonly Part[]): Part[][] =>
  parts.length === 0
    ? [[]]
    : parts.flatMap((part, at) => ordersOf(parts.toSpliced(at, 1)).map((others) => [part, ...others]));

function wrongMessage(
  message: string,
  { expected, difference: between }: LadderStep,
  right: Right,
): SenderFinding {
  const parts = partsIn(message, right).map((part) => partWords[part]);
  const says = expected.startsWith(message)
    ? `The signed message stops too early: it has ${counted(message.length, 'character')} instead of ${String(expected.length)}.`
    : (aroundExpected(message, expected) ??
      insideExpected(message, expected) ??
      `The signed message differs from the expected one${parts.length === 0 ? '' : ` in its ${listed(parts)}`}.${javaBytes(message)}`);
  const next =
    'Build the message from exactly these parts, with one dot between them and nothing before or after.';
  return { ...advice(says, next), difference: between };
}

const javaBytes = (message: string): string =>
  /\[B@[0-9a-f]{1,8}$/.test(message)
    ? ' At its end it has the name of a byte array, as Java’s `byte[].toString()` writes it: write the hash as hex.'
    : '';

function aroundExpected(message: string, expected: string): string | undefined {
  const at = message.indexOf(expected);
  if (at < 0) return undefined;
  const [before, after] = [message.slice(0, at), message.slice(at + expected.length)].map(
    (text) => `\`${quoted(text)}\``,
  );
  const lengths = `it has ${counted(message.length, 'character')} instead of ${String(expected.length)}`;
  if (at === 0)
    return `The signed message goes on after its end: ${lengths}. After the body hash it has ${after ?? ''}.`;
  return `The signed message has ${before ?? ''} before the expected one${after === '``' ? '' : ` and ${after ?? ''} after it`}: ${lengths}.`;
}

/** One more part, such as a nonce, without which the message would be right; not the fraction of a timestamp. */
function insideExpected(message: string, expected: string): string | undefined {
  const length = message.length - expected.length;
  let at = 0;
  while (at < expected.length && message[at] === expected[at]) at += 1;
  if (length <= 0 || message.slice(at + length) !== expected.slice(at)) return undefined;
  // Of several places that give the same, the first: the part then begins with its separator.
  while (at > 0 && message[at - 1] === message[at + length - 1]) at -= 1;
  const added = message.slice(at, at + length);
  return /\d{10}$/.test(message.slice(0, at)) && /^\.\d{1,9}$/.test(added)
    ? undefined
    : `The signed message has all parts, but also \`${quoted(added)}\` between them.`;
}

const rightHash: SenderFinding = advice(
  'The sender’s body hash is right, so the mistake is in the message, the key or the signature.',
  'Print the message that the program signs, and compare it too: `--signed-message`.',
);

const otherKey = ({ secret }: InterfaceRecord): string =>
  `Print the signature as well. If it is the expected one, X-Signature is of another request. If not, the key is not the ${secret.words}. Print the number of bytes of the HMAC key and the first 12 digits of its SHA-256. Compare the digits with those that \`pvg profile show\` prints for the ${secret.words}.`;

const rightMessage = (scheme: InterfaceRecord): SenderFinding => ({
  ...advice(
    'The sender’s message is right, so the mistake is in the key, the algorithm or the signature’s text, or X-Signature is of another request.',
    otherKey(scheme),
  ),
  leavesKey: true,
});

/** The expected message, but the program may have signed the text around it as well. */
const insideText = (scheme: InterfaceRecord): SenderFinding => ({
  ...advice(
    'The given text has the expected message in it, with other text around it.',
    `If the program signs all of this text, sign the expected message alone. If the text is a line of a log, the message is right. ${otherKey(scheme)}`,
  ),
  leavesKey: true,
});

/** The parts that differ: all of them if the message has as many, else the first. */
function partsIn(message: string, { scheme: { separator }, ladder }: Right): readonly MessagePart[] {
  const parts = ladder.parts ?? [];
  const texts = message.split(separator);
  const isDivided = parts.every(([, value]) => !value.includes(separator));
  if (isDivided && texts.length === parts.length)
    return parts.flatMap(([part, value], at) => (texts[at] === value || texts.includes(value) ? [] : [part]));
  // A right hash at the end rules itself out.
  const isEndRight = message.endsWith(separator + (parts.at(-1)?.[1] ?? ''));
  const possible = isEndRight ? parts.slice(0, -1) : parts;
  const upTo = (at: number): string =>
    parts
      .slice(0, at + 1)
      .map(([, value]) => value + separator)
      .join('');
  const found = possible.findIndex((_, at) => !message.startsWith(upTo(at)));
  const at = found === -1 ? possible.length - 1 : found;
  const [first, value = ''] = possible[at] ?? [];
  // A part that stands whole at another place does not differ.
  const place = message.indexOf(value);
  const isElsewhere =
    place > upTo(at - 1).length &&
    !/\w/.test(message.charAt(place - 1) + message.charAt(place + value.length));
  return first === undefined || isElsewhere ? [] : [first];
}

/** What the sender has in the place of the body hash, if all parts before it are right. */
function hashAfterRight(message: string, right: Right): string | undefined {
  if (right.ladder.parts?.at(-1)?.[0] !== 'bodyHash') return undefined;
  const before = withHash('', right);
  const text = message.slice(before.length);
  return message.startsWith(before) && /^[\w+/=-]{40,}$/.test(text) ? text : undefined;
}

/** The bytes that were hashed are not the sent body: which known change of the body has this hash? */
function wrongHash(hash: string, space: Space): SenderFinding {
  const expected = digest('sha256', space.right.body.value.binary);
  if (
    readSignature(hash).some(({ causes, matches }) => !causes.includes('out-truncated') && matches(expected))
  )
    return advice(
      'The sender’s body hash is right, but it is written in another form.',
      'Put the body hash into the message as 64 lower-case hexadecimal digits.',
    );
  const match = bodyWith(hash, space);
  const known = ofCauses(match);
  if (match === undefined || known.causes.length === 0)
    return advice(
      'The sender’s body hash is not the SHA-256 of the sent body.',
      'Hash the bytes that are sent. Print their number just before hashing and just before sending, and compare the two. If they are the same bytes, something after the program changed the body, or a hash object was used twice without a reset.',
      'bodies',
    );
  return {
    ...together(advice('The sender’s body hash is not that of the sent body.', ''), known),
    difference: difference(space.right.body.value.bytes, match.attempt.body.value.bytes),
    compares: 'bodies',
  };
}
