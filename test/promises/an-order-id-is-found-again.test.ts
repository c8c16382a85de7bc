import { beforeEach, describe, expect, it } from 'vitest';
import type { Send } from '../../src/contract/wire.js';
import { WireFailure } from '../../src/contract/wire.js';
import { bought, rejection } from '../helpers/answers.js';
import { serviceEnv, temporaryFolder } from '../helpers/context.js';
import { answer } from '../helpers/exchange.js';
import { json, pvg } from '../helpers/pvg.js';

/** The journal finds a call and a refusal by the order id that somebody asked about, whatever came of it. */

const orderId = 'GPA.2605-1234-5678-90123';
const receipt = 'kdjmlgfchnbaopei.AO-J1OyV7mQe2RkX9tWz4LpB0sHfNc6uGaYd3jTi8';
const purchase = JSON.stringify({
  orderId,
  packageName: 'com.example.game',
  productId: 'gems_100',
  purchaseToken: receipt,
});
const fields = `--product-id gems_100 --package com.example.game`;

let home: string;
beforeEach(() => {
  home = temporaryFolder();
});

interface Found {
  readonly entries: readonly object[];
  readonly replies: readonly object[];
  readonly remarks: readonly object[];
}

async function find(what: string): Promise<Found> {
  return json(await pvg(`journal find ${what} --json`, { home }))['answer'] as unknown as Found;
}

function run(line: string, stdin: string, send: Send) {
  const env = serviceEnv('https://service.example', { PVG_ENVIRONMENT: 'prod' });
  return pvg(line, { env, send, home, stdin });
}

const unreached: Send = () => Promise.reject(new WireFailure('not-reached', 'refused'));

const notConfirmed: Send = () => Promise.resolve(answer(200, rejection));

describe('a call that says nothing of an order', () => {
  const ways = [
    ['--order-id', `lookup ${fields} --receipt ${receipt} --order-id ${orderId} --retries 0`, ''],
    ['the purchase JSON', 'lookup - --retries 0', purchase],
  ] as const;

  it.each(ways)('because it reached nobody is found by the order id of %s', async (...way) => {
    const [, line, stdin] = way;
    expect((await run(line, stdin, unreached)).status).toBe(11);
    expect((await find(orderId)).entries).toMatchObject([{ order_id: orderId, exit: 11 }]);
  });

  it.each(ways)('because of its answer is found by the order id of %s', async (...way) => {
    const [, line, stdin] = way;
    expect((await run(line, stdin, notConfirmed)).status).toBe(6);
    expect((await find(orderId)).entries).toMatchObject([{ order_id: orderId, exit: 6 }]);
  });

  it('does not replace what was found about that order', async () => {
    const paid = bought(`order_id="${orderId}"`);
    await run('lookup - --case T-1', purchase, () => Promise.resolve(answer(200, paid)));
    const other = receipt.replace('J1O', 'J2O');
    const line = `lookup ${fields} --receipt ${other} --order-id ${orderId} --case T-1`;
    expect((await run(line, '', notConfirmed)).status).toBe(6);
    const report = json(await pvg(`report ${orderId} --json`, { home }));
    expect(report['verdict']).toMatchObject({ id: 'paid-and-recorded' });
    const reply = await pvg('reply en --case T-1', { home });
    expect(reply.status).toBe(0);
    // The order is answered, so the player is not asked for a confirmation of it.
    expect(reply.out).not.toContain('could not confirm');
    const { replies } = await find('T-1');
    expect(replies).toMatchObject([{ order_ids: [orderId] }]);
  });

  it('keeps what is not an order id out of the journal', async () => {
    const line = `lookup ${fields} --receipt ${receipt} --order-id Nguyen --force --retries 0`;
    await run(line, '', unreached);
    const { answer: all } = json(await pvg('journal list --json', { home }));
    expect(all).toMatchObject({ entries: [{ order_id: null }] });
  });
});

describe('a refusal', () => {
  const misread = '6PA.26O5-1234-5678-90123';

  it.each([
    ['a misread order id', `lookup ${misread}`, orderId],
    [
      'a misread --order-id',
      `lookup ${fields} --receipt ${receipt} --order-id ${misread}`,
      orderId,
    ],
    ['--os ios', 'lookup --os ios --order-id MQ1ABCD2EF', 'MQ1ABCD2EF'],
    ['a transaction id of Apple', 'lookup 2000000123456789', '2000000123456789'],
  ])('of %s is found by the order id that it names', async (_what, line, named) => {
    expect((await pvg(`${line} --profile local --case T-1`, { home })).status).toBe(2);
    expect((await find(named)).remarks).toMatchObject([{ case: 'T-1', order_id: named }]);
  });
});

describe('on a narrow terminal the table of the journal has each order id whole', () => {
  const rowsOf = async (columns: number): Promise<readonly string[]> => {
    const { out } = await pvg('journal list --no-color', { home, terminal: true, columns });
    return out.split('\n');
  };

  it.each([80, 200])('of an answer about another order: %i columns', async (columns) => {
    const demo = '--profile local --receipt demo-purchased';
    await pvg(`lookup ${demo} ${fields} --order-id ${orderId} --case T-1`, { home });
    const [head = '', ...rows] = await rowsOf(columns);
    const start = head.indexOf('About');
    const [first = '', second = ''] = rows.map((row) => row.slice(start).trimEnd());
    expect(first).toMatch(/^GPA\.\d{4}-\d{4}-\d{4}-\d{5}, /);
    expect(second.split(' ').at(-1)).toBe(orderId);
  });

  it('of a paste with several', async () => {
    const ids = Array.from({ length: 7 }, (_, index) => orderId.replace('GPA.2', `GPA.${index}`));
    await pvg('lookup - --profile local --case T-1', { home, stdin: `bought:\n${ids.join('\n')}` });
    const text = (await rowsOf(80)).join('\n');
    expect(text.match(/GPA\.[\d-]+/g)).toEqual(ids.slice(0, 4));
    expect(text).toMatch(/and 3 /);
  });
});
