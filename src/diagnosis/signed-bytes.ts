import { renderHash } from './forms/hashes.js';
import { renderLayout } from './forms/layouts.js';
import type { ExplainedSteps } from './explain/steps.js';
import { requestParts } from './signing-steps.js';

/**
 * The bytes that were signed where the contract signs the body: of a session the whole message, of the gateway those that
 * were hashed. A message with the secret in it is not shown.
 */
export function signedBytes({ steps, request, secrets }: ExplainedSteps): Uint8Array {
  const { layout, hash, body, key, timestamp, clientId } = steps;
  if (request.interface === 'gateway' || layout.parts.includes('secret')) return body;
  if (hash.content !== 'body-itself') return body;
  const content = renderHash(hash, body, key);
  const { secret } = secrets.own;
  return Buffer.from(
    renderLayout(layout, { timestamp, clientId, content, ...requestParts(request), secret }),
  );
}
