import { Buffer } from 'node:buffer';

/**
 * The forms in which a value may stand in a text, in lower case. Escaped forms are not among them, because escapes.ts undoes
 * the escapes of the text.
 */
interface WrittenForms {
  /** The value as it is, with `+` for its blanks, and backwards. */
  readonly plain: readonly Buffer[];
  readonly base64: readonly Buffer[];
  readonly hex: readonly Buffer[];
}

export function writtenForms(value: string): WrittenForms {
  const bytes = Buffer.from(value);
  const plain = bytes.toString('latin1');
  const backwards = Buffer.from([...value].reverse().join('')).toString('latin1');
  return {
    plain: distinctForms([plain, plain.replaceAll(' ', '+'), backwards]),
    base64: distinctForms(base64Forms(bytes)),
    hex: distinctForms([bytes.toString('hex')]),
  };
}

/** The plain form alone, for values that are too many to look for in all forms. */
export function plainFormOnly(value: string): WrittenForms {
  return { plain: [plainForm(value)], base64: [], hex: [] };
}

export function plainForm(value: string): Buffer {
  return lowerCaseBytes(Buffer.from(value).toString('latin1'));
}

/** @param latin1 one character a byte. Lower case may change bytes outside of ASCII, but it does so in texts and values alike */
export function lowerCaseBytes(latin1: string): Buffer {
  return Buffer.from(latin1.toLowerCase(), 'latin1');
}

function distinctForms(texts: readonly string[]): Buffer[] {
  return [...new Set(texts)].map(lowerCaseBytes);
}

/**
 * The value encoded alone, and as it appears in the base64 of a longer text: after none, one or two bytes of a group of
 * three, without the characters that it shares with its neighbours.
 */
function base64Forms(bytes: Buffer): string[] {
  const encodings = ['base64', 'base64url'] as const;
  return encodings.flatMap((encoding) => [
    bytes.toString(encoding),
    ...[0, 1, 2].map((before) => base64After(before, bytes, encoding)),
  ]);
}

/** @param before how many bytes of the first group of three stand in front of the value */
function base64After(before: number, bytes: Buffer, encoding: 'base64' | 'base64url'): string {
  const text = Buffer.concat([Buffer.alloc(before), bytes]).toString(encoding);
  // One byte in front has bits in two characters, two bytes have bits in three: these characters are left out.
  const start = before === 0 ? 0 : before + 1;
  return text.slice(start, Math.floor(((before + bytes.length) * 4) / 3));
}
