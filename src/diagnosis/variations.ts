import type { Scheme } from '../signing/scheme.js';
import { catalogue } from './catalogue.js';
import { choicesOf, type Cause, type Variants } from './cause.js';
import { sentBody } from './causes/sent-body.js';
import { equalBytes, type Apply } from './causes/text-transform.js';
import { shiftsS } from './causes/timestamp.js';
import { binaryOfText, once, right, type Binary, type BodyVariant, type Choice } from './choice.js';
import { algorithmOf, hmac } from './digests.js';
import type { BodyHash, Construction, Known, Layout, Parts } from './knobs.js';
import type { Lists } from './space.js';
import { filled, spoken } from './template.js';

/** The choices of every knob outside the body, read from the records of the causes. */

const records = Object.entries<Cause>(catalogue);

/** The choices that all causes give one knob. */
const every = <Value>(made: (cause: Cause) => Variants<Value> | undefined): Choice<Value>[] =>
  records.flatMap(([id, cause]) => choicesOf(id, cause, made(cause) ?? []));

const inBinary = (variants: Variants<string> = []): Variants<Binary> =>
  variants.map(([text, ...more]) => [binaryOfText(text), ...more]);

export function secrets(known: Known): Choice<Binary>[] {
  const own = binaryOfText(known.secret);
  return [
    ...every((cause) => inBinary(cause.keys?.(known))),
    ...every((cause) => cause.keyBytes?.(known).filter(([key]) => key !== '')),
  ].filter(({ value }) => value !== own);
}

export const manySecrets = (known: Known): Choice<Binary>[] =>
  every((cause) => inBinary(cause.manyKeys?.(known)));

export const otherSecretsMistaken = (known: Known): Choice<Binary>[] =>
  known.others.flatMap(({ label, text }) =>
    secrets({ ...known, secret: text, clientId: undefined, others: [], fields: [] })
      .filter(({ cost }) => cost < 3)
      .map(({ causes: [cause = '', ...more], cost, value, as, says }) => ({
        causes: [cause, ...more, 'secret-wrong-environment'],
        cost: cost + 1,
        value,
        as,
        says: {
          'secret-wrong-environment': `That secret is a different one: ${label}.`,
          ...(typeof says === 'string' ? { [cause]: says } : says),
        },
      })),
  );

export const rightLayout = ({ message, separator }: Scheme): Choice<Layout> =>
  right(
    filled<keyof Parts>(message.map((part) => `{${part === 'bodyHash' ? 'hash' : part}}`).join(separator)),
  );

/** If a request has no timestamp, the layouts that need one are not tried. */
const layoutsOf =
  (list: 'messages' | 'manyMessages') =>
  ({ id }: Scheme, hasTimestamp: boolean): Choice<Layout>[] =>
    every((cause) => {
      const messages: Readonly<Record<string, Variants<string | Layout>>> = cause[list] ?? {};
      return messages[id]
        ?.filter(([made]) => hasTimestamp || typeof made !== 'string' || !made.includes('{timestamp}'))
        .map(([made, as, ...more]) =>
          typeof made === 'string'
            ? [filled<keyof Parts>(made), as ?? spoken(made), ...more]
            : [made, as, ...more],
        );
    });

export const layouts = layoutsOf('messages');
export const manyLayouts = layoutsOf('manyMessages');

export const bodyHashes = (bodyIsEmpty: boolean): Choice<BodyHash>[] => [
  ...every((cause) => cause.hashes),
  ...(bodyIsEmpty ? every((cause) => cause.hashesOfNothing) : []),
];

/**
 * The constructions that make a digest of this length, the right one first. With 32 bytes HMAC-SHA256 is right. With
 * any other length the algorithm is wrong in any case, so a second mistake around it has both causes.
 */
export function constructions(digestBytes: number): Choice<Construction>[] {
  const algorithm = algorithmOf(digestBytes);
  if (algorithm === undefined) return [];
  const keyed: Construction = (key, message) => hmac(algorithm, key, message);
  const [own = right(keyed)] = every((cause) => (cause.hmac === algorithm ? [[keyed]] : []));
  const around = every((cause) => cause.digests?.({ algorithm, keyed }));
  return [
    own,
    ...every((cause) => cause.plainDigests?.(algorithm)),
    ...around.map((choice) => ({
      ...choice,
      causes: [...own.causes, ...choice.causes],
      cost: own.cost + choice.cost,
    })),
  ];
}

/** `header` is the text of X-Timestamp; `guesses` are Unix seconds to try if it is missing. */
export function timestamps(
  header: string | undefined,
  guesses: readonly number[],
): Pick<Lists, 'timestamps' | 'manyTimestamps' | 'farTimestamps'> {
  if (header === undefined) return guessed(guesses);
  const sent = { header, seconds: /^\d{9,11}$/.test(header) ? Number(header) : undefined };
  return {
    timestamps: once(() => every((cause) => cause.times?.(sent)).filter(({ value }) => value !== header)),
    manyTimestamps: once(() => every((cause) => cause.manyTimes?.(sent))),
    farTimestamps: once(() => every((cause) => cause.farTimes?.(sent))),
  };
}

/** The header is missing: the time of the request is only roughly known. */
const guessed = (guesses: readonly number[]): ReturnType<typeof timestamps> => ({
  timestamps: () =>
    guesses.map((guess) => ({
      causes: [],
      cost: 0.5,
      value: String(guess),
      as: 'the time it was received',
    })),
  manyTimestamps: () =>
    guesses.flatMap((guess) =>
      shiftsS.map((shift) => ({ causes: [], cost: 0.6, value: String(guess + shift) })),
    ),
  farTimestamps: () => [],
});

export const clientIds = (known: Known): Choice<Binary>[] =>
  every((cause) => inBinary(cause.clientIds?.(known))).filter(
    ({ value }) => value !== binaryOfText(known.sentId),
  );

/** The same text in other bytes. Applies to a serialisation and to the body on the wire. */
export const textTransforms: readonly Choice<Apply>[] = every(({ texts }) =>
  texts?.map(([apply, as, extra = 0, says]) => [apply, as, extra, says]),
);

// The larger the body, the fewer variants are made, so that 5 MB cost less than a second.
const affordableCost = (size: number): number => {
  if (size <= 2 ** 17) return Infinity;
  return size <= 2 ** 19 ? 3 : 2;
};

/** Called before each step that costs time: it throws when the time is up. */
const unchecked = (): void => undefined;

/** What was signed if the sender changed the text of the body. */
export const textVariants = (body: Uint8Array, check = unchecked): readonly BodyVariant[] =>
  textTransforms
    .filter(({ cost }) => cost <= affordableCost(body.length))
    .flatMap(({ value: apply, ...choice }) => {
      check();
      const bytes = apply(body);
      return bytes === undefined ? [] : [{ ...choice, bytes }];
    });

/** What was signed if the sender took something else for the body. */
const formsOf =
  (list: 'bodies' | 'manyBodies') =>
  (body: Uint8Array, check = unchecked): readonly BodyVariant[] => {
    const sent = sentBody(body);
    // Several causes may come from one function.
    const makers = new Set(records.flatMap(([, cause]) => cause[list] ?? []));
    const made = [...makers].flatMap((make) => {
      check();
      return make(sent);
    });
    return made.filter(({ bytes }) => !equalBytes(bytes, body));
  };

export const otherForms = formsOf('bodies');
export const manyForms = formsOf('manyBodies');
