import type { Interface } from '../contract/interfaces.js';

/** One request as somebody sent it, and as it was found in the input. */
export interface ObservedRequest {
  readonly interface: Interface;
  /** Where it stands in the input: `entry 3`, `line 12`; empty for the only one. */
  readonly label: string;
  readonly method: string;
  /** Absolute or only a path; empty when the input does not say. */
  readonly url: string;
  /** As they came, in order, repeated ones included. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** The body as it was on the wire. */
  readonly body: Uint8Array;
  /** Unix seconds by the receiver's clock; the clock is judged against nothing else. */
  readonly receivedAt: number | undefined;
}

/** What the sender should have signed with, or may have by mistake. */
export interface Credential {
  /** How it is named in a finding: `profile game-dev`, a label of --credentials. */
  readonly label: string;
  readonly clientId?: string;
  readonly clientSecret?: string;
  readonly secretKey?: string;
}

/** The parts of a signature that a mistake can change, each independent of the others. */
export type Knob = 'body' | 'body-hash' | 'layout' | 'timestamp' | 'client-id' | 'secret' | 'algorithm';

/** What the sender hashed instead of the body on the wire. */
export interface BodyVariant {
  /** Ids of the catalogue. */
  readonly causes: readonly string[];
  readonly bytes: Uint8Array;
  /** 1 very common, 2 common, 3 occasional, 4 rare; the causes of a set add up. */
  readonly cost: number;
  /** Which encoder or variant, in words: `PHP json_encode`. */
  readonly as?: string;
}
