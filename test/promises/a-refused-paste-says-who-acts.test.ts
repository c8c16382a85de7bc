import { beforeEach, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../helpers/context.js';
import { json, pvg } from '../helpers/pvg.js';

/** The refusal of a paste says what it understood, and who acts next: the same as the report of its ticket. */

let home: string;
beforeEach(() => {
  home = temporaryFolder();
});

const order = 'GPA.3306-1111-2222-30006';
const token = 'kdjmlgfchnbaopeikdjmlgfc.AO-J1OyV7mQe2RkX9tWz4LpB0sHfNc6uGaYd3jTi8';
const otherToken = 'opeikdjmlgfckdjmlgfchnba.AO-J1OaYd3jTi8VtWz4LpB0sHfNc6uGy7mQe2RkX9';
const asJson = (names: object): string => JSON.stringify({ packageName: 'com.x.y', ...names });

const lookUp = async (text: string, words: readonly string[] = []) =>
  pvg(['lookup', '-', '--profile', 'local', '--case', 'T-1', '--no-input', ...words], {
    home,
    stdin: `${text}\n`,
    columns: 4000,
  });

/** An order that was looked up for the same ticket, and the answer. */
async function lookUpKnown(): Promise<{ orderId: string; out: string }> {
  const { out } = await lookUp(
    '{"packageName":"com.example.game","productId":"gems_100","purchaseToken":"demo-recorded"}',
  );
  const [, orderId = ''] = /^Order id: *(GPA\S+)$/m.exec(out) ?? [];
  return { orderId, out };
}

const actorIn = (text: string): string => /^Who acts next: .*$/m.exec(text)?.[0] ?? '';

const refused: Readonly<Record<string, string>> = {
  'words alone': 'hi where are my gems',
  'a question in French': 'Je voudrais être remboursé svp. Merci, Claire',
  'an order id': `Order number: ${order}`,
  'a receipt without its product': `packageName=com.x.y orderId=${order} purchaseToken=${token}`,
  'a masked receipt': `order: ${order}\nproduct: gems_100\ntoken: ${token.slice(0, 30)}...`,
  'several purchases': [
    asJson({ productId: 'gems_100', purchaseToken: token }),
    asJson({ productId: 'gold_pack', purchaseToken: otherToken }),
  ].join('\n'),
  'an order of Apple': 'I bought it on my iPhone, order MQ1ABCD2EF',
  'the verification of a player': 'my verification is done and nothing happens',
};

describe('the second line of a refusal', () => {
  it.each(Object.entries(refused))('of %s is that of the report', async (_what, text) => {
    const { status, err } = await lookUp(text);
    expect(status).toBe(2);
    const [, second = ''] = err.split('\n');
    expect(second).toMatch(/^Who acts next: ./);
    const report = await pvg('report --case T-1', { home });
    expect(actorIn(report.out).startsWith(second)).toBe(true);
  });

  it('is said once in the JSON', async () => {
    const result = json(await lookUp(`Order number: ${order}`, ['--json']));
    expect(JSON.stringify(result).split('Who acts next')).toHaveLength(2);
    expect(result['notes']).toEqual([]);
  });

  it('is that of the answer to the order, once it was looked up', async () => {
    const { orderId, out } = await lookUpKnown();
    const { err } = await lookUp(`Order number: ${orderId}`);
    const [, second = ''] = err.split('\n');
    expect(actorIn(out).startsWith('Who acts next: the game’s developers')).toBe(true);
    expect(second.startsWith('Who acts next: the game’s developers')).toBe(true);
    expect(err).toContain(`${orderId} was looked up on `);
  });

  it('is not there for an option that was forgotten', async () => {
    const { err } = await pvg('lookup --profile local --receipt demo-recorded --no-input', {
      home,
    });
    expect(err).toMatch(/^✘ Missing: /);
    expect(actorIn(err)).toBe('');
  });
});

describe('the refusal of a text with a receipt', () => {
  it('repeats what the text names, and leads to the look-up with what is known', async () => {
    const { err } = await lookUp(`packageName=com.x.y orderId=${order} purchaseToken=${token}`);
    const length = `a receipt (${token.length} characters)`;
    expect(err).toContain(`The text names order id ${order}, package com.x.y and ${length}.`);
    expect(err).toContain(
      'Next: pvg lookup --product-id "$PRODUCT_ID" --package com.x.y --purchase-json - ',
    );
    expect(err).not.toContain(token);
  });

  it('keeps that way on, when its order was looked up before', async () => {
    const { orderId } = await lookUpKnown();
    const { err } = await lookUp(`packageName=com.x.y orderId=${orderId} purchaseToken=${token}`);
    expect(err).toContain(`The text names order id ${orderId}, package com.x.y and a receipt (`);
    expect(err).toContain(`${orderId} was looked up on `);
    expect(err).toContain('Next: pvg lookup --product-id "$PRODUCT_ID" ');
  });

  it('repeats it beside an earlier answer to its order, also if the receipt is masked', async () => {
    const { orderId } = await lookUpKnown();
    const { err } = await lookUp(
      `order: ${orderId}\nproduct: gems_1200\ntoken: ${token.slice(0, 30)}...`,
    );
    expect(err).toContain(`The text names order id ${orderId} and product gems_1200.`);
    expect(err).toContain(`${orderId} was looked up on `);
  });
});
