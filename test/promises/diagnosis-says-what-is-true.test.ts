import { describe, expect, it } from 'vitest';
import { hmac, sha256 } from '../helpers/observed.js';
import { json, pvg } from '../helpers/pvg.js';

type Style = readonly [username: string, serverId: string, comma?: string, colon?: string];

/** How encoders write the same two texts, and what stands between the members. */
const styles = {
  'JSON.stringify': ["Zoë O'Neil <x> & 1/2", '=eu/1+'],
  'json.dumps': ["Zo\\u00eb O'Neil <x> & 1/2", '=eu/1+', ', ', ': '],
  'json.dumps, separators': ["Zo\\u00eb O'Neil <x> & 1/2", '=eu/1+'],
  'json.dumps, ensure_ascii=False': ["Zoë O'Neil <x> & 1/2", '=eu/1+', ', ', ': '],
  json_encode: ["Zo\\u00eb O'Neil <x> & 1\\/2", '=eu\\/1+'],
  'json_encode, JSON_UNESCAPED_UNICODE': ["Zoë O'Neil <x> & 1\\/2", '=eu\\/1+'],
  'json_encode, JSON_UNESCAPED_SLASHES': ["Zo\\u00eb O'Neil <x> & 1/2", '=eu/1+'],
  'Go json.Marshal': ["Zoë O'Neil \\u003cx\\u003e \\u0026 1/2", '=eu/1+'],
  Gson: ['Zoë O\\u0027Neil \\u003cx\\u003e \\u0026 1/2', '\\u003deu/1+'],
  'System.Text.Json': ['Zo\\u00EB O\\u0027Neil \\u003Cx\\u003E \\u0026 1/2', '=eu/1\\u002B'],
} as const satisfies Readonly<Record<string, Style>>;
type StyleName = keyof typeof styles;

/** The body of a player as it is sent, or with sorted keys. */
function written(name: StyleName, isSorted = false): string {
  const [username, serverId, comma = ',', colon = ':']: Style = styles[name];
  const members = Object.entries({ username, gameId: 'demo', serverId });
  const texts = members.map(([member, text]) => `"${member}"${colon}"${text}"`);
  return `{${(isSorted ? texts.sort() : texts).join(comma)}}`;
}

const clientId = 'demo-client';
const timestamp = '1790000000';
const messageOf = (signed: string): string => `${clientId}.${timestamp}.${sha256(signed)}`;

const request = (path: string, headers: Readonly<Record<string, string>>, body: string): string => {
  const lines = Object.entries({ 'Content-Type': 'application/json', ...headers });
  return [`POST ${path} HTTP/1.1`, ...lines.map((line) => line.join(': ')), '', body].join('\r\n');
};
const session = (sent: string, signed: string): string =>
  request('/xmdt/session', { 'X-Signature': hmac('demo-secret-key', signed) }, sent);
const gateway = (sent: string, message: string, secret = 'demo-client-secret'): string => {
  const id = { 'X-Client-ID': clientId, 'X-Timestamp': timestamp };
  return request('/iap/gateway/verify', { ...id, 'X-Signature': hmac(secret, message) }, sent);
};

/** The causes of every finding, and the headline. */
async function told(stdin: string, ...words: readonly string[]) {
  const ended = await pvg(['diagnose', '-', '--profile', 'local', '--json', ...words], { stdin });
  const { findings, verdict } = json(ended) as unknown as {
    readonly findings: readonly { readonly causes: readonly string[] }[];
    readonly verdict: { readonly says: string };
  };
  expect(ended.status).toBe(6);
  return { causes: findings.map(({ causes }) => [...causes].sort()), says: verdict.says };
}

describe('keys that were sorted before signing, where one encoder wrote both sides', () => {
  it.each(Object.keys(styles) as StyleName[])(
    'are the only cause of both interfaces: %s',
    async (name) => {
      const [sent, signed] = [written(name), written(name, true)];
      for (const observed of [session(sent, signed), gateway(sent, messageOf(signed))]) {
        const { causes, says } = await told(observed);
        expect(causes).toEqual([['body-keys-sorted']]);
        expect(says).toMatch(/order/);
        expect(says).not.toMatch(/space|escape|number|empt|writes it/i);
      }
    },
  );

  it('are the only cause of a body hash that the sender gives', async () => {
    const [sent, signed] = [written('json.dumps'), written('json.dumps', true)];
    const given = ['--signed-body-hash', sha256(signed), '--budget', '0.01'];
    const { says } = await told(gateway(sent, messageOf(signed), 'no key'), ...given);
    expect(says).toMatch(/keys/);
    expect(says).not.toMatch(/space|escape|json\.dumps/);
  });
});

const [letters, slashes] = ['body-json-ascii', 'body-slashes-escaped'];
const never = /space|number|empt|writes/;

describe('escapes on one side only', () => {
  it.each<[signed: StyleName, sent: StyleName, cause: string | string[], says?: RegExp]>([
    ['json_encode', 'json_encode, JSON_UNESCAPED_UNICODE', letters, /non-ASCII/],
    ['json_encode, JSON_UNESCAPED_UNICODE', 'json_encode', letters, /non-ASCII/],
    ['json_encode', 'json_encode, JSON_UNESCAPED_SLASHES', slashes, /`\/`/],
    ['json_encode, JSON_UNESCAPED_SLASHES', 'json_encode', slashes, /`\/`/],
    ['json.dumps', 'json.dumps, ensure_ascii=False', letters, /non-ASCII/],
    ['json.dumps, ensure_ascii=False', 'json.dumps', letters, /non-ASCII/],
    // Where spaces or an encoder differ too, those are the cause.
    ['json.dumps, separators', 'json.dumps', 'body-json-compact'],
    ['json.dumps', 'json.dumps, separators', 'body-json-python'],
    ['json_encode', 'JSON.stringify', 'body-json-php'],
    ['JSON.stringify', 'json_encode', [letters, slashes]],
    ['System.Text.Json', 'JSON.stringify', 'body-json-stj'],
  ])('are named as what they are, beside sorted keys too: %s signed, %s sent', async (...row) => {
    const [signed, sent, cause, expected] = row;
    const { causes, says } = await told(session(written(sent), written(signed)));
    expect(causes[0]).toEqual([cause].flat());
    if (expected === undefined) return;
    expect(says).toMatch(expected);
    // No encoder of another language is named for one that wrote its own escapes.
    expect(says).not.toMatch(never);
    const both = await told(session(written(sent), written(signed, true)));
    expect(both.causes[0]).toEqual([cause, 'body-keys-sorted'].flat().sort());
  });
});

describe('a message of the sender with another order and another separator', () => {
  const body = written('JSON.stringify');
  const hash = sha256(body);
  const given = (signed: string, message = signed) =>
    told(gateway(body, signed), '--signed-message', message, '--budget', '0.01');

  it.each([
    [[timestamp, clientId, hash], ':', '`:`'],
    [[hash, timestamp, clientId], '\n', '`\\n`'],
    [[clientId, hash, timestamp], '', 'nothing'],
  ])('is said to have both: %j with %j', async (parts, separator, named) => {
    const { says } = await given(parts.join(separator));
    expect(says).toMatch(/order/);
    expect(says).toContain(named);
    expect(says).not.toMatch(/differs/);
  });

  it('is not said to differ in a part that it has', async () => {
    const { says } = await given(`${timestamp}|${clientId}|more|${hash}`);
    expect(says).not.toMatch(/in its (?:client id|timestamp|body hash)/);
  });

  it.each<[what: string, wrapped: (message: string) => string]>([
    ['as it is', (message) => message],
    ['in hex', (message) => Buffer.from(message).toString('hex')],
    ['in a line of a log', (message) => `[DEBUG] signing: ${message}`],
  ])(
    'that gives the signature is what was signed, whatever is around it: %s',
    async (_what, wrapped) => {
      const earlier = `${clientId}.${Number(timestamp) - 1}.${hash}`;
      const around = `POST\n/iap/gateway/lookup-receipt\n${clientId}.${timestamp}.${hash}`;
      for (const message of [earlier, around])
        expect((await given(message, wrapped(message))).says).not.toMatch(
          /does not give|has the expected message in it/,
        );
    },
  );
});
