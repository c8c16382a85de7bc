import { utf8Bytes } from '../forms/bytes.js';
import { utf16Message, type Construction } from '../forms/constructions.js';
import { bodyItself, sha256HexForm } from '../forms/hashes.js';
import { layoutOf, rightParts } from '../forms/layouts.js';
import { echoedLayout } from '../forms/lone-layouts.js';
import { numbersOfText } from '../forms/number-texts.js';
import { fieldLayouts } from '../forms/signed-fields.js';
import { unfilledTimes } from '../forms/templates.js';
import { plainStyle, printTree } from '../json-forms/print.js';
import { styleOf } from '../json-forms/read-style.js';
import { parseMembers, parseTree, textTree, type Member } from '../json-forms/tree.js';
import type { SearchParts, SigningAttempt } from './search-parts.js';
import type { SignerChoices } from './signer-choices.js';

/**
 * Habits that change several values of a signature at once. Their combinations are tried only when all else is right. Most
 * are tried at the gateway only, because a session signs nothing but the body.
 */

/** Makes an attempt that is right except for this difference. */
export type Differ = (difference: Partial<SigningAttempt>) => SigningAttempt;

/** What a reader of a configuration leaves around all its values. */
const marksOfValues = ['*\r', '*\n', '*\r\n', '* ', ' *', '"*"', "'*'"];

/** Client id and secret with the same text around both, as a reader of a configuration leaves it. */
export function* markedValues(
  { secrets: { own }, headers, request }: SearchParts,
  differ: Differ,
): Generator<SigningAttempt> {
  const id = own.clientId ?? headers.clientId;
  if (id === undefined || request.interface === 'session') return;
  for (const mark of marksOfValues) {
    const marked = (value: string): string => mark.replace('*', () => value);
    yield differ({ clientId: marked(id), key: utf8Bytes(marked(own.secret)) });
  }
}

/** How languages print an optional value, or bytes, with `*` for the value: Swift prints `Optional("abc")`. */
const printedMarks = ['Optional("*")', 'Optional[*]', 'Some("*")', "b'*'", '"*"', "'*'"];

/** One or several parts of the message in one of these printed forms. A number may be printed without the quotes. */
export function* printedParts(
  { secrets: { own }, headers, request }: SearchParts,
  differ: Differ,
): Generator<SigningAttempt> {
  const clientId = own.clientId ?? headers.clientId;
  const { timestamp } = headers;
  if (clientId === undefined || timestamp === undefined || request.interface === 'session') return;
  for (const mark of printedMarks) {
    const [before = '', after = ''] = mark.split('*');
    const marked = (value: string): string => before + value + after;
    const times = [timestamp, marked(timestamp), marked(timestamp).replaceAll('"', '')];
    for (const id of [clientId, marked(clientId)]) {
      for (const time of new Set(times)) {
        yield differ({ clientId: id, timestamp: time });
        yield differ({
          clientId: id,
          timestamp: time,
          hash: { ...sha256HexForm, before, after },
        });
      }
    }
  }
}

/** C# `Encoding.Unicode` for one or several of body, key and message. */
export function* utf16Values(
  { secrets: { own }, request }: SearchParts,
  differ: Differ,
): Generator<SigningAttempt> {
  if (request.interface === 'session') return;
  const key = Buffer.from(own.secret, 'utf16le');
  const body = Buffer.from(request.body.toString('utf8'), 'utf16le');
  for (const values of [{ key }, { body }, { key, body }]) {
    yield differ({ ...values, construction: utf16Message });
  }
}

/** `echo -n` for the body and for the message, in a shell that prints `-n`. */
export function* echoedTwice({ request }: SearchParts, differ: Differ): Generator<SigningAttempt> {
  if (request.interface === 'session') return;
  const body = Buffer.concat([Buffer.from('-n '), request.body, Buffer.from('\n')]);
  yield differ({ body, layout: echoedLayout });
}

/** A body and a timestamp that were both not filled in. */
export function* unfilledTogether(
  { request, bodies }: SearchParts,
  differ: Differ,
): Generator<SigningAttempt> {
  if (request.interface === 'session') return;
  for (const body of bodies.unfilled()) {
    for (const timestamp of unfilledTimes) yield differ({ body, timestamp });
  }
}

/**
 * Texts in place of the client id: the package, the id without dashes, its beginning, or what a failed conversion prints.
 * Then texts in place of the timestamp that a failed conversion prints.
 */
export function* rareIds(
  { request, secrets, headers }: SearchParts,
  differ: Differ,
): Generator<SigningAttempt> {
  if (request.interface === 'session') return;
  const id = secrets.own.clientId ?? headers.clientId ?? '';
  const [, packageName] =
    parseMembers(request.body).find(([name]) => name.value === 'package') ?? [];
  if (packageName?.kind === 'text') yield differ({ clientId: packageName.value });
  yield differ({ clientId: id.replaceAll('-', '') });
  for (const start of startsOf(id)) yield differ({ clientId: start });
  for (const text of numbersOfText) yield differ({ clientId: text });
  if (headers.timestamp === undefined) return;
  for (const text of ['NaN', 'Infinity', '-1']) yield differ({ timestamp: text });
}

/** A hash of the message and the secret without HMAC, as for WeChat Pay. */
export function plainHashes({ constructions }: SignerChoices): Construction[] {
  return constructions
    .upTo(1)
    .filter(({ id, isKeyless = false }) => id === 'alg-plain-hash' && !isKeyless);
}

/** The message is made of the body's fields, with client id and timestamp as two more fields. */
export function* fieldsSigned(
  { request, secrets, headers, choices }: SearchParts,
  differ: Differ,
): Generator<SigningAttempt> {
  const root = parseTree(request.body.toString('utf8'))?.root;
  if (root === undefined || request.interface === 'session') return;
  const clientId = secrets.own.clientId ?? headers.clientId;
  const { timestamp } = headers;
  const hashed = plainHashes(choices);
  for (const layout of fieldLayouts(root, { clientId, timestamp })) {
    yield differ({ layout });
    const isSortedQuery = layout.wholeExplanation?.ids[0] === 'body-query-sorted';
    // A layout with a part has the secret in it, which these hashes would add once more.
    if (!isSortedQuery || layout.parts.length > 0) continue;
    for (const construction of hashed) yield differ({ layout, construction });
  }
}

/** The schemes of DingTalk and Lark: the timestamp is a part of the key. Lark then signs an empty message. */
export function* emptyMessages(
  { request, secrets, headers: { timestamp } }: SearchParts,
  differ: Differ,
): Generator<SigningAttempt> {
  if (request.interface === 'session') return;
  const { secret } = secrets.own;
  const noMessage = { hash: bodyItself, layout: layoutOf(['content'], ''), body: Buffer.alloc(0) };
  yield differ(noMessage);
  if (timestamp === undefined) return;
  for (const mark of ['\n', '', '.', ':']) {
    for (const text of [timestamp + mark + secret, secret + mark + timestamp]) {
      const key = utf8Bytes(text);
      yield differ({ key });
      yield differ({ key, ...noMessage });
    }
  }
}

/** The message and the secret of the other interface: a program that calls both may take the wrong signing function. */
export function* otherScheme(
  { request, secrets: { own, others } }: SearchParts,
  differ: Differ,
): Generator<SigningAttempt> {
  const isSession = request.interface === 'session';
  const scheme = isSession
    ? { hash: sha256HexForm, layout: layoutOf(rightParts('gateway'), '.') }
    : { hash: bodyItself, layout: layoutOf(rightParts('session'), '') };
  for (const other of others) {
    if (!other.isOfOtherInterface) continue;
    const key = utf8Bytes(other.secret);
    const id = other.clientId ?? own.clientId;
    yield differ({ ...scheme, key, ...(id === undefined ? {} : { clientId: id }) });
  }
}

const timeMembers = ['timestamp', 'ts'];
const idMembers = ['client_id', 'clientId'];

/** The body was signed with client id and timestamp as members, but sent without those members. */
export function* membersSentAsHeaders(
  { request, secrets, headers }: SearchParts,
  differ: Differ,
): Generator<SigningAttempt> {
  const document = parseTree(request.body.toString('utf8'));
  const { timestamp = '' } = headers;
  if (document?.root.kind !== 'object' || !/^\d{10}$/.test(timestamp)) return;
  const { members } = document.root;
  const style = styleOf(request.body.toString('utf8'), document) ?? plainStyle;
  const id = secrets.own.clientId ?? headers.clientId;
  const times = timeMembers.flatMap((name): Member[] => [
    [textTree(name), { kind: 'number', raw: timestamp }],
    [textTree(name), textTree(timestamp)],
  ]);
  const ids =
    id === undefined ? [] : idMembers.map((name): Member => [textTree(name), textTree(id)]);
  const added = [
    ...[...times, ...ids].map((member) => [member]),
    ...ids.flatMap((idMember) => times.map((time) => [idMember, time])),
  ];
  for (const addedMembers of added) {
    for (const signedMembers of [
      [...members, ...addedMembers],
      [...addedMembers, ...members],
    ]) {
      const signed = printTree({ kind: 'object', members: signedMembers }, style);
      yield differ({ body: Buffer.from(signed) });
    }
  }
}

/** What stands before a dash of the client id: often the gameId, or the game without its environment. */
function startsOf(id: string): string[] {
  return [...id.matchAll(/[-_.]/g)].map(({ index }) => id.slice(0, index)).filter(Boolean);
}
