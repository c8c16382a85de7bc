import { Buffer } from 'node:buffer';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { signatureText } from '../../src/diagnosis/lint/signature-text.js';
import { gatewayMessage, hmac } from '../support/observed.js';

const message = Buffer.from(gatewayMessage());
const signature = hmac('key', message);
const hex = (text: string | Buffer): string => Buffer.from(text).toString('hex');

describe('the text of X-Signature', () => {
  type Row = [says: string, text: string, headline: RegExp];
  const cases: Row[] = [
    ['nothing', '  ', /^X-Signature is empty\.$/],
    ...['$sig', '${SIGNATURE}', '{{ signature }}', '<signature>'].map((text): Row => [
      'a variable',
      text,
      /^X-Signature has the name of a variable/,
    ]),
    ...[
      '[object Promise]',
      '<bound method HMAC.hexdigest of <hmac.HMAC object at 0x7f>>',
      '<hmac.HMAC object at 0x7f01>',
      'javax.crypto.Mac@6d06d69c',
      "b'\\x01\\xff'",
      'undefined',
    ].map((text): Row => ['what a program prints', text, /^X-Signature has what a program prints/]),
    ['an array of Java', '[B@6d06d69c', /^X-Signature has 11 characters/],
    [
      'the message and a digest (Go)',
      hex(Buffer.concat([message, Buffer.from(hmac('key', ''), 'hex')])),
      /hexadecimal digits instead of 64\. Decoded, it begins with the text that should be signed\.$/,
    ],
    ['too few digits', signature.slice(0, 50), /^X-Signature has 50 hexadecimal digits instead of 64\.$/],
    [
      'bytes in base64',
      Buffer.alloc(24, 7).toString('base64').replaceAll('B', '+'),
      /Decoded from base64 it has 24 bytes; a SHA-256 digest has 32\.$/,
    ],
    [
      'something else',
      'no-signature!',
      /^X-Signature has 13 characters\. It must be 64 hexadecimal digits\.$/,
    ],
  ];
  it.each(cases)('is %s: %j', (_says, text, headline) => {
    expect(signatureText(text, message)?.says).toMatch(headline);
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
