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
