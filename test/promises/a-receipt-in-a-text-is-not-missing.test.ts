import { describe, expect, it } from 'vitest';
import { json, pvg } from '../helpers/pvg.js';

/** A receipt that stands in a text is read where that is certain; where it is not, nobody is told that it is missing. */

const one =
  'kdjmlgfchnbaopeikdjmlgfc.AO-J1OyV7mQe2RkX9tWz4LpB0sHfNc6uGaYd3jTi8_w5Kx1ZqMb-4Rt7Uq2XvB9nM4kLp0Zs8Wd6_Yc3Ge5Hf1JrTaQi7VoEu';
const other =
  'pqwoeirutylaksjdhfgmznxb.AO-J1OaT5kQb8VnE2rLx7WcP0dJsUf3mHgYi9oZe4_t6Rv1XwNq-2Su5Kd3RmC7yB1pWq9LxF2vTe6_Jn4Gh8Zo0AsViUcXb5Mr';
const firstOrder = 'GPA.3771-5551-3998-02843';
const secondOrder = 'GPA.3240-2023-8273-96732';
const names = 'product: gems_100\npackage: com.x.y\n';
const pieces = [one.slice(0, 50), one.slice(50, 100), one.slice(100)];
const address = `https://androidpublisher.googleapis.com/androidpublisher/v3/applications/com.x.y/purchases/products/gems_100/tokens/${one}`;

const texts: Readonly<Record<string, string>> = {
  'backticks behind a word': `pkg \`com.x.y\`, sku \`gems_100\`\ntoken is \`${one}\`. (edited)`,
  'quotation marks behind a word': `package com.x.y, sku gems_100\ntoken "${one}"`,
  'a block of a chat in one line': `${names}token: \`\`\`${one}\`\`\``,
  'numbered parts in brackets behind a name': `${names}token (parte 1/2): ${one.slice(0, 60)}\ntoken (parte 2/2): ${one.slice(60)}`,
  'numbered parts in brackets': `${names}(part 1/2): ${one.slice(0, 60)}\n(part 2/2): ${one.slice(60)}`,
  'a picture behind it': `${names}token: ${one}🙏🏽🙏`,
  'zero-width spaces in it': `${names}token: ${pieces.join('\u200B')}`,
  'soft hyphens in it': `${names}token: ${pieces.join('\u00AD')}`,
  'the backslashes of Markdown': `product: gems\\_100\npackage: com.x.y\ntoken: ${one.replace(/[_-]/g, '\\$&')}`,
  'thanks and a name below its lines': `${names}token: ${pieces.join('\n')}\nthanks\nJonas`,
  'a link of Outlook around its address': `see https://eur01.safelinks.protection.outlook.com/?url=${encodeURIComponent(address)}&data=05%7C01`,
};

const bodyOf = async (stdin: string, options = ''): Promise<string> => {
  const ended = await pvg(`lookup - --profile local --dry-run ${options}`, { stdin });
  expect(ended.status, ended.err).toBe(0);
  return ended.out;
};

describe('a receipt is read', () => {
  it.each(Object.entries(texts))('with %s', async (_form, text) => {
    const sent = await bodyOf(text);
    for (const value of [one, 'gems_100', 'com.x.y']) expect(sent).toContain(value);
  });

  it('with a hyphen at the end of a line, which is said', async () => {
    const token = `${one.slice(0, 49)}-${one.slice(50)}`;
    const stdin = `${names}token: ${token.slice(0, 50)}\n${token.slice(50, 100)}\n${token.slice(100)}\n\nBest\nJonas`;
    const { err } = await pvg('lookup - --profile local --dry-run', { stdin });
    expect(err).toMatch(/hyphen/);
  });

  it('but not with a word that only a mark separates from it', async () => {
    const stdin = `${names}token: ${one}\u200Bthanks`;
    const ended = await pvg('lookup - --profile local --dry-run', { stdin });
    expect(ended.status).toBe(2);
  });
});

const chat = `[10:01] dev: order ${firstOrder}\n[10:01] dev: gems_100 ${one}\n[10:02] dev: sorry wrong player, this one:\n[10:02] dev: order ${secondOrder}\n[10:02] dev: gems_500 ${other}\n`;
const lines = `dev: gems_100 ${one}\ndev: gems_500 ${other}\n`;

describe('several receipts are a choice', () => {
  it.each([
    ['of two orders in a chat', chat, [firstOrder, secondOrder]],
    ['of two lines with a product each', lines, [null, null]],
  ])('%s', async (_what, stdin, orders) => {
    const { asks } = json(await pvg('lookup - --profile local --json', { stdin }));
    const choices = [
      { pick: 1, product_id: 'gems_100', order_id: orders[0] },
      { pick: 2, product_id: 'gems_500', order_id: orders[1] },
    ];
    expect(asks).toMatchObject({ choices });
    expect(await bodyOf(stdin, '--pick 2')).toContain(other);
  });

  it('but not where names that are no product stand in front of them', async () => {
    const stdin = `dev: player_42 ${one}\ndev: player_43 ${other}\n`;
    const { err } = await pvg('lookup - --profile local', { stdin });
    expect(err).toMatch(/receipts at lines 1 and 2/);
  });
});

describe('a receipt that pvg cannot take apart', () => {
  const swapped = `Order ${firstOrder} gems_100\nOrder ${secondOrder} gems_500\ntokens:\n${one}\n${other}\n`;
  it.each(['', '--pick 2', '--case T-1'])(
    'is there: nobody is asked for it %s',
    async (options) => {
      const ended = await pvg(`lookup - --profile local --json ${options}`, { stdin: swapped });
      const { error, asks } = json(ended);
      const { says, hint_command: next } = error as Record<string, string>;
      expect(ended.status).toBe(2);
      expect(says).toMatch(/receipts at lines 4 and 5/);
      expect(asks).toEqual({ missing: [] });
      expect(JSON.stringify(error)).not.toMatch(/developers|--force|need-receipt/);
      expect(next).toMatch(/--receipt .*RECEIPT/);
    },
  );
});
