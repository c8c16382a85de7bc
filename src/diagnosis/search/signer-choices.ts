import type { Interface } from '../../contract/interfaces.js';
import { constructions, type Construction } from '../forms/constructions.js';
import { bodyItself, hashForms, sha256HexForm, type HashForm } from '../forms/hashes.js';
import { jsonKeys } from '../forms/json-keys.js';
import { keyForms } from '../forms/keys.js';
import { layoutsAt, rightParts, type MessageLayout } from '../forms/layouts.js';
import { timesAt } from '../forms/times.js';
import { utf8Bytes, unsetWords } from '../forms/bytes.js';
import { numberReadings } from '../forms/number-texts.js';
import { parseMembers } from '../json-forms/tree.js';
import { mistypedSecrets } from '../forms/typed-keys.js';
import {
  gameIdOf,
  type HeaderValues,
  type SearchedRequest,
  type SenderSecrets,
} from '../signing-steps.js';
import { headerOf } from '../observed-request.js';
import { Choices } from './choices.js';

/** The cost tells how unlikely a value is: 0 is right, 1 a common mistake. */
type Priced<Value> = readonly [value: Value, cost: number];

/** Hash and layout are one decision, because a program that signs the body itself usually has another layout, too. */
export interface ContentForm {
  readonly hash: HashForm;
  readonly layout: MessageLayout;
}

/** The values that each decision of the signer may have had, except the bytes of the body, which `Bodies` has. */
export interface SignerChoices {
  readonly layouts: Choices<MessageLayout>;
  readonly hashes: Choices<HashForm>;
  readonly contentForms: Choices<ContentForm>;
  readonly times: Choices<string>;
  readonly ids: Choices<string>;
  readonly keys: Choices<Uint8Array>;
  readonly constructions: Choices<Construction>;
}

export function signerChoices(
  request: SearchedRequest,
  secrets: SenderSecrets,
  headers: HeaderValues,
): SignerChoices {
  const interfaceName = request.interface;
  const gameId = gameIdOf(request.body);
  const ids = pricedClientIds(interfaceName === 'session' ? gameId : undefined, secrets, headers);
  const hasTime = headers.timestamp !== undefined || timestampsAt(1, request, headers).length > 0;
  const availableParts = (['clientId', 'timestamp', 'content', 'method', 'path'] as const).filter(
    (part) => (part !== 'timestamp' || hasTime) && (part !== 'clientId' || ids.length > 0),
  );
  const layouts = new Choices((cost) => layoutsAt(cost, rightParts(interfaceName), availableParts));
  return {
    layouts,
    hashes: new Choices(
      pricedAt(pricedHashes(interfaceName).map(({ hash, cost }) => [hash, cost] as const)),
    ),
    contentForms: new Choices((cost) => formsAt(cost, interfaceName, layouts)),
    times: new Choices((cost) => timestampsAt(cost, request, headers)),
    ids: new Choices(pricedAt(ids)),
    keys: new Choices(
      (cost) => keysAt(cost, gameId, secrets),
      (key) => Buffer.from(key).toString('latin1'),
    ),
    constructions: new Choices(
      pricedAt(constructions.map((construction) => [construction, construction.cost])),
    ),
  };
}

const pricedAt =
  <Value>(all: readonly Priced<Value>[]) =>
  (wantedCost: number): Value[] =>
    all.filter(([, cost]) => cost === wantedCost).map(([value]) => value);

/** Layouts and hashes by the cost of both together. */
function* formsAt(
  wantedCost: number,
  interfaceName: Interface,
  layouts: Choices<MessageLayout>,
): Generator<ContentForm> {
  for (let layoutCost = 0; layoutCost <= wantedCost; layoutCost += 1) {
    for (const priced of pricedHashes(interfaceName)) {
      const costLeft = wantedCost - layoutCost - priced.cost;
      // The usual wrong form may cost one less with a wrong layout, so that −1 is left for it: see `pairWithLayouts`.
      if (costLeft !== 0 && !priced.isUsualWrong) continue;
      yield* pairWithLayouts(priced, layouts.atCost(layoutCost), {
        costLeft,
        isWrongLayout: layoutCost > 0,
        rightLength: rightParts(interfaceName).length,
      });
    }
  }
}

interface PricedHash {
  readonly hash: HashForm;
  readonly cost: number;
  readonly isRight: boolean;
  /** The form that the other interface wants: a common mistake. */
  readonly isUsualWrong: boolean;
}

function pricedHashes(interfaceName: Interface): PricedHash[] {
  const [right, usualWrong] =
    interfaceName === 'gateway' ? [sha256HexForm, bodyItself] : [bodyItself, sha256HexForm];
  // The costs of `hashForms` are those of the gateway. A session signs no hash, so that any hash is one mistake more.
  const extraCost = right === bodyItself ? 1 : 0;
  return hashForms.map(({ form, cost }) => ({
    hash: form,
    cost: form === right ? 0 : cost + extraCost,
    isRight: form === right,
    isUsualWrong: form === usualWrong,
  }));
}

interface LayoutPairing {
  readonly costLeft: number;
  readonly isWrongLayout: boolean;
  /** How many parts the right message has. */
  readonly rightLength: number;
}

function* pairWithLayouts(
  { hash, isRight, isUsualWrong }: PricedHash,
  layouts: readonly MessageLayout[],
  { costLeft, isWrongLayout, rightLength }: LayoutPairing,
): Generator<ContentForm> {
  for (const layout of layouts) {
    // A program that signs the body itself usually has another layout, too: together they cost one less.
    const isPair = isUsualWrong && isWrongLayout && layout.parts.length !== rightLength;
    if (costLeft + Number(isPair) !== 0) continue;
    if (isRight || layout.parts.includes('content')) yield { hash, layout };
  }
}

/**
 * The texts for the timestamp that cost this much. Without the header they are the seconds around the time of arrival: a
 * sender may sign a time that it does not send.
 */
function timestampsAt(
  cost: number,
  request: SearchedRequest,
  { timestamp }: HeaderValues,
): readonly string[] {
  if (timestamp !== undefined) {
    // A session signs no timestamp, so only the usual forms of it are tried.
    return request.interface === 'gateway' || cost <= 1 ? timesAt(cost, timestamp) : [];
  }
  if (cost !== 1) return [];
  const moment = sendingTimeOf(request);
  const offsets = moment === undefined ? [] : [0, -1, 1, -2, 2, -3];
  return [...timesInBody(request.body), ...offsets.map((offset) => String((moment ?? 0) + offset))];
}

/** Timestamps in the body, for a program that sends its timestamp there and not in the header. */
function timesInBody(body: Buffer): string[] {
  return parseMembers(body).flatMap(([name, value]) => {
    if (!/time|stamp|^ts$|_at$|At$/i.test(name.value) || !('raw' in value)) return [];
    const text = value.kind === 'text' ? value.value : value.raw;
    return /^1\d{9}(?:\d{3})?$/.test(text) ? [text] : [];
  });
}

/** About when the request was sent, in Unix seconds: by the clock of the receiver, or by the header Date. */
function sendingTimeOf({ receivedAt, headers }: SearchedRequest): number | undefined {
  const dateMs = Date.parse(headerOf(headers, 'date') ?? '');
  return receivedAt ?? (Number.isNaN(dateMs) ? undefined : Math.floor(dateMs / 1_000));
}

/** The texts for the client id. A session has none; there the gameId may have been signed. */
function pricedClientIds(
  gameId: string | undefined,
  { own, others }: SenderSecrets,
  { clientId: sent }: HeaderValues,
): Priced<string>[] {
  const rightIds = [sent, own.clientId ?? sent, gameId].filter((id) => id !== undefined);
  const right = rightIds.map((id): Priced<string> => [id, 0]);
  const ownId = own.clientId ?? rightIds[0];
  if (ownId === undefined || gameId !== undefined) return right;
  const similar = [ownId.toUpperCase(), ownId.toLowerCase(), `${ownId}\n`, `${ownId} `];
  const rareIds = [
    ...capitalised(ownId),
    ` ${ownId}`,
    `"${ownId}"`,
    `'${ownId}'`,
    `${ownId}\r\n`,
    `${ownId}\r`,
    `${ownId}\t`,
  ];
  const otherIds = others.flatMap(({ clientId }) => clientId ?? []);
  const asNumbers = numberReadings(ownId);
  const wrong = [...otherIds, ...similar, own.secret];
  return [
    ...right,
    ...wrong.map((id): Priced<string> => [id, 1]),
    ...rareIds.map((id): Priced<string> => [id, 2]),
    ...asNumbers.map((id): Priced<string> => [id, 2]),
    ...unsetWords.map((word): Priced<string> => [word, 2]),
  ];
}

/** The client id as a title: `Demo-Client`, `Demo-client`, as code for names of headers writes it. */
function capitalised(id: string): string[] {
  const toUpper = (found: string): string => found.toUpperCase();
  const titles = [id.replace(/(?<![a-z\d])[a-z]/gi, toUpper), id.replace(/^[a-z]/, toUpper)];
  return [...new Set(titles)].filter((title) => title !== id && title !== id.toUpperCase());
}

function* keysAt(
  wantedCost: number,
  gameId: string | undefined,
  { own, others }: SenderSecrets,
): Generator<Uint8Array> {
  const otherIds = others.map(({ clientId }) => clientId);
  const ids = [own.clientId, gameId, ...otherIds].filter((id) => id !== undefined);
  if (wantedCost === 1) yield* ids.map(utf8Bytes);
  if (wantedCost === 2) {
    for (const id of ids) {
      yield* ['', ':', '.'].map((mark) => utf8Bytes(id + mark + own.secret));
      yield utf8Bytes(own.secret + id);
    }
  }
  if (wantedCost === 4) {
    const knownIds = { clientId: own.clientId, gameId };
    for (const key of jsonKeys(own.secret, knownIds)) yield utf8Bytes(key);
    for (const { text } of mistypedSecrets(own.secret)) yield utf8Bytes(text);
    for (const id of ids) yield utf8Bytes(Buffer.from(`${id}:${own.secret}`).toString('base64'));
  }
  yield* changedSecrets(own.secret, wantedCost);
  // To use another secret is one more mistake.
  for (const { secret } of others) yield* changedSecrets(secret, wantedCost - 1);
}

/** The secret itself at cost 0, then what mistakes make of it. */
function* changedSecrets(secret: string, wantedCost: number): Generator<Uint8Array> {
  if (wantedCost === 0) yield utf8Bytes(secret);
  for (const form of keyForms) {
    const key = form.cost === wantedCost ? form.make(secret) : undefined;
    if (key !== undefined) yield key;
  }
}
