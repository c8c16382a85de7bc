import { Buffer } from 'node:buffer';
import type { Binary } from './choice.js';

/**
 * One reading of the text of a signature: which digest it stands for, and which output causes that reading needs.
 * The text is decoded once; attempts are compared as bytes.
 */
export interface Reading {
  readonly causes: readonly string[];
  readonly cost: number;
  readonly as?: string;
  /** Bytes of the whole digest. */
  readonly digestBytes: number;
  /** Whether an attempt's digest is the observed one. */
  readonly matches: (digest: Binary) => boolean;
}

interface Peeled {
  readonly text: string;
  readonly causes: readonly string[];
  readonly cost: number;
}

const digestSizes = [32, 20, 64, 16, 48];
// 64 bits: fewer could match by chance.
const fewestHexToClaim = 16;
const rightHex = 64;

/** Every reading of a signature's text, the simplest first; none when it cannot be a digest in any known form. */
export function readSignature(observed: string): Reading[] {
  const readings = peel(observed.trim()).flatMap(({ text, causes, cost }) =>
    decode(text).map((reading) => ({
      ...reading,
      causes: [...causes, ...reading.causes],
      cost: cost + reading.cost,
    })),
  );
  return readings.sort((one, other) => one.cost - other.cost);
}

const prefix =
  /^(?:\(stdin\)\s*=\s*|(?:HMAC-)?(?:SHA2-|SHA)\d+\s*\((?:stdin|-|[^)]*)\)\s*=\s*|(?:t|ts|timestamp)=[^,;\s]*[,;\s]+(?:v\d+|s|sig|signature)=|0x|[A-Za-z][\w.-]{0,40}(?:\s*[=:,]\s*|\s+)|v\d+[,=:]\s*|\d+[,.:]\s*)/i;

/** The text, and the text without what was put around it. */
function peel(text: string): Peeled[] {
  const found: Peeled[] = [{ text, causes: [], cost: 0 }];
  const literal = /^b(['"])(.*)\1$/s.exec(text);
  if (literal) found.push(...around(literal[2] ?? '', 'out-bytes-literal', 3));
  const quoted = /^(["'`])(.*)\1$/s.exec(text) ?? /^(\\")(.*)\\"$/s.exec(text);
  if (quoted) found.push(...around(quoted[2] ?? '', 'out-quoted', 3));
  const behind = /^(\S+?)(?:\s+\*?[\w./-]+|\s*\\n|[;,])$/s.exec(text);
  if (behind) found.push(...around(behind[1] ?? '', 'out-prefixed', 1.5));
  const ahead = prefix.exec(text)?.[0];
  if (ahead !== undefined && ahead.length < text.length) {
    found.push(...around(text.slice(ahead.length).trim(), 'out-prefixed', 1));
  }
  return found;
}

const around = (text: string, cause: string, cost: number): Peeled[] =>
  peel(text).map((inner) => ({
    text: inner.text,
    causes: union(cause, inner.causes),
    cost: cost + inner.cost,
  }));

const union = (cause: string, causes: readonly string[]): string[] =>
  causes.includes(cause) ? [...causes] : [cause, ...causes];

function decode(text: string): Reading[] {
  if (/^[0-9a-f]+$/i.test(text)) return decodeHex(text);
  const dashed = /^[0-9a-f]{1,2}(?:[-: ][0-9a-f]{1,2})+$/i.test(text) ? text.split(/[-: ]/) : undefined;
  if (dashed?.every((pair) => pair.length === 2) === true) {
    return whole(Buffer.from(dashed.join(''), 'hex'), ['out-dashed-hex'], 3);
  }
  if (/%[0-9a-f]{2}/i.test(text)) return decodePercent(text);
  return [...decodeBase64(text), ...decodeDecimal(text)];
}

function decodeHex(text: string): Reading[] {
  const bytes = Buffer.from(text, 'hex');
  const upper = text !== text.toLowerCase();
  const readings: Reading[] = [];
  if (text.length % 2 === 0)
    readings.push(...whole(bytes, upper ? ['out-uppercase-hex'] : [], upper ? 1 : 0));
  // Base64 of hex is no hex, but hex of hex is.
  const inner = bytes.toString('latin1');
  if (/^[0-9a-f]{32,}$/i.test(inner))
    readings.push(...whole(Buffer.from(inner, 'hex'), ['out-base64-of-hex'], 4));
  return [...readings, ...spoiledHex(text, upper)];
}

/** Forms that cannot be decoded but only made again: zeros lost, sign-extended, cut. */
function spoiledHex(text: string, upper: boolean): Reading[] {
  const lower = text.toLowerCase();
  const caseCause = upper ? ['out-uppercase-hex'] : [];
  const made: Reading[] = [];
  const remake = (
    digestBytes: number,
    cause: string,
    cost: number,
    as: string,
    make: (digest: Binary) => string,
  ): void => {
    made.push({
      causes: [cause, ...caseCause],
      cost: cost + caseCause.length,
      as,
      digestBytes,
      matches: (digest) => make(digest) === lower,
    });
  };
  for (const size of digestSizes) {
    const full = 2 * size;
    if (lower.length >= full * 0.75 && lower.length < full) {
      remake(size, 'out-hex-unpadded', 3, 'every byte without its leading zero', (digest) =>
        [...digest].map((byte) => byte.charCodeAt(0).toString(16)).join(''),
      );
      remake(size, 'out-hex-unpadded', 3.1, 'as one number, its leading zeros lost', (digest) =>
        Buffer.from(digest, 'latin1').toString('hex').replace(/^0+/, ''),
      );
    }
    if (lower.length > full && lower.includes('ffffff')) {
      const extended = (digest: Binary, pad: number): string =>
        [...digest]
          .map((character) => {
            const byte = character.charCodeAt(0);
            return byte >= 0x80 ? `ffffff${byte.toString(16)}` : byte.toString(16).padStart(pad, '0');
          })
          .join('');
      remake(size, 'out-hex-sign-extended', 4, 'bytes from 0x80 as ffffff80', (digest) =>
        extended(digest, 2),
      );
      remake(size, 'out-hex-sign-extended', 4.1, 'sign-extended, and zeros lost', (digest) =>
        extended(digest, 1),
      );
    }
  }
  if (lower.length >= fewestHexToClaim && lower.length < rightHex) {
    remake(32, 'out-truncated', 4, `the first ${String(lower.length)} characters`, (digest) =>
      Buffer.from(digest, 'latin1').toString('hex').slice(0, lower.length),
    );
    remake(32, 'out-truncated', 4.5, `the last ${String(lower.length)} characters`, (digest) =>
      Buffer.from(digest, 'latin1').toString('hex').slice(-lower.length),
    );
  }
  return made;
}

function decodePercent(text: string): Reading[] {
  let decoded: string;
  try {
    decoded = decodeURIComponent(text);
  } catch {
    return [];
  }
  // One cause, the most specific: the base64 inside is part of it.
  return decodeBase64(decoded).map((reading) => ({ ...reading, causes: ['out-percent-encoded'], cost: 4 }));
}

function decodeBase64(text: string): Reading[] {
  const joined = text.replace(/\s+/g, '');
  if (!/^[A-Za-z0-9+/_-]{20,}={0,2}$/.test(joined)) return [];
  const bytes = Buffer.from(joined, 'base64');
  const padded = joined.endsWith('=');
  const needsPad = bytes.length % 3 !== 0;
  const url = /[-_]/.test(joined);
  const plain = /[+/]/.test(joined);
  if (url && plain) return [];
  const text64 = bytes.toString('latin1');
  const hex = /^(?:0x)?([0-9a-f]{32,128})(?:\s*-?)?[\r\n]*$/i.exec(text64);
  if (hex) {
    const upper = /[A-F]/.test(text64);
    return whole(
      Buffer.from(hex[1] ?? '', 'hex'),
      ['out-base64-of-hex', ...(upper ? ['out-uppercase-hex'] : [])],
      upper ? 3 : 2,
      text64.endsWith('\n') ? 'hex and its line end' : undefined,
    );
  }
  const readings: Reading[] = [];
  if (!url && (padded || !needsPad)) readings.push(...whole(bytes, ['out-base64'], 1));
  if (!plain) readings.push(...whole(bytes, ['out-base64url'], 2));
  if (!url && needsPad && !padded) readings.push(...whole(bytes, ['out-base64-nopad'], plain ? 2 : 4));
  const fewestBytes = fewestHexToClaim / 2;
  const usable = Math.floor((joined.length * 6) / 8);
  if (!padded && usable >= fewestBytes && usable < 32 && !digestSizes.includes(usable)) {
    const start = bytes.subarray(0, usable).toString('latin1');
    readings.push({
      causes: ['out-base64', 'out-truncated'],
      cost: 6,
      as: `the first ${String(joined.length)} characters`,
      digestBytes: 32,
      matches: (digest) => digest.startsWith(start),
    });
  }
  return readings;
}

/** `1,2,255`: the bytes of an array turned to text. */
function decodeDecimal(text: string): Reading[] {
  const numbers = /^\[?\s*-?\d{1,3}(?:\s*[, ]\s*-?\d{1,3})+\s*\]?$/.test(text)
    ? text.match(/-?\d+/g)?.map(Number)
    : undefined;
  if (numbers === undefined) return [];
  return whole(
    Buffer.from(numbers.map((number) => number & 0xff)),
    ['out-bytes-literal'],
    4,
    'the bytes as numbers',
  );
}

function whole(bytes: Buffer, causes: readonly string[], cost: number, as?: string): Reading[] {
  if (!digestSizes.includes(bytes.length)) return [];
  const expected = bytes.toString('latin1');
  return [
    {
      causes,
      cost,
      digestBytes: bytes.length,
      matches: (digest) => digest === expected,
      ...(as !== undefined && { as }),
    },
  ];
}
