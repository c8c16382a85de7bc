import type { BodyForm } from './body-form.js';
import type { Binary, Choice } from './choice.js';
import type { Parts } from './knobs.js';
import type { Reading } from './reading.js';
import { trueCauses } from './true-causes.js';
import {
  isLarge,
  OutOfTime,
  type Attempt,
  type Match,
  type Product,
  type Signer,
  type Space,
} from './space.js';

export interface Limits {
  /** Whether the time is up. Asked once every 256 attempts; for large bodies at each, and before each form of all but small ones. */
  readonly isOver: () => boolean;
  readonly deep: boolean;
}

/** The parts of the current attempt. The body becomes text only if the layout contains it. */
class MessageParts implements Parts {
  clientId = '';
  timestamp = '';
  hash = '';
  secret = '';

  constructor(
    readonly method: string,
    readonly path: string,
    readonly url: string,
    public form: BodyForm,
  ) {}

  get body(): Binary {
    return this.form.binary;
  }

  get bodyText(): Binary {
    return JSON.stringify(this.form.binary);
  }
}

type Entries = readonly (readonly [knob: string, choices: Iterable<Choice<unknown>>])[];

/** Makes attempts and keeps those that match. */
export class Run {
  tried = 0;
  readonly matches: Match[] = [];
  private readonly parts: MessageParts;
  private readonly seldom: number;

  constructor(
    private readonly space: Space,
    private readonly limits: Limits,
  ) {
    // One attempt on a large body takes milliseconds, so each one checks the clock.
    this.seldom = isLarge(space) ? 0 : 255;
    this.parts = new MessageParts(space.method, space.path, space.url, space.right.body.value);
  }

  /** Tries each choice of each knob with each of the others. It pauses as often as it asks for the time. */
  try({ construction = this.space.plain, ...lists }: Product): Generator<void, void> {
    return this.together(Object.entries(lists), {}, construction);
  }

  private *together(
    [entry, ...more]: Entries,
    change: Partial<Attempt>,
    constructions: Iterable<Choice<Signer>>,
  ): Generator<void, void> {
    if (entry === undefined) yield* this.attempt(change, constructions);
    else
      for (const choice of entry[1])
        yield* this.together(more, { ...change, [entry[0]]: choice }, constructions);
  }

  private *attempt(change: Partial<Attempt>, constructions: Iterable<Choice<Signer>>): Generator<void, void> {
    let message: Binary | undefined;
    for (const construction of constructions) {
      message ??= this.message(change);
      this.compare(change, message, construction);
      if ((this.tried & this.seldom) === 0) yield;
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

  private compare(change: Partial<Attempt>, message: Binary, construction: Choice<Signer>): void {
    this.tried += 1;
    if ((this.tried & this.seldom) === 0 && this.limits.isOver()) throw new OutOfTime();
    const digest = construction.value.digest(this.parts.secret, message);
    // It does not apply to this message.
    if (digest === '') return;
    for (const reading of construction.value.readings) {
      if (reading.matches(digest)) this.found({ ...this.space.right, ...change }, construction, reading);
    }
  }

  private found(attempt: Attempt, construction: Choice<Signer>, reading: Reading): void {
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
      says: Object.fromEntries(
        choices.flatMap(({ says = {}, causes }) =>
          typeof says === 'string' ? [[causes.at(-1) ?? '', says]] : Object.entries(says),
        ),
      ),
      attempt,
    });
  }

  /** The likeliest first: each further cause counts 1. Each set of causes appears once. */
  sorted(): Match[] {
    const byCauses = new Map<string, Match>();
    const rank = ({ causes, cost }: Match): number => cost + causes.length;
    const sent = this.space.right.body.value.bytes;
    const ordered = this.matches.sort((one, other) => rank(one) - rank(other));
    for (const match of ordered.map((each) => trueCauses(each, sent))) {
      const key = [...match.causes].sort().join(' ');
      if (!byCauses.has(key)) byCauses.set(key, match);
    }
    return [...byCauses.values()];
  }
}
