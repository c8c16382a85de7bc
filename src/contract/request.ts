import { headersWithSignature } from '../signing/scheme.js';
import type { WireRequest } from './wire.js';
import { endpoint, type InterfaceRecord } from './interfaces.js';

/** What a request needs in addition to its body. */
export interface Target {
  readonly baseUrl: string;
  readonly clientId?: string | undefined;
  /** undefined in a dry run without a secret: the signature is then a placeholder. */
  readonly secret: string | undefined;
}

/** What a request asks, and when. */
interface Asked {
  readonly path: string;
  readonly body: Uint8Array;
  readonly unixSeconds: number;
}

/** A signed request (§4, §5). The bytes that are signed are the bytes that are sent. */
export function signedRequest(
  record: InterfaceRecord,
  { baseUrl, clientId, secret }: Target,
  { path, body, unixSeconds }: Asked,
): WireRequest {
  return {
    method: 'POST',
    url: endpoint(baseUrl, path),
    headers: headersWithSignature(record, secret, {
      clientId,
      timestamp: String(unixSeconds),
      body,
    }),
    body,
  };
}
