import type { JsonText } from './json-difference.js';

/** The bytes that were sent and signed, with their JSON if they have one. */
export interface BodyPair {
  readonly sent: Buffer;
  readonly signed: Buffer;
  readonly sentJson: JsonText | undefined;
  readonly signedJson: JsonText | undefined;
  /** `signed` is known to differ by one mistake only, so no second one is looked for. */
  readonly isOneMistake: boolean;
}
