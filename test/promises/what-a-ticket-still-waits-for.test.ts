import { beforeEach, expect, it } from 'vitest';
import { temporaryFolder } from '../helpers/context.js';
import { pvg } from '../helpers/pvg.js';

/** What a ticket waits for is named, and nothing that was done already is asked for. */

let home: string;
beforeEach(() => {
  home = temporaryFolder();
});

const purchaseOf = (orderId: string, purchaseToken: string): string =>
  JSON.stringify({
    packageName: 'com.example.game',
    productId: 'gems_100',
    purchaseToken,
    orderId,
  });

async function findOrderOf(receipt: string): Promise<string> {
  const line = `lookup --profile local --product-id gems_100 --package com.example.game --receipt ${receipt}`;
  const { out } = await pvg(line, { home });
  return /GPA\S+/.exec(out)?.[0] ?? '';
}

const lookUp = async (text: string, words: readonly string[] = []) =>
  pvg(['lookup', '-', '--profile', 'local', '--case', 'T-1', '--no-input', ...words], {
    home,
    stdin: `${text}\n`,
    columns: 4000,
  });

async function lookUpOneOfTwo() {
  const one = await findOrderOf('demo-recorded');
  const other = await findOrderOf('demo-never-received');
  const both = [purchaseOf(one, 'demo-recorded'), purchaseOf(other, 'demo-never-received')];
  const text = `I was charged twice\n${both.join('\n')}`;
  await lookUp(text);
  await lookUp(text, ['--order-id', one]);
  return { one, other, text };
}

it('a reply names the order of the text that nobody looked up, and leads to its look-up', async () => {
  const { other, text } = await lookUpOneOfTwo();
  const { err } = await pvg('reply en --case T-1', { home, columns: 4000 });
  expect(err).toContain(`This reply says nothing about the purchase ${other}, `);
  const next = /^Next: pvg (.*)$/m.exec(err)?.[1] ?? '';
  expect(next).toBe(`lookup - --order-id ${other} --case T-1`);
  const { status } = await pvg(`${next} --profile local`, { home, stdin: `${text}\n` });
  expect(status).toBe(0);
  const all = await pvg('reply en --case T-1', { home, columns: 4000 });
  expect(all.err).not.toContain('This reply says nothing');
  expect(all.err).not.toContain('Next: pvg lookup');
});

it('a report asks for the look-ups of two payments only until both are there', async () => {
  const { other, text } = await lookUpOneOfTwo();
  await pvg('reply en --for paid-twice --case T-1', { home });
  const asksForBoth = 'Look up each of the two orders.';
  expect((await pvg('report --case T-1', { home })).out).toContain(asksForBoth);
  await lookUp(text, ['--order-id', other]);
  const { out } = await pvg('report --case T-1', { home });
  expect(out).not.toContain(asksForBoth);
  expect(out).toContain('The developers compare them with the items that they granted.');
});

it('a report has the question of a refused text, also after another reply', async () => {
  await lookUp('Je voudrais être remboursé svp. Merci, Claire');
  await pvg('reply fr --for need-order-id --case T-1', { home });
  const { out } = await pvg('report --case T-1', { home });
  expect(out).toContain('The text mentions: `a refund`');
});
