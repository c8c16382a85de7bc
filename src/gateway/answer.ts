import {
  aBoolean,
  alwaysNull,
  anInteger,
  aState,
  aString,
  isoDate,
  nullOr,
  oddities,
  shown,
  stateWord,
  type Expectation,
} from '../contract/answer.js';
import type { Anomaly, Fact, FactId } from '../contract/judgement.js';
import { acknowledgementStates, osIds, purchaseStates } from '../contract/platforms.js';
import { JsonNumber, JsonObject, memberIn, type Json } from '../text/json/json.js';
import type { Asked } from './request.js';
import { neverReceivedReason, verifiedState } from './verdict.js';

/** The fields of the gateway's answers that decide nothing: which are unusual, and which a person wants to see. */

const exactly =
  (word: string, section: string): Expectation =>
  (value) =>
    value === word ? undefined : { says: `is not \`${word}\`, the only value in the contract`, section };

const aCountry: Expectation = (value) =>
  typeof value === 'string' && /^[A-Z]{2}$/.test(value)
    ? undefined
    : 'is not a two-letter country code (ISO 3166-1)';

const aDate: Expectation = (value) =>
  anInteger(value) ?? (isoDate(value) === undefined ? 'is not a possible date' : undefined);

const aQuantity: Expectation = (value) =>
  anInteger(value) ?? (value instanceof JsonNumber && value.value < 1 ? 'is less than 1' : undefined);

/** §2.3. */
const purchaseFields: Readonly<Record<string, Expectation>> = {
  platform: exactly('android', '§2.3'),
  environment: alwaysNull,
  quantity: aQuantity,
  purchase_date_ms: aDate,
  purchase_state: aState(purchaseStates),
  region_code: aCountry,
  acknowledgement_state: aState(acknowledgementStates),
  order_id: aString,
};

/** §2.4, when a verify call was recorded. */
const recordFields: Readonly<Record<string, Expectation>> = {
  tx_mgmt_id: anInteger,
  current_state: exactly(verifiedState, '§3'),
  last_error_code: nullOr(aString),
  last_error_message: nullOr(aString),
  recorded_for_this_game: aBoolean,
};

const namesFields: Readonly<Record<string, Expectation>> = { transaction_id: aString, product_id: aString };

const askedForIos = (asked: Asked): boolean => asked.osId === osIds.ios;

/** The contract does not show the fields of an iOS purchase (§2.3), so none can be missing. */
const maybeIos = (purchase: JsonObject, asked: Asked): boolean =>
  askedForIos(asked) || (asked.osId === undefined && purchase.get('platform') !== 'android');

/** Whether an answer or a transaction names a different product from the one asked for. */
export const isOfOtherProduct = (named: Json, { productId }: Asked): boolean => {
  const product = memberIn(named, 'product_id');
  return productId !== undefined && typeof product === 'string' && product !== productId;
};

const otherProduct = (named: Json, asked: Asked, field: string): Anomaly[] =>
  isOfOtherProduct(named, asked) ? [{ field, says: 'is not the product that was asked for' }] : [];

/** §2.2: on Android the transaction id is the store's order id. */
const otherOrder = (transactionId: Json | undefined, orderId: Json | undefined, field: string): Anomaly[] =>
  typeof transactionId !== 'string' || typeof orderId !== 'string' || transactionId === orderId
    ? []
    : [{ field, says: 'differs from transaction_id; on Android they are the same', section: '§2.2' }];

/** What is unusual in the success envelope of a verify (§2.2, §2.3). An iOS receipt_info is not checked: not shown. */
export function verifyOddities(answer: JsonObject, asked: Asked): Anomaly[] {
  const info = answer.get('receipt_info');
  const product = otherProduct(answer, asked, 'product_id');
  const names = oddities(answer, namesFields, '', ['success', 'receipt_info']);
  if (!(info instanceof JsonObject))
    return [...names, ...product, { field: 'receipt_info', says: 'is not an object' }];
  if (maybeIos(info, asked)) return [...names, ...product];
  return [
    ...names,
    ...product,
    ...oddities(info, purchaseFields, 'receipt_info', []),
    ...otherOrder(answer.get('transaction_id'), info.get('order_id'), 'receipt_info.order_id'),
    ...notPurchased(info),
  ];
}

const notPurchased = (info: JsonObject): Anomaly[] => {
  const state = info.get('purchase_state');
  return state instanceof JsonNumber && (state.source === '1' || state.source === '2')
    ? [
        {
          field: 'receipt_info.purchase_state',
          says: `is ${stateWord(purchaseStates, state)}, although the verify succeeded`,
        },
      ]
    : [];
};

/** What is unusual in one element of `transactions` (§2.4). */
export function transactionOddities(
  transaction: Json,
  path: string,
  answer: JsonObject,
  asked: Asked,
): Anomaly[] {
  if (!(transaction instanceof JsonObject)) return [{ field: path, says: 'is not an object' }];
  const product = otherProduct(transaction, asked, `${path}.product_id`);
  if (maybeIos(transaction, asked)) return product;
  const transactionId = transaction.get('transaction_id');
  return [
    ...oddities(transaction, { ...namesFields, ...purchaseFields }, path, ['gateway']),
    ...product,
    ...otherOrder(transactionId, transaction.get('order_id'), `${path}.order_id`),
    ...otherOrder(transactionId, answer.get('order_id'), 'order_id'),
    ...recordOddities(transaction.get('gateway'), `${path}.gateway`),
    ...recordedWhilePending(transaction, `${path}.gateway`),
  ];
}

const recordedWhilePending = (transaction: JsonObject, path: string): Anomaly[] => {
  const state = transaction.get('purchase_state');
  const isPending = state instanceof JsonNumber && state.source === '2';
  return isPending && memberIn(transaction.get('gateway'), 'found') === true
    ? [{ field: `${path}.found`, says: 'is true although the payment is pending' }]
    : [];
};

function recordOddities(record: Json | undefined, path: string): Anomaly[] {
  if (!(record instanceof JsonObject))
    return [{ field: path, says: record === undefined ? 'is missing' : 'is not an object' }];
  const found = record.get('found');
  if (found === true) return oddities(record, recordFields, path, ['found']);
  if (found === false) {
    return [
      ...oddities(record, { reason: exactly(neverReceivedReason, '§2.4') }, path, [
        'found',
        ...Object.keys(recordFields),
      ]),
      ...(record.get('recorded_for_this_game') === true
        ? [
            {
              field: `${path}.recorded_for_this_game`,
              says: 'is true although found is false',
              section: '§2.4',
            },
          ]
        : []),
    ];
  }
  return oddities(record, { found: aBoolean }, path, ['reason', ...Object.keys(recordFields)]);
}

/** The top level of a look-up that the store confirms (§2.4). */
export const lookupOddities = (answer: JsonObject, asked: Asked): Anomaly[] =>
  askedForIos(asked)
    ? []
    : oddities(answer, { order_id: aString, game_id: anInteger, environment: alwaysNull }, '', [
        'found',
        'transactions',
      ]);

export const fact = (label: string, value: Json | undefined, id?: FactId): Fact[] =>
  value === undefined || value === null ? [] : [{ ...(id && { id }), label, value: shown(value) }];

/** §2.3 for people; states as number and word, dates in UTC. */
const purchaseFacts = (purchase: JsonObject): Fact[] => [
  ...stateFact('state', 'State', purchaseStates, purchase.get('purchase_state')),
  ...fact('Quantity', purchase.get('quantity')),
  ...purchasedAt(purchase.get('purchase_date_ms')),
  ...fact('Region', purchase.get('region_code')),
  ...stateFact('acknowledged', 'Acknowledged', acknowledgementStates, purchase.get('acknowledgement_state')),
];

const stateFact = (
  id: FactId,
  label: string,
  states: Readonly<Record<number, string>>,
  state: Json | undefined,
): Fact[] => (state === undefined ? [] : [{ id, label, value: stateWord(states, state) }]);

const purchasedAt = (bought: Json | undefined): Fact[] => {
  const time = isoDate(bought);
  return time === undefined
    ? fact('Purchase date', bought)
    : [{ label: 'Purchase date', value: time, atMs: Date.parse(time) }];
};

/** A verify's success for people. */
export const verifyFacts = (answer: JsonObject): Fact[] => {
  const info = answer.get('receipt_info');
  return [
    ...fact('Transaction id', answer.get('transaction_id'), 'transaction-id'),
    ...fact('Product', answer.get('product_id'), 'product'),
    ...(info instanceof JsonObject ? purchaseFacts(info) : []),
  ];
};

/** One transaction of a look-up for people: whether the gateway has it, then what the store and the gateway say. */
export function transactionFacts(transaction: Json | undefined): Fact[] {
  if (!(transaction instanceof JsonObject)) return [];
  const record = transaction.get('gateway');
  return [
    ...gatewayFact(record),
    ...fact('Order id', transaction.get('order_id') ?? transaction.get('transaction_id'), 'order-id'),
    ...fact('Product', transaction.get('product_id'), 'product'),
    ...purchaseFacts(transaction),
    ...recordFacts(record),
  ];
}

function gatewayFact(record: Json | undefined): Fact[] {
  const found = memberIn(record, 'found');
  if (typeof found !== 'boolean') return fact('Gateway', found);
  return [
    {
      label: 'Gateway',
      value: found ? 'found (a verify call is recorded)' : 'not found (no verify call was ever recorded)',
    },
  ];
}

export function recordFacts(record: Json | undefined): Fact[] {
  if (!(record instanceof JsonObject)) return [];
  return [
    ...fact('Gateway record', record.get('tx_mgmt_id'), 'gateway-record'),
    ...fact('Gateway state', record.get('current_state'), 'gateway-state'),
    ...fact('Last error', record.get('last_error_code'), 'last-error'),
    ...fact('Last error message', record.get('last_error_message'), 'last-error-message'),
    ...yesNo('Recorded for this game', record.get('recorded_for_this_game')),
    ...fact('Reason', record.get('reason'), 'reason'),
  ];
}

const yesNo = (label: string, value: Json | undefined): Fact[] =>
  typeof value === 'boolean' ? [{ label, value: value ? 'yes' : 'no' }] : fact(label, value);

/** There are two `found` members (§2.4): one is the store's, one the gateway's. */
export const storeFact = (found: boolean): Fact => ({
  label: 'Store',
  value: found
    ? 'found (the store knows the purchase)'
    : 'not found (the store does not confirm the purchase)',
});
