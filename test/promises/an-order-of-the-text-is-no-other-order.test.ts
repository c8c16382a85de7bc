import { expect, it } from 'vitest';
import { temporaryFolder } from '../helpers/context.js';
import { json, pvg } from '../helpers/pvg.js';

const [first, second, third] = [
  'GPA.6376-8651-2237-28215',
  'GPA.4080-5226-5744-87789',
  'GPA.1111-2222-3333-44444',
];
const purchase = (token: string): string =>
  JSON.stringify({
    packageName: 'com.example.game',
    productId: 'gems_100',
    purchaseToken: token,
  });
const chat = (orders: readonly string[], tokens: readonly string[]): string =>
  [...orders.map((order) => `Lucía: ${order}`), ...tokens.map(purchase)].join('\n');

/** The built-in profile answers about `first` for demo-purchased, and about `second` for demo-never-received. */
const both = ['demo-purchased', 'demo-never-received'];

async function anomaliesOf(text: string, options: string): Promise<unknown> {
  const line = `lookup --profile local - ${options} --json`;
  const { exit, anomalies } = json(await pvg(line, { stdin: text }));
  expect(exit).toBe(0);
  return (anomalies as { id: string }[]).map(({ id }) => id);
}

it.each([
  ['each order of two purchases', [first, second], both, '--pick 1', []],
  ['each order of two purchases, the second one', [first, second], both, '--pick 2', []],
  ['an order beside those of two purchases', [first, third], both, '--pick 2', ['other-order']],
  ['two orders and one purchase', [first, second], ['demo-purchased'], '', ['other-order']],
  [
    'the order that was typed',
    [first, second],
    both,
    `--pick 2 --order-id ${first}`,
    ['other-order'],
  ],
])('a text with %s', async (_says, orders, tokens, options, expected) => {
  expect(await anomaliesOf(chat(orders, tokens), options)).toEqual(expected);
});

it('the journal has no look-up of the order of the other purchase', async () => {
  const home = temporaryFolder();
  const stdin = chat([first, second], both);
  await pvg('lookup - --profile local --pick 1 --case T-1', { home, stdin });
  const found = json(await pvg(`lookup ${second} --profile local --case T-2 --json`, { home }));
  expect(JSON.stringify(found)).not.toContain('its answer is about');
});
