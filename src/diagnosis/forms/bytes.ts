export function utf8Bytes(value: string): Uint8Array {
  return Buffer.from(value);
}
/** A text as UTF-8, bytes as they are. Needed because the types of `Buffer.from` do not accept a union of both. */
export function toBuffer(value: string | Uint8Array): Buffer {
  if (typeof value === 'string') return Buffer.from(value);
  return Buffer.from(value.buffer, value.byteOffset, value.byteLength);
}
export function joinBytes(parts: readonly (string | Uint8Array)[]): Buffer {
  return Buffer.concat(parts.map(toBuffer));
}

/**
 * Joins bytes for one attempt of a search. The returned buffer is overwritten by the next call: long results share one
 * buffer, because a buffer for each attempt would take hundreds of megabytes before they are collected.
 */
export class AttemptBuffer {
  #shared = Buffer.alloc(0);

  join(parts: readonly (string | Uint8Array)[]): Buffer {
    const pieces = parts.map(toBuffer);
    const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
    if (length < leastSharedBytes) return Buffer.concat(pieces, length);
    if (this.#shared.length < length) this.#shared = Buffer.allocUnsafe(length);
    let offset = 0;
    for (const piece of pieces) offset += piece.copy(this.#shared, offset);
    return this.#shared.subarray(0, length);
  }
}
const leastSharedBytes = 65_536;

export function equalBytes(left: Uint8Array, right: Uint8Array): boolean {
  return left.length === right.length && Buffer.compare(left, right) === 0;
}

/** What programs write for a value that is missing. */
export const unsetWords = ['undefined', 'null', 'None', 'nil', ''];
export function isUnsetWord(value = ''): boolean {
  return unsetWords.includes(value);
}

/** Java’s modified UTF-8 (CESU-8): a character beyond U+FFFF is written as two surrogates with three bytes each. */
export function modifiedUtf8(text: string): Buffer {
  const halfBytes = (unit: number): number[] => [
    0xe0 | (unit >> 12),
    0x80 | ((unit >> 6) & 0x3f),
    0x80 | (unit & 0x3f),
  ];
  // `split` with a group returns the separators too: every second piece is a character beyond U+FFFF.
  const pieces = text
    .split(/([\u{10000}-\u{10ffff}])/u)
    .map((piece, index) =>
      index % 2 === 0
        ? Buffer.from(piece)
        : Buffer.from([0, 1].flatMap((half) => halfBytes(piece.charCodeAt(half)))),
    );
  return Buffer.concat(pieces);
}

/** As Python prints bytes: b'…'. */
export function pythonBytes(bytes: Buffer): string {
  const inside = bytes.toString('latin1');
  const quote = inside.includes("'") && !inside.includes('"') ? '"' : "'";
  const named: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };
  // A printable character that comes here is a backslash or the quote.
  const escape = (character: string): string =>
    named[character] ??
    (/[ -~]/.test(character)
      ? `\\${character}`
      : `\\x${character.charCodeAt(0).toString(16).padStart(2, '0')}`);
  const special = quote === "'" ? /[^ -~]|[\\']/g : /[^ -~]|\\/g;
  return `b${quote}${inside.replace(special, escape)}${quote}`;
}

/** Percent escapes for all bytes but letters, digits and `-_.~` (RFC 3986). Never throws, unlike encodeURIComponent. */
export function percentEncode(text: string): string {
  // encodeURIComponent throws for half a pair of surrogates; Buffer replaces it with U+FFFD first, as other encoders do.
  return encodeURIComponent(Buffer.from(text).toString()).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** The text of a byte that lost its leading zero: Java’s `Integer.toHexString`. */
export function unpaddedByte(pair: string): string {
  return pair.replace(/^0/, '');
}

/** The text of a byte that was printed as a signed 32-bit number: C’s `%x` of a `char`. */
export function signExtendedByte(pair: string): string {
  return pair >= '80' ? `ffffff${pair}` : pair;
}

/** @param write takes the two hex digits of one byte */
export function rewriteHex(hex: string, write: (pair: string) => string): string {
  return hex.replace(/../g, write);
}

/** The bytes of a hex text; undefined for another text. */
export function decodeHex(value: string): Uint8Array | undefined {
  return /^(?:[0-9a-fA-F]{2})+$/.test(value) ? Buffer.from(value, 'hex') : undefined;
}

/** The bytes of a base64 or base64url text; undefined for another text, such as one with one character after groups of four. */
export function decodeBase64(value: string): Uint8Array | undefined {
  return /^[A-Za-z0-9+/_-]+={0,2}$/.test(value) && value.replace(/={1,2}$/, '').length % 4 !== 1
    ? Buffer.from(value, 'base64')
    : undefined;
}

/** The hex of each byte with its two digits swapped: `unpack('h*')` of Ruby and Perl. */
export function swapHexDigits(hex: string): string {
  return rewriteHex(hex, ([high = '', low = '']) => low + high);
}

/** `bytes.map((byte) => byte.toString(16)).join('')` of a Uint8Array: its `map` turns `"1f"` back into a number, here 0. */
export function mapTypedArray(hex: string): string {
  return Uint8Array.from(Buffer.from(hex, 'hex'))
    .map((byte) => Number(byte.toString(16)))
    .join('');
}
