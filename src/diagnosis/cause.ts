import type { Interface } from '../contract/interfaces.js';
import { signs, type MessagePart, type Scheme } from '../signing/scheme.js';
import type { FixKind } from '../languages/fixes.js';
import type { LanguageName } from '../languages/languages.js';
import type { Binary, Choice } from './choice.js';
import type { Algorithm } from './digests.js';
import type { LintInput } from './lint.js';
import type { BodyHash, Construction, KnownIds, KnownSecrets, Mac, SentTime } from './knobs.js';
import type { Bodies } from './causes/sent-body.js';
import type { Apply } from './causes/text-transform.js';

/** A very common, B common, C occasional, D rare: an estimate for senders of these two interfaces. */
type Commonness = 'A' | 'B' | 'C' | 'D';

/**
 * One mistake of a sender that makes a signature wrong or a request unacceptable, told to its developer; and the ways
 * to make it, so that it can be tried. Each way turns one knob of the signature.
 */
export interface Cause {
  /** Whose requests can have it: those of every interface, of those that sign this part, or of one. */
  readonly where: 'everywhere' | MessagePart | Interface;
  readonly commonness: Commonness;
  /** What the sender did, in one sentence. */
  readonly says: string;
  /** Where it typically happens. */
  readonly typical: string;
  readonly fix: string;
  /** What the code of the fix shows; by interface where they need different code. */
  readonly kind: FixKind | Readonly<Record<Interface, FixKind>>;
  /** One comment more, where a language has its own name for the trap. */
  readonly hints?: Readonly<Partial<Record<LanguageName, string>>>;

  /** The body's text or bytes, changed. */
  readonly texts?: readonly (readonly [as: string | undefined, apply: Apply, extra?: number])[];
  /** It is done to the body printed anew: that this print is compact is then no cause of its own. */
  readonly printsAnew?: true;
  /** Something else than the body. */
  readonly bodies?: Bodies | readonly Bodies[];
  /** What stands for the body's hash in the message. */
  readonly hashes?: Variants<BodyHash>;
  /** The same, where the body is empty. */
  readonly hashesOfNothing?: Variants<BodyHash>;
  /** Messages, their parts in braces: `{clientId}.{timestamp}.{hash}`. */
  readonly messages?: Readonly<Partial<Record<Interface, Variants<string>>>>;
  /** The text that was signed for the timestamp; those of `manyTimes` are tried after the few of all causes. */
  readonly times?: (sent: SentTime) => Variants<string>;
  readonly manyTimes?: (sent: SentTime) => Variants<string>;
  readonly clientIds?: (known: KnownIds) => Variants<string>;
  /** The text that was the key, or its bytes. */
  readonly keys?: (known: KnownSecrets) => Variants<string>;
  readonly keyBytes?: (known: KnownSecrets) => Variants<Binary>;
  /** The algorithm that HMAC was used with. */
  readonly hmac?: Algorithm;
  readonly digests?: (mac: Mac) => Variants<Construction>;
  /** Without HMAC. */
  readonly plainDigests?: (algorithm: Algorithm) => Variants<Construction>;
  /** What the headers alone show of it, in words, as far as there is more to say than the cause does. */
  readonly seen?: (input: LintInput) => readonly string[];
  /** What the signature's text holds, where it was sent in another form. */
  readonly unwraps?: (text: string) => Variants<string>;
  readonly remakes?: readonly Remake[];
}

/** A form of the signature that cannot be decoded, but made again of each digest. */
interface Remake {
  readonly as: string;
  /** Whether this hex can be it, where the right one is so long. */
  readonly fits: (hex: string, rightLength: number) => boolean;
  readonly text: (digest: Binary, length: number) => string;
  readonly extra?: number;
}

/**
 * The ways to make a mistake, the usual one first: what it makes, which one in words, and what it costs beyond its
 * cause, where its place in the list does not say that.
 */
export type Variants<Value> = readonly (readonly [
  value: Value,
  as?: string | undefined,
  extra?: number | undefined,
])[];

/** Ways that one description fits, or that need none. */
export const ways = <Value>(values: readonly Value[], as?: string, extra?: number): Variants<Value> =>
  values.map((value) => [value, as, extra]);

/** What most causes of a group have in common. */
type Common = Pick<Cause, 'where' | 'kind'>;

export const isOf = ({ where }: Pick<Cause, 'where'>, scheme: Scheme): boolean =>
  where === 'everywhere' || where === scheme.id || signs(scheme, where);

/** The causes of one group: what is common to them is said once. */
export const causes =
  (common: Common) =>
  <Id extends string>(
    records: Readonly<Record<Id, Omit<Cause, keyof Common> & Partial<Common>>>,
  ): Readonly<Record<Id, Cause>> =>
    Object.fromEntries(
      Object.entries<object>(records).map(([id, record]) => [id, { ...common, ...record }]),
    ) as Record<Id, Cause>;

const costs: Readonly<Record<Commonness, number>> = { A: 1, B: 2, C: 3, D: 4 };

/** What a cause adds to the cost of a finding: the commoner, the cheaper. */
export const costOf = ({ commonness }: Pick<Cause, 'commonness'>): number => costs[commonness];

/** The choices that a cause gives a knob; of equal ones the first. */
export const choicesOf = <Value>(id: string, cause: Cause, variants: Variants<Value>): Choice<Value>[] => {
  const firsts = new Map<Value, Variants<Value>[number]>();
  for (const variant of variants) if (!firsts.has(variant[0])) firsts.set(variant[0], variant);
  return [...firsts.values()].map(([value, as, extra], at) => ({
    causes: [id],
    cost: costOf(cause) + (extra ?? Math.min(at, 9) / 10),
    value,
    ...(as !== undefined && { as }),
  }));
};
