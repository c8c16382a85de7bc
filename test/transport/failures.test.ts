import { expect, it } from 'vitest';
import { asWireFailure } from '../../src/transport/failures.js';
import { WireFailure } from '../../src/contract/wire.js';

const withCode = (code: string): Error => Object.assign(new Error('a text of the library'), { code });

it.each([
  ['ENOTFOUND', 'host name is not known'],
  ['EAI_AGAIN', 'name server'],
  ['EHOSTUNREACH', 'host cannot be reached'],
  ['ENETUNREACH', 'network cannot be reached'],
  ['ETIMEDOUT', 'in time'],
  ['SELF_SIGNED_CERT_IN_CHAIN', 'self-signed'],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'intermediate'],
  ['ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION', 'TLS handshake failed'],
  ['UND_ERR_INVALID_ARG', 'cannot be written as HTTP'],
  ['SOMETHING_NEW', 'could not be made'],
])('before anything was written every error means not reached, and says why: %s: %s', (code, words) => {
  const failure = asWireFailure(withCode(code), { written: false });
  expect(failure).toMatchObject({ kind: 'not-reached', details: { code } });
  expect(failure.message).toContain(words);
});

it.each([
  [{ code: 'ECONNRESET' }, withCode('ECONNRESET')],
  [{ code: 'SOMETHING_NEW' }, withCode('SOMETHING_NEW')],
  [{}, 'a value that is no error'],
])('after writing it means lost: %j', (details, error) => {
  expect(asWireFailure(error, { written: true })).toMatchObject({ kind: 'lost', details });
});

it('takes the code of the first address when node tried several, and a failure as it is', () => {
  const several = new AggregateError([withCode('ENETUNREACH'), withCode('ECONNREFUSED')]);
  expect(asWireFailure(several, { written: false }).details.code).toBe('ENETUNREACH');
  const failure = new WireFailure('cut', 'as it was');
  expect(asWireFailure(failure, { written: true })).toBe(failure);
});
