import { isUtf8 } from 'node:buffer';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readRequests } from '../../../src/diagnosis/read/read-requests.js';
import { PvgError } from '../../../src/failure.js';
import { requestForms, writeRequest } from '../../../src/calls/request-text.js';
import type { WireRequest } from '../../../src/contract/wire.js';
import { NoRequest } from '../../../src/diagnosis/read/found.js';
import { only, refusal } from './reading.js';

const hex = 'c6'.repeat(32);

describe('every form that pvg writes', () => {
  const headerName = fc.stringMatching(/^X-[A-Za-z0-9-]{1,12}$/);
  const headerValue = fc.stringMatching(/^[!-~](?:[ -~\u00a1-\u1eff]{0,30}[!-~])?$/);
  const odd = fc.constantFrom(
    '{"a":1}\n',
    '@file',
    "it's",
    '\r\n',
    '{"a":1}\r\n',
    '',
    '\ufeff{}',
    '`$x`',
  );
  const texts = fc.oneof(fc.string({ unit: 'binary', maxLength: 200 }), fc.json(), odd);
  const bodies = fc.oneof(
    fc.uint8Array({ maxLength: 400 }),
    texts.map((body) => Buffer.from(body)),
  );

  const isPlainText = (body: Uint8Array): boolean =>
    isUtf8(body) && !/^@|(?![\n\r\t])\p{Cc}/u.test(Buffer.from(body).toString());

  it.each(requestForms)('is read back to the same headers and bytes: %s', (form) => {
    const added = { http: ['Host', 'Content-Length'], curl: ['Content-Type'], json: [] }[
      form
    ] as string[];
    const headerNames = fc.uniqueArray(headerName, {
      maxLength: 5,
      selector: (name) => name.toLowerCase(),
    });
    const given = headerNames.chain((names) =>
      fc.tuple(...names.map((name) => fc.tuple(fc.constant(name), headerValue))),
    );
    const paths = fc.constantFrom(
      '/xmdt/session',
      '/iap/gateway/verify',
      '/iap/gateway/lookup-receipt?x=a&y=%27',
    );
    fc.assert(
      fc.property(given, bodies, paths, (headers, body, path) => {
        const request: WireRequest = {
          method: 'POST',
          url: `https://g.example/base${path}`,
          headers,
          body,
        };
        // What no word of a shell holds is not written for one.
        fc.pre(form !== 'curl' || isPlainText(body));
        const back = only(writeRequest(request, form));
        expect(back.headers.filter(([name]) => !added.includes(name))).toEqual(headers);
        expect(Buffer.from(back.body).toString('hex')).toBe(Buffer.from(body).toString('hex'));
        const scheme = path.startsWith('/xmdt') ? 'session' : 'gateway';
        expect(back).toMatchObject({ method: 'POST', interface: scheme, label: '' });
        expect(request.url.endsWith(back.url)).toBe(true);
      }),
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
    expect(refusal(input)).toContain(
      `input-unreadable: ${says.startsWith('is') ? 'The input ' : ''}${says}`,
    );
  });

  it.each([
    [
      `ERROR refused headers={'X-Client-ID': 'demo', 'X-Timestamp': '1', 'X-Signature': 'ab'} body={"os_id":1} -> 401`,
      { interface: 'gateway', clientId: 'demo' },
    ],
    ['x-signature=ab body={}', { interface: 'session' }],
    [
      `hdrs=[X-Client-ID:demo-client X-Timestamp:1790000000 X-Signature:${hex}] body={"os_id":1}`,
      {
        interface: 'gateway',
        signature: hex,
        timestamp: '1790000000',
        clientId: 'demo-client',
      },
    ],
    [
      `map[X-Client-Id:[***] X-Signature:[${hex}] X-Timestamp:[1790000000.5]]`,
      { interface: 'gateway', signature: hex },
    ],
    [
      `X-Client-ID=hidden X-Signature=${hex} X-Timestamp=1790000000\nX-Timestamp=1790000001`,
      { interface: 'gateway', signature: hex },
    ],
  ])('leads from a line of a log to the parts that are certain: %s', (line, parts) => {
    let refused: unknown;
    try {
      readRequests(Buffer.from(line));
    } catch (error) {
      refused = error;
    }
    expect(refused).toBeInstanceOf(PvgError);
    expect(refused).toMatchObject({
      message: 'The input has parts of a request, as a line of a log has them, but no request.',
      parts,
    });
    expect(refused instanceof NoRequest && refused.parts).toEqual(parts);
  });

  it('never ends in anything but requests or an unreadable input', () => {
    const lines = [
      'POST /xmdt/session HTTP/1.1\r\n',
      'Content-Length: 5\r\n',
      'Transfer-Encoding: chunked\n',
    ];
    const signs = [
      '\r\n',
      '\n',
      ...'{}[]"\'`-\u0000',
      '$(',
      '${',
      '\\\n',
      "$'\\u",
      '@-',
      '| ',
      '```\n',
    ];
    const commands = ['curl ', "-d '", '-H "', '--next ', 'printf ', '%s', 'curl.exe '];
    const verbose = ['> POST / HTTP/1.1\n', '> ', '< ', '* ', '5\r\nabcde\r\n0\r\n'];
    const json = ['{"headers":{},"body":"a"}\n', '{"log":{"entries":[', '"body_base64":"'];
    const fragments = fc.constantFrom(...lines, ...signs, ...commands, ...verbose, ...json);
    const noise = fc.string({ unit: 'binary', maxLength: 10 });
    const texts = fc
      .array(fc.oneof(fragments, noise), { maxLength: 25 })
      .map((parts) => parts.join(''));
    const encodings = fc.constantFrom('utf8', 'utf16le');
    const inputs: fc.Arbitrary<Uint8Array> = fc.oneof(
      fc.uint8Array({ maxLength: 300 }),
      fc.tuple(texts, encodings).map((given) => Buffer.from(...given)),
    );
    const cats = `${'cat | '.repeat(50_000)} curl https://h/x -d @-`;
    const switches = `curl -${'s'.repeat(300_000)} https://h/x -d a`;
    const huge: [Uint8Array][] = [[Buffer.from(cats)], [Buffer.from(switches)]];
    fc.assert(
      fc.property(inputs, (input) => {
        try {
          expect(readRequests(input).length).toBeGreaterThan(0);
        } catch (error) {
          if (!(error instanceof PvgError) || error.code !== 'input-unreadable') throw error;
        }
      }),
      { numRuns: 6000, examples: huge },
    );
  });
});
