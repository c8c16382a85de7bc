import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { fixedUnixSeconds, temporaryFolder } from '../support/context.js';
import { json, pvg, type Ended } from '../support/pvg.js';

/** What somebody mistypes in one ticket does not change what the page of another one says. */

let home: string;
let minutes: number;

beforeEach(() => {
  home = temporaryFolder();
  minutes = 0;
});

/** Each a minute later, as the calls of a day are. */
const run = (line: string): Promise<Ended> => {
  const nowMs = (fixedUnixSeconds + 60 * minutes++) * 1000;
  return pvg(line, { home, now: () => nowMs });
};

const ask = (more: string, product = 'gems_100', packageName = 'com.example.game'): Promise<Ended> =>
  run(
    `lookup --profile local --product-id ${product} --package ${packageName} --receipt demo-recorded ${more}`,
  );

interface Page {
  readonly case: string | null;
  readonly tone: string;
  readonly verdict: string | null;
  readonly next: string;
  readonly newer: string | null;
  readonly anomalies: readonly object[];
  readonly blocks: readonly object[];
}

const page = async (wanted: string): Promise<Page> => {
  const ended = await run(`report ${wanted} --json`);
  expect(ended.status).toBe(0);
  return (json(ended) as { answer: Page }).answer;
};

const good = { case: 'A-1', tone: 'good', verdict: 'paid-and-recorded', newer: null, anomalies: [] };

/** The order id of the purchase, as its own ticket asked for it. */
async function ownTicket(): Promise<string> {
  const { answer } = json(await ask('--json')) as {
    answer: { transactions: readonly { transaction_id: string }[] };
  };
  const orderId = answer.transactions[0]?.transaction_id ?? '';
  expect((await ask(`--order-id ${orderId} --case A-1`)).status).toBe(0);
  expect(await page('--case A-1')).toMatchObject(good);
  return orderId;
}

const wrong = '--order-id GPA.9999-9999-9999-99999';

describe('the page of a ticket', () => {
  it.each<[string, () => Promise<Ended>]>([
    ['another order', () => ask(`${wrong} --case B-2`)],
    ['another order, without a ticket', () => ask(wrong)],
    ['another product', () => ask('--case B-2', 'gems_1000')],
    ['another package', () => ask('--case B-2', 'gems_100', 'com.example.gmae')],
  ])('says the same after a colleague asked about %s', async (_what, mistake) => {
    const orderId = await ownTicket();
    await mistake();
    for (const wanted of ['--case A-1', orderId]) {
      const found = await page(wanted);
      expect(found).toMatchObject({ tone: 'good', verdict: 'paid-and-recorded', anomalies: [] });
      expect(found.newer ?? '').not.toMatch(/another|not confirm/);
      expect(found.blocks).toHaveLength(1);
    }
    expect(await page('--case A-1')).toMatchObject(good);
    await run('report --case A-1 --out page.html');
    expect(readFileSync(join(home, 'page.html'), 'utf8')).not.toMatch(/receipt of the order in the ticket/);
    const reply = await run('reply en --case A-1');
    expect(reply.status).toBe(0);
  });

  it('that asked about another order says so', async () => {
    await ownTicket();
    await ask(`${wrong} --case B-2`);
    const found = await page('--case B-2');
    expect(found).toMatchObject({ case: 'B-2', tone: 'careful' });
    expect(found.anomalies).not.toEqual([]);
    expect(found.next).toMatch(/order in the ticket/);
    expect((await run('reply en --case B-2')).status).not.toBe(0);
  });

  it('has its own mistake until the ticket asks again', async () => {
    const orderId = await ownTicket();
    await ask(`${wrong} --case A-1`);
    expect(await page('--case A-1')).toMatchObject({ tone: 'careful' });
    await ask(`--order-id ${orderId} --case A-1`);
    expect(await page('--case A-1')).toMatchObject({ tone: 'good', anomalies: [] });
  });

  it('still shows a newer answer and a verify of another ticket', async () => {
    await ownTicket();
    await ask('--case B-2');
    await run(
      'verify --profile local --product-id gems_100 --package com.example.game --receipt demo-recorded --case C-3',
    );
    const { calls } = (await page('--case A-1')) as unknown as { calls: readonly object[] };
    expect(calls).toHaveLength(4);
  });
});
