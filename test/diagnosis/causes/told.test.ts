import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import type { ObservedRequest } from '../../../src/diagnosis/observed-request.js';
import { verdictOf } from '../../../src/diagnosis/verdict.js';
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

/** Nothing explains the signature, and the words lead on. */
it.each<[what: string, sent: string, says: RegExp, next: RegExp]>([
  ['any', json, /found no mistake/, /a proxy may have changed the body.*X-Signature is of another request/],
  [
    'masked',
    '{"gameId":"demo","username":"***REDACTED***"}',
    /cannot judge .*`username` looks masked/,
    /^Give the body as it was sent/,
  ],
  [
    'with a number that lost digits',
    '{"gameId":"demo","username":"a","id":7.6561198012346e+16}',
    /`id` is a number with an exponent, .* its last digits may be lost/,
    /as text/,
  ],
  ['cut', '{"gameId":"demo","usern', /ends too early/, /give all of it as it was sent/],
])('an unknown signature of a body: %s', (what, sent, says, next) => {
  const found = diagnosed(sessionRequest({ body: sent, signature: hmac('no key', sent) }), 1000);
  expect(verdictOf(found)).toMatchObject({
    says: expect.stringMatching(says) as string,
    next: expect.stringMatching(next) as string,
  });
  // The expected values of a masked body are no help.
  expect(found.ladder === null).toBe(what === 'masked');
});
