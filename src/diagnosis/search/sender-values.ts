/**
 * Explains the values that the sender's program printed. A printed message is cut into its parts, and each part is explained;
 * then the key and the construction are found that give the signature of this message.
 */

import { rightConstruction, type Construction } from '../forms/constructions.js';
import { utf8Bytes } from '../forms/bytes.js';
import {
  bodyItself,
  hashForms,
  renderHash,
  sha256HexForm,
  type HashForm,
} from '../forms/hashes.js';
import { renderLayout, type MessageLayout } from '../forms/layouts.js';
import type { ExpectedSteps } from '../expected-values.js';
import { requestParts, type SigningSteps } from '../signing-steps.js';
import { largeBodyBytes } from './limits.js';
import { pause } from './pause.js';
import type { MatchSignature } from './decode-signature.js';
import type { SearchParts } from './search-parts.js';

/** Everything that is needed to explain a message that the sender's program printed. */
export interface SenderParts extends SearchParts {
  readonly matchSignature: MatchSignature | undefined;
  readonly expected: ExpectedSteps;
  readonly isOver: () => boolean;
}

/** A higher cost is so unlikely that it is not tried. */
const highestCost = 3;
/** Stands for the content while a layout is rendered. */
const contentMark = '\u0001';

/** A way to cut the given message into its parts. */
interface MessageCut {
  readonly layout: MessageLayout;
  readonly timestamp: string;
  readonly clientId: string;
  /** The part of the message that stands for the body. */
  readonly content: Buffer;
}

/** The steps after the message as the contract wants them: the key, the construction, and a digest in plain hex. */
export function rightSigner({ secrets }: Pick<SenderParts, 'secrets'>) {
  return {
    key: utf8Bytes(secrets.own.secret),
    construction: rightConstruction,
    // The digest as plain hex. It is not compared with a signature here, so any digest fits.
    reading: { algorithm: 'sha256' as const, wrappers: [], fits: () => true },
  };
}

const usualForms: readonly HashForm[] = [sha256HexForm, bodyItself];
const allForms = hashForms.map(({ form }) => form);

/**
 * The signing steps that lead to a message with one of these cuts. A cut has its layout, timestamp and client id already, so
 * only the body is searched: the content of the cut must be that body, or a hash of it.
 */
export function* findCutSteps(
  cuts: readonly MessageCut[],
  parts: SenderParts,
): Generator<void, SigningSteps | undefined> {
  if (cuts.length === 0) return undefined;
  for (let cost = 0; cost <= highestCost; cost += 1) {
    for (const body of parts.bodies.atCost(cost)) {
      if (parts.isOver()) return undefined;
      // Lets other work run: the search goes on when it is called again.
      yield;
      // Not a body: the enumeration only gives this loop a chance to stop.
      if (body === pause) continue;
      // A body with two mistakes is too unlikely for all forms of its hash; each hash of a large one takes long.
      const isUnlikely = cost > 1;
      const isSlow = cost > 0 && parts.bodies.isLarge;
      const formLists = isUnlikely || isSlow ? [usualForms] : [usualForms, allForms];
      const steps = yield* findBodySteps(body, formLists, { cuts, parts });
      if (steps !== undefined) return steps;
    }
  }
  return undefined;
}

interface CutMessage {
  readonly cuts: readonly MessageCut[];
  readonly parts: SenderParts;
}

/** The steps with this body; undefined if it gives no cut, or the time is over. */
function* findBodySteps(
  body: Buffer,
  formLists: readonly (readonly HashForm[])[],
  { cuts, parts }: CutMessage,
): Generator<void, SigningSteps | undefined> {
  const signer = rightSigner(parts);
  for (const forms of formLists) {
    for (const { content, ...cut } of cuts) {
      const hash = forms.find((form) => renderHash(form, body, signer.key).equals(content));
      if (hash) return { body, hash, ...cut, ...signer };
      if (parts.isOver()) return undefined;
      yield;
    }
  }
  return undefined;
}

/** Every way to cut the message, the simplest first. */
export function cutMessage(message: Buffer, parts: SenderParts): readonly MessageCut[] {
  const { choices } = parts;
  const messageText = message.toString('latin1');
  const isInside = (value: string): boolean => messageText.includes(byteText(value));
  const times = choices.times.upTo(highestCost).filter(isInside);
  times.push(...fractionalTimes(messageText).filter((time) => !times.includes(time)));
  const ids = choices.ids.upTo(highestCost).filter(isInside);
  const idByPlace = clientIdByPlace(message, parts);
  if (idByPlace !== undefined && !ids.includes(idByPlace)) ids.push(idByPlace);
  const cuts: MessageCut[] = [];
  for (const layout of choices.layouts.upTo(highestCost)) {
    if (!layout.parts.includes('content')) continue;
    for (const values of partValues(layout, times, ids)) {
      const place = contentPlace(messageText, { layout, ...values }, parts);
      if (place === undefined) continue;
      const content = message.subarray(place.start, place.end);
      cuts.push({ layout, ...values, content });
    }
  }
  // `id\n1790000000` can be cut in two ways: the line break separates the parts, or it ends the id. The first is likelier:
  // both parts are as they were sent. An empty part is one that the layout lacks.
  const sentValues = [...choices.times.atCost(0), ...choices.ids.atCost(0), ''];
  const changedParts = ({ timestamp, clientId }: MessageCut): number =>
    [timestamp, clientId].filter((value) => !sentValues.includes(value)).length;
  return cuts.sort((left, right) => changedParts(left) - changedParts(right));
}

/** Seconds with a fraction, as `str(time.time())` of Python prints them: no search can try all of its digits. */
const fractionalTimes = (messageText: string): string[] => [
  ...(/(?<![\w])\d{10}[.,]\d{1,9}(?!\w)/.exec(messageText) ?? []),
];

/** The client id of a message in the right form, even one that no known mistake gives; undefined for another form. */
function clientIdByPlace(message: Buffer, { secrets }: SenderParts): string | undefined {
  const [, id] = /^(\S{1,128})\.\d{10}\.[0-9a-f]{64}$/.exec(message.toString('utf8')) ?? [];
  // With the secret in it, it is not the client id alone: layouts with the secret explain such a message.
  return id?.includes(secrets.own.secret) === true ? undefined : id;
}

/** A text with a character for each of its UTF-8 bytes, so that it can be compared with bytes read as Latin-1. */
const byteText = (text: string | Uint8Array): string => Buffer.from(text).toString('latin1');

/** What the parts of a layout may be; a part that it lacks is empty. */
function* partValues(
  { parts }: MessageLayout,
  times: readonly string[],
  ids: readonly string[],
): Generator<Pick<MessageCut, 'timestamp' | 'clientId'>> {
  for (const timestamp of parts.includes('timestamp') ? times : ['']) {
    for (const clientId of parts.includes('clientId') ? ids : ['']) yield { timestamp, clientId };
  }
}

/** Where the content begins and ends in the message; undefined if the message does not have this layout. */
function contentPlace(
  messageText: string,
  { layout, timestamp, clientId }: Omit<MessageCut, 'content'>,
  { request, secrets }: SenderParts,
): { readonly start: number; readonly end: number } | undefined {
  const rendered = renderLayout(layout, {
    clientId,
    timestamp,
    content: contentMark,
    ...requestParts(request),
    secret: secrets.own.secret,
  });
  const [before = '', after = ''] = byteText(rendered).split(contentMark);
  const end = messageText.length - after.length;
  const fits =
    before.length <= end && messageText.startsWith(before) && messageText.endsWith(after);
  return fits ? { start: before.length, end } : undefined;
}

/** How exactly this message was signed; undefined if no key that pvg has gives the signature. */
export function findSigner(
  message: Buffer,
  { choices, matchSignature }: SenderParts,
): Pick<SigningSteps, 'key' | 'construction' | 'reading'> | undefined {
  if (matchSignature === undefined) return undefined;
  // Each attempt hashes the whole message, so fewer are made for a large one.
  const highestSignerCost = message.length > largeBodyBytes ? 1 : 2;
  for (let cost = 0; cost <= highestSignerCost; cost += 1) {
    for (const [key, construction] of signersAt(choices, cost)) {
      const reading = matchSignature(construction, key, message);
      if (reading) return { key, construction, reading };
    }
  }
  return undefined;
}

function* signersAt(
  { keys, constructions }: SenderParts['choices'],
  cost: number,
): Generator<readonly [key: Uint8Array, construction: Construction]> {
  for (let keyCost = 0; keyCost <= cost; keyCost += 1) {
    for (const key of keys.atCost(keyCost)) {
      for (const construction of constructions.atCost(cost - keyCost)) yield [key, construction];
    }
  }
}
