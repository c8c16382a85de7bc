import { describe, expect, it } from 'vitest';
import { notesOf, only, refusal, text } from './reading.js';

describe('a raw HTTP request', () => {
  const head = 'POST /xmdt/session HTTP/1.1\r\nHost: h\r\nX-Signature: ab\r\n';

  const verbose = [
    '* Trying 127.0.0.1:80...',
    '> POST /x HTTP/1.1',
    '> Host: h',
    '> Content-Length: 7',
    '>',
  ];
  const shown = [
    '{"a":1}',
    '* upload completely sent off',
    '< HTTP/1.1 401 Unauthorized',
    '<',
    'no',
  ];
  const meter = '  % Total    % Received\n                                 Dload  Upload\n';
  const at = '\r  0     0    0     0    0     0      0      0 --:--:-- --:--:-- --:--:--     0';
  const sent = [
    '{"a":1}',
    '} [7 bytes data]',
    '< HTTP/1.1 401 No',
    '<',
    '{ [2 bytes data]',
    `${at}\nno`,
  ];
  const quoted = `${head}\r\n{"a":1}`.replace(/^|\n/g, '$&> ') + '\n';
  const inFile = meter + at + [...verbose, ...sent].join('\n');
  it.each<[string, string, body: string, note?: string]>([
    ['no Content-Length', `${head}\r\n{"a":1}`, '{"a":1}'],
    ['no Content-Length and a last line end', `${head}\r\n{"a":1}\n`, '{"a":1}\n'],
    ['a line end that belongs to it', `${head}Content-Length: 8\r\n\r\n{"a":1}\n`, '{"a":1}\n'],
    ['a CRLF of an editor', `${head}Content-Length: 7\r\n\r\n{"a":1}\r\n`, '{"a":1}'],
    [
      'more than its length',
      `${head}Content-Length: 2\r\n\r\n{}more`,
      '{}',
      'is 2, but the body has 6 bytes',
    ],
    [
      'less than its length',
      `${head}Content-Length: 70\r\n\r\n{}`,
      '{}',
      'is 70, but the body has 2 bytes',
    ],
    [
      'a letter whose last byte is a blank elsewhere',
      '### 1\nPOST https://h/x\n\nà \n\n### 2\n',
      'à',
    ],
    ['LF only', `${head}\r\n{"a":1}`.replaceAll('\r\n', '\n'), '{"a":1}'],
    ['no blank line', `${head}{"a":1}`, '{"a":1}'],
    ['chunks that are none', `${head}Transfer-Encoding: chunked\r\n\r\n{"a":1}`, '{"a":1}'],
    ['blank lines and comments before it', `\r\n# verify\n\n${head}\r\n{"a":1}`, '{"a":1}'],
    ['the output of curl -v', [...verbose, ...shown].join('\r\n'), '{"a":1}'],
    ['what curl -v wrote into a file, with its meter', inFile, '{"a":1}'],
    ['a chat around it', `Please look:\n\`\`\`http\n${head}\r\n{"a":1}\n\`\`\`\nThanks`, '{"a":1}'],
    ['its lines quoted', `${head}\r\n{"a":1}`.replace(/^|\n/g, '$&> '), '{"a":1}'],
    ['its lines quoted below other text', `It fails:\n${quoted}`, '{"a":1}\n'],
    ['its lines quoted above a name', `${quoted}Thanks, Minh`, '{"a":1}\n'],
    ['its lines quoted behind a quoted sentence', `> It fails.\n\n${quoted}`, '{"a":1}\n'],
    ['a note of curl before it', `Note: Unnecessary use of -X.\n${inFile}`, '{"a":1}'],
    ['no headers and no body', 'POST /xmdt/session HTTP/1.1\r\n\r\n', ''],
  ])('is read with %s', (_, input, body, note = '') => {
    expect(text(only(input))).toBe(body);
    expect(notesOf(input)).toEqual(note === '' ? [] : [expect.stringContaining(note)]);
  });

  it('is read from its chunks, and refused if they are broken', () => {
    const chunked = (body: string): string => `${head}Transfer-Encoding: chunked\r\n\r\n${body}`;
    for (const end of ['\r\n', '\n']) {
      const body = ['4;x=y', '{"a"', '3', ':1}', '0', '', ''].join(end);
      expect(text(only(chunked(body)))).toBe('{"a":1}');
    }
    expect(refusal(chunked('4\r\n{"a":1}\r\n0\r\n\r\n'))).toContain('cannot be joined');
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
    ['UTF-16 big-endian', Buffer.from(`\ufeff${head}\r\n{"a":"é"}`, 'utf16le').swap16()],
  ])('is read from %s', (_, input) => {
    expect(text(only(input))).toBe('{"a":"é"}');
  });
});
