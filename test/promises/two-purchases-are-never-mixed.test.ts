import { describe, expect, it } from 'vitest';
import { serviceEnv } from '../helpers/context.js';
import { pvg } from '../helpers/pvg.js';

/** A paste with more than one purchase sends one of them whole, or nothing: never the product of one with the receipt of another. */

const first = 'kdjmlgfchnbaopei.AO-J1OyV7mQe2RkX9tWz4LpB0sHfNc6uGaYd3jTi8';
const second = 'pnlkmfdgbcajohei.AO-J1Oz81sKq4Nf0bWc7HyXu2TgE5vLaPj9RmDi3o';
const orders = { first: 'GPA.3312-4410-7719-58204', second: 'GPA.3312-4410-7719-58205' };

type Body = Readonly<Record<string, unknown>>;

interface Sent {
  readonly status: number;
  readonly err: string;
  /** undefined if nothing was sent. */
  readonly body: Body | undefined;
}

async function lookUp(stdin: string, options = ''): Promise<Sent> {
  const bodies: Body[] = [];
  const line = `lookup - --package com.example.game ${options}`;
  const { status, err } = await pvg(line.trim(), {
    stdin,
    env: serviceEnv('https://service.example', { PVG_ENVIRONMENT: 'prod' }),
    columns: 400,
    send: (request) => {
      bodies.push(JSON.parse(Buffer.from(request.body).toString()) as Body);
      return Promise.resolve({ status: 400, headers: [], body: Buffer.from('{}') });
    },
  });
  return { status, err, body: bodies[0] };
}

const inner = { purchaseToken: second, productId: 'gems_500' };
const many = Array.from({ length: 210 }, (_, index) => `line ${String(index)} {"cut`).join('\n');
const dump = (token: string): string => `{'purchaseToken': '${token}', 'productId': 'gems_100'}`;
const nested = (depth: number): string =>
  `${'{"a":'.repeat(depth)}${JSON.stringify(inner)}${'}'.repeat(depth)}`;

it.each<[string, string]>([
  ['a token around another', JSON.stringify({ token: first, productId: 'gems_100', data: inner })],
  ['a token around another as text', JSON.stringify({ token: first, json: JSON.stringify(inner) })],
  [
    'lines whose names may be of either',
    `product: gems_100\n\ntoken: ${first}\n\nproduct: gems_500\n\norder: ${orders.second}\n\ntoken: ${second}`,
  ],
  [
    'lines without an empty line, of which one lacks a product',
    `token: ${first}\nproduct: gems_500\ntoken: ${second}`,
  ],
  [
    'a purchase before more broken objects than are read',
    `${dump(first).replaceAll("'", '"')}\n${many}\n${JSON.stringify(inner)}`,
  ],
  [
    'a purchase before one that is nested deeper than is read',
    `{"purchaseToken":"${first}","productId":"gems_100"}\n${nested(14)}`,
  ],
  [
    'a dump before more dumps than are read',
    `${dump(first)}\n${"{'cut': \n".repeat(60)}\n${dump(second)}`,
  ],
  [
    'a dump before one that is longer than is read',
    `${dump(first)}\n{'x': '${'y'.repeat(70_000)}', ${dump(second).slice(1)}`,
  ],
])('%s: nothing is sent', async (_what, stdin) => {
  const { status, body, err } = await lookUp(stdin);
  expect([status, body]).toEqual([2, undefined]);
  expect(err).not.toContain(first);
});

describe('records of lines', () => {
  const records = `token: ${first}\norder: ${orders.first}\n\nproduct: gems_500\norder: ${orders.second}\ntoken: ${second}\n`;

  it('an empty line ends a purchase', async () => {
    const { body, err } = await lookUp(records, `--order-id ${orders.second}`);
    expect(body, err).toMatchObject({ receipt: second, product_id: 'gems_500' });
    const other = await lookUp(records, `--order-id ${orders.first}`);
    expect([other.status, other.body]).toEqual([2, undefined]);
  });

  it('an empty line below each line ends none', async () => {
    const lines = [
      ['order', orders.first],
      ['product', 'gems_100'],
      ['token', first],
      ['order', orders.second],
      ['product', 'gems_500'],
      ['token', second],
    ];
    const text = lines.map((line) => line.join(': ')).join('\n\n');
    const { body, err } = await lookUp(text, `--order-id ${orders.second}`);
    expect(body, err).toMatchObject({ receipt: second, product_id: 'gems_500' });
  });

  it('a title in the place of a package does not hide the package', async () => {
    const { body, err } = await lookUp(
      `app: Quayside\ntoken: ${first}\npackage: com.quay.side\nproduct: gems_100`,
    );
    expect(body, err).toMatchObject({ receipt: first, product_id: 'gems_100' });
  });

  it.each([[56], [40]])('a token that empty lines break, %i wide, is not sent', async (width) => {
    const wrapped = first.repeat(1).replace(new RegExp(`.{${String(width)}}`), '$&\n\n');
    const { status, body } = await lookUp(`product: gems_100\n\ntoken: ${wrapped}\n\nThanks`);
    expect([status, body]).toEqual([2, undefined]);
  });
});

it.each([
  [`${orders.first}..0`, orders.first],
  [orders.first, `${orders.first}..0`],
  [`${orders.first}..1`, `${orders.first}..0`],
])('a renewal is the same order: %s chooses %s', async (asked, written) => {
  const list = [
    { orderId: written, productId: 'gold', purchaseToken: first },
    { orderId: orders.second, productId: 'gold', purchaseToken: second },
  ];
  const { body, err } = await lookUp(JSON.stringify(list), `--order-id ${asked}`);
  expect(body, err).toMatchObject({ receipt: first });
});

describe('rows without order ids', () => {
  const row = (minute: number, token: string): string =>
    `2026-03-02 09:${String(minute)};gems_100;com.example.game;${token}`;
  const rows = `${row(30, first)}\n${row(31, second)}`;
  const header = 'date;product_id;package;purchase_token';

  it.each([
    ['below the names of their columns', `${header}\n${rows}\n`],
    ['without them', rows],
  ])('%s are chosen by the number that the refusal names', async (_how, text) => {
    const refused = await lookUp(text);
    expect([refused.status, refused.body]).toEqual([2, undefined]);
    for (const [index, receipt] of [first, second].entries()) {
      const chosen = `--pick ${index + 1}`;
      expect(refused.err).toContain(chosen);
      const { body, err } = await lookUp(text, chosen);
      expect(body, err).toMatchObject({ receipt, product_id: 'gems_100' });
    }
  });

  it.each([
    ['of several', rows],
    ['of one', row(30, first)],
    ['of a receipt alone', first],
  ])('a number that the text does not have chooses none: %s', async (_what, text) => {
    const { status, body } = await lookUp(text, '--product-id gems_100 --pick 3');
    expect([status, body]).toEqual([2, undefined]);
  });

  it('one that is the beginning of the other may be cut: none is offered', async () => {
    const { body, err } = await lookUp(`${row(30, first)}\n${row(31, `${first}X`)}`);
    expect(body).toBeUndefined();
    expect(err).not.toContain('sha256:');
    expect(err).not.toContain('order id');
  });
});
