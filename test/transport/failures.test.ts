import { describe, expect, it } from 'vitest';
import { asWireFailure } from '../../src/transport/failures.js';
import { WireFailure } from '../../src/contract/wire.js';

const withCode = (code: string): Error => Object.assign(new Error('a text of the library'), { code });

describe('before anything was written every error means not reached, and says why', () => {
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
  ])('%s: %s', (code, words) => {
    const failure = asWireFailure(withCode(code), { written: false });
    expect(failure).toMatchObject({ kind: 'not-reached', details: { code } });
    expect(failure.message).toContain(words);
  });
});

describe('after writing', () => {
  it.each(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET', 'SOMETHING_NEW'])(
    '%s without an answer means lost',
    (code) => {
      expect(asWireFailure(withCode(code), { written: true })).toMatchObject({
        kind: 'lost',
        details: { code },
      });
    },
  );

  it('a value that is no error means lost', () => {
    expect(asWireFailure('odd', { written: true })).toMatchObject({ kind: 'lost', details: {} });
  });
});

it('takes the code of the first address when node tried several', () => {
  const several = new AggregateError([withCode('ENETUNREACH'), withCode('ECONNREFUSED')]);
  expect(asWireFailure(several, { written: false }).details.code).toBe('ENETUNREACH');
});

it('passes a failure on that is one already', () => {
  const failure = new WireFailure('cut', 'as it was');
  expect(asWireFailure(failure, { written: true })).toBe(failure);
});
