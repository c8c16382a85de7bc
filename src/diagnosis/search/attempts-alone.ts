import type { Construction } from '../forms/constructions.js';
import { bodyItself, rareHashForms, sha256HexForm, wordInstead } from '../forms/hashes.js';
import { isFullAddress, layoutOf, rareLayouts } from '../forms/layouts.js';
import { dataTexts } from '../forms/data-texts.js';
import { headerLayouts } from '../forms/header-layouts.js';
import { bodyAndSecretLayouts, loneLayouts } from '../forms/lone-layouts.js';
import { unfilledMessages } from '../forms/templates.js';
import {
  farTimes,
  fourDigitsOfSecond,
  javaDoublesOfSecond,
  localDates,
  millisecondsOfSecond,
  otherMilliseconds,
} from '../forms/times.js';
import { parseTree } from '../json-forms/tree.js';
import {
  echoedTwice,
  emptyMessages,
  fieldsSigned,
  markedValues,
  membersSentAsHeaders,
  plainHashes,
  otherScheme,
  printedParts,
  rareIds,
  unfilledTogether,
  utf16Values,
  type Differ,
} from './lone-signers.js';
import { pause, type Pause } from './pause.js';
import { rightAttempt, type SigningAttempt, type SearchParts } from './search-parts.js';

/** Attempts with one mistake of a kind that is not combined with others, such as a template that was not filled in. */
export function* likelyAlone(parts: SearchParts): Generator<SigningAttempt> {
  const right = rightAttempt(parts);
  if (right === undefined) return;
  const differ: Differ = (difference) => ({ ...right, ...difference });
  if (parts.request.interface === 'gateway') yield* unfilledAttempts(differ);
  for (const body of parts.bodies.alone()) yield differ({ body });
  yield* markedValues(parts, differ);
  yield* rareForms(parts, differ);
  if (!parts.bodies.isLarge) {
    yield* secretAfterBody(parts, differ);
    yield* otherScheme(parts, differ);
    yield* rareIds(parts, differ);
    yield* printedParts(parts, differ);
    yield* utf16Values(parts, differ);
    yield* echoedTwice(parts, differ);
  }
  yield* rareSigners(parts, differ);
  if (!parts.bodies.isLarge) {
    yield* emptyMessages(parts, differ);
    yield* fieldsSigned(parts, differ);
    yield* membersSentAsHeaders(parts, differ);
  }
  for (const key of parts.choices.keys.atCost(lastCost)) yield differ({ key });
  for (const body of parts.bodies.aloneLast()) yield differ({ body });
}

function* unfilledAttempts(differ: Differ): Generator<SigningAttempt> {
  for (const { content, ...values } of unfilledMessages()) {
    yield differ(content === undefined ? values : { ...values, hash: wordInstead(content) });
  }
}

/** Hashes and layouts that nobody uses together with another mistake. */
function* rareForms({ request }: SearchParts, differ: Differ): Generator<SigningAttempt> {
  const isGateway = request.interface === 'gateway';
  if (isGateway) yield* rareHashForms.map((hash) => differ({ hash }));
  const hashes = isGateway ? [sha256HexForm, bodyItself] : [bodyItself];
  for (const layout of loneLayouts(request.interface)) yield differ({ layout });
  for (const layout of headerLayouts(request)) {
    for (const hash of hashes) yield differ({ layout, hash });
  }
  for (const layout of rareLayouts(request.interface)) {
    if (layout.parts.some(isFullAddress) && request.addresses === undefined) continue;
    for (const hash of hashes) yield differ({ layout, hash });
  }
}

/** The body, or its fields as a=1&b=2, with the secret after it: as WeChat Pay signs. */
function* secretAfterBody(
  { request, choices }: SearchParts,
  differ: Differ,
): Generator<SigningAttempt> {
  const root = parseTree(request.body.toString('utf8'))?.root;
  const queries = dataTexts.filter(
    ({ id, cost }) => cost === 1 && (id === 'body-query-sorted' || id === 'body-form-encoded'),
  );
  const texts = root === undefined ? [] : queries.flatMap(({ make }) => make(root) ?? []);
  for (const body of [request.body, ...[...new Set(texts)].map((text) => Buffer.from(text))]) {
    for (const layout of bodyAndSecretLayouts) yield differ({ layout, hash: bodyItself, body });
    for (const construction of plainHashes(choices)) {
      yield differ({ construction, layout: layoutOf(['content'], ''), hash: bodyItself, body });
    }
  }
}

const rareCost = 3;
/** Keys of this cost come last: they are the least likely of what is tried alone. */
const lastCost = 4;

function* rareSigners(
  { request, choices }: SearchParts,
  differ: Differ,
): Generator<SigningAttempt> {
  for (const key of choices.keys.atCost(rareCost)) yield differ({ key });
  for (const construction of choices.constructions.atCost(rareCost)) yield differ({ construction });
  const sha3 = choices.constructions.upTo(rareCost).find(({ id }) => id === 'alg-sha3');
  if (request.interface === 'gateway' && sha3 !== undefined) yield* sha3Twice(sha3, differ);
}

/** A program that uses SHA-3 mostly uses it in both places. */
function* sha3Twice(construction: Construction, differ: Differ): Generator<SigningAttempt> {
  yield differ({ construction, hash: { ...sha256HexForm, content: 'sha3-256' } });
}

/** Two mistakes with the body whose costs add up to `cost`; everything else is right. */
export function* bodyPairsAlone(
  parts: SearchParts,
  cost: number,
): Generator<SigningAttempt | Pause> {
  const right = rightAttempt(parts);
  if (right === undefined) return;
  for (const body of parts.bodies.pairs(cost)) {
    if (body === pause) yield pause;
    else yield { ...right, body };
  }
}

/** Fractions of the second, orders of the members and far times. There are too many to combine them with other mistakes. */
export function* unlikelyAlone(
  parts: SearchParts,
  everySecondOfDay: boolean,
): Generator<SigningAttempt> {
  const right = rightAttempt(parts);
  if (right === undefined) return;
  const differ: Differ = (difference) => ({ ...right, ...difference });
  const { timestamp } = parts.headers;
  const hasTime = timestamp !== undefined && parts.request.interface === 'gateway';
  if (hasTime) {
    yield* timed(otherMilliseconds(timestamp), differ);
    yield* timed(millisecondsOfSecond(timestamp), differ);
    yield* timed(localDates(timestamp), differ);
    yield* timed(javaDoublesOfSecond(timestamp), differ);
    yield* timed(fourDigitsOfSecond(timestamp), differ);
  }
  for (const body of parts.bodies.reorderings()) yield differ({ body });
  if (hasTime) yield* unfilledTogether(parts, differ);
  if (hasTime) yield* timed(farTimes(timestamp, everySecondOfDay), differ);
}

function* timed(times: Iterable<string>, differ: Differ): Generator<SigningAttempt> {
  for (const timestamp of times) yield differ({ timestamp });
}
