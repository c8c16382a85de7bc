import { rightConstruction } from '../forms/constructions.js';
import { fromHex, text } from '../forms/bytes.js';
import { bodyItself, hashForms, hashText, sha256Hex, type HashForm } from '../forms/hashes.js';
import { messageOf, type Layout } from '../forms/layouts.js';
import type { Observed, Owned, Steps } from '../steps.js';
import type { Bodies } from './bodies.js';
import type { Goal } from './goal.js';
import type { Knobs } from './knobs.js';

/** What the sender's program had in hand, as its developer gives it, and what it is taken apart with. */
export interface GivenParts {
  readonly observed: Observed;
  readonly owned: Owned;
  readonly knobs: Knobs;
  readonly bodies: Bodies;
  readonly isOver: () => boolean;
}

const mostCost = 3;
const mark = '\u0000';

/** A way to cut the given message into its parts. */
interface Cut {
  readonly layout: Layout;
  readonly timestamp: string;
  readonly clientId: string;
  /** What stood for the body. */
  readonly content: Buffer;
}

/** The bytes of hex digits. */
export function bytesOfHex(digits: string): Buffer | undefined {
  const bytes = fromHex(digits.replace(/[\s:]/g, ''));
  return bytes && Buffer.from(bytes);
}

/** The message itself or what a line of a log has in it, as it is or its bytes from hex. */
export function readingsOfMessage(given: Buffer): readonly Buffer[] {
  const whole = given.toString('utf8').trim();
  const inside = [
    /[:=]\s*(["'`])([^]*)\1[^"'`]*$/.exec(whole)?.[2],
    /^[^]*?[:=]\s+(\S[^]*)$/.exec(whole)?.[1],
    /^[^]*\s(\S+)$/.exec(whole)?.[1],
    /^[^=]{1,40}=(\S+)$/.exec(whole)?.[1],
  ].filter((each) => each !== undefined);
  return [
    given,
    bytesOfHex(whole),
    ...inside.flatMap((each) => [Buffer.from(each), bytesOfHex(each)]),
  ].filter((each) => each !== undefined);
}

/**
 * The steps of a message that the developer gave. Nothing is searched but the body: the layouts cut the message, and
 * what is left over must be a hash of a body, or a body.
 */
export function* stepsOfCuts(cuts: readonly Cut[], parts: GivenParts): Generator<void, Steps | undefined> {
  const rest = restOf(parts);
  for (let cost = 0; cost <= mostCost; cost += 1)
    for (const body of parts.bodies.atCost(cost)) {
      // Of a body that costs more than one mistake only the usual hash is made, or the body itself.
      for (const forms of cost > 1 ? [usualForms] : [usualForms, allForms])
        for (const { content, ...cut } of cuts) {
          const hash = forms.find((form) => hashText(form, body, rest.key).equals(content));
          if (hash) return { body, hash, ...cut, ...rest };
        }
      if (parts.isOver()) return undefined;
      yield;
    }
  return undefined;
}

/** The same for a body hash alone, in the right message. */
export function* stepsOfHash(
  given: Buffer,
  parts: GivenParts,
  headers: { readonly timestamp: string; readonly clientId: string },
): Generator<void, Steps | undefined> {
  const [layout] = parts.knobs.layouts.atCost(0);
  if (layout === undefined) return undefined;
  return yield* stepsOfCuts([{ layout, ...headers, content: given }], parts);
}

const restOf = ({ owned }: GivenParts) => ({
  key: text(owned.own.secret),
  construction: rightConstruction,
  reading: { length: 32, dress: [], fits: () => true },
});

const usualForms: readonly HashForm[] = [sha256Hex, bodyItself];
const allForms = hashForms.map(([form]) => form);

/** Every way to cut the message, the simplest first. */
export function cutsOf(message: Buffer, { observed, owned, knobs }: GivenParts): readonly Cut[] {
  const whole = message.toString('latin1');
  const { method, path } = observed;
  const occurs = (value: string): boolean => whole.includes(value);
  const [times, ids] = [knobs.times, knobs.ids].map((all) => all.upTo(mostCost).filter(occurs));
  const plain = [...knobs.times.atCost(0), ...knobs.ids.atCost(0), ''];
  const found: Cut[] = [];
  for (const layout of knobs.layouts.upTo(mostCost)) {
    if (!layout.parts.includes('content')) continue;
    for (const timestamp of layout.parts.includes('timestamp') ? (times ?? []) : [''])
      for (const clientId of layout.parts.includes('clientId') ? (ids ?? []) : ['']) {
        const parts = { clientId, timestamp, content: mark, method, path, secret: owned.own.secret };
        const [before = '', after = ''] = Buffer.from(messageOf(layout, parts))
          .toString('latin1')
          .split(mark);
        const end = whole.length - after.length;
        if (before.length <= end && whole.startsWith(before) && whole.endsWith(after))
          found.push({ layout, timestamp, clientId, content: message.subarray(before.length, end) });
      }
  }
  // A part as it was sent comes before one with a line break of its own: that may be the separator.
  const changed = ({ timestamp, clientId }: Cut): number =>
    [timestamp, clientId].filter((value) => !plain.includes(value)).length;
  return found.sort((one, other) => changed(one) - changed(other));
}

/** How exactly this message was signed, if a key that pvg has gives the signature. */
export function signedWith(
  message: Buffer,
  { keys, constructions }: Knobs,
  goal: Goal,
): Pick<Steps, 'key' | 'construction' | 'reading'> | undefined {
  for (let cost = 0; cost <= 2; cost += 1)
    for (let keyCost = 0; keyCost <= cost; keyCost += 1)
      for (const key of keys.atCost(keyCost))
        for (const construction of constructions.atCost(cost - keyCost)) {
          const reading = goal.reached(construction, key, message);
          if (reading) return { key, construction, reading };
        }
  return undefined;
}
