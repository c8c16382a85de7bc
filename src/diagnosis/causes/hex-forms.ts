import type { Binary } from '../choice.js';
import { hexOf } from '../digests.js';

/** The ways in which programs write bytes as hex wrongly. */

const digits =
  (digitsOf: (byte: number) => string) =>
  (bytes: Binary): string =>
    Array.from(bytes, (character) => digitsOf(character.charCodeAt(0))).join('');

const unpaddedByte = (byte: number): string => byte.toString(16);
const paddedByte = (byte: number): string => unpaddedByte(byte).padStart(2, '0');
const extended =
  (positive: (byte: number) => string) =>
  (byte: number): string =>
    byte >= 0x80 ? `ffffff${unpaddedByte(byte)}` : positive(byte);

/** C `%x` of each byte. */
export const unpaddedHex = digits(unpaddedByte);
export const signExtendedHex = digits(extended(paddedByte));
export const signExtendedUnpaddedHex = digits(extended(unpaddedByte));
/** Kotlin and Java `toString(16)` of a signed byte: `-2a` for 0xd6. */
export const signedBytesHex = digits((byte) =>
  byte >= 0x80 ? `-${unpaddedByte(0x100 - byte)}` : unpaddedByte(byte),
);

export const numberHex = (bytes: Binary): string => hexOf(bytes).replace(/^0+/, '');

/** One large signed number, as `new BigInteger(bytes).toString(16)` writes it. */
export const signedNumberHex = (bytes: Binary): string =>
  bytes.charCodeAt(0) < 0x80
    ? numberHex(bytes)
    : BigInt.asIntN(8 * bytes.length, BigInt(`0x${hexOf(bytes)}`)).toString(16);

/** Up to the first zero byte: what `strlen` counts. */
export const beforeZero = (bytes: Binary): Binary => bytes.split('\0', 1)[0] ?? '';
export const hexBeforeZero = (bytes: Binary): string => hexOf(beforeZero(bytes));

/** The two digits of each byte swapped; the same change undoes it. */
export const nibblesSwapped = (hex: string): string => hex.replace(/(.)(.)/g, '$2$1');

/** The bytes of each 32-bit word reversed; the same change undoes it. */
export const wordsReversed = (hex: string): string => hex.replace(/(..)(..)(..)(..)/g, '$4$3$2$1');
