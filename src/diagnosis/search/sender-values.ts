import { rightConstruction } from '../forms/constructions.js';
import { fromHex, utf8Bytes } from '../forms/bytes.js';
import { bodyItself, hashForms, hashText, sha256HexForm, type HashForm } from '../forms/hashes.js';
import { renderLayout, type Layout } from '../forms/layouts.js';
import type { Expected } from '../expected-values.js';
import type { Steps } from '../signing-steps.js';
import { largeBodyBytes } from './limits.js';
import { pause } from './pause.js';
import type { Goal } from './decode-signature.js';
import type { Parts } from './search.js';

/** What a value that the sender's program had in hand is taken apart with. */
export interface GivenParts extends Parts {
  readonly goal: Goal | undefined;
  readonly expected: Expected;
  readonly isOver: () => boolean;
}

const mostCost = 3;
const mark = '\u0001';

/** A way to cut the given message into its parts. */
interface Cut {
  readonly layout: Layout;
  readonly timestamp: string;
  readonly clientId: string;
  /** What stood for the body. */
  readonly content: Buffer;
}

/** The forms of a log line read a text again and again. */
const longestLogLine = 8_192;

/** What a line of a log has around the message. */
const logForms = [
  /[:=]\s*(["'`])(?<message>[^]*)\1[^"'`]*$/,
  /^[^]*?[:=]\s+(?<message>\S[^]*)$/,
  /^[^]*\s(?<message>\S+)$/,
  /^[^=]{1,40}=(?<message>\S+)$/,
];

/** The message itself, or its bytes from hex, or either of them in a line of a log. */
export function readingsOfMessage(given: Buffer): readonly Buffer[] {
  const whole = given.toString('utf8').trim();
  const isLine = whole.length <= longestLogLine;
  const inside = (isLine ? logForms : []).flatMap(
    (form) => form.exec(whole)?.groups?.['message'] ?? [],
  );
  const fromDigits = (digits: string): Buffer[] =>
    [fromHex(digits.replace(/[\s:]/g, ''))].flatMap((bytes) => (bytes ? [Buffer.from(bytes)] : []));
  return [
    ...fromDigits(whole),
    given,
    ...inside.flatMap((each) => [Buffer.from(each), ...fromDigits(each)]),
  ];
}

/** The steps behind the content, if everything after it was done right. */
export function rightAfterContent({ owned }: Pick<GivenParts, 'owned'>) {
  return {
    key: utf8Bytes(owned.own.secret),
    construction: rightConstruction,
    reading: { algorithm: 'sha256' as const, dress: [], fits: () => true },
  };
}

const usualForms: readonly HashForm[] = [sha256HexForm, bodyItself];
const allForms = hashForms.map(([form]) => form);

/** The steps of a message that was given. Only the body is searched: what is left of a cut must be a hash of it, or it. */
export function* stepsOfCuts(
  cuts: readonly Cut[],
  parts: GivenParts,
): Generator<void, Steps | undefined> {
  const rest = rightAfterContent(parts);
  for (let cost = 0; cost <= (cuts.length > 0 ? mostCost : -1); cost += 1) {
    for (const body of parts.bodies.atCost(cost)) {
      if (parts.isOver()) return undefined;
      yield;
      if (body === pause) continue;
      // Of a body that costs more than one mistake only the usual hash is made, or the body itself.
      const isUsual = cost > 1 || (cost > 0 && parts.bodies.isLarge);
      for (const forms of isUsual ? [usualForms] : [usualForms, allForms]) {
        for (const { content, ...cut } of cuts) {
          const hash = forms.find((form) => hashText(form, body, rest.key).equals(content));
          if (hash) return { body, hash, ...cut, ...rest };
          if (parts.isOver()) return undefined;
          yield;
        }
      }
    }
  }
  return undefined;
}

/** Every way to cut the message, the simplest first. */
export function cutsOf(message: Buffer, { observed, owned, knobs }: GivenParts): readonly Cut[] {
  const whole = message.toString('latin1');
  const { method, path } = observed;
  const [times = [], ids = []] = [knobs.times, knobs.ids].map((all) =>
    all.upTo(mostCost).filter((value) => whole.includes(value)),
  );
  const plain = [...knobs.times.atCost(0), ...knobs.ids.atCost(0), ''];
  const found: Cut[] = [];
  for (const layout of knobs.layouts.upTo(mostCost)) {
    if (!layout.parts.includes('content')) continue;
    for (const timestamp of layout.parts.includes('timestamp') ? times : ['']) {
      for (const clientId of layout.parts.includes('clientId') ? ids : ['']) {
        const values = {
          clientId,
          timestamp,
          content: mark,
          method,
          path,
          secret: owned.own.secret,
        };
        const template = Buffer.from(renderLayout(layout, values)).toString('latin1');
        const [before = '', after = ''] = template.split(mark);
        const end = whole.length - after.length;
        if (before.length <= end && whole.startsWith(before) && whole.endsWith(after)) {
          found.push({
            layout,
            timestamp,
            clientId,
            content: message.subarray(before.length, end),
          });
        }
      }
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
  { knobs: { keys, constructions }, goal }: GivenParts,
): Pick<Steps, 'key' | 'construction' | 'reading'> | undefined {
  // Each attempt hashes the whole message.
  const most = message.length > largeBodyBytes ? 1 : 2;
  for (let cost = 0; goal && cost <= most; cost += 1) {
    for (let keyCost = 0; keyCost <= cost; keyCost += 1) {
      for (const key of keys.atCost(keyCost)) {
        for (const construction of constructions.atCost(cost - keyCost)) {
          const reading = goal(construction, key, message);
          if (reading) return { key, construction, reading };
        }
      }
    }
  }
  return undefined;
}
