import { constructions, type Construction } from '../forms/constructions.js';
import { bodyItself, hashForms, sha256HexForm, type HashForm } from '../forms/hashes.js';
import { keyForms } from '../forms/keys.js';
import { layoutsAt, rightParts, type MessageLayout } from '../forms/layouts.js';
import { timesAt } from '../forms/times.js';
import { utf8Bytes, unsetWords } from '../forms/bytes.js';
import {
  gameIdOf,
  type HeaderValues,
  type SearchedRequest,
  type SenderSecrets,
} from '../signing-steps.js';
import { Choices } from './choices.js';

type Priced<Value> = readonly [value: Value, cost: number];

/** Hash and layout are one decision: whoever signs the body itself usually has another layout too. */
export interface ContentForm {
  readonly hash: HashForm;
  readonly layout: MessageLayout;
}

/** Every decision beside the body. */
export interface SignerChoices {
  readonly layouts: Choices<MessageLayout>;
  readonly forms: Choices<ContentForm>;
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
  const idList = idsOf(interfaceName === 'session' ? gameId : undefined, secrets, headers);
  const times = new Choices((cost) => timesOf(cost, request, headers));
  const hasTime = headers.timestamp !== undefined || request.receivedAt !== undefined;
  const known = (['clientId', 'timestamp', 'content', 'method', 'path'] as const).filter(
    (part) => (part !== 'timestamp' || hasTime) && (part !== 'clientId' || idList.length > 0),
  );
  const layouts = new Choices((cost) => layoutsAt(cost, rightParts(interfaceName), known));
  return {
    layouts,
    forms: new Choices((cost) => formsAt(cost, interfaceName, layouts)),
    times,
    ids: new Choices(pricedAt(idList)),
    keys: new Choices(
      (cost) => keysAt(cost, gameId, secrets),
      (key) => Buffer.from(key).toString('latin1'),
    ),
    constructions: new Choices(pricedAt(constructions.map((each) => [each, each.cost]))),
  };
}

const pricedAt =
  <Value>(all: readonly Priced<Value>[]) =>
  (wanted: number): Value[] =>
    all.flatMap(([value, cost]) => (cost === wanted ? [value] : []));

/** Layouts and hashes by the cost of both together. */
function* formsAt(
  wanted: number,
  interfaceName: SearchedRequest['interface'],
  layouts: Choices<MessageLayout>,
): Generator<ContentForm> {
  const [right, usual] =
    interfaceName === 'gateway' ? [sha256HexForm, bodyItself] : [bodyItself, sha256HexForm];
  for (let layoutCost = 0; layoutCost <= wanted; layoutCost += 1) {
    for (const { form: hash, cost: price } of hashForms) {
      const hashCost = hash === right ? 0 : price + Number(right === bodyItself);
      const rest = wanted - layoutCost - hashCost;
      if (rest !== 0 && hash !== usual) continue;
      for (const layout of layouts.atCost(layoutCost)) {
        // Who signs the body itself usually has another layout too: together they cost one less.
        const isPair =
          hash === usual &&
          layoutCost > 0 &&
          layout.parts.length !== rightParts(interfaceName).length;
        if (rest + Number(isPair) !== 0) continue;
        if (hash === right || layout.parts.includes('content')) yield { hash, layout };
      }
    }
  }
}

function timesOf(
  cost: number,
  { receivedAt, interface: interfaceName }: SearchedRequest,
  { timestamp }: HeaderValues,
): readonly string[] {
  if (timestamp !== undefined) {
    return interfaceName === 'gateway' || cost <= 1 ? timesAt(cost, timestamp) : [];
  }
  return receivedAt === undefined || cost !== 1
    ? []
    : [0, -1, 1, -2, -3].map((by) => String(receivedAt + by));
}

/** A session has no client id; there the gameId may have been signed. */
function idsOf(
  gameId: string | undefined,
  { own, others }: SenderSecrets,
  { clientId: sent }: HeaderValues,
): Priced<string>[] {
  const known = [sent, own.clientId ?? sent, gameId].filter((each) => each !== undefined);
  const right = known.map((each): Priced<string> => [each, 0]);
  const id = own.clientId ?? known[0];
  if (id === undefined || gameId !== undefined) return right;
  const near = [id.toUpperCase(), id.toLowerCase(), ` ${id}`, `"${id}"`, `'${id}'`];
  const ended = [' ', '\n', '\r\n', '\t'].map((end) => id + end);
  const theirs = others.flatMap(({ clientId }) => clientId ?? []);
  return [
    ...right,
    ...[...theirs, ...near, ...ended, own.secret].map((form): Priced<string> => [form, 1]),
    ...unsetWords.map((word): Priced<string> => [word, 2]),
  ];
}

function* keysAt(
  wanted: number,
  gameId: string | undefined,
  { own, others }: SenderSecrets,
): Generator<Uint8Array> {
  const ids = [own.clientId, gameId, ...others.map(({ clientId }) => clientId)].flatMap(
    (id) => id ?? [],
  );
  const withSecret = ids.flatMap((id) => [
    ...['', ':', '.'].map((mark) => id + mark + own.secret),
    own.secret + id,
  ]);
  for (const key of wanted === 1 ? ids : wanted === 2 ? withSecret : []) yield utf8Bytes(key);
  const secrets = [[own.secret, 0], ...others.map(({ secret }) => [secret, 1] as const)] as const;
  for (const [secret, paid] of secrets) {
    if (paid === wanted) yield utf8Bytes(secret);
    for (const form of keyForms) {
      const key = form.cost + paid === wanted ? form.make(secret) : undefined;
      if (key !== undefined) yield key;
    }
  }
}
