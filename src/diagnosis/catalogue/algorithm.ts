import { causes, both } from '../cause.js';

/** The message and the key are right, what was computed from them is not HMAC-SHA256. */
export const algorithm = causes({ interfaces: both, kind: 'hmac-sha256' })({
  'alg-hmac-sha1': {
    number: 98,
    commonness: 'A',
    says: 'The signature is HMAC-SHA1, 20 bytes.',
    typical: 'Code taken from X-Hub-Signature or Twilio.',
    fix: 'Use HMAC-SHA256.',
  },
  'alg-hmac-sha512': {
    number: 99,
    commonness: 'A',
    says: 'The signature is HMAC-SHA512, 64 bytes.',
    typical: 'Code taken from VNPay, Gate.io or Paystack.',
    fix: 'Use HMAC-SHA256.',
  },
  'alg-hmac-md5': {
    number: 100,
    commonness: 'B',
    says: 'The signature is HMAC-MD5, 16 bytes.',
    typical: 'Old helpers.',
    fix: 'Use HMAC-SHA256.',
  },
  'alg-hmac-sha384': {
    number: 101,
    commonness: 'D',
    says: 'The signature is HMAC-SHA384, 48 bytes.',
    typical: 'Code taken from Bitfinex.',
    fix: 'Use HMAC-SHA256.',
  },
  'alg-plain-hash': {
    number: 102,
    commonness: 'A',
    says: 'The signature is a plain hash of the message, perhaps with the secret beside it, and no HMAC.',
    typical: 'Code taken from Xsolla (SHA-1) or WeChat Pay 2 (MD5), `CryptoJS.SHA256`.',
    fix: 'Use HMAC-SHA256 with the secret as its key.',
    hints: {
      node: 'Not createHash: createHmac. With crypto-js: HmacSHA256, not SHA256.',
      php: 'Not hash() or sha1() over message and secret.',
    },
  },
  'alg-hash-of-hmac': {
    number: 103,
    commonness: 'D',
    says: 'The signature is the SHA-256 of the right signature.',
    typical: 'Two helpers in a row.',
    fix: 'Send the HMAC itself.',
  },
  'alg-double-hmac': {
    number: 104,
    commonness: 'D',
    says: 'The signature is the HMAC of the right signature.',
    typical: 'Chains of keys as in AWS SigV4.',
    fix: 'Compute the HMAC once.',
  },
});
