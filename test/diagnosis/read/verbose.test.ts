import { describe, expect, it } from 'vitest';
import { only, refusal, text } from './reading.js';

describe('the output of curl -v', () => {
  const head = [
    '*   Trying 127.0.0.1:80...',
    '> POST /xmdt/session HTTP/1.1',
    '> Host: h',
    '> X-Signature: ab',
    '> Content-Length: 7',
    '>',
  ];

  it.each([
    [
      'below its headers',
      [...head, '{"a":1}', '* upload completely sent off', '< HTTP/1.1 401 Unauthorized', '<', 'no'],
    ],
    ['with the mark of the headers', [...head, '> {"a":1}', '< HTTP/1.1 401 Unauthorized']],
  ])('gives the request whose body stands %s', (_, lines) => {
    const request = only(lines.join('\r\n'));
    expect(text(request)).toBe('{"a":1}');
    expect(request.headers.map(([name]) => name)).toEqual(['Host', 'X-Signature', 'Content-Length']);
  });

  it('is refused when it does not show the body', () => {
    expect(refusal([...head, '} [7 bytes data]', '< HTTP/1.1 401 Unauthorized'].join('\n'))).toBe(
      'input-unreadable: The body of the request is missing.',
    );
  });
});
