import { neverReceivedReason, verifiedState } from '../contract/states.js';
import { JsonNumber, JsonObject, memberIn, type Json } from '../text/json/json.js';
import type { Exchange } from '../transport/exchange.js';
import { isIos, isOfOtherProduct, maybeIos, otherOrder, otherTransaction, type Asked } from './asked.js';
import { oddFields, shapes } from './fields.js';
import {
  odd,
  trouble,
  type Anomaly,
  type Found,
  type LookupKind,
  type Reply,
  type Trouble,
} from './outcome.js';
import { memberTrouble, numberIn, once, typeOf } from './read.js';
import { refusal } from './refusal.js';

/** What a look-up's answer means (§4.2, §2.4). */
export function judgeLookup(reply: Reply, asked: Asked, made: Exchange): Found {
  const { status, object } = reply;
  const found = once(object, 'found');
  if (found === true && status === 200) return confirmed(object, asked);
  if (found === false && status !== 401 && isRejection(object)) return rejected(object);
  const isFailure = status >= 400 && (status === 401 || !object.has('found'));
  if (isFailure && typeof once(object, 'success') === 'boolean') return refusal('lookup', reply, made);
  return { end: { kind: 'foreign', trouble: shapeTrouble(reply, found) } };
}

function shapeTrouble({ status, object }: Reply, found: Json | undefined): Trouble {
  if (found === false && !isRejection(object)) return memberTrouble(object, 'status', 'integer');
  return typeof found === 'boolean'
    ? trouble('status-and-found', String(status), String(found))
    : memberTrouble(object, 'found', 'boolean');
}

/** §2.4: a store rejection has the store's status and its detail; `found` alone may be anybody's answer. */
const isRejection = (answer: JsonObject): boolean =>
  once(answer, 'status') instanceof JsonNumber || typeof once(answer, 'error') === 'string';

/**
 * The store-rejection shape (§2.4) passes on the store's own status. A store that failed, or that did not let the
 * gateway in, has said nothing about the purchase.
 */
const rejected = (answer: JsonObject): Found => ({
  end: {
    kind: /^(?:401|403|5\d\d)$/.test(numberIn(answer, 'status')) ? 'store-unavailable' : 'not-confirmed',
  },
  anomalies: oddFields(answer, shapes.rejection, ''),
});

interface Placed {
  readonly value: Json;
  readonly path: string;
}

// A hostile answer may contain any number of them.
const mostTold = 10;

/** `found` true: the store knows the purchase (§2.4). Of several transactions, those of the product count. */
function confirmed(object: JsonObject, asked: Asked): Found {
  const transactions = object.get('transactions');
  const all = (Array.isArray(transactions) ? transactions : []).map((value, at) => ({
    value,
    path: `transactions[${at}]`,
  }));
  const { productId } = asked;
  const own =
    all.length === 1 || productId === undefined
      ? all
      : all.filter(({ value }) => once(value, 'product_id') === productId);
  const { kind, unusual } = kindOfAll(own, all.length, asked);
  const first = own.find((each) => orderOf(each, object, asked).length === 0) ?? own[0];
  return {
    end: { kind, ...(first !== undefined && { about: first.value }) },
    anomalies: [
      ...(first === undefined ? [] : orderOf(first, object, asked)),
      ...unusual,
      ...(isIos(asked) ? [] : oddFields(object, shapes.lookup, '')),
      ...own.slice(0, mostTold).flatMap(({ value, path }) => oddTransaction(value, path, object, asked)),
    ],
  };
}

const orderOf = ({ value, path }: Placed, answer: JsonObject, asked: Asked): Anomaly[] =>
  ['order_id', 'transaction_id'].some((name) => typeof memberIn(value, name) === 'string')
    ? otherOrder(value, `${path}.`, asked)
    : otherOrder(answer, '', asked);

/** Nothing is chosen where the answer leaves it open. */
function kindOfAll(
  own: readonly Placed[],
  count: number,
  asked: Asked,
): { readonly kind: LookupKind; readonly unusual: readonly Anomaly[] } {
  const [first] = own;
  if (first === undefined)
    return { kind: 'unknown', unusual: [odd(count === 0 ? 'missing' : 'other-product', 'transactions')] };
  if (isOfOtherProduct(first.value, asked))
    return { kind: 'unknown', unusual: [odd('other-product', `${first.path}.product_id`)] };
  const kind = kindOf(first.value);
  return own.slice(1).every(({ value }) => kindOf(value) === kind)
    ? { kind, unusual: [] }
    : { kind: 'unknown', unusual: [odd('contradictory', 'transactions', 'each other')] };
}

/** One element of `transactions` (§2.4). A member that is missing or appears twice is not guessed. */
export function kindOf(transaction: Json | undefined): LookupKind {
  const record = once(transaction, 'gateway');
  const isRecorded = once(record, 'found') === true;
  switch (numberIn(transaction, 'purchase_state')) {
    case '0':
      return kindOfPaid(record);
    case '1':
      return isRecorded ? 'cancelled-after-recorded' : 'cancelled';
    case '2':
      // A purchase that is not paid yet cannot have been verified.
      return isRecorded ? 'unknown' : 'pending';
    default:
      return 'unknown';
  }
}

function kindOfPaid(record: Json | undefined): LookupKind {
  if (!(record instanceof JsonObject)) return 'unknown';
  const found = once(record, 'found');
  const forThisGame = once(record, 'recorded_for_this_game');
  // A missing reason contradicts nothing.
  const isNeverReceived = !record.has('reason') || once(record, 'reason') === neverReceivedReason;
  if (found === false) return forThisGame !== true && isNeverReceived ? 'paid-never-received' : 'unknown';
  if (found !== true || typeof forThisGame !== 'boolean') return 'unknown';
  if (!forThisGame) return 'paid-recorded-elsewhere';
  if (singleMembers.some((name) => record.count(name) > 1)) return 'unknown';
  // What another state means is not shown (§3).
  if (record.has('current_state') && record.get('current_state') !== verifiedState) return 'unknown';
  const hasError = errorMembers.some((name) => (record.get(name) ?? null) !== null);
  return hasError ? 'paid-recorded-with-error' : 'paid-and-recorded';
}

const errorMembers = ['last_error_code', 'last_error_message'];
const singleMembers = ['current_state', ...errorMembers];

/** What is unusual in one element of `transactions`. */
export function oddTransaction(transaction: Json, path: string, answer: JsonObject, asked: Asked): Anomaly[] {
  if (!(transaction instanceof JsonObject)) return [odd('wrong-type', path, typeOf(transaction), 'object')];
  if (maybeIos(transaction, asked)) return [];
  const record = transaction.get('gateway');
  const isPendingRecorded =
    numberIn(transaction, 'purchase_state') === '2' && memberIn(record, 'found') === true;
  return [
    ...oddFields(transaction, shapes.transaction, path),
    ...otherTransaction(transaction, transaction.get('order_id'), `${path}.order_id`),
    ...otherTransaction(transaction, answer.get('order_id'), 'order_id'),
    ...oddRecord(record, `${path}.gateway`),
    ...(isPendingRecorded ? [odd('contradictory', `${path}.gateway.found`, 'purchase_state')] : []),
  ];
}

function oddRecord(record: Json | undefined, path: string): Anomaly[] {
  if (record === undefined) return [odd('missing', path)];
  if (!(record instanceof JsonObject)) return [odd('wrong-type', path, typeOf(record), 'object')];
  const found = record.get('found');
  if (found === true) return oddFields(record, shapes.record, path);
  if (found !== false) return oddFields(record, shapes.unclearRecord, path);
  return [
    ...oddFields(record, shapes.noRecord, path),
    ...(record.get('recorded_for_this_game') === true
      ? [odd('contradictory', `${path}.recorded_for_this_game`, 'found')]
      : []),
  ];
}
