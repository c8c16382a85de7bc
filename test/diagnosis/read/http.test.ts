import { describe, expect, it } from 'vitest';
import { notesOf, only, refusal, text } from './reading.js';

describe('a raw HTTP request', () => {
  const head = 'POST /xmdt/session HTTP/1.1\r\nHost: h\r\nX-Signature: ab\r\n';

  it.each<[string, string, string, string | undefined]>([
    ['no Content-Length', `${head}\r\n{"a":1}`, '{"a":1}', undefined],
    ['no Content-Length and a last line end', `${head}\r\n{"a":1}\n`, '{"a":1}\n', undefined],
    ['a Content-Length', `${head}Content-Length: 7\r\n\r\n{"a":1}`, '{"a":1}', undefined],
    ['a line end that belongs to it', `${head}Content-Length: 8\r\n\r\n{"a":1}\n`, '{"a":1}\n', undefined],
    ['a line end of an editor', `${head}Content-Length: 7\r\n\r\n{"a":1}\n`, '{"a":1}', undefined],
    ['a CRLF of an editor', `${head}Content-Length: 7\r\n\r\n{"a":1}\r\n`, '{"a":1}', undefined],
    [
      'more than its length',
      `${head}Content-Length: 7\r\n\r\n{"a":1}trailing`,
      '{"a":1}',
      'Content-Length is 7, but the body has 15 bytes',
    ],
    [
      'less than its length',
      `${head}Content-Length: 70\r\n\r\n{"a":1}`,
      '{"a":1}',
      'Content-Length is 70, but the body has 7 bytes',
    ],
    [
      'an answer behind it',
      `${head}Content-Length: 2\r\n\r\n{}\n\nHTTP/1.1 401 Unauthorized\r\n\r\n{"e":1}`,
      '{}',
      undefined,
    ],
    [
      'an answer behind it, without its length',
      `${head}\r\n{}\n\nHTTP/1.1 401 No\r\n\r\n{}`,
      '{}',
      undefined,
    ],
    [
      'a letter whose last byte is a blank elsewhere',
      '### one\nPOST https://h/x\n\nà \n\n### two\n',
      'à',
      undefined,
    ],
    ['LF only', `${head}\r\n{"a":1}`.replaceAll('\r\n', '\n'), '{"a":1}', undefined],
    ['no blank line', `${head}{"a":1}`, '{"a":1}', undefined],
    ['chunks that are none', `${head}Transfer-Encoding: chunked\r\n\r\n{"a":1}`, '{"a":1}', undefined],
    ['blank lines and comments before it', `\r\n# verify\n\n${head}\r\n{"a":1}`, '{"a":1}', undefined],
    ['no headers and no body', 'POST /xmdt/session HTTP/1.1\r\n\r\n', '', undefined],
  ])('is read with %s', (_, input, body, note) => {
    expect(text(only(input))).toBe(body);
    const notes = notesOf(input).join(' ');
    if (note === undefined) expect(notes).toBe('');
    else expect(notes).toContain(note);
  });

  it.each(['4;x=y\r\n{"a"\r\n3\r\n:1}\r\n0\r\n\r\n', '7\n{"a":1}\n0\n\n'])(
    'is refused in chunks: %j',
    (body) => {
      expect(refusal(`${head}Transfer-Encoding: chunked\r\n\r\n${body}`)).toContain('recorded in chunks');
    },
  );

  const verbose = [
    '*   Trying 127.0.0.1:80...',
    '> POST /x HTTP/1.1',
    '> Host: h',
    '> Content-Length: 7',
    '>',
  ];
  it.each([
    [
      'below its headers',
      ['{"a":1}', '* upload completely sent off', '< HTTP/1.1 401 Unauthorized', '<', 'no'],
    ],
    ['with the mark of the headers', ['> {"a":1}', '< HTTP/1.1 401 Unauthorized']],
  ])('is found in the output of curl -v: the body %s', (_, lines) => {
    const request = only([...verbose, ...lines].join('\r\n'));
    expect(text(request)).toBe('{"a":1}');
    expect(request.headers.map(([name]) => name)).toEqual(['Host', 'Content-Length']);
  });

  it('is found where curl -v wrote into a file, with its meter', () => {
    const meter = '  % Total    % Received\n                                 Dload  Upload\n';
    const at = '\r  0     0    0     0    0     0      0      0 --:--:-- --:--:-- --:--:--     0';
    const input = `${meter}${at}${verbose.join('\n')}\n{"a":1}\n} [7 bytes data]\n< HTTP/1.1 401 No\n<\n{ [2 bytes data]\n${at}\nno`;
    expect(text(only(input))).toBe('{"a":1}');
  });

  it('is refused in the output of curl -v, if it does not show the body', () => {
    const input = [...verbose, '} [7 bytes data]', '< HTTP/1.1 401 Unauthorized'].join('\n');
    expect(refusal(input)).toContain('The body of the request is missing.');
  });

  it('keeps headers as they came: repeated, folded, in their spelling', () => {
    const request = only(
      'POST /xmdt/session HTTP/1.1\r\nx-SIGNATURE:  ab\t\r\nX-Signature: cd\r\nX-Long: one\r\n\t two \r\n\t\r\nX-None:\r\nX-Letters: é\r\n\r\n',
    );
    expect(request.headers).toEqual([
      ['x-SIGNATURE', 'ab'],
      ['X-Signature', 'cd'],
      ['X-Long', 'one two'],
      ['X-None', ''],
      ['X-Letters', 'é'],
    ]);
  });

  it('keeps every byte of a binary body', () => {
    const body = Buffer.from([...Array(256).keys()]);
    expect(Buffer.from(only(Buffer.concat([Buffer.from(`${head}\r\n`), body])).body)).toEqual(body);
  });

  it.each([
    `${head}Content-Length: 2\r\n\r\n{}\r\n${head}Content-Length: 2\r\n\r\n{}`,
    '### one\nPOST https://h/x\n\n{"a":1}\n\n### two\nPOST https://h/y\n\n{"a":2}',
  ])('is refused if it is one of several: %j', (input) => {
    expect(refusal(input)).toContain('more than one raw HTTP request');
  });

  it.each([
    ['UTF-8 with a mark', Buffer.from(`\ufeff${head}\r\n{"a":"é"}`)],
    ['UTF-16 with a mark', Buffer.from(`\ufeff${head}\r\n{"a":"é"}`, 'utf16le')],
    ['UTF-16 without', Buffer.from(`${head}\r\n{"a":"é"}`, 'utf16le')],
    ['UTF-16 big-endian', Buffer.from(`\ufeff${head}\r\n{"a":"é"}`, 'utf16le').swap16()],
  ])('is read from %s', (_, input) => {
    expect(text(only(input))).toBe('{"a":"é"}');
  });
});
