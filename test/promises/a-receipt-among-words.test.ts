import { describe, expect, it } from 'vitest';
import { serviceEnv } from '../helpers/context.js';
import { pvg } from '../helpers/pvg.js';

/** A chat or a mail with one whole receipt in it is read; where a part of it may be missing or doubled, it is refused. */

const token =
  'hgoeapcmjbkjmkihjllgpkhn.AO-J1Oy9Zk2mQ7vX3b8LnT5wE4rY6uHfNc6uGaYd3jTi8Pq0sKz1Wx5Vb7Ty2Rm4Nd8Lc3Jg6Ae9SfKoUj2Xi5Mt7BqWe1HvDp4Zr9Yn3QTgC6sL0k';
const wrapped = (width: number): string =>
  (token.match(new RegExp(`.{1,${String(width)}}`, 'g')) ?? []).join('\n');

const chat = (text: string, beginning: string): string => text.replace(/^/gm, beginning);
const beginnings = {
  'brackets and a name': '[10:02] Mai: ',
  'a time and a name': '10:02 Mai: ',
  'a name and a date': 'Mai, [28.11.2026 10:02] ',
  'a date and a name': '28.11.26, 10:02 - Mai: ',
  'a quoting mail program': '> ',
  'bars of a mail program': '| ',
  nothing: '',
};

interface Sent {
  readonly status: number;
  readonly err: string;
  /** undefined if nothing was sent. */
  readonly body: Readonly<Record<string, unknown>> | undefined;
}

async function lookUp(stdin: string, options = '--product-id gems_100'): Promise<Sent> {
  const bodies: Readonly<Record<string, unknown>>[] = [];
  const line = `lookup - --package com.example.game ${options}`;
  const { status, err } = await pvg(line.trim(), {
    stdin,
    env: serviceEnv('https://service.example', { PVG_ENVIRONMENT: 'prod' }),
    columns: 400,
    send: (request) => {
      bodies.push(JSON.parse(Buffer.from(request.body).toString()) as Record<string, unknown>);
      return Promise.resolve({ status: 400, headers: [], body: Buffer.from('{}') });
    },
  });
  return { status, err, body: bodies[0] };
}

describe.each(Object.entries(beginnings))('lines that begin with %s', (_name, beginning) => {
  it.each([
    ['orderId: GPA.3399-0000-0000-10004'],
    ['orderId:GPA.3399-0000-0000-10004'],
    ['packageName: com.example.game'],
    ['product id = gems_500'],
    ['purchaseState: 0'],
    ['purchaseTime: 1767225600000'],
  ])('a wrapped receipt ends at the line %s', async (below) => {
    for (const width of [48, 56, 72, 78]) {
      const text = `purchaseToken: ${wrapped(width)}\n${below}\n`;
      const { body, err } = await lookUp(chat(text, beginning));
      expect(body?.['receipt'], `${text}${err}`).toBe(token);
    }
  });

  it.each([
    ['a sentence', `hello\nmy token is ${token} thanks`],
    ['a sentence that ends', `hello\nmy token is ${token}.\nKim`],
    ['a line of its own', `hi, my token is\n${token}\nand the product was gems_100`],
    ['a wrapped receipt', `hi, my token is\n${wrapped(56)}\nand I got nothing`],
    ['a wrapped receipt at the end', `hi, my token is\n${wrapped(48)}`],
    ['an order behind it', `my token is ${token} GPA.3312-4410-7719-58204, I’m waiting`],
    ['a list', `hello\nmy token is\n${token}\n- the product was gems_100`],
    ['a greeting below an empty line', `hi, my token is\n${token}\n\nThanks, Kim`],
    ['a label', `hello there\nmy product: gems_100\ntoken: ${token}`],
  ])('%s is read', async (_form, text) => {
    const { body, err } = await lookUp(chat(text, beginning));
    expect(body?.['receipt'], err).toBe(token);
  });

  it.each([
    ['two receipts', `my tokens: ${token} and\n${token.replace('hgo', 'abc')} thanks a lot`],
    ['a receipt with a single word below', `my token is\n${token}\nThanks`],
    ['a wrapped receipt that words follow', `my token is\n${wrapped(60)} is it`],
    ['a wrapped receipt without its beginning', `my token is\n${wrapped(60).slice(8)}\nand more`],
    [
      'a wrapped receipt with a name in it',
      `${token.slice(0, 56)}\norderId: GPA.3399-0000-0000-10004\n${token.slice(56)}`,
    ],
    ['lines that may go on', `my token is\n${token.slice(0, 80)}\nabc is it`],
    ['a blank inside', `my token is ${token.slice(0, 130)} ${token.slice(130)} thanks`],
    ['a blank inside, at the end', `my token is ${token.slice(0, 130)} ${token.slice(130)}`],
    ['a tail among the words below', `token:\n${token.slice(0, 130)}\n${token.slice(130)} thanks`],
    ['an empty line inside', `my token is\n${token.slice(0, 76)}\n\n${token.slice(76)}\nthanks`],
    ['dots for the tail', `my token is ${token.slice(0, 130)} ... thanks`],
    ['a masked receipt', `my token is ${token.slice(0, 40)}*** thanks`],
    ['words alone', `hello\nI bought 100 gems and got nothing\nplease help`],
  ])('%s is refused, and not as broken JSON', async (_form, text) => {
    const { status, body, err } = await lookUp(chat(text, beginning));
    expect([status, body]).toEqual([2, undefined]);
    expect(err).not.toMatch(/JSON:/);
  });
});

it('a product and an order that the words name are used', async () => {
  const stdin = `[10:02] Mai: hi\n[10:02] Mai: product: gems_500\n[10:03] Mai: order: GPA.3312-4410-7719-58204\n[10:03] Mai: my token is ${token} thanks\n`;
  const { body, err } = await lookUp(stdin, '');
  expect(body, err).toMatchObject({ product_id: 'gems_500', receipt: token });
});

const longToken = `${token}aB3dE6g_7h2Q`;

describe.each(['[10:02] Anna: ', '10:02 Anna: ', 'Anna, [28.11.2026 10:02] ', 'Anna: '])(
  'a chat that divides a receipt over lines that begin with %s',
  (beginning) => {
    const inPieces = (width: number): string =>
      (longToken.match(new RegExp(`.{1,${String(width)}}`, 'g')) ?? []).join('\n');

    it.each(['', 'Token: ', 'my token is '])(
      'joins it at any width, behind "%s"',
      async (label) => {
        const receipts = new Set<unknown>();
        for (let width = 40; width <= longToken.length; width += 9) {
          const text = `Hi there\n${label}${inPieces(width)}\nand nothing came`;
          const { body } = await lookUp(chat(text, beginning));
          receipts.add(body?.['receipt']);
        }
        expect([...receipts]).toEqual([longToken]);
      },
    );

    it.each([44, 50, 60, 64, 72, 76, 80, 100])('joins it at width %i', async (width) => {
      const { body, err } = await lookUp(chat(`Hi\nToken: ${inPieces(width)}`, beginning));
      expect(body?.['receipt'], err).toBe(longToken);
    });

    it.each([
      'Thanks',
      'k',
      '7',
      'gems_100',
      'PlayerOne99',
      '3312-4410-7719-58204',
      'xX_Slayer_Xx',
    ])('and never joins the message %s below it', async (message) => {
      const whole = longToken.slice(0, 120);
      for (const width of [40, 60, 120]) {
        const pieces = (whole.match(new RegExp(`.{1,${String(width)}}`, 'g')) ?? []).join('\n');
        const { body } = await lookUp(chat(`Token: ${pieces}\n${message}`, beginning));
        expect([undefined, whole]).toContain(body?.['receipt']);
      }
    });
  },
);

it.each(['[10:02] ', '10:02 ', '28.11.26, 10:02 - '])(
  'a chat whose lines begin with %s and a label keeps the labels',
  async (time) => {
    const lines = ['Product ID: gems_500', 'Order: GPA.3312-4410-7719-58204', `Token: ${token}`];
    const { body, err } = await lookUp(chat(lines.join('\n'), time), '');
    expect(body, err).toMatchObject({ product_id: 'gems_500', receipt: token });
  },
);

it.each(['{"purchaseToken":"abc', '[{"purchaseToken":"abc'])(
  'what begins as JSON is said to be broken JSON: %s',
  async (stdin) => {
    const { status, err } = await lookUp(stdin);
    expect([status, err]).toEqual([2, expect.stringMatching(/is not JSON:/)]);
  },
);

const divided = [token.slice(0, 50), token.slice(50, 100), token.slice(100)];
const inParts = (label: (number: number) => string): string =>
  divided.map((piece, index) => `${label(index + 1)}${piece}`).join('\n');

const partForms: readonly (readonly [string, string])[] = [
  ['part 1:', inParts((number) => `part ${number}: `)],
  ['Part 1/3:', inParts((number) => `Part ${number}/3: `)],
  ['Teil 2: with the piece below', inParts((number) => `Teil ${number}:\n`)],
  ['parte 1 de 3:', inParts((number) => `parte ${number} de 3: `)],
  ['часть 1:', inParts((number) => `часть ${number}: `)],
  ['token part 1:', inParts((number) => `Token part ${number}: `)],
  ['(1/3)', inParts((number) => `(${number}/3) `)],
  ['1/3', inParts((number) => `${number}/3 `)],
  ['1/3 behind', divided.map((piece, index) => `${piece} ${index + 1}/3`).join('\n')],
  ['1.', inParts((number) => `${number}. `)],
  ['1)', inParts((number) => `${number}) `)],
  [
    'parts in another order',
    inParts((number) => `(${number}/3) `)
      .split('\n')
      .toReversed()
      .join('\n'),
  ],
];

describe.each(Object.entries(beginnings))(
  'parts in lines that begin with %s',
  (_name, beginning) => {
    it.each(partForms)('%s are joined, and it is said', async (_form, text) => {
      const alone = await lookUp(chat(text, beginning));
      expect(alone.body?.['receipt'], alone.err).toBe(token);
      expect(alone.err).toContain('Joined');
      const among = `Hi, it was too long for the chat:\nproduct: gems_500\n${text}\n\nthanks a lot`;
      const { body, err } = await lookUp(chat(among, beginning), '');
      expect(body, err).toMatchObject({ receipt: token, product_id: 'gems_500' });
    });
  },
);

it.each([
  [
    'a part is missing',
    inParts((number) => `part ${number}: `)
      .split('\n')
      .slice(1)
      .join('\n'),
  ],
  [
    'the last part is missing',
    inParts((number) => `${number}/3 `)
      .split('\n')
      .slice(0, 2)
      .join('\n'),
  ],
  [
    'a part stands twice',
    `part 1: ${token.slice(0, 50)}\n${inParts((number) => `part ${number}: `)}`,
  ],
  ['a part has a blank', inParts((number) => `part ${number}: `).replace(/.{3}$/, ' $&')],
  ['a part is masked', inParts((number) => `part ${number}: `).replace(/.{3}$/, '***')],
  ['a part was broken', inParts((number) => `part ${number}: `).replace(/.{3}$/, '\n$&')],
  ['a list names a product', `1. ${token}\n2. gems_100`],
  ['a list names a player', `(1/2) ${token}\n(2/2) xX_Dr4g0n_Xx`],
  ['a list names an order', `part 1: ${token}\npart 2: 3312-4410-7719-58204`],
])('where %s, nothing is joined', async (_what, text) => {
  const { body, err } = await lookUp(text);
  expect([undefined, token], err).toContain(body?.['receipt']);
  expect(err).not.toContain('Joined the');
});

const shortToken = 'kdjmlgfchnbaopei.AO-J1OyV7mQe2RkX9tWz4LpB0sHfNc6uGaYd3jTi8';

it.each([
  ['below a label', `token: ${shortToken}\nplease check this one`],
  ['between label and words', `Hi team,\ntoken: ${shortToken}\nCould you look at it?`],
  ['below a label, in another language', `token: ${shortToken}\nおねがいします`],
  ['above and below', `The player waits\ntoken: ${shortToken}\nThanks!\nMai`],
  ['beside a product', `product: gems_100\ntoken: ${shortToken}\nnothing came, I waited`],
])('a line of a chat %s is no part of a shorter receipt', async (_where, text) => {
  const { body, err } = await lookUp(text);
  expect(body?.['receipt'], err).toBe(shortToken);
});

it.each([
  ['the first of two', `(1/2) ${token.slice(0, 90)}`, '2/2'],
  ['the second of two', `(2/2) ${token.slice(90)}`, '1/2'],
  ['two of three', `1/3 ${token.slice(0, 50)}\n3/3 ${token.slice(100)}`, '2/3'],
  ['the first of two among words', `Hi!\npart 1/2: ${token.slice(0, 90)}\nMai`, '2/2'],
])('%s is not sent alone, and the other is named', async (_what, text, missing) => {
  const { status, body, err } = await lookUp(text);
  expect(body, err).toBeUndefined();
  expect([status, err]).toEqual([2, expect.stringContaining(missing)]);
});
