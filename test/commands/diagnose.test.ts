import { Buffer } from 'node:buffer';
import { createHmac } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../support/context.js';
import { json, pvg } from '../support/pvg.js';

const body = '{"gameId": "demo", "username": "player-42"}';
const hmac = (data: string, key = 'demo-secret-key'): string =>
  createHmac('sha256', key).update(data).digest('hex');
const right = hmac(body);
const compact = hmac('{"gameId":"demo","username":"player-42"}');

const folder = temporaryFolder();
const file = (name: string, content: string | Uint8Array): string => {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
};
const envelope = (signature: string, text = body): string =>
  JSON.stringify({
    url: 'https://s.example/xmdt/session',
    headers: { 'X-Signature': signature },
    body: text,
  });
const flags = (signature: string): string[] => [
  ...['diagnose', '--profile', 'local', '--interface', 'session', '--body', body],
  ...['--signature', signature],
];

describe('pvg diagnose', () => {
  it('says that a right signature is right: status 0', async () => {
    const ended = await pvg([...flags(right), '--json']);
    expect(ended.status).toBe(0);
    expect(json(ended)).toMatchObject({
      match: true,
      findings: [],
      lint: [],
      verdict: { id: 'signature-right' },
    });
  });

  it('shows a person the cause, the difference and the fix, as code on request', async () => {
    const { out } = await pvg([...flags(compact), '--lang', 'python']);
    expect(out).toMatch(/^✘ /);
    expect(out).toContain('body-json-compact');
    expect(out).toContain('Compact JSON (without spaces) was signed');
    expect(out).toContain('hashlib.sha256');
  });

  it('without --lang the code is in the language that User-Agent shows', async () => {
    const ask = async (userAgent: string, ...options: string[]) => {
      const request = JSON.parse(envelope(compact)) as { headers: Record<string, string> };
      request.headers['User-Agent'] = userAgent;
      return pvg(['diagnose', '-', '--profile', 'local', ...options], { stdin: JSON.stringify(request) });
    };
    const go = await ask('Go-http-client/2.0');
    expect(go.out).toContain('\nbody, err := json.Marshal(fields)\n');
    expect(go.out).toContain('\n    return nil, err\n');
    expect(go.out).toContain('Next: pvg sign session --snippet go\n');
    const { findings } = json(await ask('Go-http-client/2.0', '--lang', 'ruby', '--json')) as {
      findings: { code: string }[];
    };
    expect(findings[0]?.code).toContain('JSON.generate(fields)');
    expect((await ask('Mozilla/5.0')).out).not.toContain('json.Marshal');
  });

  it('a problem beside the cause has its own fix; one that the headline tells is not told twice', async () => {
    const at = (path: string, signature: string): string =>
      file('moved.json', envelope(signature).replace('/xmdt/session', path));
    const beside = await pvg(['diagnose', '--profile', 'local', at('/session', compact)]);
    expect(beside.out).toContain(
      'Problem: request-path: The path of the request is not one of the session interface. Send it to ',
    );
    const alone = await pvg(['diagnose', '--profile', 'local', at('/session', right)]);
    expect(alone.out).toContain('Problem: request-path\n');
    expect(alone.out.match(/Send it to/g)).toHaveLength(1);
  });

  it('the next command has the body as it was typed, unless it may have a receipt', async () => {
    const { out } = await pvg([...flags(hmac('something else')), '--budget', '0.3']);
    expect(out).toContain(`Next: pvg diagnose --interface session --body '${body}' --signature `);
    expect(out).not.toContain('$BODY');
    const typed = ['--interface', 'gateway', '--timestamp', '1790000000', '--signature', hmac('x')];
    const options = ['--profile', 'local', '--body', '{"receipt":"abc-123"}', ...typed, '--budget', '0.3'];
    const gateway = await pvg(['diagnose', ...options]);
    expect(gateway.out).toContain('Next: pvg diagnose --interface gateway --body "$BODY" --signature ');
    expect(gateway.out).not.toContain('abc-123');
  });

  it.each([
    ['--lang', {}, ['--lang', 'python'], 'print("message:", message, file=sys.stderr)'],
    ['its User-Agent', { 'User-Agent': 'Go-http-client/2.0' }, [], 'log.Println("message:", message)'],
    ['no code if its language is not known', {}, [], '`--lang <language>` shows how.'],
  ])('tells what to print in the sender’s program: %s', async (_what, more, options, shown) => {
    const headers = { 'X-Client-ID': 'c', 'X-Timestamp': '1753862400', 'X-Signature': right, ...more };
    const stdin = JSON.stringify({ interface: 'gateway', headers, body });
    const { out } = await pvg(['diagnose', '-', '--profile', 'local', '--budget', '0.1', ...options], {
      stdin,
    });
    expect(out).toContain(shown);
  });

  it('asks for the bytes that a session request’s program signs', async () => {
    const ended = await pvg([...flags(hmac('something else')), '--budget', '0.3', '--lang', 'python']);
    expect(ended.out).toContain('body.hex()');
    expect(ended.out).toMatch(/Next: .* --signed-message "\$SIGNED_BYTES_IN_HEX"\n$/);
  });

  it.each<[string, string | Uint8Array]>([
    [
      'an HTTP request',
      `POST /xmdt/session HTTP/1.1\r\nHost: s.example\r\nX-Signature: ${compact}\r\n\r\n${body}`,
    ],
    [
      'a curl command line',
      `curl https://s.example/xmdt/session -H 'X-Signature: ${compact}' --data-raw '${body}'`,
    ],
    ['a JSON envelope', envelope(compact)],
    [
      'a HAR file',
      JSON.stringify({
        log: {
          entries: [
            {
              request: {
                method: 'POST',
                url: 'https://s.example/xmdt/session',
                headers: [{ name: 'X-Signature', value: compact }],
                postData: { text: body },
              },
            },
          ],
        },
      }),
    ],
  ])('reads %s, by its content', async (_form, content) => {
    const ended = await pvg(['diagnose', file('request', content), '--profile', 'local', '--json']);
    expect(ended.status).toBe(6);
    expect(json(ended)).toMatchObject({
      interface: 'session',
      match: false,
      findings: [{ causes: ['body-json-compact'] }],
    });
  });

  it('takes what a dry run wrote', async () => {
    for (const form of ['http', 'curl', 'json']) {
      const dry = await pvg(
        `lookup --profile local --product-id p --package k --receipt r --dry-run --as ${form}`,
      );
      const ended = await pvg('diagnose - --profile local --json', { stdin: dry.out });
      expect(json(ended)).toMatchObject({ interface: 'gateway', match: true });
    }
  });

  it('gives each of several requests its finding, and a count by cause', async () => {
    const lines = [right, compact, compact].map((signature) => envelope(signature)).join('\n');
    const ended = await pvg(['diagnose', file('many.ndjson', lines), '--profile', 'local', '--json']);
    expect(ended.status).toBe(6);
    expect(json(ended)).toMatchObject({
      match: false,
      requests: [{ match: true }, { match: false }, { match: false }],
      counts: { right: 1, 'body-json-compact': 2 },
    });
    const told = await pvg(['diagnose', file('many.ndjson', lines), '--profile', 'local']);
    expect(told.out).toContain('1 of 3 signatures is right.');
    expect(told.out).toContain('2 × body-json-compact');
    expect(told.out).toMatch(/^Next: pvg diagnose \S+many\.ndjson --profile local --json$/m);
  });

  it('counts a signature as unknown beside what else is wrong', async () => {
    const lines = [envelope(hmac('nothing'), '{"gameId":"{{game}}","username":"p"}'), envelope(right)];
    const ended = await pvg('diagnose - --profile local --json --budget 0.1', { stdin: lines.join('\n') });
    expect(json(ended)).toMatchObject({ counts: { 'unknown + request-members': 1, right: 1 } });
  });

  it('takes one-off credentials, for which no profile is needed', async () => {
    const credentials = file(
      'credentials.json',
      JSON.stringify({
        secret_key: 'a-key',
        unknown: 1,
        others: [{ label: 'staging', secret_key: 'other-key-01' }],
      }),
    );
    const ended = await pvg(['diagnose', '-', '--credentials', `@${credentials}`, '--json'], {
      stdin: envelope(hmac(body, 'other-key-01')),
    });
    expect(json(ended)).toMatchObject({ findings: [{ causes: ['secret-wrong-environment'] }] });
    expect(ended.out).toContain('staging');
    expect(ended.out + ended.err).not.toContain('other-key-01');
  });

  it.each<[answer: string, headline: RegExp, status: number]>([
    [
      '401 No\n\n{"success":false,"error":"UNAUTHORIZED"}',
      /cannot succeed\. The service answered HTTP 401 UNAUTHORIZED\./,
      5,
    ],
    [
      '409 No\n\n{"success":false,"error":"DUPLICATE_TRANSACTION"}',
      /another problem\. The service answered HTTP 409 DUPLICATE_TRANSACTION\. The gateway has verified/,
      0,
    ],
    ['502 No', /another problem\. The service answered HTTP 502\./, 0],
    ['200 OK\n\n{"found":true}', /^✔ The signature is right\.$/m, 0],
  ])('names the answer %s', async (answer, headline, status) => {
    const sent = (
      await pvg('lookup --profile local --product-id p --package k --receipt r --dry-run --as http')
    ).out;
    const ended = await pvg('diagnose - --profile local', { stdin: `${sent}\n\nHTTP/1.1 ${answer}` });
    expect(ended.out).toMatch(headline);
    expect(ended.status).toBe(status);
  });

  it('judges the clock only against received_at', async () => {
    const dry = JSON.parse(
      (await pvg('lookup --profile local --product-id p --package k --receipt r --dry-run --as json')).out,
    ) as object;
    const late = JSON.stringify({ ...dry, received_at: 1_790_000_500 });
    const ended = await pvg('diagnose - --profile local --json', { stdin: late });
    expect(ended.status).toBe(5);
    expect(json(ended)).toMatchObject({
      ok: false,
      match: true,
      lint: [{ id: 'ts-clock-skew', effect: 'refused' }],
      advice: 'fix-request',
    });
  });

  it.each<[string, string[], RegExp]>([
    ['nothing', [], /pass a file/],
    ['no signature', ['--interface', 'session', '--body', '{}'], /--signature/],
    ['no interface', ['--body', '{}', '--signature', right], /--interface/],
    ['a file and flags', ['-', '--signature', 'ab'], /A file cannot be used together with --signature/],
    ['credentials that are no JSON', ['-', '--credentials', file('bad', 'nonsense')], /--credentials/],
  ])('refuses %s', async (_what, argv, says) => {
    const ended = await pvg(['diagnose', '--profile', 'local', ...argv], { stdin: envelope(right) });
    expect(ended.status).toBe(2);
    expect(ended.err).toMatch(says);
    expect(ended.out).toBe('');
  });

  it('says 3 when there is no secret', async () => {
    const ended = await pvg('diagnose -', {
      stdin: envelope(right),
      env: { PVG_CLIENT_ID: 'c', PVG_CLIENT_SECRET: 'x-secret-x' },
    });
    expect(ended.status).toBe(3);
    expect(ended.err).toContain('secret key');
  });

  it('diagnoses a body that is no JSON by its bytes, and binary garbage', async () => {
    const bytes = Buffer.from([0xff, 0x00, 0x0a, 0x80, 0x7b]);
    const spec = file('garbage', bytes);
    const signed = createHmac('sha256', 'demo-secret-key').update(bytes).update('\n').digest('hex');
    const given = ['--interface', 'session', '--body', `@${spec}`, '--signature', signed, '--json'];
    const ended = await pvg(['diagnose', '--profile', 'local', ...given]);
    expect(json(ended)).toMatchObject({ findings: [{ causes: ['body-trailing-newline'] }] });
  });
});
