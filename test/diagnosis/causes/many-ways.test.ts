import { describe, expect, it } from 'vitest';
import {
  credential,
  diagnosed,
  gatewayRequest,
  hmac,
  sessionRequest,
  sha256,
  timestamp,
} from '../../support/observed.js';

const secret = credential.clientSecret ?? '';
const key = credential.secretKey ?? '';
const id = credential.clientId ?? '';

const verify =
  '{"receipt":"abc.AO-J1","product_id":"gems_100","os_id":1,"package":"com.example.game","player_id":"p-1","server_id":"s-3"}';
const session = '{"gameId":"gem-hunt","username":"p-1","roleId":"r-9"}';
const hash = sha256(verify);
const message = `${id}.${timestamp}.${hash}`;

const reordered = (text: string, ...names: string[]): string => {
  const body = JSON.parse(text) as Record<string, unknown>;
  return JSON.stringify(Object.fromEntries(names.map((name) => [name, body[name]])));
};
const first = (signature: string, body: string, of: typeof gatewayRequest) => {
  const [finding] = diagnosed(of({ signature, body })).findings;
  return [finding?.causes, finding?.says];
};

describe('a session body that was signed in another form', () => {
  it.each<[signed: string, causes: string[], says: RegExp, sent?: string]>([
    [
      reordered(session, 'roleId', 'gameId', 'username'),
      ['body-keys-sorted'],
      /^The JSON fields were signed in a different order/,
    ],
    [
      JSON.stringify(JSON.parse(reordered(session, 'username', 'gameId', 'roleId')), null, 2),
      ['body-pretty', 'body-keys-sorted'],
      /different order/,
    ],
    [
      `${session.slice(0, -1)},"serverId":null}`,
      ['body-nulls-dropped'],
      /had `serverId` as `null`, but the body was sent without this field/,
    ],
    [
      '{"gameId":"gem-hunt","username":"p-1","serverId":"","roleId":""}',
      ['body-empties-dropped'],
      /had `serverId`, `roleId` as empty text/,
      '{"gameId":"gem-hunt","username":"p-1"}',
    ],
    [
      '{"gameId":"g","username":"p","roleId":null}',
      ['body-empties-dropped'],
      /signed as `null`, but they were sent as empty text/,
      '{"gameId":"g","username":"p","roleId":""}',
    ],
    ['{"GameID":"gem-hunt","Username":"p-1","RoleID":"r-9"}', ['body-keys-recased'], /different style/],
    ['&{GameID:gem-hunt Username:p-1 RoleID:r-9}', ['body-map-tostring'], /A Go struct was printed/],
    [`${session}\0`, ['body-truncated-chars'], /A zero byte was signed after the body/],
    ['https://s.example/xmdt/session' + session, ['layout-method-path'], /The complete URL was signed/],
  ])('%s', (signed, causes, says, sent = session) => {
    expect(first(hmac(key, signed), sent, sessionRequest)).toEqual([causes, expect.stringMatching(says)]);
  });

  it('of more than six fields: one field in another place', () => {
    const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
    const sent = JSON.stringify(Object.fromEntries(names.map((name) => [name, 1])));
    const signed = reordered(sent, 'a', 'f', 'b', 'c', 'd', 'e', 'g', 'h');
    expect(first(hmac(key, signed), sent, sessionRequest)[0]).toEqual(['body-keys-sorted']);
  });
});

it('finds every order of six fields', () => {
  const names = ['package', 'server_id', 'receipt', 'player_id', 'os_id', 'product_id'];
  const signed = `${id}.${timestamp}.${sha256(reordered(verify, ...names))}`;
  expect(first(hmac(secret, signed), verify, gatewayRequest)[0]).toEqual(['body-keys-sorted']);
});

describe('a gateway message that was signed in another form', () => {
  const numbers = [...Buffer.from(message)];
  it.each<[signed: string, cause: string, says: RegExp]>([
    [`["${id}", ${timestamp}, "${hash}"]`, 'layout-key-value', /as a JSON array/],
    [`{"client_id": "${id}", "ts": ${timestamp}, "hash": "${hash}"}`, 'layout-key-value', /as a JSON object/],
    [
      `{"client_id":"${id}","timestamp":"${timestamp}","body":${verify}}`,
      'layout-key-value',
      /as a JSON object/,
    ],
    [JSON.stringify([id, Number(timestamp), verify]), 'layout-key-value', /A JSON array with the body in it/],
    [`('${id}', ${timestamp}, '${hash}')`, 'layout-key-value', /as Python prints a tuple/],
    [`b'${id}'.${timestamp}.b'${hash}'`, 'layout-key-value', /A part of the message was signed as Python/],
    ['${clientId}.${timestamp}.${bodyHash}', 'layout-key-value', /placeholders of the message were signed/],
    [`b'${message}'`, 'msg-prehashed', /signed as Python prints bytes/],
    [Buffer.from(message).toString('hex'), 'msg-prehashed', /encoded as hex/],
    [`[${numbers.join(' ')}]`, 'msg-prehashed', /list of numbers/],
    [`b'${id}'.${timestamp}.${hash}`, 'client-id-quoted', /The client id was signed as Python prints bytes/],
    [
      `com.example.game.${timestamp}.${hash}`,
      'client-id-signed-other',
      /The value of the body’s field `package`/,
    ],
    ['', 'layout-missing-body-hash', /Nothing was signed/],
    [`v1.${message}`, 'layout-trailing-newline', /`v1\.` was signed before/],
  ])('%s', (signed, cause, says) => {
    expect(first(hmac(secret, signed), verify, gatewayRequest)).toEqual([
      [cause],
      expect.stringMatching(says),
    ]);
  });

  it('only the raw bytes of the body hash', () => {
    const signature = hmac(secret, Buffer.from(hash, 'hex'));
    expect(first(signature, verify, gatewayRequest)[0]).toEqual(['layout-body-hash-only']);
  });

  it.each([
    ['', message, ['out-prefixed']],
    ['mac.Sum(message) without a Write', '', ['layout-missing-body-hash', 'out-prefixed']],
  ])('a digest with the message in hex before it %s', (_what, signed, causes) => {
    const signature = Buffer.from(message).toString('hex') + hmac(secret, signed);
    expect(first(signature, verify, gatewayRequest)[0]).toEqual(causes);
  });
});

describe('a key that is not the secret', () => {
  it.each<[key: string, cause: string, says: RegExp]>([
    [`${id}:${secret}`, 'secret-env-line', /the client id and the secret, joined with `:`/],
    [`${secret}${id}`, 'secret-env-line', /the secret and the client id, joined without a separator/],
    [Buffer.from(`${id}:${secret}`).toString('base64'), 'secret-env-line', /as in Basic authentication/],
    ['/run/secrets/client_secret', 'secret-placeholder', /the name of a file/],
    ['@secret.txt', 'secret-placeholder', /the name of a file/],
    ['process.env.CLIENT_SECRET', 'secret-placeholder', /the name of a variable/],
    ['vault:secret/data/gateway#client_secret', 'secret-placeholder', /a text that stands for the secret/],
    ['********', 'secret-placeholder', /a hidden secret/],
  ])('%s', (used, cause, says) => {
    expect(first(hmac(used, message), verify, gatewayRequest)).toEqual([
      [cause],
      expect.stringMatching(says),
    ]);
  });

  it.each<[key: string, cause: string, says: RegExp]>([
    ['gem-hunt', 'secret-placeholder', /the value of the body’s field `gameId`/],
    [`gem-hunt:${key}`, 'secret-env-line', /the game id and the secret, joined with `:`/],
  ])('%s of a session request', (used, cause, says) => {
    expect(first(hmac(used, session), session, sessionRequest)).toEqual([
      [cause],
      expect.stringMatching(says),
    ]);
  });
});
