import type { CauseId } from '../catalogue/causes.js';
import {
  mapTypedArray,
  pythonBytes,
  rewriteHex,
  signExtendedByte,
  swapHexDigits,
} from './bytes.js';

/** A way to write a digest as text. */
export interface DigestText {
  readonly cost: number;
  /** If several ways make the same text, the one with the lowest `preferenceCost` is named; without it `cost` counts. */
  readonly preferenceCost?: number;
  readonly write: (digest: Buffer) => string | Buffer;
  readonly says: string;
  /** The id of the mistake; undefined for the right text. */
  readonly id?: CauseId;
  /** `write` returns bytes that are not a text. */
  readonly isRaw?: true;
  /** The text has non-ASCII characters. */
  readonly isNonAscii?: true;
}

/** A form with this cost is tried only when everything else is right. */
export const loneCost = 3;

export function hex(digest: Buffer): string {
  return digest.toString('hex');
}

/** @param write takes the two hex digits of one byte */
export function byByte(write: (pair: string) => string): (digest: Buffer) => string {
  return (digest) => rewriteHex(hex(digest), write);
}

/** Java’s `new BigInteger(digest)`. */
export function signedNumber(digest: Buffer): bigint {
  return BigInt.asIntN(8 * digest.length, unsignedNumber(digest));
}

function unsignedNumber(digest: Buffer): bigint {
  return BigInt(`0x${hex(digest)}`);
}

/** C’s `sprintf(text + 2 * i, "%02x", digest[i])` with a signed char writes `ffffff9c`; the next byte overwrites all but `ff`. */
function overwrittenHex(digest: Buffer): string {
  const texts = (hex(digest).match(/../g) ?? []).map(signExtendedByte);
  return texts.map((text, index) => (index < texts.length - 1 ? text.slice(0, 2) : text)).join('');
}

function hexList(width: number): DigestText {
  return {
    cost: loneCost,
    write: (digest) =>
      `[${[...digest].map((byte) => byte.toString(16).padStart(width, '0')).join(', ')}]`,
    says: 'as a list of its bytes in hex',
    id: 'bodyhash-bytes',
  };
}

function decimal(read: (digest: Buffer) => bigint): DigestText {
  return {
    cost: loneCost,
    write: (digest) => read(digest).toString(),
    says: 'as a decimal number',
    id: 'bodyhash-bytes',
  };
}

export function firstDigits(cost: number, count: number): DigestText {
  return {
    cost,
    write: (digest) => hex(digest).slice(0, count),
    says: `in hex with only its first ${String(count)} digits`,
    id: 'bodyhash-truncated',
  };
}

/** Kotlin’s `byte.toString(16)`: `-1a` for e6. @param width zeros are added before shorter texts up to this length */
function signedBytes(width: number, endOfWords: string): DigestText {
  return {
    cost: loneCost,
    write: (digest) =>
      [...Int8Array.from(digest)].map((byte) => byte.toString(16).padStart(width, '0')).join(''),
    says: `in hex with each byte as a number from -80 to 7f${endOfWords}`,
    id: 'bodyhash-negative',
  };
}

function printed(says: string, write: DigestText['write']): DigestText {
  return { cost: loneCost, write, says, id: 'bodyhash-bytes' };
}

/** Texts of a digest that only one language prints. */
export const languageTexts = {
  'hex-overwritten': {
    cost: loneCost,
    write: overwrittenHex,
    says: 'in hex with ff in place of bytes from 0x80 on',
    id: 'bodyhash-hex-overwritten',
  },
  'hex-blank-filled': {
    cost: loneCost,
    write: byByte((pair) => pair.replace(/^0/, ' ')),
    says: 'in hex with a space in place of the leading zero of each byte',
    id: 'bodyhash-hex-digits',
  },
  // The digits that fit into a buffer in C that is too short; 60 are the first line of `xxd -p`.
  'hex-63': firstDigits(loneCost, 63),
  'hex-62': firstDigits(loneCost, 62),
  'hex-60': firstDigits(loneCost, 60),
  // Rust’s {:02x?} and {:x?}.
  'list-hex': hexList(2),
  'list-hex-unpadded': hexList(1),
  decimal: decimal(unsignedNumber),
  'decimal-signed': decimal(signedNumber),
  // Before the unpadded form, because both make the same text if no byte has a leading zero.
  'hex-signed-bytes': signedBytes(2, ''),
  'hex-signed-bytes-unpadded': signedBytes(1, ', without leading zeros'),
  'buffer-inspected': printed(
    'as Node prints a Buffer, <Buffer …>',
    (digest) => `<Buffer${byByte((pair) => ` ${pair}`)(digest)}>`,
  ),
  'buffer-json': printed('as the JSON of a Node Buffer, {"type":"Buffer",…}', (digest) =>
    JSON.stringify(digest),
  ),
  'list-elixir': printed(
    'as Elixir prints bytes, <<1, 2, …>>',
    (digest) => `<<${digest.join(', ')}>>`,
  ),
  bytearray: printed(
    'as Python prints a bytearray',
    (digest) => `bytearray(${pythonBytes(digest)})`,
  ),
  'hex-swapped': printed('in hex with the two digits of each byte swapped', (digest) =>
    swapHexDigits(hex(digest)),
  ),
  'typed-array': printed('as the numbers that `map` leaves in a Uint8Array', (digest) =>
    mapTypedArray(hex(digest)),
  ),
  'bytes-as-latin1': {
    cost: loneCost,
    write: (digest) => digest.toString('latin1'),
    says: 'as raw bytes that were read as Latin-1',
    id: 'bodyhash-bytes',
    isNonAscii: true,
  },
  'bytes-to-nul': {
    cost: loneCost,
    write: (digest) => digest.subarray(0, [...digest, 0].indexOf(0)),
    says: 'as raw bytes up to the first zero byte',
    id: 'bodyhash-bytes',
    isRaw: true,
  },
} as const satisfies Readonly<Record<string, DigestText>>;
