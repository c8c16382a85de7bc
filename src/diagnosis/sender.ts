import type { InterfaceRecord } from '../contract/interfaces.js';
import type { MessagePart } from '../signing/scheme.js';
import { catalogue, isCauseId } from './catalogue.js';
import { right } from './choice.js';
import { difference, type Difference } from './difference.js';
import { digest } from './digests.js';
import { firstDifferent, partWords, type Ladder, type LadderStep, type SenderValues } from './ladder.js';
import { counted } from '../text/counted.js';
import { readSignature } from './reading.js';
import { search } from './search.js';
import type { Match, Space } from './space.js';

/** What the sender's own values show about a signature that no known mistake explains. */
export interface SenderFinding {
  readonly says: string;
  readonly next: string;
  /** What explains the sender's body hash; empty if it is not known. */
  readonly causes: readonly string[];
  readonly difference: Difference | null;
  /** What `difference` is between: the expected message and the sender’s, or the sent body and the hashed one. */
  readonly compares: 'messages' | 'bodies';
}

/** undefined if the sender gave no value. */
export function senderFinding(
  sender: SenderValues,
  scheme: InterfaceRecord,
  ladder: Ladder,
  space: Space,
): SenderFinding | undefined {
  if (sender.bodyHash === undefined && sender.message === undefined) return undefined;
  const first = firstDifferent(ladder);
  if (first === undefined) return allRight(scheme, sender);
  if (first.step === 'body_hash') return wrongHash(sender.bodyHash?.trim() ?? '', space);
  const message = Buffer.from(sender.message ?? []).toString();
  const hash = hashAfterRight(message, ladder, scheme);
  return hash === undefined || first.expected.startsWith(message)
    ? wrongMessage(message, first, ladder, scheme)
    : wrongHash(hash, space);
}

function wrongMessage(
  message: string,
  { expected, difference }: LadderStep,
  ladder: Ladder,
  scheme: InterfaceRecord,
): SenderFinding {
  const part = partAt(ladder, scheme, message, difference?.offset ?? 0);
  const says = expected.startsWith(message)
    ? `The signed message stops too early: it has ${counted(message.length, 'character')} instead of ${String(expected.length)}.`
    : message.startsWith(expected)
      ? `The signed message goes on after its end: it has ${counted(message.length, 'character')} instead of ${String(expected.length)}.`
      : `The signed message differs from the expected one${part === undefined ? '' : ` in its ${partWords[part]}`}.`;
  return {
    says,
    next: 'Build the message from exactly these parts, with one dot between them and nothing before or after.',
    causes: [],
    difference,
    compares: 'messages',
  };
}

const allRight = ({ secret }: InterfaceRecord, { message }: SenderValues): SenderFinding => ({
  says:
    message === undefined
      ? 'The sender’s body hash is right, so the mistake is in the message, the key or the signature.'
      : 'The sender’s message is right, so the mistake is in the key, the algorithm or the signature’s text, or X-Signature is of another request.',
  next:
    message === undefined
      ? 'Print the message that the program signs, and compare it too: `--signed-message`.'
      : `Print the signature as well: if it is the expected one, X-Signature is of another request. If not, print the number of bytes of the HMAC key, its first and its last byte, and compare them with the ${secret.words}.`,
  causes: [],
  difference: null,
  compares: 'messages',
});

/** The part of the expected message that differs first; a right hash at the end rules itself out. */
function partAt(
  { parts }: Ladder,
  { separator }: InterfaceRecord,
  message: string,
  offset: number,
): MessagePart | undefined {
  const isEndRight = message.endsWith(`${separator}${parts?.at(-1)?.[1] ?? ''}`);
  const all = parts?.slice(0, isEndRight ? -1 : undefined) ?? [];
  let start = 0;
  for (const [part, value] of all) {
    // A separator belongs to the part before it.
    start += value.length + separator.length;
    if (offset < start) return part;
  }
  return all.at(-1)?.[0];
}

/** What the sender has in the place of the body hash, if all parts before it are right. */
function hashAfterRight(
  message: string,
  { parts }: Ladder,
  { separator }: InterfaceRecord,
): string | undefined {
  const last = parts?.at(-1);
  if (last?.[0] !== 'bodyHash') return undefined;
  const before =
    parts
      ?.slice(0, -1)
      .map(([, value]) => value + separator)
      .join('') ?? '';
  const text = message.slice(before.length);
  return message.startsWith(before) && /^[\w+/=-]{40,}$/.test(text) ? text : undefined;
}

// Each is 256 attempts, or one on a large body.
const mostAsked = 200;

/** The bytes that were hashed are not the sent body: which known change of the body has this hash? */
function wrongHash(hash: string, space: Space): SenderFinding {
  const expected = digest('sha256', space.right.body.value.binary);
  if (
    readSignature(hash).some(({ causes, matches }) => !causes.includes('out-truncated') && matches(expected))
  )
    return {
      says: 'The sender’s body hash is right, but it is written in another form.',
      next: 'Put the body hash into the message as 64 lower-case hexadecimal digits.',
      causes: [],
      difference: null,
      compares: 'messages',
    };
  // The time of the search for the signature may be up: this one has a count of its own.
  let asked = 0;
  const isOver = (): boolean => (asked += 1) > mostAsked;
  const [match] = search(hashSpace(space, hash), { isOver, deep: false }).matches;
  const causes = match?.causes.filter(isCauseId) ?? [];
  if (match === undefined || causes.length === 0) {
    return {
      says: 'The sender’s body hash is not the SHA-256 of the sent body.',
      next: 'Hash the bytes that are sent. Print their number just before hashing and just before sending, and compare the two. If they are the same bytes, something after the program changed the body, or a hash object was used twice without a reset.',
      causes: [],
      difference: null,
      compares: 'bodies',
    };
  }
  return {
    says: [
      'The sender’s body hash is not that of the sent body.',
      ...causes.map((id) => match.says[id] ?? catalogue[id].says),
    ].join(' '),
    next: [...new Set(causes.map((id) => catalogue[id].fix))].join(' '),
    causes,
    difference: differenceOf(space, match),
    compares: 'bodies',
  };
}

const differenceOf = ({ right: { body } }: Space, { attempt }: Match): Difference | null =>
  difference(body.value.bytes, attempt.body.value.bytes);

/** The same bodies; the body's hash takes the place of the signature, so no key is needed. */
const hashSpace = (space: Space, hash: string): Space =>
  // Defined, not assigned: some lists of the space are getters.
  Object.create(
    space,
    Object.getOwnPropertyDescriptors({
      right: { ...space.right, layout: right((parts: { readonly body: string }) => parts.body) },
      hashes: [],
      layouts: [],
      timestamps: [],
      manyTimestamps: [],
      farTimestamps: [],
      manyLayouts: [],
      manySecrets: [],
      clientIds: [],
      secrets: [],
      composedSecrets: [],
      outputs: [
        {
          readings: readSignature(hash),
          plain: [right((_key: string, message: string) => digest('sha256', message))],
          mistaken: [],
        },
      ],
    }),
  ) as Space;
