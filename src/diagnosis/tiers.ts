import type { Choice } from './choice.js';
import { isLarge, mostCombined, type Run } from './run.js';
import type { Attempt, Space } from './space.js';

/** A part of the space. Tiers are tried in their order. */
interface Tier {
  readonly name: string;
  readonly deepOnly?: true;
  readonly run: (run: Run, space: Space) => void;
}

/** The knobs that have lists, in the order in which they are tried. */
const knobs = [
  ['body', 'prints'],
  ['body', 'texts'],
  ['body', 'otherBodies'],
  ['hash', 'hashes'],
  ['layout', 'layouts'],
  ['timestamp', 'timestamps'],
  ['clientId', 'clientIds'],
  ['secret', 'secrets'],
] as const satisfies readonly (readonly [keyof Attempt, keyof Space])[];

/** Choices of some knobs that are tried together. */
type Lists = { readonly [Knob in keyof Attempt]?: Iterable<Attempt[Knob]> };

type Entries = readonly (readonly [knob: string, choices: Iterable<Choice<unknown>>])[];

function together(
  entries: Entries,
  change: Partial<Attempt>,
  attempt: (change: Partial<Attempt>) => void,
  at = 0,
): void {
  const entry = entries[at];
  if (entry === undefined) {
    attempt(change);
    return;
  }
  const [knob, choices] = entry;
  for (const choice of choices) together(entries, { ...change, [knob]: choice }, attempt, at + 1);
}

function plainly(run: Run, all: readonly Lists[], change: Partial<Attempt> = {}): void {
  for (const lists of all)
    together(Object.entries(lists), change, (each) => {
      run.plain(each);
    });
}

function mistakenly(run: Run, all: readonly Lists[]): void {
  for (const lists of all)
    together(Object.entries(lists), {}, (each) => {
      run.mistaken(each);
    });
}

const plain =
  (listsOf: (space: Space) => readonly Lists[]): Tier['run'] =>
  (run, space) => {
    plainly(run, listsOf(space));
  };

export const tiers: readonly Tier[] = [
  { name: 'nothing but the output', run: plain(() => [{}]) },
  {
    // Before the time goes into hashing it hundreds of times.
    name: 'the commonest encoders of a large body',
    run: plain((space) => (isLarge(space) ? [{ body: commonest(space) }] : [])),
  },
  ...largeTiers([0, 1.1, 2.1]),
  { name: 'one cause outside the body', run: outsideTheBody },
  { name: 'one cause in the body', run: plain(({ prints, texts }) => [{ body: prints }, { body: texts }]) },
  { name: 'one cause: another body', run: plain(({ otherBodies }) => [{ body: otherBodies }]) },
  { name: 'two causes of one helper', run: kin },
  { name: 'many causes in the body', run: plain((space) => [{ body: space.unlikelyPrints(4) }]) },
  ...pairTiers([0, 2.5]),
  { name: 'one cause of a kind with many ways', run: plain(manyWays) },
  ...pairTiers([2.5, 3.5, 4.2]),
  { name: 'another order of the fields and another cause', run: reordered },
  { name: 'many causes in the body and another', run: unlikely },
  { name: 'recipes', run: recipes },
  ...pairTiers([4.2, 5.2, 7, Infinity]),
  { name: 'deep', deepOnly: true, run: deep },
];

const commonestIds = ['body-json-compact', 'body-keys-sorted', 'body-json-python', 'body-json-php'];

const commonest = ({ prints }: Space): Space['prints'] =>
  commonestIds.flatMap((id) => prints.find(({ causes }) => causes.join(' ') === id) ?? []);

/** One cause of a large body, the commonest of all knobs first: no time is left for them after all of one knob. */
function largeTiers(costs: readonly number[]): Tier[] {
  return costs.slice(1).map((most, at) => ({
    name: `common causes of a large body, up to ${String(most)}`,
    run: (run, space) => {
      if (!isLarge(space)) return;
      const above = costs[at] ?? 0;
      const within = ({ cost }: Choice<unknown>): boolean => cost > above && cost <= most;
      run.mistaken({}, above, most);
      // A print of the body takes far longer than another key.
      for (const [knob, list] of [...knobs.slice(3), ...knobs.slice(0, 3)])
        for (const choice of space[list]) if (within(choice)) run.plain({ [knob]: choice });
    },
  }));
}

function manyWays({ manyLayouts, manyBodies, manySecrets, farTimestamps }: Space): readonly Lists[] {
  return [
    { layout: manyLayouts },
    { body: manyBodies },
    { secret: manySecrets },
    { timestamp: farTimestamps },
  ];
}

function outsideTheBody(run: Run, space: Space): void {
  run.mistaken({}, -Infinity, Infinity);
  for (const [knob, list] of knobs) if (knob !== 'body') plainly(run, [{ [knob]: space[list] }]);
  plainly(run, [{ timestamp: space.manyTimestamps }]);
}

/** Each is rare, but one helper function of the sender makes both: an encoding for every text, a hex function for every digest. */
const helpers: readonly (readonly [body: string, secret: string])[] = [
  ['body-charset-utf16', 'secret-utf16'],
  ['body-base64', 'secret-base64-encoded'],
  ['body-urlencoded-whole', 'secret-url-decoded'],
];

function kin(run: Run, space: Space): void {
  for (const [bodyCause, secretCause] of helpers) {
    const secret = space.secrets.filter(({ causes }) => causes.includes(secretCause));
    const body = space.texts.filter(({ causes }) => causes.includes(bodyCause));
    plainly(run, [{ secret, body }]);
    mistakenly(run, [{ secret }]);
  }
}

/** Two causes, the commonest pairs first: each tier has the pairs between two costs. */
function pairTiers(costs: readonly number[]): Tier[] {
  return costs.slice(1).map((most, at) => ({
    name: `two causes, up to ${String(most)}`,
    run: (run, space) => {
      pairs(run, space, costs[at] ?? 0, most);
    },
  }));
}

function pairs(run: Run, space: Space, above: number, most: number): void {
  const within = (cost: number): boolean => cost > above && cost <= most;
  for (const [at, [knob, list]] of knobs.entries()) {
    for (const choice of space[list]) {
      const change = { [knob]: choice };
      run.mistaken(change, above - choice.cost, Math.min(most - choice.cost, mostCombined));
      for (const [otherKnob, otherList] of knobs.slice(at + 1)) {
        if (otherKnob === knob) continue;
        for (const other of space[otherList]) {
          if (within(choice.cost + other.cost)) run.plain({ ...change, [otherKnob]: other });
        }
      }
    }
  }
  for (const body of space.composedBodies(most)) if (within(body.cost)) run.plain({ body });
  for (const secret of space.composedSecrets) if (within(secret.cost)) run.plain({ secret });
  // There are many timestamps, so a pair with one of them costs 1 more.
  const times = space.manyTimestamps;
  for (const cost of new Set(times.map((each) => each.cost))) {
    const timestamp = times.filter((each) => each.cost === cost);
    for (const [knob, list] of knobs) {
      if (knob === 'timestamp') continue;
      const fitting = [...space[list]].filter((other) => within(cost + other.cost + 1));
      if (fitting.length > 0) plainly(run, [{ timestamp, [knob]: fitting }]);
    }
  }
}

const upTo = <Value>(choices: readonly Choice<Value>[], cost: number): Choice<Value>[] =>
  choices.filter((choice) => choice.cost < cost);

function unlikely(run: Run, space: Space): void {
  const { hashes: hash, timestamps: timestamp, clientIds: clientId } = space;
  const others = [
    { hash },
    { layout: upTo(space.layouts, 2) },
    { timestamp },
    { clientId },
    { secret: upTo(space.secrets, 3) },
  ];
  for (const body of space.unlikelyPrints(2.5)) {
    run.mistaken({ body });
    plainly(run, others, { body });
  }
}

/**
 * The combinations of other providers and of helper libraries: their way to read the secret, their layout, and the
 * body hashed or inserted as it is. Every knob may be wrong, but only in a usual way.
 */
function recipes(run: Run, space: Space): void {
  const { timestamps: timestamp, clientIds: clientId } = space;
  const body = [...upTo(space.prints, 1.2), ...upTo(space.texts, 2)];
  const secret = upTo(space.secrets, 2);
  const hash = upTo(space.hashes, 2.4);
  const layout = upTo(space.layouts, 2.5);
  const usual = upTo(space.layouts, 2);
  plainly(run, [
    { layout, hash, secret },
    { layout, hash, body },
    { layout, hash, clientId },
    { layout, hash, timestamp },
    { layout: usual, secret, body },
    { secret, body, hash },
    { secret, body, clientId },
    { secret, body, timestamp },
  ]);
  mistakenly(run, [
    { layout, hash },
    { layout: usual, secret },
    { layout: usual, body },
    { secret, body },
  ]);
  for (const composed of space.composedBodies(3.5)) {
    run.mistaken({ body: composed });
    plainly(run, [{ hash }, { layout: usual }, { secret }], { body: composed });
  }
}

function reordered(run: Run, space: Space): void {
  const common = <Value>(choices: readonly Choice<Value>[]) => upTo(choices, 1.5);
  const body = space.manyBodies.filter(
    ({ causes, cost }) => cost < 3.05 && causes.includes('body-keys-sorted'),
  );
  mistakenly(run, [{ body }]);
  plainly(run, [
    { hash: common(space.hashes), body },
    { layout: common(space.layouts), body },
    { secret: common(space.secrets), body },
  ]);
}

function deep(run: Run, space: Space): void {
  const secret = upTo(space.secrets, 3);
  const body = [...upTo(space.prints, 2), ...upTo(space.texts, 3)];
  plainly(run, [{ timestamp: space.manyTimestamps, body, secret }]);
  const layout = upTo(space.layouts, 2.5);
  for (const print of space.unlikelyPrints(2.5)) plainly(run, [{ secret, layout }], { body: print });
}
