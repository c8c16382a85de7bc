import type { CauseId } from '../catalogue/causes.js';
import { joinWithAnd } from '../../text/join-with-and.js';
import { equalBytes, isUnsetWord, utf8Bytes } from '../forms/bytes.js';
import { bodyItself, hashWords, sha256HexForm, type HashForm } from '../forms/hashes.js';
import { keyForms } from '../forms/keys.js';
import { rightParts, type Layout, type Part } from '../forms/layouts.js';
import { dateTexts, minutesOf, secondsOf } from '../forms/times.js';
import { escapedText as code } from '../spelling.js';
import { gameIdOf, nothingSaid, together, sayCause } from '../signing-steps.js';
import type { HeaderValues, Observed, Owned, OwnedSecret, Steps, Said } from '../signing-steps.js';
import { explainBody } from './body.js';

/** What differs at every step from what the contract wants, in the order of the steps. */
export function explainSteps(
  steps: Steps,
  observed: Observed,
  headers: HeaderValues,
  owned: Owned,
): Said {
  const isGateway = observed.interface === 'gateway';
  const has = (part: Part): boolean => steps.layout.parts.includes(part);
  return together(
    has('content') ? explainBody(observed.body, steps.body) : nothingSaid,
    explainMessage(steps, observed),
    isGateway && has('timestamp') ? explainTime(headers.timestamp, steps.timestamp) : nothingSaid,
    isGateway && has('clientId') ? explainId(steps, headers.clientId, owned) : nothingSaid,
    explainSigner(steps, owned, gameIdOf(observed.body)),
  );
}

/** The key, how it was used, and how the digest was written. */
export function explainSigner(
  steps: Pick<Steps, 'key' | 'construction' | 'reading'>,
  owned: Owned,
  gameId?: string,
): Said {
  return together(
    explainKey(steps.key, owned, gameId),
    explainConstruction(steps),
    ...steps.reading.dress.map(({ id, says }) => sayCause(id, says)),
  );
}

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

const isForm = (one: HashForm, other: HashForm): boolean =>
  JSON.stringify(one) === JSON.stringify(other);
const wanted = '`client_id.timestamp.body_hash`';
const aroundWords = ({ before, after }: Pick<Layout, 'before' | 'after'>): string =>
  joinWithAnd(
    [before && `${code(before)} before it`, after && `${code(after)} after it`].filter(Boolean),
  );

function explainMessage(
  { hash, layout, body, clientId }: Steps,
  { interface: of }: Observed,
): Said {
  const { parts, before, after, separator, names } = layout;
  const right = rightParts(of);
  const has = (part: Part): boolean => parts.includes(part);
  const hasRoute = has('method') || has('path');
  const isRight =
    parts.join() === right.join() &&
    before + after === '' &&
    (right.length === 1 || separator === '.') &&
    names === undefined;
  const isSession = of === 'session';
  const content = !has('content')
    ? nothingSaid
    : isSession
      ? explainSessionContent(hash)
      : explainHash(hash, body.length === 0);
  const idName = isSession && clientId === gameIdOf(body) ? 'gameId' : 'client_id';
  const whole = template(layout, hash, idName);
  if (isSession) {
    const says = `The message was ${whole}, but the session interface signs the body alone.`;
    if (parts.join() === rightParts('gateway').join() && isForm(hash, sha256HexForm)) {
      return sayCause('scheme-confused', says);
    }
    if (isRight) return content;
    const place = has('timestamp') ? 'layout-timestamp-prefixed' : 'layout-id-prefixed';
    return together(content, sayCause(hasRoute ? 'layout-method-path' : place, says));
  }
  if (parts.join() === 'content' && isForm(hash, bodyItself)) {
    return sayCause(
      'scheme-confused',
      `The body alone was signed, as for the session interface. The gateway wants ${wanted}.`,
    );
  }
  if (isRight) return content;
  const says = `The message was signed as ${whole} instead of ${wanted}`;
  // Who signs method and path mostly signs the body itself, which the template shows.
  if (hasRoute) {
    return together(
      hash.algorithm === 'none' ? nothingSaid : content,
      sayCause('layout-method-path', `${says}.`),
    );
  }
  if (has('secret')) return together(content, sayCause('layout-secret-in-message', `${says}.`));
  if (names) return together(content, sayCause('layout-key-value', `${says}, with names.`));
  return together(content, explainLayout(layout, right, says));
}

type Row = readonly [holds: boolean, id: CauseId, how: string];

/** Which parts, their order, what stands between and around them. */
function explainLayout(layout: Layout, right: readonly Part[], says: string): Said {
  const { parts, separator, before, after } = layout;
  const has = (part: Part): boolean => parts.includes(part);
  const isHashOnly = parts.join() === 'content';
  const between = `with ${separator === '' ? 'nothing' : code(separator)} instead of \`.\``;
  const literal = separator === '\\n' ? 'layout-literal-newline' : 'layout-separator';
  const rows: readonly Row[] = [
    [isHashOnly, 'layout-body-hash-only', 'the body hash alone'],
    [!isHashOnly && !has('clientId'), 'layout-missing-client-id', 'without the client id'],
    [!isHashOnly && !has('timestamp'), 'layout-missing-timestamp', 'without the timestamp'],
    [!has('content'), 'layout-missing-body-hash', 'without the body hash'],
    [parts.join() !== right.filter(has).join(), 'layout-order', 'in another order'],
    [
      parts.length > 1 && separator !== '.',
      separator === '' ? 'layout-no-separator' : literal,
      between,
    ],
    [
      before + after !== '' && has('content'),
      'layout-trailing-newline',
      `with ${aroundWords(layout)}`,
    ],
  ];
  const all = rows.filter(([holds]) => holds);
  return {
    ids: all.map(([, id]) => id),
    says: [`${says}: ${joinWithAnd(all.map(([, , how]) => how))}.`],
  };
}

const explainSessionContent = (hash: HashForm): Said =>
  isForm(hash, bodyItself)
    ? nothingSaid
    : sayCause(
        hash.algorithm === 'hmac' ? 'alg-double-hmac' : 'msg-prehashed',
        `The ${contentWords(hash)} was signed, but the session interface signs the body itself.`,
      );

function contentWords(hash: HashForm): string {
  const [name] = hashWords(hash);
  const around = aroundWords(hash);
  return around === '' ? name : `${name}, with ${around}`;
}

function explainHash(hash: HashForm, isEmpty: boolean): Said {
  if (isForm(hash, sha256HexForm)) return nothingSaid;
  const { algorithm, text: shape, before } = hash;
  if (shape === 'word') {
    return sayCause(
      'bodyhash-object',
      `The message has ${code(before)} where the hash of the body belongs.`,
    );
  }
  if (algorithm === 'none' && isEmpty) {
    return sayCause(
      'bodyhash-empty-omitted',
      'The message has nothing where the SHA-256 of the empty body belongs.',
    );
  }
  const [, ids] = hashWords(hash);
  return {
    ids,
    says: [`The message has the ${contentWords(hash)} where the hex SHA-256 of the body belongs.`],
  };
}

const signedWord = (value: string): string => (value === '' ? 'Nothing' : code(value));

function explainTime(header: string | undefined, signed: string): Said {
  if (header === undefined || header === signed) return nothingSaid;
  const sent = secondsOf(header);
  const isSame = sent !== undefined && secondsOf(signed) === sent;
  const digits = (value: string): number => (/^\d+$/.test(value) ? value.length : 0);
  const [ofHeader, ofSigned] = [digits(header), digits(signed)];
  const isBoth = ofHeader === 10 && ofSigned === 10;
  const off = Math.abs(Number(signed) - Number(header));
  const how = `${String(off)} s ${signed < header ? 'earlier' : 'later'}`;
  const zone = `${how}, as if one of the two was read in another time zone`;
  const isMs = isSame && ofHeader === 10 && ofSigned === 13;
  const isMsSent = isSame && ofHeader === 13 && ofSigned === 10;
  const isDate =
    sent !== undefined && dateTexts(sent).includes(signed.replace(/\.\d{3}(?=Z|\+)/, '.000'));
  const rows: readonly Row[] = [
    [isMs, 'ts-ms-signed', 'milliseconds were signed, seconds were sent'],
    [isMsSent, 'ts-ms-header', 'seconds were signed, milliseconds were sent'],
    [isSame && /^\d{10}\.\d+$/.test(signed), 'ts-float-signed', 'a decimal number was signed'],
    [isSame && ofSigned === 10, 'ts-text-header', 'whole seconds were signed'],
    [isDate, 'ts-iso-signed', 'a date text was signed'],
    [isUnsetWord(signed), 'ts-undefined', ''],
    [isBoth && off >= 1800 && off % 900 === 0, 'ts-timezone-shift', zone],
    [isBoth, 'ts-regenerated', how],
    [sent !== undefined && signed === minutesOf(sent), 'ts-text-signed', 'minutes were signed'],
    [true, 'ts-text-signed', ''],
  ];
  const [, id, words] = rows.find(([holds]) => holds) as Row;
  const says = `${signedWord(signed)} was signed as the timestamp, but X-Timestamp is ${code(header)}`;
  return sayCause(id, `${says}${words && `: ${words}`}.`);
}

function explainId({ clientId: signed, key }: Steps, header = '', { own, others }: Owned): Said {
  if (signed === own.secret && signed !== own.clientId) {
    return sayCause(
      'layout-secret-in-message',
      'The message has the secret in place of the client id.',
    );
  }
  const other = others.find(({ clientId }) => clientId === signed && clientId !== own.clientId);
  const isSent = signed === header;
  if (isSent && (other === undefined || equalBytes(key, utf8Bytes(other.secret)))) {
    return nothingSaid;
  }
  const has = `but X-Client-ID has ${code(header)}.`;
  if (other) {
    const whose = `the client id of ${other.of}`;
    const says = isSent
      ? `The message and X-Client-ID have ${whose}, but not the key that belongs to it.`
      : `The message has ${whose}, ${has}`;
    return sayCause('client-id-signed-other', says);
  }
  if (signed === own.clientId) {
    return header === ''
      ? nothingSaid
      : sayCause(
          isUnsetWord(header) ? 'client-id-undefined' : 'client-id-header-mismatch',
          `The message has the right client id, ${has}`,
        );
  }
  const id = own.clientId ?? header;
  const rows: readonly (readonly [holds: boolean, id: CauseId])[] = [
    [isUnsetWord(signed), 'client-id-undefined'],
    [signed.trim() === id, 'client-id-whitespace'],
    [signed.toLowerCase() === id.toLowerCase(), 'client-id-case'],
    [signed.length > id.length && signed.includes(id), 'client-id-quoted'],
  ];
  const [, kind] = rows.find(([holds]) => holds) ?? ([true, 'client-id-signed-other'] as const);
  return sayCause(
    kind,
    `${signedWord(signed)} was signed as the client id, but it is ${code(id)}.`,
  );
}

function explainKey(key: Uint8Array, { own, others }: Owned, gameId: string | undefined): Said {
  const isKey = (made: string | Uint8Array | undefined): boolean =>
    made !== undefined && equalBytes(typeof made === 'string' ? utf8Bytes(made) : made, key);
  if (isKey(own.secret)) return nothingSaid;
  const other = others.find(({ secret }) => isKey(secret));
  if (other) return sayCause(wrongSecretId(other), `The key was ${other.label}.`);
  if ([own, ...others].some(({ clientId }) => isKey(clientId))) {
    return sayCause('secret-is-client-id', 'The key was the client id.');
  }
  if (isKey(gameId)) return sayCause('secret-is-client-id', 'The key was the gameId.');
  const byForm = (secret: string): Said | undefined => {
    const form = keyForms.find(({ make }) => isKey(make(secret)));
    return form && sayCause(form.id, `The key was ${form.says}.`);
  };
  for (const each of [own, ...others]) {
    const found = byForm(each.secret);
    const ofOther = sayCause(wrongSecretId(each), `The key was made of ${each.label}.`);
    if (found) return each === own ? found : together(ofOther, found);
  }
  const joined = Buffer.from(key).toString();
  return own.clientId !== undefined && joined.includes(own.clientId) && joined.includes(own.secret)
    ? sayCause('secret-is-client-id', 'The key was the client id and the secret together.')
    : sayCause('secret-differs', 'The key was not the secret.');
}

const wrongSecretId = ({ isOfOtherInterface }: OwnedSecret): CauseId =>
  isOfOtherInterface ? 'secret-wrong-interface' : 'secret-wrong-environment';

function explainConstruction({
  construction,
  reading,
}: Pick<Steps, 'construction' | 'reading'>): Said {
  const { id, says } = construction;
  const { algorithm } = reading;
  const name = algorithm.toUpperCase();
  const isPlain = id === 'alg-plain-hash';
  return together(
    id === 'right'
      ? nothingSaid
      : sayCause(
          id,
          `The signature is ${says}${isPlain ? ` (${name.replace('SHA', 'SHA-')})` : ''}.`,
        ),
    algorithm === 'sha256' || isPlain
      ? nothingSaid
      : sayCause(`alg-hmac-${algorithm}`, `HMAC-${name} was used instead of HMAC-SHA256.`),
  );
}
