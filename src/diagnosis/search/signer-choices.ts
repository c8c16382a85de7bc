import { constructions, type Construction } from '../forms/constructions.js';
import { bodyItself, hashForms, sha256HexForm, type HashForm } from '../forms/hashes.js';
import { keyForms } from '../forms/keys.js';
import { layoutsAt, rightParts, type Layout } from '../forms/layouts.js';
import { timesAt } from '../forms/times.js';
import { utf8Bytes, unsetWords } from '../forms/bytes.js';
import { gameIdOf, type HeaderValues, type Observed, type Owned } from '../signing-steps.js';
import { Choices } from './choices.js';

type Priced<Value> = readonly [value: Value, cost: number];

/** Hash and layout are one decision: whoever signs the body itself usually has another layout too. */
export interface Form {
  readonly hash: HashForm;
  readonly layout: Layout;
}

/** Every decision beside the body. */
export interface SignerChoices {
  readonly layouts: Choices<Layout>;
  readonly forms: Choices<Form>;
  readonly times: Choices<string>;
  readonly ids: Choices<string>;
  readonly keys: Choices<Uint8Array>;
  readonly constructions: Choices<Construction>;
}

export function signerChoices(
  observed: Observed,
  owned: Owned,
  headers: HeaderValues,
): SignerChoices {
  const of = observed.interface;
  const gameId = gameIdOf(observed.body);
  const idList = idsOf(of === 'session' ? gameId : undefined, owned, headers);
  const times = new Choices((cost) => timesOf(cost, observed, headers));
  const hasTime = headers.timestamp !== undefined || observed.receivedAt !== undefined;
  const known = (['clientId', 'timestamp', 'content', 'method', 'path'] as const).filter(
    (part) => (part !== 'timestamp' || hasTime) && (part !== 'clientId' || idList.length > 0),
  );
  const layouts = new Choices((cost) => layoutsAt(cost, rightParts(of), known));
  return {
    layouts,
    forms: new Choices((cost) => formsAt(cost, of, layouts)),
    times,
    ids: new Choices(pricedAt(idList)),
    keys: new Choices(
      (cost) => keysAt(cost, gameId, owned),
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
  of: Observed['interface'],
  layouts: Choices<Layout>,
): Generator<Form> {
  const [right, usual] =
    of === 'gateway' ? [sha256HexForm, bodyItself] : [bodyItself, sha256HexForm];
  for (let layoutCost = 0; layoutCost <= wanted; layoutCost += 1) {
    for (const [hash, price] of hashForms) {
      const hashCost = hash === right ? 0 : price + Number(right === bodyItself);
      const rest = wanted - layoutCost - hashCost;
      if (rest !== 0 && hash !== usual) continue;
      for (const layout of layouts.atCost(layoutCost)) {
        // Who signs the body itself usually has another layout too: together they cost one less.
        const isPair =
          hash === usual && layoutCost > 0 && layout.parts.length !== rightParts(of).length;
        if (rest + Number(isPair) !== 0) continue;
        if (hash === right || layout.parts.includes('content')) yield { hash, layout };
      }
    }
  }
}

function timesOf(
  cost: number,
  { receivedAt, interface: of }: Observed,
  { timestamp }: HeaderValues,
): readonly string[] {
  if (timestamp !== undefined) return of === 'gateway' || cost <= 1 ? timesAt(cost, timestamp) : [];
  return receivedAt === undefined || cost !== 1
    ? []
    : [0, -1, 1, -2, -3].map((by) => String(receivedAt + by));
}

/** A session has no client id; there the gameId may have been signed. */
function idsOf(
  gameId: string | undefined,
  { own, others }: Owned,
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
  { own, others }: Owned,
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
