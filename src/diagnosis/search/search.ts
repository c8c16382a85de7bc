import { rightConstruction } from '../forms/constructions.js';
import { hashText, type HashForm } from '../forms/hashes.js';
import { messageOf } from '../forms/layouts.js';
import { farTimes } from '../forms/times.js';
import type { HeaderValues, Observed, Owned, Steps } from '../steps.js';
import type { Bodies } from './bodies.js';
import type { Form, Knobs } from './knobs.js';
import type { Goal } from './readings.js';

export interface SearchLimits {
  /** Asked at every pause. */
  readonly isOver: () => boolean;
  readonly mostTries: number;
  /** The highest sum of costs. */
  readonly deepest: number;
}

export interface SearchResult {
  readonly steps: Steps | undefined;
  readonly tried: number;
  /** The limit that ended it before everything was tried; null if nothing was left. */
  readonly cutShort: 'time' | 'tries' | null;
}

/** What a search goes through: the request, the credentials, and every decision of its sender. */
export interface Parts {
  readonly observed: Observed;
  readonly owned: Owned;
  readonly headers: HeaderValues;
  readonly bodies: Bodies;
  readonly knobs: Knobs;
}

/** One attempt. */
type Values = Omit<Steps, 'reading'>;

const largeBytes = 65_536;
/** Above it the search is a deep one, which tries all of what is seldom. */
export const usualDeepest = 3;

/** Finds the values at every step that give the observed signature. It pauses so that somebody can end it. */
export function* search(
  parts: Parts,
  goal: Goal,
  { isOver, mostTries, deepest }: SearchLimits,
): Generator<void, SearchResult> {
  const message = messagesOf(parts);
  // One attempt with a large body takes milliseconds.
  const triesToPause = parts.observed.body.length > largeBytes ? 1 : 256;
  let tried = 0;
  for (const values of attempts(parts, deepest)) {
    const reading = goal(values.construction, values.key, message(values));
    tried += 1;
    if (reading) return { steps: { ...values, reading }, tried, cutShort: null };
    if (tried % triesToPause > 0) continue;
    const cutShort = tried >= mostTries ? 'tries' : isOver() ? 'time' : null;
    if (cutShort !== null) return { steps: undefined, tried, cutShort };
    yield;
  }
  return { steps: undefined, tried, cutShort: null };
}

/** Every mixture of decisions by the sum of their costs. */
function* attempts(parts: Parts, deepest: number): Generator<Values> {
  for (let level = 0; level <= deepest; level += 1) {
    for (let bodyCost = level; bodyCost >= 0; bodyCost -= 1)
      yield* mixtures(parts, bodyCost, level - bodyCost);
    if (level === 2) yield* alone(parts, deepest > usualDeepest);
  }
}

function* mixtures({ knobs, bodies }: Parts, bodyCost: number, cost: number): Generator<Values> {
  const { keys, constructions, forms } = knobs;
  for (let keyCost = 0; keyCost <= cost; keyCost += 1)
    for (const key of keys.atCost(keyCost))
      for (let makeCost = 0; makeCost <= cost - keyCost; makeCost += 1)
        for (const construction of constructions.atCost(makeCost))
          for (let formCost = 0; formCost <= cost - keyCost - makeCost; formCost += 1)
            for (const form of forms.atCost(formCost)) {
              if (bodyCost > 0 && !form.layout.parts.includes('content')) continue;
              const rest = cost - keyCost - makeCost - formCost;
              for (const [timestamp, clientId] of timesAndIds(knobs, form, rest))
                for (const body of bodies.atCost(bodyCost))
                  yield { body, ...form, timestamp, clientId, key, construction };
            }
}

/** What the layout lacks is not varied. */
function* timesAndIds(
  { times, ids }: Knobs,
  { layout }: Form,
  cost: number,
): Generator<readonly [time: string, id: string]> {
  const hasTime = layout.parts.includes('timestamp');
  const hasId = layout.parts.includes('clientId');
  for (let timeCost = 0; timeCost <= (hasTime ? cost : 0); timeCost += 1)
    for (const time of hasTime ? times.atCost(timeCost) : [''])
      for (const id of hasId ? ids.atCost(cost - timeCost) : cost === timeCost ? [''] : []) yield [time, id];
}

/** Orders of the members and times: too many to be mixed with anything. */
function* alone({ headers, observed, bodies, knobs }: Parts, isWhole: boolean): Generator<Values> {
  const { ids, keys, forms } = knobs;
  const [[form], [clientId = ''], [key]] = [forms.atCost(0), ids.atCost(0), keys.atCost(0)];
  const { timestamp } = headers;
  if (form === undefined || key === undefined) return;
  const rest = { ...form, clientId, key, construction: rightConstruction };
  for (const body of bodies.far()) yield { ...rest, body, timestamp: timestamp ?? '' };
  if (timestamp === undefined || observed.interface === 'session') return;
  for (const time of farTimes(timestamp, isWhole)) yield { ...rest, body: observed.body, timestamp: time };
}

/** Makes the message of an attempt; what is hashed is kept. */
function messagesOf({ observed: { method, path }, owned }: Parts): (values: Values) => string | Uint8Array {
  const { secret } = owned.own;
  const made = new WeakMap<Buffer, Map<HashForm, string | Buffer>>();
  const contentOf = ({ body, hash, key }: Values): string | Buffer => {
    if (hash.algorithm === 'hmac') return hashText(hash, body, key);
    let ofBody = made.get(body);
    if (ofBody === undefined) made.set(body, (ofBody = new Map<HashForm, string | Buffer>()));
    let content = ofBody.get(hash);
    if (content === undefined) {
      const bytes = hashText(hash, body, key);
      const encoding = hash.text === 'bytes-as-utf8' ? 'utf8' : 'latin1';
      ofBody.set(hash, (content = hash.text === 'bytes' ? bytes : bytes.toString(encoding)));
    }
    return content;
  };
  return (values) => {
    const { layout, timestamp, clientId } = values;
    return messageOf(layout, { clientId, timestamp, content: contentOf(values), method, path, secret });
  };
}
