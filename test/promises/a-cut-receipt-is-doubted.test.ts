import { beforeEach, describe, expect, it } from 'vitest';
import { bought, rejection } from '../helpers/answers.js';
import type { Report } from '../../src/support/report/section.js';
import { serviceEnv, temporaryFolder } from '../helpers/context.js';
import { answering } from '../helpers/exchange.js';
import { json, pvg } from '../helpers/pvg.js';

/**
 * A receipt that is far shorter than the earlier ones of its game was probably cut. That is a doubt: the call is made and its
 * status stays, but it says nothing about the order, and the player gets no reply by it.
 */

const doubt = /probably cut/i;
const usualLength = 100;
const orderId = 'GPA.3306-1111-2222-30006';
const receiptOf = (seed: string, length: number): string => seed.padEnd(length, 'AbCd-1_2');

let home: string;
beforeEach(() => {
  home = temporaryFolder();
});

const env = (more: Readonly<Record<string, string>> = {}) =>
  serviceEnv('https://service.example', { PVG_ENVIRONMENT: 'prod', ...more });

interface Look {
  readonly receipt: string;
  readonly packageName?: string;
  readonly answer?: object;
  readonly options?: string;
  readonly variables?: Readonly<Record<string, string>>;
}

function lookUp({ receipt, packageName = 'com.example.game', options = '', ...look }: Look) {
  const { answer = rejection, variables } = look;
  const line = `lookup --product-id gems_100 --package ${packageName} --receipt ${receipt} ${options}`;
  return pvg(line.trim(), {
    home,
    env: env(variables),
    send: answering(200, answer),
    columns: 200,
  });
}

/** One of them is longer than the others. */
async function lookUpEarlier(count: number, packageName = 'com.example.game'): Promise<void> {
  for (let index = 0; index < count; index += 1) {
    const length = index === 0 ? usualLength * 2 : usualLength;
    const receipt = receiptOf(`earlier-${String(index)}`, length);
    await lookUp({ receipt, packageName, answer: bought('') });
  }
}

async function isDoubted(look: Look): Promise<boolean> {
  const { out, err } = await lookUp(look);
  return doubt.test(out + err);
}

describe('after five receipts of the package', () => {
  beforeEach(() => lookUpEarlier(5));

  it.each([
    ['under 80 % of the shortest', usualLength * 0.8 - 1, true],
    ['80 % of the shortest', usualLength * 0.8, false],
    ['longer', usualLength * 3, false],
  ])('a receipt of %s', async (_what, length, expected) => {
    expect(await isDoubted({ receipt: receiptOf('new', length) })).toBe(expected);
  });

  it('says it below the verdict, changes no status, and keeps it with the call', async () => {
    const receipt = receiptOf('new', 30);
    const ended = await lookUp({ receipt, options: '--case T-1' });
    expect(ended.status).toBe(6);
    expect(ended.out.split('\n')[1]).toMatch(doubt);
    const printed = json(await lookUp({ receipt, options: '--json' }));
    expect(printed).toMatchObject({ exit: 6, verdict: { id: 'not-confirmed' } });
    expect((await pvg('report --case T-1', { home, env: env() })).out).toMatch(doubt);
  });

  it('says it before the question about the environment', async () => {
    const variables = { PVG_ENVIRONMENT: 'dev' };
    const { out } = await lookUp({ receipt: receiptOf('new', 30), variables });
    const [, first, second] = out.split('\n');
    expect(first).toMatch(doubt);
    expect(second).toMatch(/environment/);
  });

  it('makes no reply by it, with the look-up and later, but leads to the one without a receipt', async () => {
    const receipt = receiptOf('new', 30);
    const needReceipt = `pvg reply en --for need-receipt --order-id ${orderId} --case T-1`;
    const ended = await lookUp({ receipt, options: `--order-id ${orderId} --case T-1 --reply en` });
    expect(ended.out).not.toMatch(/Reply to the player/);
    expect(ended.out).toContain(`Next: ${needReceipt}`);
    const later = await pvg('reply en --case T-1', { home, env: env(), columns: 200 });
    expect([later.status, later.out]).toEqual([2, '']);
    expect(later.err).toContain(`Next: ${needReceipt}`);
    const printed = await pvg(needReceipt.slice('pvg '.length), { home, env: env() });
    expect([printed.status, printed.out]).toEqual([0, expect.stringContaining(orderId)]);
    expect(printed.err).not.toMatch(/leaves out/);
    const again = await lookUp({ receipt, options: `--order-id ${orderId} --case T-1` });
    expect(again.out).not.toMatch(/the reply that fits is/);
  });

  it('leads to another look-up where no order id is known', async () => {
    const ended = await lookUp({ receipt: receiptOf('new', 30), options: '--case T-1 --reply en' });
    expect(ended.out).toMatch(/\nNext: pvg lookup .*--receipt "\$RECEIPT" --case T-1\n/);
  });

  it('is no answer about the order for what is pasted later', async () => {
    await lookUp({ receipt: receiptOf('new', 30), options: `--order-id ${orderId} --case T-1` });
    const options = { home, env: env(), columns: 400, stdin: `${orderId} please help` };
    const refused = await pvg('lookup - --case T-2 --reply en', options);
    expect(refused.err).not.toMatch(/does not confirm|reply that fits/);
    expect(refused.err).toMatch(/probably cut/);
    expect(refused.err).toContain('Next: pvg reply en --for need-receipt --case T-2');
    const page = json(await pvg('report --case T-2 --json', options));
    const [first] = (page['answer'] as unknown as Report).sections;
    expect(first).toMatchObject({ next: expect.stringMatching(/developers for the receipt/) });
    expect(JSON.stringify(first)).toMatch(doubt);
    const found = json(await pvg(`journal find ${orderId} --json`, options));
    expect(found).toMatchObject({ answer: { newest_answer: null, answers: [] } });
  });

  it('counts for its order again once the whole receipt was looked up', async () => {
    await lookUp({ receipt: receiptOf('new', 30), options: `--order-id ${orderId} --case T-1` });
    const answer = bought(`order_id="${orderId}"`);
    await lookUp({ receipt: receiptOf('new', usualLength), answer, options: '--case T-1' });
    await lookUp({ receipt: receiptOf('new', 40), options: `--order-id ${orderId} --case T-1` });
    const { status, err } = await pvg(`reply en --order-id ${orderId}`, { home, env: env() });
    expect([status, err]).toEqual([0, expect.stringMatching(/Paid at the store/)]);
  });

  it('says it again of the same receipt, and never of a confirmed one', async () => {
    const receipt = receiptOf('new', 30);
    expect(await isDoubted({ receipt })).toBe(true);
    expect(await isDoubted({ receipt })).toBe(true);
    expect(await isDoubted({ receipt: receiptOf('other', 20), answer: bought('') })).toBe(false);
  });

  it('says it of each cut receipt, however many came before', async () => {
    for (const seed of ['first', 'second', 'third']) {
      expect(await isDoubted({ receipt: receiptOf(seed, 30) })).toBe(true);
    }
  });

  it('says it of a verify that is rejected', async () => {
    const body = { success: false, error: 'VERIFICATION_FAILED' };
    const line = `verify --product-id gems_100 --package com.example.game --receipt ${receiptOf('new', 30)}`;
    const options = { home, env: env({ PVG_ENVIRONMENT: 'dev' }), send: answering(422, body) };
    const ended = await pvg(line, options);
    expect([ended.status, doubt.test(ended.out + ended.err)]).toEqual([6, true]);
  });

  it('knows nothing about another package, or without a journal', async () => {
    const receipt = receiptOf('new', 30);
    expect(await isDoubted({ receipt, packageName: 'com.example.other' })).toBe(false);
    expect(await isDoubted({ receipt, variables: { PVG_NO_JOURNAL: '1' } })).toBe(false);
  });
});

describe('a receipt that was looked up before and after its doubt was known', () => {
  const receipt = receiptOf('new', 30);
  const options = `--order-id ${orderId} --case T-1`;
  const run = (line: string, stdin = '') => pvg(line, { home, env: env(), columns: 400, stdin });
  beforeEach(async () => {
    await lookUp({ receipt, options });
    await lookUpEarlier(5);
    await lookUp({ receipt, options });
  });

  it('gets no reply by its order id, for its ticket or another one', async () => {
    const { status } = await run(`reply en --order-id ${orderId} --case T-1`);
    const other = await run(`reply en --order-id ${orderId} --case T-2`);
    expect([status, other.status]).toEqual([2, 2]);
    expect(other.err).toMatch(doubt);
  });

  it('still needs its receipt', async () => {
    const chosen = await run('reply en --for need-receipt --case T-1');
    expect(chosen.out).toContain(orderId);
    expect(chosen.err).not.toMatch(/leaves out/);
  });

  it('is no answer for what is pasted later', async () => {
    const refused = await run('lookup - --case T-3', `${orderId} please help`);
    expect(refused.err).toMatch(doubt);
    expect(refused.err).not.toMatch(/reply that fits/);
    const found = json(await run(`journal find ${orderId} --json`));
    expect(found).toMatchObject({ answer: { newest_answer: null } });
  });
});

it('doubts the answer of another ticket, which was made before the doubt was known', async () => {
  const receipt = receiptOf('new', 30);
  await lookUp({ receipt, options: `--order-id ${orderId} --case T-1` });
  await lookUpEarlier(5);
  await lookUp({ receipt, options: '--case T-2' });
  const replied = await pvg('reply en --case T-1', { home, env: env() });
  expect([replied.status, replied.out]).toEqual([2, '']);
  const page = await pvg('report --case T-1', { home, env: env() });
  expect(page.out).toMatch(doubt);
});

it('needs five different receipts', async () => {
  await lookUpEarlier(4);
  await lookUp({ receipt: receiptOf('earlier-3', usualLength) });
  expect(await isDoubted({ receipt: receiptOf('new', 30) })).toBe(false);
  await lookUpEarlier(5);
  expect(await isDoubted({ receipt: receiptOf('new', 30) })).toBe(true);
});

it('counts no receipt that another service confirmed', async () => {
  await lookUpEarlier(5);
  const variables = { PVG_GATEWAY_URL: 'https://other.example' };
  expect(await isDoubted({ receipt: receiptOf('new', 30), variables })).toBe(false);
});

it('counts no receipt that was not confirmed', async () => {
  for (let index = 0; index < 6; index += 1) {
    await lookUp({ receipt: receiptOf(`wrong-${String(index)}`, usualLength) });
  }
  expect(await isDoubted({ receipt: receiptOf('new', 30) })).toBe(false);
});
