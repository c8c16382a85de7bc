import { describe, expect, it } from 'vitest';
import { readRequests } from '../../../src/diagnosis/read/read-requests.js';
import { only, read } from './reading.js';

const date = 'Thu, 01 Jan 2026 00:10:00 GMT';
const dateS = Date.UTC(2026, 0, 1, 0, 10) / 1000;
const body = '{"success":false,"error":"UNAUTHORIZED","message":"x"}';
const request = 'POST /x HTTP/1.1\r\nHost: h\r\nContent-Length: 2\r\n\r\n{}';
const entry = { method: 'POST', url: 'https://h/', headers: [], postData: { text: '{}' } };
const har = (response: object): string =>
  JSON.stringify({ startedDateTime: '2026-01-01T00:00:00Z', request: entry, response });
const recorded = (content: object): string =>
  har({ status: 401, headers: [{ name: 'Date', value: date }], content });
const base64 = Buffer.from(body).toString('base64');
const verbose = (...received: string[]): string =>
  ['> POST /x HTTP/1.1', '> Host: h', '>', '{}', '* upload completely sent off', ...received].join(
    '\n',
  );

const received = [
  '< HTTP/1.1 401 Unauthorized',
  `< Date: ${date}`,
  '<',
  `${body}* Connection #0 to host h left intact`,
];
const command = `$ curl -v https://h/x -d '{}'`;

describe('the answer in an input', () => {
  it.each([
    ['raw HTTP', `${request}\r\n\r\nHTTP/1.1 401 Unauthorized\r\nDate: ${date}\r\n\r\n${body}`],
    ['raw HTTP with LF', `${request}\nHTTP/2 401\ndate: ${date}\n\n${body}`],
    [
      'raw HTTP without a length',
      `POST /x HTTP/1.1\n\n{}\n\nHTTP/1.1 401 No\nDate: ${date}\n\n${body}`,
    ],
    [
      'curl -v',
      verbose('< HTTP/1.1 401 Unauthorized', `< Date: ${date}`, '< ', '{ [52 bytes data]', body),
    ],
    [
      'curl -v after a 100',
      verbose('< HTTP/1.1 100 C', '<', '< HTTP/2 401', `< date: ${date}`, '<', body),
    ],
    [
      'curl -v below its command',
      [command, '> POST /x HTTP/1.1', '> Host: h', '>', ...received].join('\r\n'),
    ],
    [
      'curl -v below its command, after a 100',
      [command, '> POST /x HTTP/1.1', '>', '< HTTP/1.1 100 C', '<', ...received].join('\n'),
    ],
    ['curl -i below its command', `${command}\nHTTP/2 401\ndate: ${date}\n\n${body}\n`],
    ['a HAR', recorded({ text: body })],
    ['a HAR in base64', recorded({ text: base64, encoding: 'base64' })],
  ])('is read in %s, and its Date is the clock of the service', (_format, input) => {
    const { answer, receivedAt, body: sent } = only(input);
    expect(answer).toMatchObject({ status: 401, atS: dateS });
    expect(answer?.object?.get('error')).toBe('UNAUTHORIZED');
    expect(receivedAt).toBe(dateS);
    expect(Buffer.from(sent).toString()).toBe('{}');
  });

  it.each([
    ['a HAR whose call failed', har({ status: 0, headers: [], content: {} })],
    ['raw HTTP', request],
    ['curl -v', verbose('* closing connection')],
  ])('is missing in %s', (_format, input) => {
    expect(only(input).answer).toBeUndefined();
  });

  it.each([
    ['curl -v', ['> Content-Length: 2', '>', '} [2 bytes data]', ...received]],
    ['curl -v, which sent chunks', ['> Transfer-Encoding: chunked', '>', ...received]],
    ['curl -v of a request without a length', ['>', ...received]],
  ])('is read in %s, if the body is given beside it', (_what, lines) => {
    const input = ['> POST /xmdt/session HTTP/1.1', '> Host: h', ...lines].join('\n');
    const [entry] = readRequests(Buffer.from(input), { body: Buffer.from('{}') });
    expect(entry).toMatchObject({
      ok: true,
      request: { body: Buffer.from('{}'), receivedAt: dateS, answer: { status: 401 } },
    });
  });

  it('is missing below several commands: it may be of each', () => {
    const [first, second] = read(`${command}\n${command}\nHTTP/2 401\n\n${body}\n`);
    expect([first, second]).toMatchObject([{ ok: true }, { ok: true }]);
    for (const entry of [first, second]) expect(entry).not.toHaveProperty('request.answer.status');
  });

  it('leaves the clock of the recording, if it has no Date', () => {
    expect(only(har({ status: 401, headers: [] })).receivedAt).toBe(Date.UTC(2026, 0, 1) / 1000);
  });
});
