import type { Choice } from './choice.js';
import type { Attempt, Lists, Product } from './space.js';

/** A part of the space. Tiers are tried in their order. */
interface Tier {
  readonly name: string;
  /** Only in a deep search, or only for a large body. */
  readonly only?: 'deep' | 'large';
  /** Also for a body that is too large for the others. */
  readonly huge?: true;
  readonly products: (lists: Lists) => Iterable<Product>;
}

/** The knobs with the lists that are combined with each other, in the order in which they are tried. */
const knobs = [
  ['body', 'prints'],
  ['body', 'texts'],
  ['body', 'otherBodies'],
  ['hash', 'hashes'],
  ['layout', 'layouts'],
  ['timestamp', 'timestamps'],
  ['clientId', 'clientIds'],
  ['secret', 'secrets'],
  ['construction', 'constructions'],
] as const satisfies readonly (readonly [keyof Attempt | 'construction', keyof Lists])[];

const ofBody = knobs.slice(0, 3);
const outsideBody = knobs.slice(3);

const upTo = <Value>(choices: readonly Choice<Value>[], cost: number): Choice<Value>[] =>
  choices.filter((choice) => choice.cost < cost);

export const tiers: readonly Tier[] = [
  { name: 'nothing but the output', huge: true, products: () => [{}] },
  {
    // Before the time goes into hashing it hundreds of times.
    name: 'the commonest encoders of a large body',
    only: 'large',
    huge: true,
    products: (lists) => [{ body: commonest(lists) }],
  },
  ...largeTiers([0, 1.1, 2.1]),
  {
    name: 'one cause outside the body',
    huge: true,
    products: (lists) => [
      ...outsideBody.map(([knob, list]): Product => ({ [knob]: lists[list]() })),
      { timestamp: lists.manyTimestamps() },
    ],
  },
  { name: 'one cause in the body', products: (lists) => [{ body: lists.prints() }, { body: lists.texts() }] },
  { name: 'one cause: another body', products: (lists) => [{ body: lists.otherBodies() }] },
  { name: 'two causes of one helper', products: kin },
  { name: 'many causes in the body', products: (lists) => [{ body: lists.unlikelyPrints(4) }] },
  ...pairTiers([0, 2.5]),
  {
    name: 'one cause of a kind with many ways',
    products: (lists) => [
      { layout: lists.manyLayouts() },
      { body: lists.manyBodies() },
      { secret: lists.manySecrets() },
      { timestamp: lists.farTimestamps() },
    ],
  },
  ...pairTiers([2.5, 3.5, 4.2]),
  { name: 'another order of the fields and another cause', products: reordered },
  { name: 'many causes in the body and another', products: unlikely },
  { name: 'recipes', products: recipes },
  ...pairTiers([4.2, 5.2, 7, Infinity]),
  { name: 'deep', only: 'deep', products: deep },
];

const commonestIds = [
  'body-json-compact',
  'body-keys-sorted',
  'body-json-python',
  'body-json-php',
  'body-json-js',
];

const commonest = ({ prints }: Lists): Attempt['body'][] =>
  commonestIds.flatMap((id) => prints().find(({ causes }) => causes.join(' ') === id) ?? []);

/** One cause of a large body, the commonest of all knobs first: no time is left for them after all of one knob. */
function largeTiers(costs: readonly number[]): Tier[] {
  return costs.slice(1).map((most, at) => ({
    name: `common causes of a large body, up to ${String(most)}`,
    only: 'large',
    products: (lists) =>
      // A print of the body takes far longer than another key.
      [...outsideBody, ...ofBody].map(([knob, list]): Product => {
        const above = costs[at] ?? 0;
        return { [knob]: lists[list]().filter(({ cost }) => cost > above && cost <= most) };
      }),
  }));
}

/** Each is rare, but one helper function of the sender makes both: an encoding for every text, a hex function for every digest. */
const helpers: readonly (readonly [body: string, secret: string])[] = [
  ['body-charset-utf16', 'secret-utf16'],
  ['body-base64', 'secret-base64-encoded'],
  ['body-urlencoded-whole', 'secret-url-decoded'],
];

function kin({ secrets, texts, constructions }: Lists): Product[] {
  return helpers.flatMap(([bodyCause, secretCause]) => {
    const secret = secrets().filter(({ causes }) => causes.includes(secretCause));
    const body = texts().filter(({ causes }) => causes.includes(bodyCause));
    return [
      { secret, body },
      { secret, construction: constructions() },
    ];
  });
}

/** Two causes, the commonest pairs first: each tier has the pairs between two costs. */
function pairTiers(costs: readonly number[]): Tier[] {
  return costs.slice(1).map((most, at) => ({
    name: `two causes, up to ${String(most)}`,
    products: (lists) => pairs(lists, costs[at] ?? 0, most),
  }));
}

function* pairs(lists: Lists, above: number, most: number): Generator<Product> {
  const within = (cost: number): boolean => cost > above && cost <= most;
  for (const [at, [knob, list]] of knobs.entries())
    for (const choice of lists[list]())
      for (const [otherKnob, otherList] of knobs.slice(at + 1))
        if (otherKnob !== knob) {
          const fitting = lists[otherList]().filter((other) => within(choice.cost + other.cost));
          if (fitting.length > 0) yield { [knob]: [choice], [otherKnob]: fitting };
        }
  for (const body of lists.composedBodies(most)) if (within(body.cost)) yield { body: [body] };
  yield { secret: lists.composedSecrets().filter(({ cost }) => within(cost)) };
  // There are many timestamps, so a pair with one of them costs 1 more.
  const times = lists.manyTimestamps();
  for (const cost of new Set(times.map((each) => each.cost))) {
    const timestamp = times.filter((each) => each.cost === cost);
    for (const [knob, list] of knobs)
      if (knob !== 'timestamp' && knob !== 'construction')
        yield { [knob]: lists[list]().filter((other) => within(cost + other.cost + 1)), timestamp };
  }
}

function* unlikely(lists: Lists): Generator<Product> {
  const others: readonly Product[] = [
    { construction: lists.constructions() },
    { hash: lists.hashes() },
    { layout: upTo(lists.layouts(), 2) },
    { timestamp: lists.timestamps() },
    { clientId: lists.clientIds() },
    { secret: upTo(lists.secrets(), 3) },
  ];
  for (const body of lists.unlikelyPrints(2.5)) for (const other of others) yield { body: [body], ...other };
}

/**
 * The combinations of other providers and of helper libraries: their way to read the secret, their layout, and the
 * body hashed or inserted as it is. Every knob may be wrong, but only in a usual way.
 */
function* recipes(lists: Lists): Generator<Product> {
  const [timestamp, clientId, construction] = [lists.timestamps(), lists.clientIds(), lists.constructions()];
  const body = [...upTo(lists.prints(), 1.2), ...upTo(lists.texts(), 2)];
  const secret = upTo(lists.secrets(), 2);
  const hash = upTo(lists.hashes(), 2.4);
  const layout = upTo(lists.layouts(), 2.5);
  const usual = upTo(lists.layouts(), 2);
  yield* [
    { layout, hash, secret },
    { layout, hash, body },
    { layout, hash, clientId },
    { layout, hash, timestamp },
    { layout: usual, secret, body },
    { secret, body, hash },
    { secret, body, clientId },
    { secret, body, timestamp },
    { layout, hash, construction },
    { layout: usual, secret, construction },
    { layout: usual, body, construction },
    { secret, body, construction },
  ];
  for (const composed of lists.composedBodies(3.5))
    for (const other of [{ construction }, { hash }, { layout: usual }, { secret }])
      yield { body: [composed], ...other };
}

function reordered(lists: Lists): Product[] {
  const common = <Value>(choices: readonly Choice<Value>[]) => upTo(choices, 1.5);
  const body = lists
    .manyBodies()
    .filter(({ causes, cost }) => cost < 3.05 && causes.includes('body-keys-sorted'));
  return [
    { body, construction: lists.constructions() },
    { hash: common(lists.hashes()), body },
    { layout: common(lists.layouts()), body },
    { secret: common(lists.secrets()), body },
  ];
}

function* deep(lists: Lists): Generator<Product> {
  const secret = upTo(lists.secrets(), 3);
  const body = [...upTo(lists.prints(), 2), ...upTo(lists.texts(), 3)];
  yield { timestamp: lists.manyTimestamps(), body, secret };
  const layout = upTo(lists.layouts(), 2.5);
  for (const print of lists.unlikelyPrints(2.5)) yield { secret, layout, body: [print] };
}
