import { beforeEach, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../helpers/context.js';
import { json, pvg } from '../helpers/pvg.js';

/** A text without a receipt and without an order id is no dead end: its question or its error leads on. */

let home: string;
beforeEach(() => {
  home = temporaryFolder();
});

const order = 'GPA.3312-4410-7719-58204';
const failure = (code: string): string => `{"success":false,"error":"${code}","message":"no"}`;

async function refusalOf(text: string, words: readonly string[] = []) {
  const line = ['lookup', '-', '--profile', 'local', '--no-input', ...words];
  return pvg(line, { home, stdin: `${text}\n`, columns: 4000 });
}

async function nextOf(text: string, words: readonly string[] = ['--case', 'T-1']) {
  const { status, err } = await refusalOf(text, words);
  expect(status).toBe(2);
  return /^Next: pvg (.*)$/m.exec(err)?.[1] ?? '';
}

describe('words alone', () => {
  it.each([
    'hi where are my gems',
    'I bought it in the Amazon Appstore and nothing came',
    'from the Huawei AppGallery, not from the App Store',
    '결제했는데 안 들어왔어요. 전화번호는 +82 10-3355-9191-8282 입니다.',
    'YOU ARE THIEVES!!!! i paid and you scammed me',
    'Phone 0912 345 678, order 33871029556120934, 1200 gems',
  ])('%s: the player is asked for the order number', async (text) => {
    const next = 'reply "$REPLY_LANGUAGE" --for need-order-id';
    expect(await nextOf(text)).toBe(`${next} --case T-1`);
    expect(await nextOf(text, [])).toBe(next);
  });

  it('are answered in the languages that were asked for', async () => {
    const next = await nextOf('hi where are my gems', ['--case', 'T-1', '--reply', 'ko,en']);
    expect(next).toBe('reply ko en --for need-order-id --case T-1');
    expect((await pvg(next, { home })).status).toBe(0);
  });

  it.each([
    'My son bought six things without asking. We want our money back',
    'Je voudrais être remboursé svp. Merci, Claire',
  ])('with a question ask for the order number first: %s', async (text) => {
    const { err } = await refusalOf(text, ['--case', 'T-1']);
    expect(err).toContain('Ask the player for the order number as text');
    expect(err).toContain('The text mentions a refund.');
    expect(await nextOf(text)).toBe('reply "$REPLY_LANGUAGE" --for need-order-id --case T-1');
    const { err: found } = await pvg('reply fr --case T-1', { home });
    expect(found).toContain('Next: pvg reply fr --for need-order-id --case T-1\n');
    const { asks } = json(await refusalOf(text, ['--json']));
    expect(asks).toMatchObject({ situation: 'need-order-id' });
  });

  it('in a ticket with an answer lead to the reply about that', async () => {
    const purchase =
      '{"packageName":"com.example.game","productId":"gems_100","purchaseToken":"demo-pending"}';
    await pvg(['lookup', purchase, '--profile', 'local', '--case', 'T-1'], { home });
    expect(await nextOf('hi where are my gems')).toBe('reply "$REPLY_LANGUAGE" --case T-1');
  });
});

describe('an error that was pasted as a purchase', () => {
  it.each([
    ['alone', failure('VERIFICATION_FAILED'), 'VERIFICATION_FAILED'],
    [
      'in a log',
      `POST /verify -> 409 ${failure('DUPLICATE_TRANSACTION')}`,
      'DUPLICATE_TRANSACTION',
    ],
    ['in words', 'verify failed: 422 PRODUCT_MISMATCH please help', 'PRODUCT_MISMATCH'],
    ['of billing', 'the game says ITEM_ALREADY_OWNED when I buy again', 'ITEM_ALREADY_OWNED'],
    ['in another member', '{"error":"email_required_unsupported"}', 'email_required_unsupported'],
    ['of a session', '{"error":{"code":"xmdt_disabled"}}', 'xmdt_disabled'],
    ['of billing as a number', 'responseCode=7', 'ITEM_ALREADY_OWNED'],
    ['of billing as JSON', '{"responseCode":7,"debugMessage":""}', 'ITEM_ALREADY_OWNED'],
    ['of billing alone', 'ITEM_ALREADY_OWNED', 'ITEM_ALREADY_OWNED'],
    ['as a page', 'HTTP/1.1 502 Bad Gateway\n\n<html><title>502 Bad Gateway</title></html>', '502'],
    ['beside an order', `${order} got 409 DUPLICATE_TRANSACTION`, 'DUPLICATE_TRANSACTION'],
  ])('%s is named, and leads to what it means', async (_what, text, code) => {
    const ended = await refusalOf(text, ['--json']);
    expect(json(ended)['error']).toMatchObject({ says: expect.stringContaining(code) as unknown });
    const next = await nextOf(text);
    expect(next).toBe(`explain-error ${code} --case T-1`);
    // The explanation keeps the ticket, and ends at its reply.
    const { out, err } = await pvg(next, { home });
    const situation = text.includes(order) ? 'need-receipt' : 'need-order-id';
    const reply = `Next: pvg reply "$REPLY_LANGUAGE" --for ${situation} --case T-1`;
    expect(`${out}${err}`).toContain(reply);
  });

  it('keeps its ticket also if the code has several meanings, or is misspelt', async () => {
    for (const word of ['409', 'DUPLICATE_TRANSACTON']) {
      const { out, err } = await pvg(`explain-error ${word} --case T-1`, { home });
      const next = 'Next: pvg explain-error DUPLICATE_TRANSACTION --case T-1';
      expect(`${out}${err}`).toContain(next);
    }
    const ended = await pvg('explain-error - --case T-1', { home, stdin: '502 in words' });
    expect(ended.err).not.toContain('explain-error -\n');
  });

  it('leads to the reply about the look-up, if the ticket has one', async () => {
    const call = '--profile local --product-id gems_100 --receipt demo-pending --case T-1';
    await pvg(`lookup ${call} --package com.example.game`, { home });
    const { out } = await pvg('explain-error DUPLICATE_TRANSACTION --case t-1', { home });
    expect(out).toContain('Next: pvg reply "$REPLY_LANGUAGE" --case t-1\n');
  });

  it.each([
    ['a receipt', `token: aB3dE5fG7hJ9kL1mN3pQ5rS7tU9 vW1x got ${failure('PRODUCT_MISMATCH')}`],
    ['a word of every player', 'my payment is pending since Friday'],
    ['a page of a shop', '<html><title>My orders</title><p>not delivered</p></html>'],
    ['two codes', 'ITEM_ALREADY_OWNED, then USER_CANCELED, and I paid'],
  ])('is none beside %s', async (_what, text) => {
    expect(await nextOf(text)).not.toMatch(/^explain-error/);
  });
});

it('pvg explain-error --last with a ticket is about the last failure of that ticket', async () => {
  const call = '--profile local --product-id gems_100 --package com.example.game';
  await pvg(`lookup ${call} --receipt demo-unknown --case T-1`, { home });
  await pvg(`lookup ${call} --receipt demo-store-down --case T-2`, { home });
  const about = async (caseId: string): Promise<unknown> =>
    json(await pvg(`explain-error --last --case ${caseId} --json`, { home }))['answer'];
  expect(await about('T-1')).toMatchObject({ entry: { case: 'T-1' } });
  expect(await about('T-2')).toMatchObject({ entry: { case: 'T-2' } });
  expect(await about('T-3')).toBeNull();
});

describe('pvg explain-error of a code of Google Play Billing', () => {
  it.each([
    ['ITEM_ALREADY_OWNED', 'ITEM_ALREADY_OWNED'],
    ['item_already_owned', 'ITEM_ALREADY_OWNED'],
    ['BillingResponseCode.BILLING_UNAVAILABLE', 'BILLING_UNAVAILABLE'],
    ['BillingClient: onPurchasesUpdated responseCode=7', 'ITEM_ALREADY_OWNED'],
    ['BillingResult: response_code: -1', 'SERVICE_DISCONNECTED'],
    ['responseCode=7', 'ITEM_ALREADY_OWNED'],
    ['"responseCode": 3,', 'BILLING_UNAVAILABLE'],
    ['{"responseCode":7,"debugMessage":"Item is already owned."}', 'ITEM_ALREADY_OWNED'],
  ])('%s says whose it is, and who acts', async (typed, code) => {
    const ended = await pvg(['explain-error', typed], { home, columns: 4000 });
    expect(ended.status).toBe(0);
    const { answer } = json(await pvg(['explain-error', typed, '--json'], { home }));
    expect(answer).toMatchObject({ action: { who: expect.any(String) as unknown } });
    expect(`${ended.out}${ended.err}`).toContain(`${code} is a code of Google Play Billing`);
    expect(`${ended.out}${ended.err}`).not.toContain('--last');
  });

  it('of its number alone leads to the form that says whose it is', async () => {
    const { err } = await pvg(['explain-error', '7'], { home });
    const next = /Next: pvg (.*)/.exec(err)?.[1] ?? '';
    expect(next).toBe('explain-error responseCode=7');
    expect((await pvg(next, { home })).status).toBe(0);
  });

  it.each([['responseCode=200'], ['{"responseCode":7,"url":"https://shop.example"}']])(
    'says nothing of %s, which any program may have',
    async (typed) => {
      const { out, err } = await pvg(['explain-error', typed], { home });
      expect(`${out}${err}`).not.toContain('Google Play Billing');
    },
  );

  it.each([['nothing'], ['{"cause":1}'], ['{']])(
    'of what was pasted and is no answer (%s) does not lead to the same command',
    async (stdin) => {
      const { err } = await pvg('explain-error -', { home, stdin });
      expect(err).toContain('Next: pvg help service');
    },
  );

  it('of a code that nobody knows does not lead to another call', async () => {
    const ended = await pvg(['explain-error', 'NO_SUCH_CODE'], { home });
    expect(`${ended.out}${ended.err}`).toContain('Next: pvg explain-error -');
    expect(`${ended.out}${ended.err}`).not.toContain('--last');
  });
});

it.each([
  ['<?xml version="1.0"?><plist><dict/></plist>', 'XML'],
  ['<error><code>5</code></error>', 'XML'],
  ['<?xml version="1.0"?><!DOCTYPE html><html><body>No</body></html>', 'a web page'],
  ['<html><body>No</body></html>', 'a web page'],
])('pvg explain-error calls %s what it is', async (stdin, noun) => {
  for (const status of ['', 'HTTP/1.1 403 Forbidden\n\n']) {
    const ended = await pvg('explain-error -', { home, stdin: `${status}${stdin}`, columns: 400 });
    expect(`${ended.out}${ended.err}`).toContain(`This is ${noun}`);
  }
});

it('a verify that was made before leads to what has its ticket', async () => {
  const ticket = '--case T-409';
  const line = `verify --profile local --product-id gems_100 --receipt demo-recorded ${ticket}`;
  const { err, out } = await pvg(line, { home });
  const next = /Next: pvg (.*)/.exec(`${out}${err}`)?.[1] ?? '';
  const explained = await pvg(next, { home });
  expect(explained.out).toMatch(/Next: pvg lookup .*--case T-409\n$/);
});
