import { expect, it } from 'vitest';
import { records, type Interface } from '../../src/contract/interfaces.js';
import { catalogue, causeIds, type CauseId } from '../../src/diagnosis/catalogue/catalogue.js';
import { isOf } from '../../src/diagnosis/catalogue/cause.js';
import { fixKind } from '../../src/diagnosis/catalogue/fix-code.js';
import type { FixKind } from '../../src/languages/fixes.js';

/** Which fix a cause gets; `test/languages/` has the code. */

it.each<[CauseId, Interface, FixKind]>([
  ['body-json-php', 'gateway', 'serialise-once'],
  ['body-trailing-newline', 'session', 'no-extra-bytes'],
  ['body-charset-utf16', 'session', 'utf8-bytes'],
  ['body-empty-placeholder', 'gateway', 'empty-body'],
  ['bodyhash-uppercase', 'gateway', 'body-hash'],
  ['layout-order', 'gateway', 'message-layout'],
  ['scheme-confused', 'gateway', 'message-layout'],
  ['scheme-confused', 'session', 'session-message'],
  ['layout-timestamp-prefixed', 'session', 'session-message'],
  ['secret-trailing-newline', 'gateway', 'secret-trim'],
  ['secret-base64-decoded', 'session', 'secret-as-text'],
  ['secret-wrong-environment', 'session', 'secret-right-one'],
  ['key-message-swapped', 'gateway', 'argument-order'],
  ['alg-plain-hash', 'session', 'hmac-sha256'],
  ['out-base64', 'gateway', 'hex-lower'],
  ['ts-regenerated', 'gateway', 'unix-seconds'],
  ['client-id-case', 'gateway', 'client-id'],
  ['hdr-name-wrong', 'session', 'headers'],
])('mends %s on the %s with %s', (id, scheme, kind) => {
  expect(fixKind(id, scheme)).toBe(kind);
});

it('never sends to the session interface what only the gateway has', () => {
  const gatewayKinds: FixKind[] = ['body-hash', 'message-layout', 'unix-seconds', 'client-id'];
  const onSession = causeIds.filter((id) => isOf(catalogue[id], records.session));
  expect(onSession.filter((id) => gatewayKinds.includes(fixKind(id, 'session')))).toEqual([]);
});
