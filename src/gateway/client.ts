import { endpoint } from '../contract/interfaces.js';
import { gatewayHeaders } from '../signing/gateway.js';
import type { WireRequest } from '../wire.js';

export interface GatewayTarget {
  readonly baseUrl: string;
  readonly clientId: string;
  /** undefined in a dry run without a secret: the signature is then a placeholder. */
  readonly clientSecret: string | undefined;
}

/** A signed request (§4.1, §4.2, §5.1). The bytes that are signed are the bytes that are sent. */
export function gatewayRequest(
  operation: 'verify' | 'lookup',
  { baseUrl, clientId, clientSecret }: GatewayTarget,
  body: Uint8Array,
  unixSeconds: number,
): WireRequest {
  const timestamp = String(unixSeconds);
  return {
    method: 'POST',
    url: endpoint(baseUrl, operation),
    headers: gatewayHeaders(clientSecret, { clientId, timestamp, body }),
    body,
  };
}
