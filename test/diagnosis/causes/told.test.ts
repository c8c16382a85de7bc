import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import type { ObservedRequest } from '../../../src/diagnosis/observed-request.js';
import { credential, diagnosed, hmac, sessionRequest } from '../../support/observed.js';

const key = credential.secretKey ?? '';
const json = '{"gameId":"demo","username":"Ngọc"}';

/** `json` was signed for a session; this was sent. */
const sentAs = (body: string | Uint8Array): ObservedRequest =>
  sessionRequest({ body, signature: hmac(key, json) });
/** The right digest, written in some way. */
const writtenAs = (write: (digest: Buffer) => string): ObservedRequest =>
  sessionRequest({ body: json, signature: write(Buffer.from(hmac(key, json), 'hex')) });

/** A finding is proven; so must be what its fix assumes. */
it.each<[what: string, request: ObservedRequest, cause: string, says: RegExp, fix: RegExp]>([
  [
    'a list of byte numbers: nothing to decode',
    writtenAs((digest) => `[${digest.join(', ')}]`),
    'out-bytes-literal',
    /list of byte numbers/,
    /^Write the digest as 64 lower-case hex digits(?!.*decode)/,
  ],
  [
    'compressed later: compressed bytes would be refused',
    sentAs(gzipSync(json)),
    'body-gzip-mismatch',
    /compressed after it was signed/,
    /Turn request compression off(?!.*sign the compressed)/,
  ],
  [
    'base64 later: the signer did sign the JSON',
    sentAs(Buffer.from(json).toString('base64')),
    'body-base64',
    /encoded as base64 after it was signed/,
    /send the same bytes, both without base64/,
  ],
])('%s', (_what, request, cause, says, fix) => {
  const [finding] = diagnosed(request).findings;
  expect(finding?.causes).toEqual([cause]);
  expect(finding?.says).toMatch(says);
  expect(finding?.fix).toMatch(fix);
});
