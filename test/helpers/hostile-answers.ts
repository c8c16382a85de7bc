import { Buffer } from 'node:buffer';
import { effort } from './effort.js';
import { says, type Asked, type Fault } from './hostile-server.js';

/** Whole HTTP answers whose content misbehaves: the second half of the hostile server's catalogue. */

export type Asking = Exclude<Asked['operation'], 'other'>;

const receiptInfo = {
  platform: 'android',
  environment: null,
  quantity: 1,
  purchase_date_ms: 1_790_000_000_000,
  purchase_state: 0,
  region_code: 'VN',
  acknowledgement_state: 1,
  order_id: 'GPA.1234-5678-9012-34567',
};

/** What a service in order answers (§2.2, §2.4, §2.6). */
export const goodAnswers = {
  verify: {
    success: true,
    transaction_id: 'GPA.1234-5678-9012-34567',
    product_id: 'gems_100',
    receipt_info: receiptInfo,
  },
  lookup: {
    order_id: 'GPA.1234-5678-9012-34567',
    game_id: 7,
    found: true,
    environment: null,
    transactions: [
      {
        ...receiptInfo,
        transaction_id: 'GPA.1234-5678-9012-34567',
        product_id: 'gems_100',
        gateway: {
          found: true,
          tx_mgmt_id: 11,
          current_state: 'gateway_verified',
          last_error_code: null,
          last_error_message: null,
          recorded_for_this_game: true,
        },
      },
    ],
  },
  session: {
    sessionToken: 'token-0123456789abcdef',
    expiresAt: '2026-09-21T14:28:20Z',
    xmdtRequired: false,
    xmdtCompleted: true,
  },
} as const satisfies Record<Asking, object>;

/** What a service in order answers when it refuses (§2.2, §7.2). */
export const refusal = (
  operation: Asked['operation'],
  code: string,
  message = 'a message',
): object =>
  operation === 'session' ? { code, message } : { success: false, error: code, message };

interface Answer {
  readonly status?: number;
  readonly reason?: string;
  readonly headers?: readonly string[];
  /** Text and bytes as they are; anything else as JSON. */
  readonly body?: unknown;
}

function answerBytes({
  status = 200,
  reason = 'Some Reason',
  headers = [],
  body = '',
}: Answer): Buffer {
  const bytes =
    body instanceof Uint8Array
      ? Buffer.from(body)
      : Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
  const lines = [
    `HTTP/1.1 ${String(status)} ${reason}`,
    ...headers,
    ...(status === 204 || status === 304 ? [] : [`Content-Length: ${String(bytes.length)}`]),
  ];
  return Buffer.concat([
    Buffer.from(`${lines.join('\r\n')}\r\n\r\n`),
    status === 204 || status === 304 ? Buffer.alloc(0) : bytes,
  ]);
}

const answers =
  (make: (operation: Asking, asked: Asked) => Answer): Fault =>
  (socket, asked) => {
    if (asked.operation === 'other')
      throw new TypeError('not asked for one of the three operations');
    says(answerBytes(make(asked.operation, asked)))(socket, asked);
  };

const good = (operation: Asking): object => goodAnswers[operation];
const text = (operation: Asking): string => JSON.stringify(good(operation));
const always = (answer: Answer): Fault => answers(() => answer);
/** With the good answer, or what is made of it and of its text. */
const goodBut = (given: Answer): Fault =>
  answers((operation) => ({ body: good(operation), ...given }));
const bodyOf = (make: (text: string, good: object) => unknown): Fault =>
  answers((operation) => ({ body: make(text(operation), good(operation)) }));
/** Fails first, as many times as there are answers, and is good then. */
const first = (...before: Answer[]): Fault =>
  answers((operation, asked) => before[asked.before] ?? { body: good(operation) });
const refusing = (code: string, message: string | undefined, given: Answer): Fault =>
  answers((operation) => ({ ...given, body: refusal(operation, code, message) }));
const failing = (status: number, code: string, ...headers: string[]): Fault =>
  refusing(code, undefined, { status, headers });
const saying = (message: string): Fault => refusing('MISSING_FIELDS', message, { status: 400 });
const redirected = (status: number, location: (elsewhere: string) => string): Fault =>
  answers((operation, { elsewhere }) => {
    return { status, headers: [`Location: ${location(elsewhere)}`], body: good(operation) };
  });
const withMember = (text: string, member: string): string => `${text.slice(0, -1)},${member}}`;
const more = (member: string): Fault => bodyOf((text) => withMember(text, member));
const withBytes = (...bytes: number[]): Fault =>
  bodyOf((text) =>
    Buffer.from(withMember(text, `"x":"${String.fromCharCode(...bytes)}"`), 'latin1'),
  );

const codes = {
  verify: 'UNAUTHORIZED',
  lookup: 'UNAUTHORIZED',
  session: 'invalid_signature',
} as const;
const clock = (date: string): Fault =>
  answers((operation) => {
    return { status: 401, headers: [`Date: ${date}`], body: refusal(operation, codes[operation]) };
  });
const esc = '\u001b]0;owned\u0007\u001b[31m\u202e\u2066\u{e0041}\u009b2J\r';

const levels = 990;
const tooMany = effort(1_001, 500_000);
const nested = '['.repeat(effort(100_000, 1_000_000)) + ']'.repeat(effort(100_000, 1_000_000));

/** The statuses with which verify, look-up and session end, each with `--retries 1`. */
export type Ends = readonly [verify: number, lookup: number, session: number];
const all = (status: number): Ends => [status, status, status];
/** Tried again, but for verify. */
const noVerify: Ends = [9, 0, 0];

export const contentFaults: Readonly<Record<string, readonly [Fault, Ends]>> = {
  good: [goodBut({ headers: ['Content-Type: application/json'] }), all(0)],

  // Redirects: named, never followed.
  'redirect-300': [redirected(300, (elsewhere) => `${elsewhere}/a`), all(12)],
  'redirect-to-user': [
    redirected(302, (elsewhere) => elsewhere.replace('//', '//user:pass@')),
    all(12),
  ],
  'redirect-relative': [redirected(307, () => '/somewhere'), all(12)],
  'redirect-script': [redirected(303, () => 'javascript:alert(1)'), all(12)],
  'redirect-escapes': [redirected(302, () => 'http://evil.example/\u009b31m'), all(12)],
  'redirect-long': [redirected(302, (elsewhere) => `${elsewhere}/${'a'.repeat(8_000)}`), all(12)],

  // Something that is not the service.
  html: [always({ body: '<html><title>Log in</title></html>' }), all(12)],
  'html-403': [always({ status: 403, body: '<html>Forbidden</html>' }), all(12)],
  'html-500': [always({ status: 500, body: '<html>Oops</html>' }), all(8)],
  'empty-400': [always({ status: 400 }), all(12)],

  // Statuses.
  'good-201': [goodBut({ status: 201 }), all(12)],
  'good-400': [goodBut({ status: 400 }), [5, 12, 12]],
  'good-500': [goodBut({ status: 500 }), all(8)],
  'good-999': [goodBut({ status: 999 }), all(12)],
  'refused-200': [failing(200, 'VERIFIER_ERROR'), [8, 8, 12]],
  'refused-418': [failing(418, 'TEAPOT'), all(5)],
  'duplicate-409': [failing(409, 'DUPLICATE_TRANSACTION'), [7, 7, 5]],
  'duplicate-after-502': [
    answers((operation, { before }) => ({
      status: before === 0 ? 502 : 409,
      body: refusal(operation, before === 0 ? 'VERIFIER_ERROR' : 'DUPLICATE_TRANSACTION'),
    })),
    [10, 7, 5],
  ],

  // Failures and what follows them.
  '503-then-good': [first({ status: 503 }), all(0)],
  '503-twice': [first({ status: 503 }, { status: 503 }), all(8)],
  '429-without': [failing(429, 'rate_limited'), all(9)],
  '429-soon': [first({ status: 429, headers: ['Retry-After: 1'] }), noVerify],
  '429-long': [failing(429, 'rate_limited', 'Retry-After: 31'), all(9)],
  '429-huge': [failing(429, 'rate_limited', 'Retry-After: 99999999999999999999'), all(9)],
  '429-date': [
    first({ status: 429, headers: ['Retry-After: Mon, 21 Sep 2026 14:13:30 GMT'] }),
    noVerify,
  ],
  '429-html': [always({ status: 429, body: '<html>Slow down</html>' }), all(9)],
  '503-long-retry-after': [first({ status: 503, headers: ['Retry-After: 3600'] }), all(8)],

  // Clocks.
  'clock-ahead': [clock('Mon, 21 Sep 2026 14:23:20 GMT'), all(4)],
  'clock-garbage': [clock('yesterday'), all(4)],
  'clock-far': [clock('Fri, 31 Dec 99999 23:59:59 GMT'), all(4)],

  // Encodings of the text.
  bom: [bodyOf((text) => `\ufeff${text}`), all(0)],
  'utf16-le': [bodyOf((text) => Buffer.from(`\ufeff${text}`, 'utf16le')), all(12)],
  'invalid-utf8': [withBytes(0xff, 0xfe, 0xc0), all(12)],
  'lone-surrogate': [more('"x":"\\ud800","\\udc00":1'), all(0)],
  nul: [bodyOf((text) => `${text}\0`), all(12)],

  // JSON.
  'json-null': [always({ body: 'null' }), all(12)],
  'json-list': [bodyOf((_, good) => [good]), all(12)],
  'json-empty': [always({ body: '{}' }), all(12)],
  'json-twice': [bodyOf((text) => text.repeat(2)), all(12)],
  'json-nan': [more('"x":NaN'), all(12)],
  'json-cut': [bodyOf((text) => text.slice(0, -1)), all(12)],
  'json-deep-list': [always({ body: '['.repeat(effort(200_000, 2_000_000)) }), all(12)],
  'json-deep-closed': [always({ body: `{"x":${nested}}` }), all(12)],
  'json-deep-beside': [more(`"x":${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`), all(0)],
  // Deeper than pvg reads: 4 MB of it would take hundreds of MB of memory.
  'json-too-deep': [more(`"x":${'{"a":'.repeat(tooMany)}1${'}'.repeat(tooMany)}`), all(12)],
  'json-wide': [
    more(Array.from({ length: effort(20_000, 200_000) }, (_, at) => `"m${String(at)}":1`).join()),
    all(0),
  ],
  'json-long-text': [more(`"x":"${'a'.repeat(effort(300_000, 3_000_000))}"`), all(0)],
  'json-long-number': [more(`"x":${'9'.repeat(effort(100_000, 1_000_000))}`), all(0)],
  proto: [
    more('"__proto__":{"success":false,"found":false},"constructor":{"prototype":{"x":1}}'),
    all(0),
  ],
  'proto-only': [bodyOf((text) => `{"__proto__":${text}}`), all(12)],
  'escapes-in-names': [more(`${JSON.stringify(esc)}:${JSON.stringify(esc)}`), all(0)],
  'many-transactions': [
    answers(() => ({
      body: {
        ...goodAnswers.lookup,
        success: true,
        transaction_id: goodAnswers.verify.transaction_id,
        sessionToken: 't',
        xmdtCompleted: true,
        transactions: Array.from(
          { length: effort(1_000, 5_000) },
          () => goodAnswers.lookup.transactions[0],
        ),
      },
    })),
    all(0),
  ],

  // Headers.
  'reason-escapes': [
    refusing('VERIFICATION_FAILED', undefined, { status: 422, reason: '\u001b[31mred' }),
    [6, 6, 5],
  ],
  'message-escapes': [refusing(`X${esc}`, esc, { status: 400 }), all(5)],
  'message-long': [saying('ab '.repeat(effort(50_000, 500_000))), all(5)],
  'message-escapes-long': [saying('\u001b['.repeat(effort(20_000, 100_000))), all(5)],
  'header-latin1': [goodBut({ headers: ['X-Odd: caf\u00e9', 'Server: \u009b31m'] }), all(0)],
};
