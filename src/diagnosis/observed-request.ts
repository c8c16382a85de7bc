import type { Interface } from '../contract/interfaces.js';
import type { LanguageName } from '../languages/languages.js';

/** One request as it was sent. */
export interface ObservedRequest {
  readonly interface: Interface;
  /** Where it is in the input: `entry 3`, `line 12`. Empty if it is the only request. */
  readonly label: string;
  readonly method: string;
  /** Absolute or only a path; empty when the input does not say. */
  readonly url: string;
  /** In their order, including repeated ones. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** The body as it was on the wire. */
  readonly body: Uint8Array;
  /** Unix seconds by the receiver’s clock. The sender’s clock is compared only with this. */
  readonly receivedAt: number | undefined;
  /** The receiver is this computer. */
  readonly isReceivedHere?: true;
  /** The body was given beside the request, so the request's Content-Length may show that it is another one. */
  readonly isBodyGiven?: true;
  /** The body is the end of a file, where an editor may have added a line break or a blank. */
  readonly endsFile?: true;
  /**
   * The list of headers is complete, as in a recording, so a header that is not in it was not sent. With neither this
   * nor `isFromOptions`, as for a pasted request, the list may be complete or shortened: `contentTypeLint` guesses.
   */
  readonly hasAllHeaders?: true;
  /** The parts were given by options, so a header that is not in the list may still have been sent. */
  readonly isFromOptions?: true;
  /** The language of its sender, where somebody named it. */
  readonly language?: LanguageName | undefined;
}

/** The first value of a header, by its name in lower case. */
export function headerOf(headers: ObservedRequest['headers'], name: string): string | undefined {
  return headers.find(([each]) => each.toLowerCase() === name)?.[1];
}
