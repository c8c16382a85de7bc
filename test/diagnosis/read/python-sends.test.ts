import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readRequests } from '../../../src/diagnosis/read/read-requests.js';

const head =
  'POST /v1/verify HTTP/1.1\\r\\nHost: 127.0.0.1:8787\\r\\nX-Timestamp: 1790000000\\r\\n\\r\\n';

/** The body of the only request in the output of Python. */
function bodyIn(output: string): string {
  const [entry] = readRequests(Buffer.from(output));
  return entry?.ok === true ? Buffer.from(entry.request.body).toString('latin1') : '';
}

/** As Python prints bytes. */
function pythonBytes(bytes: Uint8Array): string {
  const signs = [...bytes].map((byte) => {
    const sign = String.fromCharCode(byte);
    if (byte >= 0x20 && byte < 0x7f && sign !== "'" && sign !== '\\') return sign;
    if (sign === "'" || sign === '\\') return `\\${sign}`;
    return `\\x${byte.toString(16).padStart(2, '0')}`;
  });
  return `b'${signs.join('')}'`;
}

describe('what Python’s http.client says that it sent', () => {
  it.each<[string, string, string]>([
    [
      'in two lines',
      `send: b'${head}'\nsend: b'{"a": 1}'\nreply: 'HTTP/1.1 401\\r\\n'\n`,
      '{"a": 1}',
    ],
    ['with quotes in the body', `send: b'${head}'\nsend: b"{'a'}"\n`, "{'a'}"],
    ['behind the time of a log', `12:00:01 DEBUG send: b'${head}'\n12:00:01 send: b'{}'\n`, '{}'],
    ['with bytes that are no ASCII', `send: b'${head}'\nsend: b'\\xc3\\xa9\\n'\n`, '\xc3\xa9\n'],
  ])('is a request %s', (_how, output, body) => {
    expect(bodyIn(output)).toBe(body);
  });

  it('keeps every byte of the body', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 40 }), (bytes) => {
        const output = `send: b'${head}'\nsend: ${pythonBytes(Uint8Array.of(0x7b, ...bytes, 0x7d))}\n`;
        expect(bodyIn(output)).toBe(`{${Buffer.from(bytes).toString('latin1')}}`);
      }),
    );
  });

  it('is no request without its head', () => {
    expect(() => readRequests(Buffer.from(`send: b'{"a": 1}'\n`))).toThrow();
  });
});
