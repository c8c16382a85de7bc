import { describe, expect, it } from 'vitest';
import { hmac, sha256 } from '../helpers/observed.js';
import { json, pvg } from '../helpers/pvg.js';

const timestamp = '1790000000';
const inner = '{"os_id":1,"product_id":"p","package":"k","receipt":"r"}';
const path = '/iap/gateway/verify';

interface Sent {
  readonly body?: string;
  readonly signed?: string;
  readonly time?: string;
  readonly url?: string;
  readonly method?: string;
  readonly secret?: string;
  readonly agent?: string;
  readonly receivedAt?: number;
  readonly change?: (signature: string) => string;
}

interface Found {
  readonly findings: readonly { readonly causes: readonly string[]; readonly fix: string }[];
  readonly lint: readonly { readonly id: string; readonly says: string; readonly fix: string }[];
  readonly verdict: { readonly says: string };
}

function requestOf(sent: Sent): string {
  const { body = inner, signed = body, time = timestamp, url = path, method = 'POST' } = sent;
  const { secret = 'demo-client-secret', agent, receivedAt, change = (each) => each } = sent;
  const signature = change(hmac(secret, `demo-client.${time}.${sha256(signed)}`));
  const headers = {
    'Content-Type': 'application/json',
    'X-Client-ID': 'demo-client',
    'X-Timestamp': time,
    'X-Signature': signature,
    ...(agent === undefined ? {} : { 'User-Agent': agent }),
  };
  return JSON.stringify({ method, url, headers, body, received_at: receivedAt });
}

async function diagnosed(sent: Sent, ...words: readonly string[]) {
  const stdin = requestOf(sent);
  const ended = await pvg(['diagnose', '-', '--profile', 'local', ...words], { stdin });
  return ended;
}
async function told(sent: Sent, ...words: readonly string[]) {
  const ended = await diagnosed(sent, '--json', ...words);
  return { status: ended.status, ...(json(ended) as unknown as Found) };
}
/** What is said of the request itself needs no search for what was signed. */
const linted = (sent: Sent) => told(sent, '--budget', '0.01');
const lintIds = ({ lint }: Found): string[] => lint.map(({ id }) => id);

describe('upper-case hex, whose case the contract shows for one interface', () => {
  it('is a warning at the gateway, and never a certain mistake', async () => {
    const sent = { change: (signature: string) => signature.toUpperCase() };
    const { status, findings } = await told(sent);
    expect(status).toBe(6);
    expect(findings[0]?.causes).toEqual(['out-uppercase-hex']);
    expect((await diagnosed(sent)).out).toMatch(/^! /);
    const refused = { ...sent, receivedAt: Number(timestamp) + 3_000 };
    expect((await diagnosed(refused)).out).toMatch(/^✘ /);
  });

  it('is a mistake of a session', async () => {
    const body = '{"gameId":"demo","username":"x"}';
    const headers = { 'X-Signature': hmac('demo-secret-key', body).toUpperCase() };
    const stdin = JSON.stringify({ method: 'POST', url: '/xmdt/session', headers, body });
    const ended = await pvg(['diagnose', '-', '--profile', 'local'], { stdin });
    expect(ended.status).toBe(6);
    expect(ended.out).toMatch(/^✘ /);
  });
});

describe('a fix that the same run would refuse is not told', () => {
  it.each<[what: string, sent: Sent, cause: string]>([
    ['an envelope', { body: `{"data":${inner}}`, signed: inner }, 'body-member-only'],
    [
      'names of another style',
      { body: inner.replace('product_id', 'productId'), signed: inner },
      'body-keys-recased',
    ],
    [
      'a member that was not sent',
      { body: inner.replace('"product_id":"p",', ''), signed: inner },
      'body-member-missing',
    ],
  ])('of %s', async (_what, sent, cause) => {
    const { findings, lint } = await told(sent);
    const [finding] = findings;
    if (finding?.causes.includes(cause) !== true) return expect(cause).toBe('body-member-missing');
    expect(finding.fix).toMatch(/^Send (?:exactly the bytes|the object) that w/);
    expect(lint.length).toBeGreaterThan(0);
    for (const problem of lint) expect(problem.fix).toBe(finding.fix);
  });

  it('but one of bytes that are no better signs what is sent', async () => {
    const { findings } = await told({ body: `{"data":{"a":1},"b":2}`, signed: '{"a":1}' });
    expect(findings[0]?.fix).toMatch(/^Sign the complete body/);
  });

  it('of a backslash and an n removes both', async () => {
    const { findings } = await told({ secret: 'demo-client-secret\\n' });
    expect(findings[0]?.causes).toEqual(['secret-literal-newline']);
  });
});

describe('a timestamp has all its problems', () => {
  it.each<[time: string, form: string]>([
    [`${timestamp}.25`, 'ts-float-both'],
    [`${timestamp}000`, 'ts-ms-both'],
    ['2026-09-21T14:13:20Z', 'ts-iso-both'],
  ])('its form and its moment: %s', async (time, form) => {
    const found = await told({ time, receivedAt: Number(timestamp) + 10_000 });
    expect(lintIds(found)).toEqual([form, 'ts-clock-skew']);
    expect(lintIds(await told({ time, receivedAt: Number(timestamp) + 10 }))).toEqual([form]);
  });

  it('a date without a zone has no certain moment', async () => {
    const found = await told({
      time: '2026-09-21T14:13:20',
      receivedAt: Number(timestamp) + 20_000,
    });
    expect(lintIds(found)).toEqual(['ts-iso-both']);
  });
});

describe('an empty body', () => {
  const empty = { body: '', signed: inner };
  it('of a GET with a signature is told as a followed redirect', async () => {
    const found = await linted({ ...empty, method: 'GET' });
    expect(lintIds(found)).toEqual(['request-method']);
    expect(found.lint[0]?.says).toContain('redirect');
  });

  it('whose fields are in the query string names them, and no client of another language', async () => {
    const url = `${path}?receipt=r&product_id=p&os_id=1`;
    const { lint } = await linted({ ...empty, url });
    expect(lint[0]?.says).toContain('query string');
    expect(lint[0]?.fix).not.toContain('params');
    const python = await linted({ ...empty, url, agent: 'python-requests/2.34.2' });
    expect(python.lint[0]?.fix).toContain('params=');
    expect(python.lint[0]?.fix).not.toContain('axios');
  });

  it('may be a stream that was read', async () => {
    const { lint } = await linted(empty);
    expect(lint[0]?.fix).toContain('stream');
  });
});

describe('a body that is no JSON', () => {
  const isOfLog = ({ lint }: Found): boolean => lint.some(({ fix }) => fix.includes('log'));
  it.each<[body: string, isCopied: boolean]>([
    ['{"os_id":1,"receipt":"abc', true],
    ['{\\x22os_id\\x22:1}', true],
    ['{os_id:1}', false],
    ['os_id', false],
  ])('is taken for the copy of a log only if it looks like one: %s', async (body, isCopied) => {
    expect(isOfLog(await linted({ body, signed: inner }))).toBe(isCopied);
  });

  it('and is a placeholder is not judged as JSON', async () => {
    const found = await linted({ body: '[body omitted]', signed: inner });
    expect(lintIds(found)).toEqual(['request-masked']);
  });
});
