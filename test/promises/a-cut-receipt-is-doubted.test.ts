import { beforeEach, describe, expect, it } from 'vitest';
import { bought, rejection } from '../helpers/answers.js';
import { serviceEnv, temporaryFolder } from '../helpers/context.js';
import { answering } from '../helpers/exchange.js';
import { json, pvg } from '../helpers/pvg.js';

/**
 * A receipt that is far shorter than the earlier ones of its game was probably cut. That is a doubt: the call is made, its
 * status stays, and the reply is marked.
 */

const doubt = /probably cut/i;
const usualLength = 100;
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

  it('marks the reply, with the look-up and later', async () => {
    const options = '--case T-1 --reply en';
    const ended = await lookUp({ receipt: receiptOf('new', 30), options });
    expect(ended.out).toMatch(/Check the receipt before you send this reply/);
    expect(ended.out).toMatch(/Reply to the player \(en\)/);
    const later = await pvg('reply en --case T-1', { home, env: env() });
    expect([later.status, later.err]).toEqual([0, expect.stringMatching(doubt)]);
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
