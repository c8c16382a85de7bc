import { demoCredentials } from '../../src/contract/demo-credentials.js';
import type { WireRequest, WireResponse } from '../../src/contract/wire.js';
import { paths, interfaceRecords } from '../../src/contract/interfaces.js';
import { headersWithSignature } from '../../src/signing/scheme.js';
import { fixedUnixSeconds } from './context.js';

/** Requests signed with the emulator's credentials; each spoils what a test wants spoiled. */

const base = 'http://emulator.test';

interface Signing {
  readonly secret?: string;
  readonly clientId?: string;
  readonly timestamp?: string;
  readonly base?: string;
}

const bytesOf = (body: unknown): Uint8Array =>
  body instanceof Uint8Array
    ? body
    : Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));

const gatewayCall = (
  path: string,
  body: unknown,
  { base: at = base, ...signing }: Signing,
): WireRequest => {
  const { secret = demoCredentials.clientSecret, clientId = demoCredentials.clientId } = signing;
  const input = {
    clientId,
    timestamp: signing.timestamp ?? String(fixedUnixSeconds),
    body: bytesOf(body),
  };
  const headers = headersWithSignature(interfaceRecords.gateway, secret, input);
  return { method: 'POST', url: at + path, headers, body: input.body };
};

export const verifyCall = (body: unknown, signing: Signing = {}): WireRequest =>
  gatewayCall(paths.verify, body, signing);

export const lookupCall = (body: unknown, signing: Signing = {}): WireRequest =>
  gatewayCall(paths.lookup, body, signing);

export const sessionCall = (
  body: unknown,
  signing: Pick<Signing, 'secret' | 'base'> = {},
): WireRequest => {
  const { secret = demoCredentials.secretKey, base: at = base } = signing;
  const input = { body: bytesOf(body) };
  const headers = headersWithSignature(interfaceRecords.session, secret, input);
  return { method: 'POST', url: at + paths.session, headers, body: input.body };
};

/** The request without one header, or with another value for it. */
export const withHeader = (request: WireRequest, name: string, value?: string): WireRequest => ({
  ...request,
  headers: [
    ...request.headers.filter(([key]) => key.toLowerCase() !== name.toLowerCase()),
    ...(value === undefined ? [] : [[name, value] as const]),
  ],
});

export const patient = { timeoutMs: 60_000 };

export const jsonOf = (response: WireResponse): unknown =>
  JSON.parse(Buffer.from(response.body).toString('utf8'));

/** What a demo purchase is asked for with. */
export const purchaseBody = (receipt: string, changes: object = {}): Record<string, unknown> => {
  const purchase = { receipt, product_id: 'gems_100', os_id: 1, package: 'com.example.game' };
  return { ...purchase, ...changes };
};

/** Status, code and not-shown mark in one line: `422 VERIFICATION_FAILED`, `404 HTTP_404 (§4)`. */
export function gist(response: WireResponse): string {
  const body = jsonOf(response) as Record<string, unknown>;
  const code = body['code'] ?? (body['success'] === false ? body['error'] : undefined);
  const mark = response.headers.find(([name]) => name === 'x-pvg-not-shown')?.[1];
  return [String(response.status), code, mark && `(§${mark})`]
    .filter((part) => part !== undefined)
    .join(' ');
}
