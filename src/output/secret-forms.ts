import { Buffer } from 'node:buffer';

/**
 * How a value may be written in a text, all in lower case. Escapes are no form of a value: they are undone in the text
 * (escapes.ts).
 */
interface WrittenForms {
  /** As it is, with `+` for its blanks, and backwards. */
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

/** The same three lists with the value as it is, and nothing else. */
export function plainFormOnly(value: string): WrittenForms {
  return { plain: [plainForm(value)], base64: [], hex: [] };
}

export function plainForm(value: string): Buffer {
  return lowerCaseBytes(Buffer.from(value).toString('latin1'));
}

/** @param latin1 one character a byte. Bytes outside of ASCII may change, too, but in texts and values alike */
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

/** @param before how many bytes of its first group of three are not of the value */
function base64After(before: number, bytes: Buffer, encoding: 'base64' | 'base64url'): string {
  const text = Buffer.concat([Buffer.alloc(before), bytes]).toString(encoding);
  const start = before === 0 ? 0 : before + 1;
  return text.slice(start, Math.floor(((before + bytes.length) * 4) / 3));
}
