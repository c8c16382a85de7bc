import { describe, expect, it } from 'vitest';
import { only, refusal, summary, text } from './reading.js';

describe('a curl command line', () => {
  it.each([
    ['curl https://h/xmdt/session -d @body.json', 'in a file'],
    ['curl https://h/xmdt/session -T body.json', 'in a file'],
    ['curl https://h/xmdt/session -d @- < body.json', 'comes from standard input'],
    ['curl https://h/xmdt/session -F a=b', 'The body is a form (-F).'],
    ['curl https://h/xmdt/session --data-urlencode a=b', 'The body is made by --data-urlencode.'],
    ['curl https://h/xmdt/session -T -', 'comes from standard input'],
    ['jq -c . x | curl https://h/xmdt/session -d @-', 'a file or another program'],
    ['curl https://h/x -d "a`true`b"', 'The body has the output of a command'],
    ['curl https://h/x -d "$(printf x)"', 'The body has the output of a command'],
    ['curl https://h/xmdt/session -d "$UNKNOWN"', 'the variable $UNKNOWN'],
    ['curl https://h/xmdt/session -d "$TS"', 'let `pvg listen` catch the request'],
    [
      'curl https://h/x -H "X-Signature: $SIG" -d x',
      'The value of X-Signature has the variable $SIG',
    ],
    ["curl https://h/xmdt/session \\\n -d '{", 'A quote in line 2 of the command is not closed'],
  ])('is refused and not quoted: %j', (command, says) => {
    const message = refusal(command);
    expect(message).toContain('input-unreadable: ');
    expect(message).toContain(says);
    expect(message).not.toContain('https://h/');
  });

  it.each([
    [
      'cmd',
      'curl "https://h/x" ^\r\n  -H "X-Signature: ab" ^\r\n  --data-raw "{\\"a\\":\\"b c\\"}"\r\n',
    ],
    [
      'cmd, as Chrome copies it',
      'curl ^"https://h/x^" ^\n  --data-raw ^"^{^\\^"a^\\^":^\\^"50^%^\\^"^}^"',
    ],
    ['cmd, behind its prompt', 'C:\\games>curl "https://h/x" -d "{\\"a\\":\\"$5 \\\\u00e9\\"}"'],
    ['cmd, by curl.exe', 'curl.exe https://h/x -d "{""a"":1}"'],
    [
      'PowerShell',
      'curl.exe "https://h/x" `\r\n  -H "X-Signature: ab" `\r\n  -d \'{"a":"it\'\'s"}\'',
    ],
    [
      'PowerShell, with a here-string',
      '$body = @\'\r\n{}\r\n\'@\r\n$body | curl https://h/x --data-binary "@-"',
    ],
  ])('is not read for %s', (_, command) => {
    expect(refusal(command)).toContain('Copy the request as cURL (bash)');
  });

  it.each([
    ['a prompt', '$ curl https://h/x -d a'],
    ['a loop', 'for i in 1 2; do curl https://h/x -d a; done'],
    ['a container, as another user', 'sudo docker exec web curl https://h/x -d a'],
    ['a shebang', '#!/bin/sh\nset -eu\ncurl https://h/x -d a\n'],
    ['blanks behind a continuation', 'curl https://h/x \\  \n -d a'],
    ['its output in a file, before its options', 'curl https://h/x >> "my log" -d a 2>/dev/null'],
    ['both outputs in one', 'curl https://h/x 2>&1 -d a'],
    ['both outputs in a file', 'curl https://h/x &>out -d a'],
    ['a Markdown fence', '```bash\ncurl https://h/x -d a\n```\n'],
    [
      'the output of -v below it',
      "curl -v https://h/x -d a\n* Trying…\n> POST /x HTTP/1.1\n> Content-Length: 1\n>\n< HTTP/1.1 401\n<\nit's",
    ],
  ])('is found behind or before %s', (_, input) => {
    expect(text(only(input))).toBe('a');
  });

  it('has a body that ends with @', () => {
    expect(text(only("curl https://h/x -d 'a @'\n"))).toBe('a @');
  });

  it('keeps bytes that are no UTF-8', () => {
    const command = [
      Buffer.from("curl https://h/x -d 'a"),
      Buffer.from([0xe9, 0xff]),
      Buffer.from("'"),
    ];
    expect(Buffer.from(only(Buffer.concat(command)).body).toString('hex')).toBe('61e9ff');
  });

  it('numbers several', () => {
    const found = summary('curl https://h/xmdt/session -d a\ncurl https://h/xmdt/session -d @f\n');
    expect(found[0]).toBe('request 1: a');
    expect(found[1]).toContain('request 2! The body is in a file');
  });
});
