import { describe, expect, it } from 'vitest';
import { identifiersIn } from '../../src/service/identifiers.js';
import { parseJson } from '../../src/text/json/parse.js';

const none = { order_id: null, purchase_state: null, operator: null };
const found = (transactions: string, more = ''): string =>
  `{"found":true,"game_id":7${more},"transactions":${transactions}}`;

describe('what a purchase is known by at the service', () => {
  it.each([
    [
      'a verify',
      '{"success":true,"transaction_id":"GPA.1","receipt_info":{}}',
      { ...none, order_id: 'GPA.1' },
    ],
    [
      'a verify whose receipt_info has the order id',
      '{"transaction_id":"t","receipt_info":{"order_id":"GPA.2"}}',
      { ...none, order_id: 'GPA.2' },
    ],
    [
      'a recorded purchase, its digits as they came',
      found(
        '[{"order_id":"GPA.3","product_id":"p","purchase_state":0,"gateway":{"tx_mgmt_id":9007199254740993,"current_state":"gateway_verified","last_error_code":null}}]',
      ),
      {
        order_id: 'GPA.3',
        purchase_state: '0',
        operator: {
          tx_mgmt_id: '9007199254740993',
          game_id: '7',
          current_state: 'gateway_verified',
          last_error_code: null,
        },
      },
    ],
    [
      'several: the one of the product asked for',
      found('[{"order_id":"GPA.4","product_id":"other"},{"order_id":"GPA.5","product_id":"p"}]'),
      {
        ...none,
        order_id: 'GPA.5',
        operator: { tx_mgmt_id: null, game_id: '7', current_state: null, last_error_code: null },
      },
    ],
    [
      'a look-up without transactions',
      found('[]', ',"order_id":"GPA.6"'),
      {
        ...none,
        order_id: 'GPA.6',
        operator: { tx_mgmt_id: null, game_id: '7', current_state: null, last_error_code: null },
      },
    ],
    ['a member that stands twice', '{"transaction_id":"a","transaction_id":"b"}', none],
    ['other types', '{"transaction_id":[1],"receipt_info":"x","transactions":{}}', none],
    ['an empty order id', '{"transaction_id":""}', none],
    ['no object', '[1]', none],
    ['null', 'null', none],
  ])('%s', (_what, answer, expected) => {
    expect(identifiersIn(parseJson(answer), { productId: 'p' })).toEqual(expected);
  });
});
