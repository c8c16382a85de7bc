import type { CauseId } from '../catalogue/causes.js';
import { listed } from '../../text/listed.js';
import { visible } from '../../text/visible.js';
import { equal, text } from '../forms/bytes.js';
import { algorithmOf } from '../forms/constructions.js';
import { bodyItself, sha256Hex, type HashForm } from '../forms/hashes.js';
import { keyForms } from '../forms/keys.js';
import { rightParts, type Layout, type Part } from '../forms/layouts.js';
import { dateTexts, minutesOf, secondsOf } from '../forms/times.js';
import { isUnfilled } from '../forms/unfilled.js';
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
  const isGateway = observed.interface === 'gateway';
  const has = (part: Part): boolean => steps.layout.parts.includes(part);
  return together(
    has('content') ? explainBody(observed.body, steps.body) : nothing,
    explainMessage(steps, observed),
    isGateway && has('timestamp') ? explainTime(headers.timestamp, steps.timestamp) : nothing,
    isGateway && has('clientId') ? explainId(steps, headers.clientId, owned) : nothing,
    explainSigner(steps, owned, gameIdOf(observed.body)),
  );
}

/** The key, how it was used, and how the digest was written. */
export const explainSigner = (
  steps: Pick<Steps, 'key' | 'construction' | 'reading'>,
  owned: Owned,
  gameId?: string,
): Told =>
  together(
    explainKey(steps.key, owned, gameId),
    explainConstruction(steps),
    ...steps.reading.dress.map(({ id, says }) => told(id, says)),
  );

const code = (words: string): string => `\`${visibly(words)}\``;
/** Line breaks as escapes; a typed backslash stays one. */
const visibly = (words: string): string => visible(JSON.stringify(words).slice(1, -1).replaceAll('\\"', '"'));

/** The message as a template, for people. */
function template(layout: Layout, { algorithm }: HashForm, idName: string): string {
  const names: Readonly<Record<Part, string>> = {
    clientId: idName,
    timestamp: 'timestamp',
    content: algorithm === 'none' ? 'body' : 'body_hash',
    method: 'METHOD',
    path: 'PATH',
    secret: 'secret',
  };
  const parts = layout.parts.map((part, at) => (layout.names?.[at] ?? '') + names[part]);
  return code(layout.before + parts.join(layout.separator) + layout.after);
}

const equalForm = (one: HashForm, other: HashForm): boolean => JSON.stringify(one) === JSON.stringify(other);
const wanted = '`client_id.timestamp.body_hash`';

function explainMessage({ hash, layout, body, clientId }: Steps, { interface: of }: Observed): Told {
  const { parts, before, after, separator, names } = layout;
  if (parts.length === 0) return unfilledSays(before, 'message');
  const idName = of === 'session' && clientId === gameIdOf(body) ? 'gameId' : 'client_id';
  const whole = template(layout, hash, idName);
  const right = rightParts(of);
  const has = (part: Part): boolean => parts.includes(part);
  const isRight =
    parts.join() === right.join() &&
    before + after === '' &&
    (right.length === 1 || separator === '.') &&
    names === undefined;
  if (of === 'session') {
    const content = has('content') ? explainSessionContent(hash) : nothing;
    const says = `The message was ${whole}, but the session interface signs the body alone.`;
    if (parts.join() === rightParts('gateway').join() && equalForm(hash, sha256Hex))
      return told('scheme-confused', says);
    if (isRight) return content;
    if (has('method') || has('path')) return together(content, told('layout-method-path', says));
    return together(
      content,
      told(has('timestamp') ? 'layout-timestamp-prefixed' : 'layout-id-prefixed', says),
    );
  }
  if (parts.join() === 'content' && equalForm(hash, bodyItself))
    return told(
      'scheme-confused',
      `The body alone was signed, as for the session interface. The gateway wants ${wanted}.`,
    );
  const says = `The message was signed as ${whole} instead of ${wanted}`;
  const content = has('content') ? explainHash(hash, body.length === 0) : nothing;
  if (isRight) return content;
  // Who signs method and path mostly signs the body itself, which the template shows.
  if (has('method') || has('path'))
    return together(hash.algorithm === 'none' ? nothing : content, told('layout-method-path', `${says}.`));
  if (has('secret')) return together(content, told('layout-secret-in-message', `${says}.`));
  if (names) return together(content, told('layout-key-value', `${says}, with names.`));
  return together(content, explainLayout(layout, right, says));
}

/** Which parts, their order, what stands between and around them. */
function explainLayout(
  { parts, separator, before, after }: Layout,
  right: readonly Part[],
  says: string,
): Told {
  const has = (part: Part): boolean => parts.includes(part);
  const isHashOnly = parts.join() === 'content';
  const around = [before && `${code(before)} before it`, after && `${code(after)} after it`];
  const between = `with ${separator === '' ? 'nothing' : code(separator)} instead of \`.\``;
  const isOther = parts.length > 1 && separator !== '.';
  const rows: readonly (readonly [CauseId, how: string, holds: boolean])[] = [
    ['layout-body-hash-only', 'the body hash alone', isHashOnly],
    ['layout-missing-client-id', 'without the client id', !isHashOnly && !has('clientId')],
    ['layout-missing-timestamp', 'without the timestamp', !isHashOnly && !has('timestamp')],
    ['layout-missing-body-hash', 'without the body hash', !has('content')],
    ['layout-order', 'in another order', parts.join() !== right.filter(has).join()],
    ['layout-no-separator', between, isOther && separator === ''],
    ['layout-literal-newline', between, isOther && separator === '\\n'],
    ['layout-separator', between, isOther && separator !== '' && separator !== '\\n'],
    [
      'layout-trailing-newline',
      `with ${around.filter(Boolean).join(' and ')}`,
      before + after !== '' && has('content'),
    ],
  ];
  const all = rows.filter(([, , holds]) => holds);
  return { ids: all.map(([id]) => id), says: [`${says}: ${listed(all.map(([, how]) => how))}.`] };
}

const explainSessionContent = (hash: HashForm): Told =>
  equalForm(hash, bodyItself)
    ? nothing
    : told(
        hash.algorithm === 'hmac' ? 'alg-double-hmac' : 'msg-prehashed',
        `The ${hashWords(hash)} was signed, but the session interface signs the body itself.`,
      );

const unfilledSays = (words: string, what: string): Told =>
  told(
    'message-unfilled',
    `The text ${code(words)} was signed as the ${what}: its values were not filled in.`,
  );

const hashNames: Readonly<Record<HashForm['algorithm'], readonly [name: string, id?: CauseId]>> = {
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
const hashShapes: Readonly<Record<HashForm['text'], readonly [shape: string, id?: CauseId]>> = {
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
  const { algorithm, text: shape, before, after } = hash;
  if (equalForm(hash, sha256Hex)) return nothing;
  if (shape === 'word' && isUnfilled(before)) return unfilledSays(before, 'body hash');
  if (shape === 'word')
    return told('bodyhash-object', `The message has ${code(before)} where the hash of the body belongs.`);
  if (algorithm === 'none')
    return isEmpty
      ? told('bodyhash-empty-omitted', 'The message has nothing where the SHA-256 of the empty body belongs.')
      : told(
          'bodyhash-raw-body',
          'The message has the body itself where the SHA-256 hash of the body belongs.',
        );
  const ids = [
    hashNames[algorithm][1],
    algorithm === 'nothing' ? undefined : hashShapes[shape][1],
    before + after === '' ? undefined : ('bodyhash-prefixed' as const),
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
  const isSame = sent !== undefined && secondsOf(signed) === sent;
  const has = (value: string, digits: number): boolean => value.length === digits && /^\d+$/.test(value);
  const isBoth = has(header, 10) && has(signed, 10);
  const off = Math.abs(Number(signed) - Number(header));
  const how = `${String(off)} s ${signed < header ? 'earlier' : 'later'}`;
  const dates = sent === undefined ? [] : dateTexts(sent);
  const isZone = isBoth && off >= 1800 && off % 900 === 0;
  const rows: readonly (readonly [CauseId, how: string, holds: boolean])[] = [
    [
      'ts-ms-signed',
      'milliseconds were signed, seconds were sent',
      isSame && has(header, 10) && has(signed, 13),
    ],
    [
      'ts-ms-header',
      'seconds were signed, milliseconds were sent',
      isSame && has(header, 13) && has(signed, 10),
    ],
    ['ts-float-signed', 'a decimal number was signed', isSame && /^\d{10}\.\d+$/.test(signed)],
    ['ts-iso-signed', 'a date text was signed', dates.includes(signed.replace(/\.\d{3}(?=Z|\+)/, '.000'))],
    ['ts-timezone-shift', `${how}, as if one of the two was read in another time zone`, isZone],
    ['ts-regenerated', how, isBoth],
    ['ts-text-signed', 'minutes were signed', sent !== undefined && signed === minutesOf(sent)],
  ];
  const [id, words] = rows.find(([, , holds]) => holds) ?? (['ts-text-signed', ''] as const);
  const says = `${code(signed)} was signed as the timestamp, but X-Timestamp is ${code(header)}`;
  return told(id, `${says}${words && `: ${words}`}.`);
}

function explainId({ clientId: signed, key }: Steps, header = '', { own, others }: Owned): Told {
  const other = others.find(({ clientId }) => clientId === signed && clientId !== own.clientId);
  const isSent = signed === header;
  if (isSent && (other === undefined || equal(key, text(other.secret)))) return nothing;
  if (isUnfilled(signed)) return unfilledSays(signed, 'client id');
  if (other)
    return told(
      'client-id-signed-other',
      isSent
        ? `The message and X-Client-ID have the client id of ${other.of}, but not the key that belongs to it.`
        : `The message has the client id of ${other.of}, but X-Client-ID has ${code(header)}.`,
    );
  if (signed === own.clientId)
    return header === ''
      ? nothing
      : told(
          'client-id-header-mismatch',
          `The message has the right client id, but X-Client-ID has ${code(header)}.`,
        );
  const id = own.clientId ?? header;
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

function explainKey(key: Uint8Array, { own, others }: Owned, gameId: string | undefined): Told {
  const isKey = (made: string | Uint8Array | undefined): boolean =>
    made !== undefined && equal(typeof made === 'string' ? text(made) : made, key);
  if (isKey(own.secret)) return nothing;
  const other = others.find(({ secret }) => isKey(secret));
  if (other) return told('secret-wrong-environment', `The key was ${other.label}.`);
  if ([own, ...others].some(({ clientId }) => isKey(clientId)))
    return told('secret-is-client-id', 'The key was the client id.');
  if (isKey(gameId)) return told('secret-is-client-id', 'The key was the gameId.');
  const byForm = (secret: string): Told | undefined => {
    const form = keyForms.find(({ make }) => isKey(make(secret)));
    return form && told(form.id, `The key was ${form.says}.`);
  };
  for (const each of [own, ...others]) {
    const found = byForm(each.secret);
    const ofOther = told('secret-wrong-environment', `The key was made of ${each.label}.`);
    if (found) return each === own ? found : together(ofOther, found);
  }
  for (const { id, says, make } of keyForms) {
    if (id === 'secret-empty' || id === 'secret-undefined') continue;
    const middle = make(own.secret);
    const found = middle && byForm(Buffer.from(middle).toString());
    if (found) return together(told(id, `The secret was first changed to ${says}.`), found);
  }
  const joined = Buffer.from(key).toString();
  return own.clientId !== undefined && joined.includes(own.clientId) && joined.includes(own.secret)
    ? told('secret-is-client-id', 'The key was the client id and the secret together.')
    : told('secret-differs', 'The key was not the secret.');
}

function explainConstruction({ construction, reading }: Pick<Steps, 'construction' | 'reading'>): Told {
  const { id, says } = construction;
  const algorithm = algorithmOf(reading.length) ?? 'sha256';
  const name = algorithm.toUpperCase();
  const isPlain = id === 'alg-plain-hash';
  return together(
    id === 'right'
      ? nothing
      : told(id, `The signature is ${says}${isPlain ? ` (${name.replace('SHA', 'SHA-')})` : ''}.`),
    algorithm === 'sha256' || isPlain
      ? nothing
      : told(`alg-hmac-${algorithm}`, `HMAC-${name} was used instead of HMAC-SHA256.`),
  );
}
