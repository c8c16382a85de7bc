import { binaryOf, bufferOf, right, type Binary } from './choice.js';
import { digest, hexOf } from './digests.js';
import { readSignature } from './reading.js';
import { search } from './search.js';
import { noLists, type Match, type Space } from './space.js';

/** The message that the sender's program signed, as its developer gives it. */
export interface SenderMessage {
  readonly bytes: Uint8Array;
  /** It was found inside a longer text: a line of a log, if the program did not sign all of that text. */
  readonly isInside: boolean;
  /** How it was signed, if this message gives X-Signature. Without causes, the key and the algorithm are right. */
  readonly signed: Match | undefined;
}

/** In a line of a log, these stand before and after a message. */
const before = `(?:^|[\\s"'\`=:([{>])`;
const after = `(?:$|[\\s"'\`,;)\\]}<])`;
// eslint-disable-next-line regexp/no-super-linear-move -- only for words of up to `longestMessage` characters
const messageIn = new RegExp(`${before}([^\\s"'=]+\\.\\d{9}[^\\s"']*\\.[0-9a-f]{40,})${after}`, 'i');

const longestMessage = 512;

/** A message in a line of a log. */
const messageOf = (log: string): string | undefined =>
  log
    .split(/[\s"']/)
    .map((word) => (word.length > longestMessage ? undefined : messageIn.exec(word)?.[1]))
    .find((message) => message !== undefined);

/** The text exactly as it was given comes first: only if it does not give X-Signature can it be a line of a log. */
export function readMessage(given: Uint8Array, expected: Uint8Array, space: Space): SenderMessage {
  const text = bufferOf(given);
  const line = withoutLineEnd(text);
  const inside = insideOf(line, bufferOf(expected));
  // A body in hex, as the code of `printCode` prints it: neither message of the contract is hexadecimal digits alone.
  const decoded = /^(?:[0-9a-f]{2})+$/i.test(line.toString('latin1'))
    ? Buffer.from(line.toString('latin1'), 'hex')
    : undefined;
  const candidates = [...new Set([text, line, inside ?? line, decoded ?? line])];
  const read = (bytes: Buffer): SenderMessage => ({
    bytes,
    isInside: bytes === inside,
    signed: signedAs(bytes, space),
  });
  return (
    candidates.map(read).find(({ signed }) => signed !== undefined) ??
    read(text.equals(expected) ? text : (inside ?? decoded ?? line))
  );
}

const withoutLineEnd = (text: Buffer): Buffer =>
  text.at(-1) === 0x0a ? text.subarray(0, text.at(-2) === 0x0d ? -2 : -1) : text;

function insideOf(line: Buffer, expected: Buffer): Buffer | undefined {
  const [text, right] = [line.toString('latin1'), expected.toString('latin1')];
  const at = right === '' ? -1 : text.indexOf(right);
  const isApart =
    new RegExp(`${before}$`).test(text.slice(0, at)) &&
    new RegExp(`^${after}`).test(text.slice(at + right.length));
  const found = at >= 0 && isApart ? right : messageOf(text);
  return found === undefined || found === text ? undefined : Buffer.from(found, 'latin1');
}

/** Only the key, the algorithm and the form of the signature are searched. */
export function signedAs(message: Buffer, space: Space): Match | undefined {
  const binary = binaryOf(message);
  const { secrets, manySecrets, composedSecrets, constructions } = space.lists;
  return searched({
    ...space,
    right: { ...space.right, layout: right(() => binary) },
    lists: { ...noLists, secrets, manySecrets, composedSecrets, constructions },
  });
}

/** Which known change of the body has this hash. */
export function bodyWith(hash: string, space: Space): Match | undefined {
  const { texts, prints, otherBodies, manyBodies, composedBodies, unlikelyPrints } = space.lists;
  return searched({
    ...space,
    right: { ...space.right, layout: right(({ body }) => body) },
    lists: { ...noLists, texts, prints, otherBodies, manyBodies, composedBodies, unlikelyPrints },
    plain: hashAlone(hash),
  });
}

/** In which known layout this message has its parts; `hash` stands for the body in it. */
export function layoutOf(message: Binary, hash: Binary, space: Space): Match | undefined {
  const { layouts, manyLayouts } = space.lists;
  return searched({
    ...space,
    right: { ...space.right, hash: right(() => hash) },
    lists: { ...noLists, layouts, manyLayouts },
    plain: hashAlone(hexOf(digest('sha256', message))),
  });
}

/** A hash takes the place of the signature, so no key is needed. */
const hashAlone = (hash: string): Space['plain'] => [
  right({ digest: (_key, message) => digest('sha256', message), readings: readSignature(hash) }),
];

// Each is 256 attempts, or one on a large body.
const mostAsked = 200;

/** The time of the search for the signature may be up: this one has a count of its own. */
function searched(space: Space): Match | undefined {
  let asked = 0;
  return search(space, { isOver: () => (asked += 1) > mostAsked, deep: false }).matches[0];
}
