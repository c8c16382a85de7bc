import { isUtf8 } from 'node:buffer';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readRequests } from '../../../src/diagnosis/read/read-requests.js';
import { PvgError } from '../../../src/failure.js';
import { requestForms, writeRequest } from '../../../src/output/request-text.js';
import type { WireRequest } from '../../../src/contract/wire.js';
import { only, read, refusal } from './reading.js';

describe('every form that pvg writes', () => {
  const headerName = fc.stringMatching(/^X-[A-Za-z0-9-]{1,12}$/);
  const headerValue = fc.stringMatching(/^[!-~](?:[ -~\u00a1-\u1eff]{0,30}[!-~])?$/);
  const bodies = fc.oneof(
    fc.uint8Array({ maxLength: 400 }),
    fc.string({ unit: 'binary', maxLength: 200 }).map((body) => Buffer.from(body)),
    fc.json().map((body) => Buffer.from(body)),
    fc
      .constantFrom('{"a":1}\n', '@file', "it's", '\r\n', '{"a":1}\r\n', '', '\ufeff{}', '`$x`')
      .map((body) => Buffer.from(body)),
  );

  const isPlainText = (body: Uint8Array): boolean =>
    isUtf8(body) && !/^@|(?![\n\r\t])\p{Cc}/u.test(Buffer.from(body).toString());

  it.each(requestForms)('is read back to the same headers and bytes: %s', (form) => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.tuple(headerName, headerValue), {
          maxLength: 5,
          selector: ([name]) => name.toLowerCase(),
        }),
        bodies,
        fc.constantFrom('/xmdt/session', '/iap/gateway/verify', '/iap/gateway/lookup-receipt?x=a&y=%27'),
        (headers, body, path) => {
          const request: WireRequest = {
            method: 'POST',
            url: `https://games.example.com/base${path}`,
            headers,
            body,
          };
          // What no word of a shell holds is not written for one.
          fc.pre(form !== 'curl' || isPlainText(body));
          const back = only(writeRequest(request, form));
          const added = { http: ['Host', 'Content-Length'], curl: ['Content-Type'], json: [] }[form];
          expect(back.headers.filter(([name]) => !(added as string[]).includes(name))).toEqual(headers);
          expect(Buffer.from(back.body).toString('hex')).toBe(Buffer.from(body).toString('hex'));
          expect(back.method).toBe('POST');
          expect(request.url.endsWith(back.url)).toBe(true);
          expect(back.interface).toBe(path.startsWith('/xmdt') ? 'session' : 'gateway');
          expect(back.label).toBe('');
        },
      ),
      { numRuns: 400 },
    );
  });
});

describe('anything else', () => {
  it.each([
    ['', 'The input is empty.'],
    ['\ufeff', 'The input is empty.'],
    ['HTTP/1.1 401 Unauthorized\r\n\r\n{}', 'is an HTTP answer'],
    ['hello world', 'The input contains no request'],
    ['apt install curl', 'The input contains no request'],
    ['\x00\x01\x02\xff', 'The input contains no request'],
  ])('is refused: %j', (input, says) => {
    expect(refusal(input)).toContain(`input-unreadable: ${says.startsWith('is') ? 'The input ' : ''}${says}`);
  });

  it.each([
    ['many cats', `${'cat | '.repeat(50_000)} curl https://h/x -d @-`],
    ['many switches', `curl -${'s'.repeat(300_000)} https://h/x -d a`],
  ])('fits on the stack and in a text: %s', (_, input) => {
    try {
      expect(read(input).length).toBeGreaterThan(0);
    } catch (error) {
      expect(error).toBeInstanceOf(PvgError);
    }
  });

  it('never ends in anything but requests or an unreadable input', () => {
    const fragments = fc.constantFrom(
      ...[
        'POST /xmdt/session HTTP/1.1\r\n',
        'Content-Length: 5\r\n',
        'Transfer-Encoding: chunked\n',
        '\r\n',
        '\n',
      ],
      ...['{', '}', '[', ']', '"', "'", '`', '$(', '${', '\\\n', "$'\\u", '@-', '| ', '-', '\u0000'],
      ...['curl ', "-d '", '-H "', '--next ', 'printf ', '%s', 'curl.exe ', '```\n'],
      ...['> POST / HTTP/1.1\n', '> ', '< ', '* ', '5\r\nabcde\r\n0\r\n'],
      ...['{"headers":{},"body":"a"}\n', '{"log":{"entries":[', '"body_base64":"'],
    );
    const inputs = fc.oneof(
      fc.uint8Array({ maxLength: 300 }),
      fc
        .array(fc.oneof(fragments, fc.string({ unit: 'binary', maxLength: 10 })), { maxLength: 25 })
        .map((parts) => Buffer.from(parts.join(''))),
      fc.array(fragments, { maxLength: 25 }).map((parts) => Buffer.from(parts.join(''), 'utf16le')),
    );
    fc.assert(
      fc.property(inputs, (input) => {
        try {
          expect(readRequests(input).length).toBeGreaterThan(0);
        } catch (error) {
          if (!(error instanceof PvgError) || error.code !== 'input-unreadable') throw error;
        }
      }),
      { numRuns: 6000 },
    );
  });
});
