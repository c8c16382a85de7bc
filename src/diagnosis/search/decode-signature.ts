import type { CauseId } from '../catalogue/causes.js';
import { decodeBase64 } from '../forms/bytes.js';
import { algorithms, type Algorithm, type Construction } from '../forms/constructions.js';

/** One change of the signature's text on its way into the header. */
export interface SignatureWrapper {
  readonly id: CauseId;
  readonly says: string;
}

/** The header's text taken back to the digest, or to a test of a digest where the text has lost a part of it. */
export interface Reading {
  readonly algorithm: Algorithm;
  readonly dress: readonly SignatureWrapper[];
  readonly fits: (hex: string) => boolean;
}

/** A text with what was taken away from around it. */
type Dressed = readonly [text: string, dress: readonly SignatureWrapper[]];

const lengths = Object.entries(algorithms) as [Algorithm, number][];
const algorithmOf = (bytes: number): Algorithm | undefined =>
  lengths.find(([, each]) => each === bytes)?.[0];
const isHex = (text: string): boolean =>
  /^[0-9a-fA-F]+$/.test(text) && algorithmOf(text.length / 2) !== undefined;
const sent = (id: CauseId, how: string): SignatureWrapper => ({
  id,
  says: `The signature was sent ${how}.`,
});
const upperCase = sent('out-uppercase-hex', 'in upper-case hex');

/** The forms of a digest's text that lose nothing. */
function whole([text, dress]: Dressed): Reading[] {
  const exactly = (digest: Buffer, ...more: readonly SignatureWrapper[]): Reading[] => {
    const hex = digest.toString('hex');
    const algorithm = algorithmOf(digest.length);
    return algorithm
      ? [{ algorithm, dress: [...dress, ...more], fits: (other) => other === hex }]
      : [];
  };
  const ofInner = (inner: string, as: string): Reading[] =>
    isHex(inner)
      ? exactly(Buffer.from(inner, 'hex'), {
          id: 'out-base64-of-hex',
          says: `The hex text of the signature was encoded as ${as}.`,
        })
      : [];
  if (isHex(text)) {
    const bytes = Buffer.from(text, 'hex');
    return [
      ...(text === text.toLowerCase() ? exactly(bytes) : exactly(bytes, upperCase)),
      ...ofInner(bytes.toString('latin1'), 'hex once more'),
    ];
  }
  const digits = /^(?:[0-9a-fA-F]{2}[-: ])+[0-9a-fA-F]{2}$/.test(text)
    ? text.replace(/[-: ]/g, '')
    : '';
  if (isHex(digits)) {
    const mark = JSON.stringify(text.charAt(2));
    return exactly(
      Buffer.from(digits, 'hex'),
      sent('out-dashed-hex', `in hex with ${mark} between its bytes`),
    );
  }
  const bytes = text.length < 20 ? undefined : decodeBase64(text);
  if (bytes === undefined) return [];
  const decoded = Buffer.from(bytes);
  const inner = decoded.toString('latin1').trimEnd();
  if (isHex(inner)) return ofInner(inner, 'base64');
  const isPadded = text.endsWith('=') || !decoded.toString('base64').endsWith('=');
  if (isPadded && !/[-_]/.test(text)) return exactly(decoded, sent('out-base64', 'as base64'));
  return exactly(
    decoded,
    /[+/]/.test(text)
      ? sent('out-base64-nopad', 'as base64 without padding')
      : sent('out-base64url', 'as base64url'),
  );
}

const digest =
  '[0-9a-fA-F]{128}|[0-9a-fA-F]{96}|[0-9a-fA-F]{64}|[0-9a-fA-F]{40}|[0-9a-fA-F]{32}|' +
  '[A-Za-z0-9+/_-]{43}=?|[A-Za-z0-9+/_-]{86}={0,2}|[A-Za-z0-9+/_-]{27}=|[A-Za-z0-9+/_-]{22}==';
const around = new RegExp(`^(.*?)(${digest})([^A-Za-z0-9+/=_-].*)?$`);

/** What may stand around the digest's text, one layer. */
function* layersOf(text: string): Generator<readonly [inner: string, dress: SignatureWrapper]> {
  const literal = /^b(['"])(.*)\1$/.exec(text)?.[2];
  if (literal !== undefined) {
    yield [literal, sent('out-bytes-literal', "as Python prints bytes, b'…'")];
  }
  const quoted = /^(["'])(.*)\1$/.exec(text)?.[2];
  if (quoted !== undefined) yield [quoted, sent('out-quoted', 'in quotes')];
  // Other bytes than those of a digest's text are no escapes.
  const unescaped = text.replace(/%[2-7][0-9a-fA-F]/g, (code) => decodeURIComponent(code));
  yield [unescaped, sent('out-percent-encoded', 'with percent escapes')];
  const [, before = '', core = text, after = ''] = around.exec(text) ?? [];
  const parts = [
    before && `${JSON.stringify(before)} before it`,
    after && `${JSON.stringify(after)} after it`,
  ];
  if (!/(?<!0x)(?<=[0-9a-fA-F])$/.test(before)) {
    yield [core, sent('out-prefixed', `with ${parts.filter(Boolean).join(' and ')}`)];
  }
  const [, name, rest] = /^([A-Za-z][A-Za-z0-9-]{0,20}[=:] ?)(.{22,})$/.exec(text) ?? [];
  if (rest !== undefined && !/^[A-Za-z0-9+/]+={1,2}$/.test(text)) {
    yield [rest, sent('out-prefixed', `with ${JSON.stringify(name)} before it`)];
  }
}

const unwrapSignature = ([text, dress]: Dressed): Dressed[] => [
  [text, dress],
  ...[...(dress.length < 3 ? layersOf(text) : [])]
    .filter(([inner]) => inner !== text)
    .flatMap(([inner, layer]) => unwrapSignature([inner, [...dress, layer]])),
];

type Lossy = readonly [
  dress: SignatureWrapper,
  /** Whether a text of this length can be it, if the whole digest has that many characters. */
  fits: (length: number, whole: number) => boolean,
  write: (hex: string, length: number) => string,
];

const byBytes =
  (write: (pair: string) => string) =>
  (hex: string): string =>
    hex.replace(/../g, write);
const isShorter = (length: number, whole: number): boolean => length < whole && length > whole / 2;
const isLonger = (length: number, whole: number): boolean => length > whole / 2;
const isLess = (length: number, whole: number): boolean => length < whole;
const unpadded = (pair: string): string => pair.replace(/^0/, '');
const signed = (pair: string): string => (pair >= '80' ? `ffffff${pair}` : pair);
const signedUnpadded = (pair: string): string => (pair < '10' ? unpadded(pair) : signed(pair));
const onlyPart = (part: string): SignatureWrapper => ({
  id: 'out-truncated',
  says: `Only the ${part} of the signature was sent.`,
});
const signs = 'in hex with ffffff before every byte from 80 on';

const lossyForms: readonly Lossy[] = [
  [
    sent('out-hex-unpadded', 'in hex without the leading zero of each byte'),
    isShorter,
    byBytes(unpadded),
  ],
  [
    sent('out-hex-unpadded', 'in hex without its leading zeros'),
    isShorter,
    (hex) => hex.replace(/^0+/, ''),
  ],
  [sent('out-hex-sign-extended', signs), isLonger, byBytes(signed)],
  [
    sent('out-hex-sign-extended', `${signs}, and without leading zeros`),
    isLonger,
    byBytes(signedUnpadded),
  ],
  [onlyPart('beginning'), isLess, (hex, length) => hex.slice(0, length)],
  [onlyPart('end'), isLess, (hex, length) => hex.slice(-length)],
];

const rightLength = 64;

/** Texts that have lost a part of the digest: they can only be compared with one. */
function lossy([text, dress]: Dressed): Reading[] {
  const lower = text.toLowerCase();
  const hasSigns = lower.includes('ffffff');
  // A text of the right length is not also searched as a part of a longer digest: that would triple each attempt.
  if (!/^[0-9a-f]{16,}$/.test(lower) || (lower.length === rightLength && !hasSigns)) return [];
  return lengths.flatMap(([algorithm, length]) =>
    lossyForms
      .filter(
        ([{ id }, fits]) =>
          fits(lower.length, length * 2) && (hasSigns || id !== 'out-hex-sign-extended'),
      )
      .map(([lost, , write]) => ({
        algorithm,
        dress: [...dress, lost, ...(text === lower ? [] : [upperCase])],
        // Most digests are ruled out by their first digit.
        fits: (hex: string): boolean =>
          (hex.startsWith('0') || lower.endsWith(hex.slice(-1)) || lost.id === 'out-truncated') &&
          write(hex, lower.length) === lower,
      })),
  );
}

/** Every way to read the header's text as a digest; the plainest first. */
export function readingsOf(text: string): readonly Reading[] {
  const cores = unwrapSignature([text.trim(), []]);
  return [...cores.flatMap(whole).map(tidy), ...cores.flatMap(lossy)].sort(
    (one, other) => one.dress.length - other.dress.length,
  );
}

/** Percent escapes are of base64: that goes without saying. */
const tidy = (reading: Reading): Reading =>
  reading.dress.some(({ id }) => id === 'out-percent-encoded')
    ? { ...reading, dress: reading.dress.filter(({ id }) => !id.startsWith('out-base64')) }
    : reading;

/** How the header's text can be read as what an attempt gives; undefined if it cannot. */
export type Goal = (
  construction: Construction,
  key: Uint8Array,
  message: Uint8Array | string,
) => Reading | undefined;

/** undefined if the text cannot be read as a digest. */
export function signatureGoal(signature: string): Goal | undefined {
  const readings = readingsOf(signature);
  const all = [...new Set(readings.map(({ algorithm }) => algorithm))].map(
    (algorithm) => [algorithm, readings.filter((each) => each.algorithm === algorithm)] as const,
  );
  if (all.length === 0) return undefined;
  return ({ make }, key, message) => {
    for (const [algorithm, some] of all) {
      const digest = make(algorithm, key, message);
      const found = some.find(({ fits }) => fits(digest));
      if (found) return found;
    }
    return undefined;
  };
}
