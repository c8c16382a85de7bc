import { Buffer } from 'node:buffer';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { signatureText } from '../../src/diagnosis/lint/signature-text.js';
import { gatewayMessage, hmac } from '../support/observed.js';

const message = Buffer.from(gatewayMessage());
const signature = hmac('key', message);
const hex = (text: string | Buffer): string => Buffer.from(text).toString('hex');

const [variable, printed] = [
  /^X-Signature has the name of a variable/,
  /^X-Signature has what a program prints/,
];
const afterMessage = hex(Buffer.concat([message, Buffer.from(hmac('key', ''), 'hex')]));
const inBase64 = Buffer.alloc(24, 7).toString('base64').replaceAll('B', '+');

describe('the text of X-Signature', () => {
  it.each<[says: RegExp, ...texts: string[]]>([
    [/^X-Signature is empty\.$/, '  '],
    [variable, '$sig', '${SIGNATURE}', '{{ signature }}', '<signature>'],
    [printed, '[object Promise]', '<bound method HMAC.hexdigest of <hmac.HMAC object at 0x7f>>'],
    [printed, '<hmac.HMAC object at 0x7f01>', 'javax.crypto.Mac@6d06d69c', "b'\\x01\\xff'", 'undefined'],
    [/digits instead of 64\. Decoded, it begins with the text that should be signed\.$/, afterMessage],
    [/^X-Signature has 50 hexadecimal digits instead of 64\.$/, signature.slice(0, 50)],
    [/Decoded from base64 it has 24 bytes; a SHA-256 digest has 32\.$/, inBase64],
    [
      /^X-Signature has 13 characters\. It must be 64 hexadecimal digits\.$/,
      'no-signature!',
      '[B@6d06d69c00',
    ],
  ])('is told: %s', (says, ...texts) => {
    for (const text of texts) expect(signatureText(text, message)?.says).toMatch(says);
  });

  it('is right in form with 64 hexadecimal digits', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[0-9a-fA-F]{64}$/), (text) => {
        expect(signatureText(text, message)).toBeUndefined();
      }),
    );
  });

  it('is never repeated, whatever it is', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[g-z]{12,40}$/), (text) => {
        const told = signatureText(text, message);
        expect(told).toBeDefined();
        expect(`${String(told?.says)} ${String(told?.fix)}`).not.toContain(text);
      }),
    );
  });
});
