import { renderHash } from './forms/hashes.js';
import { renderLayout } from './forms/layouts.js';
import type { ExplainedSteps } from './explain/steps.js';
import { requestParts } from './signing-steps.js';

/**
 * The bytes that were signed as the body: at the gateway the bytes that were hashed, at the session interface the whole
 * message. A message that has the secret in it is not returned, because these bytes are shown.
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
