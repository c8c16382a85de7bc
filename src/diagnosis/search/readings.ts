import type { CauseId } from '../catalogue/causes.js';
import { fromBase64 } from '../forms/bytes.js';

/** One change of the signature's text on its way into the header. */
export interface Dress {
  readonly id: CauseId;
  readonly says: string;
}

/** The header's text taken back to the digest, or to a test of a digest where the text has lost a part of it. */
export interface Reading {
  readonly length: number;
  readonly dress: readonly Dress[];
  readonly fits: (hex: string) => boolean;
}

const lengths = [16, 20, 32, 48, 64];
const exactly = (digest: Buffer, dress: readonly Dress[]): Reading[] => {
  const hex = digest.toString('hex');
  return lengths.includes(digest.length)
    ? [{ length: digest.length, dress, fits: (other) => other === hex }]
    : [];
};

const base64Text = (text: string): Buffer | undefined =>
  text.length >= 20 ? (fromBase64(text) as Buffer | undefined) : undefined;
const isHex = (text: string): boolean => /^[0-9a-fA-F]+$/.test(text) && lengths.includes(text.length / 2);

function hexOfHex(text: string, add: (id: CauseId, says: string) => Dress[]): Reading[] {
  const inner = Buffer.from(text, 'hex').toString('latin1');
  return isHex(inner)
    ? exactly(
        Buffer.from(inner, 'hex'),
        add('out-base64-of-hex', 'The hex text of the signature was encoded as hex once more.'),
      )
    : [];
}

/** The forms of a digest's text that lose nothing. */
function whole(text: string, dress: readonly Dress[]): Reading[] {
  const add = (id: CauseId, says: string): Dress[] => [...dress, { id, says }];
  if (isHex(text)) {
    const isLower = text === text.toLowerCase();
    return [
      ...exactly(
        Buffer.from(text, 'hex'),
        isLower ? dress : add('out-uppercase-hex', 'The signature was sent in upper-case hex.'),
      ),
      ...hexOfHex(text, add),
    ];
  }
  const dashed = /^(?:[0-9a-fA-F]{2}[-: ])+[0-9a-fA-F]{2}$/.test(text) ? text.replace(/[-: ]/g, '') : '';
  if (isHex(dashed))
    return exactly(
      Buffer.from(dashed, 'hex'),
      add(
        'out-dashed-hex',
        `The signature was sent in hex with ${JSON.stringify(text.charAt(2))} between its bytes.`,
      ),
    );
  const decoded = base64Text(text);
  if (decoded === undefined) return [];
  const inner = decoded.toString('latin1').trimEnd();
  if (isHex(inner))
    return exactly(
      Buffer.from(inner, 'hex'),
      add('out-base64-of-hex', 'The hex text of the signature was encoded as base64.'),
    );
  const isUrl = /[-_]/.test(text);
  const padded = decoded.toString('base64').endsWith('=');
  if (isUrl || (padded && !text.endsWith('='))) {
    const id = /[+/]/.test(text) ? 'out-base64-nopad' : 'out-base64url';
    return exactly(
      decoded,
      add(
        id,
        `The signature was sent as ${id === 'out-base64url' ? 'base64url' : 'base64 without padding'}.`,
      ),
    );
  }
  return exactly(decoded, add('out-base64', 'The signature was sent as base64.'));
}

/** What may stand around the digest's text. */
function undress(
  text: string,
  dress: readonly Dress[] = [],
  depth = 0,
): (readonly [text: string, dress: readonly Dress[]])[] {
  const found: (readonly [string, readonly Dress[]])[] = [[text, dress]];
  const go = (inner: string, id: CauseId, says: string): void => {
    if (inner !== text && depth < 3) found.push(...undress(inner, [...dress, { id, says }], depth + 1));
  };
  const literal = /^b(['"])(.*)\1$/.exec(text);
  if (literal)
    go(literal[2] ?? '', 'out-bytes-literal', "The signature was sent as Python prints bytes, b'…'.");
  const quoted = /^(["'])(.*)\1$/.exec(text);
  if (quoted) go(quoted[2] ?? '', 'out-quoted', 'The signature was sent in quotes.');
  if (/%[0-9a-fA-F]{2}/.test(text)) {
    try {
      go(decodeURIComponent(text), 'out-percent-encoded', 'The signature was sent with percent escapes.');
    } catch {
      /* no escapes */
    }
  }
  const around =
    /^(.*?)((?:[0-9a-fA-F]{128}|[0-9a-fA-F]{96}|[0-9a-fA-F]{64}|[0-9a-fA-F]{40}|[0-9a-fA-F]{32})|[A-Za-z0-9+/_-]{43}=?|[A-Za-z0-9+/_-]{86}={0,2}|[A-Za-z0-9+/_-]{27}=|[A-Za-z0-9+/_-]{22}==)([^A-Za-z0-9+/=_-].*)?$/.exec(
      text,
    );
  if (
    around !== null &&
    !/(?<!0x)(?<=[0-9a-fA-F])$/.test(around[1] ?? '') &&
    (around[1] !== '' || around[3] !== undefined)
  ) {
    const [, before = '', core = '', after = ''] = around;
    const parts = [
      before && `${JSON.stringify(before)} before it`,
      after && `${JSON.stringify(after)} after it`,
    ]
      .filter(Boolean)
      .join(' and ');
    go(core, 'out-prefixed', `The signature was sent with ${parts}.`);
  }
  const name = /^([A-Za-z][A-Za-z0-9-]{0,20}[=:] ?)(.{22,})$/.exec(text);
  if (name && !/^[A-Za-z0-9+/]+={1,2}$/.test(text))
    go(name[2] ?? '', 'out-prefixed', `The signature was sent with ${JSON.stringify(name[1])} before it.`);
  return found;
}

const bytePairs = (hex: string): string[] => hex.match(/../g) ?? [];

const rightLength = 64;

interface Lossy {
  readonly id: CauseId;
  readonly says: string;
  /** Whether a text of this length can be it, if the whole digest has that many characters. */
  readonly fits: (length: number, whole: number) => boolean;
  readonly write: (hex: string, length: number) => string;
}

const byBytes =
  (write: (pair: string) => string) =>
  (hex: string): string =>
    bytePairs(hex).map(write).join('');
const isShorter = (length: number, whole: number): boolean => length < whole && length > whole / 2;
const isLonger = (length: number, whole: number): boolean => length > whole / 2;
const unpadded = (pair: string): string => pair.replace(/^0/, '');

const lossyForms: readonly Lossy[] = [
  {
    id: 'out-hex-unpadded',
    says: 'The signature was sent in hex without the leading zero of each byte.',
    fits: isShorter,
    write: byBytes(unpadded),
  },
  {
    id: 'out-hex-unpadded',
    says: 'The signature was sent in hex without its leading zeros.',
    fits: isShorter,
    write: (hex) => hex.replace(/^0+/, ''),
  },
  {
    id: 'out-hex-sign-extended',
    says: 'The signature was sent in hex with ffffff before every byte from 80 on.',
    fits: isLonger,
    write: byBytes((pair) => (pair >= '80' ? `ffffff${pair}` : pair)),
  },
  {
    id: 'out-hex-sign-extended',
    says: 'The signature was sent in hex with ffffff before every byte from 80 on, and without leading zeros.',
    fits: isLonger,
    write: byBytes((pair) => (pair >= '80' ? `ffffff${pair}` : unpadded(pair))),
  },
  {
    id: 'out-truncated',
    says: 'Only the beginning of the signature was sent.',
    fits: (length, whole) => length < whole,
    write: (hex, length) => hex.slice(0, length),
  },
  {
    id: 'out-truncated',
    says: 'Only the end of the signature was sent.',
    fits: (length, whole) => length < whole,
    write: (hex, length) => hex.slice(-length),
  },
];

/** Texts that have lost a part of the digest: they can only be compared with one. */
function lossy(text: string, dress: readonly Dress[]): Reading[] {
  if (!/^[0-9a-fA-F]{16,}$/.test(text)) return [];
  const lower = text.toLowerCase();
  const upper: readonly Dress[] =
    text === lower ? [] : [{ id: 'out-uppercase-hex', says: 'The signature was sent in upper-case hex.' }];
  const hasSigns = lower.includes('ffffff');
  // A text of the right length is not also searched as a part of a longer digest: that would triple each attempt.
  if (lower.length === rightLength && !hasSigns) return [];
  return lengths.flatMap((length) =>
    lossyForms
      .filter(
        ({ id, fits }) => fits(lower.length, length * 2) && (hasSigns || id !== 'out-hex-sign-extended'),
      )
      .map(({ id, says, write }) => ({
        length,
        dress: [...dress, { id, says }, ...upper],
        // Most digests are ruled out by their first digit.
        fits: (hex: string): boolean =>
          (hex.startsWith('0') || lower.endsWith(hex.slice(-1)) || id === 'out-truncated') &&
          write(hex, lower.length) === lower,
      })),
  );
}

/** Every way to read the header's text as a digest; the plainest first. */
export function readingsOf(text: string): readonly Reading[] {
  const trimmed = text.trim();
  const cores = undress(trimmed);
  const full = cores.flatMap(([core, dress]) => whole(core, dress));
  const tidy = full.map((reading) => ({
    ...reading,
    dress: reading.dress.some(({ id }) => id === 'out-percent-encoded')
      ? reading.dress.filter(({ id }) => !/^out-base64/.test(id))
      : reading.dress,
  }));
  return [...tidy, ...cores.flatMap(([core, dress]) => lossy(core, dress))].sort(
    (one, other) => one.dress.length - other.dress.length,
  );
}
