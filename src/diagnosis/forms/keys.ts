import { hash } from 'node:crypto';
import type { CauseId } from '../catalogue/causes.js';
import { decodeBase64, decodeHex, pythonBytes, utf8Bytes } from './bytes.js';
import { copiedKeys } from './copied-keys.js';
import { cutKeys, rarelyCutKeys } from './cut-keys.js';
import { rarePlaceholders, usualPlaceholders } from './secret-names.js';
import { mangledKeys, type KeyMistake } from './mangled-keys.js';
import { numberBytes, numberTexts } from './number-texts.js';
import { surroundedKeys } from './surrounded-keys.js';
import { uuidKeys } from './uuid-keys.js';

/** A mistake with the key. `make` returns the wrong key; undefined if the mistake changes nothing with this secret. */
interface KeyForm {
  readonly id: CauseId;
  readonly alsoId?: CauseId | undefined;
  /** How unlikely the mistake is, as in `KeyMistake`. */
  readonly cost: number;
  readonly make: (secret: string) => Uint8Array | undefined;
  /** After "The key was". */
  readonly says: string;
}

/** A secret without its prefix, one to four words with a mark after each: `gwsec_`, `sk_live_`; undefined if it has none. */
const withoutPrefix = (secret: string): string | undefined =>
  /^(?:[a-zA-Z0-9]{1,20}[_\-.:]){1,4}([A-Za-z0-9+/=-]{8,})$/.exec(secret)?.[1];

/** A secret without its first word: `live_abc` of `sk_live_abc`. */
const afterMark = (secret: string): string | undefined =>
  /^[^_\-.:]{1,20}[_\-.:](.+)$/.exec(secret)?.[1];
const plusesAsSpaces = (secret: string): string => secret.replaceAll('+', ' ');

function urlDecoded(secret: string): string | undefined {
  try {
    return decodeURIComponent(secret);
  } catch {
    return undefined;
  }
}

/** Keys with zeros up to the size of a buffer in C. From 65 bytes on, because HMAC itself adds zeros up to 64 bytes. */
const paddedKeys = [65, 80, 96, 100, 128, 200, 255, 256, 512, 1024, 2048, 4096].map(
  (size): KeyMistake => ({
    id: 'secret-zero-padded',
    cost: 3,
    says: `the secret with zero bytes after it, ${String(size)} bytes together`,
    change: (secret) => {
      const missing = size - Buffer.byteLength(secret);
      return missing > 0 ? Buffer.from(secret + '\0'.repeat(missing)) : undefined;
    },
  }),
);

const numberKeys: readonly KeyMistake[] = [
  ...numberTexts.map(({ says, write }): KeyMistake => ({
    id: 'secret-number',
    cost: 2,
    says: `the secret as a number, ${says}`,
    change: write,
  })),
  ...numberBytes.map(({ says, write }): KeyMistake => ({
    id: 'secret-number',
    cost: 3,
    says,
    change: write,
  })),
];

/** `says` continues "The key was the secret". */
const changedSecrets: readonly KeyMistake[] = [
  { id: 'secret-prefix-stripped', cost: 1, says: 'without its prefix', change: withoutPrefix },
  {
    id: 'secret-prefix-stripped',
    cost: 1,
    says: 'without its prefix, read as base64',
    change: (secret) => decodeBase64(withoutPrefix(secret) ?? ''),
  },
  {
    id: 'secret-prefix-stripped',
    cost: 2,
    says: 'without its prefix, read as hex',
    change: (secret) => decodeHex(withoutPrefix(secret) ?? ''),
  },
  {
    id: 'secret-prefix-stripped',
    cost: 2,
    says: 'without what is before its first mark',
    change: afterMark,
  },
  { id: 'secret-case', cost: 2, says: 'in lower case', change: (secret) => secret.toLowerCase() },
  { id: 'secret-case', cost: 2, says: 'in upper case', change: (secret) => secret.toUpperCase() },
  {
    id: 'secret-env-mangled',
    cost: 2,
    says: 'up to its first #',
    change: (secret) => secret.split('#', 1)[0]?.trimEnd(),
  },
  {
    id: 'secret-shell-expanded',
    cost: 2,
    says: 'up to its first $',
    change: (secret) => secret.split('$', 1)[0],
  },
  {
    id: 'secret-shell-expanded',
    cost: 2,
    says: 'without its $',
    change: (secret) => secret.replaceAll('$', ''),
  },
  {
    id: 'secret-shell-expanded',
    cost: 2,
    says: 'with one $ in place of two',
    change: (secret) => secret.replaceAll('$$', () => '$'),
  },
  {
    id: 'secret-truncated',
    cost: 2,
    says: 'without its last character',
    change: (secret) => secret.slice(0, -1),
  },
  {
    id: 'secret-truncated',
    cost: 2,
    says: 'without its first character',
    change: (secret) => secret.slice(1),
  },
  {
    id: 'secret-truncated',
    cost: 3,
    says: 'without its first and last character',
    change: (secret) => secret.slice(1, -1),
  },
  ...['=', '=='].map((end): KeyMistake => ({
    id: 'secret-truncated',
    cost: 2,
    says: `without the ${end} at its end`,
    change: (secret) =>
      /={0,2}$/.exec(secret)?.[0] === end ? secret.slice(0, -end.length) : undefined,
  })),
  // The simplest first: for a secret without + or without %, two of these three make the same key.
  { id: 'secret-url-decoded', cost: 2, says: '(URL-decoded)', change: urlDecoded },
  {
    id: 'secret-url-decoded',
    cost: 2,
    says: 'with spaces in place of every +',
    change: plusesAsSpaces,
  },
  {
    id: 'secret-url-decoded',
    cost: 2,
    says: '(URL-decoded, with a space for every +)',
    change: (secret) => urlDecoded(plusesAsSpaces(secret)),
  },
  ...mangledKeys,
  {
    id: 'secret-utf16',
    cost: 1,
    says: 'in UTF-16LE',
    change: (secret) => Buffer.from(secret, 'utf16le'),
  },
  {
    id: 'secret-utf16',
    cost: 2,
    says: 'in UTF-16BE',
    change: (secret) => Buffer.from(secret, 'utf16le').swap16(),
  },
];

const isOddHex = (secret: string): boolean =>
  secret.length % 2 === 1 && /^[0-9a-fA-F]+$/.test(secret);

/** What a decoder returns before it fails: the complete groups of four characters, without the last incomplete one. */
function wholeGroups(secret: string): Uint8Array | undefined {
  const digits = secret.replace(/={1,2}$/, '');
  if (!/^[A-Za-z0-9+/_-]{5,}$/.test(digits)) return undefined;
  return Buffer.from(digits.slice(0, digits.length - (digits.length % 4)), 'base64');
}

const unsetKey =
  (cost: number) =>
  (word: string): KeyMistake => ({
    id: 'secret-undefined',
    cost,
    says: `the word ${word}`,
    change: () => word,
  });
const resultKey = (word: string): KeyMistake => ({
  id: 'secret-result',
  cost: 3,
  says: `the text ${word}`,
  change: () => word,
});
const placeholderKey =
  (cost: number) =>
  (word: string): KeyMistake => {
    const isVariable = /^\$(?:\w+|\{\w+\})$/.test(word);
    return {
      id: isVariable ? 'secret-variable-name' : 'secret-placeholder',
      cost,
      says: isVariable
        ? `the text ${word}, not the value of this variable`
        : `the placeholder ${word}`,
      change: () => word,
    };
  };
const hashedKey =
  (cost: number) =>
  (name: string): KeyMistake => ({
    id: 'secret-hashed',
    cost,
    says: `the hex ${name} of the secret`,
    change: (secret) => hash(name.replace('-', ''), secret),
  });
/** The secret in a file that PowerShell’s `>` wrote: in UTF-16LE, with a byte order mark and a line break. */
const utf16Files = [
  ['\ufeff', '\r\n', 'with a byte order mark before it and CRLF after it'],
  ['\ufeff', '\n', 'with a byte order mark before it and LF after it'],
  ['\ufeff', '', 'with a byte order mark before it'],
  ['', '\r\n', 'with CRLF after it'],
  ['', '\n', 'with LF after it'],
].map(([before = '', after = '', how = '']): KeyMistake => ({
  id: 'secret-utf16',
  cost: 3,
  says: `the secret in UTF-16LE, ${how}`,
  change: (secret) => Buffer.from(before + secret + after, 'utf16le'),
}));

/** Tried only when everything else is right. */
const rareKeys: readonly KeyMistake[] = [
  ...uuidKeys,
  ...utf16Files,
  ...rarelyCutKeys,
  {
    id: 'secret-quoted',
    cost: 3,
    says: '`…&`, where … is the secret, as OAuth 1 makes its key',
    change: (secret) => `${secret}&`,
  },
  {
    id: 'secret-dashes-lost',
    cost: 3,
    says: 'the secret without its dashes',
    change: (secret) => (secret.includes('-') ? secret.replaceAll('-', '') : undefined),
  },
  {
    id: 'secret-placeholder',
    cost: 3,
    says: 'asterisks, as many as the secret has characters',
    change: (secret) => '*'.repeat(secret.length),
  },
  ...rarePlaceholders.map(placeholderKey(3)),
];

const otherKeys: readonly KeyMistake[] = [
  {
    id: 'secret-hex-decoded',
    cost: 1,
    says: 'the bytes that the secret gives if it is read as hex',
    change: (secret) => decodeHex(secret.replace(/^0x/i, '')),
  },
  {
    id: 'secret-base64-decoded',
    cost: 1,
    says: 'the bytes that the secret gives if it is read as base64',
    change: decodeBase64,
  },
  { id: 'secret-empty', cost: 1, says: 'empty', change: () => '' },
  {
    id: 'secret-printed',
    cost: 2,
    says: "the secret as Python prints bytes, `b'…'`",
    change: (secret) => pythonBytes(Buffer.from(secret)),
  },
  {
    id: 'secret-base64-encoded',
    cost: 2,
    says: 'base64 of the secret',
    change: (secret) => Buffer.from(secret).toString('base64'),
  },
  {
    id: 'secret-hex-encoded',
    cost: 2,
    says: 'hex of the secret',
    change: (secret) => Buffer.from(secret).toString('hex'),
  },
  {
    id: 'secret-hashed',
    cost: 2,
    says: 'the bytes of the SHA-256 of the secret',
    change: (secret) => hash('sha256', secret, 'buffer'),
  },
  {
    id: 'secret-base64-decoded',
    cost: 2,
    says: 'the bytes of what is base64 in the secret',
    change: (secret) => Buffer.from(secret, 'base64'),
  },
  {
    id: 'secret-base64-decoded',
    cost: 2,
    says: 'the bytes that Python’s b64decode gives of the secret, without its - and _',
    change: (secret) => Buffer.from(secret.replace(/[-_]/g, ''), 'base64'),
  },
  {
    id: 'secret-base64-decoded',
    cost: 2,
    says: 'the bytes of the whole groups of four in the secret, read as base64: an error was ignored',
    change: wholeGroups,
  },
  {
    id: 'secret-hex-decoded',
    cost: 2,
    says: 'the bytes that the secret gives if it is read as hex, without its last digit',
    change: (secret) => (isOddHex(secret) ? decodeHex(secret.slice(0, -1)) : undefined),
  },
  {
    id: 'secret-hex-decoded',
    cost: 2,
    says: 'the bytes that the secret gives if it is read as hex, with a 0 before it',
    change: (secret) => (isOddHex(secret) ? decodeHex(`0${secret}`) : undefined),
  },
  {
    id: 'secret-hex-decoded',
    cost: 3,
    says: 'the bytes that the secret gives if it is read as hex up to its first other character',
    change: (secret) => Buffer.from(secret, 'hex'),
  },
  ...['undefined', 'null', 'None'].map(unsetKey(1)),
  ...['nil', 'NULL', 'NaN', 'false', 'False', '<nil>'].map(unsetKey(2)),
  ...['1', '0', 'true', 'True'].map(resultKey),
  ...usualPlaceholders.map(placeholderKey(2)),
  ...paddedKeys,
  ...numberKeys,
  ...['SHA-256', 'MD5'].map(hashedKey(2)),
  ...['SHA-1', 'SHA-512'].map(hashedKey(3)),
  ...cutKeys,
  ...rareKeys,
  ...copiedKeys,
];

export const keyForms: readonly KeyForm[] = [
  ...surroundedKeys,
  ...changedSecrets.map((mistake) => ({ ...mistake, says: `the secret ${mistake.says}` })),
  ...otherKeys,
].map(({ id, alsoId, cost, says, change }) => ({
  id,
  alsoId,
  cost,
  says,
  make: (secret) => {
    const key = change(secret);
    // An empty key is only made by `secret-empty`, so that it has one cause.
    if (key?.length === 0 && id !== 'secret-empty') return undefined;
    return typeof key === 'string' ? utf8Bytes(key) : key;
  },
}));

/** The same forms with the likeliest first: if several make the same key, the explanation names the first. */
export const keyFormsLikeliestFirst: readonly KeyForm[] = keyForms.toSorted(
  (left, right) => left.cost - right.cost,
);
