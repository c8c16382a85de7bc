import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readRequests, type ReadRequest, type RequestRead } from '../../../src/diagnosis/formats/formats.js';
import { PvgError } from '../../../src/failure.js';
import { requestForms, writeRequest } from '../../../src/output/request-text.js';
import type { WireRequest } from '../../../src/wire.js';

const read = (input: string | Uint8Array): readonly ReadRequest[] => readRequests(Buffer.from(input));

const only = (input: string | Uint8Array): RequestRead => {
  const [first, ...others] = read(input);
  if (first?.ok !== true || others.length > 0) throw new TypeError('one request was expected');
  return first.request;
};

const notesOf = (input: string | Uint8Array): readonly string[] => {
  const [first] = read(input);
  return first?.ok === true ? first.notes : [];
};

const text = (request: RequestRead): string => Buffer.from(request.body).toString();

const refusal = (input: string | Uint8Array): string => {
  try {
    read(input);
  } catch (error) {
    if (error instanceof PvgError) return `${error.code}: ${error.message}`;
    throw error;
  }
  throw new TypeError('a refusal was expected');
};

const summary = (input: string | Uint8Array): string[] =>
  read(input).map((each) =>
    each.ok ? `${each.request.label}: ${text(each.request)}` : `${each.label}! ${each.says}`,
  );

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
          const back = only(writeRequest(request, form, { version: '0', now: 0 }));
          const added = form === 'http' ? ['Host', 'Content-Length'] : [];
          expect(back.headers.filter(([name]) => !added.includes(name))).toEqual(headers);
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

describe('a raw HTTP request', () => {
  const head = 'POST /xmdt/session HTTP/1.1\r\nHost: h\r\nX-Signature: ab\r\n';

  it.each<[string, string, string, string | undefined]>([
    ['no Content-Length', `${head}\r\n{"a":1}`, '{"a":1}', undefined],
    [
      'no Content-Length and a last line end',
      `${head}\r\n{"a":1}\n`,
      '{"a":1}\n',
      'There is no Content-Length',
    ],
    ['a Content-Length', `${head}Content-Length: 7\r\n\r\n{"a":1}`, '{"a":1}', undefined],
    ['a line end that belongs to it', `${head}Content-Length: 8\r\n\r\n{"a":1}\n`, '{"a":1}\n', undefined],
    [
      'a line end of an editor',
      `${head}Content-Length: 7\r\n\r\n{"a":1}\n`,
      '{"a":1}',
      'The line end after the body was dropped',
    ],
    [
      'a CRLF of an editor',
      `${head}Content-Length: 7\r\n\r\n{"a":1}\r\n`,
      '{"a":1}',
      'The line end after the body was dropped',
    ],
    [
      'more than its length',
      `${head}Content-Length: 7\r\n\r\n{"a":1}trailing`,
      '{"a":1}',
      '8 bytes after the body were left out',
    ],
    [
      'less than its length',
      `${head}Content-Length: 70\r\n\r\n{"a":1}`,
      '{"a":1}',
      'Content-Length says 70 bytes and 7 follow',
    ],
    [
      'an answer behind it',
      `${head}Content-Length: 2\r\n\r\n{}\n\nHTTP/1.1 401 Unauthorized\r\n\r\n{"e":1}`,
      '{}',
      'is an answer; it was left out',
    ],
    [
      'line ends saved as LF',
      `${head}Content-Length: 13\r\n\r\n{\r\n"a":1\r\n}\r\n`.replaceAll('\r\n', '\n'),
      '{\r\n"a":1\r\n}\r\n',
      'with CRLF the body has its Content-Length',
    ],
    [
      'line ends saved as CRLF',
      `${head}Content-Length: 11\r\n\r\n{\r\n"a":1,\r\n}x`,
      '{\n"a":1,\n}x',
      'with LF the body has its Content-Length',
    ],
    ['LF only', `${head}\r\n{"a":1}`.replaceAll('\r\n', '\n'), '{"a":1}', undefined],
    ['no blank line', `${head}{"a":1}`, '{"a":1}', 'There is no blank line before the body'],
    [
      'chunks',
      `${head}Transfer-Encoding: chunked\r\n\r\n4;x=y\r\n{"a"\r\n3\r\n:1}\r\n0\r\nTrailer: x\r\n\r\n`,
      '{"a":1}',
      undefined,
    ],
    ['chunks with LF', `${head}Transfer-Encoding: chunked\r\n\r\n7\n{"a":1}\n0\n\n`, '{"a":1}', undefined],
    [
      'chunks that are none',
      `${head}Transfer-Encoding: chunked\r\n\r\n{"a":1}`,
      '{"a":1}',
      'holds no whole chunks',
    ],
    [
      'chunks that were cut',
      `${head}Transfer-Encoding: chunked\r\n\r\n7\r\n{"a`,
      '7\r\n{"a',
      'holds no whole chunks',
    ],
    ['blank lines and comments before it', `\r\n# verify\n\n${head}\r\n{"a":1}`, '{"a":1}', undefined],
    ['no headers and no body', 'POST /xmdt/session HTTP/1.1\r\n\r\n', '', undefined],
  ])('is read with %s', (_, input, body, note) => {
    expect(text(only(input))).toBe(body);
    const notes = notesOf(input).join(' ');
    if (note === undefined) expect(notes).toBe('');
    else expect(notes).toContain(note);
  });

  it('keeps headers as they came: repeated, folded, in their spelling', () => {
    const request = only(
      'POST /xmdt/session HTTP/1.1\r\nx-SIGNATURE:  ab\t\r\nX-Signature: cd\r\nX-Long: one\r\n\t two\r\nX-None:\r\nX-Letters: é\r\n\r\n',
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

  it('is one of several when lengths, answers or ### part them', () => {
    const one = `${head}Content-Length: 2\r\n\r\n{}`;
    expect(summary(`${one}${one}\r\n${one}`)).toEqual(['request 1: {}', 'request 2: {}', 'request 3: {}']);
    expect(summary(`${one}HTTP/1.1 401 No\r\nContent-Length: 3\r\n\r\nno!${one}`)).toEqual([
      'request 1: {}',
      'request 2: {}',
    ]);
    expect(
      summary('### one\nPOST https://h/x\nA: b\n\n{"a":1}\n\n### two\nPOST https://h/y\n\n{"a":2}'),
    ).toEqual(['request 1: {"a":1}', 'request 2: {"a":2}']);
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
      'input-unreadable: The output of `curl -v` does not show the body; put the command, or the body below its headers, beside it.',
    );
  });
});

describe('an envelope', () => {
  it('has its members as they stand', () => {
    expect(
      only(
        '{"interface":"session","method":"PUT","url":"/x","headers":{"X-Signature":["a","b"],"X-Timestamp":1700000000},"body":"é","received_at":1700000000.5,"other":{}}',
      ),
    ).toEqual({
      interface: 'session',
      label: '',
      method: 'PUT',
      url: '/x',
      headers: [
        ['X-Signature', 'a'],
        ['X-Signature', 'b'],
        ['X-Timestamp', '1700000000'],
      ],
      body: Buffer.from('é'),
      receivedAt: 1700000000.5,
    });
  });

  it.each<[string, string, string, string | undefined]>([
    ['base64', '{"headers":{},"body_base64":"AP8="}', '00ff', undefined],
    ['both, where base64 is exact', '{"headers":{},"body":"x","body_base64":"AP8="}', '00ff', undefined],
    ['neither', '{"headers":{}}', '', 'taken as empty'],
    ['a lone surrogate', '{"headers":{},"body":"\\ud800"}', 'efbfbd', 'read as U+FFFD'],
    [
      'a time in milliseconds',
      '{"headers":{},"body":"","received_at":1700000000000}',
      '',
      'no time in Unix seconds',
    ],
    [
      'an interface that is none',
      '{"interface":"x","headers":{},"body":""}',
      '',
      'is none of gateway, session',
    ],
    ['headers as a list', '{"headers":[{"name":"A","value":"b"},["C","d"]],"body":""}', '', undefined],
    [
      'a dry run of pvg around it',
      '{"schema":1,"interface":"session","answer":{"headers":{},"body":"a"},"error":null}',
      '61',
      undefined,
    ],
  ])('is read with %s', (_, input, hex, note) => {
    expect(Buffer.from(only(input).body).toString('hex')).toBe(hex);
    expect(notesOf(input).join(' ')).toContain(note ?? '');
    expect(notesOf(input)).toHaveLength(note === undefined ? 0 : 1);
  });

  it.each([
    ['{"headers":{"A":{}},"body":""}', 'A header of the request is neither text nor a list of texts.'],
    ['{"headers":5,"body":""}', '"headers" is neither an object nor a list.'],
    ['{"headers":{},"body":{"a":1}}', '"body" is not text'],
    ['{"headers":{},"body_base64":"*"}', '"body_base64" is not base64.'],
    ['{"a":1}', 'The JSON holds no request'],
    ['[1]', 'The JSON holds no request'],
    ['[]', 'an empty list'],
    ['{"schema":1,"answer":{"headers":{},"body_bytes":5}}', 'The JSON holds no request'],
    ['{"headers":{},\n"body":"tok', 'ends too early, at line 2, column 12: the file seems to be cut.'],
    ['{"headers":{},\n"body" "tok"}', "cannot be read: ':' was expected, at line 2, column 8."],
  ])('is refused: %j', (input, says) => {
    const message = refusal(input);
    expect(message).toContain(says);
    expect(message).not.toContain('tok');
  });

  it('is one of several in a list', () => {
    expect(summary('[{"headers":{},"body":"a"}, 5, {"headers":{},"body":"b"}]')).toEqual([
      'entry 1: a',
      'entry 2! It is not a JSON object.',
      'entry 3: b',
    ]);
  });

  it('is one of several lines, and a broken line does not stop the others', () => {
    expect(
      summary(
        '{"headers":{},"body":"a"}\n\n{"headers":{},"body":\n[]\nx\n{"a":1}\n{"headers":{},"body":"b"}\r\n',
      ),
    ).toEqual([
      'line 1: a',
      'line 3! The JSON cannot be read: the text ends too early, at character 22.',
      'line 4! It is no JSON object.',
      'line 5! It is no JSON object.',
      'line 6! It has none of "headers", "body", "body_base64".',
      'line 7: b',
    ]);
    expect(summary('x\n{"headers":{},"body":"a"}')).toEqual(['line 1! It is no JSON object.', 'line 2: a']);
  });

  it('is one of several lines, one of which is not UTF-8', () => {
    const input = Buffer.concat([
      Buffer.from('{"headers":{},"body":"a"}\n{"body":"'),
      Buffer.from([0xff]),
      Buffer.from('"}\n'),
    ]);
    expect(summary(input)).toEqual(['line 1: a', 'line 2! It is not UTF-8 text.']);
  });

  it('may follow another over several lines', () => {
    expect(summary('{\n"headers":{},"body":"a"}\n{\n"headers":{},"body":"b"}\n')).toEqual([
      'entry 1: a',
      'entry 2: b',
    ]);
  });

  it('is read from UTF-16, and between the fences of Markdown', () => {
    expect(only(Buffer.from('\ufeff{"headers":{},"body":"é"}', 'utf16le')).body).toEqual(Buffer.from('é'));
    expect(notesOf(Buffer.from('\ufeff{"headers":{},"body":"é"}', 'utf16le'))[0]).toContain('UTF-16');
    expect(text(only('```json\n{"headers":{},"body":"a"}\n```\n'))).toBe('a');
  });
});

describe('a HAR file', () => {
  const entry = (request: object): object => ({ startedDateTime: '2026-01-01T00:00:00Z', request });
  const har = (...requests: object[]): string =>
    JSON.stringify({ log: { version: '1.2', entries: requests.map(entry) } });
  const post = (postData?: object, more: object = {}): object => ({
    method: 'POST',
    url: 'https://h/xmdt/session',
    httpVersion: 'h2',
    headers: [
      { name: ':method', value: 'POST' },
      { name: 'x-signature', value: 'ab' },
    ],
    ...(postData && { postData }),
    ...more,
  });

  it('gives its requests by entry and leaves a page’s own ones out', () => {
    const input = har(
      { method: 'GET', url: 'https://h/logo.png', headers: [] },
      post({ text: 'é' }),
      post({ text: 'AP8=', encoding: 'base64' }),
    );
    const found = read(input);
    expect(
      found.map((each) => each.ok && [each.request.label, Buffer.from(each.request.body).toString('hex')]),
    ).toEqual([
      ['entry 2', 'c3a9'],
      ['entry 3', '00ff'],
    ]);
    expect(notesOf(input)).toEqual(['1 entries without a body and without a signature were passed over.']);
    const [first] = found;
    expect(first?.ok === true && first.request).toMatchObject({
      receivedAt: undefined,
      interface: 'session',
      headers: [['x-signature', 'ab']],
    });
  });

  it('may be one copied entry, or its request', () => {
    expect(text(only(JSON.stringify(entry(post({ text: 'a' })))))).toBe('a');
    expect(text(only(JSON.stringify(post({ text: 'a' }))))).toBe('a');
  });

  it.each([
    [post({ params: [{ name: 'a', value: 'b' }] }), 'the form’s fields but not the body’s bytes'],
    [post(undefined, { bodySize: 5 }), 'The recording left the body out'],
    [post({ text: 'x', encoding: 'base64' }), 'is not base64'],
    [{ method: 'POST', headers: [{ name: 1 }] }, 'A header of the request'],
  ])('tells why an entry cannot be read: %j', (request, says) => {
    expect(summary(har(post({ text: 'a' }), request))[1]).toContain(`entry 2! `);
    expect(summary(har(post({ text: 'a' }), request))[1]).toContain(says);
  });

  it('tells when the recording may have changed the body', () => {
    expect(notesOf(har(post({ text: 'ab' }, { bodySize: 3 })))[0]).toContain(
      '"bodySize" says 3 bytes and the text has 2',
    );
  });

  it.each([
    ['{"log":{}}', 'no list `log.entries`'],
    ['{"log":{"entries":[]}}', 'no entries'],
    [har(post({ text: 'secret' })).slice(0, -20), 'ends too early, at line 1, column '],
    [
      JSON.stringify(JSON.parse(har(post({ text: 'secret' }))), null, 2).slice(0, -40),
      'the file seems to be cut',
    ],
  ])('is refused when it is cut or empty', (input, says) => {
    expect(refusal(input)).toContain(says);
    expect(refusal(input)).not.toContain('secret');
  });
});

describe('whose request it is', () => {
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
  ])('is told by %s: %j', (_, more, expected) => {
    expect(only(envelope(more)).interface).toBe(expected);
  });
});

describe('anything else', () => {
  it.each([
    ['', 'The input is empty.'],
    [' \n\t\r\n', 'The input is empty.'],
    ['\ufeff', 'The input is empty.'],
    ['HTTP/1.1 401 Unauthorized\r\n\r\n{}', 'is an HTTP answer'],
    ['hello world', 'No request was recognised'],
    ['apt install curl', 'No request was recognised'],
    ['"a text"', 'No request was recognised'],
    ['\x00\x01\x02\xff', 'No request was recognised'],
  ])('is refused: %j', (input, says) => {
    expect(refusal(input)).toContain(`input-unreadable: ${says.startsWith('is') ? 'The input ' : ''}${says}`);
  });

  it('never ends in anything but requests or an unreadable input', () => {
    const fragments = fc.constantFrom(
      'POST /xmdt/session HTTP/1.1\r\n',
      'Content-Length: 5\r\n',
      'Transfer-Encoding: chunked\n',
      '\r\n',
      '\n',
      '{',
      '}',
      '[',
      ']',
      '"',
      "'",
      'curl ',
      "-d '",
      '-H "',
      '$(',
      '`',
      '\\\n',
      '^\n',
      '<<EOF\n',
      'EOF\n',
      "$'\\u",
      '@-',
      '| ',
      'printf ',
      '%s',
      '> POST / HTTP/1.1\n',
      '> ',
      '< ',
      '* ',
      '{"headers":{},"body":"a"}\n',
      '{"log":{"entries":[',
      '```\n',
      'curl.exe ',
      '\u0000',
      '"body_base64":"',
      '--next ',
      '-',
      '--data-urlencode ',
      '5\r\nabcde\r\n0\r\n',
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
