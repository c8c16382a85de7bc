import type { Construction } from '../forms/constructions.js';
import { AttemptBuffer } from '../forms/bytes.js';
import { isKeyed, isRawBytes, isNonAsciiText, renderHash, type HashForm } from '../forms/hashes.js';
import { renderLayout, type LayoutPart } from '../forms/layouts.js';
import { requestParts, type SigningSteps } from '../signing-steps.js';
import { bodyPairsAlone, likelyAlone, unlikelyAlone } from './attempts-alone.js';
import type { SigningAttempt, SearchParts } from './search-parts.js';
import type { Bodies } from './bodies.js';
import type { Choices } from './choices.js';
import type { ContentForm, SignerChoices } from './signer-choices.js';
import { bytesOfAttempt, type CutShort } from './limits.js';
import { pairAttempts, pairsWithMilliseconds, pairsWithOddLayouts, pairTest } from './pairs.js';
import { pause, type Pause } from './pause.js';
import type { MatchSignature } from './decode-signature.js';

export interface SearchLimits {
  /** Whether the time is over; asked at every pause. */
  readonly isOver: () => boolean;
  readonly mostAttempts: number;
  /** The highest sum of the costs of all mistakes in one attempt. */
  readonly highestCost: number;
}

export interface SearchResult {
  /** undefined if no attempt gives the signature. */
  readonly steps: SigningSteps | undefined;
  /** The number of attempts. */
  readonly tried: number;
  /** What the attempts count against the limit: an attempt that hashes many bytes counts more than once. */
  readonly spent: number;
  readonly cutShort: CutShort | null;
}

/** The highest sum of costs of a usual search. A deep search goes beyond it and tries all rare mistakes. */
export const usualHighestCost = 3;
const attemptsBetweenPauses = 256;

/** Finds the values at every step that give the observed signature. It pauses so that somebody can end it. */
export function* searchSteps(
  parts: SearchParts,
  matchSignature: MatchSignature,
  { isOver, mostAttempts, highestCost }: SearchLimits,
): Generator<void, SearchResult> {
  const messages = new Messages(parts);
  let tried = 0;
  let spent = 0;
  let spentAtPause = 0;
  for (const attempt of attempts(parts, highestCost)) {
    if (attempt !== pause) {
      const message = messages.build(attempt);
      const reading = matchSignature(attempt.construction, attempt.key, message);
      tried += 1;
      spent += 1 + Math.floor((messages.bytesHashed + message.length) / bytesOfAttempt);
      if (reading) return { steps: { ...attempt, reading }, tried, spent, cutShort: null };
      if (spent >= mostAttempts) {
        // If the time is over, too, it is named: then the advice is to allow more time.
        return { steps: undefined, tried, spent, cutShort: isOver() ? 'time' : 'attempts' };
      }
    }
    const isPauseDue = attempt === pause || spent - spentAtPause >= attemptsBetweenPauses;
    if (!isPauseDue) continue;
    if (isOver()) return { steps: undefined, tried, spent, cutShort: 'time' };
    spentAtPause = spent;
    yield;
  }
  return { steps: undefined, tried, spent, cutShort: null };
}

/**
 * Every combination of decisions, by the sum of their costs, which is the level. A decision is what the sender's code does
 * at one step, such as its key. `afterLevel` adds what is tried besides.
 */
function* attempts(parts: SearchParts, highestCost: number): Generator<SigningAttempt | Pause> {
  for (let level = 0; level <= highestCost; level += 1) {
    const levelAttempts = mixturesOfLevel(parts, level);
    // `afterLevel` tried the pairs at the end of level 2.
    yield* level === 3 ? withoutPairs(levelAttempts, parts) : levelAttempts;
    yield* afterLevel(level, parts, highestCost > usualHighestCost);
  }
}

/**
 * Attempts that do not wait for the level of their costs: there they would be too many, or found too late. `Alone` is a mistake
 * with everything else right; the number is the cost of the body.
 */
function* afterLevel(
  level: number,
  parts: SearchParts,
  isDeep: boolean,
): Generator<SigningAttempt | Pause> {
  if (level === 1) yield* likelyAlone(parts);
  if (level === 2) {
    // Bodies of cost 3, with everything else right.
    yield* mixtures(parts, 3, 0);
    yield* unlikelyAlone(parts, isDeep);
    yield* pairAttempts(parts);
    yield* bodyPairsAlone(parts, 3);
    yield* pairsWithMilliseconds(parts);
  }
  if (level === 3) {
    yield* bodyPairsAlone(parts, 4);
    yield* pairsWithOddLayouts(parts);
  }
}

function* mixturesOfLevel(parts: SearchParts, level: number): Generator<SigningAttempt | Pause> {
  // `afterLevel` tried bodies of cost 3 at the end of level 2.
  const highestBodyCost = level === 3 ? 2 : level;
  for (let bodyCost = highestBodyCost; bodyCost >= 0; bodyCost -= 1) {
    yield* mixtures(parts, bodyCost, level - bodyCost);
  }
}

function* withoutPairs(
  all: Iterable<SigningAttempt | Pause>,
  parts: SearchParts,
): Generator<SigningAttempt | Pause> {
  const isPair = pairTest(parts);
  for (const attempt of all) {
    if (attempt === pause) yield pause;
    else if (!isPair(attempt)) yield attempt;
  }
}

/** All attempts with a body of `bodyCost` and other decisions whose costs add up to `cost`. */
function* mixtures(
  { choices, bodies }: SearchParts,
  bodyCost: number,
  cost: number,
): Generator<SigningAttempt | Pause> {
  // With a large body that was changed, everything else must be right.
  if (bodies.isLarge && bodyCost > 0 && cost > 0) return;
  const needsContent = bodyCost > 0;
  for (const { key, construction, costLeft } of signersUpTo(choices, cost)) {
    for (const { form, timestamp, clientId } of messagesAt(choices, costLeft, needsContent)) {
      yield* overBodies(bodies, bodyCost, { ...form, timestamp, clientId, key, construction });
    }
  }
}

/** These decisions with every body of this cost. */
function* overBodies(
  bodies: Bodies,
  cost: number,
  decisions: Omit<SigningAttempt, 'body'>,
): Generator<SigningAttempt | Pause> {
  for (const body of bodies.atCost(cost)) {
    if (body === pause) yield pause;
    else yield { body, ...decisions };
  }
}

interface Signer extends Pick<SigningSteps, 'key' | 'construction'> {
  /** The cost that is left for the message. */
  readonly costLeft: number;
}

function* signersUpTo({ keys, constructions }: SignerChoices, cost: number): Generator<Signer> {
  for (let keyCost = 0; keyCost <= cost; keyCost += 1) {
    const all = constructionsUpTo(constructions, cost - keyCost);
    // A keyless construction with a wrong key is the same attempt as with the right key.
    const pricedConstructions = [...all].filter(
      ([construction]) => keyCost === 0 || construction.isKeyless !== true,
    );
    for (const key of keys.atCost(keyCost)) {
      for (const [construction, costLeft] of pricedConstructions) {
        yield { key, construction, costLeft };
      }
    }
  }
}

function* constructionsUpTo(
  constructions: SignerChoices['constructions'],
  cost: number,
): Generator<readonly [construction: Construction, costLeft: number]> {
  for (let constructionCost = 0; constructionCost <= cost; constructionCost += 1) {
    for (const construction of constructions.atCost(constructionCost)) {
      yield [construction, cost - constructionCost];
    }
  }
}

interface MessageDecisions extends Pick<SigningSteps, 'timestamp' | 'clientId'> {
  readonly form: ContentForm;
}

function* messagesAt(
  choices: SignerChoices,
  cost: number,
  needsContent: boolean,
): Generator<MessageDecisions> {
  for (let formCost = 0; formCost <= cost; formCost += 1) {
    for (const form of choices.contentForms.atCost(formCost)) {
      if (needsContent && !form.layout.parts.includes('content')) continue;
      for (const [timestamp, clientId] of timesAndIds(choices, form, cost - formCost)) {
        yield { form, timestamp, clientId };
      }
    }
  }
}

/** The values for timestamp and client id. A part that the layout lacks gets no wrong values. */
function* timesAndIds(
  { times, ids }: SignerChoices,
  { layout }: ContentForm,
  cost: number,
): Generator<readonly [timestamp: string, clientId: string]> {
  const hasTime = layout.parts.includes('timestamp');
  const hasId = layout.parts.includes('clientId');
  const mostTimeCost = hasTime ? cost : 0;
  for (let timeCost = 0; timeCost <= mostTimeCost; timeCost += 1) {
    const clientIds = valuesAt(hasId ? ids : undefined, cost - timeCost);
    for (const timestamp of valuesAt(hasTime ? times : undefined, timeCost)) {
      for (const clientId of clientIds) yield [timestamp, clientId];
    }
  }
}

/** A part that the layout lacks is empty, which costs nothing. */
function valuesAt(choices: Choices<string> | undefined, cost: number): readonly string[] {
  if (choices !== undefined) return choices.atCost(cost);
  return cost === 0 ? [''] : [];
}

/** Builds the message of each attempt. It keeps the hashes of a body, because the next attempts use them again. */
class Messages {
  /** How many bytes of a body had to be hashed for the last message. */
  bytesHashed = 0;
  readonly #attemptBuffer = new AttemptBuffer();
  readonly #join = (pieces: readonly (string | Uint8Array)[]): Buffer =>
    this.#attemptBuffer.join(pieces);
  readonly #contents = new WeakMap<Buffer, Map<HashForm, string | Buffer>>();

  /** The text of each part of the message. `build` sets the three that attempts change. */
  readonly #values: Record<LayoutPart, string | Buffer>;

  constructor({ request, secrets }: Pick<SearchParts, 'request' | 'secrets'>) {
    const { secret } = secrets.own;
    this.#values = { ...requestParts(request), secret, clientId: '', timestamp: '', content: '' };
  }

  /** The returned bytes are overwritten when the next message is built. */
  build(attempt: SigningAttempt): string | Uint8Array {
    this.bytesHashed = 0;
    this.#values.clientId = attempt.clientId;
    this.#values.timestamp = attempt.timestamp;
    this.#values.content = this.#contentOf(attempt);
    return renderLayout(attempt.layout, this.#values, this.#join);
  }

  #contentOf({ body, hash, key }: SigningAttempt): string | Buffer {
    // A hash that depends on the key is not kept: each key makes another one.
    if (isKeyed(hash)) return this.#hashed(hash, body, key);
    let bodyContents = this.#contents.get(body);
    if (bodyContents === undefined) {
      bodyContents = new Map<HashForm, string | Buffer>();
      this.#contents.set(body, bodyContents);
    }
    const known = bodyContents.get(hash);
    if (known !== undefined) return known;
    const bytes = this.#hashed(hash, body, key);
    // All other texts are ASCII.
    const encoding = isNonAsciiText(hash) ? 'utf8' : 'latin1';
    const content = isRawBytes(hash) ? bytes : bytes.toString(encoding);
    bodyContents.set(hash, content);
    return content;
  }

  #hashed(hash: HashForm, body: Buffer, key: Uint8Array): Buffer {
    this.bytesHashed = body.length;
    return renderHash(hash, body, key);
  }
}
