import { rightConstruction, type Construction } from '../forms/constructions.js';
import { hashText, type HashForm } from '../forms/hashes.js';
import { messageOf } from '../forms/layouts.js';
import { farTimes } from '../forms/times.js';
import type { HeaderValues, Observed, Owned, Steps } from '../steps.js';
import type { Bodies } from './bodies.js';
import type { Goal } from './goal.js';
import type { Form, Knobs } from './knobs.js';

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

interface Parts {
  readonly observed: Observed;
  readonly owned: Owned;
  readonly headers: HeaderValues;
  readonly bodies: Bodies;
  readonly knobs: Knobs;
  readonly goal: Goal;
}

const largeBytes = 65_536;
/** Above it the search is a deep one, which tries all of what is seldom. */
export const usualDeepest = 3;

class Over extends Error {}

/** Finds the values at every step that give the observed signature. It pauses so that somebody can end it. */
export class Search {
  readonly #contents = new WeakMap<Buffer, Map<HashForm, string | Buffer>>();
  readonly #seldom: number;
  #tried = 0;

  constructor(
    private readonly parts: Parts,
    private readonly limits: SearchLimits,
  ) {
    // One attempt with a large body takes milliseconds.
    this.#seldom = parts.observed.body.length > largeBytes ? 0 : 255;
  }

  *run(): Generator<void, SearchResult> {
    try {
      const steps = yield* this.#levels();
      return { steps, tried: this.#tried, cutShort: null };
    } catch (error) {
      if (!(error instanceof Over)) throw error;
      return {
        ...{ steps: undefined, tried: this.#tried },
        cutShort: this.#tried >= this.limits.mostTries ? 'tries' : 'time',
      };
    }
  }

  *#levels(): Generator<void, Steps | undefined> {
    for (let level = 0; level <= this.limits.deepest; level += 1) {
      for (let bodyCost = level; bodyCost >= 0; bodyCost -= 1) {
        const found = yield* this.#level(bodyCost, level - bodyCost);
        if (found) return found;
      }
      const far = level === 2 ? yield* this.#far() : undefined;
      if (far) return far;
    }
    return undefined;
  }

  *#level(bodyCost: number, restCost: number): Generator<void, Steps | undefined> {
    for (const [form, time, id, key, construction] of this.#rest(restCost)) {
      if (bodyCost > 0 && !form.layout.parts.includes('content')) continue;
      for (const body of this.parts.bodies.atCost(bodyCost)) {
        const found = this.#try({ body, ...form, timestamp: time, clientId: id, key, construction });
        if (found) return found;
        if ((this.#tried & this.#seldom) === 0) yield* this.#pause();
      }
    }
    return undefined;
  }

  *#pause(): Generator<void, void> {
    if (this.limits.isOver() || this.#tried >= this.limits.mostTries) throw new Over();
    yield;
  }

  /** Every mixture of the decisions beside the body that costs exactly this much. */
  *#rest(cost: number): Generator<readonly [Form, string, string, Uint8Array, Construction]> {
    const { keys, constructions, forms } = this.parts.knobs;
    for (let keyCost = 0; keyCost <= cost; keyCost += 1)
      for (const key of keys.atCost(keyCost))
        for (let makeCost = 0; makeCost <= cost - keyCost; makeCost += 1)
          for (const construction of constructions.atCost(makeCost))
            for (let formCost = 0; formCost <= cost - keyCost - makeCost; formCost += 1)
              for (const form of forms.atCost(formCost))
                for (const [time, id] of this.#timesAndIds(form, cost - keyCost - makeCost - formCost))
                  yield [form, time, id, key, construction];
  }

  /** What the layout lacks is not varied. */
  *#timesAndIds({ layout }: Form, cost: number): Generator<readonly [time: string, id: string]> {
    const { times, ids } = this.parts.knobs;
    const hasTime = layout.parts.includes('timestamp');
    const hasId = layout.parts.includes('clientId');
    for (let timeCost = 0; timeCost <= (hasTime ? cost : 0); timeCost += 1)
      for (const time of hasTime ? times.atCost(timeCost) : [''])
        for (const id of hasId ? ids.atCost(cost - timeCost) : cost === timeCost ? [''] : [])
          yield [time, id];
  }

  *#far(): Generator<void, Steps | undefined> {
    const { ids, keys, forms } = this.parts.knobs;
    const [[form], [clientId = ''], [key]] = [forms.atCost(0), ids.atCost(0), keys.atCost(0)];
    if (form === undefined || key === undefined) return undefined;
    for (const values of this.#farValues()) {
      const found = this.#try({ ...form, ...values, clientId, key, construction: rightConstruction });
      if (found) return found;
      if ((this.#tried & this.#seldom) === 0) yield* this.#pause();
    }
    return undefined;
  }

  /** Orders of the members and times: too many to be mixed with anything. */
  *#farValues(): Generator<Pick<Steps, 'body' | 'timestamp'>> {
    const { headers, observed, bodies } = this.parts;
    for (const body of bodies.far()) yield { body, timestamp: headers.timestamp ?? '' };
    if (headers.timestamp === undefined || observed.interface === 'session') return;
    for (const timestamp of farTimes(headers.timestamp, this.limits.deepest > usualDeepest))
      yield { body: observed.body, timestamp };
  }

  #try(values: Omit<Steps, 'reading'>): Steps | undefined {
    const { observed, owned, goal } = this.parts;
    const { body, hash, layout, timestamp, clientId, key, construction } = values;
    const message = messageOf(layout, {
      clientId,
      timestamp,
      content: this.#content(body, hash, key),
      method: observed.method,
      path: observed.path,
      secret: owned.own.secret,
    });
    this.#tried += 1;
    const reading = goal.reached(construction, key, message);
    return reading && { ...values, reading };
  }

  #content(body: Buffer, hash: HashForm, key: Uint8Array): string | Buffer {
    if (hash.algorithm === 'hmac') return hashText(hash, body, key);
    let known = this.#contents.get(body);
    if (known === undefined) this.#contents.set(body, (known = new Map()));
    let made = known.get(hash);
    if (made === undefined) {
      const bytes = hashText(hash, body, key);
      const encoding = hash.text === 'bytes-as-utf8' ? 'utf8' : 'latin1';
      known.set(hash, (made = hash.text === 'bytes' ? bytes : bytes.toString(encoding)));
    }
    return made;
  }
}
