import { describe, expect, it } from 'vitest';
import { serviceEnv } from '../helpers/context.js';
import { json, pvg } from '../helpers/pvg.js';

/** A script that is refused reads what is missing, or what it can choose, without reading sentences. */

const order = 'GPA.3312-4410-7719-58204';
const first = { packageName: 'com.example.game', purchaseToken: 'demo-recorded' };
const second = { ...first, purchaseToken: 'demo-purchased' };

describe('what is missing', () => {
  it.each([
    ['lookup --receipt demo-recorded', ['--product-id', '--package']],
    ['lookup --product-id gems_100', ['--package', '--receipt']],
    ['verify --package com.example.game', ['--product-id', '--receipt']],
  ])('%s', async (line, missing) => {
    const ended = await pvg(`${line} --json --no-input`, {
      env: serviceEnv('https://service.example'),
    });
    expect(json(ended)).toMatchObject({ exit: 2, asks: { missing } });
  });

  it.each([
    ['an order id', 'GPA.3312-4410-7719-58204', 'need-receipt'],
    ['an order id of a picture', '6PA.3312-4410-7719-58204', 'need-order-id'],
  ])('is the receipt where %s stands, with the reply that fits', async (_what, text, situation) => {
    const ended = await pvg(['lookup', '--receipt', text, '--profile', 'local', '--json']);
    expect(ended.status).toBe(2);
    const order_id = text.replace('6PA', 'GPA');
    expect(json(ended)).toMatchObject({ asks: { missing: ['--receipt'], order_id, situation } });
  });

  it.each([
    ['a number of Apple', ['--receipt', 'MQ1ABCD2EF'], { order_id: 'MQ1ABCD2EF' }],
    ['a signed transaction', ['--receipt', 'eyJhbGciOiJFUzI1NiJ9.eyJhIjoxfQ.c2ln'], {}],
    ['--os ios', ['--os', 'ios'], {}],
  ])('is nothing that helps with an iOS purchase: %s', async (_what, words, known) => {
    const ended = await pvg(['lookup', ...words, '--profile', 'local', '--json']);
    expect(json(ended)['asks']).toEqual({ situation: 'ios', ...known });
  });

  it('is the exact username where an e-mail address stands', async () => {
    const line = 'session player@example.com --check --profile local --json --no-input';
    const ended = await pvg(line);
    expect(json(ended)).toMatchObject({
      asks: { missing: ['--username'], situation: 'need-username' },
    });
  });

  it('is not said where nothing is', async () => {
    for (const line of ['--receipt x --product-id y --timeout z', '@not-there.json']) {
      const ended = await pvg(`lookup ${line} --profile local --json`);
      expect(ended.status).toBe(2);
      expect(json(ended)).not.toHaveProperty('asks');
    }
  });
});

describe('what can be chosen', () => {
  it.each<[string, object[], object[]]>([
    [
      'orders',
      [
        { ...first, productId: 'gems_100', orderId: order },
        { ...second, productId: 'gems_100', orderId: 'GPA.3312-4410-7719-58205' },
      ],
      [
        { order_id: order, product_id: 'gems_100' },
        { order_id: 'GPA.3312-4410-7719-58205', product_id: 'gems_100' },
      ],
    ],
    [
      'products',
      [{ ...first, productIds: ['gems_100', 'gems_500'] }],
      [
        { order_id: null, product_id: 'gems_100' },
        { order_id: null, product_id: 'gems_500' },
      ],
    ],
  ])('%s', async (_what, purchases, choices) => {
    const stdin = JSON.stringify(purchases);
    const ended = await pvg('lookup - --profile local --json', { stdin });
    expect(json(ended)).toMatchObject({ exit: 2, asks: { choices } });
    expect(ended.out).not.toContain('demo-recorded');
  });
});

it('a reply that claims a check is not offered before one', async () => {
  const stdin = 'Hi, have I been verified? The game says no.';
  const ended = await pvg('lookup - --profile local --json', { stdin });
  expect(json(ended)).toMatchObject({ asks: { situation: 'need-username', names: 'player' } });
  const { out } = await pvg('reply en --for need-username');
  expect(out).not.toContain('checked');
});
