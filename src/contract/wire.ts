/** What travels: the request as bytes from the moment it is built, the answer as bytes until somebody reads it. */

export interface WireRequest {
  readonly method: 'POST';
  /** The absolute address to which the request goes. */
  readonly url: string;
  /** In the order and spelling in which they are sent. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** Exactly the bytes that were signed. */
  readonly body: Uint8Array;
}

export interface WireResponse {
  readonly status: number;
  /** Names in lower case; a header that came twice is listed twice. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** Decoded from gzip if the server compressed it unasked. */
  readonly body: Uint8Array;
}

export interface SendOptions {
  /** For the whole attempt, from the first byte out to the last byte in. */
  readonly timeoutMs: number;
  /** Aborted when the user interrupts. */
  readonly signal?: AbortSignal;
  /** What the request is about, for a log: `row 17`. */
  readonly label?: string;
}

/**
 * Everything that can answer a request: the network, an emulator, a test.
 * @throws {WireFailure} when there is no complete answer.
 */
export type Send = (request: WireRequest, options: SendOptions) => Promise<WireResponse>;

/**
 * How a request ended without a complete answer.
 * - `not-reached`: nothing of the request was written; it is safe to repeat.
 * - `lost`: the request was (or may have been) written and the answer did not come: a time-out or a reset.
 * - `cut`: an answer began and broke off. `oversized`: it was larger than the cap.
 * - `garbled`: what came back is not HTTP.
 */
export const wireFailureKinds = ['not-reached', 'lost', 'cut', 'oversized', 'garbled'] as const;
export type WireFailureKind = (typeof wireFailureKinds)[number];

/**
 * What keeps calls from the service until somebody changes a setting of this computer or its network: waiting does not help,
 * and the operator of the service cannot help.
 * - `proxy-address`: a proxy variable holds no address of an http or https proxy.
 * - `proxy-unreached`: nothing answers at the proxy's address. `proxy-certificate`: it is not the proxy's.
 * - `proxy-login`: the proxy wants a user name and a password. `proxy-refusal`: it does not open this connection.
 * - `unknown-authority`: nobody whom this computer trusts issued the certificate of the server.
 * - `not-allowed`: this computer does not allow the connection.
 */
export type LocalObstacle =
  | 'proxy-address'
  | 'proxy-unreached'
  | 'proxy-certificate'
  | 'proxy-login'
  | 'proxy-refusal'
  | 'unknown-authority'
  | 'not-allowed';

interface WireFailureDetails {
  /** The operating system's or the library's own code: `ECONNREFUSED`, `CERT_HAS_EXPIRED`. */
  readonly code?: string;
  readonly obstacle?: LocalObstacle | undefined;
  /** If a status line had arrived before the answer broke off. */
  readonly status?: number;
  readonly headers?: WireResponse['headers'];
}

export class WireFailure extends Error {
  override readonly name = 'WireFailure';
  readonly details: WireFailureDetails;

  /** @param message one clause for people: "the connection was refused" */
  constructor(
    readonly kind: WireFailureKind,
    message: string,
    { cause, ...details }: WireFailureDetails & ErrorOptions = {},
  ) {
    super(message, cause === undefined ? undefined : { cause });
    this.details = details;
  }
}

/** The values of one header, whatever its case. */
export function headerValues(headers: WireResponse['headers'], name: string): string[] {
  const nameInSmallLetters = name.toLowerCase();
  const values: string[] = [];
  for (const [key, value] of headers) {
    // Nearly every other header has another length: only one of the same length is compared in lower case.
    if (
      key === nameInSmallLetters ||
      (key.length === nameInSmallLetters.length && key.toLowerCase() === nameInSmallLetters)
    ) {
      values.push(value);
    }
  }
  return values;
}

/** The value of a header that came exactly once. */
export function headerValue(headers: WireResponse['headers'], name: string): string | undefined {
  const values = headerValues(headers, name);
  return values.length === 1 ? values[0] : undefined;
}
