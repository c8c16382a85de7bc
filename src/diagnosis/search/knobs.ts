import { constructions, rightConstruction, type Construction } from '../forms/constructions.js';
import { bodyItself, hashForms, sha256Hex, type HashForm } from '../forms/hashes.js';
import { keyForms } from '../forms/keys.js';
import { layoutChoices, rightParts, type Layout, type Part } from '../forms/layouts.js';
import { timeChoices } from '../forms/times.js';
import { text } from '../forms/bytes.js';
import { unfilled } from '../forms/unfilled.js';
import { gameIdOf, type HeaderValues, type Observed, type Owned } from '../steps.js';

/** One decision of the sender's code, with all its possible values by cost. */
export interface Choices<Value> {
  readonly atCost: (cost: number) => readonly Value[];
  readonly all: () => readonly Value[];
}
type Priced<Value> = readonly [value: Value, cost: number];

/** Hash and layout are one decision: whoever signs the body itself usually has another layout too. */
export interface Form {
  readonly hash: HashForm;
  readonly layout: Layout;
}

/** Every decision beside the body. */
export interface Knobs {
  readonly forms: Forms;
  readonly times: Choices<string>;
  readonly ids: Choices<string>;
  readonly keys: Choices<Uint8Array>;
  readonly constructions: Choices<Construction>;
}

export function knobsOf(observed: Observed, owned: Owned, headers: HeaderValues): Knobs {
  const own = [text(owned.own.secret), 0] as const;
  const times = timesOf(observed, headers);
  const gameId = gameIdOf(observed.body);
  const ids = idsOf(observed.interface === 'session' ? gameId : undefined, owned, headers);
  return {
    forms: new Forms(observed.interface, times.length > 0, ids.length > 0),
    times: choices(times.filter(isRight), () => times),
    ids: choices(ids.filter(isRight), () => ids),
    keys: choices(
      [own],
      () => keysOf(gameId, owned, own),
      (key) => Buffer.from(key).toString('latin1'),
    ),
    constructions: choices([[rightConstruction, 0]], () => constructions.map((each) => [each, each.cost])),
  };
}

const isRight = ([, cost]: Priced<unknown>): boolean => cost === 0;

/** Most signatures have another body, and the right values of all else: the other values are made late. */
function choices<Value>(
  right: readonly Priced<Value>[],
  make: () => Iterable<Priced<Value>>,
  same: (value: Value) => unknown = (value) => value,
): Choices<Value> {
  let made: Value[][] | undefined;
  const all = (): Value[][] => (made ??= byCost(make(), same));
  const first = [...new Set(right.map(([value]) => value))];
  return { atCost: (cost) => (cost === 0 ? first : (all()[cost] ?? [])), all: () => all().flat() };
}

function byCost<Value>(values: Iterable<Priced<Value>>, same: (value: Value) => unknown): Value[][] {
  const seen = new Set<unknown>();
  const all: Value[][] = [];
  for (const [value, cost] of [...values].sort(([, one], [, other]) => one - other)) {
    const key = same(value);
    if (seen.has(key)) continue;
    seen.add(key);
    while (all.length <= cost) all.push([]);
    all[cost]?.push(value);
  }
  return all;
}

/** Layouts and hashes by the cost of both together; made when they are needed. */
export class Forms {
  readonly #made: Form[][] = [];
  #layouts: Layout[][] | undefined;
  readonly #rightParts: readonly Part[];
  readonly #known: readonly Part[];
  /** The hash of the right message. */
  readonly right: HashForm;
  readonly #usual: HashForm;

  constructor(of: Observed['interface'], hasTime: boolean, hasId: boolean) {
    this.#known = (['clientId', 'timestamp', 'content', 'method', 'path'] as const).filter(
      (part) => (part !== 'timestamp' || hasTime) && (part !== 'clientId' || hasId),
    );
    this.#rightParts = rightParts(of);
    [this.right, this.#usual] = of === 'gateway' ? [sha256Hex, bodyItself] : [bodyItself, sha256Hex];
    const layout: Layout = { parts: this.#rightParts, separator: '.', before: '', after: '' };
    this.#made[0] = [{ hash: this.right, layout }];
  }

  atCost(cost: number): readonly Form[] {
    return (this.#made[cost] ??= [...this.#make(cost)]);
  }

  *#make(cost: number): Generator<Form> {
    if (this.#layouts === undefined) {
      this.#layouts = [[], [], [], []];
      for (const [layout, price] of layoutChoices(this.#rightParts, this.#known))
        this.#layouts[price]?.push(layout);
    }
    for (const [layoutCost, layouts] of this.#layouts.entries()) {
      for (const [hash, price] of hashForms) {
        const hashCost = hash === this.right ? 0 : price + Number(this.right === bodyItself);
        if (hash !== this.#usual && layoutCost + hashCost !== cost) continue;
        for (const layout of layouts) {
          // Who signs the body itself usually has another layout too: together they cost one less.
          const isUsual =
            hash === this.#usual && layoutCost > 0 && layout.parts.length !== this.#rightParts.length;
          if (layoutCost + hashCost - Number(isUsual) !== cost) continue;
          if (hash === this.right || layout.parts.includes('content')) yield { hash, layout };
        }
      }
    }
  }
}

const timesOf = ({ receivedAt, interface: of }: Observed, { timestamp }: HeaderValues): Priced<string>[] => {
  if (timestamp !== undefined)
    return timeChoices(timestamp).filter(([, cost]) => of === 'gateway' || cost <= 1);
  return receivedAt === undefined
    ? []
    : [0, -1, 1, -2, -3].flatMap((by): Priced<string>[] => [[String(receivedAt + by), 1]]);
};

/** A session has no client id; there the gameId may have been signed. */
function idsOf(
  gameId: string | undefined,
  { own, others }: Owned,
  { clientId: sent }: HeaderValues,
): Priced<string>[] {
  const known = [sent, own.clientId ?? sent, gameId].filter((each) => each !== undefined);
  const [id] = [own.clientId, ...known];
  if (id === undefined || gameId !== undefined) return known.map((each) => [each, 0]);
  const around = [' ', '\n', '\r\n', '\t'].map((end) => id + end);
  return [
    ...known.map((each) => [each, 0] as const),
    ...others.flatMap(({ clientId }) => (clientId === undefined ? [] : [[clientId, 1] as const])),
    ...['undefined', 'null', 'None', 'nil', '', '%s', ...['client_id', 'clientId'].flatMap(unfilled)].map(
      (word) => [word, 2] as const,
    ),
    ...[id.toUpperCase(), id.toLowerCase(), ` ${id}`, `"${id}"`, `'${id}'`, ...around].map(
      (form) => [form, 1] as const,
    ),
  ];
}

function* keysOf(
  gameId: string | undefined,
  { own, others }: Owned,
  right: Priced<Uint8Array>,
): Generator<Priced<Uint8Array>> {
  yield right;
  const ids = [own.clientId, gameId, ...others.map(({ clientId }) => clientId)].filter(
    (id) => id !== undefined,
  );
  for (const id of ids) yield [text(id), 1];
  for (const id of ids)
    yield* [`${id}${own.secret}`, `${id}:${own.secret}`, `${id}.${own.secret}`, `${own.secret}${id}`].map(
      (key) => [text(key), 2] as const,
    );
  for (const [secret, paid] of [
    [own.secret, 0],
    ...others.map(({ secret: other }) => [other, 1] as const),
  ] as const) {
    yield [text(secret), paid];
    for (const form of keyForms) {
      const key = form.make(secret);
      if (key !== undefined && (key.length > 0 || form.id === 'secret-empty')) yield [key, form.cost + paid];
    }
  }
  for (const form of keyForms) {
    const first = form.cost === 1 ? form.make(own.secret) : undefined;
    if (first === undefined || form.id === 'secret-empty' || form.id === 'secret-undefined') continue;
    const middle = Buffer.from(first).toString('utf8');
    if (!Buffer.from(middle).equals(Buffer.from(first))) continue;
    for (const second of keyForms.filter(({ cost }) => cost === 1)) {
      const key = second.make(middle);
      if (key !== undefined && key.length > 0) yield [key, 2];
    }
  }
}
