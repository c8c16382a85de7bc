import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { json, pvg } from '../support/pvg.js';
import { hmac } from '../support/signer.js';

type Value = string | number | boolean | null | readonly Value[] | { readonly [name: string]: Value };

/** How an encoder writes JSON: white space, and the characters that it escapes. */
interface Style {
  readonly comma?: string;
  readonly colon?: string;
  readonly escaped?: RegExp;
  /** The spelling of these characters; of all others `\u` and digits. */
  readonly own?: Readonly<Record<string, string>>;
  readonly upper?: true;
}

const short = { '"': '\\"', '\\': '\\\\', '\n': '\\n', '\t': '\\t' };
const slashes = { own: { '/': '\\/' } };
const spaced = { comma: ', ', colon: ': ' };
const always = /["\\\n\t]/g;
const ascii = /["\\\n\t\u0080-\uffff]/g;
const html = /["\\\n\t<>&\u2028\u2029]/g;

const styles = {
  'JSON.stringify': {},
  'json.dumps': { ...spaced, escaped: ascii },
  'json.dumps, separators': { escaped: ascii },
  'json.dumps, ensure_ascii=False': spaced,
  json_encode: { escaped: /["\\\n\t/\u0080-\uffff]/g, ...slashes },
  'json_encode, JSON_UNESCAPED_UNICODE': { escaped: /["\\\n\t/\u2028\u2029]/g, ...slashes },
  'json_encode, JSON_UNESCAPED_SLASHES': { escaped: ascii },
  'Go json.Marshal': { escaped: html },
  Gson: { escaped: /["\\\n\t<>&='\u2028\u2029]/g },
  'System.Text.Json': { escaped: /["\\\n\t&'+<>`\u007f-\uffff]/g, own: { '"': '\\u0022' }, upper: true },
  'Newtonsoft.Json': { escaped: /["\\\n\t\u0085\u2028\u2029]/g },
  'Rails to_json': { escaped: html },
} as const satisfies Readonly<Record<string, Style>>;
type StyleName = keyof typeof styles;

const encoded = (value: Value, style: Style): string => {
  const { comma = ',', colon = ':', escaped = always, own, upper = false } = style;
  const hex = (unit: string): string => {
    const digits = unit.charCodeAt(0).toString(16).padStart(4, '0');
    return `\\u${upper ? digits.toUpperCase() : digits}`;
  };
  const spellings: Readonly<Record<string, string>> = { ...short, ...own };
  const text = (of: string): string => `"${of.replace(escaped, (unit) => spellings[unit] ?? hex(unit))}"`;
  const written = (of: Value): string => {
    if (typeof of === 'string') return text(of);
    if (of === null || typeof of !== 'object') return String(of);
    if (isList(of)) return `[${of.map(written).join(comma)}]`;
    return `{${Object.entries(of)
      .map(([name, each]) => text(name) + colon + written(each))
      .join(comma)}}`;
  };
  return written(value);
};
const isList = (value: Value): value is readonly Value[] => Array.isArray(value);

const sorted = (value: Value): Value => {
  if (value === null || typeof value !== 'object') return value;
  if (isList(value)) return value.map(sorted);
  const names = Object.keys(value).sort();
  return Object.fromEntries(names.map((name) => [name, sorted(value[name] ?? null)]));
};

const purchase = {
  receipt: 'it\'s <b> & "q"=1+/2`',
  product_id: 'Zoë/gems 💎',
  os_id: 1,
  package: 'com.example.game',
  extra: { z: ['Ngọc', { b: 1, a: 4.99 }], y: true },
};
const player = { username: "Zoë O'Neil <x> & 1/2", gameId: 'demo', serverId: '=eu/1+' };

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const clientId = 'demo-client';
const timestamp = '1790000000';

const request = (headers: Readonly<Record<string, string>>, path: string, body: string): string =>
  `POST ${path} HTTP/1.1\r\n${Object.entries({ 'Content-Type': 'application/json', ...headers })
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')}\r\n${body}`;

const session = (sent: string, signed: string): string =>
  request({ 'X-Signature': hmac('demo-secret-key', signed) }, '/xmdt/session', sent);
const gateway = (sent: string, message: string, secret = 'demo-client-secret'): string =>
  request(
    { 'X-Client-ID': clientId, 'X-Timestamp': timestamp, 'X-Signature': hmac(secret, message) },
    '/iap/gateway/verify',
    sent,
  );
const messageOf = (signed: string): string => `${clientId}.${timestamp}.${sha256(signed)}`;

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

const encoders: readonly StyleName[] = [
  ...(['json.dumps', 'json.dumps, separators', 'json_encode', 'Go json.Marshal', 'Gson'] as const),
  ...(['System.Text.Json', 'Newtonsoft.Json', 'JSON.stringify', 'Rails to_json'] as const),
];

describe('keys that were sorted before signing, where one encoder wrote both sides', () => {
  it.each(encoders)('are the only cause of both interfaces: %s', async (name) => {
    const as = (value: Value): string => encoded(value, styles[name]);
    for (const request of [
      session(as(player), as(sorted(player))),
      gateway(as(purchase), messageOf(as(sorted(purchase)))),
    ]) {
      const { causes, says } = await told(request);
      expect(causes).toEqual([['body-keys-sorted']]);
      expect(says).toMatch(/order/);
      expect(says).not.toMatch(/space|escape|number|empt|writes it/i);
    }
  });

  it('are the only cause of a body hash that the sender gives', async () => {
    const [sent, signed] = [purchase, sorted(purchase)].map((each) => encoded(each, styles['json.dumps']));
    const given = ['--signed-body-hash', sha256(signed ?? ''), '--budget', '0.01'];
    const { says } = await told(gateway(sent ?? '', messageOf(signed ?? ''), 'no key'), ...given);
    expect(says).toMatch(/keys/);
    expect(says).not.toMatch(/space|escape|json\.dumps/);
  });
});

const letters = ['body-json-ascii', /non-ASCII/] as const;
const bars = ['body-slashes-escaped', /`\/`/] as const;

describe('escapes on one side only', () => {
  it.each<[signed: StyleName, sent: StyleName, told: readonly [cause: string, says: RegExp]]>([
    ['json_encode', 'json_encode, JSON_UNESCAPED_UNICODE', letters],
    ['json_encode, JSON_UNESCAPED_UNICODE', 'json_encode', letters],
    ['json_encode', 'json_encode, JSON_UNESCAPED_SLASHES', bars],
    ['json_encode, JSON_UNESCAPED_SLASHES', 'json_encode', bars],
    ['json.dumps', 'json.dumps, ensure_ascii=False', letters],
    ['json.dumps, ensure_ascii=False', 'json.dumps', letters],
  ])('are named as what they are: %s signed, %s sent', async (signed, sent, [cause, sentence]) => {
    const { causes, says } = await told(
      session(encoded(player, styles[sent]), encoded(player, styles[signed])),
    );
    expect(causes).toEqual([[cause]]);
    expect(says).toMatch(sentence);
    expect(says).not.toMatch(/space|number|empt/);
    // No encoder of another language is named for one that wrote its own escapes.
    expect(says).not.toMatch(/writes/);
  });

  it.each<[signed: StyleName, sent: StyleName, cause: string]>([
    ['json_encode', 'json_encode, JSON_UNESCAPED_UNICODE', 'body-json-ascii'],
    ['json_encode, JSON_UNESCAPED_SLASHES', 'json_encode', 'body-slashes-escaped'],
    ['json.dumps, ensure_ascii=False', 'json.dumps', 'body-json-ascii'],
  ])('are named beside sorted keys: %s signed, %s sent', async (signed, sent, cause) => {
    const { causes } = await told(
      session(encoded(player, styles[sent]), encoded(sorted(player), styles[signed])),
    );
    expect(causes[0]).toEqual([cause, 'body-keys-sorted'].sort());
  });

  it.each<[signed: StyleName, sent: StyleName, cause: string]>([
    ['json.dumps, separators', 'json.dumps', 'body-json-compact'],
    ['json.dumps', 'json.dumps, separators', 'body-json-python'],
    ['json_encode', 'JSON.stringify', 'body-json-php'],
    ['JSON.stringify', 'json_encode', 'body-json-compact'],
    ['System.Text.Json', 'JSON.stringify', 'body-json-stj'],
  ])('are not told where spaces or an encoder differ: %s signed, %s sent', async (signed, sent, cause) => {
    const { causes } = await told(session(encoded(player, styles[sent]), encoded(player, styles[signed])));
    expect(causes[0]).toEqual([cause]);
  });
});

describe('a message of the sender with another order and another separator', () => {
  const body = encoded(purchase, {});
  const parts = { id: clientId, time: timestamp, hash: sha256(body) };

  it.each([
    ['time id hash', ':'],
    ['hash time id', '\n'],
    ['id hash time', ''],
  ])('is said to have both: %s with %j', async (order, separator) => {
    const values = order.split(' ').map((part) => parts[part as keyof typeof parts]);
    const message = values.join(separator);
    const { says } = await told(gateway(body, message), '--signed-message', message, '--budget', '0.01');
    expect(says).toMatch(/order/);
    expect(says).toContain(separator === '' ? 'nothing' : `\`${separator.replace('\n', '\\n')}\``);
    expect(says).not.toMatch(/differs/);
  });

  it('is not said to differ in a part that it has', async () => {
    const message = `${timestamp}|${clientId}|more|${parts.hash}`;
    const { says } = await told(gateway(body, message), '--signed-message', message, '--budget', '0.01');
    expect(says).not.toMatch(/in its (?:client id|timestamp|body hash)/);
  });

  it.each<[what: string, given: (message: string) => string]>([
    ['as it is', (message) => message],
    ['in hex', (message) => Buffer.from(message).toString('hex')],
    ['in a line of a log', (message) => `[DEBUG] signing: ${message}`],
  ])('that gives the signature is what was signed, whatever is around it: %s', async (_what, given) => {
    const earlier = `${clientId}.${Number(timestamp) - 1}.${parts.hash}`;
    const around = `POST\n/iap/gateway/lookup-receipt\n${clientId}.${timestamp}.${parts.hash}`;
    for (const message of [earlier, around]) {
      const words = ['--signed-message', given(message), '--budget', '0.01'];
      const { says } = await told(gateway(body, message), ...words);
      expect(says).not.toMatch(/does not give|has the expected message in it/);
    }
  });
});
