import { describe, expect, it } from 'vitest';
import { decodeFileText, hasUtf16Mark, utf8Text } from '../../src/text/utf8.js';

const text = '{"a":"Zoë €"}';
const utf16le = Buffer.from(`\ufeff${text}`, 'utf16le');
const utf16be = Buffer.from(utf16le).swap16();

describe('the bytes of a file', () => {
  it.each<[what: string, bytes: Uint8Array, read: string | undefined]>([
    ['UTF-8', Buffer.from(text), text],
    ['UTF-8 behind a mark', Buffer.from(`\ufeff${text}`), text],
    ['UTF-8 behind two marks, of which one is text', Buffer.from(`\ufeff\ufeffa`), '\ufeffa'],
    ['UTF-16, little end first', utf16le, text],
    ['UTF-16, big end first', utf16be, text],
    ['UTF-16 without a mark, as UTF-8', Buffer.from('a', 'utf16le'), 'a\0'],
    ['one byte of a mark', Buffer.from([0xff]), undefined],
    ['Latin-1', Buffer.from(text, 'latin1'), undefined],
    ['nothing', Buffer.alloc(0), ''],
  ])('are read as a person means them: %s', (_what, bytes, read) => {
    expect(decodeFileText(bytes)).toBe(read);
  });

  it('say by their mark alone whether they are UTF-16', () => {
    expect([utf16le, utf16be, Buffer.from(`\ufeff${text}`)].map(hasUtf16Mark)).toEqual([
      true,
      true,
      false,
    ]);
  });

  it('keep a mark where each byte counts', () => {
    expect(utf8Text(Buffer.from(`\ufeff${text}`))).toBe(`\ufeff${text}`);
    expect(utf8Text(utf16le)).toBeUndefined();
  });

  it('are those of a part of a buffer, not of all of it', () => {
    expect(utf8Text(Buffer.from('abcdef').subarray(2, 4))).toBe('cd');
  });
});
