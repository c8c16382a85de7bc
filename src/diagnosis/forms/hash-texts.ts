import { pythonBytes, signExtendedByte, unpaddedByte } from './bytes.js';
import {
  byByte,
  firstDigits,
  hex,
  languageTexts,
  loneCost,
  signedNumber,
  type DigestText,
} from './digest-texts.js';

const base64 = (digest: Buffer): string => digest.toString('base64');

const signedHex = (digest: Buffer): string => signedNumber(digest).toString(16);

function lostZeros(write: DigestText['write'], lost: string): DigestText {
  return { cost: 2, write, says: `in hex without ${lost}`, id: 'bodyhash-hex-digits' };
}

function signExtended(
  costs: Pick<DigestText, 'cost' | 'preferenceCost'>,
  write: (pair: string) => string,
  more = '',
): DigestText {
  return {
    ...costs,
    write: byByte((pair) => write(signExtendedByte(pair))),
    says: `in hex with ffffff added before every byte from 0x80 on${more}`,
    id: 'bodyhash-sign-extended',
  };
}

/** Hex in two lines, as `xxd -p` prints it. `mark` is what a shell made of the line break between them. */
function wrappedHex(length: number, mark: string, end: string): DigestText {
  const where = `${mark === ' ' ? 'a space' : 'a line break'} after ${String(length)} digits`;
  return {
    cost: 2,
    write: (digest) => hex(digest).slice(0, length) + mark + hex(digest).slice(length) + end,
    says: `in hex with ${where}${end === '' ? '' : ' and at the end'}`,
    id: 'bodyhash-wrapped',
  };
}

function byteList(write: DigestText['write']): DigestText {
  return { cost: 2, write, says: 'as a list of its bytes', id: 'bodyhash-bytes' };
}

const dashed = (digest: Buffer): string => byByte((pair) => `-${pair}`)(digest).slice(1);
/** In the order of the search. Of several that make the same text at one cost, the first is named. */
export const usualTexts = {
  hex: { cost: 0, write: hex, says: 'in hex' },
  HEX: {
    cost: 1,
    write: (digest) => hex(digest).toUpperCase(),
    says: 'in upper-case hex',
    id: 'bodyhash-uppercase',
  },
  base64: { cost: 1, write: base64, says: 'as base64', id: 'bodyhash-base64' },
  bytes: {
    cost: 1,
    write: (digest) => digest,
    says: 'as raw bytes',
    id: 'bodyhash-bytes',
    isRaw: true,
  },
  base64url: {
    cost: 2,
    write: (digest) => digest.toString('base64url'),
    says: 'as base64url',
    id: 'bodyhash-base64url',
  },
  'base64-unpadded': {
    cost: 2,
    write: (digest) => base64(digest).replaceAll('=', ''),
    says: 'as base64 without padding',
    id: 'bodyhash-base64',
  },
  'base64url-padded': {
    cost: 2,
    write: (digest) => base64(digest).replaceAll('+', '-').replaceAll('/', '_'),
    says: 'as base64url',
    id: 'bodyhash-base64url',
  },
  'hex-of-hex': {
    cost: 2,
    write: (digest) => hex(Buffer.from(hex(digest))),
    says: 'in hex of its hex',
    id: 'bodyhash-bytes',
  },
} as const satisfies Readonly<Record<string, DigestText>>;

/** Tried only with SHA-256, not with other digests. */
const rareTexts = {
  'hex-by-byte': lostZeros(byByte(unpaddedByte), 'the leading zero of each byte'),
  'hex-unpadded': lostZeros((digest) => hex(digest).replace(/^0+/, ''), 'its leading zeros'),
  'hex-sign-extended': signExtended({ cost: 2 }, unpaddedByte, ', and without leading zeros'),
  // If no byte has a leading zero, it makes the same text as the unpadded form, but is named in its place (`preferenceCost`).
  'hex-sign-extended-padded': signExtended({ cost: loneCost, preferenceCost: 1 }, (pair) => pair),
  // Java’s `new BigInteger(digest).toString(16)`.
  'hex-signed': {
    cost: 2,
    write: signedHex,
    says: 'as the hex of a negative number',
    id: 'bodyhash-negative',
  },
  'hex-half': firstDigits(2, 32),
  'hex-40': firstDigits(loneCost, 40),
  'hex-16': firstDigits(loneCost, 16),
  'hex-8': firstDigits(loneCost, 8),
  'hex-spaced': {
    cost: loneCost,
    write: (digest) => byByte((pair) => ` ${pair}`)(digest).slice(1),
    says: 'in hex with a space between the bytes',
    id: 'bodyhash-dashed',
  },
  'base64-of-hex': {
    cost: loneCost,
    write: (digest) => base64(Buffer.from(hex(digest))),
    says: 'as base64 of its hex',
    id: 'bodyhash-base64',
  },
  'hex-dashed': {
    cost: loneCost,
    write: dashed,
    says: 'in hex with dashes',
    id: 'bodyhash-dashed',
  },
  // C#’s `BitConverter.ToString(digest)`.
  'HEX-dashed': {
    cost: 2,
    write: (digest) => dashed(digest).toUpperCase(),
    says: 'in upper-case hex with dashes',
    id: 'bodyhash-dashed',
  },
  'list-go': byteList((digest) => `[${digest.join(' ')}]`),
  'list-js': byteList((digest) => digest.join(',')),
  // As `xxd -p` and `openssl … | fold` write it.
  'hex-lines': wrappedHex(60, '\n', ''),
  'hex-lines-ended': wrappedHex(60, '\n', '\n'),
  'hex-words': wrappedHex(60, ' ', ''),
  'hex-crlf-lines': wrappedHex(60, '\r\n', ''),
  'list-java': byteList((digest) => `[${Int8Array.from(digest).join(', ')}]`),
  'list-kotlin': byteList((digest) => Int8Array.from(digest).join(', ')),
  'list-signed': byteList((digest) => Int8Array.from(digest).join(',')),
  'list-python': byteList((digest) => `[${digest.join(', ')}]`),
  'bytes-python': {
    cost: loneCost,
    write: pythonBytes,
    says: "as Python prints bytes, b'…'",
    id: 'bodyhash-bytes',
  },
  'bytes-as-utf8': {
    cost: 2,
    write: (digest) => digest.toString('utf8'),
    says: 'as raw bytes that were read as UTF-8',
    id: 'bodyhash-bytes',
    isNonAscii: true,
  },
} as const satisfies Readonly<Record<string, DigestText>>;
export const texts = { ...usualTexts, ...rareTexts, ...languageTexts };
