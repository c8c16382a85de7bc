import type { InterfaceRecord } from '../contract/interfaces.js';
import type { MessagePart } from '../signing/scheme.js';
import { catalogue, isCauseId } from './catalogue.js';
import { right } from './choice.js';
import { difference, type Difference } from './difference.js';
import { digest } from './digests.js';
import { firstDifferent, type Ladder, type SenderValues } from './ladder.js';
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
  if (first.step === 'body_hash') return wrongHash(sender.bodyHash ?? '', space);
  const part = partAt(ladder, scheme, first.difference?.offset ?? 0);
  const hash = part === 'bodyHash' ? hashIn(sender.message, scheme) : undefined;
  if (hash !== undefined) return wrongHash(hash, space);
  return {
    says: `The signed message differs from the expected one${part === undefined ? ', after its end' : ` in its ${partWords[part]}`}.`,
    next: 'Build the message from exactly these parts, with one dot between them and nothing before or after.',
    causes: [],
    difference: first.difference,
  };
}

const partWords: Readonly<Record<MessagePart, string>> = {
  clientId: 'client id',
  timestamp: 'timestamp',
  bodyHash: 'body hash',
  body: 'body',
};

const allRight = ({ secret }: InterfaceRecord, { message }: SenderValues): SenderFinding => ({
  says:
    message === undefined
      ? 'The sender’s body hash is right, so the mistake is in the message, the key or the signature.'
      : 'The sender’s message is right, so the mistake is in the key, the algorithm or the signature’s text.',
  next:
    message === undefined
      ? 'Print the message that the program signs, and compare it too: `--signed-message`.'
      : `Compare the ${secret.words} that the program uses with the right one: its length, its first and last character.`,
  causes: [],
  difference: null,
});

/** The part of the expected message in which a byte is. */
function partAt({ parts }: Ladder, { separator }: InterfaceRecord, offset: number): MessagePart | undefined {
  let start = 0;
  for (const [part, value] of parts ?? []) {
    // A separator belongs to the part before it.
    const end = start + Buffer.byteLength(value) + (part === parts?.at(-1)?.[0] ? 0 : separator.length);
    if (offset < end) return part;
    start = end;
  }
  return undefined;
}

/** The last part of a message that is right before it. */
function hashIn(message: Uint8Array | undefined, { separator }: InterfaceRecord): string | undefined {
  const last = Buffer.from(message ?? [])
    .toString()
    .split(separator)
    .at(-1);
  return last !== undefined && /^[0-9a-f]{64}$/i.test(last) ? last : undefined;
}

// Each is 256 attempts, or one on a large body.
const mostAsked = 200;

/** The bytes that were hashed are not the sent body: which known change of the body has this hash? */
function wrongHash(hash: string, space: Space): SenderFinding {
  // The time of the search for the signature may be up: this one has a count of its own.
  let asked = 0;
  const isOver = (): boolean => (asked += 1) > mostAsked;
  const [match] = search(hashSpace(space, hash), { isOver, deep: false }).matches;
  const causes = match?.causes.filter(isCauseId) ?? [];
  if (match === undefined || causes.length === 0) {
    return {
      says: 'The sender’s body hash is not the SHA-256 of the sent body.',
      next: 'Hash the bytes that are sent. Print their number just before hashing and just before sending, and compare the two.',
      causes: [],
      difference: null,
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
