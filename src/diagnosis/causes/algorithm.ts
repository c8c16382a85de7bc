import { causes, told } from '../cause.js';
import { base64Of, digest, hexOf, hmac, nameOf } from '../digests.js';
import { filled, spoken } from '../template.js';

/** What is hashed without a key: the secret, if it is used at all, is in the text. */
const plainTexts = [
  '{message}{secret}',
  '{secret}{message}',
  '{message}',
  '{message}.{secret}',
  '{secret}.{message}',
  '{message}&key={secret}',
  '{message}:{secret}',
  '{secret}:{message}',
  '{message}|{secret}',
  '{secret}|{message}',
  '{secret}{message}{secret}',
  '{message}&secret={secret}',
  '{message}&secret_key={secret}',
];

const over = (form: string): string =>
  `The HMAC was computed twice, the second time over the ${form} of the first result.`;

/** The message and the key are right, but the signature is not their HMAC-SHA256. */
export const algorithm = causes({ where: 'everywhere', kind: 'hmac-sha256' })({
  'alg-hmac-sha1': {
    commonness: 'A',
    says: 'The signature was computed with HMAC-SHA1 (20 bytes) instead of HMAC-SHA256.',
    typical: 'Code taken from GitHub’s X-Hub-Signature or from Twilio.',
    fix: 'Use HMAC-SHA256.',
    hmac: 'sha1',
  },
  'alg-hmac-sha512': {
    commonness: 'A',
    says: 'The signature was computed with HMAC-SHA512 (64 bytes) instead of HMAC-SHA256.',
    typical: 'Code taken from VNPay, Gate.io or Paystack.',
    fix: 'Use HMAC-SHA256.',
    hmac: 'sha512',
    digests: ({ algorithm }) =>
      algorithm === 'sha256'
        ? [
            told(
              (key, message) => hmac('sha512', key, message).slice(0, 32),
              'The signature is the first 32 bytes of HMAC-SHA512 instead of HMAC-SHA256.',
              3,
            ),
          ]
        : [],
  },
  'alg-hmac-md5': {
    commonness: 'B',
    says: 'The signature was computed with HMAC-MD5 (16 bytes) instead of HMAC-SHA256.',
    typical: 'Old helper code.',
    fix: 'Use HMAC-SHA256.',
    hmac: 'md5',
  },
  'alg-hmac-sha384': {
    commonness: 'D',
    says: 'The signature was computed with HMAC-SHA384 (48 bytes) instead of HMAC-SHA256.',
    typical: 'Code taken from Bitfinex.',
    fix: 'Use HMAC-SHA256.',
    hmac: 'sha384',
  },
  'alg-plain-hash': {
    commonness: 'A',
    says: 'The signature is a plain hash of the message, with or without the secret in the hashed text, instead of an HMAC.',
    typical: 'Code taken from Xsolla (SHA-1) or WeChat Pay v2 (MD5), `CryptoJS.SHA256`.',
    fix: 'Use HMAC-SHA256 with the secret as its key.',
    hints: {
      node: 'Use createHmac, not createHash. With crypto-js: HmacSHA256, not SHA256.',
      php: 'Use hash_hmac(), not hash() or sha1() over message and secret.',
    },
    plainDigests: (algorithm) =>
      plainTexts.map((template) => {
        const text = filled<'secret' | 'message'>(template);
        return [
          (secret, message) => digest(algorithm, text({ secret, message })),
          `${nameOf(algorithm)} of ${spoken(template)}`,
          undefined,
          template.includes('{secret}')
            ? 'The signature is a plain hash of the message and the secret instead of an HMAC.'
            : 'The signature is a plain hash of the message, without the secret, instead of an HMAC.',
        ];
      }),
  },
  'alg-hash-of-hmac': {
    commonness: 'D',
    says: 'The HMAC was computed and then hashed once more.',
    typical: 'Two helper functions that both hash.',
    fix: 'Send the HMAC itself. Do not hash it.',
    digests: ({ algorithm, keyed }) => [
      [(key, message) => digest(algorithm, hexOf(keyed(key, message))), 'the hex text was hashed'],
      [(key, message) => digest(algorithm, keyed(key, message)), 'the raw bytes were hashed'],
    ],
  },
  'alg-double-hmac': {
    commonness: 'D',
    says: 'The HMAC was computed twice, the second time over the first result or with a derived key.',
    typical: 'Derived keys as in AWS SigV4.',
    fix: 'Compute the HMAC once.',
    digests: ({ keyed }) => [
      told((key, message) => keyed(key, keyed(key, message)), over('raw bytes')),
      told((key, message) => keyed(key, hexOf(keyed(key, message))), over('hex text')),
      told(
        (key, message) => keyed(keyed(key, message), message),
        'The HMAC was computed twice, the second time with the first result as its key.',
      ),
      told(
        (key, message) => keyed(keyed(message, key), message),
        'The HMAC key was derived first: it was the HMAC of the secret, with the message as the key.',
      ),
      told((key, message) => keyed(key, base64Of(keyed(key, message))), over('base64 text')),
    ],
  },
});
