import { neverReceivedReason, verifiedState } from '../contract/states.js';
import { JsonNumber, JsonObject, type Json } from '../text/json/json.js';
import type { Exchange } from '../transport/exchange.js';
import { isIos, isOfOtherProduct, maybeIos, otherOrder, type Asked } from './asked.js';
import { oddFields, shapes } from './fields.js';
import { odd, trouble } from './outcome.js';
import type { Anomaly, Found, LookupKind, Reply, Trouble } from './outcome.js';
import { memberTrouble, numberIn, once, typeOf } from './read.js';
import { refusal, refusalWithStatus200 } from './refusal.js';

/** What a look-up's answer means (§4.2, §2.4). */
export function judgeLookup(reply: Reply, asked: Asked, made: Exchange): Found {
  const { status, object } = reply;
  const found = once(object, 'found');
  if (found === true && status === 200) return confirmed(object, asked);
  if (found === false && status !== 401 && isRejection(object)) return rejected(object);
  const isFailure = status >= 400 && (status === 401 || !object.has('found'));
  if (isFailure && typeof once(object, 'success') === 'boolean') {
    return refusal('lookup', reply, made);
  }
  const isFailureWith200 =
    status === 200 && !object.has('found') && once(object, 'success') === false;
  const listedRefusal = isFailureWith200 ? refusalWithStatus200('lookup', reply, made) : undefined;
  return listedRefusal ?? { end: { kind: 'foreign', trouble: shapeTrouble(reply, found) } };
}

function shapeTrouble({ status, object }: Reply, found: Json | undefined): Trouble {
  if (typeof found !== 'boolean') return memberTrouble(object, 'found', 'boolean');
  return found || isRejection(object)
    ? trouble('status-not-shown', String(status))
    : memberTrouble(object, 'status', 'integer');
}

/** §2.4: a store rejection has the store's status and its detail; `found` alone may be anybody's answer. */
const isRejection = (answer: JsonObject): boolean =>
  once(answer, 'status') instanceof JsonNumber || typeof once(answer, 'error') === 'string';

/**
 * The store-rejection shape (§2.4) passes on the store's own status. A store that failed, or that did not let the
 * gateway in, has said nothing about the purchase.
 */
function rejected(answer: JsonObject): Found {
  const isUnavailable = /^(?:401|403|5\d\d)$/.test(numberIn(answer, 'status'));
  return {
    end: { kind: isUnavailable ? 'store-unavailable' : 'not-confirmed' },
    anomalies: oddFields(answer, shapes.rejection),
  };
}

/** `found` true: the store knows the purchase (§2.4). Of several transactions those of the product count, if they agree. */
function confirmed(object: JsonObject, asked: Asked): Found {
  const transactions = object.get('transactions');
  const all = (Array.isArray(transactions) ? transactions : []).map((value: Json, at) => {
    const path = `transactions[${at}]`;
    return { value, path, order: otherOrder(asked, [`${path}.`, value], ['', object]) };
  });
  const own = all.filter(({ value }) => !isOfOtherProduct(value, asked));
  const about = own.find(({ order }) => order.length === 0) ?? own[0] ?? all[0];
  const kind = own[0] === undefined ? 'unknown' : kindOf(own[0].value);
  const isOne = own.slice(1).every(({ value }) => kindOf(value) === kind);
  const top = isIos(asked) ? [] : oddFields(object, shapes.lookup);
  if (about === undefined) {
    return { end: { kind }, anomalies: [odd('missing', 'transactions'), ...top] };
  }
  return {
    end: { kind: isOne ? kind : 'unknown', about: about.value },
    anomalies: [
      ...about.order,
      ...(own.length === 0 ? [odd('other-product', `${about.path}.product_id`)] : []),
      ...(isOne ? [] : [odd('contradictory', 'transactions', 'each other')]),
      ...top,
      ...oddTransaction(about.value, about.path, asked),
    ],
  };
}

/** One element of `transactions` (§2.4). A member that is missing or appears twice is not guessed. */
function kindOf(transaction: Json | undefined): LookupKind {
  const record = once(transaction, 'gateway');
  const isRecorded = once(record, 'found') === true;
  const state = numberIn(transaction, 'purchase_state');
  if (state === '0' && record instanceof JsonObject) return kindOfPaid(record);
  if (state === '1') return isRecorded ? 'cancelled-after-recorded' : 'cancelled';
  // A purchase that is not paid yet cannot have been verified.
  return state === '2' && !isRecorded ? 'pending' : 'unknown';
}

function kindOfPaid(record: JsonObject): LookupKind {
  const found = once(record, 'found');
  const forThisGame = once(record, 'recorded_for_this_game');
  // A missing reason contradicts nothing.
  const isNeverReceived = !record.has('reason') || once(record, 'reason') === neverReceivedReason;
  if (found === false) {
    return forThisGame !== true && isNeverReceived ? 'paid-never-received' : 'unknown';
  }
  if (found === true && forThisGame === false) return 'paid-recorded-elsewhere';
  if (found !== true || forThisGame !== true) return 'unknown';
  if (record.repeats('current_state') || errorMembers.some((name) => record.repeats(name))) {
    return 'unknown';
  }
  // What another state means is not shown (§3).
  if (record.has('current_state') && record.get('current_state') !== verifiedState) {
    return 'unknown';
  }
  const hasError = errorMembers.some((name) => (record.get(name) ?? null) !== null);
  return hasError ? 'paid-recorded-with-error' : 'paid-and-recorded';
}

const errorMembers = ['last_error_code', 'last_error_message'];

/** What is unusual in one element of `transactions`. */
function oddTransaction(transaction: Json, path: string, asked: Asked): Anomaly[] {
  if (!(transaction instanceof JsonObject)) {
    return [odd('wrong-type', path, typeOf(transaction), 'object')];
  }
  if (maybeIos(transaction, asked)) return [];
  const own = oddFields(transaction, shapes.transaction, path);
  const record = transaction.get('gateway');
  if (!(record instanceof JsonObject)) return own;
  const place = `${path}.gateway`;
  const found = record.get('found');
  const isPending = found === true && numberIn(transaction, 'purchase_state') === '2';
  const isClaimed = found === false && record.get('recorded_for_this_game') === true;
  return [
    ...own,
    ...oddFields(record, found === false ? shapes.noRecord : shapes.record, place),
    ...(isPending ? [odd('contradictory', `${place}.found`, 'purchase_state')] : []),
    ...(isClaimed ? [odd('contradictory', `${place}.recorded_for_this_game`, 'found')] : []),
  ];
}
