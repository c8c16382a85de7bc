import type { CauseId } from '../catalogue/causes.js';
import { decodeBase64 } from '../forms/bytes.js';
import { digestLengths, type Algorithm, type Construction } from '../forms/constructions.js';

/** One change of the signature's text on its way into the header. */
export interface SignatureWrapper {
  readonly id: CauseId;
  readonly says: string;
}

/** The header's text taken back to the digest, or to a test of a digest where the text has lost a part of it. */
export interface SignatureReading {
  readonly algorithm: Algorithm;
  readonly wrappers: readonly SignatureWrapper[];
  readonly fits: (hex: string) => boolean;
}

/** A text with what was taken away from around it. */
interface WrappedText {
  readonly text: string;
  readonly wrappers: readonly SignatureWrapper[];
}

const lengths = Object.entries(digestLengths) as [Algorithm, number][];
const algorithmOf = (digestBytes: number): Algorithm | undefined =>
  lengths.find(([, length]) => length === digestBytes)?.[0];
const isHex = (text: string): boolean =>
  /^[0-9a-fA-F]+$/.test(text) && algorithmOf(text.length / 2) !== undefined;
const sentAs = (id: CauseId, how: string): SignatureWrapper => ({
  id,
  says: `The signature was sent ${how}.`,
});
const upperCase = sentAs('out-uppercase-hex', 'in upper-case hex');

/** The forms of a digest's text that lose nothing. */
function wholeReadings(wrapped: WrappedText): SignatureReading[] {
  const { text } = wrapped;
  if (isHex(text)) return hexReadings(wrapped);
  const isDashed = /^(?:[0-9a-fA-F]{2}[-: ])+[0-9a-fA-F]{2}$/.test(text);
  const digits = isDashed ? text.replace(/[-: ]/g, '') : '';
  if (isHex(digits)) {
    const mark = JSON.stringify(text.charAt(2));
    const dashes = sentAs('out-dashed-hex', `in hex with ${mark} between its bytes`);
    return exactReading(wrapped, Buffer.from(digits, 'hex'), dashes);
  }
  const bytes = text.length < 20 ? undefined : decodeBase64(text);
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
  const all = wrapper === undefined ? wrappers : [...wrappers, wrapper];
  return [{ algorithm, wrappers: all, fits: (digestHex) => digestHex === hex }];
}

/** The text encodes the hex text of a digest once more. */
function innerHexReading(
  wrapped: WrappedText,
  inner: string,
  encoding: string,
): SignatureReading[] {
  if (!isHex(inner)) return [];
  return exactReading(wrapped, Buffer.from(inner, 'hex'), {
    id: 'out-base64-of-hex',
    says: `The hex text of the signature was encoded as ${encoding}.`,
  });
}

function hexReadings(wrapped: WrappedText): SignatureReading[] {
  const { text } = wrapped;
  const bytes = Buffer.from(text, 'hex');
  const isLowerCase = text === text.toLowerCase();
  return [
    ...exactReading(wrapped, bytes, isLowerCase ? undefined : upperCase),
    ...innerHexReading(wrapped, bytes.toString('latin1'), 'hex once more'),
  ];
}

function base64Readings(wrapped: WrappedText, decoded: Buffer): SignatureReading[] {
  const inner = decoded.toString('latin1').trimEnd();
  if (isHex(inner)) return innerHexReading(wrapped, inner, 'base64');
  return exactReading(wrapped, decoded, base64Wrapper(wrapped.text, decoded));
}

function base64Wrapper(text: string, decoded: Buffer): SignatureWrapper {
  const isPadded = text.endsWith('=') || !decoded.toString('base64').endsWith('=');
  if (isPadded && !/[-_]/.test(text)) return sentAs('out-base64', 'as base64');
  return /[+/]/.test(text)
    ? sentAs('out-base64-nopad', 'as base64 without padding')
    : sentAs('out-base64url', 'as base64url');
}

const digest =
  '[0-9a-fA-F]{128}|[0-9a-fA-F]{96}|[0-9a-fA-F]{64}|[0-9a-fA-F]{40}|[0-9a-fA-F]{32}|' +
  '[A-Za-z0-9+/_-]{43}=?|[A-Za-z0-9+/_-]{86}={0,2}|[A-Za-z0-9+/_-]{27}=|[A-Za-z0-9+/_-]{22}==';
const digestInText = new RegExp(`^(.*?)(${digest})([^A-Za-z0-9+/=_-].*)?$`);

/** What may stand around the digest's text, one layer. */
function* layersOf(text: string): Generator<readonly [inner: string, wrapper: SignatureWrapper]> {
  const literal = /^b(['"])(.*)\1$/.exec(text)?.[2];
  if (literal !== undefined) {
    yield [literal, sentAs('out-bytes-literal', "as Python prints bytes, b'…'")];
  }
  const quoted = /^(["'])(.*)\1$/.exec(text)?.[2];
  if (quoted !== undefined) yield [quoted, sentAs('out-quoted', 'in quotes')];
  // Other bytes than those of a digest's text are no escapes.
  const unescaped = text.replace(/%[2-7][0-9a-fA-F]/g, (code) => decodeURIComponent(code));
  yield [unescaped, sentAs('out-percent-encoded', 'with percent escapes')];
  const [, before = '', core = text, after = ''] = digestInText.exec(text) ?? [];
  const places = [
    before && `${JSON.stringify(before)} before it`,
    after && `${JSON.stringify(after)} after it`,
  ];
  if (!/(?<!0x)(?<=[0-9a-fA-F])$/.test(before)) {
    yield [core, sentAs('out-prefixed', `with ${places.filter(Boolean).join(' and ')}`)];
  }
  const [, name, value] = /^([A-Za-z][A-Za-z0-9-]{0,20}[=:] ?)(.{22,})$/.exec(text) ?? [];
  if (value !== undefined && !/^[A-Za-z0-9+/]+={1,2}$/.test(text)) {
    yield [value, sentAs('out-prefixed', `with ${JSON.stringify(name)} before it`)];
  }
}

const mostWrappers = 3;

/** The text itself, and what is left of it without what may stand around it. */
function unwrapSignature(wrapped: WrappedText): WrappedText[] {
  const { text, wrappers } = wrapped;
  if (wrappers.length >= mostWrappers) return [wrapped];
  const layers = [...layersOf(text)].filter(([inner]) => inner !== text);
  const inside = layers.flatMap(([inner, wrapper]) =>
    unwrapSignature({ text: inner, wrappers: [...wrappers, wrapper] }),
  );
  return [wrapped, ...inside];
}

/** A form of the digest's text that has lost a part of it. */
interface LossyForm {
  readonly wrapper: SignatureWrapper;
  /** Whether a text of this length can be it, if the whole digest has that many characters. */
  readonly fits: (length: number, wholeLength: number) => boolean;
  readonly write: (hex: string, length: number) => string;
}

const byBytes =
  (write: (pair: string) => string) =>
  (hex: string): string =>
    hex.replace(/../g, write);
const isShorter = (length: number, wholeLength: number): boolean =>
  length < wholeLength && length > wholeLength / 2;
const isLonger = (length: number, wholeLength: number): boolean => length > wholeLength / 2;
const isLess = (length: number, wholeLength: number): boolean => length < wholeLength;
const unpadded = (pair: string): string => pair.replace(/^0/, '');
const signed = (pair: string): string => (pair >= '80' ? `ffffff${pair}` : pair);
const signedUnpadded = (pair: string): string => (pair < '10' ? unpadded(pair) : signed(pair));
const onlyPart = (part: string): SignatureWrapper => ({
  id: 'out-truncated',
  says: `Only the ${part} of the signature was sent.`,
});
const signs = 'in hex with ffffff before every byte from 80 on';

const lossyForms: readonly LossyForm[] = [
  {
    wrapper: sentAs('out-hex-unpadded', 'in hex without the leading zero of each byte'),
    fits: isShorter,
    write: byBytes(unpadded),
  },
  {
    wrapper: sentAs('out-hex-unpadded', 'in hex without its leading zeros'),
    fits: isShorter,
    write: (hex) => hex.replace(/^0+/, ''),
  },
  {
    wrapper: sentAs('out-hex-sign-extended', signs),
    fits: isLonger,
    write: byBytes(signed),
  },
  {
    wrapper: sentAs('out-hex-sign-extended', `${signs}, and without leading zeros`),
    fits: isLonger,
    write: byBytes(signedUnpadded),
  },
  { wrapper: onlyPart('beginning'), fits: isLess, write: (hex, length) => hex.slice(0, length) },
  { wrapper: onlyPart('end'), fits: isLess, write: (hex, length) => hex.slice(-length) },
];

const rightLength = 64;

/** Texts that have lost a part of the digest: they can only be compared with one. */
function lossyReadings({ text, wrappers }: WrappedText): SignatureReading[] {
  const lower = text.toLowerCase();
  const hasSigns = lower.includes('ffffff');
  // A text of the right length is not also searched as a part of a longer digest: that would triple each attempt.
  if (!/^[0-9a-f]{16,}$/.test(lower) || (lower.length === rightLength && !hasSigns)) return [];
  const caseWrappers = text === lower ? [] : [upperCase];
  return lengths.flatMap(([algorithm, digestBytes]) => {
    const forms = lossyForms.filter(
      ({ wrapper, fits }) =>
        fits(lower.length, digestBytes * 2) && (hasSigns || wrapper.id !== 'out-hex-sign-extended'),
    );
    return forms.map(({ wrapper, write }) => ({
      algorithm,
      wrappers: [...wrappers, wrapper, ...caseWrappers],
      // Most digests are ruled out by their first digit.
      fits: (hex: string): boolean =>
        (hex.startsWith('0') || lower.endsWith(hex.slice(-1)) || wrapper.id === 'out-truncated') &&
        write(hex, lower.length) === lower,
    }));
  });
}

/** Every way to read the header's text as a digest; the plainest first. */
export function readingsOf(text: string): readonly SignatureReading[] {
  const texts = unwrapSignature({ text: text.trim(), wrappers: [] });
  const readings = [
    ...texts.flatMap(wholeReadings).map(withoutBase64),
    ...texts.flatMap(lossyReadings),
  ];
  return readings.sort((left, right) => left.wrappers.length - right.wrappers.length);
}

/** Only base64 needs percent escapes, so a finding that names them does not name base64. */
function withoutBase64(reading: SignatureReading): SignatureReading {
  if (!reading.wrappers.some(({ id }) => id === 'out-percent-encoded')) return reading;
  const wrappers = reading.wrappers.filter(({ id }) => !id.startsWith('out-base64'));
  return { ...reading, wrappers };
}

/** How the header's text can be read as what an attempt gives; undefined if it cannot. */
export type MatchSignature = (
  construction: Construction,
  key: Uint8Array,
  message: Uint8Array | string,
) => SignatureReading | undefined;

/** undefined if the text cannot be read as a digest. */
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
