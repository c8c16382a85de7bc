import type { ObservedRequest, ReadHeaders } from './observed-request.js';
import type { Credential } from '../contract/credential.js';
import type { Interface, InterfaceRecord } from '../contract/interfaces.js';
import { signs, type MessagePart, type Scheme } from '../signing/scheme.js';
import type { FixKind } from '../languages/fixes.js';
import type { LanguageName } from '../languages/languages.js';
import type { Binary, Choice } from './choice.js';
import type { Algorithm } from './digests.js';
import type { BodyHash, Construction, Known, Layout, Mac, SentTime } from './knobs.js';
import type { Bodies } from './causes/sent-body.js';
import type { Apply } from './causes/text-transform.js';

/** A very common, B common, C occasional, D rare: an estimate for senders of these two interfaces. */
type Commonness = 'A' | 'B' | 'C' | 'D';

/**
 * One mistake of a sender that makes a signature wrong or a request unacceptable: what its developer reads about it,
 * and the ways to make it, which pvg tries. Each way turns one knob of the signature.
 */
export interface Cause {
  /** Which requests can have it: those of every interface, of the interfaces that sign this part, or of one. */
  readonly where: 'everywhere' | MessagePart | Interface;
  readonly commonness: Commonness;
  /** What the sender's code did, in one sentence that is true of every variant without a sentence of its own. */
  readonly says: string;
  readonly typical: string;
  readonly fix: string;
  /** What the code of the fix shows; by interface if the interfaces need different code. */
  readonly kind: FixKind | Readonly<Record<Interface, FixKind>>;
  /** A second comment in the code of a language that has its own name for the trap. */
  readonly hints?: Readonly<Partial<Record<LanguageName, string>>>;

  /** The body's text or bytes, changed. */
  readonly texts?: Variants<Apply>;
  /** The body is printed again before this change, so a compact print is not a cause of its own. */
  readonly printsAnew?: true;
  /** Something other than the body. */
  readonly bodies?: Bodies | readonly Bodies[];
  readonly manyBodies?: Bodies;
  /** What stands for the body's hash in the message. */
  readonly hashes?: Variants<BodyHash>;
  /** The same for an empty body. */
  readonly hashesOfNothing?: Variants<BodyHash>;
  /** Messages, their parts in braces: `{clientId}.{timestamp}.{hash}`. */
  readonly messages?: Messages;
  /** These and the other `many…` are tried alone, after the few: they are too many to combine. */
  readonly manyMessages?: Messages;
  /** The text that was signed as the timestamp; those of `manyTimes` are tried after the few of all causes. */
  readonly times?: (sent: SentTime) => Variants<string>;
  readonly manyTimes?: (sent: SentTime) => Variants<string>;
  /** So many that they are tried alone, and made only then. */
  readonly farTimes?: (sent: SentTime) => Variants<string>;
  readonly clientIds?: (known: Known) => Variants<string>;
  /** The text that was the key, or its bytes. */
  readonly keys?: (known: Known) => Variants<string>;
  readonly manyKeys?: (known: Known) => Variants<string>;
  readonly keyBytes?: (known: Known) => Variants<Binary>;
  /** The algorithm that HMAC was used with. */
  readonly hmac?: Algorithm;
  readonly digests?: (mac: Mac) => Variants<Construction>;
  /** Without HMAC. */
  readonly plainDigests?: (algorithm: Algorithm) => Variants<Construction>;
  /** What the headers alone show of it, in words that add to the cause's own; empty words if they add nothing. */
  readonly seen?: (input: LintInput) => readonly string[];
  /** The signature's text without the form it was sent in. */
  readonly unwraps?: (text: string) => Variants<string>;
  readonly remakes?: readonly Remake[];
}

type Messages = Readonly<Partial<Record<Interface, Variants<string | Layout>>>>;

/** A form of the signature that cannot be decoded, but can be made again from each digest. */
interface Remake {
  readonly as?: string;
  /** Whether this hex can be it, if the right one has this length. */
  readonly fits: (hex: string, rightLength: number) => boolean;
  readonly text: (digest: Binary, length: number) => string;
  readonly extra?: number;
  /** What the sender did, in place of what the cause says. */
  readonly says?: string;
}

/**
 * The ways to make a mistake, the usual one first: what it makes, its name, what it costs beyond its cause (otherwise
 * its place in the list decides), and its own sentence in place of the cause's.
 */
export type Variants<Value> = readonly (readonly [
  value: Value,
  as?: string | undefined,
  extra?: number | undefined,
  says?: string | undefined,
])[];

/** Ways that share one name, or that need none. */
export const ways = <Value>(values: readonly Value[], as?: string, extra?: number): Variants<Value> =>
  values.map((value) => [value, as, extra]);

/** A way for which the cause's sentence would not be exact. */
export const told = <Value>(value: Value, says?: string, extra?: number): Variants<Value>[number] => [
  value,
  undefined,
  extra,
  says,
];

export const allTold = <Value>(values: readonly Value[], says: string, extra = 1): Variants<Value> =>
  Array.from(new Set(values), (value) => told(value, says, extra));

/** What most causes of a group have in common. */
type Common = Pick<Cause, 'where' | 'kind'>;

export const isOf = ({ where }: Pick<Cause, 'where'>, scheme: Scheme): boolean =>
  where === 'everywhere' || where === scheme.id || signs(scheme, where);

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
  return [...firsts.values()].map(([value, as, extra, says], at) => ({
    causes: [id],
    cost: costOf(cause) + (extra ?? Math.min(at, 9) / 10),
    value,
    as,
    says,
  }));
};

/** What a cause’s `seen` reads. */
export interface LintInput {
  readonly request: ObservedRequest;
  readonly scheme: InterfaceRecord;
  readonly headers: ReadHeaders;
  readonly credential: Credential;
  /** The causes of the simplest match: lint does not repeat them. */
  readonly found: readonly string[];
  /** Whether the message was signed with the client id of the header. */
  readonly signedHeaderId: boolean;
}
