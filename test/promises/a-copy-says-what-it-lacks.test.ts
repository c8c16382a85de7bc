import { describe, expect, it } from 'vitest';
import { hmac, sha256 } from '../helpers/observed.js';
import { json, pvg } from '../helpers/pvg.js';

const body = '{"os_id":1,"product_id":"p","package":"k","receipt":"r"}';
const base64 = (text: string): string => Buffer.from(text).toString('base64');
const timestamp = '1790000000';
const signature = hmac('demo-client-secret', `demo-client.${timestamp}.${sha256(body)}`);
const path = '/iap/gateway/verify';
const headers = {
  'content-type': 'application/json',
  'x-client-id': 'demo-client',
  'x-timestamp': timestamp,
  'x-signature': signature,
};
const sessionBody = '{"gameId":"demo","username":"x"}';
const sessionHeaders = { 'X-Signature': hmac('demo-secret-key', sessionBody) };

async function diagnosed(input: unknown) {
  const stdin = typeof input === 'string' ? input : JSON.stringify(input);
  const ended = await pvg(['diagnose', '-', '--profile', 'local', '--json'], { stdin });
  const found = json(ended) as unknown as {
    readonly match?: boolean;
    readonly tried?: number;
    readonly findings?: readonly object[];
    readonly lint?: readonly { readonly id: string }[];
    readonly requests?: readonly object[];
    readonly error: { readonly code: string; readonly says: string } | null;
  };
  return { status: ended.status, stderr: ended.err, ...found };
}

describe('an event of an API gateway', () => {
  const lists = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value]]));
  const encoded = { body: base64(body), isBase64Encoded: true };
  const version1 = { resource: '/{proxy+}', path, httpMethod: 'POST', headers };
  const version2 = {
    version: '2.0',
    rawPath: path,
    rawQueryString: '',
    headers,
    requestContext: { http: { method: 'POST', path }, timeEpoch: Number(timestamp) * 1_000 + 7 },
  };
  it.each<[what: string, event: object]>([
    ['1.0, in base64', { ...version1, ...encoded }],
    ['1.0, as text', { ...version1, body, isBase64Encoded: false }],
    [
      '1.0, with lists of headers alone',
      { ...version1, headers: null, multiValueHeaders: lists, ...encoded },
    ],
    ['2.0, in base64', { ...version2, ...encoded }],
    ['2.0, as text', { ...version2, body, isBase64Encoded: false }],
    ['of a session', { headers: sessionHeaders, body: base64(sessionBody), isBase64Encoded: true }],
  ])('is a request, its body decoded by its flag: %s', async (_what, event) => {
    expect(await diagnosed(event)).toMatchObject({
      status: 0,
      match: true,
      findings: [],
      lint: [],
    });
  });

  it('has the time of its arrival', async () => {
    const late = { requestContext: { requestTimeEpoch: (Number(timestamp) + 3_000) * 1_000 } };
    const found = await diagnosed({ ...version1, ...encoded, ...late });
    expect(found).toMatchObject({ status: 5, lint: [{ id: 'ts-clock-skew' }] });
  });

  it('whose body is not base64 is refused', async () => {
    const found = await diagnosed({ ...version1, body: '{"a":1}', isBase64Encoded: true });
    expect(found).toMatchObject({ status: 2, error: { code: 'input-unreadable' } });
  });
});

describe('a recording', () => {
  const listed = Object.entries(headers).map(([name, value]) => ({ name, value }));
  const length = { name: 'Content-Length', value: String(body.length) };
  const call = { method: 'POST', url: `https://gateway.test${path}`, headers: listed };
  const whole = { ...call, bodySize: body.length, postData: { text: body } };
  const har = (...requests: object[]): object => ({
    log: { entries: requests.map((request) => ({ request })) },
  });

  it.each<[what: string, request: object]>([
    ['of unknown size', { ...call, bodySize: -1 }],
    ['of unknown size and a known length', { ...call, headers: [...listed, length], bodySize: -1 }],
    ['of size 0 and a known length', { ...call, headers: [...listed, length], bodySize: 0 }],
    ['without a size', { ...call, headers: [...listed, length] }],
    ['of a text that is empty', { ...whole, postData: { text: '' } }],
    ['that was too long', { ...whole, postData: { text: 'text was too long' } }],
    ['that was cut', { ...whole, bodySize: -1, postData: { text: '[Body truncated]' } }],
    ['of bytes', { ...whole, postData: { text: '(binary 56-byte body omitted)' } }],
  ])('has no bytes to judge: a body %s', async (_what, request) => {
    const found = await diagnosed(har(request));
    expect(found).toMatchObject({ status: 2, error: { code: 'input-unreadable' } });
    const beside = await diagnosed(har(request, whole));
    expect(beside).toMatchObject({ status: 0, match: true });
    expect(beside.requests).toBeUndefined();
    expect(beside.stderr).toContain('entry 1');
  });

  it('of a request that has no body is judged', async () => {
    const get = { ...call, method: 'GET', bodySize: -1 };
    expect(await diagnosed(har(get))).toMatchObject({ status: 6 });
  });

  it('names its broken entry, which does not change the status', async () => {
    const broken = { method: 'POST', url: '', headers: [], bodySize: 0 };
    const found = await diagnosed(har(broken, whole));
    expect(found).toMatchObject({ status: 0, match: true });
    expect(found.stderr).toContain('entry 1');
  });
});

describe('a curl command of another shell', () => {
  const command = (data: string): string =>
    `curl "https://gateway.test${path}" -H "X-Signature: ${signature}" -H "X-Timestamp: ${timestamp}" --data-raw ${data}`;
  it.each([`"${body.replaceAll('"', '""')}"`, `"{ ""os_id"":1}"`, `"[""a""]"`])(
    'is refused before anything is tried: %s',
    async (data) => {
      expect(await diagnosed(command(data))).toMatchObject({
        status: 2,
        error: { code: 'input-unreadable' },
      });
    },
  );

  it.each([`'{"a":"","b":["",""]}'`, `"{\\"a\\":\\"\\",\\"b\\":1}"`])(
    'is not taken for one: %s',
    async (data) => {
      expect(await diagnosed(command(data))).toMatchObject({ status: 6 });
    },
  );
});
