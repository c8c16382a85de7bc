import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { json, pvg } from '../helpers/pvg.js';
import { temporaryFolder } from '../helpers/context.js';

/** The order id of a purchase is its own; and each purchase of a text can be chosen. */

const order = 'GPA.1191-7455-9691-88468';
const elsewhere = 'GPA.3340-0001-2345-67890';
const game = { packageName: 'com.example.game', productId: 'gems_100' };
const recorded = { ...game, purchaseToken: 'demo-recorded' };
const pending = { ...game, purchaseToken: 'demo-pending' };
const unknown = {
  ...game,
  productId: 'gems_500',
  purchaseToken: 'some-unknown-token-9f8e7d6c5b4a',
};
const lines = (...all: readonly object[]): string =>
  all.map((each) => JSON.stringify(each)).join('\n');

interface Ended {
  readonly exit: number;
  readonly asked: { readonly receipt: { readonly fingerprint: string } } | null;
  readonly asks?: { readonly choices?: readonly Choice[] };
}
interface Choice {
  readonly pick: number;
  readonly order_id: string | null;
  readonly product_id: string | null;
  readonly receipt: string;
}

async function run(words: readonly string[], home: string) {
  return pvg([...words, '--profile', 'local'], { home, columns: 400 });
}

function homeWith(text: string): string {
  const home = temporaryFolder();
  writeFileSync(join(home, 'mail.txt'), text);
  return home;
}

async function choicesOf(home: string): Promise<readonly Choice[]> {
  const ended = await run(['lookup', '@mail.txt', '--json'], home);
  return (json(ended) as unknown as Ended).asks?.choices ?? [];
}

/** The order ids that the journal has for a ticket. */
async function keptOrders(home: string): Promise<unknown> {
  const listed = await pvg('journal list --case T-1 --json', { home });
  const { answer } = json(listed) as { answer: { entries: readonly { order_id: unknown }[] } };
  return answer.entries.map(({ order_id: orderId }) => orderId);
}

describe('a purchase without an order id that stands with one that has it', () => {
  it.each<[string, string, readonly string[]]>([
    [
      'chosen by its product',
      lines({ ...recorded, orderId: order }, unknown),
      ['--product-id', 'gems_500'],
    ],
    ['chosen by its number', lines({ ...recorded, orderId: order }, unknown), ['--pick', '2']],
    ['standing first', lines(unknown, { ...recorded, orderId: order }), ['--pick', '1']],
    [
      'with the order id in a sentence, too',
      `Order ${order}\n${lines({ ...recorded, orderId: order }, unknown)}`,
      ['--pick', '2'],
    ],
    [
      'with an order id of neither',
      `Order ${elsewhere}\n${lines(recorded, unknown)}`,
      ['--pick', '2'],
    ],
    [
      'in a table',
      `order_id;product_id;package_name;purchase_token\n${order};gems_100;com.example.game;demo-recorded\n;gems_500;com.example.game;some-unknown-token-9f8e7d6c5b4a\n`,
      ['--pick', '2'],
    ],
    [
      'beside one without a receipt',
      `${lines({ orderId: order, productId: 'gems_100' }, unknown)}`,
      [],
    ],
  ])('gets none: %s', async (_what, text, choice) => {
    const home = homeWith(text);
    await run(['lookup', '@mail.txt', ...choice, '--case', 'T-1'], home);
    expect(await keptOrders(home)).toEqual([null]);
  });

  it.each([
    ['above it', `Order ${order}\n${lines(unknown)}`],
    ['below it, twice', `${lines(unknown, unknown)}\n${order} ${order}`],
  ])('an order id %s is that of the only purchase', async (_where, text) => {
    const home = homeWith(text);
    await run(['lookup', '@mail.txt', '--case', 'T-1'], home);
    expect(await keptOrders(home)).toEqual([order]);
  });
});

const severalPurchases: readonly (readonly [string, string])[] = [
  ['an order id on one alone', lines({ ...recorded, orderId: order }, pending)],
  ['an order id on none', lines(recorded, pending)],
  [
    'an order id on each',
    lines({ ...recorded, orderId: order }, { ...pending, orderId: elsewhere }),
  ],
  ['different products', lines(recorded, unknown)],
  [
    'no product',
    lines({ ...recorded, productId: undefined }, { ...pending, productId: undefined }),
  ],
  [
    'three, of which two have the same names',
    lines(recorded, pending, { ...unknown, orderId: order }),
  ],
  [
    'rows of a table',
    `order_id;product_id;purchase_token\n${order};gems_100;demo-recorded\n;gems_100;demo-pending\n`,
  ],
  [
    'lines of names',
    `token: demo-recorded\nproduct: gems_100\n\ntoken: demo-pending\nproduct: gems_100\n`,
  ],
];

describe.each(severalPurchases)('purchases with %s', (_what, text) => {
  it('have numbers, and each number is the look-up of its receipt', async () => {
    const home = homeWith(text);
    const choices = await choicesOf(home);
    expect(choices.map(({ pick }) => pick)).toEqual(choices.map((_choice, index) => index + 1));
    expect(new Set(choices.map(({ receipt }) => receipt)).size).toBe(choices.length);
    for (const { pick, receipt } of choices) {
      const words = ['lookup', '@mail.txt', '--pick', String(pick), '--product-id', 'gems_100'];
      const { asked } = json(
        await run([...words, '--package', 'com.example.game', '--json'], home),
      ) as unknown as Ended;
      expect(asked?.receipt.fingerprint).toBe(receipt);
    }
  });

  it('have a next command that looks one up', async () => {
    const home = homeWith(text);
    const { status, err } = await run(
      ['lookup', '@mail.txt', '--package', 'com.example.game'],
      home,
    );
    const [, next = ''] = /^Next: pvg (.*)$/m.exec(err) ?? [];
    expect([status, next]).toEqual([2, expect.stringMatching(/--pick 1|--order-id|--product-id/)]);
    const ended = await pvg(`${next} --json`, { home });
    expect((json(ended) as { asks?: { choices?: unknown } }).asks?.choices).toBeUndefined();
  });

  it.each(['verify --purchase-json', 'lookup'])('have no other number for %s', async (command) => {
    const home = homeWith(text);
    const choices = await choicesOf(home);
    const words = [
      ...command.split(' '),
      '@mail.txt',
      '--pick',
      String(choices.length + 1),
      '--json',
    ];
    const ended = json(await run(words, home)) as unknown as Ended;
    expect(ended).toMatchObject({ exit: 2, error: { code: 'input-unreadable' }, http: null });
    expect(ended.asks?.choices).toEqual(choices);
  });
});

it('every further purchase of a ticket is led to, and then its reply', async () => {
  const home = homeWith(lines(recorded, pending, { ...pending, purchaseToken: 'demo-canceled' }));
  let next = 'lookup @mail.txt --pick 2 --profile local --case T-1';
  const picks: string[] = [];
  while (next.startsWith('lookup')) {
    picks.push(/--pick (\d)/.exec(next)?.[1] ?? '');
    const { out, err } = await pvg(next, { home, columns: 400 });
    next = /^Next: pvg (.*)$/m.exec(out + err)?.[1] ?? '';
  }
  expect([picks, next]).toEqual([['2', '3', '1'], 'reply "$REPLY_LANGUAGE" --case T-1']);
});

it('a verify records the purchase that was picked', async () => {
  const home = homeWith(
    lines({ ...recorded, orderId: order }, { ...pending, purchaseToken: 'demo-purchased' }),
  );
  const ended = await run(
    ['verify', '--purchase-json', '@mail.txt', '--pick', '2', '--json'],
    home,
  );
  expect(json(ended)).toMatchObject({ exit: 0, verdict: { id: 'verified' } });
});

it('a copy that is cut is not one of several purchases, and cannot be picked', async () => {
  const token = 'kdjmlgfchnbaopei.AO-J1OyV7mQe2RkX9tWz4LpB0sHfNc6uGaYd3jTi8';
  const home = homeWith(
    lines(
      { ...recorded, purchaseToken: token },
      { ...recorded, purchaseToken: token.slice(0, 40) },
    ),
  );
  for (const pick of [[], ['--pick', '1']]) {
    const ended = await run(['lookup', '@mail.txt', ...pick, '--json'], home);
    expect(json(ended)).toMatchObject({ exit: 2, http: null, asks: { missing: ['--receipt'] } });
  }
});

it.each([
  ['0', 'usage'],
  ['x', 'usage'],
  ['1.5', 'usage'],
])('--pick %s is no number of a purchase', async (pick, code) => {
  const ended = await run(
    ['lookup', 'demo-recorded', `--pick=${pick}`, '--json'],
    temporaryFolder(),
  );
  expect(json(ended)).toMatchObject({ exit: 2, error: { code } });
});

it.each(['--receipt demo-recorded', '--body @mail.txt'])(
  '--pick has nothing to choose from in %s',
  async (option) => {
    const home = homeWith(lines(recorded));
    const ended = await run(['lookup', ...option.split(' '), '--pick', '2', '--json'], home);
    expect(json(ended)).toMatchObject({ exit: 2, error: { code: 'usage' } });
  },
);

describe('the choice among the purchases of a ticket', () => {
  const text = lines({ ...recorded, orderId: order }, pending);
  const pick = (home: string, number: number) =>
    run(['lookup', '@mail.txt', '--pick', String(number), '--case', 'T-1'], home);

  /** The page of the ticket, and how many refusals the journal has. */
  async function ticketAfter(numbers: readonly number[]) {
    const home = homeWith(text);
    await run(['lookup', '@mail.txt', '--case', 'T-1'], home);
    for (const number of numbers) await pick(home, number);
    const page = await pvg('report --case T-1', { home });
    const listed = await pvg('journal list --case T-1 --outcome refusal --json', { home });
    const { answer } = json(listed) as { answer: { remarks: readonly unknown[] } };
    return { isOpen: page.out.includes('names 2 purchases'), kept: answer.remarks.length };
  }

  it.each<[string, readonly number[], boolean]>([
    ['none was looked up', [], true],
    ['one was looked up', [1], true],
    ['the other was looked up', [2, 2], true],
    ['each was looked up', [2, 1], false],
  ])('is open in its report where %s', async (_what, numbers, isOpen) => {
    expect(await ticketAfter(numbers)).toEqual({ isOpen, kept: 1 });
  });

  it('is kept with the fingerprints of all, and no receipt', async () => {
    const home = homeWith(text);
    const choices = await choicesOf(home);
    await run(['lookup', '@mail.txt', '--case', 'T-1'], home);
    const { answer } = json(await pvg('journal list --case T-1 --json', { home })) as {
      answer: { remarks: readonly { receipts: unknown }[] };
    };
    expect(answer.remarks.map(({ receipts }) => receipts)).toEqual([
      choices.map(({ receipt }) => receipt.replace('sha256:', '')),
    ]);
  });
});
