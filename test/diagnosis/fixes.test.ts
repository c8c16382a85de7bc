import { createHash, createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { interfaces, records, type Interface } from '../../src/contract/interfaces.js';
import { catalogue, causeIds, type CauseId } from '../../src/diagnosis/catalogue/catalogue.js';
import { isOf } from '../../src/diagnosis/catalogue/cause.js';
import { fixCode, fixKind } from '../../src/diagnosis/catalogue/fix-code.js';
import type { FixKind } from '../../src/languages/fixes.js';
import { languageNames, languages, type LanguageName } from '../../src/languages/languages.js';

const ofLanguage = (language: LanguageName) =>
  causeIds.flatMap((id) => interfaces.map((scheme) => ({ id, scheme, code: fixCode(id, language, scheme) })));

describe.each(languageNames)('the fixes in %s', (language) => {
  const fixes = ofLanguage(language);

  it('exist for every cause on both interfaces, in 3 to 12 lines', () => {
    const lines = ({ code }: (typeof fixes)[number]): number => code.split('\n').length;
    expect(fixes.filter((fix) => lines(fix) < 3 || lines(fix) > 12)).toEqual([]);
  });

  it('are clean text: no tab, no stray space, no empty line, no more than 120 columns', () => {
    expect(fixes.filter(({ code }) => /\t|\r| $|^$|.{121}/m.test(code))).toEqual([]);
  });

  it('begin with a comment that says what they show', () => {
    expect(fixes.filter(({ code }) => !code.startsWith(`${languages[language].comment} `))).toEqual([]);
  });

  it('hold no secret and no address', () => {
    expect(fixes.filter(({ code }) => /https?:\/\/|[0-9A-Za-z+=]{40,}/.test(code))).toEqual([]);
  });

  it('read the secret of the interface they are for', () => {
    const foreign = { gateway: 'SECRET_KEY', session: 'CLIENT_SECRET' };
    expect(fixes.filter(({ scheme, code }) => code.includes(foreign[scheme]))).toEqual([]);
  });

  it.each<[FixKind, Interface, string[]]>([
    ['headers', 'gateway', ['x-client-id', 'x-signature', 'x-timestamp']],
    ['headers', 'session', ['x-signature']],
  ])('name exactly the headers of the contract: %s, %s', (kind, scheme, names) => {
    const codes = fixes.filter(({ id, scheme: own }) => own === scheme && fixKind(id, own) === kind);
    for (const { code } of codes) {
      expect([...new Set(code.toLowerCase().match(/\bx-[a-z]+(-[a-z]+)*/g))].sort()).toEqual(names);
    }
  });
});

it.each<[CauseId, Interface, FixKind]>([
  ['body-json-php', 'gateway', 'serialise-once'],
  ['body-trailing-newline', 'session', 'no-extra-bytes'],
  ['body-charset-utf16', 'session', 'utf8-bytes'],
  ['body-empty-placeholder', 'gateway', 'empty-body'],
  ['bodyhash-uppercase', 'gateway', 'body-hash'],
  ['layout-order', 'gateway', 'message-layout'],
  ['scheme-confused', 'gateway', 'message-layout'],
  ['scheme-confused', 'session', 'session-message'],
  ['layout-timestamp-prefixed', 'session', 'session-message'],
  ['secret-trailing-newline', 'gateway', 'secret-trim'],
  ['secret-base64-decoded', 'session', 'secret-as-text'],
  ['secret-wrong-environment', 'session', 'secret-right-one'],
  ['key-message-swapped', 'gateway', 'argument-order'],
  ['alg-plain-hash', 'session', 'hmac-sha256'],
  ['out-base64', 'gateway', 'hex-lower'],
  ['ts-regenerated', 'gateway', 'unix-seconds'],
  ['client-id-case', 'gateway', 'client-id'],
  ['hdr-name-wrong', 'session', 'headers'],
])('mends %s on the %s with %s', (id, scheme, kind) => {
  expect(fixKind(id, scheme)).toBe(kind);
});

it('never sends to the session interface what only the gateway has', () => {
  const gatewayKinds: FixKind[] = ['body-hash', 'message-layout', 'unix-seconds', 'client-id'];
  const onSession = causeIds.filter((id) => isOf(catalogue[id], records.session));
  expect(onSession.filter((id) => gatewayKinds.includes(fixKind(id, 'session')))).toEqual([]);
});

// The other languages run for real in test/languages/run.
describe('the fixes in node, run', () => {
  const sha256 = (data: string | Buffer): string => createHash('sha256').update(data).digest('hex');
  const hmac = (data: string | Buffer): string => createHmac('sha256', 'sécret').update(data).digest('hex');
  const file = Buffer.from('\ufeff{"f":"é"}\r\n\n');
  const scope = {
    createHash,
    createHmac,
    readFileSync: () => file,
    process: { env: { CLIENT_SECRET: ' sécret\n', SECRET_KEY: ' sécret\n', CLIENT_ID: 'client-1\n' } },
    console: { error: () => undefined },
    clientId: 'client-1',
    timestamp: '1700000000',
    bodyHash: sha256('given'),
    secret: 'sécret',
    message: `client-1.1700000000.${sha256('given')}`,
    text: '{"t":"é 💎"}',
    body: Buffer.from('{"b":"ü"}'),
    signature: 'given',
    payload: { p: 'ü' },
    url: 'x',
    headers: {},
  };
  type Name = 'body' | 'bodyHash' | 'message' | 'signature' | 'timestamp' | 'clientId' | 'secret';
  type Result = Record<Name, string | Buffer>;

  async function run(id: CauseId, scheme: Interface): Promise<Result & { sent: Buffer | undefined }> {
    let sent: Buffer | undefined;
    const fetch = (_: string, request: { body: Buffer }): void => void (sent = request.body);
    const names = [...Object.keys(scope), 'fetch'];
    // The inner block lets the code give its own values to the names that it is given.
    const source = `return (async () => { { ${fixCode(id, 'node', scheme)}
      return { body, bodyHash, message, signature, timestamp, clientId, secret }; } })()`;
    const code = new Function(...names, source) as (...values: unknown[]) => Promise<Result>;
    return { ...(await code(...Object.values(scope), fetch)), sent };
  }

  it.each<[CauseId, Interface, string | Buffer]>([
    ['body-json-js', 'gateway', '{"p":"ü"}'],
    ['body-json-js', 'session', '{"p":"ü"}'],
    ['body-charset-latin1', 'gateway', scope.text],
    ['body-charset-latin1', 'session', scope.text],
    ['body-crlf', 'gateway', file],
    ['body-crlf', 'session', file],
  ])('sign what they send: %s, %s', async (id, scheme, bytes) => {
    const { bodyHash, signature, sent } = await run(id, scheme);
    expect(sent).toEqual(Buffer.from(bytes));
    if (scheme === 'gateway') expect(bodyHash).toBe(sha256(sent ?? ''));
    else expect(signature).toBe(hmac(sent ?? ''));
  });

  it.each<[CauseId, Interface]>([
    ['layout-separator', 'gateway'],
    ['scheme-confused', 'session'],
    ['secret-hex-decoded', 'gateway'],
    ['key-message-swapped', 'session'],
    ['alg-hmac-sha1', 'gateway'],
    ['out-uppercase-hex', 'session'],
  ])('make the right signature: %s, %s', async (id, scheme) => {
    const { signature } = await run(id, scheme);
    expect(signature).toBe(hmac(scheme === 'gateway' ? scope.message : scope.body));
  });

  it('hash an empty body as zero bytes', async () => {
    expect((await run('bodyhash-empty-omitted', 'gateway')).bodyHash).toBe(sha256(''));
    expect((await run('body-empty-placeholder', 'session')).signature).toBe(hmac(''));
  });

  it('trim what they read, and take the time in seconds', async () => {
    expect((await run('secret-trailing-newline', 'gateway')).secret).toBe('sécret');
    expect((await run('client-id-whitespace', 'gateway')).clientId).toBe('client-1');
    const { timestamp, message } = await run('ts-ms-both', 'gateway');
    expect(timestamp).toMatch(/^\d{10}$/);
    expect(message).toBe(`client-1.${String(timestamp)}.${scope.bodyHash}`);
  });

  it('run without an error for every cause on both interfaces', async () => {
    for (const id of causeIds) for (const scheme of interfaces) await run(id, scheme);
  });
});
