import type { BodyForm } from './body-form.js';
import type { Binary, Choice } from './choice.js';
import type { Construction, Parts } from './knobs.js';
import type { Reading } from './reading.js';
import type { Attempt, Match, Output, Space } from './space.js';

export interface Limits {
  /** Whether the time is up. Asked once every 256 attempts, on large bodies at each. */
  readonly isOver: () => boolean;
  readonly deep: boolean;
}

export class OutOfTime extends Error {}

/** A construction that costs more is tried alone. */
export const mostCombined = 9;

const largeBody = 64 * 1024;

export const isLarge = ({ right }: Space): boolean => right.body.value.bytes.byteLength > largeBody;

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

  /** With the construction that the digest’s length asks for. */
  plain(change: Partial<Attempt>): void {
    let message: Binary | undefined;
    for (const output of this.space.outputs) {
      for (const construction of output.plain) {
        message ??= this.message(change);
        this.compare(change, message, construction, output);
      }
    }
  }

  /** With the constructions that are themselves a mistake, within these costs. */
  mistaken(change: Partial<Attempt>, above = -Infinity, most = mostCombined): void {
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
    // It does not apply to this message.
    if (digest === '') return;
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
    const ordered = this.matches.sort((one, other) => rank(one) - rank(other));
    for (const match of ordered) {
      const key = [...match.causes].sort().join(' ');
      if (!byCauses.has(key)) byCauses.set(key, match);
    }
    return [...byCauses.values()];
  }
}
