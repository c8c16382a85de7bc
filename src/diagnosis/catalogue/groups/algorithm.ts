import type { CauseGroup } from '../cause.js';

export const algorithmCauses = {
  title: 'Algorithm',
  causes: [
    {
      id: 'alg-hmac-sha1',
      frequency: 'very common',
      appliesTo: 'everywhere',
      mistake: 'The signature was computed with HMAC-SHA1 (20 bytes) instead of HMAC-SHA256.',
      typicalSenders: 'Code taken from GitHub’s X-Hub-Signature or from Twilio.',
      fix: 'Use HMAC-SHA256.',
      fixKind: 'hmac-sha256',
    },
    {
      id: 'alg-hmac-sha512',
      frequency: 'very common',
      appliesTo: 'everywhere',
      mistake: 'The signature was computed with HMAC-SHA512 (64 bytes) instead of HMAC-SHA256.',
      typicalSenders: 'Code taken from VNPay, Gate.io or Paystack.',
      fix: 'Use HMAC-SHA256.',
      fixKind: 'hmac-sha256',
    },
    {
      id: 'alg-hmac-md5',
      frequency: 'common',
      appliesTo: 'everywhere',
      mistake: 'The signature was computed with HMAC-MD5 (16 bytes) instead of HMAC-SHA256.',
      typicalSenders: 'Old helper code.',
      fix: 'Use HMAC-SHA256.',
      fixKind: 'hmac-sha256',
    },
    {
      id: 'alg-hmac-sha384',
      frequency: 'rare',
      appliesTo: 'everywhere',
      mistake: 'The signature was computed with HMAC-SHA384 (48 bytes) instead of HMAC-SHA256.',
      typicalSenders: 'Code taken from Bitfinex.',
      fix: 'Use HMAC-SHA256.',
      fixKind: 'hmac-sha256',
    },
    {
      id: 'alg-plain-hash',
      frequency: 'very common',
      appliesTo: 'everywhere',
      mistake:
        'The signature is a plain hash of the message, with or without the secret in the hashed text, instead of an HMAC.',
      typicalSenders: 'Code taken from Xsolla (SHA-1) or WeChat Pay v2 (MD5), `CryptoJS.SHA256`.',
      fix: 'Use HMAC-SHA256 with the secret as its key.',
      fixKind: 'hmac-sha256',
    },
    {
      id: 'alg-hash-of-hmac',
      frequency: 'rare',
      appliesTo: 'everywhere',
      mistake: 'The HMAC was computed and then hashed once more.',
      typicalSenders: 'Two helper functions that both hash.',
      fix: 'Send the HMAC itself. Do not hash it.',
      fixKind: 'hmac-sha256',
    },
    {
      id: 'alg-double-hmac',
      frequency: 'rare',
      appliesTo: 'everywhere',
      mistake:
        'The HMAC was computed twice, the second time over the first result or with a derived key.',
      typicalSenders: 'Derived keys as in AWS SigV4.',
      fix: 'Compute the HMAC once.',
      fixKind: 'hmac-sha256',
    },
  ],
} as const satisfies CauseGroup;
