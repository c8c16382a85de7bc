import type { BodyForm } from './body-form.js';
import type { Binary, Choice } from './choice.js';
import type { BodyHash, Construction, Layout, Parts } from './knobs.js';
import type { Reading } from './observed.js';

/** The knobs of a signature with the choices of each; the right one first stands in `right`. */
export interface Space {
  readonly right: Attempt;
  /** The same text in other bytes. */
  readonly texts: readonly Choice<BodyForm>[];
  /** Serialised anew in a likely way; these and the other forms are made when first asked for. */
  readonly prints: readonly Choice<BodyForm>[];
  /** No JSON any more, or not all of it. */
  readonly otherBodies: readonly Choice<BodyForm>[];
  /** A serialisation and a change of its text, two causes on one knob. */
  readonly composedBodies: (mostCost: number) => Iterable<Choice<BodyForm>>;
  /** Serialised anew in unlikely ways. */
  readonly unlikelyPrints: (mostCost: number) => Iterable<Choice<BodyForm>>;
  readonly hashes: readonly Choice<BodyHash>[];
  readonly layouts: readonly Choice<Layout>[];
  readonly timestamps: readonly Choice<string>[];
  readonly manyTimestamps: readonly Choice<string>[];
  /** As binary strings of their UTF-8. */
  readonly clientIds: readonly Choice<Binary>[];
  readonly secrets: readonly Choice<Binary>[];
  /** Another secret with a mistake of its own: two causes on one knob. */
  readonly composedSecrets: readonly Choice<Binary>[];
  readonly method: string;
  readonly path: string;
  /** The output readings of the observed signature, with what can make a digest of that length. */
  readonly outputs: readonly Output[];
}

export interface Output {
  readonly readings: readonly Reading[];
  /** Without a mistake of their own, as far as the digest's length allows. */
  readonly plain: readonly Choice<Construction>[];
  readonly mistaken: readonly Choice<Construction>[];
}

/** One setting of every knob but the construction. */
export interface Attempt {
  readonly body: Choice<BodyForm>;
  readonly hash: Choice<BodyHash>;
  readonly layout: Choice<Layout>;
  readonly timestamp: Choice<string>;
  readonly clientId: Choice<Binary>;
  readonly secret: Choice<Binary>;
}

/** An attempt that reproduces the observed signature exactly. */
export interface Match {
  readonly causes: readonly string[];
  readonly cost: number;
  /** What the variants are, in words, as far as there is more to say than the causes do. */
  readonly as: readonly string[];
  readonly attempt: Attempt;
}

export interface Limits {
  /** Whether the time is up; asked every some hundred attempts. */
  readonly isOver: () => boolean;
  readonly deep: boolean;
}

export interface Searched {
  /** Simplest first; empty when nothing reproduces the signature. */
  readonly matches: readonly Match[];
  readonly tried: number;
  /** The budget ended before the space did. */
  readonly cutShort: boolean;
  /** The tiers that were tried to their end, by name. */
  readonly tiersDone: readonly string[];
}

class OutOfTime extends Error {}

const largeBody = 64 * 1024;

/**
 * Tries the space by rising cost, a tier at a time, and ends with the first tier that has a match: all matches of
 * that tier reproduce the same signature, so the others are told beside the simplest.
 */
export function search(space: Space, limits: Limits): Searched {
  const run = new Run(space, limits);
  const tiersDone: string[] = [];
  // Without a digest there is no attempt, at which alone the clock is asked.
  if (space.outputs.length === 0) return { matches: [], tried: 0, cutShort: false, tiersDone };
  try {
    for (const tier of tiers) {
      if (tier.deepOnly && !limits.deep) continue;
      tier.run(run, space);
      tiersDone.push(tier.name);
      if (run.matches.length > 0) break;
    }
  } catch (error) {
    if (!(error instanceof OutOfTime)) throw error;
    return { matches: run.sorted(), tried: run.tried, cutShort: true, tiersDone };
  }
  return { matches: run.sorted(), tried: run.tried, cutShort: false, tiersDone };
}

/** The parts of the attempt at hand; a body is turned to text only for a layout that puts it in. */
class MessageParts implements Parts {
  clientId = '';
  timestamp = '';
  hash = '';
  secret = '';

  constructor(
    readonly method: string,
    readonly path: string,
    public form: BodyForm,
  ) {}

  get body(): Binary {
    return this.form.binary;
  }
}

class Run {
  tried = 0;
  readonly matches: Match[] = [];
  private readonly parts: MessageParts;
  private readonly seldom: number;
  readonly isLarge: boolean;

  constructor(
    private readonly space: Space,
    private readonly limits: Limits,
  ) {
    // An attempt on a large body takes milliseconds, so the clock is asked at each.
    this.isLarge = space.right.body.value.bytes.byteLength > largeBody;
    this.seldom = this.isLarge ? 0 : 255;
    this.parts = new MessageParts(space.method, space.path, space.right.body.value);
  }

  /** With the constructions that the digest's length makes plain. */
  plain(change: Partial<Attempt>): void {
    let message: Binary | undefined;
    for (const output of this.space.outputs) {
      for (const construction of output.plain) {
        message ??= this.message(change);
        this.compare(change, message, construction, output);
      }
    }
  }

  /** With the constructions that are a mistake of their own and cost as much. */
  mistaken(change: Partial<Attempt>, above = -Infinity, most = Infinity): void {
    let message: Binary | undefined;
    for (const output of this.space.outputs) {
      for (const construction of output.mistaken) {
        if (construction.cost <= above || construction.cost > most) continue;
        message ??= this.message(change);
        this.compare(change, message, construction, output);
      }
    }
  }

  private message(change: Partial<Attempt>): Binary {
    const { right } = this.space;
    const { parts } = this;
    const body = (change.body ?? right.body).value;
    parts.clientId = (change.clientId ?? right.clientId).value;
    parts.timestamp = (change.timestamp ?? right.timestamp).value;
    parts.secret = (change.secret ?? right.secret).value;
    parts.hash = (change.hash ?? right.hash).value(body, parts.secret);
    parts.form = body;
    return (change.layout ?? right.layout).value(parts);
  }

  private compare(
    change: Partial<Attempt>,
    message: Binary,
    construction: Choice<Construction>,
    { readings }: Output,
  ): void {
    this.tried += 1;
    if ((this.tried & this.seldom) === 0 && this.limits.isOver()) throw new OutOfTime();
    const digest = construction.value(this.parts.secret, message);
    for (const reading of readings) {
      if (reading.matches(digest)) this.found({ ...this.space.right, ...change }, construction, reading);
    }
  }

  private found(attempt: Attempt, construction: Choice<Construction>, reading: Reading): void {
    const choices = [
      attempt.body,
      attempt.hash,
      attempt.layout,
      attempt.timestamp,
      attempt.clientId,
      attempt.secret,
      construction,
      reading,
    ];
    this.matches.push({
      causes: [...new Set(choices.flatMap(({ causes }) => causes))],
      cost: choices.reduce((sum, { cost }) => sum + cost, 0),
      as: choices.flatMap(({ as }) => (as === undefined ? [] : [as])),
      attempt,
    });
  }

  /** The likeliest first, where each further cause counts as much as a class; each set of causes once. */
  sorted(): Match[] {
    const byCauses = new Map<string, Match>();
    const rank = ({ causes, cost }: Match): number => cost + causes.length;
    const ordered = this.matches.sort((one, other) => rank(one) - rank(other));
    for (const match of ordered) {
      const key = [...match.causes].sort().join(' ');
      if (!byCauses.has(key)) byCauses.set(key, match);
    }
    return [...byCauses.values()];
  }
}

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

const tiers: readonly Tier[] = [
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
