import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { interfaces, paths, records, type Interface } from '../../src/contract/interfaces.js';
import { verify } from '../../src/signing/scheme.js';
import { programOf } from '../../src/languages/language.js';
import {
  languageOfClient,
  languageNames,
  languages,
  type LanguageName,
} from '../../src/languages/languages.js';

const snippet = (language: LanguageName, scheme: Interface): string => programOf(languages[language], scheme);

const all = languageNames.flatMap((language) =>
  interfaces.map((scheme) => ({ language, scheme, text: snippet(language, scheme) })),
);

const distinct = (text: string, pattern: RegExp): string[] => [...new Set(text.match(pattern))].sort();

/** How each language writes JSON: once in a snippet, or what is sent is not what was signed. */
const encoders: Record<LanguageName, string> = {
  node: 'JSON.stringify(',
  python: 'json.dumps(',
  php: 'json_encode(',
  go: 'json.Marshal(',
  java: 'writeValueAsBytes(',
  kotlin: 'writeValueAsBytes(',
  csharp: 'JsonSerializer.SerializeToUtf8Bytes(',
  ruby: 'JSON.generate(',
  rust: 'serde_json::to_vec(',
  cpp: '.dump()',
  unreal: 'FTCHARToUTF8 JsonUtf8(',
  unity: 'fields.ToString(Formatting.None)',
  lua: 'cjson.encode(',
  perl: 'JSON::PP->new->utf8->encode(',
  elixir: 'JSON.encode!(',
  dart: 'jsonEncode(',
  swift: 'JSONEncoder().encode(',
  gdscript: 'JSON.stringify(',
  bash: 'jq -cn ',
};

it('knows every promised language, in the order of the manual', () => {
  expect(languageNames.join('|')).toBe(
    'node|python|php|go|java|kotlin|csharp|ruby|rust|cpp|unreal|unity|lua|perl|elixir|dart|swift|gdscript|bash',
  );
});

it.each<[string, string | undefined]>([
  ['python-requests/2.32.3', 'python'],
  ['Python/3.12 aiohttp/3.9.5', 'python'],
  ['Go-http-client/2.0', 'go'],
  ['GuzzleHttp/7', 'php'],
  ['okhttp/4.12.0', 'java'],
  ['Java/21.0.2', 'java'],
  ['node', 'node'],
  ['axios/1.7.2', 'node'],
  ['Ktor client', 'kotlin'],
  ['UnityPlayer/2022.3.10f1 (UnityWebRequest/1.0, libcurl/8.1.1-DEV)', 'unity'],
  ['Game/++UE5+Release-5.3-CL-29314046 Linux/5.15', 'unreal'],
  ['req/0.5.6', 'elixir'],
  ['Dart/3.5 (dart:io)', 'dart'],
  ['Game/1 CFNetwork/1494.0.7 Darwin/23.4.0', 'swift'],
  ['GodotEngine/4.4.stable.official (Linux)', 'gdscript'],
  ['curl/8.5.0', 'bash'],
  ['Mozilla/5.0 (X11; Linux x86_64) Java/1', undefined],
  ['', undefined],
])('takes the language of a sender from its User-Agent: %s', (userAgent, language) => {
  expect(languageOfClient(userAgent)).toBe(language);
});

describe.each(all)('the $language snippet for the $scheme interface', ({ language, scheme, text }) => {
  // An engine has its own program, and no first words.
  const isProgram = language !== 'unity' && language !== 'unreal';

  it("names exactly the contract's headers", () => {
    expect(distinct(text.toLowerCase(), /\bx-[a-z]+(?:-[a-z]+)*/g)).toEqual(
      scheme === 'gateway' ? ['x-client-id', 'x-signature', 'x-timestamp'] : ['x-signature'],
    );
    expect(text).toMatch(/content[-_]?type/i);
    expect(text).toContain('application/json');
  });

  it('reads its address and secrets from the environment, and holds none', () => {
    expect(distinct(text, /PVG_[A-Z_]+/g)).toEqual(
      scheme === 'gateway'
        ? ['PVG_CLIENT_ID', 'PVG_CLIENT_SECRET', 'PVG_GATEWAY_URL', ...(isProgram ? ['PVG_TIMESTAMP'] : [])]
        : ['PVG_SECRET_KEY', 'PVG_SESSION_URL'],
    );
    expect(text).not.toMatch(/https?:\/\//);
    expect(text).not.toMatch(/[0-9A-Za-z+=]{32,}/);
  });

  it('calls the paths of the contract', () => {
    expect(text).toContain(records[scheme].example.path);
    expect(text.includes('os_id')).toBe(scheme === 'gateway');
  });

  it('grants only after success, and never after 409', () => {
    if (scheme === 'session') return;
    expect(text).toContain(paths.verify);
    expect(text).toMatch(/[Oo]nly success: true allows a grant\. 409 \(.*\) never does\./);
    expect(text).toMatch(/success.{0,60}(?:true|True|Success)/i);
    if (isProgram) expect(text).toContain('not granted');
  });

  it('writes the body once', () => {
    const calls = text.split(encoders[language]).slice(1);
    expect(calls).toHaveLength(1);
  });

  it('says first what it needs, and has few comments after that', () => {
    const comments = text.match(/^(?:<\?php )?\s*(?:\/\/|# |-- ).*$/gm) ?? [];
    expect(text.replace('#!/usr/bin/env bash\n', '').startsWith(comments[0] ?? 'none')).toBe(true);
    expect(comments.slice(1).length).toBeLessThanOrEqual(9);
    expect(comments.slice(1).join()).toContain('Sign and send th');
  });

  it('is clean text: no stray space, tabs only where the language has them, one newline at the end', () => {
    const isIndentedByTabs = language === 'go' || language === 'gdscript';
    expect(text).not.toMatch(/[ \t\r]$/m);
    expect(text).toMatch(isIndentedByTabs ? /^(?:\t*[^\t\n]*\n)+$/ : /^[^\t]+$/);
    if (isIndentedByTabs) expect(text).not.toMatch(/^\t* /m);
    expect(text).toMatch(/[^\n]\n$/);
    expect(Math.max(...text.split('\n').map((line) => line.length))).toBeLessThanOrEqual(120);
  });
});

it.each([
  ['unity', '#if UNITY_SERVER'],
  ['unreal', '#if UE_SERVER'],
] as const)('keeps the secret out of what players get: %s', (language, guard) => {
  for (const scheme of interfaces) {
    expect(snippet(language, scheme)).toContain(`\n${guard}\n`);
    expect(snippet(language, scheme)).toMatch(/\n#endif\n$/);
  }
});

// The other languages run for real in test/languages/run.
describe('the node snippets, run', () => {
  const run = promisify(execFile);
  const credentials = {
    PVG_CLIENT_ID: 'client-1',
    PVG_CLIENT_SECRET: 'sécret/+=1',
    PVG_SECRET_KEY: 'kéy "2"',
  };
  const awkward = 'tökén/ключ 日本 "quoted" \\back <&> 💎';

  let folder: string;
  let received: { url: string; headers: IncomingHttpHeaders; body: Buffer }[];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      received.push({ url: request.url ?? '', headers: request.headers, body: Buffer.concat(chunks) });
      response
        .writeHead(200, { 'Content-Type': 'application/json' })
        .end('{"ok":true,"xmdtCompleted":false}');
    });
  });

  beforeEach(async () => {
    received = [];
    folder = await mkdtemp(join(tmpdir(), 'pvg-snippets-'));
    await once(server.listen(0, '127.0.0.1'), 'listening');
  });
  afterEach(async () => {
    server.close();
    await rm(folder, { recursive: true });
  });

  async function start(scheme: Interface, args: string[], env: Record<string, string> = credentials) {
    const program = join(folder, `${scheme}.mjs`);
    await writeFile(program, snippet('node', scheme));
    const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/base/`;
    return run(process.execPath, [program, ...args], {
      env: { ...env, PVG_GATEWAY_URL: base, PVG_SESSION_URL: base },
    });
  }

  it('signs a look-up that the gateway accepts, and prints the answer', async () => {
    const { stdout } = await start('gateway', ['lookup', 'gems_100', 'com.example.game', awkward]);
    const [{ url, headers, body } = expect.fail('nothing was sent')] = received;
    const timestamp = String(headers['x-timestamp']);
    expect(stdout).toBe('200 {"ok":true,"xmdtCompleted":false}\n');
    expect(url).toBe('/base/iap/gateway/lookup-receipt');
    expect(headers).toMatchObject({ 'content-type': 'application/json', 'x-client-id': 'client-1' });
    expect(timestamp).toMatch(/^\d{10}$/);
    expect(JSON.parse(body.toString())).toEqual({
      os_id: 1,
      product_id: 'gems_100',
      package: 'com.example.game',
      receipt: awkward,
    });
    const input = { clientId: 'client-1', timestamp, body };
    expect(
      verify(records.gateway, credentials.PVG_CLIENT_SECRET, input, String(headers['x-signature'])),
    ).toBe(true);
  });

  it('signs a session request that the service accepts, and prints the answer', async () => {
    const { stdout } = await start('session', ['session', 'demo', awkward]);
    const [{ url, headers, body } = expect.fail('nothing was sent')] = received;
    expect(stdout).toBe('200 {"ok":true,"xmdtCompleted":false}\n');
    expect(url).toBe('/base/xmdt/session');
    expect(headers['content-type']).toBe('application/json');
    expect(JSON.parse(body.toString())).toEqual({ gameId: 'demo', username: awkward });
    expect(
      verify(records.session, credentials.PVG_SECRET_KEY, { body }, String(headers['x-signature'])),
    ).toBe(true);
  });

  it.each([
    ['gateway', 'PVG_CLIENT_SECRET'],
    ['session', 'PVG_SECRET_KEY'],
  ] as const)('sends nothing without a secret: %s', async (scheme, name) => {
    await expect(
      start(scheme, [scheme === 'gateway' ? 'lookup' : 'session', 'a', 'b', 'c'], {
        ...credentials,
        [name]: '',
      }),
    ).rejects.toThrow(`${name} is not set`);
    expect(received).toEqual([]);
  });
});
