import type { BodyForm } from './body-form.js';
import type { Binary, Choice } from './choice.js';
import type { BodyHash, Construction, Layout } from './knobs.js';
import type { Reading } from './reading.js';

/** The knobs of a signature, with the choices of each. `right` has the right setting of every knob. */
export interface Space {
  readonly right: Attempt;
  /** The same text in other bytes. */
  readonly texts: readonly Choice<BodyForm>[];
  /** Serialised again in a likely way. These and the other forms are made on first use. */
  readonly prints: readonly Choice<BodyForm>[];
  /** Not JSON any more, or only a part of it. */
  readonly otherBodies: readonly Choice<BodyForm>[];
  /** A serialisation and a change of its text, two causes on one knob. */
  readonly composedBodies: (mostCost: number) => Iterable<Choice<BodyForm>>;
  readonly unlikelyPrints: (mostCost: number) => Iterable<Choice<BodyForm>>;
  readonly manyBodies: readonly Choice<BodyForm>[];
  readonly hashes: readonly Choice<BodyHash>[];
  readonly layouts: readonly Choice<Layout>[];
  readonly manyLayouts: readonly Choice<Layout>[];
  readonly timestamps: readonly Choice<string>[];
  readonly manyTimestamps: readonly Choice<string>[];
  readonly farTimestamps: readonly Choice<string>[];
  readonly clientIds: readonly Choice<Binary>[];
  readonly secrets: readonly Choice<Binary>[];
  readonly manySecrets: readonly Choice<Binary>[];
  /** Another secret with a mistake of its own: two causes on one knob. */
  readonly composedSecrets: readonly Choice<Binary>[];
  readonly method: string;
  readonly path: string;
  readonly url: string;
  /** The ways to read the observed signature, with the constructions that make a digest of that length. */
  readonly outputs: readonly Output[];
}

export interface Output {
  readonly readings: readonly Reading[];
  /** The right construction, as far as the digest’s length allows. */
  readonly plain: readonly Choice<Construction>[];
  readonly mistaken: readonly Choice<Construction>[];
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
