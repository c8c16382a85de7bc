import { createHash, createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { diagnose } from '../../../src/diagnosis/diagnose.js';
import type { Credential } from '../../../src/contract/credential.js';
import type { ObservedRequest } from '../../../src/diagnosis/observed-request.js';
import {
  attempts,
  credential,
  diagnosed,
  gatewayMessage,
  gatewayRequest,
  hmac,
  others,
  sessionRequest,
  sha256,
  timestamp,
  wireBody,
} from '../../support/observed.js';

/** Mistakes as people describe them: each is made here with node:crypto and named by its own sentence, in the first place. */

const secret = credential.clientSecret ?? '';
const sessionKey = credential.secretKey ?? '';

const first = (request: ObservedRequest, known: Credential = credential): string => {
  const { findings } = diagnose(request, known, { others, deep: false, isOver: attempts(600_000) });
  return findings[0] === undefined ? 'unknown' : `${findings[0].causes.join(' + ')}: ${findings[0].says}`;
};

const signedBody = (signed: string | Uint8Array, sent: string | Uint8Array = wireBody): ObservedRequest =>
  gatewayRequest({ body: sent, signature: hmac(secret, gatewayMessage(signed)) });
const signedKey = (key: string): ObservedRequest =>
  gatewayRequest({ signature: hmac(key, gatewayMessage()) });
const signedTime = (time: string): ObservedRequest =>
  gatewayRequest({ signature: hmac(secret, gatewayMessage(wireBody, time)) });
const signedHash = (of: (digest: Buffer) => string, body: string = wireBody): ObservedRequest =>
  gatewayRequest({
    body,
    signature: hmac(
      secret,
      Buffer.from(`demo-game.${timestamp}.${of(createHash('sha256').update(body).digest())}`, 'latin1'),
    ),
  });

describe('a secret that was copied', () => {
  const own = { ...credential, clientSecret: 'Ab-3$9x"0l&Q' };
  const with_ = (key: string): string =>
    first(gatewayRequest({ signature: hmac(key, gatewayMessage()) }), own);

  it.each([
    ['Ab-3$9x"0l&Q\u200b', 'secret-surrounding-space', 'a zero-width space (U+200B) after it'],
    ['\u00a0Ab-3$9x"0l&Q', 'secret-surrounding-space', 'a no-break space (U+00A0) before it'],
    ['Ab\u20133$9x"0l&Q', 'secret-miscopied', 'en dashes (`–`) instead of hyphens'],
    ['Ab-3$9x\u201d0l&Q', 'secret-miscopied', 'curly quotes instead of straight ones'],
    ['Ab-3$9x"Ol&Q', 'secret-miscopied', '`O` instead of `0` in one place'],
    ['Ab-3$9x"01&Q', 'secret-miscopied', '`1` instead of `l` in one place'],
    ['Ab-3$ 9x"0l&Q', 'secret-miscopied', 'a space inside it'],
    ['Ab-3$9x"\n0l&Q', 'secret-miscopied', 'a line break inside it'],
    ['Ab-3$9x&quot;0l&amp;Q', 'secret-url-decoded', 'HTML-escaped'],
    ['Ab-3x"0l&Q', 'secret-env-mangled', 'The HMAC key was the secret without'],
    ['"Ab-3$9x"0l&Q"\r', 'secret-quoted', 'quotes around it and a carriage return (CR) after them'],
  ])('%j is %s', (key, cause, words) => {
    const said = with_(key);
    expect(said.startsWith(`${cause}: `)).toBe(true);
    expect(said).toContain(words);
  });

  it('is not named as another secret of the same client id', () => {
    const [other] = others;
    const request = gatewayRequest({
      clientId: other?.clientId ?? '',
      signature: hmac(other?.clientSecret ?? '', gatewayMessage(wireBody, timestamp, other?.clientId)),
    });
    expect(first(request)).toBe(
      'secret-wrong-environment: The request was sent with the client id and the secret of prod, not of these credentials.',
    );
  });
});

describe('bytes that are not the body', () => {
  const bytes = Buffer.from(wireBody);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes.length);

  it.each([
    ['the body twice', wireBody + wireBody, 'body-signed-twice: The body was signed twice in a row'],
    [
      'a buffer of 1024 bytes',
      Buffer.concat([bytes, Buffer.alloc(1024 - bytes.length)]),
      'body-buffer-size: The body was signed with zero bytes after it, up to 1024 bytes in all.',
    ],
    [
      'the first 127 bytes',
      bytes.subarray(0, 127),
      'body-buffer-size: Only the first 127 bytes of the body were signed.',
    ],
    [
      'a length in front',
      Buffer.concat([length, bytes]),
      'body-buffer-size: The length of the body (four bytes, big-endian) was signed before the body.',
    ],
    [
      'half of its UTF-16',
      Buffer.from(wireBody, 'utf16le').subarray(0, wireBody.length),
      'body-charset-utf16: Only the first half of the body’s UTF-16 was signed',
    ],
  ])('%s', (_, signed, words) => {
    expect(first(signedBody(signed))).toContain(words);
  });

  it('is the message twice, or its first 79 bytes', () => {
    const twice = createHmac('sha256', sessionKey).update(wireBody).update(wireBody).digest('hex');
    expect(first(sessionRequest({ signature: twice }))).toMatch(/^body-signed-twice: /);
    const cut = hmac(secret, gatewayMessage().slice(0, 79));
    expect(first(gatewayRequest({ signature: cut }))).toBe(
      'body-buffer-size: Only the first 79 bytes of the message were signed.',
    );
  });
});

describe('a body that was changed between signing and sending', () => {
  const session = (signed: string | Uint8Array, sent: string | Uint8Array): string =>
    first(sessionRequest({ body: sent, signature: hmac(sessionKey, signed) }));

  it.each([
    [
      'line breaks lost',
      '{\n  "gameId": "demo",\n  "username": "u"\n}\n',
      '{  "gameId": "demo",  "username": "u"}',
      'body-changed-later: The line breaks of the signed JSON were removed before sending.',
    ],
    [
      'quotes eaten',
      '{"gameId":"demo","username":"u","level":7}',
      '{gameId:demo,username:u,level:7}',
      'body-changed-later: The double quotes of the JSON were lost after signing',
    ],
    [
      'sent in Latin-1',
      '{"gameId":"demo","username":"Zoé"}',
      Buffer.from('{"gameId":"demo","username":"Zoé"}', 'latin1'),
      'body-charset-latin1: The body was signed in UTF-8, but it was sent in Latin-1',
    ],
    [
      'sent URL-encoded',
      '{"gameId":"demo"}',
      encodeURIComponent('{"gameId":"demo"}'),
      'body-urlencoded-whole: The JSON was URL-encoded after it was signed',
    ],
    [
      'apostrophes escaped',
      '{"gameId":"demo","username":"O\'Brien"}',
      '{"gameId":"demo","username":"O\\\'Brien"}',
      'body-slashes-escaped: Quotes in the body were escaped with backslashes after signing',
    ],
    [
      'a form of the same fields',
      '{"receipt":"a/b","os_id":1}',
      'receipt=a%2Fb&os_id=1',
      'body-form-encoded: The body was signed as JSON, but it was sent as form data',
    ],
  ])('%s', (_, signed, sent, words) => {
    expect(session(signed, sent)).toContain(words);
  });
});

describe('a field that had another value', () => {
  const json = (changes: object): string =>
    JSON.stringify({
      receipt: 'x'.repeat(300),
      os_id: 1,
      level: 3,
      id: '7',
      note: null,
      name: '',
      ...changes,
    });
  const sent = json({});

  it.each([
    ['cut', sent, json({ receipt: 'x'.repeat(255) }), 'The field `receipt` was signed cut off after 255'],
    ['masked', sent, json({ receipt: '[FILTERED]' }), 'The field `receipt` was signed as `[FILTERED]`'],
    [
      'empty',
      sent,
      json({ note: '' }),
      'The field `note` was signed as empty text (`""`), but it was sent as `null`',
    ],
    ['null', sent, json({ name: null }), 'signed as `null`'],
    [
      'a number',
      sent,
      json({ id: 7 }),
      'The field `id` was signed as a number, but it was sent as text in quotes',
    ],
    [
      'text',
      sent,
      json({ os_id: '1' }),
      'The field `os_id` was signed as text in quotes, but it was sent as a number',
    ],
    [
      'JSON',
      '{"receipt":"{\\"a\\":1}","os_id":1}',
      '{"receipt":{"a":1},"os_id":1}',
      'The field `receipt` was signed as a JSON object or array',
    ],
    [
      'a plus sign',
      '{"receipt":"a b/c="}',
      '{"receipt":"a+b/c="}',
      'The field `receipt` was signed with `+`',
    ],
    [
      'zeros',
      '{"a":9.9,"b":1,"c":2}',
      '{"a":9.90,"b":1.0,"c":2}',
      'Numbers were signed with zeros at their ends',
    ],
    [
      'an exact number',
      '{"player_id":76561198012345680}',
      '{"player_id":76561198012345678}',
      'The field `player_id` was rounded after signing',
    ],
    [
      'Rails',
      '{"receipt":"r"}',
      '{"receipt":"r","controller":"purchases","action":"verify"}',
      'that Rails adds to `params`',
    ],
  ])('%s', (_, body, signed, words) => {
    expect(first(signedBody(signed, body))).toContain(words);
  });

  it.each([
    ['<QueryDict: {}>', 'Django’s `request.POST`'],
    ["receipt='r' os_id=1 note=None", 'body-python-repr: '],
  ])('%s is what Python printed', (signed, words) => {
    expect(first(signedBody(signed, '{"receipt":"r","os_id":1,"note":null}'))).toContain(words);
  });
});

/** A number from 0 on, tried until the digest shows the mistake. */
const bodyWhere = (fits: (digest: Buffer) => boolean): string => {
  for (let at = 0; ; at += 1) {
    const body = JSON.stringify({ receipt: `r${String(at)}`, os_id: 1 });
    if (fits(createHash('sha256').update(body).digest())) return body;
  }
};

const swapped = (hex: string): string =>
  Array.from({ length: hex.length / 2 }, (_, at) => hex.charAt(2 * at + 1) + hex.charAt(2 * at)).join('');
const littleEndian = (digest: Buffer): string =>
  Array.from({ length: 8 }, (_, at) =>
    digest
      .readUInt32LE(4 * at)
      .toString(16)
      .padStart(8, '0'),
  ).join('');
const signedHex = (digest: Buffer): string =>
  BigInt.asIntN(256, BigInt(`0x${digest.toString('hex')}`)).toString(16);
const signedBytes = (digest: Buffer): string =>
  Array.from(new Int8Array(digest), (byte) => byte.toString(16)).join('');

describe('hex that was written wrongly, of the body hash', () => {
  const small = bodyWhere((digest) => digest.some((byte) => byte < 16) && (digest[0] ?? 0) < 16);
  const negative = bodyWhere((digest) => (digest[0] ?? 0) >= 0x80);
  it.each([
    ['%x', (digest: Buffer) => [...digest].map((byte) => byte.toString(16)).join(''), small, '`%x`'],
    [
      'one number',
      (digest: Buffer) => BigInt(`0x${digest.toString('hex')}`).toString(16),
      small,
      'as one number',
    ],
    [
      'one number in upper case',
      (digest: Buffer) =>
        BigInt(`0x${digest.toString('hex')}`)
          .toString(16)
          .toUpperCase(),
      small,
      'in upper case',
    ],
    ['a negative number', signedHex, negative, 'as one signed number'],
    ['signed bytes', signedBytes, negative, 'in hex of signed bytes'],
    [
      'swapped digits',
      (digest: Buffer) => swapped(digest.toString('hex')),
      small,
      'two hex digits of each byte swapped',
    ],
    ['words', littleEndian, small, 'little-endian 32-bit words'],
  ])('%s', (_, write, body, words) => {
    const said = first(signedHash(write, body));
    expect(said).toMatch(/^bodyhash-hex-digits: /);
    expect(said).toContain(words);
  });

  it('is a list of decimal numbers', () => {
    expect(first(signedHash((digest) => `[${[...digest].join(' ')}]`))).toContain(
      'as Go’s `%v` prints bytes',
    );
  });
});

describe('hex that was written wrongly, of the signature', () => {
  const signature = (body: string): Buffer => Buffer.from(hmac(secret, gatewayMessage(body)), 'hex');
  const where = (fits: (digest: Buffer) => boolean): string => {
    for (let at = 0; ; at += 1) {
      const body = JSON.stringify({ receipt: `s${String(at)}`, os_id: 1 });
      if (fits(signature(body))) return body;
    }
  };
  it.each([
    ['swapped digits', () => true, (digest: Buffer) => swapped(digest.toString('hex')), 'out-hex-reordered'],
    ['words', () => true, littleEndian, 'out-hex-reordered'],
    ['a negative number', (digest: Buffer) => (digest[0] ?? 0) >= 0x80, signedHex, 'out-hex-sign-extended'],
    ['signed bytes', () => true, signedBytes, 'out-hex-sign-extended'],
    [
      'up to a zero byte',
      (digest: Buffer) => digest.indexOf(0) >= 8,
      (digest: Buffer) => digest.subarray(0, digest.indexOf(0)).toString('hex'),
      'out-truncated',
    ],
  ])('%s', (_, fits, write, cause) => {
    const body = where(fits);
    expect(first(gatewayRequest({ body, signature: write(signature(body)) }))).toMatch(
      new RegExp(`^${cause}: `),
    );
  });
});

describe('a timestamp in the message that is not the one sent', () => {
  const seconds = Number(timestamp);
  it.each([
    [seconds.toString(16), 'ts-text-signed: The timestamp was signed in hexadecimal'],
    [seconds.toLocaleString('en-US'), 'ts-text-signed: The timestamp was signed with commas'],
    [
      `%!s(int64=${timestamp})`,
      'ts-text-signed: The timestamp was signed as Go prints a value with the wrong verb',
    ],
    [String(seconds - 8 * 3600), 'ts-regenerated: The signed timestamp is 8 hours earlier than X-Timestamp'],
    [
      String(seconds - 10_817),
      'ts-regenerated: The signed timestamp is 10817 seconds earlier than X-Timestamp',
    ],
  ])('%s', (time, words) => {
    expect(first(signedTime(time))).toContain(words);
  });
});

it('names nothing for a secret that nobody has', () => {
  const { findings } = diagnosed(signedKey(sha256('unknown')), 60_000);
  expect(findings).toEqual([]);
});
