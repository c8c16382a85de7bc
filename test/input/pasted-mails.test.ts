import { describe, expect, it } from 'vitest';
import { labelTokenAmongWords } from '../../src/input/pasted/among-words.js';
import { readPasted } from '../../src/input/pasted/read.js';
import { doubtReceipt } from '../../src/input/receipt.js';
import { json, pvg } from '../helpers/pvg.js';

/** Tickets as support pastes them: a sentence, a line of a server's log, lines of a form. */

const token = 'kdjmlgfchnbaopeikdjmlgfc.AO-J1OyV7mQe2RkX9tWz4LpB0sHfNc6uGaYd3jTi8';
const receipts = ['demo-purchased', token];
const names = 'Product: gems_100\nPackage: com.x.y\n';
const request = (receipt: string): string =>
  JSON.stringify({ os_id: 1, receipt, product_id: 'gems_100', package: 'com.x.y' });

type Write = (receipt: string) => string;

const mails: Readonly<Record<string, Write>> = {
  'a full stop behind the receipt': (receipt) => `${names}Token: ${receipt}.\n`,
  'a colon behind it': (receipt) => `${names}Token: ${receipt}:\n`,
  'a semicolon behind it': (receipt) => `${names}Token: ${receipt};\n`,
  'an exclamation mark behind it': (receipt) => `${names}Token: ${receipt}!\n`,
  'a bracket behind it': (receipt) => `${names}Token: ${receipt})\n`,
  'a full stop of Japanese behind it': (receipt) => `${names}Token: ${receipt}。\n`,
  'the next sentence behind it': (receipt) =>
    `Product: gems_100, package: com.x.y, token: ${receipt}. Thanks`,
  'the body of a look-up': request,
  'a line of a log with that body': (receipt) => `2026-11-28 03:11:40 INFO ${request(receipt)}`,
  'that body behind a name': (receipt) => `body=${request(receipt)}`,
  'that body inside of JSON': (receipt) => JSON.stringify({ body: request(receipt) }),
  'that body with its quotes escaped': (receipt) => request(receipt).replaceAll('"', '\\"'),
  'that body as Python prints it': (receipt) => request(receipt).replaceAll('"', "'"),
  'a sentence': (receipt) =>
    `Hi Anna,\n\nthe product is gems_100 and the package is com.x.y, token: ${receipt}\n\nThanks\nMai`,
  'the receipt first': (receipt) => `Token: ${receipt}, product: gems_100, package: com.x.y`,
  'quotes around the sentence': (receipt) =>
    `"the product is gems_100, the package is com.x.y, token: ${receipt}"`,
  'typographic quotes around it': (receipt) =>
    `“the product is gems_100, the package is com.x.y, token: ${receipt}”`,
  'backticks around it': (receipt) => `\`${names}Token: ${receipt}\``,
  'a block of a chat': (receipt) => `\`\`\`\n${names}Token: ${receipt}\n\`\`\`\n`,
  'typographic quotes around the values': (receipt) =>
    `Product: “gems_100”\nPackage: “com.x.y”\nToken: “${receipt}”\n`,
  'a word of thanks below it': (receipt) => `${names}Token: ${receipt}\nThanks\n`,
  'a name above its value': (receipt) => `Hi, the token is:\n${receipt}\n${names}`,
};

describe('a purchase in a ticket is read', () => {
  it.each(Object.entries(mails))('with %s', (_form, write) => {
    for (const receipt of receipts) {
      const text = write(receipt);
      const pasted = readPasted(text);
      const read = pasted.kind === 'purchase' ? text : (labelTokenAmongWords(text)?.text ?? text);
      expect(readPasted(read), receipt).toMatchObject({
        kind: 'purchase',
        purchase: { receipt, productId: 'gems_100', package: 'com.x.y' },
      });
    }
  });

  it.each(['"demo-purchased"', '`demo-purchased`', '“demo-purchased”', 'demo-purchased.'])(
    'as the receipt alone in %s',
    async (text) => {
      const { status, context } = await pvg('lookup - --profile local --product-id gems_100', {
        stdin: text,
      });
      expect([status, context.asked?.receipt?.length]).toEqual([0, 'demo-purchased'.length]);
    },
  );
});

const shortToken = 'Ab3dE5fG7hJ9';
const refusals: readonly (readonly [what: string, text: string, code: string])[] = [
  [
    'a mark behind a receipt of another form',
    `${names}Token: ${shortToken}.\n`,
    'receipt-doubtful',
  ],
  ['a hyphen behind a short one', `${names}Token: demo-purchased-\n`, 'receipt-doubtful'],
  ['a receipt that was cut', `${names}Token: ${token}...\n`, 'input-unreadable'],
  ['a quotation mark that is not closed', `${names}Token: "${token}\n`, 'input-unreadable'],
  ['the body of an iOS purchase', '{"os_id":2,"receipt":"r","product_id":"p"}', 'input-unreadable'],
  ['two receipts', `${request('demo-purchased')}\n${request('demo-recorded')}`, 'input-unreadable'],
  [
    'a request and another receipt',
    `${request('demo-purchased')}\nToken: demo-recorded`,
    'input-unreadable',
  ],
];

interface Refusal {
  readonly error: { readonly code: string };
  readonly asks?: object;
}

async function refusalOf(text: string): Promise<Refusal> {
  const ended = await pvg('lookup - --profile local --json', { stdin: text });
  expect(ended.context.asked).toBeUndefined();
  return json(ended) as unknown as Refusal;
}

describe('nothing is sent for', () => {
  it.each(refusals)('%s', async (_what, text, code) => {
    expect((await refusalOf(text)).error.code).toBe(code);
  });

  it('a mail with an order id alone, which is what pvg says', async () => {
    const orderId = 'GPA.1234-5678-9012-34567';
    const mail = `Hello, I bought gems (${orderId}) and got nothing. Help!`;
    expect((await refusalOf(mail)).asks).toMatchObject({ names: 'order', order_id: orderId });
    expect(doubtReceipt(mail)?.hint).toBe(doubtReceipt(orderId)?.hint);
  });

  it.each(['', 'GPA.9-9'])('two rows of one product with the order id %j', async (orderId) => {
    const rows = ['demo-purchased', 'demo-recorded'].map(
      (receipt) => `gems_100,com.x.y,${receipt},${orderId}`,
    );
    const text = ['product_id,package,purchase_token,order_id', ...rows].join('\n');
    const { context, err } = await pvg('lookup - --profile local', { stdin: text });
    expect(context.asked).toBeUndefined();
    expect(err).toMatch(/^Next: pvg lookup - /m);
  });
});
