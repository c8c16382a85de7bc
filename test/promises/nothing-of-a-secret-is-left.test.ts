import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Send } from '../../src/contract/wire.js';
import { serviceEnv, temporaryFolder } from '../helpers/context.js';
import { cuts, leftOf, waysToWrite } from '../helpers/left-of.js';
import { json, pvg } from '../helpers/pvg.js';

/** A service may repeat a secret or a receipt whole, cut or written in another way: no output has a part of it. */

const secret = 'xW9pL7/kQ2+vT5mZ8rB3nD6sF1hJ4gC0yU&eA<io';
const receipt = 'kjhgfdsaqwertyuiopzxcvbn.AO-J1OqN4bX7dR2kM9wE5tL8yH3cP6uG1zV0jS';
const product = '--product-id gems_100 --package com.example.game';

const echoes = (value: string): string =>
  Object.values(cuts)
    .flatMap((cut) => Object.values(waysToWrite).map((write) => write(cut(value))))
    .join(' | ');

const answering =
  (status: number, body: object, headers: readonly (readonly [string, string])[] = []): Send =>
  () =>
    Promise.resolve({ status, headers, body: Buffer.from(JSON.stringify(body)) });

const allFiles = (folder: string): string =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'))
    .join('\n');

const answers = (text: string): Readonly<Record<string, Send>> => ({
  'a refusal': answering(400, { success: false, error: 'MISSING_FIELDS', message: text }, [
    ['x-got', text],
  ]),
  'a code': answering(422, { success: false, error: text, message: text }),
  'a rejection': answering(200, {
    order_id: null,
    game_id: 1,
    found: false,
    status: 404,
    error: text,
  }),
  'a member that is unlisted': answering(422, {
    success: false,
    error: 'X',
    message: '',
    [text]: [text, { text }],
  }),
  'a failure': answering(502, { success: false, error: 'VERIFIER_ERROR', message: text }),
});

const outputs = [
  '',
  '--json',
  '--raw',
  '--verbose',
  '--debug',
  '--json --verbose --debug',
  '--query error',
];

describe.each(['lookup', 'verify'])('the secret that the answer of a %s repeats', (command) => {
  it.each(Object.keys(answers('')))('is in no output and no file: %s', async (kind) => {
    const send = answers(echoes(secret))[kind];
    if (send === undefined) throw new TypeError('no such answer');
    for (const output of outputs) {
      const home = temporaryFolder();
      const env = serviceEnv('https://service.example', { PVG_CLIENT_SECRET: secret });
      const line = `${command} ${product} --receipt ${receipt} --retries 0 ${output}`;
      const { out, err } = await pvg(line, { home, env, send });
      expect(`${out}${err}`.length).toBeGreaterThan(0);
      expect(leftOf(secret, out + err)).toEqual([]);
      expect(leftOf(secret, allFiles(home))).toEqual([]);
      const page = await pvg('report --last', { home, env });
      expect(page.out).toContain('# ');
      expect(leftOf(secret, page.out)).toEqual([]);
    }
  });
});

describe.each(['lookup', 'verify'])('the receipt that the answer of a %s repeats', (command) => {
  it.each(Object.keys(answers('')))(
    'is in no output that is not asked for it, and in no file: %s',
    async (kind) => {
      const send = answers(echoes(receipt))[kind];
      if (send === undefined) throw new TypeError('no such answer');
      for (const output of outputs.filter((each) => each !== '--raw')) {
        const home = temporaryFolder();
        const env = serviceEnv('https://service.example');
        const line = `${command} ${product} --receipt ${receipt} --retries 0 ${output}`;
        const { out, err } = await pvg(line, { home, env, send });
        expect(leftOf(receipt, out + err)).toEqual([]);
        const page = await pvg('report --last --out page.html', { home, env, folder: home });
        expect(page.status).toBe(0);
        expect(leftOf(receipt, allFiles(home))).toEqual([]);
      }
    },
  );
});

describe.each(['short-mật-Ñk', 'mật-khẩu-Của-bạn-ÑandÚ-クのtoken-Ωmega-éclair'])(
  'a secret with letters of any script: %s',
  (anySecret) => {
    const inAscii = (change: (letter: string) => string): string =>
      anySecret.replace(/[A-Za-z]/g, change);
    const writings = [
      anySecret,
      inAscii((letter) => letter.toUpperCase()),
      inAscii((letter) => letter.toLowerCase()),
    ];

    it.each(writings)('is withheld, whatever the case of its letters A to Z: %s', async (text) => {
      const send = answering(502, { success: false, error: 'VERIFIER_ERROR', message: text });
      const env = serviceEnv('https://service.example', { PVG_CLIENT_SECRET: anySecret });
      for (const output of outputs) {
        const line = `lookup ${product} --receipt ${receipt} --retries 0 ${output}`;
        const { out, err } = await pvg(line, { env, send });
        expect(out + err).not.toContain(text);
      }
    });
  },
);

it('--raw has the receipt where the answer repeats it, and nothing of the secret', async () => {
  const message = `${receipt} ${echoes(secret)}`;
  const send = answering(400, { success: false, error: 'MISSING_FIELDS', message });
  const env = serviceEnv('https://service.example', { PVG_CLIENT_SECRET: secret });
  const { out } = await pvg(`lookup ${product} --receipt ${receipt} --raw`, { env, send });
  expect(out).toContain(receipt);
  expect(leftOf(secret, out)).toEqual([]);
});

describe('a name that stands inside of a receipt', () => {
  const named = 'aB3dE6gH9jK2.com.example.game.GPA.1234-5678-9012-34567.kL5nP8qR1t';
  const line = `lookup ${product} --order-id GPA.1234-5678-9012-34567 --receipt ${named}`;
  const found = {
    ...{ order_id: 'GPA.1234-5678-9012-34567', game_id: 7, found: false, status: 404 },
    error: `com.example.game: no ${named}`,
  };

  it.each(['--json', '--verbose'])('is shown, the whole receipt is not: %s', async (option) => {
    const home = temporaryFolder();
    const ended = await pvg(`${line} ${option}`, {
      ...{ home, send: answering(200, found), env: serviceEnv('https://service.example') },
    });
    for (const text of [
      option === '--json' ? ended.out : ended.err,
      allFiles(join(home, 'state')),
    ]) {
      expect(text).toContain('com.example.game: no [withheld]');
      expect(text).not.toContain('aB3dE6gH9jK2');
    }
  });

  it('is in the answer of --json, as the order id that was asked about', async () => {
    const given = { send: answering(200, found), env: serviceEnv('https://service.example') };
    expect(json(await pvg(`${line} --json`, given))).toMatchObject({
      answer: { order_id: 'GPA.1234-5678-9012-34567' },
    });
  });

  it('is withheld if it is the whole receipt', async () => {
    const home = temporaryFolder();
    const whole = 'aB3dE6gH9jK2kL5nP8qR1tVwXyZ';
    const refused = answering(400, { success: false, error: 'X', message: `no ${whole}` });
    const given = { home, send: refused, env: serviceEnv('https://service.example') };
    await pvg(
      `lookup --force --product-id ${whole} --package com.example.game --receipt ${whole}`,
      given,
    );
    expect(leftOf(whole, allFiles(join(home, 'state')))).toEqual([]);
  });
});

describe('a long secret in a run of many rows', () => {
  it('is in no row, no page and no summary', async () => {
    const home = temporaryFolder();
    const stdin = `receipt,product_id,package\n${receipt},gems_100,com.example.game\n`;
    const env = serviceEnv('https://service.example', { PVG_CLIENT_SECRET: secret });
    const send = answers(echoes(secret))['a rejection'];
    const files = '--out rows.csv --report page.html --summary sum.json';
    await pvg(`batch - ${files}`, { home, folder: home, stdin, env, ...(send && { send }) });
    expect(allFiles(home)).toContain('[withheld]');
    expect(leftOf(secret, allFiles(home))).toEqual([]);
  });

  it('and the page has no part of a receipt that the service gives as the order id', async () => {
    const home = temporaryFolder();
    const stdin = `receipt,product_id,package\n${receipt},gems_100,com.example.game\n`;
    const order_id = receipt.slice(10, 40);
    const transactions = [
      { order_id, transaction_id: order_id, product_id: 'gems_100', purchase_state: 0 },
    ];
    const send = answering(200, { found: true, order_id, game_id: 1, transactions });
    await pvg('batch - --out rows.ndjson --report page.html', {
      ...{ home, folder: home, stdin, send, env: serviceEnv('https://service.example') },
    });
    expect(leftOf(receipt, readFileSync(join(home, 'page.html'), 'utf8'))).toEqual([]);
  });
});

it('a stack trace has no receipt, whatever the error of the machine quotes', async () => {
  const send: Send = () =>
    Promise.reject(new TypeError(`bad ${receipt} and ${'z'.repeat(40_000)}`));
  for (const command of ['lookup', 'verify']) {
    const given = { send, env: serviceEnv('https://service.example') };
    const { out, err } = await pvg(`${command} ${product} --receipt ${receipt} --debug`, given);
    expect(err).toMatch(/\n {4}at /);
    expect(leftOf(receipt, out + err)).toEqual([]);
    expect(out + err).not.toContain('z'.repeat(100));
  }
});

describe('a session token that nobody asked for', () => {
  const token = 'tokQ7xW9pL2vT5mZ8rB3nD6sF1hJ4gC0y';
  const minted = { sessionToken: token, expiresAt: '2026-03-02T09:45:00Z', xmdtRequired: false };
  const failing = { code: 'internal_error', message: `minted ${token}` };
  const places: Readonly<Record<string, Send>> = {
    'a success': answering(200, { ...minted, xmdtCompleted: false, note: token }),
    'a failure that has it, too': answering(500, { sessionToken: token, ...failing }),
    'a refusal': answering(400, { sessionToken: token, ...failing, code: 'invalid_request' }),
    'a failure with HTTP 200': answering(200, { data: { sessionToken: token }, ...failing }),
    'a list': answering(200, { ...minted, sessionToken: [token], expiresAt: token }),
    'an object': answering(200, { sessionToken: { value: { jwt: token } }, [token]: token }),
    'a deeper place': answering(500, { data: [{ sessionToken: token }], ...failing }),
    'an answer with two': answering(200, { sessionToken: token, list: [minted], xmdtCompleted: 1 }),
    'a text that is not JSON': () =>
      Promise.resolve({
        status: 500,
        headers: [['x-got', token]],
        body: Buffer.from(`500: {"sessionToken":"${token}"} ${token}`),
      }),
  };
  const ways = ['', '-v', '--check', '--check -v', '--check --json', '--check --raw', '--debug'];

  it.each(Object.keys(places))('is in no output and no file: %s', async (place) => {
    for (const way of place === 'a success' ? ways : [...ways, '--token-only', '--token-only -v']) {
      const home = temporaryFolder();
      const env = serviceEnv('https://service.example');
      const send = places[place];
      if (send === undefined) throw new TypeError('no such answer');
      const line = `session --username player-42 --retries 0 ${way}`;
      const { out, err } = await pvg(line, { home, env, send });
      expect([way, leftOf(token, out + err)]).toEqual([way, []]);
      expect([way, leftOf(token, allFiles(home))]).toEqual([way, []]);
    }
  });

  it('is printed where it was asked for', async () => {
    const env = serviceEnv('https://service.example');
    const send = answering(200, { ...minted, xmdtCompleted: false });
    for (const way of ['--token-only', '--json', '--raw', '--query answer.sessionToken']) {
      const { out } = await pvg(`session --username player-42 ${way}`, { env, send });
      expect([way, out.includes(token)]).toEqual([way, true]);
    }
  });
});
