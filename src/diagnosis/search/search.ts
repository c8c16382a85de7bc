import { rightConstruction } from '../forms/constructions.js';
import { hashText, type HashForm } from '../forms/hashes.js';
import { renderLayout } from '../forms/layouts.js';
import { farTimes } from '../forms/times.js';
import type { HeaderValues, Observed, Owned, Steps } from '../signing-steps.js';
import type { Bodies } from './bodies.js';
import type { Form, SignerChoices } from './signer-choices.js';
import { bytesOfAttempt, type CutShort } from './limits.js';
import { pause, type Pause } from './pause.js';
import type { Goal } from './decode-signature.js';

export interface SearchLimits {
  /** Asked at every pause. */
  readonly isOver: () => boolean;
  readonly mostAttempts: number;
  /** The highest sum of costs. */
  readonly deepest: number;
}

export interface SearchResult {
  readonly steps: Steps | undefined;
  readonly tried: number;
  /** What they count against the limit: an attempt that hashes much counts more than once. */
  readonly spent: number;
  readonly cutShort: CutShort | null;
}

/** What a search goes through: the request, the credentials, and every decision of its sender. */
export interface Parts {
  readonly observed: Observed;
  readonly owned: Owned;
  readonly headers: HeaderValues;
  readonly bodies: Bodies;
  readonly knobs: SignerChoices;
}

/** One attempt. */
type Values = Omit<Steps, 'reading'>;

/** Above it the search is a deep one, which tries all of what is seldom. */
export const usualDeepest = 3;
const attemptsToPause = 256;

/** Finds the values at every step that give the observed signature. It pauses so that somebody can end it. */
export function* search(
  parts: Parts,
  goal: Goal,
  { isOver, mostAttempts, deepest }: SearchLimits,
): Generator<void, SearchResult> {
  const messages = new Messages(parts);
  let tried = 0;
  let spent = 0;
  let spentAtPause = 0;
  for (const values of attempts(parts, deepest)) {
    if (values !== pause) {
      const message = messages.of(values);
      const reading = goal(values.construction, values.key, message);
      tried += 1;
      spent += 1 + Math.floor((messages.bytesHashed + message.length) / bytesOfAttempt);
      if (reading) return { steps: { ...values, reading }, tried, spent, cutShort: null };
      if (spent >= mostAttempts) {
        return { steps: undefined, tried, spent, cutShort: isOver() ? 'time' : 'attempts' };
      }
    }
    if (values !== pause && spent - spentAtPause < attemptsToPause) continue;
    if (isOver()) return { steps: undefined, tried, spent, cutShort: 'time' };
    spentAtPause = spent;
    yield;
  }
  return { steps: undefined, tried, spent, cutShort: null };
}

/** Every mixture of decisions by the sum of their costs. */
function* attempts(parts: Parts, deepest: number): Generator<Values | Pause> {
  for (let level = 0; level <= deepest; level += 1) {
    for (let bodyCost = level; bodyCost >= 0; bodyCost -= 1) {
      yield* mixtures(parts, bodyCost, level - bodyCost);
    }
    if (level === 2) yield* alone(parts, deepest > usualDeepest);
  }
}

function* mixtures(
  { knobs, bodies }: Parts,
  bodyCost: number,
  cost: number,
): Generator<Values | Pause> {
  if (bodies.isLarge && bodyCost > 0 && cost > 0) return;
  const { keys, constructions, forms } = knobs;
  for (let keyCost = 0; keyCost <= cost; keyCost += 1) {
    for (const key of keys.atCost(keyCost)) {
      for (let makeCost = 0; makeCost <= cost - keyCost; makeCost += 1) {
        for (const construction of constructions.atCost(makeCost)) {
          for (let formCost = 0; formCost <= cost - keyCost - makeCost; formCost += 1) {
            for (const form of forms.atCost(formCost)) {
              if (bodyCost > 0 && !form.layout.parts.includes('content')) continue;
              const rest = cost - keyCost - makeCost - formCost;
              for (const [timestamp, clientId] of timesAndIds(knobs, form, rest)) {
                for (const body of bodies.atCost(bodyCost)) {
                  yield body === pause
                    ? pause
                    : { body, ...form, timestamp, clientId, key, construction };
                }
              }
            }
          }
        }
      }
    }
  }
}

/** What the layout lacks is not varied. */
function* timesAndIds(
  { times, ids }: SignerChoices,
  { layout }: Form,
  cost: number,
): Generator<readonly [time: string, id: string]> {
  const hasTime = layout.parts.includes('timestamp');
  const hasId = layout.parts.includes('clientId');
  for (let timeCost = 0; timeCost <= (hasTime ? cost : 0); timeCost += 1) {
    for (const time of hasTime ? times.atCost(timeCost) : ['']) {
      for (const id of hasId ? ids.atCost(cost - timeCost) : cost === timeCost ? [''] : []) {
        yield [time, id];
      }
    }
  }
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
  for (const time of farTimes(timestamp, isWhole)) {
    yield { ...rest, body: observed.body, timestamp: time };
  }
}

/** Makes the message of an attempt; what is hashed is kept. */
class Messages {
  /** How many bytes of a body had to be hashed for the last message. */
  bytesHashed = 0;
  readonly #contents = new WeakMap<Buffer, Map<HashForm, string | Buffer>>();

  constructor(private readonly parts: Pick<Parts, 'observed' | 'owned'>) {}

  of(values: Values): string | Uint8Array {
    const { method, path } = this.parts.observed;
    const { layout, timestamp, clientId } = values;
    const { secret } = this.parts.owned.own;
    this.bytesHashed = 0;
    return renderLayout(layout, {
      clientId,
      timestamp,
      content: this.#contentOf(values),
      method,
      path,
      secret,
    });
  }

  #contentOf({ body, hash, key }: Values): string | Buffer {
    // Only this one depends on the key.
    if (hash.algorithm === 'hmac') return this.#hashed(hash, body, key);
    let ofBody = this.#contents.get(body);
    if (ofBody === undefined) {
      ofBody = new Map<HashForm, string | Buffer>();
      this.#contents.set(body, ofBody);
    }
    const known = ofBody.get(hash);
    if (known !== undefined) return known;
    const bytes = this.#hashed(hash, body, key);
    const encoding = hash.text === 'bytes-as-utf8' ? 'utf8' : 'latin1';
    const content = hash.text === 'bytes' ? bytes : bytes.toString(encoding);
    ofBody.set(hash, content);
    return content;
  }

  #hashed(hash: HashForm, body: Buffer, key: Uint8Array): Buffer {
    this.bytesHashed = body.length;
    return hashText(hash, body, key);
  }
}
