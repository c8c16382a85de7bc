import type { CauseId } from '../catalogue/causes.js';
import {
  decodeBase64,
  mapTypedArray,
  rewriteHex,
  signExtendedByte,
  swapHexDigits,
  unpaddedByte,
} from '../forms/bytes.js';
import { digestLengths, type Algorithm, type Construction } from '../forms/constructions.js';

/** One way in which the text in the header differs from the digest in hex, such as quotes around it. */
export interface SignatureWrapper {
  readonly id: CauseId;
  readonly says: string;
}

/** One way to read the header's text as a digest. */
export interface SignatureReading {
  readonly algorithm: Algorithm;
  readonly wrappers: readonly SignatureWrapper[];
  /** Whether the text in the header comes from this digest. The text may have lost a part of it. */
  readonly fits: (hex: string) => boolean;
}

/** A text from inside the header's text, with the wrappers that were taken off. */
interface WrappedText {
  readonly text: string;
  readonly wrappers: readonly SignatureWrapper[];
}

const lengths = Object.entries(digestLengths) as [Algorithm, number][];
const algorithmOf = (digestBytes: number): Algorithm | undefined =>
  lengths.find(([, length]) => length === digestBytes)?.[0];
const isHexDigest = (text: string): boolean =>
  /^[0-9a-fA-F]+$/.test(text) && algorithmOf(text.length / 2) !== undefined;
const sentAs = (id: CauseId, how: string): SignatureWrapper => ({
  id,
  says: `The signature was sent ${how}.`,
});
const upperCase = sentAs('out-uppercase-hex', 'in upper-case hex');

/** A line of `xxd -p` and the next one, with what a shell made of the line break between them. */
const wrappedDigits = /^([0-9a-fA-F]{16,})(\s+|\\n)([0-9a-fA-F]+)$/;

/** The readings of a text that has the whole digest. */
function wholeReadings(wrapped: WrappedText): SignatureReading[] {
  const { text } = wrapped;
  if (isHexDigest(text)) return hexReadings(wrapped);
  const isDashed = /^(?:[0-9a-fA-F]{2}[-: ])+[0-9a-fA-F]{2}$/.test(text);
  const digits = isDashed ? text.replace(/[-: ]/g, '') : '';
  if (isHexDigest(digits)) {
    const mark = JSON.stringify(text.charAt(2));
    const dashed = sentAs('out-dashed-hex', `in hex with ${mark} between its bytes`);
    return exactReading(wrapped, Buffer.from(digits, 'hex'), dashed);
  }
  const [, line = '', , rest = ''] = wrappedDigits.exec(text) ?? [];
  if (isHexDigest(line + rest)) {
    const broken = sentAs(
      'out-dashed-hex',
      `in hex and broken after ${String(line.length)} digits`,
    );
    return exactReading(wrapped, Buffer.from(line + rest, 'hex'), broken);
  }
  const listed = listedBytes(text);
  if (listed !== undefined) return exactReading(wrapped, listed, listWrapper);
  const negative = negativeReadings(wrapped);
  if (negative.length > 0) return negative;
  const bytes = decodeBase64(text);
  return bytes === undefined ? [] : base64Readings(wrapped, Buffer.from(bytes));
}

function exactReading(
  { wrappers }: WrappedText,
  digestBytes: Buffer,
  wrapper?: SignatureWrapper,
): SignatureReading[] {
  const algorithm = algorithmOf(digestBytes.length);
  if (algorithm === undefined) return [];
  const hex = digestBytes.toString('hex');
  const allWrappers = wrapper === undefined ? wrappers : [...wrappers, wrapper];
  return [{ algorithm, wrappers: allWrappers, fits: (digestHex) => digestHex === hex }];
}

const listWrapper = sentAs('out-bytes-list', 'as a list of its bytes, in decimal numbers');

/**
 * The bytes of a list such as `[12, -5, …]`, `12,251,…`, `[12 251 …]` or `{"type":"Buffer","data":[12,251,…]}`; undefined
 * for another text.
 */
function listedBytes(text: string): Buffer | undefined {
  const list = /^\{"type":"Buffer","data":(\[.{1,400}\])\}$/.exec(text)?.[1] ?? text;
  const listText = /^\[?(-?\d{1,3}(?:(?:, ?| )-?\d{1,3}){15,63})\]?$/.exec(list)?.[1];
  const numbers = listText?.split(/, ?| /).map(Number) ?? [];
  const areBytes = numbers.every((number) => number >= -128 && number <= 255);
  return listText !== undefined && areBytes ? Buffer.from(numbers) : undefined;
}

/** Java’s BigInteger prints a digest whose first bit is set as a negative number: `-` and the hex of 2^256 minus the digest. */
function negativeReadings(wrapped: WrappedText): SignatureReading[] {
  const digits = /^-([0-9a-f]{16,128})$/i.exec(wrapped.text)?.[1];
  if (digits === undefined) return [];
  const distance = BigInt(`0x${digits}`);
  return lengths.flatMap(([, bytes]) => {
    if (digits.length > 2 * bytes || digits.length < 2 * bytes - mostLostDigits) return [];
    const power = 1n << BigInt(8 * bytes);
    // A digest whose first bit is set is at least half of the power.
    if (2n * distance > power) return [];
    const hex = (power - distance).toString(16);
    return exactReading(wrapped, Buffer.from(hex, 'hex'), negativeWrapper);
  });
}
const negativeWrapper = sentAs('out-hex-negative', 'in hex as a negative number');
/** A digest hardly begins with more zeros than these. */
const mostLostDigits = 6;

/** The text encodes the hex text of a digest once more. */
function innerHexReading(
  wrapped: WrappedText,
  inner: string,
  wrapper: SignatureWrapper,
): SignatureReading[] {
  return isHexDigest(inner) ? exactReading(wrapped, Buffer.from(inner, 'hex'), wrapper) : [];
}
const base64OfHex: SignatureWrapper = {
  id: 'out-base64-of-hex',
  says: 'The hex text of the signature was encoded as base64.',
};
const hexOfHex: SignatureWrapper = {
  id: 'out-hex-of-hex',
  says: 'The hex text of the signature was encoded as hex once more.',
};

const swappedDigits = sentAs('out-hex-swapped', 'in hex with the two digits of each byte swapped');

function hexReadings(wrapped: WrappedText): SignatureReading[] {
  const { text } = wrapped;
  const bytes = Buffer.from(text, 'hex');
  const isLowerCase = text === text.toLowerCase();
  return [
    ...exactReading(wrapped, bytes, isLowerCase ? undefined : upperCase),
    ...innerHexReading(wrapped, bytes.toString('latin1'), hexOfHex),
    ...exactReading(wrapped, Buffer.from(swapHexDigits(text), 'hex'), swappedDigits),
  ];
}

function base64Readings(wrapped: WrappedText, decoded: Buffer): SignatureReading[] {
  const inner = decoded.toString('latin1').trimEnd();
  if (isHexDigest(inner)) return innerHexReading(wrapped, inner, base64OfHex);
  return exactReading(wrapped, decoded, base64Wrapper(wrapped.text, decoded));
}

function base64Wrapper(text: string, decoded: Buffer): SignatureWrapper {
  const isPadded = text.endsWith('=') || !decoded.toString('base64').endsWith('=');
  if (isPadded && !/[-_]/.test(text)) return sentAs('out-base64', 'as base64');
  return /[+/]/.test(text)
    ? sentAs('out-base64-nopad', 'as base64 without padding')
    : sentAs('out-base64url', 'as base64url');
}

/**
 * A digest in hex, or in base64, of every algorithm but SHA-384 in base64. In base64 32 bytes have 43 characters, 64 bytes
 * have 86, 20 bytes have 27, and 16 bytes have 22.
 */
const digest =
  '[0-9a-fA-F]{128}|[0-9a-fA-F]{96}|[0-9a-fA-F]{64}|[0-9a-fA-F]{40}|[0-9a-fA-F]{32}|' +
  '[A-Za-z0-9+/_-]{43}=?|[A-Za-z0-9+/_-]{86}={0,2}|[A-Za-z0-9+/_-]{27}=|[A-Za-z0-9+/_-]{22}==';
const digestInText = new RegExp(`^(.*?)(${digest})([^A-Za-z0-9+/=_-].*)?$`);

/** The texts inside this one, each with the wrapper around it: of `"5f1c…"` the text `5f1c…`, and “in quotes”. */
function* innerTexts(text: string): Generator<readonly [inner: string, wrapper: SignatureWrapper]> {
  const literal = /^b(['"])(.*)\1$/.exec(text)?.[2];
  if (literal !== undefined) {
    yield [literal, sentAs('out-bytes-literal', "as Python prints bytes, b'…'")];
  }
  const quoted = /^(["'])(.*)\1$/.exec(text)?.[2];
  if (quoted !== undefined) yield [quoted, sentAs('out-quoted', 'in quotes')];
  // Only printable ASCII is unescaped: no text of a digest has other characters.
  const unescaped = text.replace(/%[2-7][0-9a-fA-F]/g, (code) => decodeURIComponent(code));
  yield [unescaped, sentAs('out-percent-encoded', 'with percent escapes')];
  const [, before = '', digestText = text, after = ''] = digestInText.exec(text) ?? [];
  const affixes = [
    before && `${JSON.stringify(before)} before it`,
    after && `${JSON.stringify(after)} after it`,
  ];
  if (!/[0-9a-fA-F]$/.test(before)) {
    yield [digestText, sentAs('out-prefixed', `with ${affixes.filter(Boolean).join(' and ')}`)];
  }
  // The shortest digest, MD5 in base64, has 22 characters.
  const [, name, value] = /^([A-Za-z][A-Za-z0-9-]{0,20}[=:] ?)(.{22,})$/.exec(text) ?? [];
  if (value !== undefined && !/^[A-Za-z0-9+/]+={1,2}$/.test(text)) {
    yield [value, sentAs('out-prefixed', `with ${JSON.stringify(name)} before it`)];
  }
}

const mostWrappers = 3;

/** The text itself, and every text inside it. */
function unwrapSignature(wrapped: WrappedText): WrappedText[] {
  const { text, wrappers } = wrapped;
  if (wrappers.length >= mostWrappers) return [wrapped];
  const layers = [...innerTexts(text)].filter(([inner]) => inner !== text);
  const inside = layers.flatMap(([inner, wrapper]) =>
    unwrapSignature({ text: inner, wrappers: [...wrappers, wrapper] }),
  );
  return [wrapped, ...inside];
}

/** A form of the digest's text that has lost a part of it. */
interface LossyForm {
  readonly wrapper: SignatureWrapper;
  /** Whether a text of this length can be it, if the whole digest has that many characters. */
  readonly mayHaveLength: (length: number, wholeLength: number) => boolean;
  /** The text of a digest, given in hex. */
  readonly write: (hex: string, length: number) => string;
}

const isOverHalf = (length: number, wholeLength: number): boolean => length > wholeLength / 2;
const isPart = (length: number, wholeLength: number): boolean => length < wholeLength;
const isPartOverHalf = (length: number, wholeLength: number): boolean =>
  isPart(length, wholeLength) && isOverHalf(length, wholeLength);
const onlyPart = (part: string): SignatureWrapper => ({
  id: 'out-truncated',
  says: `Only the ${part} of the signature was sent.`,
});
const signExtendedSays = 'in hex with ffffff before every byte from 0x80 on';

const lossyForms: readonly LossyForm[] = [
  {
    wrapper: sentAs('out-hex-unpadded', 'in hex without the leading zero of each byte'),
    mayHaveLength: isPartOverHalf,
    write: (hex) => rewriteHex(hex, unpaddedByte),
  },
  {
    wrapper: sentAs('out-hex-unpadded', 'in hex without its leading zeros'),
    mayHaveLength: isPartOverHalf,
    write: (hex) => hex.replace(/^0+/, ''),
  },
  {
    wrapper: sentAs('out-hex-sign-extended', signExtendedSays),
    mayHaveLength: isOverHalf,
    write: (hex) => rewriteHex(hex, signExtendedByte),
  },
  {
    wrapper: sentAs('out-hex-sign-extended', `${signExtendedSays}, and without leading zeros`),
    mayHaveLength: isOverHalf,
    write: (hex) => rewriteHex(hex, (pair) => unpaddedByte(signExtendedByte(pair))),
  },
  {
    wrapper: onlyPart('beginning'),
    mayHaveLength: isPart,
    write: (hex, length) => hex.slice(0, length),
  },
  { wrapper: onlyPart('end'), mayHaveLength: isPart, write: (hex, length) => hex.slice(-length) },
];

const rightDigits = 64;

/** Texts that have lost a part of the digest: they can only be compared with one. */
function lossyReadings({ text, wrappers }: WrappedText): SignatureReading[] {
  const lower = text.toLowerCase();
  const mayBeSignExtended = lower.includes('ffffff');
  // A text of the right length is not also searched as a part of a longer digest: that would triple each attempt.
  if (lower.length === rightDigits && !mayBeSignExtended) return [];
  if (!/^[0-9a-f]{16,}$/.test(lower)) return [];
  const caseWrappers = text === lower ? [] : [upperCase];
  return lengths.flatMap(([algorithm, digestBytes]) => {
    const forms = lossyForms.filter(
      ({ wrapper, mayHaveLength }) =>
        mayHaveLength(lower.length, digestBytes * 2) &&
        (mayBeSignExtended || wrapper.id !== 'out-hex-sign-extended'),
    );
    return forms.map(({ wrapper, write }) => ({
      algorithm,
      wrappers: [...wrappers, wrapper, ...caseWrappers],
      // The last digit rules out most digests: no form but the beginning changes it.
      fits: (hex: string): boolean =>
        (lower.endsWith(hex.slice(-1)) || wrapper.id === 'out-truncated') &&
        write(hex, lower.length) === lower,
    }));
  });
}

const signedBytesWrapper = sentAs(
  'out-hex-negative',
  'in hex with each byte as a number from -80 to 7f',
);

/** Kotlin’s `byte.toString(16)` of every byte: a text that can only be compared with one of a digest. */
function signedBytesReadings({ text, wrappers }: WrappedText): SignatureReading[] {
  // At least one minus sign, and for each of 32 bytes one to three characters.
  if (!/^(?=.*-)[0-9a-f-]{40,96}$/.test(text)) return [];
  const write = (hex: string, width: number): string =>
    [...Int8Array.from(Buffer.from(hex, 'hex'))]
      .map((byte) => byte.toString(16).padStart(width, '0'))
      .join('');
  return [
    {
      algorithm: 'sha256',
      wrappers: [...wrappers, signedBytesWrapper],
      fits: (hex) => [1, 2].some((width) => write(hex, width) === text),
    },
  ];
}

const typedArrayWrapper = sentAs(
  'out-typed-array',
  'as the numbers that `map` leaves in a Uint8Array, not in hex',
);

function typedArrayReadings({ text, wrappers }: WrappedText): SignatureReading[] {
  // For each of 32 bytes a number of one or two digits.
  if (!/^\d{32,64}$/.test(text)) return [];
  const fits = (hex: string): boolean => mapTypedArray(hex) === text;
  return [{ algorithm: 'sha256', wrappers: [...wrappers, typedArrayWrapper], fits }];
}

/** Every way to read the header's text as a digest; the plainest first. */
export function readingsOf(text: string): readonly SignatureReading[] {
  const texts = unwrapSignature({ text: text.trim(), wrappers: [] });
  const readings = [
    ...texts.flatMap(wholeReadings).map(withoutBase64),
    ...texts.flatMap(lossyReadings),
    ...signedBytesReadings({ text: text.trim(), wrappers: [] }),
    ...typedArrayReadings({ text: text.trim(), wrappers: [] }),
  ];
  return readings.sort((left, right) => left.wrappers.length - right.wrappers.length);
}

/** Only base64 needs percent escapes, so a finding that names them does not name base64. */
function withoutBase64(reading: SignatureReading): SignatureReading {
  if (!reading.wrappers.some(({ id }) => id === 'out-percent-encoded')) return reading;
  const wrappers = reading.wrappers.filter(({ id }) => !id.startsWith('out-base64'));
  return { ...reading, wrappers };
}

/** The reading of the header's text that fits the digest of this message with this key; undefined if none fits. */
export type MatchSignature = (
  construction: Construction,
  key: Uint8Array,
  message: Uint8Array | string,
) => SignatureReading | undefined;

/** Returns a function that compares digests with the header's text; undefined if the text cannot be a digest. */
export function signatureMatcher(signature: string): MatchSignature | undefined {
  const readings = readingsOf(signature);
  const byAlgorithm = new Map<Algorithm, SignatureReading[]>();
  for (const reading of readings) {
    const known = byAlgorithm.get(reading.algorithm) ?? [];
    byAlgorithm.set(reading.algorithm, [...known, reading]);
  }
  if (byAlgorithm.size === 0) return undefined;
  const alternatives = [...byAlgorithm];
  return ({ make }, key, message) => {
    for (const [algorithm, sameAlgorithm] of alternatives) {
      const digestHex = make(algorithm, key, message);
      const reading = sameAlgorithm.find(({ fits }) => fits(digestHex));
      if (reading) return reading;
    }
    return undefined;
  };
}
