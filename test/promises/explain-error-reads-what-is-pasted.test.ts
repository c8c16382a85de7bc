import { describe, expect, it } from 'vitest';
import { causes } from '../../src/diagnosis/catalogue/catalogue.js';
import { allMeanings, type CodeMeaning } from '../../src/support/explain/explain.js';
import { json, pvg } from '../helpers/pvg.js';

/** Each code of the contract in each form in which people have an answer; a next step never names another status. */

type Write = (meaning: CodeMeaning) => string;

const reasons: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  409: 'Conflict',
  412: 'Precondition Failed',
  422: 'Unprocessable Entity',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  502: 'Bad Gateway',
};
const reason: Write = ({ status }) => `${status} ${reasons[status] ?? ''}`;
const body: Write = ({ interface: id, code }) =>
  id === 'gateway'
    ? `{"success":false,"error":"${code}","message":"m"}`
    : `{"code":"${code}","message":"m"}`;
const python: Write = (meaning) =>
  body(meaning).replaceAll('"', "'").replace('false', 'False').replace("'m'", 'None');
const page: Write = (meaning) =>
  `<html>\r\n<head><title>${reason(meaning)}</title></head>\r\n<body><center><h1>${reason(meaning)}</h1></center><hr>nginx</body>\r\n</html>\r\n`;

/** The code under the name that the other interface has for it. */
const misplaced: Write = ({ interface: id, code }) =>
  `{"${id === 'gateway' ? 'code' : 'error'}":"${code}","message":"m"}`;
const http = (write: Write): Write => {
  return (meaning) =>
    `HTTP/1.1 ${reason(meaning)}\ncontent-type: application/json\n\n${write(meaning)}`;
};
/** What people write around an answer. */
const inMail = (answer: string): string =>
  `Hi support, we get this now, what does it mean?\n\n${answer}\n\n-- \nDmitri, Shop backend\n`;
const afterMarks = (mark: string, text: string): string =>
  text.replaceAll(/^/gm, mark).replaceAll(/ +$/gm, '');

/** These name the code, with its status or without one. */
const withCode: Readonly<Record<string, Write>> = {
  'its JSON': body,
  'its JSON on several lines': (meaning) => JSON.stringify(JSON.parse(body(meaning)), null, 2),
  'its JSON as a text': (meaning) => JSON.stringify(body(meaning)),
  'a raw HTTP answer': (meaning) =>
    `HTTP/1.1 ${reason(meaning)}\r\ncontent-type: application/json\r\n\r\n${body(meaning)}\r\n`,
  'what curl -v prints': (meaning) =>
    `> POST /iap/gateway/verify HTTP/1.1\n> Host: x.example\n>\n< HTTP/1.1 ${reason(meaning)}\n< server: x\n<\n${body(meaning)}`,
  'a line of a log': (meaning) =>
    `10:14:03 WARN verify status=${meaning.status} ${body(meaning)} 31ms`,
  'a line of a log with the JSON as a text': (meaning) =>
    `10:14:03 WARN verify ${meaning.status} ${JSON.stringify(body(meaning))}`,
  'a log of JSON': (meaning) =>
    JSON.stringify({ level: 'warn', statusCode: meaning.status, body: body(meaning) }),
  'a dict of Python': python,
  'a dict of Python in a log': (meaning) => `ERROR:shop:grant failed: ${python(meaning)}`,
  'a hash of Ruby': (meaning) => body(meaning).replaceAll('":', '"=>'),
  'print_r of PHP': (meaning) => `Array\n(\n    [success] => \n    [error] => ${meaning.code}\n)\n`,
  'an HTTP answer in a mail': (meaning) => inMail(http(body)(meaning)),
  'an HTTP answer in a quoted mail': (meaning) => afterMarks('> ', inMail(http(body)(meaning))),
  'an HTTP answer with the marks of curl': (meaning) =>
    inMail(afterMarks('< ', http(body)(meaning))),
  'what curl -v prints of several attempts': (meaning) =>
    inMail(
      `* Trying\n< HTTP/1.1 100 Continue\n<\n< HTTP/1.1 ${reason(meaning)}\n<\n${body(meaning)}`,
    ),
  'its JSON in a sentence with its status': (meaning) =>
    `we get ${meaning.status} ${body(meaning)} on the call, thanks`,
  'what Postman shows': (meaning) =>
    `Status: ${reason(meaning)}\nTime: 312 ms\nSize: 411 B\n\n${JSON.stringify(JSON.parse(body(meaning)), null, 4)}`,
  'what Insomnia shows': (meaning) =>
    `${reason(meaning)}\n312 ms\n107 B\nPreview\n${body(meaning)}`,
  'a quote of a chat': (meaning) =>
    `Dmitri  9:14 AM\n&gt; HTTP/1.1 ${reason(meaning)}\n&gt; ${body(meaning)}\nany idea?`,
  'an exception of Java with its body': (meaning) =>
    `HttpClientErrorException$Conflict: ${reason(meaning)}: "${body(meaning)}"\n\tat org.x.Y.z(Y.java:125)`,
  'its code under another name': misplaced,
  'an HTTP answer with its code under another name': http(misplaced),
  'a mail with its code under another name': (meaning) => inMail(http(misplaced)(meaning)),
  'its code in an object in a mail': (meaning) =>
    inMail(http(({ code }) => `{"error":{"code":"${code}","message":"m"}}`)(meaning)),
  'its code beside a sentence': ({ code }) =>
    `{"success":false,"error":"Conflict","code":"${code}"}`,
  'its code beside a status': ({ code, status }) => `{"code":${status},"error":"${code}"}`,
  'its code as the name of a program': ({ code }) => `{"success":false,"error_code":"${code}"}`,
  'the code': ({ code }) => code,
  'the code with a name': ({ code }) => `error: ${code}`,
  'the code as a member': ({ code }) => `"code": "${code}",`,
  'the code in a sentence': ({ code }) => `the server says ${code}, what now?`,
  'status and code': ({ code, status }) => `HTTP ${status}: ${code}`,
  'an exception': ({ code, status }) =>
    `GatewayError: request failed with status code ${status} (${code})`,
};

/** These name the status alone. */
const withStatus: Readonly<Record<string, Write>> = {
  'the status': ({ status }) => String(status),
  'a status line': (meaning) => `HTTP/1.1 ${reason(meaning)}`,
  'a status line of HTTP/2': ({ status }) => `HTTP/2 ${status}`,
  'status and reason': reason,
  'status with a name': ({ status }) => `status: ${status}`,
  'what a browser shows': (meaning) => `Status Code: ${reason(meaning)}`,
  'an exception of Python': (meaning) =>
    `requests.exceptions.HTTPError: ${meaning.status} Client Error: ${reasons[meaning.status] ?? ''} for url: https://x.example/iap/gateway/verify`,
  'an exception of a library': ({ status }) =>
    `AxiosError: Request failed with status code ${status}`,
  'a line of a web server': ({ status }) =>
    `10.0.0.1 - - [21/Nov/2026:09:00:00 +0000] "POST /iap/gateway/verify HTTP/1.1" ${status} 81 "-" "x"`,
  'a line of a program': ({ status }) => `POST /iap/gateway/verify ${status} 35ms`,
  'a sentence': ({ status }) => `we got a ${status} from the gateway`,
};

/** Statuses that a next command leads to, by the codes in it. */
function statusesIn(text: string): number[] {
  const codes = allMeanings.filter(({ code }) => new RegExp(`\\b${code}\\b`).test(text));
  return [
    ...codes.map(({ status }) => status),
    ...(text.match(/\b[2-5]\d\d\b/g) ?? []).map(Number),
  ];
}

async function explained(text: string) {
  const ended = await pvg('explain-error - --json', { stdin: text });
  const shown = await pvg('explain-error -', { stdin: text });
  const [, next = ''] = /^Next: ([^]*)$/m.exec(shown.out + shown.err) ?? [];
  const { answer } = json(ended) as { answer: { status: number | null; meanings: CodeMeaning[] } };
  return { ...ended, answer, next };
}

describe.each(allMeanings)('$code', (meaning) => {
  it.each(Object.entries(withCode))('is read in %s', async (_form, write) => {
    const { status, answer, next } = await explained(write(meaning));
    expect(status).toBe(0);
    expect(answer.meanings.map(({ code }) => code)).toEqual([meaning.code]);
    expect([null, meaning.status]).toContain(answer.status);
    for (const each of statusesIn(next)) expect(each).toBe(meaning.status);
  });
});

const statuses = [...new Map(allMeanings.map((meaning) => [meaning.status, meaning])).values()];

describe.each(statuses)('HTTP $status', (meaning) => {
  it.each(Object.entries(withStatus))('is read in %s', async (_form, write) => {
    const { status, answer, next } = await explained(write(meaning));
    expect([status, answer.status]).toEqual([0, meaning.status]);
    for (const each of answer.meanings) expect(each.status).toBe(meaning.status);
    for (const each of statusesIn(next)) expect(each).toBe(meaning.status);
  });

  it.each<[string, Write]>([
    ['a page of a proxy', page],
    ['an answer with a page', (each) => `HTTP/1.1 ${reason(each)}\r\n\r\n${page(each)}`],
    ['a page in a log', (each) => `10:14 verify answered: ${page(each)}`],
  ])('in %s is no answer of the service', async (_form, write) => {
    const { status, answer, next } = await explained(write(meaning));
    // Such a failure is one of the service whatever its body; a page says of no other what it means.
    const isListed = meaning.status === 429 || meaning.status >= 500;
    expect([status, answer.status]).toEqual([isListed ? 0 : 2, meaning.status]);
    expect(answer.meanings).toEqual([]);
    for (const each of statusesIn(next)) expect(each).toBe(meaning.status);
  });
});

it.each([
  ['<title>502 Bad Gateway</title>', 502],
  ['<title>shop.example | 502: Bad gateway</title>', 502],
  ['<h2>Error: 503 Service Unavailable</h2>', 503],
  ['<h1 class="x">HTTP Status 404</h1>', 404],
  ['<title>Sorry</title>', null],
  ['<title>404 ways to win</title><h1>Error 502</h1>', null],
])('a bare page with %s', async (title, httpStatus) => {
  const { answer, next } = await explained(`<html><body>${title}<p>nginx</p></body></html>\n`);
  expect(answer.status).toBe(httpStatus);
  expect(next).not.toContain('--last');
});

const refused = '{"success":false,"error":"DUPLICATE_TRANSACTION","message":"m"}';
const found = '{"found":false}';
const gatewayPage = '<html><head><title>502 Bad Gateway</title></head><body>x</body></html>';

it.each([
  ['the page last', `${refused}\n\n${gatewayPage}`],
  ['the page first', `${gatewayPage}\n\n${refused}`],
  ['statuses', `HTTP/1.1 502 Bad Gateway\n\n${gatewayPage}\nHTTP/1.1 409 Conflict\n\n${refused}`],
  ['one status', `status 502 ${gatewayPage}\nthen ${refused}`],
])('two answers, with %s: one is explained, and the other is named', async (_what, text) => {
  const { answer } = await explained(text);
  const { meanings, note } = answer as typeof answer & { note: string | null };
  expect([answer.status, meanings.map(({ code }) => code)]).toEqual([
    409,
    ['DUPLICATE_TRANSACTION'],
  ]);
  expect(note).toContain('502');
});

it('a page in a member of an answer is no second one', async () => {
  const { answer } = await explained(refused.replace('"m"', JSON.stringify(gatewayPage)));
  expect(answer).toMatchObject({ status: 409, note: null });
});

it.each([
  ['two codes', 'first UNAUTHORIZED, then PRODUCT_MISMATCH'],
  ['two statuses', 'error 422, then error 502'],
  ['a refusal and a look-up', '{"success":false,"error":"PRODUCT_MISMATCH"}\n{"found":false}'],
  ['a number that is no status', 'paid 409 coins for 422 gems'],
  ['an unknown status in words', 'upstream error'],
  ['a number before a word of a status', 'I bought 500 gateway points and 100 gems'],
  ['a number before another such word', 'the pack of 500 internal credits is gone'],
  ['a number before a product', 'paid for 409 gems_pack yesterday'],
  [
    'an answer before more broken objects than are read',
    `${refused}\n${'{"cut\n'.repeat(60)}\n${found}`,
  ],
])('%s are not chosen from, and nothing names a status', async (_what, text) => {
  const { status, err } = await pvg('explain-error -', { stdin: text });
  expect(status).toBe(2);
  const [, next = ''] = /^Next: (.*)$/m.exec(err) ?? [];
  expect(next).not.toBe('');
  expect(statusesIn(next)).toEqual([]);
});

it.each(['rate_limit', 'RATE-LIMITED'])(
  'no near spelling of another status is offered for %s',
  async (code) => {
    const { err, out } = await pvg('explain-error -', {
      stdin: `HTTP/1.1 409 Conflict\r\n\r\n{"code":"${code}","message":"m"}`,
    });
    expect(statusesIn((out + err).replace(code, '')).filter((each) => each !== 409)).toEqual([]);
  },
);

it.each([
  ['a sentence', 'we got a 409 from the gateway', 409],
  ['status and code', '422 PRODUCT_MISMATCH', 422],
])('%s may be typed as an argument', async (_what, text, httpStatus) => {
  const ended = await pvg(['explain-error', text, '--json']);
  expect(ended.status).toBe(0);
  expect(json(ended)).toMatchObject({ answer: { status: httpStatus } });
});

const unlisted = '{"code":"ALREADY_VERIFIED","message":"m"}';

it.each([
  ['alone', http(() => unlisted)],
  ['in a mail', (meaning) => inMail(http(() => unlisted)(meaning))],
  ['with the marks of curl', (meaning) => inMail(afterMarks('< ', http(() => unlisted)(meaning)))],
  ['in a quoted mail', (meaning) => afterMarks('> ', inMail(http(() => unlisted)(meaning)))],
] as readonly (readonly [string, Write])[])(
  'a code that the contract does not list is said to be that, %s',
  async (_where, write) => {
    const [conflict] = allMeanings.filter(({ status }) => status === 409);
    if (conflict === undefined) throw new TypeError('the contract has no 409');
    const { status, answer, err } = await explained(write(conflict));
    expect([status, answer.status, answer.meanings]).toEqual([2, 409, []]);
    expect(err).not.toMatch(/HTML|XML|JSON|ALREADY_VERIFIED/);
  },
);

it.each([
  ['a sentence', 'HTTP/1.1 404 Not Found\n\nThanks, Dmitri', 404],
  ['a page in a mail', inMail(page({ status: 403 } as CodeMeaning)), 403],
])('%s with a status is no answer that the service sent', async (_what, text, httpStatus) => {
  const { status, answer, err } = await explained(text);
  expect([status, answer.status, answer.meanings]).toEqual([2, httpStatus, []]);
  expect(err).not.toContain('The service answered');
});

it.each(allMeanings)('$code in an object is read, and no status is invented', async (meaning) => {
  const members = `{"success":false,"error":{"code":"${meaning.code}","message":"m"}}`;
  const { status, answer, out } = await explained(members);
  expect(status).toBe(0);
  expect(answer.meanings.map(({ code }) => code)).toEqual([meaning.code]);
  expect(out).not.toContain('error: is missing');
  expect([null, meaning.status]).toContain(answer.status);
});

it('a failure without a code has no status that nobody wrote', async () => {
  const { status, answer } = await explained('{"success":false}');
  expect([status, answer.status]).toEqual([2, null]);
});

it.each([
  ['a dict with its status', `422 {'detail': [{'loc': ['body'], 'msg': 'field required'}]}`],
  ['a dict in a log', `HTTP 422: {'error': 'validation_failed', 'fields': {'price': 'missing'}}`],
  ['a member', `{'status': 422, 'error': 'validation_failed'}`],
  ['an HTTP answer', 'HTTP/1.1 422 Unprocessable Entity\n\n{"detail":[{"msg":"m"}]}'],
])('%s of another service is said to be that, once', async (_what, text) => {
  const { status, err } = await pvg('explain-error -', { stdin: text });
  expect(status).toBe(2);
  expect(err).toContain('422');
  expect(err).not.toMatch(/more than (?:one|1)|The service answered/);
  expect(err).toMatch(/^Next: pvg /m);
});

it('--case of a command without it leads to what keeps something for a ticket', async () => {
  const { status, err } = await pvg('doctor --case T-1');
  expect([status, err]).toEqual([2, expect.stringContaining('pvg journal note --case')]);
});

describe('a page is no answer of the service, also as a word of the command line', () => {
  const ofPage = async (text: string): Promise<unknown[]> => {
    const typed = json(await pvg(['explain-error', '--json', text]));
    const piped = json(await pvg(['explain-error', '--json', '-'], { stdin: text }));
    expect(typed['answer']).toEqual(piped['answer']);
    const { asked, status, meanings } = typed['answer'] as Record<string, unknown>;
    return [asked, status, meanings];
  };

  it.each([
    ['on one line', gatewayPage],
    ['of one heading', '<center><h1>502 Bad Gateway</h1></center>'],
    ['behind words', `we got ${gatewayPage}`],
    ['with its marks escaped', gatewayPage.replaceAll('<', '&lt;').replaceAll('>', '&gt;')],
    ['as a browser shows it', '502 Bad Gateway\n\nnginx/1.18.0 (Ubuntu)'],
    ['as a browser shows it, on one line', '502 Bad Gateway cloudflare'],
  ])('%s', async (_form, text) => {
    expect(await ofPage(text)).toEqual(['this page', 502, []]);
  });

  it('without a status', async () => {
    expect(await ofPage('<!DOCTYPE html><title>Access denied</title>')).toEqual([
      'this page',
      null,
      [],
    ]);
  });

  it.each(['502 Bad Gateway', '502', '<502>'])('and %s is a status', async (text) => {
    const { answer } = json(await pvg(['explain-error', '--json', text]));
    expect((answer as { asked: string }).asked).not.toMatch(/^this (?:answer|page)$/);
  });
});

it.each(causes.map(({ id, mistake, fix }) => [id, mistake, fix]))(
  'the cause %s is told with its fix, and leads nowhere in a circle',
  async (id, mistake, fix) => {
    const { status, out } = await pvg(`explain-error ${id}`);
    expect(status).toBe(0);
    expect(out).toContain(mistake);
    expect(out).toContain(fix);
    expect(out).not.toContain('Next: ');
  },
);
