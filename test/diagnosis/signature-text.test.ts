import { Buffer } from 'node:buffer';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { signatureText } from '../../src/diagnosis/lint/signature-text.js';
import { gatewayMessage, hmac } from '../support/observed.js';

const message = Buffer.from(gatewayMessage());
const signature = hmac('key', message);
const hex = (text: string | Buffer): string => Buffer.from(text).toString('hex');

describe('the text of X-Signature', () => {
  const cases: [says: string, text: string, headline: RegExp][] = [
    ['nothing', '  ', /^X-Signature is empty\.$/],
    ['a variable of a shell', '$sig', /^X-Signature has the name of a variable/],
    ['a variable in braces', '${SIGNATURE}', /^X-Signature has the name of a variable/],
    ['a variable of a template', '{{ signature }}', /^X-Signature has the name of a variable/],
    ['a placeholder', '<signature>', /^X-Signature has the name of a variable/],
    ['a promise', '[object Promise]', /^X-Signature has `\[object Promise\]` instead of the signature\.$/],
    ['a method', '<bound method HMAC.hexdigest of <hmac.HMAC object at 0x7f>>', /the text of a function/],
    ['an object of Python', '<hmac.HMAC object at 0x7f01>', /the name of an object/],
    ['an array of Java', '[B@6d06d69c', /^X-Signature has 11 characters/],
    ['an object of Java', 'javax.crypto.Mac@6d06d69c', /the name of an object/],
    ['bytes of Python', "b'\\x01\\xff'", /^X-Signature has bytes as Python prints them/],
    ['no value', 'undefined', /^X-Signature has a word such as `undefined`/],
    [
      'the message and a digest (Go)',
      hex(Buffer.concat([message, Buffer.from(hmac('key', ''), 'hex')])),
      /hexadecimal digits instead of 64\. Decoded, it begins with the text that should be signed\.$/,
    ],
    ['too few digits', signature.slice(0, 50), /^X-Signature has 50 hexadecimal digits instead of 64\.$/],
    ['one digit', 'a', /^X-Signature has 1 hexadecimal digit instead of 64\.$/],
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
  it.each(cases)('is %s', (_says, text, headline) => {
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
