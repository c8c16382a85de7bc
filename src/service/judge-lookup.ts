import { neverReceivedReason, verifiedState } from '../contract/states.js';
import { type Json, JsonNumber, JsonObject, readMember } from '../text/json/json.js';
import type { Exchange } from '../transport/exchange.js';
import {
  isIos,
  isOfOtherProduct,
  maybeIos,
  nameDifferentOrders,
  otherOrderAnomalies,
} from './subject.js';
import {
  fieldAnomalies,
  isUsableId,
  jsonTypeOf,
  memberProblem,
  numberText,
  shapes,
  uniqueMember,
} from './fields.js';
import { anomaly, bodyProblem } from './outcome.js';
import type {
  Anomaly,
  Judgement,
  LookupKind,
  JsonAnswer,
  BodyProblem,
  Subject,
} from './outcome.js';
import { codeIn, judgeRefusal, refusalWithStatus200 } from './refusal.js';

/**
 * - A rejection: the gateway asked the store, which did not confirm the purchase (§2.4).
 * - A refusal: the gateway refused the request, with a code of §7.1.
 * - A failure: any answer of §7.1. It becomes a refusal, or it says that the service failed.
 * - Foreign: an answer that has no shape of the contract.
 */

/** What a look-up's answer means (§4.2, §2.4). */
export function judgeLookup(reply: JsonAnswer, subject: Subject, exchange: Exchange): Judgement {
  const { status, object } = reply;
  const found = uniqueMember(object, 'found');
  if (found === true && status === 200) return judgeKnownPurchase(object, subject);
  if (found === false && isRejection(reply)) return judgeStoreRejection(object);
  const refusal = refusalOfRequest(reply, exchange);
  return refusal ?? { kind: 'foreign', bodyProblem: shapeProblem(reply, found) };
}

/** Judges a failure of the request (§7.1); undefined for any other answer. One with `found` is a failure only if `found` is false and its code is listed. */
function refusalOfRequest(reply: JsonAnswer, exchange: Exchange): Judgement | undefined {
  const { status, object } = reply;
  const success = uniqueMember(object, 'success');
  const isFailure = object.has('found')
    ? uniqueMember(object, 'found') === false && hasListedCode(object)
    : typeof success === 'boolean';
  if (!isFailure) return undefined;
  if (status >= 400) return judgeRefusal('lookup', reply, exchange);
  const isFailureWith200 = status === 200 && success !== true;
  return isFailureWith200 ? refusalWithStatus200('lookup', reply, exchange) : undefined;
}

const hasListedCode = (answer: JsonObject): boolean => codeIn(answer)?.interfaceName === 'gateway';

/** Why an answer with this `found` is not one of a look-up. */
function shapeProblem({ status, object }: JsonAnswer, found: Json | undefined): BodyProblem {
  if (typeof found !== 'boolean') return memberProblem(object, 'found', 'boolean');
  const hasKnownShape = found || hasStatusOfStore(object);
  return hasKnownShape
    ? bodyProblem('status-not-shown', String(status))
    : memberProblem(object, 'status', 'integer');
}

const hasStatusOfStore = (answer: JsonObject): boolean =>
  uniqueMember(answer, 'status') instanceof JsonNumber;

/** Whether the gateway refused the credentials with this status (§7.1). Then it did not ask the store. */
const refusesCredentials = (status: number): boolean => status === 401;

/**
 * Whether an answer with `found` false is a store rejection (§2.4): it has the `status` that the store returned. If that
 * is missing, a text in `error` is enough in an HTTP 200; with another HTTP status, a proxy may have written it. A listed
 * code in `error` makes the answer a failure of the request instead.
 */
function isRejection({ status, object }: JsonAnswer): boolean {
  if (refusesCredentials(status) || hasListedCode(object)) return false;
  const hasDetail = typeof uniqueMember(object, 'error') === 'string';
  return hasStatusOfStore(object) || (status === 200 && hasDetail);
}

/**
 * Judges a store rejection (§2.4) by the status that the store itself returned. With one of the statuses below the store failed,
 * had no time or refused the gateway, and so has said nothing about the purchase.
 */
function judgeStoreRejection(answer: JsonObject): Judgement {
  const isUnavailable = /^(?:401|403|408|429|5\d\d)$/.test(numberText(answer, 'status'));
  return {
    kind: isUnavailable ? 'store-unavailable' : 'not-confirmed',
    anomalies: fieldAnomalies(answer, shapes.rejection),
  };
}

/** Judges an answer with `found` true (§2.4) by its transactions of the product that was asked for. If there is none, or their kinds differ, the kind is `unknown`. */
function judgeKnownPurchase(answer: JsonObject, subject: Subject): Judgement {
  const transactions = readTransactions(answer, subject);
  const transactionsOfProduct = transactions.filter(
    ({ value }) => !isOfOtherProduct(value, subject),
  );
  // The judged transaction gives the facts: if possible one of the right product and order.
  const judged =
    transactionsOfProduct.find(({ orderAnomalies }) => orderAnomalies.length === 0) ??
    transactionsOfProduct[0] ??
    transactions[0];
  const envelopeAnomalies = isIos(subject) ? [] : fieldAnomalies(answer, shapes.lookup);
  if (judged === undefined) {
    const missing = anomaly('missing', 'transactions');
    return { kind: 'unknown', anomalies: [missing, ...envelopeAnomalies] };
  }
  const kinds = new Set(transactionsOfProduct.map(({ value }) => transactionKind(value)));
  const anomalies: Anomaly[] = [...judged.orderAnomalies];
  if (transactionsOfProduct.length === 0) {
    anomalies.push(anomaly('other-product', `${judged.path}.product_id`));
  }
  if (kinds.size > 1) anomalies.push(anomaly('contradictory', 'transactions', 'each other'));
  if (!isIos(subject)) {
    const candidates = transactionsOfProduct.length > 0 ? transactionsOfProduct : [judged];
    anomalies.push(...orderContradictions(answer, judged, candidates));
  }
  anomalies.push(...envelopeAnomalies, ...transactionAnomalies(judged, subject));
  return { kind: onlyValueOf(kinds) ?? 'unknown', judgedPart: judged.value, anomalies };
}

/** The value, if there is exactly one; else undefined. */
function onlyValueOf<Value>(values: ReadonlySet<Value>): Value | undefined {
  const [first] = values;
  return values.size === 1 ? first : undefined;
}

/** An element of `transactions`, and where it stands. */
interface Transaction {
  readonly value: Json;
  readonly path: string;
  /** Not empty if the transaction is about another order than the ticket. */
  readonly orderAnomalies: readonly Anomaly[];
}

function readTransactions(answer: JsonObject, subject: Subject): Transaction[] {
  const transactions = answer.get('transactions');
  if (!Array.isArray(transactions)) return [];
  return transactions.map((value: Json, index) => {
    const path = `transactions[${index}]`;
    const ownPart = { object: value, path };
    const orderAnomalies = otherOrderAnomalies(subject, ownPart, { object: answer, path: '' });
    return { value, path, orderAnomalies };
  });
}

/**
 * The contradictions between order ids. The order id of the answer must be that of a candidate. In the judged transaction,
 * `order_id` and `transaction_id` must name the same order (§2.3, §2.4).
 * @param candidates the transactions that the answer's order id may be about; at least one
 */
function orderContradictions(
  answer: JsonObject,
  { value: transaction, path }: Transaction,
  candidates: readonly Transaction[],
): Anomaly[] {
  const orderId = readMember(answer, 'order_id');
  const isOrderOfNone = candidates.every(({ value }) =>
    nameDifferentOrders(orderId, orderOf(value)),
  );
  const transactionOrderId = readMember(transaction, 'order_id');
  const doubts: Anomaly[] = [];
  if (isOrderOfNone) doubts.push(anomaly('contradictory', 'order_id', `${path}.order_id`));
  if (nameDifferentOrders(transactionOrderId, readMember(transaction, 'transaction_id'))) {
    doubts.push(anomaly('contradictory', `${path}.order_id`, 'transaction_id'));
  }
  return doubts;
}

const orderOf = (transaction: Json): Json | undefined => {
  const orderId = readMember(transaction, 'order_id');
  return isUsableId(orderId) ? orderId : readMember(transaction, 'transaction_id');
};

/** The verdict about one element of `transactions` (§2.4). A member that is missing or stands twice is not used. `purchase_state` (§2.3): 0 purchased, 1 cancelled, 2 pending. */
function transactionKind(transaction: Json | undefined): LookupKind {
  const record = uniqueMember(transaction, 'gateway');
  const found = uniqueMember(record, 'found');
  switch (numberText(transaction, 'purchase_state')) {
    case '0':
      return record instanceof JsonObject ? paidKind(record) : 'unknown';
    case '1':
      return cancelledKind(found);
    case '2':
      // A purchase that is not paid cannot be on record, so a record contradicts the state. Otherwise it is pending, also if `found` is missing.
      return found === true ? 'unknown' : 'pending';
    default:
      return 'unknown';
  }
}

/** The kind of a cancelled purchase. It matters whether the gateway has it on record, because then the game may have granted the item. */
function cancelledKind(found: Json | undefined): LookupKind {
  if (typeof found !== 'boolean') return 'unknown';
  return found ? 'cancelled-after-recorded' : 'cancelled';
}

function paidKind(record: JsonObject): LookupKind {
  const found = uniqueMember(record, 'found');
  const forThisGame = uniqueMember(record, 'recorded_for_this_game');
  // Another reason than the listed one does not say `never received`; a missing one does not contradict it.
  const reasonAllowsNeverReceived =
    !record.has('reason') || uniqueMember(record, 'reason') === neverReceivedReason;
  if (found === false) {
    return forThisGame !== true && reasonAllowsNeverReceived ? 'paid-never-received' : 'unknown';
  }
  if (found === true && forThisGame === false) return 'paid-recorded-elsewhere';
  if (found !== true || forThisGame !== true) return 'unknown';
  // If a member stands twice, nobody knows which of its values counts.
  if (record.isRepeated('current_state') || errorMembers.some((name) => record.isRepeated(name))) {
    return 'unknown';
  }
  // The contract does not show what another state means (§3).
  if (record.has('current_state') && record.get('current_state') !== verifiedState) {
    return 'unknown';
  }
  const hasError = errorMembers.some((name) => (record.get(name) ?? null) !== null);
  return hasError ? 'paid-recorded-with-error' : 'paid-and-recorded';
}

const errorMembers = ['last_error_code', 'last_error_message'];

/** What is unusual in one element of `transactions`. */
function transactionAnomalies(
  { value: transaction, path }: Transaction,
  subject: Subject,
): Anomaly[] {
  if (!(transaction instanceof JsonObject)) {
    return [anomaly('wrong-type', path, jsonTypeOf(transaction), 'object')];
  }
  if (maybeIos(transaction, subject)) return [];
  const anomalies = fieldAnomalies(transaction, shapes.transaction, path);
  const record = transaction.get('gateway');
  if (!(record instanceof JsonObject)) return anomalies;
  const recordPath = `${path}.gateway`;
  const found = uniqueMember(record, 'found');
  const recordShape = found === false ? shapes.noRecord : shapes.record;
  anomalies.push(...fieldAnomalies(record, recordShape, recordPath));
  if (found === true && numberText(transaction, 'purchase_state') === '2') {
    anomalies.push(anomaly('contradictory', `${recordPath}.found`, 'purchase_state'));
  }
  if (found === false && record.get('recorded_for_this_game') === true) {
    anomalies.push(anomaly('contradictory', `${recordPath}.recorded_for_this_game`, 'found'));
  }
  return anomalies;
}
