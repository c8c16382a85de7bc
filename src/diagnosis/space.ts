import type { BodyForm } from './body-form.js';
import type { Binary, Choice } from './choice.js';
import type { BodyHash, Construction, Layout } from './knobs.js';
import type { Reading } from './reading.js';

/** All the ways in which one request can have been signed. */
export interface Space {
  /** The right setting of every knob. */
  readonly right: Attempt;
  /** The right construction for each length that the digest in X-Signature can have. */
  readonly plain: readonly Choice<Signer>[];
  readonly lists: Lists;
  readonly method: string;
  readonly path: string;
  readonly url: string;
}

/** One setting of every knob except the construction. */
export interface Attempt {
  readonly body: Choice<BodyForm>;
  readonly hash: Choice<BodyHash>;
  readonly layout: Choice<Layout>;
  readonly timestamp: Choice<string>;
  readonly clientId: Choice<Binary>;
  readonly secret: Choice<Binary>;
}

/** A construction, with the ways to read X-Signature as a digest of its length. */
export interface Signer {
  readonly digest: Construction;
  readonly readings: readonly Reading[];
}

/** Choices of some knobs that are tried together, each with each; of all other knobs the right one. */
export type Product = { readonly [Knob in keyof Attempt]?: Iterable<Attempt[Knob]> } & {
  readonly construction?: Iterable<Choice<Signer>>;
};

type Made<Value> = () => readonly Choice<Value>[];
type MadeUpTo<Value> = (mostCost: number) => Iterable<Choice<Value>>;

/** The mistaken choices of each knob. A list is made on first use: most requests are explained before all are needed. */
export interface Lists {
  /** The same text in other bytes. */
  readonly texts: Made<BodyForm>;
  /** Serialised again in a likely way. */
  readonly prints: Made<BodyForm>;
  readonly unlikelyPrints: MadeUpTo<BodyForm>;
  /** A serialisation and a change of its text, two causes on one knob. */
  readonly composedBodies: MadeUpTo<BodyForm>;
  /** Not JSON any more, or only a part of it. */
  readonly otherBodies: Made<BodyForm>;
  readonly manyBodies: Made<BodyForm>;
  readonly hashes: Made<BodyHash>;
  readonly layouts: Made<Layout>;
  readonly manyLayouts: Made<Layout>;
  readonly timestamps: Made<string>;
  readonly manyTimestamps: Made<string>;
  readonly farTimestamps: Made<string>;
  readonly clientIds: Made<Binary>;
  readonly secrets: Made<Binary>;
  readonly manySecrets: Made<Binary>;
  /** Another secret with a mistake of its own: two causes on one knob. */
  readonly composedSecrets: Made<Binary>;
  readonly constructions: Made<Signer>;
}

const none = (): readonly never[] => [];

export const noLists: Lists = {
  texts: none,
  prints: none,
  unlikelyPrints: none,
  composedBodies: none,
  otherBodies: none,
  manyBodies: none,
  hashes: none,
  layouts: none,
  manyLayouts: none,
  timestamps: none,
  manyTimestamps: none,
  farTimestamps: none,
  clientIds: none,
  secrets: none,
  manySecrets: none,
  composedSecrets: none,
  constructions: none,
};

export class OutOfTime extends Error {}

const largeBody = 64 * 1024;

export const isLarge = ({ right }: Space): boolean => right.body.value.bytes.byteLength > largeBody;

/** An attempt that reproduces the observed signature exactly. */
export interface Match {
  readonly causes: readonly string[];
  readonly cost: number;
  /** The variants in words, if they say more than the causes. */
  readonly as: readonly string[];
  /** By cause: what the variant says in place of the catalogue. */
  readonly says: Readonly<Record<string, string>>;
  readonly attempt: Attempt;
}
