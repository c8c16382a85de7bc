import { describe, expect, it } from 'vitest';
import type { Operation } from '../../src/contract/interfaces.js';
import { identifiersIn, namesIn } from '../../src/service/subject.js';
import { failure } from '../helpers/answers.js';
import { judged } from '../helpers/judged.js';

const none = { order_id: null, purchase_state: null };
const found = (transactions: string, more = ''): string =>
  `{"found":true,"game_id":7${more},"transactions":${transactions}}`;
const verified = (id: string, info: string): string =>
  `{"success":true,"transaction_id":${id},"receipt_info":${info}}`;
const several = found(
  '[{"order_id":"GPA.4","product_id":"other"},{"order_id":"GPA.5","product_id":"gems_100"}]',
);
const notFound = '{"found":false,"status":404,"game_id":7,"order_id":null}';
const twice = '{"success":true,"transaction_id":"a","transaction_id":"b"}';

describe('what a purchase is known by at the service', () => {
  it.each<[string, Operation, string, object]>([
    ['a transaction id', 'verify', verified('"GPA.1"', '{}'), { order_id: 'GPA.1' }],
    [
      'an order id in receipt_info',
      'verify',
      verified('"t"', '{"order_id":"GPA.2"}'),
      { order_id: 'GPA.2' },
    ],
    [
      'the digits of a state as they came',
      'lookup',
      found('[{"order_id":"GPA.3","purchase_state":9007199254740993}]'),
      { order_id: 'GPA.3', purchase_state: '9007199254740993' },
    ],
    ['the one of the product asked for', 'lookup', several, { order_id: 'GPA.5' }],
    ['no list', 'lookup', found('[]', ',"order_id":"GPA.6"'), { order_id: 'GPA.6' }],
    ['a rejection', 'lookup', notFound, {}],
    ['a member that stands twice', 'verify', twice, {}],
    ['other types', 'lookup', '{"found":true,"order_id":[1],"transactions":{}}', {}],
    ['an empty order id', 'verify', '{"success":true,"transaction_id":""}', {}],
    ['a refusal', 'verify', JSON.stringify(failure('DUPLICATE_TRANSACTION')), {}],
    ['no object', 'lookup', '[1]', {}],
    ['no JSON', 'lookup', '<html>', {}],
  ])('%s', (_what, operation, body, expected) => {
    expect(identifiersIn(judged(operation, { body }))).toEqual({ ...none, ...expected });
  });
});

it('the names of a purchase are shown, but none that looks like a receipt', () => {
  const [productId, packageName, orderId] = ['gems_100', 'com.example.game', 'GPA.1'];
  expect(namesIn({ productId, package: packageName, orderId, receipt: 'token' })).toEqual([
    productId,
    packageName,
    orderId,
  ]);
  expect(namesIn({ productId: 'x'.repeat(120), orderId })).toEqual([orderId]);
  expect(namesIn({})).toEqual([]);
});
