import { describe, expect, it } from 'vitest';
import { difference } from '../../src/diagnosis/difference.js';

const between = (sent: string | Uint8Array, signed: string | Uint8Array) =>
  difference(Buffer.from(sent), Buffer.from(signed));

describe('the first difference', () => {
  it('is null between equal bytes', () => {
    expect(between('{"a":1}', '{"a":1}')).toBeNull();
  });

  it.each<[string, string | Uint8Array, string | Uint8Array, object]>([
    ['with its place and both windows', '{\n"é": 1}', '{\n"é":1}', { offset: 7, sent: '{\\n"é": 1}' }],
    ['at the end of the signed bytes', '{}\n', '{}', { offset: 2, signed: '{}' }],
    ['before a whole character', 'ä', 'ö', { offset: 1 }],
    ['in bytes that are no text', new Uint8Array([0x41, 0xff]), 'A', { sent: 'A\\xff' }],
    ['with marks that nobody sees', 'é', 'e\u0301', { signed: 'e\\u{301}' }],
    ['without what a terminal obeys', 'a\u001b', 'a', { sent: 'a\\u{1b}' }],
  ])('is shown %s', (_, sent, signed, shown) => {
    expect(between(sent, signed)).toMatchObject(shown);
  });

  it('shows some sixty bytes of a long body', () => {
    const body = 'x'.repeat(500);
    const { sent } = between(`${body}1${body}`, `${body}2${body}`) ?? {};
    expect(sent).toMatch(/^…x{20}1x{35}…$/);
  });
});
