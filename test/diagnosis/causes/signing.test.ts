import { describe, expect, it } from 'vitest';
import { records } from '../../../src/contract/interfaces.js';
import { BodyForm } from '../../../src/diagnosis/body-form.js';
import { binaryOfText } from '../../../src/diagnosis/choice.js';
import { bodyHashes, layouts, manySecrets, secrets, timestamps } from '../../../src/diagnosis/variations.js';

const causesOf = <Value>(choices: readonly { causes: readonly string[]; value: Value }[], value: Value) =>
  choices.filter((choice) => choice.value === value).flatMap(({ causes }) => causes);

describe('a timestamp that was signed in another form', () => {
  const { timestamps: few, manyTimestamps: many } = timestamps('1700000000', []);

  it.each([
    ['1700000000123', 'ts-ms-signed'],
    ['1700000000.123', 'ts-float-signed'],
    ['1700000000.1', 'ts-float-signed'],
    ['2023-11-14T22:13:20.000Z', 'ts-iso-signed'],
    ['2023-11-14 22:13:20 +0000 UTC', 'ts-iso-signed'],
    ['2023-11-14 22:13:20+00:00', 'ts-iso-signed'],
    ['Tue Nov 14 22:13:20 UTC 2023', 'ts-iso-signed'],
    ['Tue Nov 14 2023 22:13:20 GMT+0000 (Coordinated Universal Time)', 'ts-iso-signed'],
    ['2023-11-15T05:13:20+07:00', 'ts-iso-signed'],
    ['20231115051320', 'ts-iso-signed'],
    ['1700000002', 'ts-regenerated'],
  ])('%s is %s', (value, cause) => {
    expect(causesOf([...few(), ...many()], value)).toContain(cause);
  });
});

describe('a key that is not the secret', () => {
  const key = (secret: string, value: string) => {
    const fields = [['gameId', 'gem-hunt'] as const];
    const known = { secret, clientId: 'demo', sentId: 'demo', others: [], otherIds: [], fields };
    return causesOf([...secrets(known), ...manySecrets(known)], value);
  };

  it.each([
    ['s3cret', 's3cret\n', 'secret-trailing-newline'],
    ['s3cret', '\u201cs3cret\u201d', 'secret-quoted'],
    ['s3cret', "b's3cret'", 'secret-quoted'],
    ['s3cret', 'Optional("s3cret")', 'secret-quoted'],
    ['s3cret', '{"client_secret":"s3cret"}', 'secret-env-line'],
    ['s3/cret', 's3%2fcret', 'secret-url-decoded'],
    ['s3cret', '(null)', 'secret-undefined'],
  ])('%s as %j is %s', (secret, value, cause) => {
    expect(key(secret, binaryOfText(value))).toContain(cause);
  });

  it('is the hex digits up to the first other character, as Node decodes them', () => {
    expect(key('abcdxyz', Buffer.from('abcdxyz', 'hex').toString('latin1'))).toContain('secret-hex-decoded');
  });
});

describe('a body hash in another form', () => {
  const made = bodyHashes(false).map(({ causes, value }) => ({
    causes,
    value: value(new BodyForm(() => Buffer.from('{}')), 'key'),
  }));
  const bytes = [...Buffer.from('44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a', 'hex')];

  it.each([
    [
      '44-13-6F-A3-55-B3-67-8A-11-46-AD-16-F7-E8-64-9E-94-FB-4F-C2-1F-E7-7E-83-10-C0-60-F6-1C-AA-FF-8A',
      'bodyhash-uppercase',
    ],
    [bytes.join(','), 'bodyhash-bytes'],
    [`[${bytes.join(' ')}]`, 'bodyhash-bytes'],
    ['[object ArrayBuffer]', 'bodyhash-bytes'],
    [
      String.raw`b'D\x13o\xa3U\xb3g\x8a\x11F\xad\x16\xf7\xe8d\x9e\x94\xfbO\xc2\x1f\xe7~\x83\x10\xc0` +
        String.raw`${'`'}\xf6\x1c\xaa\xff\x8a'`,
      'bodyhash-bytes',
    ],
  ])('%s is %s', (value, cause) => {
    expect(causesOf(made, value)).toContain(cause);
  });
});

it('knows a message that was put together as JSON', () => {
  const parts = {
    clientId: 'demo',
    timestamp: '1700000000',
    hash: 'ab',
    body: '',
    secret: '',
    method: '',
    path: '',
    url: '',
    bodyText: '',
  };
  const made = layouts(records.gateway, true).map(({ causes, value }) => ({ causes, value: value(parts) }));
  expect(causesOf(made, '{"client_id":"demo","timestamp":1700000000,"body_hash":"ab"}')).toEqual([
    'layout-key-value',
  ]);
});
