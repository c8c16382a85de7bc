import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Send } from '../../src/contract/wire.js';
import { temporaryFolder } from '../helpers/context.js';
import { linesOf } from '../helpers/journal.js';
import { json, pvg } from '../helpers/pvg.js';

const orderId = 'GPA.1234-5678-9012-34567';
const named = {
  packageName: 'com.example.game',
  productId: 'gems_100',
  purchaseToken: 'demo-recorded',
};
const bare = JSON.stringify(named);
const purchase = JSON.stringify({ orderId, ...named });
const never: Send = () => Promise.reject(new TypeError('it was sent'));

/** A profile with a package, and calls in the journal. */
async function home(): Promise<string> {
  const folder = temporaryFolder();
  const gateway = {
    baseUrl: 'https://gw.example',
    clientId: 'c',
    clientSecret: 's',
    package: 'com.shop.game',
  };
  const profile = JSON.stringify({ name: 'shop', environment: 'dev', gateway });
  await pvg('profile import -', { home: folder, stdin: profile });
  return folder;
}

/** The body that was sent. */
async function sentBy(line: readonly string[], options: Parameters<typeof pvg>[1]) {
  let body = '{}';
  const { err } = await pvg(line, {
    ...options,
    send: (request) => {
      body = Buffer.from(request.body).toString();
      return Promise.resolve({ status: 400, headers: [], body: Buffer.from('{}') });
    },
  });
  return { err, body: JSON.parse(body) as Record<string, unknown> };
}

describe('pvg lookup [purchase]', () => {
  it.each([
    ['a word', [purchase], ''],
    ['standard input', ['-'], `On Friday Minh wrote:\n> ${purchase}\n`],
  ])('reads %s', async (_what, words, stdin) => {
    const ended = await pvg(['lookup', '-p', 'local', ...words, '--json'], { stdin });
    expect(json(ended)).toMatchObject({ exit: 0, verdict: { id: 'paid-and-recorded' } });
    expect(ended.err).toBe('');
  });

  it('reads a file of a chat program byte for byte', async () => {
    const path = join(temporaryFolder(), 'chat.txt');
    const receipt = 'aZ0._-~:+/==';
    writeFileSync(path, `\`\`\`\n{“purchaseToken”:“${receipt}”,“productId”:“p”}\n\`\`\`\n`);
    const { body } = await sentBy(['lookup', `@${path}`, '-p', 'shop'], { home: await home() });
    expect(body['receipt']).toBe(receipt);
  });

  it.each([
    ['a part of an order id', orderId.slice(0, -2)],
    ['an old order number', 'SOP.1234-5678'],
    ['a transaction id of Apple', '2000000123456789'],
    ['an order id of Apple', 'MQ1ABCD2EF'],
    ['it is a number', '-5'],
    ['it is a number', '+3.5'],
    ['an iOS receipt', `MIIT${'aB3+/'.repeat(20)}==`],
    ['a signed transaction', 'eyJhbGciOiJFUzI1NiJ9.eyJhIjoxfQ.c2ln'],
    ['a web address', 'https://shop.example/orders/1'],
    ['the name of a product or a package', 'com.example.game.gems_100'],
    ['the name of a file', 'receipt.txt'],
    ['the name of a file', 'tickets/4171.json'],
    ['the name of a variable', '$env:RECEIPT'],
    ['a placeholder', 'YOUR_TOKEN'],
    ['a fingerprint', 'sha256:0c0048b8d67b'],
    ['more than one receipt', `${'a'.repeat(20)}.AO-J1x\n${'b'.repeat(20)}.AO-J1y`],
    [
      'has no receipt and no order id',
      'Hello support,\nI bought 100 gems yesterday and got nothing.\nKim\n',
    ],
    [
      'has a receipt at line 3',
      `Hello\n${orderId}\n${'a'.repeat(20)}.AO-J1${'yZ'.repeat(45)}\nThanks\n`,
    ],
    [
      'cut or masked (xxxxxxxxxxxx…)',
      `Hello\n${orderId}\n${'a'.repeat(20)}.AO-J1${'x'.repeat(90)}\n`,
    ],
    [
      'has no receipt and no order id',
      '昨日ジェムを買いましたが、届きません。よろしくお願いします。',
    ],
    [
      'white space (U+0020) at character 37',
      'abcdefghijklmnopqrstuvwx.AO-J1Oy9Zk2 mQ7vX3 b8LnT5 wE4rY6',
    ],
    ['There are two purchases', purchase, '--receipt', 'demo-recorded'],
  ])('says %s: %j', async (says, ...words) => {
    const ended = await pvg(['lookup', '-p', 'local', ...words, '--no-input'], { send: never });
    expect(ended).toMatchObject({ status: 2, out: '' });
    expect(ended.err.replaceAll('\n', ' ')).toContain(says);
  });
});

describe('an order id in the text around a purchase', () => {
  const [other, third] = ['GPA.9999-8888-7777-66666', 'GPA.9999-8888-7777-55555'];
  it.each([
    ['is compared where the purchase has none', `Order ID: ${other}\n${bare}`, [other]],
    ['is one of several: all are compared', `${other}, ${third}\n${bare}`, [other, third]],
    ['is compared where the purchase has another', `${other}\n${purchase}`, [orderId, other]],
    ['is the purchase’s own, which alone is compared', `${orderId}..3\n${purchase}`, [orderId]],
  ])('%s', async (_, stdin, compared) => {
    const { out } = await pvg('lookup -p local -', { stdin, columns: 300 });
    expect(out).toContain(`not about ${compared.join(', ')}: `);
  });

  it('that is only a part of one is refused, a whole one in another writing is not', async () => {
    const withOrder = (id: string) => pvg(['lookup', '-p', 'local', bare, '--order-id', id]);
    for (const part of [orderId.slice(0, -1), '1234-5678', '1234–5678–9012'])
      expect(await withOrder(part)).toMatchObject({ status: 2, out: '' });
    for (const whole of [orderId.replaceAll('-', ' '), orderId.replaceAll('-', '–')])
      expect((await withOrder(whole)).out).toMatch(`not about ${orderId}`);
  });
});

describe('the package', () => {
  const receipt = ['lookup', 'demo-recorded', '--product-id', 'gems_100'];
  const withPackage = JSON.stringify({
    packageName: 'com.json.game',
    purchaseToken: 'demo-recorded',
  });

  it.each<[string, string[], Record<string, string>, string]>([
    ['the profile', receipt, {}, 'com.shop.game'],
    ['the environment over the profile', receipt, { PVG_PACKAGE: 'com.env.game' }, 'com.env.game'],
    [
      'the purchase JSON over the environment',
      ['lookup', withPackage, '--product-id', 'gems_100'],
      { PVG_PACKAGE: 'com.env.game' },
      'com.json.game',
    ],
    ['the option over all', [...receipt, '--package', 'com.flag.game'], {}, 'com.flag.game'],
  ])('comes from %s', async (_what, line, env, expected) => {
    const { body, err } = await sentBy([...line, '-p', 'shop'], { home: await home(), env });
    expect(body['package']).toBe(expected);
    const isDoubted = err.includes('Is this a purchase of this game?');
    expect(isDoubted).toBe(/json|flag/.test(expected));
  });

  it('is added, shown with its source, and exported', async () => {
    const folder = await home();
    await pvg('profile set shop --package com.other.game', { home: folder });
    const shown = json(await pvg('profile show shop --json', { home: folder }));
    expect(shown['answer']).toMatchObject({
      package: { value: 'com.other.game', source: 'profile shop' },
    });
    expect((await pvg('profile export shop', { home: folder })).out).toContain('com.other.game');
    expect((await pvg('profile set shop --package “x”', { home: folder })).status).toBe(2);
  });

  it('alone is no profile', async () => {
    const ended = await pvg('lookup demo-recorded --product-id p', {
      env: { PVG_PACKAGE: 'com.env.game' },
    });
    expect(ended.status).toBe(3);
  });

  it('that is missing is said with the way to keep it', async () => {
    const env = {
      PVG_GATEWAY_URL: 'https://gw.example',
      PVG_CLIENT_ID: 'c',
      PVG_CLIENT_SECRET: 'long-enough',
    };
    const ended = await pvg('lookup demo-recorded --product-id p', { env, send: never });
    expect(ended.err).toMatch(/Missing: --package\.\n[^]*PVG_PACKAGE/);
  });
});

it('a missing product is asked for at a terminal; without one, the next command has a place for it', async () => {
  const options = { home: await home(), terminal: true, typed: ['gems_77'] };
  const { body } = await sentBy(['lookup', 'demo-x', '-p', 'shop'], options);
  expect(body['product_id']).toBe('gems_77');
  const ended = await pvg('lookup demo-x -p shop', { home: await home(), send: never });
  expect(ended.err).toMatch(
    /Missing: --product-id.*Next: pvg lookup --product-id "\$PRODUCT_ID" --package/s,
  );
});

it.each([
  ['--package', ['lookup', '-p', 'local', purchase, '--package', '«com.example.game»']],
  ['--username', ['session', '-p', 'local', '--username', '‘anna’', '--check']],
])('typographic quotation marks around the value of %s are refused', async (option, line) => {
  const ended = await pvg(line, { send: never });
  expect(ended.status).toBe(2);
  expect(ended.err).toContain(`${option} has typographic`);
});

describe('what was given in the wrong way', () => {
  const inHome = (): string => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'mail.txt'), `Hi,\n\n> ${bare.replace(',', ',\n> ')}\n`);
    return folder;
  };

  it('a file without its @ leads to the right command, which keeps what was asked for the ticket', async () => {
    const ticket = '--profile local --case T-1 --reply ko,en --report x.md';
    const { status, err } = await pvg(`lookup mail.txt ${ticket}`, { home: inHome() });
    expect(status).toBe(2);
    expect(err).toContain(`Next: pvg lookup @mail.txt ${ticket}\n`);
    const words = '--package com.example.game --receipt demo-pending';
    const receipt = await pvg(`lookup ${words} ${ticket}`);
    expect(receipt.err).toContain(
      `Next: pvg lookup --product-id "$PRODUCT_ID" ${words} ${ticket}\n`,
    );
  });

  it('a receipt from standard input is asked for there again', async () => {
    const { err } = await pvg('lookup - --profile local', { stdin: 'demo-pending\n' });
    const next = '--package com.example.game --receipt - --profile local';
    expect(err).toContain(`Next: pvg lookup --product-id "$PRODUCT_ID" ${next}\n`);
    expect(
      (await pvg(`lookup --product-id gems_100 ${next}`, { stdin: 'demo-pending\n' })).status,
    ).toBe(0);
  });

  it('a mail as --receipt leads to the option that reads it', async () => {
    const folder = inHome();
    const line = 'lookup --profile local --product-id gems_100';
    const ended = await pvg(`${line} --receipt @mail.txt`, { home: folder });
    expect(ended.status).toBe(2);
    expect(ended.err).toContain('`--purchase-json @<file>`');
    expect((await pvg(`${line} --purchase-json @mail.txt`, { home: folder })).status).toBe(0);
  });
});

describe('an order that a text names beside several purchases', () => {
  const first = 'GPA.1191-7455-9691-88468';
  const third = 'GPA.3312-0000-1111-22222';
  const others = { packageName: 'com.example.game', productId: 'gems_500' };
  const stdin = [
    JSON.stringify({ orderId: first, ...named }),
    JSON.stringify({ orderId, ...others, purchaseToken: 'demo-never-received' }),
    `And what about ${third}?`,
  ].join('\n');

  it.each([['--pick 1'], [`--order-id ${first}`], ['--product-id gems_100']])(
    'is said, and is no doubt about the purchase of %s',
    async (option) => {
      const home = temporaryFolder();
      const line = `lookup -p local - --case T-1 ${option}`;
      const answered = json(await pvg(`${line} --json`, { home, stdin }));
      expect(answered).toMatchObject({ verdict: { id: 'paid-and-recorded' }, anomalies: [] });
      const facts = linesOf(home).flatMap((kept) => kept['facts'] as { readonly id?: string }[]);
      const alsoNamed = facts.filter(({ id }) => id === 'also-named');
      expect(alsoNamed).toEqual([
        expect.objectContaining({ value: expect.stringContaining(third) as string }),
      ]);
      const replied = await pvg('reply en --case T-1', { home });
      expect(replied.status).toBe(0);
      expect(replied.err).toContain(third);
    },
  );
});

describe('a mail about several orders, with the receipt of one', () => {
  const first = 'GPA.1191-7455-9691-88468';
  const second = 'GPA.3345-1234-5678-90123';
  const json1 = JSON.stringify({ orderId: first, ...named });

  async function lookUp(mail: string, options = '') {
    const home = temporaryFolder();
    const line = `lookup -p local - --case T-1 ${options}`;
    const answer = json(await pvg(`${line} --json`, { home, stdin: `${mail}\n${json1}\n` }));
    return { home, answer };
  }

  it.each([
    ['one sentence', `I bought gems two times: ${first} and ${second}. Only one arrived.`, ''],
    ['a broken line', `> I bought gems two times: ${second} and\n> ${first}.`, ''],
    ['a list', `Nothing arrived:\n- ${first}\n- ${second}\n`, ''],
    ['a question about the other, and a choice', `Where is ${second}?`, `--order-id ${first}`],
  ])('says that the other one was not looked up: %s', async (_what, mail, options) => {
    const { home, answer } = await lookUp(mail, options);
    expect(answer).toMatchObject({ verdict: { id: 'paid-and-recorded' }, anomalies: [] });
    const replied = await pvg('reply en --case T-1', { home });
    expect(replied.status).toBe(0);
    expect(replied.err).toContain(`also names order ${second}`);
    const { out } = await pvg('report --case T-1', { home, columns: 400 });
    expect(out).toContain(`also names order ${second}`);
  });

  it.each([
    ['only the other one', `Where is ${second}?`],
    ['the other one, and the developers its own', `Where is ${second}?\nOf ${first}:`],
    ['both in lines of their own', `Where is ${second}\nThe receipt of ${first} is this:`],
  ])('stays in doubt if the mail names %s', async (_what, mail) => {
    const { home, answer } = await lookUp(mail);
    expect(answer).toMatchObject({ anomalies: [{ id: 'other-order' }] });
    expect((await pvg('reply en --case T-1', { home })).status).toBe(2);
  });
});

it('a file that does not exist is searched from the current folder', async () => {
  const { status, err } = await pvg('lookup @nofile.txt -p local', { home: temporaryFolder() });
  expect(status).toBe(2);
  expect(err).toContain('current folder');
  expect(err).not.toContain('permissions');
});
