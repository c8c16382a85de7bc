import { listed } from '../../text/listed.js';
import { visible } from '../../text/visible.js';
import { equal } from '../forms/bytes.js';
import { bodyItself, sha256Hex, type HashForm } from '../forms/hashes.js';
import { keyForms } from '../forms/keys.js';
import { rightParts, type Layout, type Part } from '../forms/layouts.js';
import { dateTexts, minutesOf, secondsOf } from '../forms/times.js';
import { isUnfilled } from '../forms/unfilled.js';
import { text } from '../forms/bytes.js';
import {
  gameIdOf,
  nothing,
  together,
  told,
  type HeaderValues,
  type Observed,
  type Owned,
  type Steps,
  type Told,
} from '../steps.js';
import { explainBody } from './body.js';

/** What differs at every step from what the contract wants, in the order of the steps. */
export function explainSteps(steps: Steps, observed: Observed, headers: HeaderValues, owned: Owned): Told {
  const { layout } = steps;
  const has = (part: Part): boolean => layout.parts.includes(part);
  return together(
    has('content') ? explainBody(observed.body, steps.body) : nothing,
    explainMessage(steps, observed),
    has('timestamp') && observed.interface === 'gateway'
      ? explainTime(headers.timestamp, steps.timestamp)
      : nothing,
    has('clientId') && observed.interface === 'gateway' ? explainId(steps, headers.clientId, owned) : nothing,
    explainSigner(steps, owned, gameIdOf(observed.body)),
  );
}

/** The key, how it was used, and how the digest was written. */
export const explainSigner = (
  steps: Pick<Steps, 'key' | 'construction' | 'reading'>,
  owned: Owned,
  gameId?: string,
): Told =>
  together(explainKey(steps.key, owned, gameId), explainConstruction(steps), {
    ids: steps.reading.dress.map(({ id }) => id),
    says: steps.reading.dress.map(({ says }) => says),
  });

const partNames: Readonly<Record<Part, string>> = {
  clientId: 'client_id',
  timestamp: 'timestamp',
  content: 'body_hash',
  method: 'method',
  path: 'path',
  secret: 'secret',
};
const code = (text: string): string => `\`${visibly(text)}\``;
const contentName = ({ algorithm }: HashForm): string => (algorithm === 'none' ? 'body' : 'body_hash');

/** The message as a template, for people. */
function template(
  { parts, separator, before, after, names }: Layout,
  hash: HashForm,
  idName: string,
): string {
  const valueNames = { ...partNames, content: contentName(hash), clientId: idName };
  const part = (each: Part, at: number): string => (names?.[at] ?? '') + valueNames[each];
  return visibly(before + parts.map(part).join(separator) + after);
}

/** Line breaks as escapes; a typed backslash stays one. */
const visibly = (text: string): string => visible(JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"'));

const equalForm = (one: HashForm, other: HashForm): boolean => JSON.stringify(one) === JSON.stringify(other);

const wanted = 'client_id.timestamp.body_hash';
const signedAs = (whole: string): string => `The message was signed as \`${whole}\` instead of \`${wanted}\``;

function explainMessage({ hash, layout, body, clientId }: Steps, { interface: of }: Observed): Told {
  if (layout.parts.length === 0) return unfilledSays(layout.before, 'message');
  const idName = of === 'session' && clientId === gameIdOf(body) ? 'gameId' : 'client_id';
  const whole = template(layout, hash, idName);
  const right = rightParts(of);
  const isRight =
    layout.parts.join() === right.join() &&
    layout.before + layout.after === '' &&
    (right.length === 1 || layout.separator === '.') &&
    layout.names === undefined;
  if (of === 'session') return explainSessionMessage(hash, layout, isRight, whole);
  if (layout.parts.join() === 'content' && equalForm(hash, bodyItself))
    return told(
      'scheme-confused',
      `The body alone was signed, as for the session interface. The gateway wants \`${wanted}\`.`,
    );
  if (layout.parts.some((part) => part === 'method' || part === 'path'))
    return told('layout-method-path', `${signedAs(whole)}.`);
  const content = layout.parts.includes('content') ? explainHash(hash, body.length === 0) : nothing;
  if (isRight) return content;
  if (layout.parts.includes('secret'))
    return together(content, told('layout-secret-in-message', `${signedAs(whole)}.`));
  if (layout.names !== undefined)
    return together(content, told('layout-key-value', `${signedAs(whole)}, with names.`));
  return together(content, explainLayout(layout, right, whole));
}

const partWords = { clientId: 'client id', timestamp: 'timestamp', content: 'body hash' } as const;
const missingIds = {
  clientId: 'layout-missing-client-id',
  timestamp: 'layout-missing-timestamp',
  content: 'layout-missing-body-hash',
} as const;

/** Which parts, their order, what stands between and around them. */
function explainLayout(layout: Layout, right: readonly Part[], whole: string): Told {
  const { parts, separator, before, after } = layout;
  const missing = right.filter((part): part is keyof typeof missingIds => !parts.includes(part));
  const isHashOnly = parts.join() === 'content';
  const expected = right.filter((part) => parts.includes(part));
  const around = [before && `\`${visibly(before)}\` before it`, after && `\`${visibly(after)}\` after it`];
  const found: readonly (false | readonly [id: string, how: string])[] = [
    isHashOnly && ['layout-body-hash-only', 'the body hash alone'],
    ...(isHashOnly
      ? []
      : missing.map((part) => [missingIds[part], `without the ${partWords[part]}`] as const)),
    parts.join() !== expected.join() && ['layout-order', 'in another order'],
    parts.length > 1 &&
      separator !== '.' && [
        separator === ''
          ? 'layout-no-separator'
          : separator === '\\n'
            ? 'layout-literal-newline'
            : 'layout-separator',
        `with ${separator === '' ? 'nothing' : `\`${visibly(separator)}\``} instead of \`.\``,
      ],
    before + after !== '' &&
      !missing.includes('content') && [
        'layout-trailing-newline',
        `with ${around.filter(Boolean).join(' and ')}`,
      ],
  ];
  const all = found.filter((each) => each !== false);
  return {
    ids: all.map(([id]) => id),
    says: [`${signedAs(whole)}: ${listed(all.map(([, how]) => how))}.`],
  };
}

function explainSessionMessage(hash: HashForm, layout: Layout, isRight: boolean, whole: string): Told {
  if (layout.parts.join() === 'clientId,timestamp,content' && equalForm(hash, sha256Hex))
    return told(
      'scheme-confused',
      `The message was \`${whole}\`, as for the gateway. The session interface signs the body alone.`,
    );
  const content = equalForm(hash, bodyItself)
    ? nothing
    : told(
        hash.algorithm === 'hmac' ? 'alg-double-hmac' : 'msg-prehashed',
        `The ${hashWords(hash)} was signed, but the session interface signs the body itself.`,
      );
  if (isRight) return content;
  const { parts } = layout;
  const id =
    parts.includes('method') || parts.includes('path')
      ? 'layout-method-path'
      : parts.includes('timestamp')
        ? 'layout-timestamp-prefixed'
        : 'layout-id-prefixed';
  return together(
    parts.includes('content') ? content : nothing,
    told(id, `The message was \`${whole}\`, but the session interface signs the body alone.`),
  );
}

const unfilledSays = (text: string, what: string): Told =>
  told(
    'message-unfilled',
    `The text ${code(text)} was signed as the ${what}: its values were not filled in.`,
  );

const hashNames: Readonly<Record<HashForm['algorithm'], readonly [name: string, id?: string]>> = {
  sha256: ['SHA-256 of the body'],
  md5: ['MD5 of the body', 'bodyhash-other-digest'],
  sha1: ['SHA-1 of the body', 'bodyhash-other-digest'],
  sha384: ['SHA-384 of the body', 'bodyhash-other-digest'],
  sha512: ['SHA-512 of the body', 'bodyhash-other-digest'],
  hmac: ['HMAC of the body with the secret', 'bodyhash-hmac'],
  'sha256-of-hex': ['SHA-256 of the hex of the SHA-256 of the body', 'bodyhash-double'],
  'sha256-of-bytes': ['SHA-256 of the bytes of the SHA-256 of the body', 'bodyhash-double'],
  'go-sum': ['body with the SHA-256 of nothing after it', 'bodyhash-raw-body'],
  none: ['body itself'],
  nothing: ['empty text', 'bodyhash-empty-omitted'],
};
const hashShapes: Readonly<Record<HashForm['text'], readonly [shape: string, id?: string]>> = {
  hex: ['in hex'],
  HEX: ['in upper-case hex', 'bodyhash-uppercase'],
  base64: ['as base64', 'bodyhash-base64'],
  'base64-unpadded': ['as base64 without padding', 'bodyhash-base64'],
  base64url: ['as base64url', 'bodyhash-base64url'],
  'base64url-padded': ['as base64url', 'bodyhash-base64url'],
  bytes: ['as raw bytes', 'bodyhash-bytes'],
  'hex-of-hex': ['in hex of its hex', 'bodyhash-bytes'],
  'hex-by-byte': ['in hex without the leading zero of each byte', 'bodyhash-hex-digits'],
  'hex-unpadded': ['in hex without its leading zeros', 'bodyhash-hex-digits'],
  'hex-sign-extended': ['in hex with ffffff before every byte from 80 on', 'bodyhash-hex-digits'],
  'list-go': ['as a list of bytes, [1 2 …]', 'bodyhash-bytes'],
  'list-js': ['as a list of bytes, 1,2,…', 'bodyhash-bytes'],
  'list-python': ['as a list of bytes, [1, 2, …]', 'bodyhash-bytes'],
  'bytes-as-utf8': ['as raw bytes that were read as UTF-8', 'bodyhash-bytes'],
  word: [''],
};

function hashWords({ algorithm, text: shape, before, after }: HashForm): string {
  const around = [before && `${code(before)} before it`, after && `${code(after)} after it`].filter(Boolean);
  const written = algorithm === 'nothing' ? '' : ` ${hashShapes[shape][0]}`;
  return `${hashNames[algorithm][0]}${written}${around.length > 0 ? `, with ${listed(around)}` : ''}`;
}

function explainHash(hash: HashForm, isEmpty: boolean): Told {
  if (equalForm(hash, sha256Hex)) return nothing;
  const { algorithm, text: shape, before, after } = hash;
  if (algorithm === 'none' && isEmpty)
    return told(
      'bodyhash-empty-omitted',
      'The message has nothing where the SHA-256 of the empty body belongs.',
    );
  if (algorithm === 'none')
    return told(
      'bodyhash-raw-body',
      'The message has the body itself where the SHA-256 hash of the body belongs.',
    );
  if (shape === 'word' && isUnfilled(before)) return unfilledSays(before, 'body hash');
  if (shape === 'word')
    return told('bodyhash-object', `The message has ${code(before)} where the hash of the body belongs.`);
  const ids = [
    hashNames[algorithm][1],
    algorithm === 'nothing' ? undefined : hashShapes[shape][1],
    before + after === '' ? undefined : 'bodyhash-prefixed',
  ];
  return {
    ids: ids.filter((id) => id !== undefined),
    says: [`The message has the ${hashWords(hash)} where the hex SHA-256 of the body belongs.`],
  };
}

function explainTime(header: string | undefined, signed: string): Told {
  if (header === undefined || header === signed) return nothing;
  if (isUnfilled(signed)) return unfilledSays(signed, 'timestamp');
  const sent = secondsOf(header);
  const at = secondsOf(signed);
  const says = `${code(signed)} was signed as the timestamp, but X-Timestamp is ${code(header ?? '')}`;
  if (/^\d{10}$/.test(header) && /^\d{13}$/.test(signed) && at === sent)
    return told('ts-ms-signed', `${says}: milliseconds were signed, seconds were sent.`);
  if (/^\d{13}$/.test(header) && /^\d{10}$/.test(signed) && at === sent)
    return told('ts-ms-header', `${says}: seconds were signed, milliseconds were sent.`);
  if (/^\d{10}\.\d+$/.test(signed) && at === sent)
    return told('ts-float-signed', `${says}: a decimal number was signed.`);
  if (
    sent !== undefined &&
    [signed, signed.replace(/\.\d{3}(?=Z|\+)/, '.000')].some((each) => dateTexts(sent).includes(each))
  )
    return told('ts-iso-signed', `${says}: a date text was signed.`);
  if (/^\d{10}$/.test(header) && /^\d{10}$/.test(signed)) {
    const off = Math.abs(Number(signed) - Number(header));
    const how = `${says}: ${String(off)} s ${signed < header ? 'earlier' : 'later'}`;
    return off >= 1800 && off % 900 === 0
      ? told('ts-timezone-shift', `${how}, as if one of the two was read in another time zone.`)
      : told('ts-regenerated', `${how}.`);
  }
  const isMinutes = sent !== undefined && signed === minutesOf(sent);
  return told('ts-text-signed', `${says}${isMinutes ? ': minutes were signed' : ''}.`);
}

function explainId(
  { clientId: signed, key }: Steps,
  header: string | undefined,
  { own, others }: Owned,
): Told {
  const other = others.find(({ clientId }) => clientId === signed);
  if (signed === header && (own.clientId === undefined || own.clientId === signed)) return nothing;
  if (!other && signed === header) return nothing;
  if (isUnfilled(signed)) return unfilledSays(signed, 'client id');
  if (other && signed === header)
    return equal(key, text(other.secret))
      ? nothing
      : told(
          'client-id-signed-other',
          `The message and X-Client-ID have the client id of ${other.of}, but not the key that belongs to it.`,
        );
  if (other)
    return told(
      'client-id-signed-other',
      `The message has the client id of ${other.of}, but X-Client-ID has ${code(header ?? '')}.`,
    );
  if (signed === own.clientId && header === undefined) return nothing;
  if (signed === own.clientId)
    return told(
      'client-id-header-mismatch',
      `The message has the right client id, but X-Client-ID has ${code(header ?? '')}.`,
    );
  const id = own.clientId ?? header ?? '';
  const kind =
    signed.trim() === id
      ? 'client-id-whitespace'
      : signed.toLowerCase() === id.toLowerCase()
        ? 'client-id-case'
        : signed.length > id.length && signed.includes(id)
          ? 'client-id-quoted'
          : 'client-id-signed-other';
  return told(kind, `${code(signed)} was signed as the client id, but it is ${code(id)}.`);
}

function explainKey(key: Uint8Array, owned: Owned, gameId: string | undefined): Told {
  const { own, others } = owned;
  if (equal(key, text(own.secret))) return nothing;
  const other = others.find(({ secret }) => equal(key, text(secret)));
  if (other) return told('secret-wrong-environment', `The key was ${other.label}.`);
  for (const id of [own.clientId, ...others.map(({ clientId }) => clientId)])
    if (id !== undefined && equal(key, text(id)))
      return told('secret-is-client-id', 'The key was the client id.');
  if (gameId !== undefined && equal(key, text(gameId)))
    return told('secret-is-client-id', 'The key was the gameId.');
  const byForm = (secret: string): Told | undefined => {
    const form = keyForms.find(({ make }) => {
      const made = make(secret);
      return made !== undefined && equal(made, key);
    });
    return form && told(form.id, `The key was ${form.says}.`);
  };
  const single = byForm(own.secret);
  if (single) return single;
  for (const { secret, label } of others) {
    const found = byForm(secret);
    if (found) return together(told('secret-wrong-environment', `The key was made of ${label}.`), found);
  }
  for (const first of keyForms) {
    const middle = first.make(own.secret);
    const inner = middle === undefined ? undefined : Buffer.from(middle).toString('utf8');
    if (inner === undefined || first.id === 'secret-empty' || first.id === 'secret-undefined') continue;
    const found = byForm(inner);
    if (found) return together(told(first.id, `The secret was first changed to ${first.says}.`), found);
  }
  const joined = Buffer.from(key).toString();
  if (own.clientId !== undefined && joined.includes(own.clientId) && joined.includes(own.secret))
    return told('secret-is-client-id', 'The key was the client id and the secret together.');
  return told('secret-differs', 'The key was not the secret.');
}

function explainConstruction({ construction, reading }: Pick<Steps, 'construction' | 'reading'>): Told {
  const algorithm = {
    16: ['alg-hmac-md5', 'MD5'],
    20: ['alg-hmac-sha1', 'SHA1'],
    48: ['alg-hmac-sha384', 'SHA384'],
    64: ['alg-hmac-sha512', 'SHA512'],
  }[reading.length];
  if (construction.id === 'right')
    return algorithm
      ? told(
          algorithm[0] as string,
          `The signature was computed with HMAC-${algorithm[1] as string} instead of HMAC-SHA256.`,
        )
      : nothing;
  const with_ =
    algorithm && construction.id !== 'alg-plain-hash'
      ? told(algorithm[0] as string, `HMAC-${algorithm[1] as string} was used instead of HMAC-SHA256.`)
      : nothing;
  return together(
    told(
      construction.id,
      `The signature is ${construction.says}${construction.id === 'alg-plain-hash' ? ` (${algorithm?.[1] ?? 'SHA-256'})` : ''}.`,
    ),
    with_,
  );
}
