import { describe, expect, it } from 'vitest';
import { only, refusal, summary } from './reading.js';

describe('an envelope', () => {
  it('has its members as they stand', () => {
    const known = { interface: 'session', method: 'PUT', url: '/x' };
    const headers = { 'X-Signature': ['a', 'b'], 'X-Timestamp': 1700000000 };
    const given = { ...known, headers, body: 'é', received_at: 1700000000.5, other: {} };
    expect(only(JSON.stringify(given))).toEqual({
      ...known,
      label: '',
      headers: [
        ['X-Signature', 'a'],
        ['X-Signature', 'b'],
        ['X-Timestamp', '1700000000'],
      ],
      body: Buffer.from('é'),
      receivedAt: 1700000000.5,
      hasAllHeaders: true,
    });
  });

  it.each<[string, string, string]>([
    ['base64', '{"headers":{},"body_base64":"AP8="}', '00ff'],
    ['both, where base64 is exact', '{"headers":{},"body":"x","body_base64":"AP8="}', '00ff'],
    ['neither', '{"headers":{}}', ''],
    ['headers as a list', '{"headers":[{"name":"A","value":"b"}],"body":""}', ''],
    [
      'a dry run of pvg around it',
      '{"schema":1,"answer":{"headers":{},"body":"a"},"error":null}',
      '61',
    ],
  ])('is read with %s', (_, input, hex) => {
    expect(Buffer.from(only(input).body).toString('hex')).toBe(hex);
  });

  it.each([
    ['"received_at":1700000000000'],
    ['"received_at":"2023-11-14T22:13:20Z"'],
    ['"time":"2023-11-14T22:13:20Z"'],
    ['"@timestamp":"2023-11-14T22:13:20.000Z"'],
  ])('has its time in %s', (member) => {
    expect(only(`{"headers":{},"body":"",${member}}`).receivedAt).toBe(1_700_000_000);
  });

  it.each([['"time":0.35'], ['"time":350'], ['"@timestamp":12']])(
    'has no time of day in %s, which says how long something took',
    (member) => {
      expect(only(`{"headers":{},"body":"",${member}}`).receivedAt).toBeUndefined();
    },
  );

  it('has no time of arrival in the Date header that its sender wrote', () => {
    const headers = '"headers":{"Date":"Tue, 14 Nov 2023 22:13:20 GMT"}';
    expect(only(`{${headers},"body":""}`).receivedAt).toBeUndefined();
  });

  it('is read from an error of axios', () => {
    const config = '{"method":"post","url":"/xmdt/session","headers":{"A":"b"},"data":"{}"}';
    const { method, headers: sent, body } = only(`{"name":"AxiosError","config":${config}}`);
    expect([method, sent, Buffer.from(body).toString()]).toEqual(['POST', [['A', 'b']], '{}']);
  });

  it.each([
    [
      '"baseURL":"https://s.example/v1/","url":"/xmdt/session"',
      'https://s.example/v1/xmdt/session',
    ],
    ['"baseURL":"https://s.example","url":"xmdt/session"', 'https://s.example/xmdt/session'],
    ['"baseURL":"https://s.example","url":"https://t.example/x"', 'https://t.example/x'],
    ['"url":"/xmdt/session"', '/xmdt/session'],
  ])('has the address that axios calls: %s', (members, url) => {
    const config = `{"method":"post",${members},"headers":{"A":"b"},"data":"{}"}`;
    expect(only(`{"name":"AxiosError","config":${config}}`).url).toBe(url);
  });

  const headers = '"headers" must be an object or a list of names and texts.';
  it.each([
    ['{"headers":{"A":{}},"body":""}', headers],
    ['{"headers":5,"body":""}', headers],
    ['{"headers":{},"body":{"a":1}}', '"body" is a JSON object'],
    ['{"headers":{},"body":7}', '"body" must be a text'],
    ['{"headers":{},"body_base64":"*"}', '"body_base64" must be base64.'],
    ['{"headers":{},"body":"","received_at":"noon"}', '"received_at" must be Unix seconds'],
    ['{"interface":"x","headers":{},"body":""}', '"interface" must be gateway or session.'],
    ['{"a":1}', 'The JSON contains no request'],
    ['[]', 'The JSON contains no request'],
    ['{"headers":{},\n"body":"tok', 'ends too early, at line 2, column 12.'],
    ['{"headers":{},\n"body" "tok"}', "cannot be read: ':' was expected, at line 2, column 8."],
  ])('is refused: %j', (input, says) => {
    const message = refusal(input);
    expect(message).toContain(says);
    expect(message).not.toContain('tok');
  });

  const noEnvelope = 'This is not a JSON object with "headers", "body" or "body_base64".';
  it('is one of several in a list', () => {
    const told = ['entry 1: a', `entry 2! ${noEnvelope}`, 'entry 3: b'];
    expect(summary('[{"headers":{},"body":"a"}, 5, {"headers":{},"body":"b"}]')).toEqual(told);
  });

  it('is one of several lines, and a broken line does not stop the others', () => {
    const lines =
      '{"headers":{},"body":"a"}\n\n{"headers":{},"body":\nx\n{"headers":{},"body":"b"}\r';
    expect(summary(lines)).toEqual([
      'line 1: a',
      'line 3! The JSON cannot be read: the text ends too early, at character 22.',
      `line 4! ${noEnvelope}`,
      'line 5: b',
    ]);
  });

  const envelope = (more: object): string => JSON.stringify({ headers: {}, body: '', ...more });
  it.each<[string, object, string | undefined]>([
    ['what the envelope says', { interface: 'gateway', url: '/xmdt/session' }, 'gateway'],
    ['its path', { url: 'https://h/base/xmdt/session?x=/iap/gateway/' }, 'session'],
    ['its path', { url: '/iap/gateway/verify', body: '{"gameId":"a","username":"b"}' }, 'gateway'],
    ['its headers', { headers: { 'x-client-id': 'a' }, body: '{"gameId":"a"}' }, 'gateway'],
    ['its headers', { headers: { X_TIMESTAMP: 'a' } }, 'gateway'],
    ['its body', { body: '{"gameId":"a","username":"b"}' }, 'session'],
    ['its body', { body: '{"os_id":1}' }, 'gateway'],
    ['its body, in another spelling', { body: '{"Receipt":"a","OsId":1}' }, 'gateway'],
    ['nothing', { url: '/x', body: '{"a":1}' }, undefined],
    ['nothing', { body: '{"gameId":' }, undefined],
  ])('is of the interface that is told by %s: %j', (_, more, expected) => {
    expect(only(envelope(more)).interface).toBe(expected);
  });
});
