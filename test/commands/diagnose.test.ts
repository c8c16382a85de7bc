import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { exitStatuses } from '../../src/failure.js';
import { temporaryFolder } from '../helpers/context.js';
import { sha256 } from '../helpers/observed.js';
import { json, pvg, type Ended } from '../helpers/pvg.js';
import { hmac } from '../helpers/signer.js';

const body = '{"gameId": "demo", "username": "player-42"}';
const keyed = (data: string | Buffer): string => hmac('demo-secret-key', data);
const right = keyed(body);
const compact = keyed('{"gameId":"demo","username":"player-42"}');
const nothing = keyed('something else');

const http = (signature: string, sent = body): string =>
  `POST /xmdt/session HTTP/1.1\r\nX-Signature: ${signature}\r\n\r\n${sent}`;
const envelope = (signature: string, headers = {}, url = '/xmdt/session'): string =>
  JSON.stringify({ url, headers: { 'X-Signature': signature, ...headers }, body });
const flags = (signature: string) => [
  '--interface',
  'session',
  '--body',
  body,
  '--signature',
  signature,
];
function folderWith(files: Readonly<Record<string, string | Buffer>>): string {
  const folder = temporaryFolder();
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
  return folder;
}
const diagnose = (
  words: readonly string[],
  stdin = '',
  folder = temporaryFolder(),
): Promise<Ended> =>
  pvg(['diagnose', '--profile', 'local', '--budget', '0.3', ...words], { stdin, folder });
const dryRun = (form: string): Promise<Ended> =>
  pvg(`lookup --profile local --product-id p --package k --receipt r --dry-run --as ${form}`);

describe('pvg diagnose', () => {
  it.each([
    ['hashlib.sha256', 'any', ['--lang', 'python']],
    ['body, err := json.Marshal(fields)', 'Go-http-client/2.0', []],
    ['JSON.generate(fields)', 'Go-http-client/2.0', ['--lang', 'ruby']],
  ])(
    'shows the fix as code, in the language of --lang or of the User-Agent: %s',
    async (code, agent, lang) => {
      const { status, out } = await diagnose(
        ['-', ...lang],
        envelope(compact, { 'User-Agent': agent }),
      );
      expect(status).toBe(6);
      for (const part of [/^✘ Compact JSON /, 'body-json-compact', code]) expect(out).toMatch(part);
      expect((await diagnose(['-'], envelope(compact))).out).not.toContain(code);
    },
  );

  it('a problem beside the cause has its own fix; one that the headline tells is not told twice', async () => {
    const beside = await diagnose(['-'], envelope(compact, {}, 'https://s.example/session'));
    expect(beside.out).toMatch(/^Problem: request-path: .*Send the request to /m);
    const alone = await diagnose(['-'], envelope(right, {}, 'https://s.example/session'));
    expect(alone.out).toContain('Problem: request-path\n');
    expect(alone.out.match(/Send the request to/g)).toHaveLength(1);
  });

  it.each([
    [
      '{"gameId": 1, "username": 2}',
      /`gameId`.*Send `gameId` as .*`username`.*Send `username` as /,
    ],
    ['{"gameId": "", "username": ""}', /`gameId`.*`username`.*Send a value in /],
  ])('problems of one kind are on one line, each fix once: %s', async (sent, told) => {
    const signature = keyed(JSON.stringify(JSON.parse(sent)));
    const { out } = await diagnose(['-'], http(signature, sent));
    const problems = out.match(/^Problem: request-members: .*$/gm) ?? [];
    expect(problems).toEqual([expect.stringMatching(told)]);
    const fixes = problems.join().match(/\bSend [^.]*\./g) ?? [];
    expect(new Set(fixes).size).toBe(fixes.length);
  });

  it('the next command has the body as it was typed, unless it may have a receipt', async () => {
    const { out } = await diagnose(flags(nothing));
    expect(out).toContain(`Next: pvg diagnose --interface session --body '${body}' --signature `);
    const typed = ['--interface', 'gateway', '--timestamp', '1790000000', '--signature', nothing];
    const gateway = await diagnose([...typed, '--body', '{"receipt":"abc-123"}']);
    expect(gateway.out).toContain(
      'Next: pvg diagnose --interface gateway --body "$BODY" --signature ',
    );
    expect(gateway.out).not.toContain('abc-123');
  });

  it.each([
    ['php', false],
    ['python', true],
  ])('the advice is for the language of --lang: %s', async (language, isForPython) => {
    const { out } = await diagnose(['-', '--lang', language], envelope(compact));
    expect(out.includes('In Python, ')).toBe(isForPython);
  });

  it('the wrong interface for a right request is no mistake of its sender', async () => {
    const made = await dryRun('http');
    const line = ['diagnose', '-', '--profile', 'local', '--interface', 'session'];
    const ended = await pvg(line, { stdin: made.out });
    expect(ended).toMatchObject({ status: 2, out: '' });
    expect(ended.err).toContain('Leave out `--interface session`.');
    expect(ended.err).not.toMatch(/Cause|Problem/);
  });

  it.each([
    ['--profile local', '--interface session'],
    ['--interface session --profile local', '--secret-key-file key'],
    ['--credentials @c', '--interface session'],
    ['--interface session', '--credentials @c'],
  ])('the next command reads a file as this one did: %s %s', async (first, second) => {
    const folder = folderWith({
      'req.http': http(nothing).replace('/xmdt/session', '/x'),
      c: JSON.stringify({ secret_key: 'a-key' }),
      key: 'another-key',
    });
    const typed = `diagnose req.http --budget 0.3 ${first} ${second}`;
    const ended = await pvg(typed, { folder });
    const [, next = ''] = /^Next: pvg (.*)$/m.exec(ended.out) ?? [];
    expect(next).toMatch(/^diagnose .*--signed-message/);
    for (const option of [first, second]) expect(next).toContain(option);
    const again = await pvg(next.replace(/"\$.*"/, 'aa'), { folder });
    expect([ended.status, again.status]).toEqual([6, 6]);
  });

  it('the next command names a file for the secrets that came on standard input', async () => {
    const folder = folderWith({ 'req.http': http(nothing) });
    const stdin = JSON.stringify({ secret_key: 'a-key' });
    const { out } = await pvg('diagnose req.http --budget 0.3 --credentials -', { folder, stdin });
    expect(out).toContain('--credentials "@$CREDENTIALS_FILE"');
  });

  it('a message of UTF-16 that has only its mark is empty', async () => {
    const folder = folderWith({ message: Buffer.from('\uFEFF', 'utf16le') });
    const line = [...flags(nothing), '--signed-message', '@message'];
    const { status, out, err } = await diagnose(line, '', folder);
    expect([status, out]).toEqual([2, '']);
    expect(err).toContain('The message of --signed-message is empty.');
  });

  const gateway = { 'X-Client-ID': 'demo-client', 'X-Timestamp': '1753862400' };
  it.each([
    ['print("message:", message, file=sys.stderr)', gateway, ['--lang', 'python']],
    ['log.Println("message:", message)', { ...gateway, 'User-Agent': 'Go-http-client/2.0' }, []],
    ['`--lang <language>` prints the code.', gateway, []],
    ['--signed-message "$SIGNED_BYTES_IN_HEX"', {}, []],
  ])('tells what to print in the sender’s program: %s', async (shown, headers, lang) => {
    const url = 'X-Client-ID' in headers ? '/iap/gateway/verify' : '/xmdt/session';
    expect((await diagnose(['-', ...lang], envelope(nothing, headers, url))).out).toContain(shown);
  });

  it('says step by step how to find a mistake that pvg does not know', async () => {
    const sent = envelope(nothing, gateway, '/iap/gateway/verify');
    const { out } = await diagnose(['-'], sent);
    expect(out.match(/^(?:\d\.| {3}-|Problem:)/gm)).toEqual([
      '1.',
      '2.',
      '3.',
      ...Array<string>(4).fill('   -'),
      '4.',
    ]);
  });

  it('offers the code in every language where nothing shows one, and guesses none', async () => {
    const first = await diagnose(['r'], '', folderWith({ r: http(compact) }));
    expect(first.out).toMatch(/`--lang <language>` prints the code of the fix: node, .*\n$/);
    expect(first.out).not.toContain('Next:');
    const empty = await diagnose(['-', '--lang', ''], http(compact));
    expect([empty.status, empty.err]).toEqual([2, expect.stringContaining('--lang is empty')]);
  });

  it.each([
    ['POST /xmdt/session HTTP/1.1\n\n{}', '--secret-key-file "$SECRET_KEY_FILE"'],
    [
      envelope(nothing, gateway, '/iap/gateway/verify'),
      '--client-secret-file "$CLIENT_SECRET_FILE"',
    ],
  ])('without any secret says how to give it once: %s', async (stdin, option) => {
    const { status, err } = await pvg('diagnose -', { stdin });
    expect([status, err]).toEqual([3, expect.stringContaining('no secret to check the signature')]);
    expect(err).toContain(`Next: pvg diagnose "$REQUEST_FILE" ${option}`);
  });

  it('of credentials in another spelling says the name that is read', async () => {
    const folder = folderWith({ c: '{"clientId":"c","clientSecret":"s-e-c-r-e-t"}' });
    const ended = await pvg('diagnose - --credentials @c', { stdin: http(right), folder });
    expect([ended.status, ended.err]).toEqual([2, expect.stringContaining('`client_secret`')]);
    expect(ended.err).not.toMatch(/s-e-c|doctor/);
  });

  it('has only members that the schema describes', async () => {
    const lines = [http(compact), http(right, '{"gameId":1}')];
    const { properties } = JSON.parse(readFileSync('docs/schemas/result.schema.json', 'utf8')) as {
      properties: Record<string, { items?: { properties: object } }>;
    };
    for (const stdin of lines) {
      const object = json(await diagnose(['-', '--json', '--lang', 'go'], stdin));
      for (const list of ['findings', 'lint']) {
        const described = Object.keys(properties[list]?.items?.properties ?? {});
        const found = (object[list] as object[]).flatMap((each) => Object.keys(each));
        expect(described).toEqual(expect.arrayContaining(found));
      }
    }
  });

  it('without a request says how to catch one', async () => {
    const { status, err } = await diagnose(['-'], 'level=error msg="got 401"');
    expect([status, err]).toEqual([
      2,
      expect.stringMatching(/Next: pvg listen --profile local\n$/),
    ]);
  });

  it.each(['http', 'curl', 'json'])(
    'recognises what a dry run wrote, and finds it right: %s',
    async (form) => {
      const ended = await diagnose(['-', '--json'], (await dryRun(form)).out);
      const said = {
        exit: 0,
        match: true,
        findings: [],
        lint: [],
        verdict: { id: 'signature-right' },
      };
      expect(json(ended)).toMatchObject({ interface: 'gateway', ...said });
    },
  );

  it('gives each of several requests its finding, and a count by cause', async () => {
    const lines = [right, compact, compact].map((signature) => envelope(signature));
    const unknown = envelope(nothing).replace('demo', '{{game}}');
    const folder = folderWith({ 'many.ndjson': [...lines, unknown].join('\n') });
    const ended = await diagnose(['many.ndjson', '--json'], '', folder);
    expect(json(ended)).toMatchObject({
      exit: 6,
      match: false,
      requests: [{ match: true }, { match: false }, { match: false }, { match: false }],
      counts: { right: 1, 'body-json-compact': 2, 'unknown + request-members': 1 },
    });
    const told = await diagnose(['many.ndjson'], '', folder);
    expect(told.out).toContain('Right signatures: 1 of 4.');
    expect(told.out).toContain('2 × body-json-compact');
    expect(told.out).toMatch(/^Next: pvg diagnose \S*many\.ndjson --entry \d --profile local$/m);
  });

  it('takes one-off credentials, for which no profile is needed', async () => {
    const others = [{ label: 'staging', secret_key: 'other-key-01' }];
    const folder = folderWith({ c: JSON.stringify({ secret_key: 'a-key', unknown: 1, others }) });
    const stdin = envelope(hmac('other-key-01', body));
    const ended = await pvg('diagnose - --credentials @c --json', { stdin, folder });
    expect(json(ended)).toMatchObject({ findings: [{ causes: ['secret-wrong-environment'] }] });
    expect(ended.out).toContain('staging');
    expect(ended.out + ended.err).not.toContain('other-key-01');
  });

  it.each<[others: unknown]>([[{ label: 'staging', secret_key: 'other-key-01' }], ['a text'], [1]])(
    'refuses credentials whose others are no list: %j',
    async (others) => {
      const folder = folderWith({ c: JSON.stringify({ secret_key: 'a-key', others }) });
      const stdin = envelope(hmac('other-key-01', body));
      const ended = await pvg('diagnose - --credentials @c --json', { stdin, folder });
      expect(json(ended)).toMatchObject({ exit: 2, error: { code: 'input-unreadable' } });
      expect(ended.out + ended.err).not.toContain('other-key-01');
    },
  );

  it('takes credentials whose others are null', async () => {
    const folder = folderWith({ c: JSON.stringify({ secret_key: 'a-key', others: null }) });
    const stdin = envelope(hmac('a-key', body));
    const ended = await pvg('diagnose - --credentials @c --json', { stdin, folder });
    expect(json(ended)).toMatchObject({ exit: 0, match: true });
  });

  it.each<[answer: string, headline: RegExp, status: number]>([
    [
      '401 No\n\n{"success":false,"error":"UNAUTHORIZED"}',
      /cannot succeed\. .* 401 UNAUTHORIZED\./,
      5,
    ],
    [
      '409 No\n\n{"success":false,"error":"DUPLICATE_TRANSACTION"}',
      /another problem\. .* The gateway has/,
      0,
    ],
    ['502 No', /another problem\. The service answered HTTP 502\./, 0],
    ['200 OK\n\n{"found":true}', /^✔ The signature is right\.$/m, 0],
  ])('names the answer %s', async (answer, headline, status) => {
    const ended = await diagnose(['-'], `${(await dryRun('http')).out}\n\nHTTP/1.1 ${answer}`);
    expect([ended.status, ended.out]).toEqual([status, expect.stringMatching(headline)]);
  });

  it('judges the clock only against received_at', async () => {
    const dry = JSON.parse((await dryRun('json')).out) as object;
    const ended = await diagnose(
      ['-', '--json'],
      JSON.stringify({ ...dry, received_at: 1_790_000_500 }),
    );
    const lint = [{ id: 'ts-clock-skew', effect: 'refused' }];
    expect(json(ended)).toMatchObject({
      exit: 5,
      ok: false,
      match: true,
      lint,
      advice: 'fix-request',
    });
    expect(exitStatuses[5]).toContain('diagnose: ');
    const unjudged = 'so X-Timestamp was not compared with a clock.';
    expect((await diagnose(['-'], JSON.stringify(dry))).out).toContain(unjudged);
    const judged = { ...dry, received_at: 1_790_000_100 };
    expect((await diagnose(['-'], JSON.stringify(judged))).out).not.toContain(unjudged);
  });

  it.each<[RegExp, ...string[]]>([
    [/pass a file/],
    [/--signature/, '--interface', 'session', '--body', '{}'],
    [/--interface/, '--body', '{}', '--signature', right],
    [/A file cannot be used together with --signature/, '-', '--signature', 'ab'],
    [/--credentials/, '-', '--credentials', '@a.http'],
    [/The folder has no file with a request\./, 'empty'],
    [/there is no such file/, 'a.http', 'nowhere'],
    [/cannot both read standard input/, '-', '-'],
  ])('refuses what it cannot read: %s', async (says, ...words) => {
    const folder = folderWith({ 'a.http': http(right) });
    mkdirSync(join(folder, 'empty'));
    const ended = await diagnose(words, envelope(right), folder);
    expect([ended.status, ended.out, ended.err]).toEqual([2, '', expect.stringMatching(says)]);
  });

  it('says 3 when there is no secret', async () => {
    const env = { PVG_CLIENT_ID: 'c', PVG_CLIENT_SECRET: 'x-secret-x' };
    const ended = await pvg('diagnose -', { stdin: envelope(right), env });
    expect([ended.status, ended.err]).toEqual([3, expect.stringContaining('secret key')]);
  });

  it('diagnoses binary garbage by its bytes', async () => {
    const bytes = Buffer.from([0xff, 0x00, 0x0a, 0x80, 0x7b]);
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'garbage'), bytes);
    const signature = keyed(Buffer.concat([bytes, Buffer.from('\n')]));
    const given = [
      '--interface',
      'session',
      '--body',
      '@garbage',
      '--signature',
      signature,
      '--json',
    ];
    expect((await diagnose(given, '', folder)).status).toBe(2);
    expect(json(await diagnose([...given, '--force'], '', folder))).toMatchObject({
      findings: [{ causes: ['body-trailing-newline'] }],
    });
  });
});

describe('the line break that ends a file', () => {
  it.each([
    ['signed without it', body, 'The signature is right. The file adds white space'],
    ['signed with it', `${body}\n`, 'The signature is right. That counts the line break'],
  ])('may be of the body or not, which is said: %s', async (_, signed, says) => {
    const ended = await diagnose(['-'], `${http(keyed(signed))}\n`);
    expect([ended.status, ended.out]).toEqual([0, expect.stringContaining(says)]);
  });

  it('is not told beside another mistake, nor in the values that are expected', async () => {
    const found = await diagnose(['-', '--json'], `${http(compact)}\n`);
    expect(json(found)).toMatchObject({ findings: [{ causes: ['body-json-compact'] }] });
    expect(found.out).not.toContain('at its end');
    const [values, same] = await Promise.all(
      ['\n', ''].map(
        async (end) => json(await diagnose(['-', '--json'], http(nothing) + end))['expected'],
      ),
    );
    expect(values).toEqual(same);
  });

  it('is not in the hash that the sender’s own is compared with', async () => {
    const headers = 'X-Client-ID: demo-client\r\nX-Timestamp: 1790000000\r\nX-Signature:';
    const call = http(nothing)
      .replace('X-Signature:', headers)
      .replace('xmdt/session', 'iap/gateway/verify');
    const own = ['--signed-body-hash', sha256(body)];
    const ended = await diagnose(['-', '--json', ...own], `${call}\n`);
    expect(json(ended)).toMatchObject({ expected: [{ step: 'body_hash', same: true }, {}, {}] });
  });

  it.each([
    ['-d', `${body}\n`, ['body-trailing-newline']],
    ['--data-binary', `${body}\n`, []],
    ['-d', body, []],
    ['--data-binary', body, ['body-trailing-newline-missing']],
  ])(
    'is read from the file of curl %s as curl sends it, signed %j',
    async (option, signed, causes) => {
      const headers = `-H 'X-Signature: ${keyed(signed)}' -H 'Content-Type: application/json'`;
      const curl = `curl https://a.example/xmdt/session ${headers} ${option} @body.json\n`;
      const folder = folderWith({ 'body.json': `${body}\n`, 'curl.txt': curl });
      const told = json(await diagnose(['curl.txt', '--body', '@body.json', '--json'], '', folder));
      expect(told).toMatchObject({
        exit: causes.length > 0 ? 6 : 0,
        findings: causes.map((id) => ({ causes: [id] })),
      });
    },
  );
});

describe('several files', () => {
  it('are read each under its name; a broken one does not stop the others', async () => {
    const files = { 'a.http': http(right), 'b.http': http(nothing), 'c.json': '{"headers":' };
    const ended = await diagnose([...Object.keys(files), '--json'], '', folderWith(files));
    expect(json(ended)).toMatchObject({
      exit: 6,
      requests: [
        { request: 'a.http', match: true },
        { request: 'b.http', match: false },
        {
          request: 'c.json',
          match: false,
          error: expect.stringContaining('ends too early') as string,
        },
      ],
    });
  });

  it('may be a folder: those without a request are named', async () => {
    const folder = folderWith({ 'a.http': http(right), 'body.json': body, '.gitignore': '*' });
    mkdirSync(join(folder, 'more'));
    writeFileSync(join(folder, 'more', 'b.http'), http(nothing));
    const ended = await diagnose([folder, '--json']);
    expect(json(ended)).toMatchObject({ exit: 0, match: true });
    expect(ended.err).toContain('Skipped body.json: it contains no request.');
  });
});
