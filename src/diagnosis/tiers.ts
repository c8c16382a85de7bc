import type { Choice } from './choice.js';
import type { Run } from './run.js';
import type { Attempt, Space } from './space.js';

/** A part of the space; they are tried in their order. */
interface Tier {
  readonly name: string;
  readonly deepOnly: boolean;
  readonly run: (run: Run, space: Space) => void;
}

/** The knobs with a list of their own, in the order in which their changes are tried. */
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

export const tiers: readonly Tier[] = [
  {
    name: 'nothing but the output',
    deepOnly: false,
    run: (run) => {
      run.plain({});
    },
  },
  {
    // Before the time is spent on hashing it some hundred times.
    name: 'the commonest encoders of a large body',
    deepOnly: false,
    run: (run, space) => {
      if (run.isLarge) for (const body of space.prints.slice(0, 4)) run.plain({ body });
    },
  },
  {
    name: 'one cause outside the body',
    deepOnly: false,
    run: (run, space) => {
      run.mistaken({});
      for (const [knob, list] of knobs.filter(([each]) => each !== 'body')) {
        for (const choice of space[list]) run.plain({ [knob]: choice });
      }
      for (const timestamp of space.manyTimestamps) run.plain({ timestamp });
    },
  },
  {
    name: 'one cause in the body',
    deepOnly: false,
    run: (run, space) => {
      // No two prints are alike.
      for (const body of space.prints) {
        run.plain({ body });
        if (run.matches.length > 0) break;
      }
      for (const body of space.texts) run.plain({ body });
    },
  },
  {
    name: 'one cause: another body',
    deepOnly: false,
    run: (run, space) => {
      for (const body of space.otherBodies) run.plain({ body });
    },
  },
  { name: 'two causes of one helper', deepOnly: false, run: kin },
  {
    name: 'many causes in the body',
    deepOnly: false,
    run: (run, space) => {
      for (const body of space.unlikelyPrints(4)) run.plain({ body });
    },
  },
  ...pairTiers([0, 2.5, 3.5, 4.2]),
  { name: 'many causes in the body and another', deepOnly: false, run: unlikely },
  { name: 'recipes', deepOnly: false, run: recipes },
  ...pairTiers([4.2, 5.2, 7, Infinity]),
  { name: 'deep', deepOnly: true, run: deep },
];

/** Rare by themselves, but one helper of the sender makes both: an encoding for every text, a hex function for every digest. */
const helpers: readonly (readonly [body: string, secret: string])[] = [
  ['body-charset-utf16', 'secret-utf16'],
  ['body-base64', 'secret-base64-encoded'],
  ['body-urlencoded-whole', 'secret-url-decoded'],
];

function kin(run: Run, space: Space): void {
  for (const [bodyCause, secretCause] of helpers) {
    const secrets = space.secrets.filter(({ causes }) => causes.includes(secretCause));
    for (const secret of secrets) {
      for (const body of space.texts.filter(({ causes }) => causes.includes(bodyCause)))
        run.plain({ body, secret });
      run.mistaken({ secret });
    }
  }
}

/** Two causes, those that are commonest together first: each tier takes the pairs between two costs. */
function pairTiers(costs: readonly number[]): Tier[] {
  return costs.slice(1).map((most, at) => ({
    name: `two causes, up to ${String(most)}`,
    deepOnly: false,
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
      run.mistaken(change, above - choice.cost, most - choice.cost);
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
  // There are many of them, so each step of the cost stands for one that is two higher elsewhere.
  for (const timestamp of space.manyTimestamps) {
    for (const [knob, list] of knobs) {
      if (knob === 'timestamp') continue;
      for (const other of space[list]) {
        if (within(timestamp.cost + other.cost + 1)) run.plain({ timestamp, [knob]: other });
      }
    }
  }
}

function unlikely(run: Run, space: Space): void {
  const secrets = upTo(space.secrets, 3);
  const layouts = upTo(space.layouts, 2);
  for (const body of space.unlikelyPrints(2.5)) {
    run.mistaken({ body });
    for (const hash of space.hashes) run.plain({ body, hash });
    for (const layout of layouts) run.plain({ body, layout });
    for (const timestamp of space.timestamps) run.plain({ body, timestamp });
    for (const clientId of space.clientIds) run.plain({ body, clientId });
    for (const secret of secrets) run.plain({ body, secret });
  }
}

const upTo = <Value>(choices: readonly Choice<Value>[], cost: number): Choice<Value>[] =>
  choices.filter((choice) => choice.cost < cost);

/**
 * What providers and helpers do together: a secret read their way, a layout of theirs, and a body hashed or put in
 * as it is; every knob may be off, but only in the usual ways.
 */
function recipes(run: Run, space: Space): void {
  const bodies = [...upTo(space.prints, 1.2), ...upTo(space.texts, 2)];
  const secrets = upTo(space.secrets, 2);
  const hashes = upTo(space.hashes, 2.4);
  const layouts = upTo(space.layouts, 2.5);
  const plainLayouts = upTo(space.layouts, 2);
  for (const layout of layouts) {
    for (const hash of hashes) {
      for (const secret of secrets) run.plain({ layout, hash, secret });
      for (const body of bodies) run.plain({ layout, hash, body });
      for (const clientId of space.clientIds) run.plain({ layout, hash, clientId });
      for (const timestamp of space.timestamps) run.plain({ layout, hash, timestamp });
      run.mistaken({ layout, hash });
    }
  }
  for (const layout of plainLayouts) {
    for (const secret of secrets) {
      run.mistaken({ layout, secret });
      for (const body of bodies) run.plain({ layout, secret, body });
    }
    for (const body of bodies) run.mistaken({ layout, body });
  }
  for (const secret of secrets) {
    for (const body of bodies) {
      run.mistaken({ secret, body });
      for (const hash of hashes) run.plain({ secret, body, hash });
      for (const clientId of space.clientIds) run.plain({ secret, body, clientId });
      for (const timestamp of space.timestamps) run.plain({ secret, body, timestamp });
    }
  }
  for (const body of space.composedBodies(3.5)) {
    run.mistaken({ body });
    for (const hash of hashes) run.plain({ body, hash });
    for (const layout of plainLayouts) run.plain({ body, layout });
    for (const secret of secrets) run.plain({ body, secret });
  }
}

function deep(run: Run, space: Space): void {
  const bodies = [...upTo(space.prints, 2), ...upTo(space.texts, 3)];
  const secrets = upTo(space.secrets, 3);
  for (const timestamp of space.manyTimestamps) {
    for (const body of bodies) {
      for (const secret of secrets) run.plain({ timestamp, body, secret });
    }
  }
  for (const body of space.unlikelyPrints(2.5)) {
    for (const secret of secrets) {
      for (const layout of upTo(space.layouts, 2.5)) run.plain({ body, secret, layout });
    }
  }
}
