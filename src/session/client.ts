import { endpoint } from '../contract/interfaces.js';
import { sessionHeaders } from '../signing/session.js';
import type { WireRequest } from '../wire.js';

export interface SessionTarget {
  readonly baseUrl: string;
  /** undefined in a dry run without a secret: the signature is then a placeholder. */
  readonly secretKey: string | undefined;
}

/** A signed request (§4.3, §5.2). The bytes that are signed are the bytes that are sent. */
export const sessionRequest = ({ baseUrl, secretKey }: SessionTarget, body: Uint8Array): WireRequest => ({
  method: 'POST',
  url: endpoint(baseUrl, 'session'),
  headers: sessionHeaders(secretKey, { body }),
  body,
});
